// Words: what handlers return to say something (`deny("…")`), and shapes, which describe values while loading
// (`int{ min = 1 }`). Both come from the vocabulary.
#pragma once

#include "lua_api.hpp"

namespace gavel {

// Adds them to the table on top of the stack.
void add_words(lua_State* lua);

}  // namespace gavel
