// Triggers: the only bytes at which something other than plain text can start. Everything between two of them
// is passed over at the speed of memory.
#pragma once

#include <cstddef>

namespace gavel {

// The first of \n < ` { [ ( from `at` on, or `end`.
std::size_t next_trigger(const char* text, std::size_t at, std::size_t end);

}  // namespace gavel
