#include <algorithm>

#include "templates.hpp"

namespace gavel {
namespace {

// "rule|budget,en": every part between commas holds; of its words, one.
bool holds_all(std::string_view condition, const Filling& filling) {
  bool one = false;
  while (true) {
    const std::size_t end = condition.find_first_of(",|");
    one = one || filling.marks.contains(condition.substr(0, end));
    if (end == std::string_view::npos) return one;
    if (condition[end] == ',') {
      if (!one) return false;
      one = false;
    }
    condition.remove_prefix(end + 1);
  }
}

// Takes the mark off a line. Whether the line stays.
bool take_mark(std::string_view line, const Filling& filling, std::string& out) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t close = line.find(':', indent + 1);
  const std::string_view condition = close == std::string_view::npos || line[indent] != ':'
                                         ? ""
                                         : line.substr(indent + 1, close - indent - 1);
  const bool marked = !condition.empty() && std::ranges::all_of(condition, [](char c) {
    return (c >= 'a' && c <= 'z') || c == '|' || c == ',';
  });
  if (!marked) {
    out += line;
    return true;
  }
  if (!holds_all(condition, filling)) return false;
  std::string_view rest = line.substr(close + 1);
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  if (!rest.empty()) out.append(line.substr(0, indent)).append(rest);
  return true;
}

Result<std::string> with_words(std::string_view text, std::string_view name, const Filling& filling) {
  std::string out;
  while (true) {
    const std::size_t begin = text.find("{{");
    out += text.substr(0, begin);
    if (begin == std::string_view::npos) return out;
    const std::size_t end = text.find("}}", begin);
    const std::string_view word =
        text.substr(begin + 2, end == std::string_view::npos ? end : end - begin - 2);
    const auto found = filling.words.find(word);
    if (end == std::string_view::npos || found == filling.words.end())
      return Error(Code::kUsage, "the template " + std::string(name) + " asks for {{" + std::string(word) +
                                     "}}, which is not given");
    out += found->second;
    text.remove_prefix(end + 2);
  }
}

}  // namespace

Result<std::string> filled(std::string_view name, const Filling& filling) {
  const std::span<const EmbeddedFile> all = templates();
  const auto found = std::ranges::find(all, name, &EmbeddedFile::name);
  if (found == all.end()) return Error(Code::kUsage, "there is no template " + std::string(name));
  std::string out;
  std::string_view text = found->text;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string line;
    const bool stays = take_mark(text.substr(0, end), filling, line);
    // No empty lines one after the other, where what stood between was left out.
    const bool gap = line.empty() && (out.empty() || out.ends_with("\n\n"));
    if (stays && !gap) out.append(line).append("\n");
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return with_words(out, name, filling);
}

}  // namespace gavel
