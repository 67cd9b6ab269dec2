#include "run_text.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "paint.hpp"
#include "show.hpp"

namespace gavel {
namespace {

std::string padded_path(std::string text, std::size_t width) {
  for (std::size_t n = count_code_points(text); n < width; ++n) text += ' ';
  return text;
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

std::string spent_text(const Tried& tried) {
  return std::to_string(tried.trace.calls) + (tried.trace.calls == 1 ? " host call, " : " host calls, ") +
         fuel_text(tried.trace.spent.fuel) + " fuel, " + fuel_text(tried.trace.spent.bytes) + " bytes, " +
         fuel_text(tried.trace.nanoseconds / 1000) + " µs; nothing was stored";
}

}  // namespace

std::string trace_for_people(const HostTrace& trace, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const TraceRow& row : trace.rows) add_row(out, row, paint);
  if (trace.left_out > 0) out += paint(kDim, "  … and " + std::to_string(trace.left_out) + " more\n");
  return out;
}

std::string tried_for_people(const Tried& tried, bool trace, bool colour) {
  const Paint paint(colour);
  Json shown = tried_json(tried, false);
  Json reads(Json::value_t::array);
  for (const Path& path : tried.reply.reads)
    if (Json one = path_to_json(path); std::ranges::find(array_of(reads), one) == array_of(reads).end())
      reads.push_back(std::move(one));
  shown["reads"] = std::move(reads);
  std::string out = laid_out(cli_layouts(), "run", shown, look_of(colour));
  HostTrace rows;
  for (const TraceRow& row : tried.trace.rows)
    if (trace || row.what == TraceRow::What::kHandler) rows.rows.push_back(row);
  rows.left_out = tried.trace.left_out;
  if (!rows.rows.empty()) {
    out += paint(kBold, trace ? "every handler that ran, and what it asked" : "handlers that ran") + "\n";
    out += trace_for_people(rows, colour);
  }
  return out + paint(kDim, spent_text(tried)) + "\n";
}

Json handlers_json(const std::vector<Handler>& handlers) {
  Json all(Json::value_t::array);
  for (const Handler& one : handlers) {
    Json json(Json::value_t::object);
    json["handler"] = one.kind + ":" + one.id;
    json["about"] = one.about;
    json["at"] = one.at;
    all.push_back(std::move(json));
  }
  return all;
}

std::string handlers_for_people(const std::vector<Handler>& handlers, bool colour) {
  return laid_out(cli_layouts(), "handlers", handlers_json(handlers), look_of(colour));
}

}  // namespace gavel
