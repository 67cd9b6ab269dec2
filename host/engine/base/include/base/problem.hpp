// Problem: something wrong in a file that somebody wrote: plugin, ruleset, schema, scenario. A file is looked
// at to its end, so that its author meets all of them at once.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/findings.hpp"
#include "base/result.hpp"

namespace gavel {

// A change of the file that mends a problem for certain.
struct Edit {
  Where where;         // file, line and column at which `before` stands
  std::string before;  // as it must stand there
  std::string behind;  // what comes in its place
};

struct Problem {
  Error error;                       // what, where (file, line, column), and how to mend it
  std::string found;                 // as written; may be empty
  std::string expected;              // may be empty
  bool warning = false;              // nothing is refused for it
  std::optional<Lint> finding = {};  // nothing: what does not load, which cannot be silenced
  std::optional<Edit> edit = {};
};

// A finding as a problem, as grave as its row says.
inline Problem problem_of(Lint finding, std::string message, std::string hint, Where where) {
  Problem problem{Error(Code::kPluginInvalid, std::move(message), std::move(hint), std::move(where)), {}, {}};
  problem.warning = finding_row(finding).warning;
  problem.finding = finding;
  return problem;
}

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
