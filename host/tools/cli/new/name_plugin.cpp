#include "name_plugin.hpp"

#include <optional>
#include <vector>

#include "state/yaml_reader.hpp"

namespace gavel {
namespace {

// What `plugins` is; nothing: the text cannot be read, or holds no such list.
std::optional<Json> plugins_of(const std::string& text, const Limits& limits) {
  std::vector<Problem> problems;
  const std::optional<YamlTree> tree = read_yaml(text, "ruleset.yaml", limits, problems);
  if (!tree || any_error(problems) || !tree->root().is_object()) return std::nullopt;
  const Json* plugins = member(tree->root(), "plugins");
  if (plugins == nullptr) return Json(Json::value_t::array);
  return plugins->is_array() ? std::optional(*plugins) : std::nullopt;
}

// Where the list in brackets that opens at `open` closes; quotes and comments are passed over.
std::size_t closing(std::string_view text, std::size_t open) {
  std::size_t depth = 0;
  char quote = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '#' && (text[i - 1] == ' ' || text[i - 1] == '\n')) {
      i = std::min(text.find('\n', i), text.size());
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string into_brackets(const std::string& text, std::size_t open, std::string_view plugin) {
  const std::size_t close = closing(text, open);
  if (close == std::string::npos) return text;
  std::size_t end = close;  // behind the last entry
  while (end > open + 1 && (text[end - 1] == ' ' || text[end - 1] == '\n')) --end;
  const bool empty = end == open + 1;
  const bool comma = text[end - 1] == ',';
  return text.substr(0, end) + (empty ? "" : comma ? " " : ", ") + std::string(plugin) + text.substr(end);
}

// A line of its own behind the last entry, indented like it.
std::string into_lines(const std::string& text, std::size_t line, std::string_view plugin) {
  std::size_t behind = std::string::npos;
  std::string indent;
  for (std::size_t at = line; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t first = text.find_first_not_of(' ', at);
    const bool blank = first >= end || text[first] == '#';
    if (!blank && first == at && text[first] != '-') break;  // the next key
    if (!blank && text[first] == '-' && (indent.empty() || first - at <= indent.size()))
      indent = text.substr(at, first - at);
    if (!blank) behind = end;
    at = end + 1;
  }
  if (behind == std::string::npos) return text;
  return text.substr(0, behind) + "\n" + indent + "- " + std::string(plugin) + text.substr(behind);
}

std::string edited(const std::string& text, std::string_view plugin) {
  constexpr std::string_view kKey = "plugins:";
  std::size_t key = text.starts_with(kKey) ? 0 : text.find("\n" + std::string(kKey));
  if (key == std::string::npos)
    return text + (text.ends_with('\n') ? "" : "\n") + "plugins: [" + std::string(plugin) + "]\n";
  if (text[key] == '\n') ++key;
  const std::size_t value = text.find_first_not_of(" \n", key + kKey.size());
  if (value != std::string::npos && text[value] == '[') return into_brackets(text, value, plugin);
  const std::size_t line = text.find('\n', key);
  return line == std::string::npos ? text : into_lines(text, line + 1, plugin);
}

}  // namespace

Result<std::string> with_plugin(const std::string& text, std::string_view plugin, const Limits& limits) {
  std::string changed = edited(text, plugin);
  std::optional<Json> before = plugins_of(text, limits);
  const std::optional<Json> after = plugins_of(changed, limits);
  if (before) before->push_back(std::string(plugin));
  // Whatever the text looked like: it must now read as it did, with one entry more.
  if (before && after && *before == *after) return changed;
  return Error(Code::kUsage, "the list `plugins` in ruleset.yaml cannot be added to as it is written",
               "add - " + std::string(plugin) + " to it by hand, and leave --add out");
}

}  // namespace gavel
