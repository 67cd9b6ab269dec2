#include "environment.hpp"

#include <algorithm>
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
#include "sol_api.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"
#include "words.hpp"

namespace gavel {
namespace {

// (globals, name)
int unknown_global(lua_State* lua) {
  const std::string name =
      sol::type_of(lua, 2) == sol::type::string ? sol::stack::get<std::string>(lua, 2) : "?";
  const std::string shown = printable(shortened(name, 80));
  if (const std::string_view instead = instead_of(name); !instead.empty())
    raise_text(lua, "'" + shown + "' is not available in plugins: " + std::string(instead));
  std::vector<std::string> names;
  lua_settop(lua, 1);
  add_names(lua, 1, names);
  std::ranges::sort(names);
  raise_unknown(lua, "there is no global '" + shown + "'", name, {names.begin(), names.end()});
}

// (environment, name, value): a name that no plugin has set yet. What the sandbox gives is the same in every
// plugin, also for whoever reads it; a plugin's own globals have names of their own, and a local may have
// any.
int new_global(lua_State* lua) {
  const sol::stack_object name(lua, 2);
  if (name.get_type() == sol::type::string) {
    state_of(lua).push(kRefGlobals);
    if (sol::stack_table(lua, -1).raw_get<sol::type>(name) != sol::type::lua_nil) {
      const std::string shown = printable(shortened(name.as<std::string_view>(), 80));
      raise_text(lua, "the global '" + shown + "' is the sandbox's own; write 'local " + shown +
                          "', or take another name");
    }
  }
  sol::stack_table(lua, 1).raw_set(name, sol::stack_object(lua, 3));
  return 0;
}

// Gives a table a metatable of these events.
template <typename... Events>
void set_events(sol::stack_table table, Events&&... events) {
  sol::stack_table meta(table.lua_state(), sol::new_table(0, sizeof...(Events) / 2));
  meta.raw_set(std::forward<Events>(events)...);
  table.raw_set(sol::metatable_key, meta);
  meta.pop();
}

}  // namespace

void make_globals(lua_State* lua) {
  sol::stack_table registry = registry_of(lua);
  registry.raw_set(kRefOnError, kThroughSol<note_error>);
  for (const Ref ref : {kRefArrayMeta, kRefMetatables, kRefEnvironments, kRefModules, kRefAudited})
    registry.raw_set(ref, sol::new_table());
  make_null(lua);
  make_view_metatables(lua);
  make_context(lua);
  make_libraries(lua);
  sol::stack_table globals(lua, -1);
  add_words(lua);
  add_kinds(lua);
  add_modules(lua);
  globals.raw_set("require", kThroughSol<require>);
  set_events(globals, "__index", kThroughSol<unknown_global>);
  sol::stack_table meta(lua, sol::new_table(0, 2));
  meta.raw_set("__index", globals, "__newindex", kThroughSol<new_global>);
  registry.raw_set(kRefGlobals, globals, kRefEnvironmentMeta, meta);
}

void push_new_environment(lua_State* lua, std::size_t plugin) {
  const State& state = state_of(lua);
  state.push(kRefModules);
  sol::stack_table(lua, -1).raw_set(plugin + 1, sol::new_table());
  state.push(kRefEnvironments);
  sol::stack_table environments(lua, -1);
  sol::stack_environment environment(lua, sol::new_table());
  environments.raw_set(plugin + 1, environment);
  // What the ruleset gives this instance: also in ctx.params, but there only for handlers.
  const Json& params = state.build.packs[plugin].params;
  push_copy(lua, params.is_object() ? params : Json(Json::value_t::object));
  environment.raw_set("params", sol::stack_object(lua, -1));
  state.push(kRefEnvironmentMeta);
  environment.raw_set(sol::metatable_key, sol::stack_object(lua, -1));
  lua_settop(lua, environment.stack_index());
}

void push_session(lua_State* lua, std::size_t plugin) {
  const State& state = state_of(lua);
  state.push(kRefSession);
  if (!sol::stack_object(lua, -1).valid()) {
    sol::stack_table made(lua, sol::new_table());
    state.push(kRefContext);
    made.raw_set("ctx", sol::stack_object(lua, -1));
    registry_of(lua).raw_set(kRefSession, made);
    lua_pop(lua, 1);
    lua_replace(lua, -2);
  }
  sol::stack_table session(lua, -1);
  push_environment(lua, plugin);
  set_events(session, "__index", sol::stack_object(lua, -1), "__newindex", kThroughSol<new_global>);
  lua_pop(lua, 1);
}

void push_environment(lua_State* lua, std::size_t plugin) {
  state_of(lua).push(kRefEnvironments, plugin + 1);
}

}  // namespace gavel
