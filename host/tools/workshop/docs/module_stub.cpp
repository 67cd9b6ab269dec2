// A shared module as its own file tells of it: the comment at its head, and every function of the table that
// it returns, with the comment above. Read by lines: a definition starts one, in the first column.
#include "docs/stubs.hpp"

#include "stub_text.hpp"

namespace gavel {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// The name behind the last `return` in the first column; empty: it returns something else.
std::string_view returned(const std::vector<std::string_view>& lines) {
  for (std::size_t i = lines.size(); i-- > 0;) {
    if (!lines[i].starts_with("return ")) continue;
    const std::string_view name = lines[i].substr(7);
    for (const char c : name)
      if ((c < 'a' || c > 'z') && c != '_') return "";
    return name;
  }
  return "";
}

// The comment lines that end above line `i`, without their marks.
std::vector<std::string_view> comment_above(const std::vector<std::string_view>& lines, std::size_t i) {
  std::size_t first = i;
  while (first > 0 && lines[first - 1].starts_with("--")) --first;
  std::vector<std::string_view> out;
  for (std::size_t k = first; k < i; ++k) {
    std::string_view line = lines[k].substr(2);
    while (line.starts_with('-') || line.starts_with(' ')) line.remove_prefix(1);
    out.push_back(line);
  }
  return out;
}

}  // namespace

PackFile module_stub(const PackFile& module) {
  const std::string_view name = std::string_view(module.name).substr(0, module.name.find(".lua"));
  const std::vector<std::string_view> lines = lines_of(module.text);
  const std::string table(returned(lines));
  StubText text("en");
  text.add("---@meta " + std::string(name) + "\n\n");
  std::size_t head = 0;
  while (head < lines.size() && lines[head].starts_with("--")) ++head;
  for (const std::string_view line : comment_above(lines, head)) text.say(line);
  text.add("local M = {}\n\n");
  const std::string prefix = "function " + table + ".";
  for (std::size_t i = 0; i < lines.size() && !table.empty(); ++i) {
    if (!lines[i].starts_with(prefix)) continue;
    const std::size_t close = lines[i].find(')');
    if (close == std::string_view::npos) continue;
    for (const std::string_view line : comment_above(lines, i)) text.say(line);
    text.add("function M." + std::string(lines[i].substr(prefix.size(), close + 1 - prefix.size())) +
             " end\n\n");
  }
  text.add("return M\n");
  return {module.name, text.take()};
}

}  // namespace gavel
