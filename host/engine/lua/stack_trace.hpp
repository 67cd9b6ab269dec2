// StackTrace: where Lua is right now, read with the debug interface and without allocating in Lua, so that it
// can be taken inside a hook, a message handler or the allocator.
#pragma once

#include <string>
#include <vector>

#include "lua_api.hpp"

namespace gavel {

struct TraceLevel {
  std::string file;
  int line = 0;
  std::string name;  // of the function; empty: unknown
  int first_line = 0;
};

// Lua functions only, innermost first.
struct StackTrace {
  std::vector<TraceLevel> levels;
  std::size_t left_out = 0;
};

// A line of a plugin's; no file: unknown.
struct FilePlace {
  std::string file;
  std::size_t line = 0;
};

// The line that runs on that level (1: what called the function of ours that asks).
FilePlace place_of_level(lua_State* lua, int level);
// Where the function at `index` begins.
FilePlace place_of_function(lua_State* lua, int index);

// The levels of the thread, from `level` (0: what runs now).
StackTrace take_trace(lua_State* lua, int level);

}  // namespace gavel
