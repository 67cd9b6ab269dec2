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

std::optional<std::size_t> HostTrace::add(TraceRow row) {
  if (row.what == TraceRow::What::kHandler)
    ++runs[row.handler];
  else
    ++calls;
  if (rows.size() >= kMostRows) {
    ++left_out;
    return std::nullopt;
  }
  rows.push_back(std::move(row));
  return rows.size() - 1;
}

TraceRow WatchedHost::row_of(std::string name) const {
  HandlerPlace standing = sandbox_.standing();
  TraceRow row;
  row.depth = trace_.depth;
  row.handler = handler_;
  row.name = name.empty() ? std::string(standing.reader) : std::move(name);
  if (row.name.empty()) row.name = "view";
  row.file = std::move(standing.file);
  row.line = standing.line;
  row.fuel = standing.fuel;
  return row;
}

std::optional<std::size_t> WatchedHost::add(TraceRow row) {
  if (row_) ++trace_.rows[*row_].calls;
  return trace_.add(std::move(row));
}

const Json* WatchedHost::note(TraceRow row, const Json* answer) {
  row.nothing = answer == nullptr;
  if (answer != nullptr) row.answer = as_answered(row.name, *answer).value_or(digest(*answer));
  add(std::move(row));
  return answer;
}

const Json* WatchedHost::read(const PathText& path) {
  TraceRow row = row_of("");
  row.args.push_back(shortened(to_dotted(inner_.locate(path)), kMostText));
  return note(std::move(row), inner_.read(path));
}

const Json* WatchedHost::read(PathView path) {
  TraceRow row = row_of("");
  row.args.push_back(shortened(to_dotted(path), kMostText));
  return note(std::move(row), inner_.read(path));
}

const Json& WatchedHost::shown(PathView path, const Json& node) {
  const Json& answer = inner_.shown(path, node);
  TraceRow row = row_of("view");
  row.args.push_back(shortened(to_dotted(path), kMostText));
  note(std::move(row), &answer);
  return answer;
}

const Json* WatchedHost::field(std::size_t field) {
  return note(row_of(vocabulary_.fields[field]), inner_.field(field));
}

// The row comes first: what is written is judged by other handlers before the answer is there.
Result<Json> WatchedHost::call(std::size_t function, std::span<const Json> args) {
  TraceRow row = row_of(vocabulary_.functions[function].name);
  for (const Json& arg : args) row.args.push_back(digest(arg));
  const std::optional<std::size_t> place = add(std::move(row));
  Result<Json> answer = inner_.call(function, args);
  if (!place) return answer;
  TraceRow& told = trace_.rows[*place];
  told.nothing = !answer || answer->is_null();
  if (answer) told.answer = digest(*answer);
  if (!answer) told.error = answer.error().message;
  return answer;
}

}  // namespace gavel
