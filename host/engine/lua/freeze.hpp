// Freeze: makes what loading left read-only, in place, so that no handler can keep anything in it.
//
// A table's members move into a table behind it; what remains is empty and has a metatable of ours that reads
// there and refuses to write. Lua's own instructions go through it at little more than their usual price,
// identity stays, and no plugin function ever gets hold of the table behind: where a plugin's `__index` is a
// function, ours calls it with the table in front.
//
// Metatables of plugins are never used themselves. setmetatable takes a copy, in which only the events that
// are allowed stand; what a plugin adds to its table afterwards (`__mode`, `__gc`) has no effect. See
// metatable.
#pragma once

#include <cstddef>

#include "lua_api.hpp"

namespace gavel {

// Keys of our metatables.
extern const char kSourceKey;  // the plugin's table that it was copied from

// Takes the table on top, pushes a new one that shows it read-only.
void push_frozen(lua_State* lua, const char* name);

// Everything that is reachable from the value on top of the stack, which is taken. Watches the functions
// among it. The bytes of the longest string among it.
std::size_t freeze(lua_State* lua, std::size_t plugin);

// The environment at `index` is read-only after `freeze`; while loading it is an open table. Takes nothing.
void freeze_environment(lua_State* lua, int index);

// Pushes our copy of the plugin's metatable at `index`, made or brought up to date. Raises for refused
// events.
void push_metatable_copy(lua_State* lua, int index);

}  // namespace gavel
