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

std::string answer_text(const TraceEvent& event, const Paint& paint) {
  if (event.answer == "error") return paint(kRed, "✗ " + printable(event.message));
  const std::optional<Json> answer = ran_answer(event);
  return answer ? value_text(&*answer) : paint(kDim, "nil");
}

std::string fuel_text(std::uint64_t fuel) {
  std::string digits = std::to_string(fuel);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

void add_event(std::string& out, const TraceEvent& event, const Paint& paint) {
  const std::string indent(2 + event.handlers * 2, ' ');
  if (event.what == TraceEvent::What::kHandler) {
    out += indent + paint(kBold, printable(ran_name(event))) + "  " + paint(kDim, printable(event.at)) + "\n";
    if (!event.args.empty()) out += indent + paint(kDim, "  asked  ") + args_text(event.args) + "\n";
    out += indent + paint(kDim, "  answer ") + answer_text(event, paint) +
           paint(kDim, "  " + fuel_text(event.fuel) + " fuel") + "\n";
    return;
  }
  const std::string call = event.args.empty()      ? "ctx." + event.which
                           : event.which == "view" ? "view " + value_text(&event.args[0])
                                                   : "ctx." + event.which + "(" + args_text(event.args) + ")";
  out += indent + padded_path(paint(kDim, printable(event.at)), 34) + "  " + printable(call) +
         paint(kDim, " → ") + answer_text(event, paint) + paint(kDim, "  @" + fuel_text(event.fuel)) + "\n";
}

std::string spent_text(const Tried& tried) {
  return std::to_string(tried.trace.asks()) + (tried.trace.asks() == 1 ? " host call, " : " host calls, ") +
         fuel_text(tried.trace.spent().fuel) + " fuel, " + fuel_text(tried.trace.spent().bytes) + " bytes, " +
         fuel_text(static_cast<std::uint64_t>(tried.trace.took() / std::chrono::microseconds(1))) +
         " µs; nothing was stored";
}

}  // namespace

std::string trace_for_people(const Trace& trace, bool with_asks, bool colour) {
  const Paint paint(colour);
  std::string out;
  for (const TraceEvent& event : trace.all())
    if (is_ran(event, with_asks)) add_event(out, event, paint);
  if (trace.unlisted() > 0) out += paint(kDim, "  … and " + std::to_string(trace.unlisted()) + " more\n");
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
  const std::string ran = trace_for_people(tried.trace, trace, colour);
  if (!ran.empty())
    out +=
        paint(kBold, trace ? "every handler that ran, and what it asked" : "handlers that ran") + "\n" + ran;
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
