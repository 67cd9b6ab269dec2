// A half-open range of byte offsets into a text that was given to Gavel, and the ways to show one to people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gavel {

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;  // INVARIANT: begin <= end

  bool operator==(const Span&) const = default;
};

// A position for people: both counted from 1, the column in code points.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

LineColumn line_column(std::string_view text, std::size_t offset);

// The line of `text` that holds `offset` and, on a second line, a caret under it. A line of more than `most`
// bytes is cut around the offset; control characters are shown as '?', so that a hostile text cannot steer a
// terminal.
std::string caret_excerpt(std::string_view text, std::size_t offset, std::size_t most = 120);

}  // namespace gavel
