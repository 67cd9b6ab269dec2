#include "show.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <unistd.h>

#include "base/span.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "paint.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr std::size_t kValueBytes = 90;  // of a value in a line
constexpr std::size_t kEffects = 12;     // shown of one command

// Paths that Gavel wrote may be as deep as a document.
const Limits kAnyDepth = [] {
  Limits limits;
  limits.max_path_segments = limits.max_depth + 1;
  return limits;
}();

struct Mark {
  std::string_view sign;
  std::string_view style;
};

Mark mark_of(Status status) {
  constexpr std::array<Mark, 5> kMarks = {
      Mark{"✓", kGreen}, {"±", kYellow}, {"✗", kRed}, {"–", kDim}, {"=", kDim}};
  return kMarks[static_cast<std::size_t>(status)];
}

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  while (count_code_points(out) < width) out += ' ';
  return out;
}

std::string path_text(const Proposal& proposal, const Outcome& outcome) {
  if (outcome.resolved) return outcome.path.empty() ? "(root)" : printable(to_dotted(outcome.path));
  const Json path = proposal.shown_path();
  return path.is_null() ? "" : printable(path.is_string() ? string_of(path) : to_text(path));
}

void show_effects(std::string& out, std::span<const EffectRow> effects, const Paint& paint) {
  std::size_t shown = 0;
  for (const EffectRow& effect : effects) {
    if (++shown > kEffects) {
      out += "      " + paint(kDim, "… and " + std::to_string(effects.size() - kEffects) + " more") + "\n";
      return;
    }
    out += "      " + paint(kDim, printable(to_dotted(effect.path))) + "  " +
           value_text(effect.before ? &*effect.before : nullptr) + paint(kDim, " → ") +
           paint(kBold, value_text(effect.after ? &*effect.after : nullptr)) + "\n";
  }
}

std::string at_text(const Where& where) { return printable(where.file) + ":" + std::to_string(where.line); }

std::string indented(std::string_view lines) {
  std::string out;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    out += "      " + printable(lines.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

// What the game's own code did and said beside the commands.
void show_notes(std::string& out, const Notes& notes, const Paint& paint) {
  std::string cause;
  for (const EffectRow& row : notes.changes) {
    if (row.cause != cause) out += paint(kBold, "» ") + printable(row.cause) + "\n";
    cause = row.cause;
    show_effects(out, {&row, 1}, paint);
  }
  for (const Json& roll : notes.rolls)
    out += paint(kDim, "⚄ " + printable(string_of(*member(roll, "handler"))) + " rolled " +
                           printable(string_of(*member(roll, "dice"))) + ": " +
                           to_text(*member(roll, "total"))) +
           "\n";
  for (const Json& event : notes.events)
    out += paint(kDim, "* " + printable(string_of(*member(event, "name"))) + "  by " +
                           printable(string_of(*member(event, "by")))) +
           "\n";
  for (const Json& note : notes.shadow) {
    const Result<Path> path = path_from_json(*member(note, "path"), kAnyDepth);
    const Json* message = member(note, "message");
    out += paint(kYellow, "? in shadow  ") + printable(string_of(*member(note, "rule"))) + " would " +
           printable(string_of(*member(note, "decision"))) + " " + (path ? printable(to_dotted(*path)) : "") +
           (message == nullptr ? "" : "  " + printable(string_of(*message))) + "\n";
  }
  for (const Json& line : notes.logs)
    out += paint(kDim, "| " + printable(string_of(*member(line, "handler"))) + ": " +
                           printable(string_of(*member(line, "text")))) +
           "\n";
  for (const Warning& warning : notes.warnings) {
    out += paint(kYellow, "! " + warning.code) + "  " + printable(warning.message) + "\n";
    if (!warning.hint.empty()) out += "  " + paint(kDim, "↳ " + printable(warning.hint)) + "\n";
  }
}

void show_line(std::string& out, const Proposal& proposal, const Line& line, std::size_t index,
               const Paint& paint) {
  const Outcome& outcome = line.outcome;
  const Mark mark = mark_of(outcome.status);
  const std::string written = proposal.shown_verb();
  const std::string verb = printable(written.empty() ? "?" : written);
  out += paint(mark.style, mark.sign) + " " + paint(kDim, padded(std::to_string(index), 3)) +
         paint(mark.style, padded(status_name(outcome.status), 10)) + paint(kBold, padded(verb, 8)) +
         path_text(proposal, outcome);
  if (const std::string why = proposal.why(); !why.empty()) out += "  " + paint(kDim, "// " + printable(why));
  out += '\n';
  if (outcome.error) {
    out += "      " + paint(mark.style, code_name(outcome.error->code)) + "  " +
           printable(outcome.error->message) + "\n";
    if (!outcome.error->hint.empty())
      out += "      " + paint(kDim, "↳ " + printable(outcome.error->hint)) + "\n";
    const Where& where = outcome.error->where;
    if (!where.file.empty())
      out += "      " + paint(kDim, "by " + printable(where.rule) + ", " + at_text(where)) + "\n";
    if (!outcome.error->detail.empty()) out += paint(kDim, indented(outcome.error->detail));
  }
  for (const Amendment& one : line.amendments) {
    out += "      " + paint(kYellow, value_text(&one.proposed) + " became " + value_text(&one.effective)) +
           (one.reason.empty() ? "" : "  " + printable(one.reason)) +
           paint(kDim, "  by " + printable(one.rule) + ", " + printable(one.at)) + "\n";
  }
  if (outcome.result) out += "      " + paint(kDim, "result  ") + value_text(&*outcome.result) + "\n";
  show_effects(out, line.effects, paint);
  for (const Warning& warning : outcome.warnings)
    out += "      " + paint(kYellow, "! " + warning.code) + "  " + printable(warning.message) + "\n";
}

}  // namespace

std::string value_text(const Json* value) {
  return value == nullptr ? "∅" : shortened(printable(to_text(*value)), kValueBytes);
}

std::string shown_at(const Json& json, std::string_view name) {
  const Json* value = member(json, name);
  if (value == nullptr || value->is_null()) return {};
  return printable(value->is_string() ? string_of(*value) : to_text(*value));
}

std::string shown_json(const Json& json, int indent) { return escaped_json(to_text(json, indent)); }

bool prefers_chinese() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
    if (value != nullptr && *value != '\0') return std::string_view(value).starts_with("zh");
  }
  return false;
}

bool use_colour(Colour wish, int descriptor) {
  if (wish != Colour::kAuto) return wish == Colour::kAlways;
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

void show_error(const Error& error, std::string_view file, std::string_view text, bool colour) {
  const Paint paint(colour);
  std::string out = "gavel: ";
  if (error.where.offset) {
    out += printable(file) + ":" + std::to_string(error.where.line) + ":" +
           std::to_string(error.where.column) + ": ";
  }
  out += paint(kRed, code_name(error.code)) + ": " + printable(error.message) + "\n";
  if (error.where.offset) {
    const std::string excerpt = caret_excerpt(text, *error.where.offset);
    const std::size_t line_end = excerpt.find('\n');
    out += "  " + excerpt.substr(0, line_end) + "\n  " + excerpt.substr(line_end + 1) + "\n";
  }
  if (!error.hint.empty()) out += paint(kDim, "↳ " + printable(error.hint)) + "\n";
  std::fputs(out.c_str(), stderr);
}

void print_error_json(const Error& error, const std::string& file) {
  Json json(Json::value_t::object);
  json["code"] = std::string(code_name(error.code));
  json["message"] = error.message;
  if (!error.hint.empty()) json["hint"] = error.hint;
  if (error.where.offset) {
    json["file"] = file;
    json["line"] = error.where.line;
    json["column"] = error.where.column;
    json["offset"] = *error.where.offset;
  }
  put(shown_json(Json{{"error", json}}, 2) + "\n");
}

std::string reading_for_people(const Verdict& verdict, bool colour) {
  const Paint paint(colour);
  std::string out;
  const auto add = [&](const std::vector<Warning>& warnings) {
    for (const Warning& warning : warnings)
      out += paint(kYellow, "! " + warning.code) + "  " + printable(warning.message) + "\n";
  };
  if (verdict.user) add(verdict.user->warnings);
  add(verdict.reading.warnings);
  return out;
}

std::string verdict_for_people(const Verdict& verdict, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const EffectRow& row : verdict.expired) {
    out += paint(kDim, "⌛ expired   " + printable(to_dotted(row.path)) + "  " +
                           value_text(row.before ? &*row.before : nullptr)) +
           "\n";
  }
  std::array<std::size_t, 5> counts{};
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    show_line(out, verdict.reading.proposals[i], verdict.lines[i], i, paint);
    ++counts[static_cast<std::size_t>(verdict.lines[i].outcome.status)];
  }
  show_notes(out, verdict.notes, paint);
  for (const Conflict& conflict : verdict.conflicts)
    out += paint(kRed, "✗ conflict  ") +
           printable(conflict.kind + " " + conflict.subject + ": " + conflict.why) + "\n";
  if (verdict.decision == Decision::kRetry)
    out += paint(kYellow, "↻ retry: ") + "nothing was kept; the model is to write the reply again\n";
  if (verdict.decision == Decision::kConflictReport && !verdict.failed)
    out += paint(kRed, "✗ conflict report: ") + "nothing was kept after " + std::to_string(verdict.attempt) +
           " attempts; a person must decide\n";
  if (verdict.failed)
    out +=
        paint(kRed, "✗ the rules failed, and nothing was kept: ") + printable(verdict.failed->message) + "\n";
  std::string summary;
  for (const Status status :
       {Status::kApplied, Status::kAmended, Status::kRejected, Status::kSkipped, Status::kDuplicate}) {
    const std::size_t count = counts[static_cast<std::size_t>(status)];
    if (count > 0)
      summary +=
          (summary.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(status_name(status));
  }
  out += paint(kBold, summary.empty() ? "no commands" : summary) + "\n";
  return out;
}

}  // namespace gavel
