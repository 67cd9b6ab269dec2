// sol2 as this folder uses it: tables, environments and protected calls, all of them on Lua's stack. Included
// by the few sources that need it, for it takes a second to compile.
//
// - Errors of Lua are exceptions here, so sol lets every exception pass (SOL_EXCEPTIONS_SAFE_PROPAGATION):
// what
//   its trampolines caught would be a trip that somebody has caught.
// - Only sol's stack types, never sol::reference: a reference is a value in the registry, which counts as
// memory
//   of a plugin, and which is left behind where an error passes.
// - Only `raw_` members: sol's destructors pop values, also while an error passes that lies on top of them.
// Of
//   raw accesses no error comes but that memory ran out, and its text is none of theirs.
// - No usertypes, no functions of C++: their userdata have a __gc, and their messages are not ours. Functions
// are
//   `kThroughSol`.
#pragma once

#include <utility>

#include <lauxlib.h>

#include "lua_api.hpp"
#include "state.hpp"

// What sol takes of Lua's auxiliary library, which is left out (auxiliary.cpp).
// NOLINTBEGIN(readability-identifier-naming): names of Lua's
#define luaL_error(lua, ...) gavel::raise_for_sol(lua)
#define luaL_ref(lua, table) gavel::refuse_reference()
#define luaL_unref(lua, table, reference) static_cast<void>(reference)
// NOLINTEND(readability-identifier-naming)

#define SOL_USING_CXX_LUA 1
#define SOL_EXCEPTIONS_SAFE_PROPAGATION 1
#define SOL_EXCEPTIONS_CATCH_ALL 0
#define SOL_ALL_SAFETIES_ON 0
#define SOL_SAFE_STACK_CHECK 0  // every function has LUA_MINSTACK places; pushes of sol's are noexcept
#define SOL_PRINT_ERRORS 0
#define SOL_DEFAULT_PASS_ON_ERROR 0

#include <sol/environment.hpp>
#include <sol/function.hpp>
#include <sol/protected_function.hpp>
#include <sol/table.hpp>

#undef luaL_error
#undef luaL_ref
#undef luaL_unref

namespace gavel {

// A function of ours as Lua gets it from sol.
template <int (*kFunction)(lua_State*)>
inline constexpr lua_CFunction kThroughSol = sol::detail::static_trampoline<kFunction>;

// Calls a function that no error leaves, with the message handler of all calls from the host: what it raised
// is on top while the result is there. Two values stay on the stack.
template <typename... Args>
sol::protected_function_result call_protected(lua_State* lua, lua_CFunction function, Args&&... args) {
  using Protected =
      sol::basic_protected_function<sol::stack_reference, false, sol::stateless_stack_reference>;
  state_of(lua).push(kRefOnError);
  sol::stack::push(lua, function);
  return Protected(lua, -1, sol::stateless_stack_reference(lua, -2))(std::forward<Args>(args)...);
}

// The registry as a table: keys are those of Ref.
inline sol::stack_table registry_of(lua_State* lua) { return {lua, sol::raw_index(LUA_REGISTRYINDEX)}; }

}  // namespace gavel
