#include "lua/watched_host.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostText = 160;    // bytes of a string in a row
constexpr std::size_t kMostMembers = 12;  // of a container that is shown itself

bool is_small(const Json& json) {
  if (json.size() > kMostMembers) return false;
  const auto plain = [](const Json& child) {
    return !is_container(child) && (!child.is_string() || string_of(child).size() <= kMostText / 4);
  };
  if (json.is_array()) return std::ranges::all_of(array_of(json), plain);
  for (const auto& [key, child] : object_of(json))
    if (key.size() > kMostText / 4 || !plain(child)) return false;
  return true;
}

// What the handler is answered, where that is not the value that stands there.
std::optional<Json> as_answered(std::string_view reader, const Json& node) {
  if (reader == "has") return Json(true);
  if (reader == "len" && node.is_string())
    return Json(static_cast<std::uint64_t>(count_code_points(string_of(node))));
  if (reader == "len" && node.is_structured()) return Json(static_cast<std::uint64_t>(node.size()));
  if (reader != "keys" || !node.is_object()) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& [key, child] : object_of(node)) names.push_back(shortened(key, kMostText / 4));
  std::ranges::sort(names);
  return digest(Json(names));
}

}  // namespace

Json digest(const Json& json) {
  if (json.is_string()) return shortened(string_of(json), kMostText);
  if (!is_container(json) || is_small(json)) return json;
  return std::string(json.is_array() ? "… an array of " : "… an object of ") + std::to_string(json.size());
}

TraceEvent WatchedHost::event_of(std::string name) const {
  const HandlerPlace standing = sandbox_.standing();
  TraceEvent event;
  event.which = name.empty() ? std::string(standing.reader) : std::move(name);
  if (event.which.empty()) event.which = "view";
  if (!standing.file.empty()) event.at = standing.file + ":" + std::to_string(standing.line);
  event.fuel = standing.fuel;
  return event;
}

const Json* WatchedHost::note(TraceEvent event, const Json* answer) {
  event.answer = answer == nullptr ? "nothing" : "value";
  if (answer != nullptr) event.said = as_answered(event.which, *answer).value_or(digest(*answer));
  trace_.ask(handler_, std::move(event));
  return answer;
}

const Json* WatchedHost::read(const PathText& path) {
  TraceEvent event = event_of("");
  event.args.push_back(shortened(to_dotted(inner_.locate(path)), kMostText));
  return note(std::move(event), inner_.read(path));
}

const Json* WatchedHost::read(PathView path) {
  TraceEvent event = event_of("");
  event.args.push_back(shortened(to_dotted(path), kMostText));
  return note(std::move(event), inner_.read(path));
}

const Json& WatchedHost::shown(PathView path, const Json& node) {
  const Json& answer = inner_.shown(path, node);
  TraceEvent event = event_of("view");
  event.args.push_back(shortened(to_dotted(path), kMostText));
  note(std::move(event), &answer);
  return answer;
}

const Json* WatchedHost::field(std::size_t field) {
  return note(event_of(vocabulary_.fields[field]), inner_.field(field));
}

// The event comes first: what is written is judged by other handlers before the answer is there.
Result<Json> WatchedHost::call(std::size_t function, std::span<const Json> args) {
  TraceEvent event = event_of(vocabulary_.functions[function].name);
  for (const Json& arg : args) event.args.push_back(digest(arg));
  const std::size_t number = trace_.ask(handler_, std::move(event));
  Result<Json> answer = inner_.call(function, args);
  TraceEvent& asked = trace_.at(number);
  asked.answer = !answer ? "error" : answer->is_null() ? "nothing" : "value";
  if (answer && !answer->is_null()) asked.said = digest(*answer);
  if (!answer) asked.message = answer.error().message;
  return answer;
}

}  // namespace gavel
