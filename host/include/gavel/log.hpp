// What the library notices while it works, for those who run it: rulesets loaded and exchanged, handlers set
// aside, turns that were slow or stopped by the clock, stores opened and brought up to date. It goes to a
// function of yours; the library prints nothing and keeps no log of its own.
//
//   gavel::CampaignsOptions options;
//   options.log.sink = [](const gavel::LogEvent& event) { std::clog << event.name << event.fields.text() <<
//   "\n"; };
//
// No event holds what a player or a model wrote.
#pragma once

#include <functional>
#include <string>

#include "gavel/json.hpp"

GAVEL_NAMESPACE_BEGIN
enum class LogLevel { kTrace, kDebug, kInfo, kWarn, kError, kOff };

struct LogEvent {
  LogLevel level = LogLevel::kInfo;
  std::string name;  // stays the same from version to version: "store.opened"
  Json fields;       // an object: texts and numbers
};

// Called in whichever thread the event happens, the library's own included, by several at once: it must be
// thread-safe. It must not call the object it was given to. What it throws is dropped. The last call comes
// before the destructor of that object returns.
using LogSink = std::function<void(const LogEvent& event)>;

struct LogOptions {
  LogSink sink = {};                 // empty: nothing is logged
  LogLevel least = LogLevel::kInfo;  // what is below is not made
};

GAVEL_NAMESPACE_END
