// Problem: something wrong in a file that somebody wrote: plugin, ruleset, schema, scenario. A file is looked
// at to its end, so that its author meets all of them at once.
#pragma once

#include <string>
#include <utility>
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

// What is wrong with one request, where its answer is one error: the first one's code and place, and all that
// they say. REQUIRES: there is one.
inline Error as_one(std::vector<Error> errors) {
  Error all = std::move(errors.front());
  if (errors.size() == 1) return all;
  if (!all.hint.empty()) all.message += " (" + std::move(all.hint) + ")";
  all.hint.clear();
  for (std::size_t i = 1; i < errors.size(); ++i) {
    all.message += "; " + errors[i].message;
    if (!errors[i].hint.empty()) all.message += " (" + errors[i].hint + ")";
  }
  return all;
}

}  // namespace gavel
