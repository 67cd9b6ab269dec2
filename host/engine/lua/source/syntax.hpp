// What the compiler does not say of a text that it refuses: where one is nested too deep, and the line that
// is meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lua_api.hpp"

namespace gavel {

// Whether the compiler's message says that blocks, brackets or operators are nested too deep. It names no
// line then.
bool says_too_deep(std::string_view message);

// The offset at which the text is nested too deep for the compiler, here and now.
// REQUIRES: it has just been refused for that; from the same place, because calls count as levels, too.
std::size_t where_too_deep(lua_State* lua, std::string_view text);

// The line that a message is about where the compiler was beyond it already; 0: it says nothing of the sort.
std::size_t line_meant(std::string_view message);

}  // namespace gavel
