// Remedy: what an author can do about what Lua itself says at run time ("attempt to perform arithmetic on a
// nil value (local 'hp')"). Read from the message and the source alone, so it is the same in every run and
// knows no value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gavel {

// `text` is the chunk, `line` where it happened (0: unknown). Linear in both; may hold what is in the source,
// so clean it before it is shown. Empty: nothing can be said.
std::string remedy_for(std::string_view message, std::string_view text, std::size_t line);

}  // namespace gavel
