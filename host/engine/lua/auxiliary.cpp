// What this folder needs of Lua's auxiliary library, which is left out: it reads files and writes to standard
// streams, and for their sake Debian's static Lua could not be part of libgavel.so. A shared Lua could, but a
// program that has a Lua of its own would then run the sandbox on that one.
#include <cstdlib>

#include "compile_bounds.hpp"
#include "lua_api.hpp"
#include "memory.hpp"
#include "report.hpp"
#include "state.hpp"
#include "values.hpp"

namespace gavel {
namespace {

const char* give_chunk(lua_State* /*lua*/, void* data, std::size_t* size) {
  auto& rest = *static_cast<std::string_view*>(data);
  const std::string_view all = rest;
  rest = {};
  *size = all.size();
  return all.data();
}

}  // namespace

void ensure_stack(lua_State* lua, int more, const char* message) {
  if (lua_checkstack(lua, more) == 0) raise_text(lua, "stack overflow (" + std::string(message) + ")", 1);
}

int push_metafield(lua_State* lua, int index, const char* name) {
  if (lua_getmetatable(lua, index) == 0) return LUA_TNIL;
  lua_pushstring(lua, name);
  const int type = lua_rawget(lua, -2);
  lua_remove(lua, -2);
  if (type == LUA_TNIL) lua_settop(lua, -2);
  return type;
}

int raise_for_sol(lua_State* lua) { raise_text(lua, "sol2 met a type that it does not know"); }

int refuse_reference() { std::abort(); }

void push_where(lua_State* lua, int level) {
  lua_Debug info{};
  const bool known = lua_getstack(lua, level, &info) != 0 && lua_getinfo(lua, "Sl", &info) != 0;
  if (known && info.currentline > 0) {
    lua_pushfstring(lua, "%s:%d: ", &info.short_src[0], info.currentline);
  } else {
    lua_pushliteral(lua, "");
  }
}

namespace {

// Leaves the message as the compiler leaves its own. Its memory may be refused.
int refuse_text(lua_State* lua, const char* name, const CostlyText& costly) {
  std::string message = prefix_name(name + 1) + ":" + std::to_string(costly.line) + ": " + costly.message;
  lua_pushcfunction(lua, [](lua_State* inner) {
    push_text(inner, *static_cast<const std::string*>(lua_touserdata(inner, 1)));
    return lua_error(inner);
  });
  lua_pushlightuserdata(lua, &message);
  const int status = lua_pcall(lua, 1, 0, 0);
  return status == LUA_ERRRUN ? LUA_ERRSYNTAX : status;
}

}  // namespace

int load_chunk(lua_State* lua, std::string_view chunk, const char* name, const char* mode) {
  // The compiler keeps all names, texts and numbers of a file in one table.
  constexpr std::size_t kTables = 8;
  if (*mode == 't')
    if (const std::optional<CostlyText> costly = find_costly(chunk, state_of(lua).build.limits))
      return refuse_text(lua, name, *costly);
  Memory& memory = state_of(lua).memory;
  memory.widen_tables(kTables);
  const int status = lua_load(lua, give_chunk, &chunk, name, mode);
  memory.narrow_tables(kTables);
  return status;
}

}  // namespace gavel
