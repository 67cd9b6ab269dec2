// setmetatable and getmetatable. A plugin's metatable is copied: Lua reads `__mode` when it collects and
// `__close` when a variable ends, so that looking at the table once would not be enough.
#include <string>

#include "freeze.hpp"
#include "fuel.hpp"
#include "library.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {

const char kSourceKey = 0;

namespace {

constexpr const char* kEvents[] = {
    "__index", "__newindex",  "__call", "__len", "__eq",   "__lt",  "__le",   "__concat",   "__unm",
    "__add",   "__sub",       "__mul",  "__div", "__mod",  "__pow", "__idiv", "__tostring", "__pairs",
    "__name",  "__metatable", "__band", "__bor", "__bxor", "__shl", "__shr",  "__bnot"};

constexpr const char* kRefused[] = {"__gc", "__close", "__mode"};

// Copies the events of the table at `from` into the one at `to`.
void copy_events(lua_State* lua, int from, int to) {
  spend(lua, 8);
  for (const char* event : kRefused) {
    lua_pushstring(lua, event);
    if (lua_rawget(lua, from) != LUA_TNIL)
      raise_text(lua, std::string(event) + " is not allowed in a metatable of a plugin");
    lua_pop(lua, 1);
  }
  for (const char* event : kEvents) {
    lua_pushstring(lua, event);
    lua_pushvalue(lua, -1);
    if (lua_rawget(lua, from) == LUA_TNIL) {
      lua_pop(lua, 1);
      lua_pushvalue(lua, -1);
      if (lua_rawget(lua, to) == LUA_TNIL) {
        lua_pop(lua, 2);
        continue;
      }
      lua_pop(lua, 1);
      lua_pushnil(lua);
    }
    lua_rawset(lua, to);
  }
}

int set_metatable(lua_State* lua) {
  lua_settop(lua, 2);
  const TableKind kind = table_kind(lua, 1);
  if (kind == TableKind::kNone)
    bad_argument(lua, 1,
                 shown_type(lua, 1) == "table" ? "values that ctx gives are read-only"
                                               : "table expected, got " + std::string(shown_type(lua, 1)));
  if (kind == TableKind::kFrozen) bad_argument(lua, 1, "the table was made while loading and is read-only");
  if (kind == TableKind::kClass && push_metafield(lua, 1, "__metatable") != LUA_TNIL)
    raise_text(lua, "cannot change a protected metatable");
  if (lua_isnil(lua, 2)) {
    lua_pushnil(lua);
  } else if (lua_type(lua, 2) == LUA_TTABLE) {
    push_metatable_copy(lua, 2);
  } else {
    bad_argument(lua, 2, "nil or table expected, got " + std::string(shown_type(lua, 2)));
  }
  lua_setmetatable(lua, 1);
  lua_settop(lua, 1);
  return 1;
}

int get_metatable(lua_State* lua) {
  if (lua_isnone(lua, 1)) bad_argument(lua, 1, "value expected");
  const int type = lua_type(lua, 1);
  if (type != LUA_TTABLE) {
    // Strings and the host's values have metatables that are nobody's business.
    if (type == LUA_TSTRING || type == LUA_TUSERDATA) {
      lua_pushboolean(lua, 0);
    } else {
      lua_pushnil(lua);
    }
    return 1;
  }
  if (push_metafield(lua, 1, "__metatable") != LUA_TNIL) return 1;
  if (lua_getmetatable(lua, 1) == 0) {
    lua_pushnil(lua);
  } else {
    lua_rawgetp(lua, -1, &kSourceKey);
  }
  return 1;
}

}  // namespace

void push_metatable_copy(lua_State* lua, int index) {
  State& state = state_of(lua);
  index = lua_absindex(lua, index);
  const bool frozen = table_kind(lua, index) == TableKind::kFrozen;
  // Known copies are those made while loading: a call adds none, so that no call leaves a trace in the next.
  state.push(kRefMetatables);
  const int known = lua_gettop(lua);
  lua_pushvalue(lua, index);
  if (lua_rawget(lua, known) == LUA_TTABLE && frozen) {
    lua_remove(lua, known);
    return;
  }
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    lua_createtable(lua, 0, 4);
    lua_pushvalue(lua, index);
    lua_rawsetp(lua, -2, &kSourceKey);
    if (state.loading != nullptr) {
      lua_pushvalue(lua, index);
      lua_pushvalue(lua, -2);
      const WideTables wide(state.memory);
      lua_rawset(lua, known);
    }
  }
  const int copy = lua_gettop(lua);
  push_members(lua, index);
  copy_events(lua, lua_gettop(lua), copy);
  lua_settop(lua, copy);
  lua_remove(lua, known);
}

std::span<const LibraryFunction> metatable_functions() {
  static constexpr LibraryFunction kFunctions[] = {{"setmetatable", set_metatable},
                                                   {"getmetatable", get_metatable}};
  return kFunctions;
}

}  // namespace gavel
