// Time as an input. What Gavel does depends on no clock but the one it is given, so that a game can be played
// again to the byte: give your own for replays and tests, and the machine's for play.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "gavel/result.hpp"

GAVEL_NAMESPACE_BEGIN
// Milliseconds since 1970-01-01T00:00:00Z, leap seconds ignored.
struct Time {
  std::int64_t ms = 0;
};

// "2025-09-20T08:00:00Z"; with ".123" where the milliseconds are not 0.
GAVEL_API std::string format_time(Time time);
// ISO 8601 with a zone.
GAVEL_API Result<Time> parse_time(std::string_view text) noexcept;

// Asked once for every call that needs the time, in the thread of that call: by several at once, where
// several threads play. It must not call the object it was given to; one that throws makes that call fail
// with `embedder.failed`.
using Clock = std::function<Time()>;

GAVEL_API Time machine_clock() noexcept;

GAVEL_NAMESPACE_END
