// Time and identity as inputs. Nothing in Gavel asks the machine for the time or makes up an id by itself:
// whoever starts a turn passes both in, so that the same inputs give the same bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace gavel {

// Milliseconds since 1970-01-01T00:00:00Z, leap seconds ignored.
struct Time {
  std::int64_t ms = 0;

  auto operator<=>(const Time&) const = default;
};

// "2025-09-20T08:00:00Z"; with ".123" where the milliseconds are not 0. Years 0 to 9999; a time outside is
// clamped.
std::string format_time(Time time);

// Reads ISO 8601: date, "T" or a blank, hours:minutes, optional seconds and fraction, then "Z" or an offset.
Result<Time> parse_time(std::string_view text);

// A source of ids in order. The same prefix and start give the same ids.
class IdSource {
 public:
  explicit IdSource(std::string prefix, std::uint64_t first = 1) : prefix_(std::move(prefix)), next_(first) {}

  std::string next() { return prefix_ + std::to_string(next_++); }

 private:
  std::string prefix_;
  std::uint64_t next_;
};

}  // namespace gavel
