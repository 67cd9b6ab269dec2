// Registration: the kinds of the vocabulary as plugins call them while loading: `rule "step" { … }`.
#pragma once

#include "lua_api.hpp"

namespace gavel {

// Adds them to the table on top of the stack.
void add_kinds(lua_State* lua);

}  // namespace gavel
