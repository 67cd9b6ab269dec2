#include "base/clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace gavel {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr std::int64_t kDayMs = 86'400'000;

// Reads fixed-width numbers and signs off the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }

  bool skip(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  // Exactly `width` digits, or -1.
  int number(int width) {
    int value = 0;
    for (int i = 0; i < width; ++i) {
      if (peek() < '0' || peek() > '9') return -1;
      value = value * 10 + (text_[at_++] - '0');
    }
    return value;
  }

  // Any number of digits after a decimal point, as milliseconds (further digits are cut), or -1 if there are
  // none.
  int milliseconds() {
    int value = 0;
    int digits = 0;
    for (; peek() >= '0' && peek() <= '9'; ++at_, ++digits) {
      if (digits < 3) value = value * 10 + (peek() - '0');
    }
    if (digits == 0) return -1;
    for (; digits < 3; ++digits) value *= 10;
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

struct Fields {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0, offset_minutes = 0;
};

bool read_zone(Cursor& in, Fields& f) {
  if (in.skip('Z') || in.skip('z')) return in.at_end();
  const int sign = in.peek() == '-' ? -1 : 1;
  if (!in.skip('+') && !in.skip('-')) return false;
  const int hours = in.number(2);
  in.skip(':');
  const int minutes = in.number(2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
  f.offset_minutes = sign * (hours * 60 + minutes);
  return in.at_end();
}

bool read_fields(Cursor& in, Fields& f) {
  f.year = in.number(4);
  if (f.year < 0 || !in.skip('-')) return false;
  f.month = in.number(2);
  if (f.month < 0 || !in.skip('-')) return false;
  f.day = in.number(2);
  if (f.day < 0 || (!in.skip('T') && !in.skip('t') && !in.skip(' '))) return false;
  f.hour = in.number(2);
  if (f.hour < 0 || !in.skip(':')) return false;
  f.minute = in.number(2);
  if (f.minute < 0) return false;
  if (in.skip(':')) {
    if ((f.second = in.number(2)) < 0) return false;
    if ((in.skip('.') || in.skip(',')) && (f.ms = in.milliseconds()) < 0) return false;
  }
  return read_zone(in, f) && f.hour <= 23 && f.minute <= 59 && f.second <= 59;
}

// The digits, and what stands behind them; the place behind that.
char* put_digits(char* at, int number, int width, char behind) {
  for (int i = width; i-- > 0; number /= 10) at[i] = static_cast<char>('0' + number % 10);
  at[width] = behind;
  return at + width + 1;
}

}  // namespace

std::string format_time(Time time) {
  constexpr std::int64_t kFirst = -62'167'219'200'000;  // 0000-01-01T00:00:00Z
  constexpr std::int64_t kLast = 253'402'300'799'999;   // 9999-12-31T23:59:59.999Z
  const std::int64_t ms = std::clamp(time.ms, kFirst, kLast);
  const std::int64_t day = ms >= 0 ? ms / kDayMs : -((-ms + kDayMs - 1) / kDayMs);
  const std::int64_t rest = ms - day * kDayMs;
  const std::chrono::year_month_day date{sys_days{days{day}}};
  std::array<char, 24> text;
  char* at = text.data();
  at = put_digits(at, static_cast<int>(date.year()), 4, '-');
  at = put_digits(at, static_cast<int>(static_cast<unsigned>(date.month())), 2, '-');
  at = put_digits(at, static_cast<int>(static_cast<unsigned>(date.day())), 2, 'T');
  at = put_digits(at, static_cast<int>(rest / 3'600'000), 2, ':');
  at = put_digits(at, static_cast<int>(rest / 60'000 % 60), 2, ':');
  at = put_digits(at, static_cast<int>(rest / 1000 % 60), 2, rest % 1000 != 0 ? '.' : 'Z');
  if (rest % 1000 != 0) at = put_digits(at, static_cast<int>(rest % 1000), 3, 'Z');
  return {text.data(), at};
}

Result<Time> parse_time(std::string_view text) {
  Cursor in(text);
  Fields f;
  const bool formed = read_fields(in, f);
  const std::chrono::year_month_day date{std::chrono::year{f.year},
                                         std::chrono::month{static_cast<unsigned>(f.month)},
                                         std::chrono::day{static_cast<unsigned>(f.day)}};
  if (!formed || !date.ok()) {
    std::string message = "\"";
    message.append(text.substr(0, 64)).append("\" is not a time");
    return Error(Code::kParseMalformed, std::move(message), "write it as 2025-09-20T08:00:00Z, with a zone");
  }
  const std::int64_t day = sys_days{date}.time_since_epoch().count();
  const std::int64_t minutes = f.hour * 60 + f.minute - f.offset_minutes;
  return Time{day * kDayMs + minutes * 60'000 + f.second * 1000 + f.ms};
}

}  // namespace gavel
