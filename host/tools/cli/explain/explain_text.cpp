#include "explain_text.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

namespace gavel {

void ExplainText::head(std::string_view en, std::string_view zh, std::string_view beside) {
  if (!text_.empty()) text_ += '\n';
  text_ += paint_(kBold, say(en, zh));
  if (!beside.empty()) text_.append("  ").append(beside);
  text_ += '\n';
}

void ExplainText::line(std::size_t indent, std::string_view text) {
  text_.append(indent, ' ').append(text).append("\n");
}

void ExplainText::row(std::size_t indent, std::string_view en, std::string_view zh, std::string_view value) {
  constexpr std::size_t kWidth = 14;
  if (value.empty()) return;
  const std::string_view name = say(en, zh);
  // Chinese characters take two columns.
  const std::size_t wide = chinese_ ? 2 * count_code_points(name) : name.size();
  text_.append(indent, ' ').append(dim(name));
  text_.append(wide < kWidth ? kWidth - wide : 1, ' ').append(value).append("\n");
}

void ExplainText::block(std::size_t indent, std::string_view text, std::string_view style) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string one = printable(text.substr(at, end - at));
    line(indent, style.empty() ? one : paint_(style, one));
    at = end + 1;
  }
}

std::string place_text(const Json& path) {
  // Paths that Gavel wrote may be as deep as a document.
  static const Limits kAnyDepth = [] {
    Limits limits;
    limits.max_path_segments = limits.max_depth + 1;
    return limits;
  }();
  if (path.is_string()) return printable(string_of(path));
  const Result<Path> read = path_from_json(path, kAnyDepth);
  if (!read) return printable(to_text(path));
  return read->empty() ? "(root)" : printable(to_dotted(*read));
}

std::string change_text(const Json& row, const ExplainText& out) {
  const Json* before = member(row, "before");
  const Json* after = member(row, "after");
  if (before == nullptr && after == nullptr) return {};
  return value_text(before) + out.dim(" → ") + out.paint(kBold, value_text(after));
}

}  // namespace gavel
