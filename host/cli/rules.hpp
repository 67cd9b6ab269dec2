// Loading a ruleset for a command: where plugins are looked for, and what is said when it does not load.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "rules/ruleset.hpp"

namespace gavel {

// The folders that come with Gavel: beside the program where it is installed, else where it was built from.
std::string shipped(const std::string& folder);

// Where schemas are looked for behind the ruleset's own folder and before those shipped; and which are asked
// for beside those that the ruleset names.
struct SchemaPlaces {
  std::vector<std::string> dirs;
  std::vector<Named> wanted;
};

// For its author a file is where it lies: not "plugins/love/step.lua", as on every machine.
void name_homes(std::vector<Problem>& problems, const std::vector<Pack>& packs);
// Where all that a ruleset in `folder` names is looked for.
RulesetPlaces places_of(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                        const SchemaPlaces& schemas = {});

// Loads the ruleset in `folder`, or a lone plugin as a ruleset of nothing but it and what it needs. Plugins
// are looked for in the ruleset's own folder, then in `plugin_dirs`, then among those shipped. `packs` is
// given the plugins as they were read, also where they do not load.
Ruleset::Built load_rules(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                          const Limits& limits, const SchemaPlaces& schemas = {},
                          std::vector<Pack>* packs = nullptr);

// The same ruleset as one text (rules/ruleset_image.hpp), for a campaign to keep. Nothing of it has run.
Result<std::string> load_image(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                               const Limits& limits, std::vector<Problem>& problems,
                               const SchemaPlaces& schemas = {});

// "check.unused_local", or the code of what does not load.
std::string code_of_problem(const Problem& problem);

// One problem as people and editors read it: "file:line:column: error: what, found …; expected …; fix".
std::string problem_line(const Problem& problem, bool colour);
Json problem_json(const Problem& problem);

}  // namespace gavel
