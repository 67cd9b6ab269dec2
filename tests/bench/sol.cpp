// The same work by Lua's C API and by sol2 as host/engine/lua uses it, in a plain state: why either is where
// it is.
#include "sol.hpp"

#include <cstdio>

#include <lauxlib.h>

#include "rules.hpp"
#include "sol_api.hpp"
#include "timing.hpp"

namespace gavel::bench {
namespace {

using ProtectedCall =
    sol::basic_protected_function<sol::stack_reference, false, sol::stateless_stack_reference>;

constexpr int kTimes = 100'000;

std::int64_t length_of(std::string_view path) { return static_cast<std::int64_t>(path.size()); }

int raw_length_of(lua_State* lua) {
  std::size_t size = 0;
  if (lua_type(lua, 1) != LUA_TSTRING) return luaL_argerror(lua, 1, "string expected");
  lua_tolstring(lua, 1, &size);
  lua_pushinteger(lua, static_cast<lua_Integer>(size));
  return 1;
}

void compare(const char* name, double raw, double with_sol) {
  const std::string row = std::string(name) + ", sol2 against the C API";
  figure(row.c_str(), with_sol / raw, "x");
}

// A loop of Lua that calls the function at -1 with a path.
double calls(lua_State* lua) {
  lua_setglobal(lua, "f");
  (void)luaL_loadstring(lua, "local f = f for i = 1, 100 do f('people.zoe.age') end");
  const double took = best(kTimes / 100, [&] {
    lua_pushvalue(lua, -1);
    lua_call(lua, 0, 0);
  });
  lua_settop(lua, 0);
  return took;
}

void measure_functions(lua_State* lua) {
  lua_pushcfunction(lua, raw_length_of);
  const double raw = calls(lua);
  sol::stack::push(lua, &length_of);
  compare("a function that is given a path", raw, calls(lua));

  (void)luaL_loadstring(lua, "return function(a, b, c) return a end");
  lua_call(lua, 0, 1);
  const double raw_call = best(kTimes, [&] {
    lua_pushvalue(lua, 1);
    lua_pushinteger(lua, 1);
    lua_pushlstring(lua, "path", 4);
    lua_pushboolean(lua, 1);
    lua_pcall(lua, 3, 1, 0);
    lua_settop(lua, 1);
  });
  const ProtectedCall function(lua, 1, sol::stateless_stack_reference());
  const double sol_call = best(kTimes, [&] { (void)function(1, std::string_view("path"), true); });
  lua_settop(lua, 0);
  compare("a protected call with 3 arguments", raw_call, sol_call);
}

void measure_environments(lua_State* lua) {
  lua_newtable(lua);
  const double raw = best(kTimes, [&] {
    lua_newtable(lua);
    lua_createtable(lua, 0, 1);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_settop(lua, 1);
  });
  const sol::stack_table globals(lua, 1);
  const double with_sol = best(kTimes, [&] {
    sol::stack_environment environment(lua, sol::new_table());
    sol::stack_table meta(lua, sol::new_table(0, 1));
    meta.raw_set("__index", globals);
    environment.raw_set(sol::metatable_key, meta);
    lua_settop(lua, 1);
  });
  lua_settop(lua, 0);
  compare("a new environment", raw, with_sol);
}

void measure_tables(lua_State* lua) {
  (void)luaL_loadstring(lua, "return { path = 'a.*.b', mode = 'check', shadow = false, run = print }");
  lua_call(lua, 0, 1);
  std::size_t seen = 0;
  const double raw = best(kTimes, [&] {
    std::size_t size = 0;
    lua_getfield(lua, 1, "path");
    if (lua_type(lua, -1) == LUA_TSTRING && lua_tolstring(lua, -1, &size) != nullptr) seen += size;
    lua_pop(lua, 1);
  });
  const sol::stack_table table(lua, 1);
  const double with_sol = best(kTimes, [&] {
    if (const auto text = table.raw_get<sol::optional<std::string_view>>("path")) seen += text->size();
  });
  lua_settop(lua, 0);
  if (seen == 0) std::abort();
  compare("a member of a registration", raw, with_sol);
}

void measure_loading(lua_State* lua) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "x" + std::to_string(i) + " = function(a) return a + 1 end\n";
  const auto load = [&] { (void)luaL_loadbufferx(lua, text.data(), text.size(), "@p/init.lua", "t"); };
  lua_newtable(lua);
  const double raw = best(20, [&] {
    for (int i = 0; i < 20; ++i) {
      load();
      lua_pushvalue(lua, 1);
      lua_setupvalue(lua, -2, 1);
      lua_pcall(lua, 0, 0, 0);
      lua_settop(lua, 1);
    }
  });
  const double with_sol = best(20, [&] {
    for (int i = 0; i < 20; ++i) {
      load();
      sol::set_environment(sol::stack_environment(lua, 1), sol::stack_object(lua, 2));
      (void)ProtectedCall(lua, 2, sol::stateless_stack_reference())();
      lua_settop(lua, 1);
    }
  });
  compare("20 plugins loaded and run", raw, with_sol);
}

}  // namespace

void measure_sol() {
  lua_State* lua = luaL_newstate();
  measure_functions(lua);
  measure_environments(lua);
  measure_tables(lua);
  measure_loading(lua);
  lua_close(lua);
}

}  // namespace gavel::bench
