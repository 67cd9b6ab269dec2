// Closings: end tags that were looked for, kept by name, so that all searches for one name together look at
// the text once. What lies in code or in an example may ask again and again for an end far behind.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "markup.hpp"
#include "window.hpp"

namespace gavel {

class Closings {
 public:
  // As find_closing says; the window starts at `base` in the text. REQUIRES: the rules know no strings.
  Closing find(const Window& window, std::size_t base, std::size_t at, std::string_view name,
               const ClosingRules& rules);
  // As reasoning_end says.
  Closing end_of(const Window& window, std::size_t base, const Mark& mark, const Tag& tag);

 private:
  struct Known {
    std::size_t from = 0;  // in the text; between there and what was found is nothing
    Closing found;         // in the text
  };
  std::map<std::string, Known, std::less<>> known_;
};

}  // namespace gavel
