// Borders: what `#` says of a table with holes. Lua's answer depends on how its parts were laid out, and that
// on hashes: of strings by a seed that differs from process to process, of everything else by addresses. A
// handler could read chance from it, and a turn that is judged again could end otherwise.
//
// So a table that ever had such a key is measured by what stands in it alone. One whose keys were numbers and
// booleans only is laid out alike everywhere, and keeps Lua's own answer.
#pragma once

#include <cstddef>

#include "lua_api.hpp"

namespace gavel {

// The border that the places 1, 2, 4, 8 … lead to: behind the last of them that is filled before one that is
// not, and then by halves. Of a list without holes it is the length.
template <typename Filled>
lua_Unsigned border_of(Filled filled) {
  constexpr auto kLast = static_cast<lua_Unsigned>(LUA_MAXINTEGER);
  lua_Unsigned low = 0;
  lua_Unsigned high = 1;
  while (filled(high)) {
    low = high;
    if (high > kLast / 2) return low;
    high *= 2;
  }
  while (high - low > 1) {
    const lua_Unsigned middle = low + (high - low) / 2;
    (filled(middle) ? low : high) = middle;
  }
  return low;
}

// Of the table at `index`, by what stands in it alone. For tables that loading left: freezing has laid them
// out in an order that depends on hashes.
lua_Integer border_by_members(lua_State* lua, int index);

// Charges a walk over the table at `index` that found `members` for the places that held none: a table keeps
// those that a handler emptied.
void spend_empty_places(lua_State* lua, int index, std::size_t members);

}  // namespace gavel
