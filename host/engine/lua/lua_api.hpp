// Lua's C API as this folder uses it: Lua 5.4 compiled as C++, so that an error is an exception and
// destructors run where it passes. The allowlist, the sizes and the traps were gone through for this version
// alone.
#pragma once

#include <cstddef>
#include <exception>
#include <string_view>

#include <lua.h>

static_assert(LUA_VERSION_NUM == 504, "the sandbox was built for and checked against Lua 5.4");

namespace gavel {

class State;

inline State& state_of(lua_State* lua) { return **static_cast<State**>(lua_getextraspace(lua)); }

// REQUIRES: a string stands there (a number would be turned into one in place).
inline std::string_view text_at(lua_State* lua, int index) {
  std::size_t size = 0;
  const char* data = lua_tolstring(lua, index, &size);
  return {data, size};
}

inline void push_text(lua_State* lua, std::string_view text) {
  lua_pushlstring(lua, text.data(), text.size());
}

// ---- what stands in for Lua's auxiliary library (auxiliary.cpp says why)

// Raises an error that says `message` where the stack has no room for so many more.
void ensure_stack(lua_State* lua, int more, const char* message);
// Pushes that field of the metatable of what stands there, and tells its type; LUA_TNIL: nothing is pushed.
int push_metafield(lua_State* lua, int index, const char* name);
// Pushes "file:line: " of the function that runs on that level, or "".
void push_where(lua_State* lua, int level);
// Pushes a chunk as a function, or what is wrong with it. `mode`: "t" text, "b" bytecode.
int load_chunk(lua_State* lua, std::string_view chunk, const char* name, const char* mode);

// Raises: stands in for what sol says of types that are not used here (sol_api.hpp).
[[noreturn]] int raise_for_sol(lua_State* lua);
// Ends the program: stands in for references in the registry, which are not used either.
[[noreturn]] int refuse_reference();

// Puts the stack back to where it was; an error that passes keeps it, for its message is on top and Lua takes
// it from there only when it catches the error.
class StackMark {
 public:
  explicit StackMark(lua_State* lua)
      : lua_(lua), top_(lua_gettop(lua)), under_way_(std::uncaught_exceptions()) {}
  ~StackMark() {
    if (std::uncaught_exceptions() == under_way_) lua_settop(lua_, top_);
  }
  StackMark(const StackMark&) = delete;
  StackMark& operator=(const StackMark&) = delete;

 private:
  lua_State* lua_;
  int top_;
  int under_way_;  // errors, when it was set
};

}  // namespace gavel
