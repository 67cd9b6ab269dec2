// A dump: any value of Lua as rows that can be shown, whatever it is: tables that hold themselves,
// functions, views of the document. Bounded in rows and depth; runs nothing of a plugin's.
#pragma once

#include <vector>

#include "lua/console.hpp"

#include "lua_api.hpp"

namespace gavel {

// Adds the rows of the value at `index`. REQUIRES: a protected call.
void add_dump(lua_State* lua, int index, std::vector<ValueRow>& rows);

}  // namespace gavel
