#include "yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/utf8.hpp"

#include "finite_float.hpp"

namespace gavel {
namespace {

bool is_scalar_digit(char c) { return c >= '0' && c <= '9'; }

template <std::size_t kCount>
bool is_one_of(std::string_view text, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// What the characters of a number say, before its value is asked for.
struct Literal {
  bool negative = false;
  int base = 10;
  std::string_view digits;  // of an integer, without sign and prefix
  bool is_float = false;
};

std::optional<Literal> prefixed(std::string_view text) {
  const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
  const auto is_hex = [](char c) {
    return is_scalar_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  if (text.size() < 3 || text[0] != '0') return std::nullopt;
  const std::string_view digits = text.substr(2);
  if (text[1] == 'x' && std::all_of(digits.begin(), digits.end(), is_hex)) return Literal{false, 16, digits};
  if (text[1] == 'o' && std::all_of(digits.begin(), digits.end(), is_octal)) return Literal{false, 8, digits};
  return std::nullopt;
}

// [-+]? ( [0-9]+ | (\.[0-9]+ | [0-9]+(\.[0-9]*)?) ([eE][-+]?[0-9]+)? )
std::optional<Literal> literal(std::string_view text) {
  if (std::optional<Literal> found = prefixed(text)) return found;
  Literal out;
  std::size_t at = 0;
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  const auto digits = [&] {
    const std::size_t first = at;
    while (is_scalar_digit(peek())) ++at;
    return at - first;
  };
  if (peek() == '-' || peek() == '+') out.negative = text[at++] == '-';
  const std::size_t first = at;
  const std::size_t whole = digits();
  out.digits = text.substr(first, whole);
  std::size_t behind = 0;
  if (peek() == '.') {
    ++at;
    out.is_float = true;
    behind = digits();
  }
  if (whole + behind == 0) return std::nullopt;
  if (peek() == 'e' || peek() == 'E') {
    ++at;
    out.is_float = true;
    if (peek() == '-' || peek() == '+') ++at;
    if (digits() == 0) return std::nullopt;
  }
  return at == text.size() ? std::optional(out) : std::nullopt;
}

PlainScalar refused(std::string message, std::string expected, std::string hint) {
  return {nullptr, std::move(message), std::move(expected), std::move(hint), false};
}

PlainScalar integer(const Literal& number, std::string_view text) {
  std::uint64_t size = 0;
  const char* end = number.digits.data() + number.digits.size();
  const bool fits = std::from_chars(number.digits.data(), end, size, number.base).ec == std::errc();
  constexpr std::uint64_t kMost = std::uint64_t{1} << 63U;
  if (!fits || (number.negative && size > kMost)) {
    return refused("the number " + shortened(text, 64) + " fits no 64-bit integer",
                   "a number from -9223372036854775808 to 18446744073709551615",
                   "put it in quotes if it is text");
  }
  if (number.negative) return {Json(static_cast<std::int64_t>(~size + 1)), {}, {}, {}};
  if (size < kMost) return {Json(static_cast<std::int64_t>(size)), {}, {}, {}};
  return {Json(size), {}, {}, {}};
}

PlainScalar floating(std::string_view text) {
  const std::optional<double> value = finite_float(text.substr(text[0] == '+' ? 1 : 0));
  if (value) return {Json(*value), {}, {}, {}};
  return refused("the number " + shortened(text, 64) + " is too large", "a finite number",
                 "put it in quotes if it is text");
}

}  // namespace

bool is_null_word(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNullWords = {"", "~", "null", "Null", "NULL"};
  return is_one_of(text, kNullWords);
}

PlainScalar plain_scalar(std::string_view text, const Limits& limits) {
  constexpr std::array<std::string_view, 3> kTrue = {"true", "True", "TRUE"};
  constexpr std::array<std::string_view, 3> kFalse = {"false", "False", "FALSE"};
  constexpr std::array<std::string_view, 3> kNan = {".nan", ".NaN", ".NAN"};
  constexpr std::array<std::string_view, 3> kInfinite = {".inf", ".Inf", ".INF"};
  if (is_null_word(text)) return {};
  if (is_one_of(text, kTrue)) return {Json(true), {}, {}, {}};
  if (is_one_of(text, kFalse)) return {Json(false), {}, {}, {}};
  const std::string_view bare = text.substr(text[0] == '-' || text[0] == '+' ? 1 : 0);
  if (is_one_of(text, kNan) || is_one_of(bare, kInfinite)) {
    return refused("`" + std::string(text) + "` is not a number that a state can hold", "a finite number",
                   "put it in quotes if it is text");
  }
  if (!is_scalar_digit(text.back()) && text.back() != '.' && !prefixed(text))
    return {Json(std::string(text)), {}, {}, {}};
  const std::optional<Literal> number = literal(text);
  if (!number) return {Json(std::string(text)), {}, {}, {}};
  if (text.size() > limits.max_number_chars) {
    return refused("a number of " + std::to_string(text.size()) + " characters; at most " +
                       std::to_string(limits.max_number_chars) + " (max_number_chars)",
                   "a shorter number", "put it in quotes if it is text");
  }
  if (number->base == 10 && number->digits.size() > 1 && number->digits[0] == '0') {
    return {Json(std::string(text)), "`" + std::string(text) + "` starts with a zero and is read as text",
            "a number without zeros in front, or text in quotes",
            "write \"" + std::string(text) + "\" for text, or drop the zeros for a number", true};
  }
  return number->is_float ? floating(text) : integer(*number, text);
}

}  // namespace gavel
