// Log: what a host notices while it works, for those who run it: rulesets loaded and exchanged, handlers set
// aside, turns that were slow or stopped by the clock, stores opened, brought up to date, rescued.
//
// An input, like the clock: whoever loads a ruleset or opens a store passes one in, and there is none for the
// whole process. A default Log takes nothing and costs one comparison.
//
// An event has a name that stays ("store.opened") and fields; it is no sentence. kInfo is what was asked for,
// and what came of it; kWarn what nobody asked for and somebody should look at. Judging writes nothing, and
// no field holds what a player or a model wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace gavel {

enum class LogLevel : std::uint8_t { kTrace, kDebug, kInfo, kWarn, kError, kOff };

std::string_view level_name(LogLevel level);  // "trace", "debug", "info", "warn", "error", "off"
std::optional<LogLevel> level_of(std::string_view name);

// REQUIRES: a name that is not time, level or event, which sinks add.
struct LogField {
  LogField(std::string_view name_in, std::string_view text) : name(name_in), value(text) {}
  LogField(std::string_view name_in, const char* text) : name(name_in), value(std::string_view(text)) {}
  LogField(std::string_view name_in, const std::string& text)
      : name(name_in), value(std::string_view(text)) {}
  LogField(std::string_view name_in, std::uint64_t number) : name(name_in), value(number) {}

  std::string_view name;
  std::variant<std::string_view, std::uint64_t> value;
};

// Valid until the sink returns.
struct LogEvent {
  LogLevel level;
  std::string_view name;
  std::span<const LogField> fields;
};

class Log {
 public:
  // Called by any thread that works for the host, by several at once. It must neither throw nor call what
  // writes to it.
  using Sink = std::function<void(const LogEvent&)>;

  Log() = default;
  Log(LogLevel least, Sink sink) : least_(sink ? least : LogLevel::kOff), sink_(std::move(sink)) {}

  bool takes(LogLevel level) const { return level >= least_; }
  void write(LogLevel level, std::string_view name, std::initializer_list<LogField> fields) const {
    if (takes(level)) sink_({level, name, {fields.begin(), fields.size()}});
  }

 private:
  LogLevel least_ = LogLevel::kOff;
  Sink sink_;
};

}  // namespace gavel
