// The parts of value.hpp that look at characters: escapes and sums.

#include <cmath>
#include <optional>

#include "base/utf8.hpp"

#include "value.hpp"

namespace gavel {
namespace {

class Unescape {
 public:
  Unescape(std::string_view raw, bool script) : raw_(raw), script_(script) {}

  Result<std::string> run() {
    out_.reserve(raw_.size());
    while (at_ < raw_.size()) {
      if (raw_[at_] == '\0') return Error(Code::kParseMalformed, "a NUL byte in a string", "leave it out");
      if (raw_[at_] != '\\') {
        out_ += raw_[at_++];
        continue;
      }
      ++at_;
      if (!escape()) return bad();
    }
    return std::move(out_);
  }

 private:
  bool escape() {
    if (at_ == raw_.size()) return false;
    const char c = raw_[at_++];
    // A quote of the string's own kind has to be written somehow.
    constexpr std::string_view kNames = "\"\\/bfnrt'`";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t'`";
    if (const std::size_t i = kNames.find(c); i != std::string_view::npos) {
      out_ += kValues[i];
      return true;
    }
    if (c == 'u') return unicode();
    if (!script_) return false;  // the rest is JavaScript's
    if (c == 'v') out_ += '\v';
    if (c == '0') out_ += '\0';
    if (c == 'x') return byte();
    if (c != 'v' && c != '0' && c != '\n') out_ += c;
    return true;
  }

  std::optional<char32_t> hex(std::size_t digits) {
    char32_t value = 0;
    for (std::size_t i = 0; i < digits; ++i, ++at_) {
      if (at_ == raw_.size()) return std::nullopt;
      const char c = lower(raw_[at_]);
      if (!is_digit(c) && (c < 'a' || c > 'f')) return std::nullopt;
      value = value * 16 + static_cast<char32_t>(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return value;
  }

  bool byte() {
    const std::optional<char32_t> value = hex(2);
    if (value) append_utf8(out_, *value);
    return value.has_value();
  }

  bool unicode() {
    std::optional<char32_t> value = hex(4);
    if (!value) return false;
    if (*value >= 0xD800 && *value <= 0xDBFF && raw_.substr(at_, 2) == "\\u") {
      at_ += 2;
      const std::optional<char32_t> low = hex(4);
      if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
      value = 0x10000 + ((*value - 0xD800) << 10U) + (*low - 0xDC00);
    }
    if (*value >= 0xD800 && *value <= 0xDFFF) return false;
    append_utf8(out_, *value);
    return true;
  }

  Error bad() const {
    const std::size_t from = raw_.rfind('\\', at_ - 1);
    return {Code::kParseMalformed,
            "the escape " + shortened(printable(raw_.substr(from, at_ - from + 1)), 16) +
                " in a string means nothing",
            "write a backslash as \\\\; \\uD800 to \\uDFFF only in pairs"};
  }

  std::string_view raw_;
  bool script_;
  std::size_t at_ = 0;
  std::string out_;
};

// A sum by two stacks: numbers, and operators that wait for their right side.
class Sum {
 public:
  Sum(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}

  std::optional<Result<Json>> run() {
    bool number_next = true;
    bool operated = false;
    for (skip(); at_ < text_.size(); skip()) {
      const char c = text_[at_];
      if (number_next) {
        if (c == '(') {
          operators_.push_back('(');
          ++at_;
        } else if (!number()) {
          return std::nullopt;
        } else {
          number_next = false;
        }
        continue;
      }
      ++at_;
      if (c == ')') {
        while (!operators_.empty() && operators_.back() != '(') apply();
        if (operators_.empty()) return std::nullopt;
        operators_.pop_back();
        operated = true;
      } else if (c == '+' || c == '-' || c == '*' || c == '/') {
        while (!operators_.empty() && binds(operators_.back()) >= binds(c)) apply();
        operators_.push_back(c);
        number_next = operated = true;
      } else {
        return std::nullopt;
      }
    }
    if (number_next || !operated) return std::nullopt;
    while (!operators_.empty()) {
      if (operators_.back() == '(') return std::nullopt;
      apply();
    }
    if (error_) return Result<Json>(*error_);
    return Result<Json>(std::move(numbers_.back()));
  }

 private:
  static int binds(char c) { return c == '(' ? 0 : c == '+' || c == '-' ? 1 : 2; }
  void skip() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  bool number() {
    const std::size_t begin = at_;
    if (text_[at_] == '-' || text_[at_] == '+') ++at_;
    while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::size_t skip_plus = text_[begin] == '+' ? 1 : 0;
    Result<Json> value = number_of(text_.substr(begin + skip_plus, at_ - begin - skip_plus), limits_);
    if (!value && value.error().code == Code::kParseMalformed) return false;
    if (!value) error_ = value.error();
    numbers_.push_back(value ? std::move(*value) : Json(0));
    return true;
  }

  void apply() {
    const char c = operators_.back();
    operators_.pop_back();
    const Json right = std::move(numbers_.back());
    numbers_.pop_back();
    Json& left = numbers_.back();
    if (left.is_number_integer() && right.is_number_integer()) {
      const WideInteger a = wide(left);
      const WideInteger b = wide(right);
      if (c == '/' && b != 0 && a % b == 0) return keep(a / b);
      if (c != '/') return keep(c == '+' ? a + b : c == '-' ? a - b : a * b);
    }
    const double a = left.get<double>();
    const double b = right.get<double>();
    const double result = c == '+' ? a + b : c == '-' ? a - b : c == '*' ? a * b : a / b;
    if (!std::isfinite(result)) error_ = Error(Code::kValueRange, "the sum is no finite number");
    left = std::isfinite(result) ? Json(result) : Json(0);
  }

  void keep(WideInteger value) {
    const bool fits = value >= INT64_MIN && value <= static_cast<WideInteger>(UINT64_MAX);
    if (!fits) error_ = Error(Code::kValueRange, "the sum does not fit a 64-bit integer");
    Json& left = numbers_.back();
    if (!fits) left = 0;
    if (fits && value <= INT64_MAX) left = static_cast<std::int64_t>(value);
    if (fits && value > INT64_MAX) left = static_cast<std::uint64_t>(value);
  }

  std::string_view text_;
  const Limits& limits_;
  std::size_t at_ = 0;
  std::vector<Json> numbers_;
  std::string operators_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::string> unescaped(std::string_view raw, bool script, const Limits& limits) {
  if (raw.size() > limits.max_string_bytes) return too_many_bytes("a string", raw, limits);
  return Unescape(raw, script).run();
}

std::optional<Result<Json>> arithmetic(std::string_view text, const Limits& limits) {
  std::optional<Result<Json>> sum = Sum(text, limits).run();
  if (sum && text.size() > limits.max_number_chars)
    return over_limit(Code::kLimitSize, "a sum of " + std::to_string(text.size()) + " characters",
                      limits.max_number_chars, "max_number_chars");
  return sum;
}

}  // namespace gavel
