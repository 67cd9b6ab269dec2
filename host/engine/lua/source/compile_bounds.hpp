// Compile bounds: texts for which Lua's compiler takes more time than in proportion to their length, found
// before it sees them; no fuel and no deadline ends it.
//
// It keeps the jumps of an expression, of an `if` and of a function in lists, and goes through the list for
// each one that it adds; it looks for a name in every function around it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.hpp"

namespace gavel {

struct CostlyText {
  std::size_t line = 1;
  std::string message;  // ends with the name of the limit
};

// The first place at which a limit is passed. What is no Lua may be told of as it would be if it were.
std::optional<CostlyText> find_costly(std::string_view text, const Limits& limits);

// What to do about such a message; empty: it is none.
std::string_view remedy_for_costly(std::string_view message);

}  // namespace gavel
