#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "base/utf8.hpp"

using gavel::append_utf8;
using gavel::count_code_points;
using gavel::find_invalid_utf8;
using gavel::is_valid_utf8;
using gavel::shortened;

namespace {

TEST_CASE("characters that control a terminal are replaced, and in JSON written as equivalent escapes") {
  const std::string_view nasty = "a\tb\n\x1B[31m\r\x7F\xC2\x9B\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF é\xFF";
  CHECK(gavel::printable(nasty) == "a?b??[31m?????? é?");
  CHECK(gavel::printable_lines(nasty) == "a\tb\n?[31m?????? é?");
  CHECK(gavel::without_controls(nasty) == "a\tb\n?[31m???\xE2\x80\xAE\xE2\x80\xA8\xEF\xBB\xBF é?");
  CHECK(gavel::escaped_json("{\n  \"\x7F\xC2\x9B\xE2\x80\xAE\xEF\xBB\xBF é\"}") ==
        "{\n  \"\\u007f\\u009b\\u202e\\ufeff é\"}");
}

constexpr auto kNone = std::string_view::npos;

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

// By the definition: decode, then ask whether the number may be written so. Bytes of the sequence at `at`, 0
// if bad.
std::size_t sequence_at(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF8 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 0;
  if (length == 0 || at + length > text.size()) return 0;
  unsigned number = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, at + i) & 0xC0U) != 0x80U) return 0;
    number = (number << 6U) | (byte_at(text, at + i) & 0x3FU);
  }
  constexpr std::array<unsigned, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (number < kLeast[length] || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) return 0;
  return length;
}

std::size_t naive_find_invalid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_at(text, at);
    if (length == 0) return at;
    at += length;
  }
  return kNone;
}

std::string bytes_of(std::initializer_list<unsigned> bytes) {
  std::string text;
  for (const unsigned byte : bytes) text.push_back(static_cast<char>(byte));
  return text;
}

// doctest's own checks are too slow for millions of texts.
std::size_t count_disagreements(const std::string& text) {
  return find_invalid_utf8(text) == naive_find_invalid(text) ? 0 : 1;
}

}  // namespace

TEST_CASE("every pair of bytes is judged by the definition of UTF-8, alone and after ASCII") {
  std::size_t disagreements = 0;
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const std::string pair = bytes_of({a, b});
      disagreements += count_disagreements(pair);
      disagreements += count_disagreements("1234567" + pair + "abcdefgh");
    }
  }
  CHECK(disagreements == 0);
}

TEST_CASE("all three bytes that begin with a three-byte lead are judged by the definition of UTF-8") {
  std::size_t disagreements = 0;
  for (unsigned a = 0xDF; a <= 0xF0; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      for (unsigned c = 0; c < 256; ++c) disagreements += count_disagreements(bytes_of({a, b, c}));
    }
  }
  CHECK(disagreements == 0);
}

TEST_CASE("four bytes are judged by the definition of UTF-8 at every boundary of their ranges") {
  constexpr std::array<unsigned, 9> kEdges = {0x00, 0x7F, 0x80, 0x81, 0x9F, 0xBF, 0xC0, 0xC2, 0xFF};
  std::size_t disagreements = 0;
  for (unsigned a = 0xEF; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      for (const unsigned c : kEdges) {
        for (const unsigned d : kEdges) disagreements += count_disagreements(bytes_of({a, b, c, d}));
      }
    }
  }
  CHECK(disagreements == 0);
}

TEST_CASE(
    "the first bad byte is named: overlong forms, surrogates, numbers that are too large, sequences that are "
    "cut off") {
  struct Case {
    std::string text;
    std::size_t bad;
  };
  const std::vector<Case> cases = {
      {"", kNone},
      {"plain text, longer than a word", kNone},
      {"ab\xC0\xAF", 2},        // overlong '/'
      {"\xE0\x80\xAF", 0},      // overlong in three
      {"\xF0\x8F\xBF\xBF", 0},  // overlong in four
      {"x\xED\xA0\x80", 1},     // U+D800
      {"x\xED\xBF\xBF", 1},     // U+DFFF
      {"\xED\x9F\xBF\xEE\x80\x80", kNone},
      {"\xF4\x8F\xBF\xBF", kNone},  // U+10FFFF
      {"\xF4\x90\x80\x80", 0},      // U+110000
      {"12345678\xE5\x89", 8},      // cut
      {"1234567\xE5\x89", 7},
      {"\xE5\x89\x91\xE5", 3},
      {"ok\x80", 2},
      {std::string("a\0b", 3), kNone},
      {"\xFE", 0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(find_invalid_utf8(c.text) == c.bad);
    CHECK(is_valid_utf8(c.text) == (c.bad == kNone));
  }
}

TEST_CASE("every scalar value is written as one valid code point that reads back") {
  std::size_t wrong = 0;
  for (char32_t number = 0; number <= 0x10FFFF; ++number) {
    if (number >= 0xD800 && number <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, number);
    const std::size_t length = number < 0x80 ? 1 : number < 0x800 ? 2 : number < 0x10000 ? 3 : 4;
    const bool good = text.size() == length && sequence_at(text, 0) == length && is_valid_utf8(text) &&
                      count_code_points(text) == 1;
    char32_t read = length == 1 ? byte_at(text, 0) : byte_at(text, 0) & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) read = (read << 6U) | (byte_at(text, i) & 0x3FU);
    if (!good || read != number) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("code points are counted, not bytes") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("hp") == 2);
  CHECK(count_code_points("好感度") == 3);
  CHECK(count_code_points("a😀b") == 3);
}

// As a person would: look from the front, put the mark there, look again from there.
std::string crossed_slowly(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.replace(at, part.size(), "…");
  return text;
}

std::string crossed(std::string text, const std::string& part) {
  gavel::cross_out(text, part);
  return text;
}

TEST_CASE("redacting: overlaps, marks that belong to the part, the middle of characters, both ends") {
  CHECK(crossed("", "goal") == "");
  CHECK(crossed("goal", "goal") == "…");
  CHECK(crossed("goa", "goal") == "goa");
  CHECK(crossed("goalgoal goal", "goal") == "…… …");
  CHECK(crossed("aaaaaaaaa", "aaaa") == "……a");
  CHECK(crossed("ababababa", "ababa") == "…baba");
  CHECK(crossed("gogoal", "goal") == "go…");
  CHECK(crossed("王冠王冠王", "王冠王") == "…冠王");
  CHECK(crossed("好感度好感", "好感") == "…度…");
  CHECK(crossed("\xE5\xA5\xBD\xE6", "\xA5\xBD\xE6\x84") == "\xE5\xA5\xBD\xE6");
  CHECK(crossed("…abcabc", "…abc") == "…");  // the mark and what follows are the part again
  CHECK(crossed("abc… abc……", "abc…") ==
        "… …"
        "…");
  CHECK(crossed("aa…bbc", "a…b") ==
        "…"
        "c");  // found only once the mark stands there
  CHECK(crossed("xgoal", "xgoal") == "…");
}

TEST_CASE(
    "redacting leaves no part of the text, and gives the same as repeated searching if the mark is not in "
    "it") {
  const std::vector<std::string> letters = {"a", "b", "好", "…"};
  std::uint64_t seed = 7;
  const auto next = [&seed](std::size_t below) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(seed >> 33U) % below;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::size_t kinds = 1 + next(letters.size());
    std::string part, text;
    while (part.size() < 4) part += letters[next(kinds)];
    for (std::size_t k = next(4); k-- > 0;) part += letters[next(kinds)];
    for (std::size_t k = next(30); k-- > 0;) text += next(4) == 0 ? part : letters[next(kinds)];
    const std::string now = crossed(text, part);
    CHECK(is_valid_utf8(now));
    CHECK(now.find(part) == std::string::npos);
    if (part.find("…") == std::string::npos) CHECK(now == crossed_slowly(text, part));
  }
}

TEST_CASE(
    "a shortened text is the longest beginning of whole characters that fits, with a sign that it was cut") {
  const std::string text = "a好b感😀c";
  for (std::size_t most = 0; most <= text.size() + 2; ++most) {
    CAPTURE(most);
    const std::string cut = shortened(text, most);
    if (most >= text.size()) {
      CHECK(cut == text);
      continue;
    }
    REQUIRE(cut.ends_with("…"));
    const std::string kept = cut.substr(0, cut.size() - std::string("…").size());
    CHECK(is_valid_utf8(cut));
    CHECK(text.starts_with(kept));
    CHECK(kept.size() <= most);
    CHECK(kept.size() + sequence_at(text, kept.size()) > most);
  }
}
