// Syntax remedy: what an author can do about a text that does not compile. Beside the compiler's sentence it
// knows the slips that it comes from most often: signs of a Chinese keyboard, habits of other languages, an
// `end` too few. Read from the text alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gavel {

struct SyntaxRemedy {
  std::string message;     // instead of the compiler's; empty: its sentence says it
  std::string fix;         // empty: nothing can be said
  std::size_t column = 0;  // in code points from 1, where the slip stands in that line; 0: it does not
};

// `said` is the compiler's sentence about `line`. Linear in the text; holds what is in the source, so clean
// it before it is shown.
SyntaxRemedy syntax_remedy(std::string_view said, std::string_view text, std::size_t line);

}  // namespace gavel
