#include "run_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "paint.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTracedEffects = 40;
constexpr std::size_t kMostReads = 20;

std::string padded_path(std::string text, std::size_t width) {
  for (std::size_t n = count_code_points(text); n < width; ++n) text += ' ';
  return text;
}

void add_traced_effects(std::string& out, const EffectRows& rows, const Paint& paint) {
  std::size_t shown = 0;
  for (const EffectRow& row : rows) {
    if (++shown > kMostTracedEffects) {
      out +=
          "    " + paint(kDim, "… and " + std::to_string(rows.size() - kMostTracedEffects) + " more") + "\n";
      return;
    }
    out += "    " + padded_path(printable(to_dotted(row.path)), 28) + "  " +
           value_text(row.before ? &*row.before : nullptr) + paint(kDim, " → ") +
           paint(kBold, value_text(row.after ? &*row.after : nullptr)) + "\n";
  }
}

std::string args_text(const Json& args) {
  std::string text;
  for (const Json& arg : array_of(args)) text += (text.empty() ? "" : ", ") + value_text(&arg);
  return text;
}

std::string answer_text(const TraceRow& row, const Paint& paint) {
  if (!row.error.empty()) return paint(kRed, "✗ " + printable(row.error));
  return row.nothing ? paint(kDim, "nil") : value_text(&row.answer);
}

std::string fuel_text(std::uint64_t fuel) {
  std::string digits = std::to_string(fuel);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

void add_row(std::string& out, const TraceRow& row, const Paint& paint) {
  const std::string indent(2 + row.depth * 2, ' ');
  const std::string at = row.file.empty() ? "" : row.file + ":" + std::to_string(row.line);
  if (row.what == TraceRow::What::kHandler) {
    out += indent + paint(kBold, printable(row.name)) + "  " + paint(kDim, printable(at)) + "\n";
    if (!row.args.empty()) out += indent + paint(kDim, "  asked  ") + args_text(row.args) + "\n";
    out += indent + paint(kDim, "  answer ") + answer_text(row, paint) +
           paint(kDim, "  " + fuel_text(row.fuel) + " fuel") + "\n";
    return;
  }
  const std::string call = row.args.empty()     ? "ctx." + row.name
                           : row.name == "view" ? "view " + value_text(&row.args[0])
                                                : "ctx." + row.name + "(" + args_text(row.args) + ")";
  out += indent + padded_path(paint(kDim, printable(at)), 34) + "  " + printable(call) + paint(kDim, " → ") +
         answer_text(row, paint) + paint(kDim, "  @" + fuel_text(row.fuel)) + "\n";
}

void add_outcome(std::string& out, const Tried& tried, const Paint& paint, bool colour) {
  const HandlerReply& reply = tried.reply;
  const Status status = reply.outcome.status;
  const bool good = status == Status::kApplied || status == Status::kAmended;
  if (!reply.why_not.empty()) out += paint(kYellow, "! it was not asked: ") + printable(reply.why_not) + "\n";
  if (reply.advances)
    out += std::string("  ") +
           (*reply.advances ? paint(kGreen, "the milestone advances") : "the milestone stays") + "\n";
  if (reply.outcome.error) {
    out += paint(good ? kYellow : kRed, "✗ " + std::string(status_name(status))) + "\n";
    add_error_text(out, *reply.outcome.error, colour);
  }
  if (reply.target) out += paint(kDim, "  place    ") + printable(to_dotted(*reply.target)) + "\n";
  if (reply.outcome.result) out += paint(kDim, "  result   ") + value_text(&*reply.outcome.result) + "\n";
  for (const Amendment& one : reply.amendments)
    out += "  " +
           paint(kYellow, "± " + printable(to_dotted(one.path)) + "  " + value_text(&one.proposed) +
                              " became " + value_text(&one.effective)) +
           (one.reason.empty() ? "" : "  " + printable(one.reason)) +
           paint(kDim, "  by " + printable(one.rule) + ", " + printable(one.at)) + "\n";
  for (const Conflict& conflict : reply.conflicts)
    out += "  " + paint(kRed, "✗ conflict  ") +
           printable(conflict.kind + " " + conflict.subject + ": " + conflict.why) + "\n";
}

void add_reads(std::string& out, const std::vector<Path>& reads, const Paint& paint) {
  std::vector<std::string> names;
  for (const Path& path : reads) {
    std::string name = printable(to_dotted(path));
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  if (names.empty()) return;
  out += paint(kBold, "it depends on") + "\n";
  for (std::size_t i = 0; i < names.size() && i < kMostReads; ++i) out += "    " + names[i] + "\n";
  if (names.size() > kMostReads)
    out += paint(kDim, "    … and " + std::to_string(names.size() - kMostReads) + " more\n");
}

std::string text_member(const Json& json, const char* name) {
  const Json* value = member(json, name);
  return value == nullptr ? "" : printable(value->is_string() ? string_of(*value) : to_text(*value));
}

void add_notes(std::string& out, const Notes& notes, const Paint& paint) {
  for (const Json& roll : notes.rolls)
    out += "  " +
           paint(kDim, "⚄ " + text_member(roll, "handler") + " rolled " + text_member(roll, "dice") + ": ") +
           text_member(roll, "total") + "\n";
  for (const Json& event : notes.events)
    out += "  " + paint(kCyan, "* " + text_member(event, "name")) + "  " + text_member(event, "data") + "\n";
  for (const Json& note : notes.shadow)
    out += "  " + paint(kYellow, "? in shadow  ") + text_member(note, "rule") + " would " +
           text_member(note, "decision") + "  " + text_member(note, "message") + "\n";
  for (const Json& line : notes.logs)
    out += "  " + paint(kDim, "| " + text_member(line, "handler") + ": ") + text_member(line, "text") + "\n";
  for (const Warning& warning : notes.warnings) {
    out += "  " + paint(kYellow, "! " + warning.code) + "  " + printable(warning.message) + "\n";
    if (!warning.hint.empty()) out += "    " + paint(kDim, "↳ " + printable(warning.hint)) + "\n";
  }
}

std::string spent_text(const Tried& tried) {
  return std::to_string(tried.trace.calls) + (tried.trace.calls == 1 ? " host call, " : " host calls, ") +
         fuel_text(tried.trace.spent.fuel) + " fuel, " + fuel_text(tried.trace.spent.bytes) + " bytes, " +
         fuel_text(tried.trace.nanoseconds / 1000) + " µs; nothing was stored";
}

}  // namespace

void add_error_text(std::string& out, const Error& error, bool colour) {
  const Paint paint(colour);
  out += "    " + paint(kRed, code_name(error.code)) + "  " + printable(error.message) + "\n";
  if (!error.hint.empty()) out += "    " + paint(kDim, "↳ " + printable(error.hint)) + "\n";
  const Where& where = error.where;
  if (!where.file.empty())
    out += "    " +
           paint(kDim, (where.rule.empty() ? "at " : "by " + printable(where.rule) + ", ") +
                           printable(where.file) + ":" + std::to_string(where.line)) +
           "\n";
  for (std::size_t at = 0; at < error.detail.size();) {
    const std::size_t end = std::min(error.detail.find('\n', at), error.detail.size());
    out += "    " + paint(kDim, printable(std::string_view(error.detail).substr(at, end - at))) + "\n";
    at = end + 1;
  }
}

std::string trace_for_people(const HostTrace& trace, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const TraceRow& row : trace.rows) add_row(out, row, paint);
  if (trace.left_out > 0) out += paint(kDim, "  … and " + std::to_string(trace.left_out) + " more\n");
  return out;
}

std::string tried_for_people(const Tried& tried, bool trace, bool colour) {
  const Paint paint(colour);
  std::string out = paint(kBold, tried.handler.kind + " " + printable(tried.handler.id)) + "  " +
                    paint(kDim, printable(tried.handler.at)) + "\n";
  add_outcome(out, tried, paint, colour);
  if (!tried.reply.effects.empty()) {
    out += paint(kBold, "it would write") + "\n";
    add_traced_effects(out, tried.reply.effects, paint);
  } else if (!tried.reply.outcome.error) {
    out += paint(kDim, "  it would write nothing\n");
  }
  if (!tried.kept.empty()) {
    out += paint(kBold, "and remember") + "\n";
    add_traced_effects(out, tried.kept, paint);
  }
  add_reads(out, tried.reply.reads, paint);
  add_notes(out, tried.notes, paint);
  HostTrace shown;
  for (const TraceRow& row : tried.trace.rows)
    if (trace || row.what == TraceRow::What::kHandler) shown.rows.push_back(row);
  shown.left_out = tried.trace.left_out;
  if (!shown.rows.empty()) {
    out += paint(kBold, trace ? "every handler that ran, and what it asked" : "handlers that ran") + "\n";
    out += trace_for_people(shown, colour);
  }
  return out + paint(kDim, spent_text(tried)) + "\n";
}

std::string handlers_for_people(const std::vector<Handler>& handlers, bool colour) {
  const Paint paint(colour);
  // What one is about may be long; the column is as wide as those that are not.
  constexpr std::size_t kMostAbout = 60, kWideAbout = 30;
  std::size_t wide = 0, about = 0;
  for (const Handler& one : handlers) {
    wide = std::max(wide, one.kind.size() + 1 + count_code_points(one.id));
    about =
        std::max(about, std::min(kWideAbout, count_code_points(printable(shortened(one.about, kMostAbout)))));
  }
  std::string out;
  for (const Handler& one : handlers)
    out += paint(kBold, padded_path(one.kind + ":" + printable(one.id), wide)) + "  " +
           padded_path(printable(shortened(one.about, kMostAbout)), about) + "  " +
           paint(kDim, printable(one.at)) + "\n";
  return out;
}

}  // namespace gavel
