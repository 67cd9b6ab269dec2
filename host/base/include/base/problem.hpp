// Problem: something wrong in a file that somebody wrote: plugin, ruleset, schema, scenario. A file is looked
// at to its end, so that its author meets all of them at once.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace gavel {

struct Problem {
  Error error;           // what, where (file, line, column), and how to mend it
  std::string found;     // as written; may be empty
  std::string expected;  // may be empty
  bool warning = false;  // nothing is refused for it
};

// Whether any of them refuses.
inline bool any_error(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (!problem.warning) return true;
  return false;
}

}  // namespace gavel
