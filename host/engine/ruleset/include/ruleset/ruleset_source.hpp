// RulesetSource: everything that a ruleset is made of, by its bytes: the file, its plugins in load order with
// their parameters filled in, the shared modules, the initial state. Nothing of it has run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/folder.hpp"
#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/load_order.hpp"
#include "lua/pack.hpp"
#include "ruleset/ruleset_file.hpp"
#include "ruleset/schema.hpp"
#include "state/json.hpp"

namespace gavel {

struct RulesetSource {
  RulesetFile file;
  std::vector<Pack> packs;  // in load order
  std::string order;        // the order and its reasons, for people
  std::vector<PackFile> library;
  // Those that the file names and all that they depend on; and all that lie in the ruleset's own `schemas`.
  std::vector<SchemaFile> schemas;
  Json state = Json::object();
  std::string file_text;  // of ruleset.yaml, and of the initial state's file, as they were read
  std::string state_text;
};

struct RulesetPlaces {
  std::string folder;                    // of the ruleset
  std::vector<std::string> plugin_dirs;  // looked through behind the ruleset's own `plugins`
  std::string library_dir;               // shared Lua modules; empty: none
  std::vector<std::string> schema_dirs;  // looked through behind the ruleset's own `schemas`
  std::vector<Named> schemas;            // asked for beside those that the file names, as by a card
};

// Nothing: see `problems`, which name everything that is wrong in any of the files. Warnings may stand beside
// a source. `part`, if given, is then what could be read: the plugins and shared modules that are whole.
std::optional<RulesetSource> read_ruleset(const RulesetPlaces& places, const Limits& limits,
                                          std::vector<Problem>& problems, RulesetSource* part = nullptr);

// The same for a folder that holds all it needs: its plugins in `plugins`, shared modules in `lib`.
std::optional<RulesetSource> read_ruleset_in(const Folder& folder, const Limits& limits,
                                             std::vector<Problem>& problems);

// The name of a folder, which is that of the plugin in it, also where it is called "." or "..".
std::string plugin_name_of(const std::string& folder);

// The same for a lone plugin: `places.folder` holds plugin.yaml. It is given its defaults, and an empty
// state; or what `text` says, the ruleset.yaml of a ruleset around it, which `file` is for messages.
std::optional<RulesetSource> read_lone_plugin(const RulesetPlaces& places, const Limits& limits,
                                              std::vector<Problem>& problems, const std::string& text = {},
                                              const std::string& file = {}, RulesetSource* part = nullptr);

}  // namespace gavel
