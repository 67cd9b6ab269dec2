// Pack: a plugin as it was read: its manifest, its parameters and the bytes of its files. Loading is a pure
// function of packs, so that a ruleset can be stored by its bytes and built again anywhere.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "lua/manifest.hpp"
#include "state/json.hpp"

namespace gavel {

struct PackFile {
  std::string name;  // inside the plugin's folder, "/" between folders: "init.lua", "lib/words.lua"
  std::string text;
};

struct Pack {
  Manifest manifest;
  std::string manifest_text;  // as it was read
  std::string as;             // the instance's name; the plugin's own where the ruleset gives none
  Json params;                // an object, checked against the manifest, defaults filled in
  std::string
      folder;        // in front of file names in messages and verdicts: "plugins/affection", on every machine
  std::string home;  // where it was read, for its author; no part of what the pack is
  // Lua text; the manifest's `files` first, in that order, then what they may require.
  std::vector<PackFile> files;
  Where asked;  // where the ruleset asks for it, for messages
};

}  // namespace gavel
