// Values at the prompt of `gavel repl`: as Lua writes them, on one line where they fit, else member by
// member.
#pragma once

#include <span>
#include <string>

#include "lua/console.hpp"

namespace gavel {

// A line for each value, or several; ends with a line's end. Empty: there is no value.
std::string values_for_people(std::span<const ValueRow> rows, bool colour);

}  // namespace gavel
