// Plays a game of fields_random, and holds three properties:
//   1. Nobody can tell two states apart that differ only where they may not read: whatever they write, they
//      are told the same, and go on to see the same.
//   2. No text of theirs, now or later, changes a place that they may not write.
//   3. No text of theirs changes what lies outside of the ruleset's root, or takes a protected node away.
//   4. What stands in hidden places alone is in no byte of what they are told, also where a tool wrote for
//      them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "fields_random.hpp"

namespace gavel::testing {

struct FieldsCounts {
  std::map<std::string, std::uint64_t> statuses;
  std::uint64_t games = 0, turns = 0, parted = 0;
};

// What failed; empty: nothing. `sandbox`: of the game's ruleset. A game ends where somebody who may read it
// all, an operator or a plugin, has made the difference plain.
std::string play(const FieldsCase& game, Sandbox& sandbox, FieldsCounts* counts);

// Turns and commands left out as long as it still fails: the whole game as text, and what failed.
std::string shrunk(FieldsCase game, Sandbox& sandbox, std::string failure);

}  // namespace gavel::testing
