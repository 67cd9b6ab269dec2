// Migration: bringing a state from the plugins of one ruleset to those of another, by what they say of it:
//
//   migrate { from = "1.x", up = function(ctx) … end, down = function(ctx) … end }
//
// `from` is the versions that `up` begins with and `down` comes back to. Where a plugin of the new ruleset
// has a higher version than in the old one, its blocks whose `from` holds the old version go up; where it has
// a lower one, the old plugin's blocks whose `from` holds the new version come down. First those that come
// down, in the old ruleset's order backwards, then those that go up, in the new one's.
//
// A block writes as the actor `migration`. The new ruleset judges every write, also those of the old one's
// blocks, for it is by that one that the state will be judged from now on. Then every derived value is
// computed (`Derives`); no event is told to automations, nothing expires: no time has passed in the game.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "lua/manifest.hpp"
#include "rules/referee.hpp"
#include "state/document.hpp"

namespace gavel {

// A plugin that is not as it was.
struct PluginChange {
  struct Run {
    std::string id;  // "love/1": the first block of the instance
    bool up = true;
    std::string at;  // "plugins/affection/init.lua:40"
  };
  std::string instance;  // by its name in the new ruleset; of one that is gone, in the old one
  std::string plugin;
  std::optional<Version> from;  // nothing: it is new
  std::optional<Version> to;    // nothing: it is gone
  std::vector<Run> ran;
  std::string note;  // for people: what was not done about it; may be empty
};

struct Migrated {
  std::vector<PluginChange> plugins;  // in the new ruleset's order, then those that are gone
  // Each change's cause is "migration <instance>" or "derive <id>".
  Notes notes;
  // What does not fit the new ruleset as the state stands now, each with its place in the message: values
  // that its fields table forbids, plugins that have no way down.
  std::vector<Error> problems;
};

// One of the two rulesets. REQUIRES: both members outlive the call.
struct MigrationSide {
  const Ruleset& ruleset;
  Sandbox& sandbox;  // of the ruleset's program
  Json settings;     // in force, by key
};

// Whether every derived value is computed when the blocks have run. They wait where a turn is to be judged
// next on a state that nobody has played on: there the first turn computes them, and says so.
enum class Derives { kComputed, kWait };

// An error names the plugin, file and line, and the document is as it was. Otherwise its journal can undo the
// migration. `facts`: its settings are those of the sides. REQUIRES: the document's journal is empty.
Result<Migrated> migrate(Document& document, const MigrationSide& before, const MigrationSide& after,
                         Time now, const TurnFacts& facts, Derives derives = Derives::kComputed);

}  // namespace gavel
