// What tests have used of a ruleset's code, as tables for people and as JSON.
#pragma once

#include <string>

#include "state/json.hpp"
#include "testing/usage.hpp"

namespace gavel {

// Lines by file with the ranges that did not run, and handlers with their calls and what rules answered.
std::string coverage_text(const Usage& usage, bool paint);
// {files: [{file, lines, ran, percent, missed: [[first, last]]}], handlers: [{id, kind, handler, at, calls,
// errors, answers, tests}]}
Json coverage_json(const Usage& usage);

// Handlers by what they cost, the dearest first, and sums by plugin.
std::string costs_text(const Usage& usage, bool paint);
// {handlers: [{id, kind, handler, calls, fuel, fuel_mean, fuel_most, fuel_share, of_limit, bytes, bytes_most,
// milliseconds}], plugins: [{plugin, calls, fuel, bytes, milliseconds}]}: only milliseconds differ from run
// to run.
Json costs_json(const Usage& usage);

}  // namespace gavel
