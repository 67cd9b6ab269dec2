// Lua's C API as this folder uses it: Lua 5.4 compiled as C++, so that an error is an exception and
// destructors run where it passes. The allowlist, the sizes and the traps were gone through for this version
// alone.
#pragma once

#include <cstddef>
#include <string_view>

#include <lauxlib.h>
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

// Puts the stack back to where it was.
class StackMark {
 public:
  explicit StackMark(lua_State* lua) : lua_(lua), top_(lua_gettop(lua)) {}
  ~StackMark() { lua_settop(lua_, top_); }
  StackMark(const StackMark&) = delete;
  StackMark& operator=(const StackMark&) = delete;

 private:
  lua_State* lua_;
  int top_;
};

}  // namespace gavel
