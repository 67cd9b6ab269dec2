#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/log.hpp"

using gavel::Log;
using gavel::LogEvent;
using gavel::LogLevel;

namespace {

// "warn store.opened file=a.db bytes=12"
std::string shown(const LogEvent& event) {
  std::string text = std::string(gavel::level_name(event.level)) + " " + std::string(event.name);
  for (const gavel::LogField& field : event.fields) {
    text += " " + std::string(field.name) + "=";
    if (const auto* number = std::get_if<std::uint64_t>(&field.value)) text += std::to_string(*number);
    if (const auto* word = std::get_if<std::string_view>(&field.value)) text += *word;
  }
  return text;
}

}  // namespace

TEST_CASE("a log passes on events of its level and above, with their fields in order") {
  std::vector<std::string> seen;
  const Log log(LogLevel::kInfo, [&seen](const LogEvent& event) { seen.push_back(shown(event)); });
  log.write(LogLevel::kDebug, "plugin.loaded", {{"plugin", "tides"}});
  log.write(LogLevel::kInfo, "store.opened", {{"file", std::string("a.db")}, {"bytes", 12U}});
  log.write(LogLevel::kError, "store.failed", {});
  CHECK(seen == std::vector<std::string>{"info store.opened file=a.db bytes=12", "error store.failed"});
  CHECK_FALSE(log.takes(LogLevel::kDebug));
  CHECK(log.takes(LogLevel::kWarn));
}

TEST_CASE("a log without a sink takes nothing, whatever its level") {
  for (const Log& log : {Log(), Log(LogLevel::kTrace, {})}) {
    CHECK_FALSE(log.takes(LogLevel::kError));
    log.write(LogLevel::kError, "store.failed", {{"file", "a.db"}});
  }
}

TEST_CASE("a log that is off passes nothing on") {
  int events = 0;
  const Log log(LogLevel::kOff, [&events](const LogEvent&) { ++events; });
  log.write(LogLevel::kError, "store.failed", {});
  CHECK(events == 0);
}

TEST_CASE("every log level has a name, and is found by it") {
  for (const char* name : {"trace", "debug", "info", "warn", "error", "off"}) {
    const auto level = gavel::level_of(name);
    REQUIRE(level.has_value());
    CHECK(gavel::level_name(*level) == name);
  }
  CHECK_FALSE(gavel::level_of("loud").has_value());
  CHECK_FALSE(gavel::level_of("").has_value());
}
