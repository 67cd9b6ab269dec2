// Lines that somebody types: what of them runs in Lua, and what is said of them. See lua/console.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lua/console.hpp"

#include "lua_api.hpp"

namespace gavel {

// What the protected function of one line takes and gives.
struct LineCall {
  const ConsoleLine& line;
  Evaluated evaluated;
  std::optional<Error> syntax;  // it does not compile
};

// (LineCall*)
int run_line(lua_State* lua);

// The error without what only a handler's needs, and with the line's own text around the place.
Error error_of_line(Error error, const ConsoleLine& line);

// See Console::globals.
std::vector<std::string> session_names(lua_State* lua, std::size_t plugin);

}  // namespace gavel
