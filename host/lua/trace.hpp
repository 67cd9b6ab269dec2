// Trace: where Lua is right now, read with the debug interface and without allocating in Lua, so that it can
// be taken inside a hook, a message handler or the allocator.
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
struct Trace {
  std::vector<TraceLevel> levels;
  std::size_t left_out = 0;
};

// Functions on the stack, C ones too.
int depth_of_calls(lua_State* lua);

// The levels above the `below` outermost ones, from `level` (0: what runs now).
Trace take_trace(lua_State* lua, int level, int below);

}  // namespace gavel
