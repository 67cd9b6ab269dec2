#include "instructions.hpp"

#include <cstring>

#include "lua_api.hpp"

#ifdef GAVEL_WRAPS_LUA

// The linker puts these in the place of Lua's own functions, and theirs under `real_`.
extern "C" {
const void* gavel_real_event(void* metatable, int event,
                             void* name) __asm__("__real__Z10luaT_gettmP5Table3TMSP7TString");
const void* gavel_event(void* metatable, int event,
                        void* name) __asm__("__wrap__Z10luaT_gettmP5Table3TMSP7TString");
void gavel_real_varargs(lua_State* lua, void* call, void* where,
                        int wanted) __asm__("__real__Z15luaT_getvarargsP9lua_StateP8CallInfoP10StackValuei");
void gavel_varargs(lua_State* lua, void* call, void* where,
                   int wanted) __asm__("__wrap__Z15luaT_getvarargsP9lua_StateP8CallInfoP10StackValuei");
int gavel_real_compare(const char* a, const char* b) __asm__("__real_strcoll");
int gavel_compare(const char* a, const char* b) __asm__("__wrap_strcoll");
}

// `__index` and `__newindex` that were found: the first two events. Which other events Lua looks for depends
// on when it collects garbage.
const void* gavel_event(void* metatable, int event, void* name) {
  if (event < 2) gavel::hidden_steps += 2;
  return gavel_real_event(metatable, event, name);
}

// A part of a text, up to a byte of zero.
int gavel_compare(const char* a, const char* b) {
  gavel::hidden_steps += 2;
  return gavel_real_compare(a, b);
}

void gavel_varargs(lua_State* lua, void* call, void* where, int wanted) {
  gavel_real_varargs(lua, call, where, wanted);
  constexpr int kPerStep = 8;
  if (wanted < 0) gavel::hidden_steps += static_cast<std::uint64_t>(lua_gettop(lua) / kPerStep);
}

#endif
