// Random games in which places are hidden and forbidden, and random turns of whoever may not see or change
// them: what fields_play plays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ruleset/ruleset.hpp"

#include "json_random.hpp"

namespace gavel::testing {

// Stands in hidden places alone, as a value and as a key.
inline constexpr const char* kMarker = "hunter2";

// One text of one actor at one time.
struct FieldsTurn {
  Actor actor = Actor::kModel;
  std::int64_t after_ms = 0;  // since the turn before
  std::vector<Json> commands;
};

// A game, and two states that only differ where the observer may not read.
struct FieldsCase {
  std::string rules;                  // lines of ruleset.yaml
  std::vector<std::string> patterns;  // of the table
  std::shared_ptr<const Ruleset> ruleset;
  Actor observer = Actor::kModel;
  Json one, other;
  std::vector<FieldsTurn> turns;

  const FieldTable& fields() const { return ruleset->guards().fields(); }
  const DescribedPatterns& described() const { return ruleset->file().described_pairs; }
  bool hides(PathView path) const { return fields().hides(path, observer); }
  // Hidden with all that it can hold.
  bool closed(PathView path) const { return hides(path) && !fields().may_read_below(path, observer); }
};

// A new table of fields, with its ruleset.
void choose_rules(FieldsCase& game, Random& random);
// States and turns under the table that it has. REQUIRES: choose_rules.
void choose_play(FieldsCase& game, Random& random);

// What the observer sees of a state.
Json seen_by(const FieldsCase& game, const Json& data);

// fields_state.cpp
const std::vector<std::string>& fields_keys();
Json some_scalar(Random& random);
Json some_value(Random& random, int depth);
// The same with the marker in it at times, and, unless `guarded`, with nothing protected.
Json some_hidden(Random& random, bool guarded = false);
// game.one and game.other.
void choose_states(FieldsCase& game, Random& random);

// fields_commands.cpp
Path some_place(const FieldsCase& game, Random& random, const std::vector<Path>& known);
// The text of one turn. `known`: places that stand in the state.
std::vector<Json> some_commands(const FieldsCase& game, Random& random, const std::vector<Path>& known);

}  // namespace gavel::testing
