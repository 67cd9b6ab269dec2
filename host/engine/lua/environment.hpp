// Environment: the globals of one plugin: a table of its own, and behind it the names that every plugin sees.
// A name that stands in neither is an error with advice.
#pragma once

#include <cstddef>

#include "lua_api.hpp"

namespace gavel {

// Fills a new state with everything that plugins and the host need in it. Raises.
void make_globals(lua_State* lua);

// Pushes a new environment for plugin number `plugin`, and keeps it.
void push_new_environment(lua_State* lua, std::size_t plugin);
void push_environment(lua_State* lua, std::size_t plugin);

// Pushes the environment of typed lines: globals of their own, and behind them all that the plugin sees, and
// `ctx`.
void push_session(lua_State* lua, std::size_t plugin);

}  // namespace gavel
