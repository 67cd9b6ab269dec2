#include "freeze.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/utf8.hpp"

#include "borders.hpp"
#include "fuel.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

// (front, key, value). Upvalue 1: the name of the library, or nil.
int refuse_frozen(lua_State* lua) {
  const std::string key =
      lua_type(lua, 2) == LUA_TSTRING ? " '" + printable(shortened(text_at(lua, 2), 80)) + "'" : "";
  if (lua_type(lua, lua_upvalueindex(1)) == LUA_TSTRING)
    raise_text(lua, "cannot write" + key + ": '" + std::string(text_at(lua, lua_upvalueindex(1))) +
                        "' is read-only");
  raise_text(lua, "cannot write" + key +
                      ": the table was made while loading and is read-only; keep it in ctx.memory, "
                      "or make a table in the handler");
}

int refuse_global(lua_State* lua) {
  const std::string key = lua_type(lua, 2) == LUA_TSTRING ? printable(shortened(text_at(lua, 2), 80)) : "?";
  raise_text(lua, "cannot set the global '" + key + "' after loading; write 'local " + key +
                      "', or keep it in ctx.memory");
}

// Upvalue 1: the members.
int length_behind(lua_State* lua) {
  lua_pushinteger(lua, border_by_members(lua, lua_upvalueindex(1)));
  return 1;
}

// (front, key). Upvalues: the members, the plugin's __index function.
int index_behind(lua_State* lua) {
  lua_settop(lua, 2);
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_settop(lua, 2);
  lua_pushvalue(lua, lua_upvalueindex(2));
  lua_insert(lua, 1);
  lua_call(lua, 2, 1);
  return 1;
}

void set_name(lua_State* lua, int table, const char* name, lua_CFunction function, int members) {
  if (members != 0) {
    lua_pushvalue(lua, members);
    lua_pushcclosure(lua, function, 1);
  } else {
    lua_pushcfunction(lua, function);
  }
  lua_setfield(lua, table, name);
}

// Fills the metatable at `meta` so that it shows `members`. The plugin's events, if any, stand in it already.
void show_behind(lua_State* lua, int meta, int members) {
  lua_pushvalue(lua, members);
  lua_rawsetp(lua, meta, &kShadowKey);
  lua_pushliteral(lua, "__index");
  lua_rawget(lua, meta);
  if (lua_isfunction(lua, -1)) {
    lua_pushvalue(lua, members);
    lua_insert(lua, -2);
    lua_pushcclosure(lua, index_behind, 2);
    lua_setfield(lua, meta, "__index");
  } else {
    if (!lua_isnil(lua, -1)) {
      lua_createtable(lua, 0, 1);
      lua_insert(lua, -2);
      lua_setfield(lua, -2, "__index");
      lua_setmetatable(lua, members);
    } else {
      lua_pop(lua, 1);
    }
    lua_pushvalue(lua, members);
    lua_setfield(lua, meta, "__index");
  }
  lua_pushnil(lua);
  lua_pushcclosure(lua, refuse_frozen, 1);
  lua_setfield(lua, meta, "__newindex");
  lua_pushliteral(lua, "__len");
  if (lua_rawget(lua, meta) == LUA_TNIL) set_name(lua, meta, "__len", length_behind, members);
  lua_pop(lua, 1);
}

class Freezer {
 public:
  Freezer(lua_State* lua, std::size_t plugin) : lua_(lua), plugin_(plugin) {
    state_of(lua).push(kRefGlobals);
    seen_.insert(lua_topointer(lua, -1));
    lua_pop(lua, 1);
    lua_newtable(lua);
    work_ = lua_gettop(lua);
  }

  // Takes the value on top.
  void visit() {
    const int type = lua_type(lua_, -1);
    if (type == LUA_TSTRING) longest_ = std::max<std::size_t>(longest_, lua_rawlen(lua_, -1));
    const bool wanted = type == LUA_TTABLE || (type == LUA_TFUNCTION && lua_iscfunction(lua_, -1) == 0);
    if (!wanted || !seen_.insert(lua_topointer(lua_, -1)).second) {
      lua_pop(lua_, 1);
    } else {
      lua_rawseti(lua_, work_, ++added_);
    }
  }

  // The bytes of the longest string that was met.
  std::size_t run() {
    for (lua_Integer at = 1; at <= added_; ++at) {
      lua_rawgeti(lua_, work_, at);
      if (lua_type(lua_, -1) == LUA_TTABLE) {
        table(lua_gettop(lua_));
      } else {
        function(lua_gettop(lua_));
      }
      lua_settop(lua_, work_);
    }
    lua_pop(lua_, 1);
    return longest_;
  }

 private:
  void function(int index) {
    for (int i = 1; lua_getupvalue(lua_, index, i) != nullptr; ++i) visit();
    lua_settop(lua_, index);
    state_of(lua_).audit.watch(lua_, plugin_);
  }

  void table(int index) {
    const TableKind kind = table_kind(lua_, index);
    if (kind == TableKind::kFrozen) return;
    bool events = has_copy(index);
    for (lua_pushnil(lua_); lua_next(lua_, index) != 0;) {
      events = events || (lua_type(lua_, -2) == LUA_TSTRING && text_at(lua_, -2).starts_with("__"));
      visit();
      lua_pushvalue(lua_, -1);
      visit();
    }
    if (events) keep_copy(index);
    lua_newtable(lua_);
    const int meta = lua_gettop(lua_);
    if (kind == TableKind::kClass && lua_getmetatable(lua_, index) != 0) {
      for (lua_pushnil(lua_); lua_next(lua_, meta + 1) != 0;) {
        lua_pushvalue(lua_, -2);
        lua_pushvalue(lua_, -2);
        lua_rawset(lua_, meta);
        visit();
      }
      lua_settop(lua_, meta);
    }
    move(index, meta, is_marked_array(lua_, index));
  }

  bool has_copy(int index) const {
    const StackMark mark(lua_);
    state_of(lua_).push(kRefMetatables);
    lua_pushvalue(lua_, index);
    return lua_rawget(lua_, -2) != LUA_TNIL;
  }

  // A table that may serve as a metatable: its copy is brought up to date while that is still possible. What
  // it calls is then what stands in the table, and is visited with it.
  void keep_copy(int index) {
    const StackMark mark(lua_);
    lua_pushcfunction(lua_, [](lua_State* lua) {
      push_metatable_copy(lua, 1);
      return 0;
    });
    lua_pushvalue(lua_, index);
    if (lua_pcall(lua_, 1, 0, 0) == LUA_OK) return;
    // A table with an event that is refused cannot be used as a metatable any more, and is plain data.
    state_of(lua_).push(kRefMetatables);
    lua_pushvalue(lua_, index);
    lua_pushnil(lua_);
    lua_rawset(lua_, -3);
  }

  void move(int index, int meta, bool marked) {
    lua_newtable(lua_);
    const int members = lua_gettop(lua_);
    for (lua_pushnil(lua_); lua_next(lua_, index) != 0;) {
      lua_pushvalue(lua_, -2);
      lua_insert(lua_, -2);
      lua_rawset(lua_, members);
      lua_pushvalue(lua_, -1);
      lua_pushnil(lua_);
      lua_rawset(lua_, index);
    }
    show_behind(lua_, meta, members);
    if (marked) mark_array(lua_, members);
    lua_pushvalue(lua_, meta);
    lua_setmetatable(lua_, index);
  }

  lua_State* lua_;
  std::size_t plugin_;
  int work_ = 0;
  lua_Integer added_ = 0;
  std::size_t longest_ = 0;
  std::unordered_set<const void*> seen_;
};

}  // namespace

void push_frozen(lua_State* lua, const char* name) {
  const int members = lua_gettop(lua);
  lua_newtable(lua);
  lua_newtable(lua);
  show_behind(lua, members + 2, members);
  push_text(lua, name);
  lua_pushcclosure(lua, refuse_frozen, 1);
  lua_setfield(lua, members + 2, "__newindex");
  lua_setmetatable(lua, -2);
  lua_remove(lua, members);
}

std::size_t freeze(lua_State* lua, std::size_t plugin) {
  const int value = lua_gettop(lua);
  Freezer freezer(lua, plugin);
  lua_pushvalue(lua, value);
  freezer.visit();
  const std::size_t longest = freezer.run();
  lua_settop(lua, value - 1);
  return longest;
}

void freeze_environment(lua_State* lua, int index) {
  const StackMark mark(lua);
  index = lua_absindex(lua, index);
  // freeze() has moved its members; behind them stand the names that every plugin sees.
  if (lua_getmetatable(lua, index) == 0) return;
  const int meta = lua_gettop(lua);
  lua_pushcfunction(lua, refuse_global);
  lua_setfield(lua, meta, "__newindex");
  push_members(lua, index);
  state_of(lua).push(kRefEnvironmentMeta);
  lua_setmetatable(lua, -2);
}

}  // namespace gavel
