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
#include "sol_api.hpp"
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
    {"integer", "for an integer argument, write int{}"},
    {"number", "for a numeric argument, write num{}"},
    {"boolean", "for a boolean argument, write bool{}"},
    {"_G", "write the names themselves"},
    {"None", "nothing is written nil, and JSON's null null"},
    {"NULL", "nothing is written nil, and JSON's null null"},
    {"undefined", "nothing is written nil, and JSON's null null"},
    {"True", "write true"},
    {"False", "write false"},
    {"state", "the state is read with ctx.get(path)"},
    {"_VERSION", "plugins run on Lua 5.4"},
    {"math.random", "use ctx.roll, whose results stay the same when the turn is replayed"},
    {"math.randomseed", "use ctx.roll, whose results stay the same when the turn is replayed"},
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
  sol::stack_table library(lua, -1);
  for (const LibraryFunction& one : functions) library.raw_set(one.name, one.function);
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
  add_names(lua, 1, names);
  std::ranges::sort(names);
  raise_unknown(lua, "there is no " + printable(shortened(full, 80)), key, {names.begin(), names.end()});
}

// Names that the table lacks are an error.
void set_unknown_member(sol::stack_table table, const char* library) {
  sol::stack_table meta(table.lua_state(), sol::new_table(0, 1));
  meta.raw_set("__index", sol::make_closure(unknown_member, library));
  table.raw_set(sol::metatable_key, meta);
  meta.pop();
}

void add_library(lua_State* lua, const char* name) {
  push_sealed(lua, name);
  lua_setfield(lua, -2, name);
}

void make_string(lua_State* lua) {
  sol::stack_table library(lua, sol::new_table());
  add_all(lua, string_functions());
  add_all(lua, pattern_functions());
  library.raw_set("format", &format);
  registry_of(lua).raw_set(kRefStringTable, library);
  // ("x"):upper(): the metatable of all strings, out of everybody's reach.
  lua_pushliteral(lua, "");
  sol::stack_table meta(lua, sol::new_table(0, 2));
  // The same functions, and what checks the numbers of loops, which is nobody's to call.
  sol::stack_table methods(lua, sol::new_table());
  add_all(lua, string_functions());
  add_all(lua, pattern_functions());
  methods.raw_set("format", &format, kForOperand, &for_operand);
  set_unknown_member(methods, "string");
  meta.raw_set("__index", methods, "__metatable", false);
  methods.pop();
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

void make_math(lua_State* lua) {
  sol::stack_table library(lua, sol::new_table());
  add_all(lua, math_functions());
  library.raw_set("pi", 3.141592653589793238462643383279502884, "huge",
                  std::numeric_limits<double>::infinity(), "maxinteger", LUA_MAXINTEGER, "mininteger",
                  LUA_MININTEGER);
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
  set_unknown_member(sol::stack_table(lua, -1), name);
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
  sol::stack_table(lua, -1).raw_set("sort", &sort);
  add_library(lua, "table");
  lua_newtable(lua);
  add_all(lua, utf8_functions());
  sol::stack_table(lua, -1).raw_set("charpattern", std::string_view("[\0-\x7F\xC2-\xFD][\x80-\xBF]*", 14));
  add_library(lua, "utf8");
  state_of(lua).push(kRefNull);
  lua_setfield(lua, -2, "null");
}

}  // namespace gavel
