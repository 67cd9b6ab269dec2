#include "environment.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "lua/program.hpp"

#include "bridge.hpp"
#include "context.hpp"
#include "library.hpp"
#include "loader.hpp"
#include "registration.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"
#include "words.hpp"

namespace gavel {
namespace {

// (globals, name)
int unknown_global(lua_State* lua) {
  const std::string name = lua_type(lua, 2) == LUA_TSTRING ? std::string(text_at(lua, 2)) : "?";
  const std::string shown = printable(shortened(name, 80));
  if (const std::string_view instead = instead_of(name); !instead.empty())
    raise_text(lua, "'" + shown + "' is not available in plugins: " + std::string(instead));
  std::vector<std::string> names;
  lua_settop(lua, 1);
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_pop(lua, 1)) names.emplace_back(text_at(lua, -2));
  std::ranges::sort(names);
  raise_unknown(lua, "there is no global '" + shown + "'", name, {names.begin(), names.end()});
}

// (environment, name, value): a name that no plugin has set yet. What the sandbox gives is the same in every
// plugin, also for whoever reads it; a plugin's own globals have names of their own, and a local may have
// any.
int new_global(lua_State* lua) {
  if (lua_type(lua, 2) == LUA_TSTRING) {
    state_of(lua).push(kRefGlobals);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, -2) != LUA_TNIL) {
      const std::string shown = printable(shortened(text_at(lua, 2), 80));
      raise_text(lua, "the global '" + shown + "' is the sandbox's own; write 'local " + shown +
                          "', or take another name");
    }
    lua_settop(lua, 3);
  }
  lua_rawset(lua, 1);
  return 0;
}

// A metatable whose only event is __index.
void push_index_meta(lua_State* lua) {
  lua_createtable(lua, 0, 1);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "__index");
}

void make_null(lua_State* lua) {
  State& state = state_of(lua);
  auto* null = new (lua_newuserdatauv(lua, sizeof(Box), 0)) Box;
  null->what = Boxed::kNull;
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "null");
  lua_setfield(lua, -2, "__name");
  lua_setmetatable(lua, -2);
  state.keep(kRefNull);
}

}  // namespace

void make_globals(lua_State* lua) {
  State& state = state_of(lua);
  lua_pushcfunction(lua, note_error);
  state.keep(kRefOnError);
  lua_createtable(lua, 0, 0);
  state.keep(kRefArrayMeta);
  for (const Ref ref : {kRefMetatables, kRefEnvironments, kRefModules, kRefAudited}) {
    lua_newtable(lua);
    state.keep(ref);
  }
  make_null(lua);
  make_view_metatables(lua);
  make_context(lua);
  make_libraries(lua);
  add_words(lua);
  add_kinds(lua);
  add_modules(lua);
  lua_pushcfunction(lua, require);
  lua_setfield(lua, -2, "require");
  lua_pushcfunction(lua, unknown_global);
  push_index_meta(lua);
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  state.keep(kRefGlobals);
  push_index_meta(lua);
  lua_pushcfunction(lua, new_global);
  lua_setfield(lua, -2, "__newindex");
  state.keep(kRefEnvironmentMeta);
}

void push_new_environment(lua_State* lua, std::size_t plugin) {
  const State& state = state_of(lua);
  const auto place = static_cast<lua_Integer>(plugin) + 1;
  state.push(kRefModules);
  lua_newtable(lua);
  lua_rawseti(lua, -2, place);
  lua_pop(lua, 1);
  lua_newtable(lua);
  // What the ruleset gives this instance: also in ctx.params, but there only for handlers.
  const Json& params = state.build.packs[plugin].params;
  push_copy(lua, params.is_object() ? params : Json(Json::value_t::object));
  lua_setfield(lua, -2, "params");
  state.push(kRefEnvironmentMeta);
  lua_setmetatable(lua, -2);
  state.push(kRefEnvironments);
  lua_pushvalue(lua, -2);
  lua_rawseti(lua, -2, place);
  lua_pop(lua, 1);
}

void push_session(lua_State* lua, std::size_t plugin) {
  const State& state = state_of(lua);
  state.push(kRefSession);
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    lua_newtable(lua);
    state.push(kRefContext);
    lua_setfield(lua, -2, "ctx");
    lua_pushvalue(lua, -1);
    state.keep(kRefSession);
  }
  push_environment(lua, plugin);
  push_index_meta(lua);
  lua_pushcfunction(lua, new_global);
  lua_setfield(lua, -2, "__newindex");
  lua_setmetatable(lua, -2);
}

void push_environment(lua_State* lua, std::size_t plugin) {
  state_of(lua).push(kRefEnvironments);
  lua_rawgeti(lua, -1, static_cast<lua_Integer>(plugin) + 1);
  lua_remove(lua, -2);
}

}  // namespace gavel
