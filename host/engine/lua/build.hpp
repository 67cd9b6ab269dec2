// Build: what a program is made of, behind program.hpp, and what every state of it shares.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/pack.hpp"
#include "lua/probe.hpp"
#include "lua/registry.hpp"
#include "lua/vocabulary.hpp"

#include "bytecode.hpp"

namespace gavel {

// One Lua file, compiled.
struct Chunk {
  std::string file;  // as messages show it: "plugins/affection/step.lua"
  std::string text;
  std::string bytecode;            // empty: does not compile
  std::size_t longest_string = 0;  // bytes of the longest in its code
};

// A pack's files by name ("lib/words.lua"), as places in Build::chunks.
using ChunkIndex = std::map<std::string, std::size_t, std::less<>>;

struct Build {
  std::vector<Pack> packs;
  const Vocabulary* vocabulary = nullptr;
  Probe* probe = nullptr;  // nullptr: nobody looks on
  Limits limits;
  std::vector<Chunk> chunks;
  std::vector<ChunkIndex> pack_chunks;  // by pack
  ChunkIndex library_chunks;            // by module name
  Registry registry;
  AssignMap assigns;  // which functions may change an upvalue

  const Chunk* chunk_of(std::string_view file) const {
    for (const Chunk& chunk : chunks)
      if (chunk.file == file) return &chunk;
    return nullptr;
  }
};

}  // namespace gavel
