// Loading a ruleset from its folder: where plugins, schemas and shared modules are looked for beside it, and
// where those lie that come with Gavel.
#pragma once

#include <string>
#include <vector>

#include "base/log.hpp"
#include "base/problem.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// A folder that comes with Gavel, such as "plugins": in $GAVEL_SHARE, where that is set; else in
// `share/gavel` beside where this program or library is installed, wherever that was moved to; else where
// Gavel was built from.
std::string shipped(const std::string& folder);

// Whether a folder holds a ruleset, whatever state that is in.
bool is_ruleset(const std::string& folder);

// Where schemas are looked for behind the ruleset's own folder and before those shipped; and which are asked
// for beside those that the ruleset names.
struct SchemaPlaces {
  std::vector<std::string> dirs;
  std::vector<Named> wanted;
};

// Where all that a ruleset in `folder` names is looked for.
RulesetPlaces places_of(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                        const SchemaPlaces& schemas = {});

// Loads the ruleset in `folder`, or a lone plugin as a ruleset of nothing but it and what it needs. Plugins
// are looked for in the ruleset's own folder, then in `plugin_dirs`, then among those shipped. `image`, if
// given, gets what was loaded as one text; `packs` the plugins as they were read, also where they do not
// load.
Ruleset::Built load_rules(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                          const Limits& limits, const SchemaPlaces& schemas = {},
                          std::string* image = nullptr, std::vector<Pack>* packs = nullptr);

// Tells the log what was loaded, or that nothing was. `from`: the folder, or where else it came from.
void log_loaded(const Log& log, std::string_view from, const Ruleset::Built& built);

// For its author a file is where it lies: not "plugins/love/step.lua", as on every machine.
void name_homes(std::vector<Problem>& problems, const std::vector<Pack>& packs);

// The same ruleset as one text (ruleset/ruleset_image.hpp), for a campaign to keep. Nothing of it has run.
Result<std::string> load_image(const std::string& folder, const std::vector<std::string>& plugin_dirs,
                               const Limits& limits, std::vector<Problem>& problems,
                               const SchemaPlaces& schemas = {});

}  // namespace gavel
