#include "reference_value.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace gavel::reference {

bool is_integer(const Json& value) { return value.is_number_integer() || value.is_number_unsigned(); }

bool is_number(const Json& value) { return value.is_number(); }

Wide wide(const Json& integer) {
  if (integer.is_number_unsigned()) return static_cast<Wide>(integer.get<std::uint64_t>());
  return static_cast<Wide>(integer.get<std::int64_t>());
}

namespace {

// An integer against a float without rounding either: floats beyond 2^65 are larger than any JSON integer.
int compare_mixed(Wide integer, double number) {
  const double limit = 36893488147419103232.0;
  if (number >= limit) return -1;
  if (number <= -limit) return 1;
  const double floor = std::floor(number);
  const Wide whole = static_cast<Wide>(floor);
  if (integer < whole) return -1;
  if (integer > whole) return 1;
  return number > floor ? -1 : 0;
}

}  // namespace

int compare_numbers(const Json& left, const Json& right) {
  const bool left_integer = is_integer(left);
  const bool right_integer = is_integer(right);
  if (left_integer && right_integer) {
    const Wide a = wide(left);
    const Wide b = wide(right);
    return a < b ? -1 : (a > b ? 1 : 0);
  }
  if (left_integer) return compare_mixed(wide(left), right.get<double>());
  if (right_integer) return -compare_mixed(wide(right), left.get<double>());
  const double a = left.get<double>();
  const double b = right.get<double>();
  return a < b ? -1 : (a > b ? 1 : 0);
}

bool equal(const Json& left, const Json& right) {
  if (is_number(left) || is_number(right)) {
    return is_number(left) && is_number(right) && compare_numbers(left, right) == 0;
  }
  if (left.type() != right.type()) return false;
  if (left.is_boolean()) return left.get<bool>() == right.get<bool>();
  if (left.is_string()) return left.get<std::string>() == right.get<std::string>();
  if (left.is_null()) return true;
  if (left.size() != right.size()) return false;
  if (left.is_array()) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!equal(left[i], right[i])) return false;
    }
    return true;
  }
  for (const auto& [key, value] : left.items()) {
    const auto other = right.find(key);
    if (other == right.end() || !equal(value, *other)) return false;
  }
  return true;
}

namespace {

// Howard Hinnant's civil calendar, good for every proleptic Gregorian date.
std::int64_t days_from_civil(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t of_era = year - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

bool digits(const std::string& text, std::size_t at, std::size_t count, std::int64_t& out) {
  if (at + count > text.size()) return false;
  out = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    out = out * 10 + (text[i] - '0');
  }
  return true;
}

bool day_exists(std::int64_t year, std::int64_t month, std::int64_t day) {
  static constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const std::int64_t last = kDays[static_cast<std::size_t>(month - 1)] + (leap && month == 2 ? 1 : 0);
  return day <= last;
}

// The zone at the end of the text, as milliseconds to subtract.
std::optional<std::int64_t> parse_zone(const std::string& text, std::size_t at) {
  if (at + 1 == text.size() && (text[at] == 'Z' || text[at] == 'z')) return 0;
  if (at + 6 != text.size() || (text[at] != '+' && text[at] != '-') || text[at + 3] != ':')
    return std::nullopt;
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  if (!digits(text, at + 1, 2, hours) || !digits(text, at + 4, 2, minutes)) return std::nullopt;
  if (hours > 23 || minutes > 59) return std::nullopt;
  return (text[at] == '+' ? 1 : -1) * (hours * 60 + minutes) * 60000;
}

}  // namespace

std::optional<std::int64_t> parse_time(const std::string& text) {
  std::int64_t year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
  const bool shape = text.size() >= 20 && digits(text, 0, 4, year) && text[4] == '-' &&
                     digits(text, 5, 2, month) && text[7] == '-' && digits(text, 8, 2, day) &&
                     text[10] == 'T' && digits(text, 11, 2, hour) && text[13] == ':' &&
                     digits(text, 14, 2, minute) && text[16] == ':' && digits(text, 17, 2, second);
  if (!shape || !day_exists(year, month, day) || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  std::size_t at = 19;
  std::int64_t fraction = 0;
  if (text[at] == '.') {
    std::int64_t scale = 100;
    const std::size_t first = ++at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, scale /= 10)
      fraction += (text[at] - '0') * scale;
    if (at == first) return std::nullopt;
  }
  if (at >= text.size()) return std::nullopt;
  const auto zone = parse_zone(text, at);
  if (!zone) return std::nullopt;
  const std::int64_t seconds = ((days_from_civil(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  return seconds * 1000 + fraction - *zone;
}

std::string format_time(std::int64_t time_ms) {
  std::int64_t ms = time_ms % 1000;
  std::int64_t seconds = time_ms / 1000;
  if (ms < 0) {
    ms += 1000;
    --seconds;
  }
  std::int64_t days = seconds / 86400;
  std::int64_t of_day = seconds % 86400;
  if (of_day < 0) {
    of_day += 86400;
    --days;
  }
  // Naive on purpose: walk the calendar a year and a month at a time.
  std::int64_t year = 1970 + days / 366;
  while (days_from_civil(year + 1, 1, 1) <= days) ++year;
  while (days_from_civil(year, 1, 1) > days) --year;
  std::int64_t month = 12;
  while (days_from_civil(year, month, 1) > days) --month;
  const std::int64_t day = days - days_from_civil(year, month, 1) + 1;
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", static_cast<int>(year),
                static_cast<int>(month), static_cast<int>(day), static_cast<int>(of_day / 3600),
                static_cast<int>(of_day / 60 % 60), static_cast<int>(of_day % 60));
  std::string out = text;
  if (ms != 0) {
    std::snprintf(text, sizeof text, ".%03d", static_cast<int>(ms));
    out += text;
  }
  return out + "Z";
}

}  // namespace gavel::reference
