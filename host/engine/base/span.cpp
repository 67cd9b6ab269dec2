#include "base/span.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace gavel {
namespace {

std::size_t line_begin(std::string_view text, std::size_t offset) {
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// Wide characters count two columns, as terminals show them.
std::size_t display_width(std::string_view bytes) {
  std::size_t width = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;
    width += byte >= 0xE3 ? 2 : 1;  // U+3000 and above: nearly always a wide character
  }
  return width;
}

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

}  // namespace

LineColumn line_column(std::string_view text, std::size_t offset) {
  offset = std::min(offset, text.size());
  LineColumn at;
  at.line = 1 + static_cast<std::size_t>(
                    std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
  const std::size_t begin = line_begin(text, offset);
  at.column = 1 + count_code_points(text.substr(begin, offset - begin));
  return at;
}

std::string caret_excerpt(std::string_view text, std::size_t offset, std::size_t most) {
  const std::size_t context = most / 2;
  offset = std::min(offset, text.size());
  const std::size_t line = line_begin(text, offset);
  std::size_t begin = std::max(line, offset > context ? offset - context : 0);
  std::size_t end = std::min({text.find('\n', offset), text.size(), offset + context});
  while (begin < offset && is_continuation(text, begin)) ++begin;
  while (end > offset && is_continuation(text, end)) --end;
  if (!is_valid_utf8(text.substr(begin, end - begin))) {
    begin = offset;  // the bytes around cannot be shown; the offset in the message still tells where
    end = offset;
  }
  const std::string lead = printable(text.substr(begin, offset - begin));
  return lead + printable(text.substr(offset, end - offset)) + "\n" + std::string(display_width(lead), ' ') +
         "^";
}

}  // namespace gavel
