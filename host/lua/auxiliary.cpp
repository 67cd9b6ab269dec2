// What this folder needs of Lua's auxiliary library, which is left out: it reads files and writes to standard
// streams, and for their sake Debian's static Lua could not be part of libgavel.so. A shared Lua could, but a
// program that has a Lua of its own would then run the sandbox on that one.
#include "lua_api.hpp"
#include "memory.hpp"
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

void push_where(lua_State* lua, int level) {
  lua_Debug info{};
  const bool known = lua_getstack(lua, level, &info) != 0 && lua_getinfo(lua, "Sl", &info) != 0;
  if (known && info.currentline > 0) {
    lua_pushfstring(lua, "%s:%d: ", &info.short_src[0], info.currentline);
  } else {
    lua_pushliteral(lua, "");
  }
}

int load_chunk(lua_State* lua, std::string_view chunk, const char* name, const char* mode) {
  // The compiler keeps all names, texts and numbers of a file in one table.
  constexpr std::size_t kTables = 8;
  Memory& memory = state_of(lua).memory;
  memory.widen_tables(kTables);
  const int status = lua_load(lua, give_chunk, &chunk, name, mode);
  memory.narrow_tables(kTables);
  return status;
}

}  // namespace gavel
