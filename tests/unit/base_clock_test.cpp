#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/clock.hpp"

using gavel::format_time;
using gavel::parse_time;
using gavel::Time;

namespace {

constexpr std::int64_t kDay = 86'400'000;
constexpr std::int64_t kFirst = -62'167'219'200'000;
constexpr std::int64_t kLast = 253'402'300'799'999;

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : kDays[month - 1];
}

std::string two(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string four(int number) {
  const std::string digits = std::to_string(number);
  return std::string(4 - digits.size(), '0') + digits;
}

std::int64_t ms_of(const std::string& text) {
  const gavel::Result<Time> time = parse_time(text);
  REQUIRE_MESSAGE(time.ok(), text);
  return time->ms;
}

}  // namespace

TEST_CASE("every date in years 0 to 9999 converts to the day number found by counting") {
  std::int64_t day = kFirst / kDay;
  std::size_t wrong = 0;
  for (int year = 0; year <= 9999; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int date = 1; date <= days_in(year, month); ++date, ++day) {
        const std::string text = four(year) + "-" + two(month) + "-" + two(date) + "T00:00:00Z";
        const auto time = parse_time(text);
        if (!time || time->ms != day * kDay || format_time(Time{day * kDay}) != text) ++wrong;
      }
      const std::string beyond =
          four(year) + "-" + two(month) + "-" + two(days_in(year, month) + 1) + "T00:00:00Z";
      if (parse_time(beyond)) ++wrong;
    }
  }
  CHECK(wrong == 0);
  CHECK(day * kDay == kLast + 1);
}

TEST_CASE("format and parse are inverse to each other over random times") {
  std::mt19937_64 random(20250920);
  std::uniform_int_distribution<std::int64_t> times(kFirst, kLast);
  std::size_t wrong = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Time time{times(random)};
    const auto read = parse_time(format_time(time));
    if (!read || *read != time) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("milliseconds are written only where they are not 0") {
  CHECK(format_time(Time{0}) == "1970-01-01T00:00:00Z");
  CHECK(format_time(Time{1}) == "1970-01-01T00:00:00.001Z");
  CHECK(format_time(Time{-1}) == "1969-12-31T23:59:59.999Z");
  CHECK(format_time(Time{kFirst}) == "0000-01-01T00:00:00Z");
  CHECK(format_time(Time{kLast}) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("a time outside the years 0 to 9999 is written as the nearest time inside") {
  CHECK(format_time(Time{kFirst - 1}) == "0000-01-01T00:00:00Z");
  CHECK(format_time(Time{INT64_MIN}) == "0000-01-01T00:00:00Z");
  CHECK(format_time(Time{INT64_MAX}) == "9999-12-31T23:59:59.999Z");
}

TEST_CASE("the zone shifts the time, and every way of writing it is read") {
  const std::int64_t noon = ms_of("2025-09-20T12:00:00Z");
  for (const char* same :
       {"2025-09-20T20:00:00+08:00", "2025-09-20T20:00:00+0800", "2025-09-20T02:30:00-09:30",
        "2025-09-20 12:00:00Z", "2025-09-20t12:00:00z", "2025-09-20T12:00Z", "2025-09-20T12:00:00.000Z",
        "2025-09-20T12:00:00-00:00", "2025-09-21T11:59:00+23:59"}) {
    CAPTURE(same);
    CHECK(ms_of(same) == noon);
  }
}

TEST_CASE("a fraction is cut to milliseconds") {
  const std::int64_t second = ms_of("2025-09-20T08:00:00Z");
  CHECK(ms_of("2025-09-20T08:00:00.5Z") == second + 500);
  CHECK(ms_of("2025-09-20T08:00:00,25Z") == second + 250);
  CHECK(ms_of("2025-09-20T08:00:00.1239999999Z") == second + 123);
  CHECK(ms_of("2025-09-20T08:00:00.007+01:00") == second + 7 - 3'600'000);
}

TEST_CASE("leap days exist exactly in leap years") {
  for (const char* good : {"2024-02-29T00:00:00Z", "2000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"})
    CHECK(parse_time(good).ok());
  for (const char* bad : {"2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z"})
    CHECK_FALSE(parse_time(bad).ok());
}

TEST_CASE("text that is not a time is refused, and the answer shows how to write one") {
  const std::vector<std::string> bad = {"",
                                        "now",
                                        "2025",
                                        "2025-09-20",
                                        "2025-09-20T08:00:00",
                                        "2025-09-20T08Z",
                                        "2025-9-20T08:00:00Z",
                                        "2025-09-20T8:00:00Z",
                                        "2025-13-01T00:00:00Z",
                                        "2025-00-01T00:00:00Z",
                                        "2025-01-00T00:00:00Z",
                                        "2025-01-01T24:00:00Z",
                                        "2025-01-01T00:60:00Z",
                                        "2025-01-01T00:00:60Z",
                                        "2025-01-01T00:00:00.Z",
                                        "2025-01-01T00:00:00Z ",
                                        " 2025-01-01T00:00:00Z",
                                        "2025-01-01T00:00:00+24:00",
                                        "2025-01-01T00:00:00+08:60",
                                        "2025-01-01T00:00:00+8",
                                        "2025-01-01T00:00:00ZZ",
                                        "12025-01-01T00:00:00Z",
                                        "-2025-01-01T00:00:00Z",
                                        "2025-01-01T00:00:00+",
                                        "2025/01/01T00:00:00Z",
                                        "2025-01-01T00:00:00.5",
                                        "2025-01-01T-1:00:00Z",
                                        "２０２５-01-01T00:00:00Z",
                                        std::string("2025-01-01T00:00:00Z\0", 21),
                                        "2025-01-01T00:00:Z"};
  for (const std::string& text : bad) {
    CAPTURE(text);
    const auto time = parse_time(text);
    REQUIRE_FALSE(time.ok());
    CHECK(time.error().code == gavel::Code::kParseMalformed);
    CHECK(time.error().hint.find("2025-09-20T08:00:00Z") != std::string::npos);
  }
}

TEST_CASE("a fraction is allowed only after seconds") { CHECK_FALSE(parse_time("2025-09-20T08:00.5Z").ok()); }

TEST_CASE("every incomplete beginning of a time is refused") {
  const std::string whole = "2025-09-20T08:30:15.250+08:00";
  REQUIRE(parse_time(whole).ok());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(whole.substr(0, length));
    CHECK_FALSE(parse_time(whole.substr(0, length)).ok());
  }
}
