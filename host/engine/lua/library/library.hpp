// Library: the functions that plugins find, each written for the sandbox: it charges for its work before it
// does it, bounds what it makes, and gives the same answer everywhere. Nothing of Lua's own library is
// opened.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lua_api.hpp"

namespace gavel {

struct LibraryFunction {
  const char* name;
  lua_CFunction function;
};

std::span<const LibraryFunction> base_functions();
std::span<const LibraryFunction> iterate_functions();
std::span<const LibraryFunction> metatable_functions();
std::span<const LibraryFunction> math_functions();
std::span<const LibraryFunction> string_functions();
std::span<const LibraryFunction> pattern_functions();
std::span<const LibraryFunction> table_functions();
std::span<const LibraryFunction> utf8_functions();
int format(lua_State* lua);
int sort(lua_State* lua);

// Pushes the text of any value, as `tostring` gives it: without addresses.
void push_shown(lua_State* lua, int index);

// Raises when a string of that many bytes would be too long; charges for making it.
void charge_string(lua_State* lua, std::size_t bytes, const char* function);

// Makes the tables of names that every plugin sees, read-only. See environment.hpp.
void make_libraries(lua_State* lua);

// Takes the table on top and pushes one that shows it read-only; for names it lacks, an error is raised.
void push_sealed(lua_State* lua, const char* name);

}  // namespace gavel
