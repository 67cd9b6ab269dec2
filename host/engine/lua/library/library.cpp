#include "library.hpp"

#include <limits>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "lua/program.hpp"

#include "context.hpp"
#include "environment.hpp"
#include "for_operands.hpp"
#include "freeze.hpp"
#include "fuel.hpp"
#include "state.hpp"
#include "values.hpp"
#include "view.hpp"

namespace gavel {
namespace {

constexpr std::pair<std::string_view, std::string_view> kInstead[] = {
    {"print", "write to the log with ctx.log"},
    {"warn", "write to the log with ctx.log"},
    {"io", "plugins do not reach files; what they need is in the document or in params"},
    {"os", "plugins do not reach the system; the time of the turn is ctx.now"},
    {"debug", "errors show source and traceback by themselves"},
    {"package", "require takes the name of one of the plugin's own files or of a shared module"},
    {"dofile", "use require"},
    {"loadfile", "use require"},
    {"load", "plugins do not make code at run time; use functions and tables"},
    {"loadstring", "plugins do not make code at run time; use functions and tables"},
    {"collectgarbage", "memory is collected between calls"},
    {"coroutine", "handlers run to their end; use a loop or a closure"},
    {"xpcall", "use pcall"},
    {"rawget", "index the table"},
    {"rawset", "assign to the table"},
    {"rawequal", "use =="},
    {"rawlen", "use #"},
    {"getfenv", "every file of a plugin sees the same names"},
    {"setfenv", "every file of a plugin sees the same names"},
    {"unpack", "use table.unpack"},
    {"integer", "the argument's form is int{}"},
    {"number", "the argument's form is num{}"},
    {"boolean", "the argument's form is bool{}"},
    {"_G", "write the names themselves"},
    {"None", "nothing is written nil, and JSON's null null"},
    {"NULL", "nothing is written nil, and JSON's null null"},
    {"undefined", "nothing is written nil, and JSON's null null"},
    {"True", "write true"},
    {"False", "write false"},
    {"state", "the state is read with ctx.get(path)"},
    {"_VERSION", "plugins run on Lua 5.4"},
    {"math.random", "dice come from ctx.roll, so that a turn can be judged again"},
    {"math.randomseed", "dice come from ctx.roll, so that a turn can be judged again"},
    {"math.pow", "use x ^ y"},
    {"string.dump", "functions cannot be turned into bytes"},
    {"string.pack", "use string.format, or keep tables"},
    {"string.unpack", "use string.match, or keep tables"},
    {"string.packsize", "use string.format, or keep tables"},
    {"table.getn", "use #"},
    {"table.maxn", "use #"},
    {"table.foreach", "use pairs"},
};

void add_all(lua_State* lua, std::span<const LibraryFunction> functions) {
  for (const LibraryFunction& one : functions) {
    lua_pushcfunction(lua, one.function);
    lua_setfield(lua, -2, one.name);
  }
}

// (table, key): a name that a library does not have. The library's name is upvalue 1.
int unknown_member(lua_State* lua) {
  const std::string library(text_at(lua, lua_upvalueindex(1)));
  const std::string key = lua_type(lua, 2) == LUA_TSTRING ? std::string(text_at(lua, 2)) : "?";
  const std::string full = library + "." + key;
  if (const std::string_view instead = instead_of(full); !instead.empty())
    raise_text(lua, full + " is not available: " + std::string(instead));
  std::vector<std::string> names;
  lua_settop(lua, 1);
  for (lua_pushnil(lua); lua_next(lua, 1) != 0; lua_pop(lua, 1)) names.emplace_back(text_at(lua, -2));
  std::ranges::sort(names);
  raise_unknown(lua, "there is no " + printable(shortened(full, 80)), key, {names.begin(), names.end()});
}

void add_library(lua_State* lua, const char* name) {
  push_sealed(lua, name);
  lua_setfield(lua, -2, name);
}

void make_string(lua_State* lua) {
  lua_newtable(lua);
  add_all(lua, string_functions());
  add_all(lua, pattern_functions());
  lua_pushcfunction(lua, format);
  lua_setfield(lua, -2, "format");
  lua_pushvalue(lua, -1);
  state_of(lua).keep(kRefStringTable);
  // ("x"):upper(): the metatable of all strings, out of everybody's reach.
  lua_pushliteral(lua, "");
  lua_createtable(lua, 0, 2);
  // The same functions, and what checks the numbers of loops, which is nobody's to call.
  lua_newtable(lua);
  add_all(lua, string_functions());
  add_all(lua, pattern_functions());
  lua_pushcfunction(lua, format);
  lua_setfield(lua, -2, "format");
  lua_pushcfunction(lua, for_operand);
  lua_setfield(lua, -2, kForOperand);
  lua_createtable(lua, 0, 1);
  push_text(lua, "string");
  lua_pushcclosure(lua, unknown_member, 1);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

void make_math(lua_State* lua) {
  lua_newtable(lua);
  add_all(lua, math_functions());
  lua_pushnumber(lua, 3.141592653589793238462643383279502884);
  lua_setfield(lua, -2, "pi");
  lua_pushnumber(lua, std::numeric_limits<double>::infinity());
  lua_setfield(lua, -2, "huge");
  lua_pushinteger(lua, LUA_MAXINTEGER);
  lua_setfield(lua, -2, "maxinteger");
  lua_pushinteger(lua, LUA_MININTEGER);
  lua_setfield(lua, -2, "mininteger");
}

}  // namespace

std::string_view instead_of(std::string_view name) {
  for (const auto& [word, instead] : kInstead)
    if (word == name) return instead;
  return name.starts_with("os.") || name.starts_with("io.") ? instead_of(name.substr(0, 2))
                                                            : std::string_view();
}

void charge_string(lua_State* lua, std::size_t bytes, const char* function) {
  const std::size_t most = state_of(lua).build.limits.max_lua_string_bytes;
  if (bytes > most) {
    raise_text(lua, std::string(function) + " would make a string of " + std::to_string(bytes) +
                        " bytes; at most " + std::to_string(most) + " (limits.max_lua_string_bytes)");
  }
  spend_bytes(lua, bytes);
}

void push_sealed(lua_State* lua, const char* name) {
  lua_createtable(lua, 0, 1);
  push_text(lua, name);
  lua_pushcclosure(lua, unknown_member, 1);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  push_frozen(lua, name);
}

void make_libraries(lua_State* lua) {
  lua_newtable(lua);
  add_all(lua, base_functions());
  add_all(lua, iterate_functions());
  add_all(lua, metatable_functions());
  make_string(lua);
  add_library(lua, "string");
  make_math(lua);
  add_library(lua, "math");
  lua_newtable(lua);
  add_all(lua, table_functions());
  lua_pushcfunction(lua, sort);
  lua_setfield(lua, -2, "sort");
  add_library(lua, "table");
  lua_newtable(lua);
  add_all(lua, utf8_functions());
  lua_pushliteral(lua, "[\0-\x7F\xC2-\xFD][\x80-\xBF]*");
  lua_setfield(lua, -2, "charpattern");
  add_library(lua, "utf8");
  state_of(lua).push(kRefNull);
  lua_setfield(lua, -2, "null");
}

}  // namespace gavel
