// Review: what a close look finds in a ruleset that loads, and in the Lua of one that does not: mistakes that
// would else be met in the middle of a game, or never. `gavel check` tells it; nothing is refused for it
// elsewhere.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "check/source_reader.hpp"
#include "lua/pack.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// A plugin's Lua, read without running it; the plugin once, however many instances it has.
struct PluginReading {
  std::string plugin;  // the plugin's own name
  SourceReading source;
};
std::vector<PluginReading> read_plugins(std::span<const Pack> packs, const Limits& limits);

// Lua that belongs to no plugin: shared modules, one file in an editor. Its globals are its own.
SourceReading read_lua(std::span<const LuaText> files, const Limits& limits);

// The ruleset as a whole: its places, its texts, and what its parts say to one another. Problems carry the
// files as plugins show them.
std::vector<Problem> review(const Ruleset& ruleset, std::span<const PluginReading> readings);

}  // namespace gavel
