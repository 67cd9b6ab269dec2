// Numbers of loops. Lua takes a text for a number in `for i = 1, "10"`, in the virtual machine itself, where
// no metatable is asked: so what a loop counts from, to and by is looked at before.
#pragma once

#include <string>
#include <string_view>

#include "lua_api.hpp"

namespace gavel {

// The name in the metatable of strings under which for_operand is found; no word of the language.
inline constexpr const char* kForOperand = "for";

// (operand, which): the operand as it is; a text raises.
int for_operand(lua_State* lua);

// The text with every operand of a numeric `for` that is not a number literal handed through for_operand, on
// the lines on which it was. Whether the text is Lua, the compiler says.
std::string with_checked_operands(std::string_view text);

// Compiles a plugin's text. What is wrong with it is said of the text as it was written.
int load_source(lua_State* lua, std::string_view text, const char* name);

}  // namespace gavel
