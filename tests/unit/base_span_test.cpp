#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "base/span.hpp"
#include "base/utf8.hpp"

using gavel::caret_excerpt;
using gavel::line_column;
using gavel::LineColumn;

namespace {

struct Excerpt {
  std::string line;
  std::size_t caret;  // columns in front of it
};

Excerpt excerpt_of(std::string_view text, std::size_t offset) {
  const std::string both = caret_excerpt(text, offset);
  const std::size_t end = both.find('\n');
  REQUIRE(end != std::string::npos);
  const std::string below = both.substr(end + 1);
  REQUIRE(below.ends_with("^"));
  CHECK(below.find_first_not_of(' ') == below.size() - 1);
  return {both.substr(0, end), below.size() - 1};
}

}  // namespace

TEST_CASE("line and column count from 1, the column in code points") {
  struct Case {
    std::string_view text;
    std::size_t offset, line, column;
  };
  const std::vector<Case> cases = {
      {"", 0, 1, 1},       {"", 9, 1, 1},     {"abc", 0, 1, 1},    {"abc", 2, 1, 3},   {"abc", 3, 1, 4},
      {"abc", 99, 1, 4},   {"a\nb", 1, 1, 2}, {"a\nb", 2, 2, 1},   {"a\n\n", 2, 2, 1}, {"a\n\n", 3, 3, 1},
      {"好感:x", 6, 1, 3}, {"\n好", 4, 2, 2}, {"a\r\nb", 3, 2, 1}, {"😀x", 4, 1, 2},    {"\n\n\nxyz", 5, 4, 3},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CAPTURE(c.offset);
    const LineColumn at = line_column(c.text, c.offset);
    CHECK(at.line == c.line);
    CHECK(at.column == c.column);
  }
}

TEST_CASE("the excerpt is the line that holds the offset, with a caret under it") {
  CHECK(caret_excerpt("{\"hp\": x}", 7) == "{\"hp\": x}\n       ^");
  CHECK(caret_excerpt("one\ntwo\nthree", 5) == "two\n ^");
  CHECK(caret_excerpt("one\ntwo", 4) == "two\n^");
  CHECK(caret_excerpt("one\ntwo", 3) == "one\n   ^");
  CHECK(caret_excerpt("one\n", 4) == "\n^");
  CHECK(caret_excerpt("", 0) == "\n^");
  CHECK(caret_excerpt("end", 3) == "end\n   ^");
  CHECK(caret_excerpt("end", 1000) == "end\n   ^");
}

TEST_CASE("a wide character takes two columns before the caret") {
  CHECK(excerpt_of("\"好感\": x", std::string("\"好感\": ").size()).caret == 8);
  CHECK(excerpt_of("😀x", 4).caret == 2);
  CHECK(excerpt_of("éx", 2).caret == 1);
}

TEST_CASE("control characters and tabs are shown as one '?' each") {
  CHECK(caret_excerpt("a\tb\x1B[31mc", 2) == "a?b?[31mc\n  ^");
  CHECK(caret_excerpt("\r\x7F\x01z", 3) == "???z\n   ^");
  CHECK(caret_excerpt(std::string_view("a\0b", 3), 2) == "a?b\n  ^");
}

TEST_CASE("a two-byte control character cannot control a terminal either") {
  // U+0085 is a line break and U+009B begins a sequence as ESC [ does.
  for (unsigned byte = 0x80; byte < 0xA0; ++byte) {
    CAPTURE(byte);
    const std::string control{static_cast<char>(0xC2), static_cast<char>(byte)};
    CHECK(excerpt_of("a" + control + "31mb", 1).line.find(control) == std::string::npos);
  }
}

TEST_CASE("a long line is cut around the offset, at whole characters") {
  const std::string ascii(500, 'x');
  const Excerpt middle = excerpt_of(ascii, 250);
  CHECK(middle.line.size() <= 130);
  CHECK(middle.caret < middle.line.size());
  CHECK(middle.caret >= 40);
  std::string wide;
  for (int i = 0; i < 300; ++i) wide += "剑";
  for (std::size_t offset = 0; offset <= wide.size(); offset += 3) {
    const Excerpt part = excerpt_of(wide, offset);
    CHECK(part.line.size() <= 130);
    CHECK(gavel::is_valid_utf8(part.line));
  }
}

TEST_CASE("for any bytes and any offset an excerpt is one safe line and a caret") {
  std::string text;
  unsigned state = 7;
  for (int i = 0; i < 600; ++i) {
    state = state * 1103515245U + 12345U;
    const unsigned pick = (state >> 16U) % 8;
    text += pick == 0   ? "\n"
            : pick == 1 ? "剑"
            : pick == 2 ? "\xE5"
            : pick == 3 ? "\x02"
            : pick == 4 ? "\xF0\x9F\x98\x80"
                        : "word";
  }
  for (std::size_t offset = 0; offset <= text.size() + 3; ++offset) {
    const Excerpt part = excerpt_of(text, offset);
    CHECK(gavel::is_valid_utf8(part.line));
    bool safe = true;
    for (const char c : part.line) safe = safe && static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
    CHECK(safe);
  }
}
