// Scene: a ruleset and a state that something is looked at with. What is tried, is tried on the scene's own
// document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

// REQUIRES: the ruleset outlives it, and the sandbox is of its program.
struct Scene {
  const Ruleset& ruleset;
  Sandbox& sandbox;
  Document& document;
  Json settings;  // in force
  Json campaign;  // the campaign's fields, if there is one
  Time now;
};

// ---- what rule_story and path_story share

// "plugins/love/step.lua:9".
std::string place_of(const Registration& registration);
// The pattern of a rule, budget or derive; nothing: it has none.
std::optional<Pattern> pattern_of(const Registration& registration, const Limits& limits);
// The patterns of an automation's changed(…) and command(…).
struct Awaited {
  std::string on;                  // as written
  std::optional<Pattern> pattern;  // nothing: an event by its name
};
std::vector<Awaited> awaited_by(const Registration& registration, const Limits& limits);

// A row of the fields table: {pattern, at, write?, read?, type?, min?, max?, enum?}.
Json field_row_json(const FieldRow& row);
// The actors of a column.
Json actors_json(std::uint32_t actors);

// Why of two patterns that both speak for a place the first one does: {segment, mine, its}; `its` is empty
// where the first is the longer one.
Json precedence_json(const Pattern& wins, const Pattern& loses);

}  // namespace gavel
