#include "instructions.hpp"

#include <cstring>

#include "fuel.hpp"
#include "lua_api.hpp"
#include "state.hpp"
#include "values.hpp"

#ifdef GAVEL_WRAPS_LUA

// The linker puts these in the place of Lua's own functions, and theirs under `real_`.
extern "C" {
const void* gavel_real_event(void* metatable, int event,
                             void* name) __asm__("__real__Z10luaT_gettmP5Table3TMSP7TString");
const void* gavel_event(void* metatable, int event,
                        void* name) __asm__("__wrap__Z10luaT_gettmP5Table3TMSP7TString");
const void* gavel_real_object_event(lua_State* lua, const void* object,
                                    int event) __asm__("__real__Z15luaT_gettmbyobjP9lua_StatePK6TValue3TMS");
const void* gavel_object_event(lua_State* lua, const void* object,
                               int event) __asm__("__wrap__Z15luaT_gettmbyobjP9lua_StatePK6TValue3TMS");
void gavel_real_varargs(lua_State* lua, void* call, void* where,
                        int wanted) __asm__("__real__Z15luaT_getvarargsP9lua_StateP8CallInfoP10StackValuei");
void gavel_varargs(lua_State* lua, void* call, void* where,
                   int wanted) __asm__("__wrap__Z15luaT_getvarargsP9lua_StateP8CallInfoP10StackValuei");
int gavel_real_compare(const char* a, const char* b) __asm__("__real_strcoll");
int gavel_compare(const char* a, const char* b) __asm__("__wrap_strcoll");
}

namespace gavel {
namespace {

// INVARIANT: as Lua 5.4 has them, in every version of it: a value is eight bytes and its type, whose lower
// half byte is what lua_type says; a state's stack ends where its sixteenth byte says.
constexpr int kCallEvent = 23;
constexpr std::size_t kValueBytes = 16;
constexpr std::size_t kTypeAt = 8;
constexpr std::size_t kStackEndAt = 16;
constexpr unsigned kTypeBits = 0x0F;

int type_of(const void* value) {
  return static_cast<int>(static_cast<const unsigned char*>(value)[kTypeAt] & kTypeBits);
}

// Values from the one that is called to the end of the stack: Lua moves them up by one, for `__call` takes
// the one that was called as its first argument.
std::size_t moved_by_call(lua_State* lua, const void* called) {
  std::uintptr_t end = 0;
  std::memcpy(&end, reinterpret_cast<const char*>(lua) + kStackEndAt, sizeof end);
  return (end - reinterpret_cast<std::uintptr_t>(called)) / kValueBytes;
}

// What is called next is `handler`. Where that is no function Lua asks it for its `__call` in turn, and no
// instruction, so no hook, comes between: a chain is paid for here, link by link, and has an end.
void pay_for_call(lua_State* lua, const void* called, const void* handler) {
  constexpr std::size_t kPerStep = 8;
  Fuel& fuel = state_of(lua).fuel;
  const std::uint64_t steps = 1 + moved_by_call(lua, called) / kPerStep;
  const int links = fuel.call_links;
  const int type = type_of(handler);
  fuel.call_links = type == LUA_TFUNCTION || type == LUA_TNIL ? 0 : links + 1;
  if (links == 0) {
    hidden_steps += steps;
    return;
  }
  if (fuel.call_links > Fuel::kMostCallLinks) {
    fuel.call_links = 0;
    raise_text(lua,
               "more than " + std::to_string(Fuel::kMostCallLinks) +
                   " values lead to one another by `__call`, and none of them is a function",
               0);
  }
  spend(lua, steps);
}

}  // namespace
}  // namespace gavel

// Of `__call`. All calls come here, also those of library functions, of metamethods and of `for`.
const void* gavel_object_event(lua_State* lua, const void* object, int event) {
  const void* handler = gavel_real_object_event(lua, object, event);
  if (event == gavel::kCallEvent) gavel::pay_for_call(lua, object, handler);
  return handler;
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
