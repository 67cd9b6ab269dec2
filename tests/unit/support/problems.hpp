// Problems as text, for tests that compare what an author is told.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

namespace gavel::testing {

// `file:line:column: message | expected … | hint`, with "warning: " in front of a warning's message; parts
// that are empty are left out.
inline std::string told(const Problem& problem) {
  const Where& where = problem.error.where;
  std::string out = where.file;
  if (where.line != 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  out += std::string(": ") + (problem.warning ? "warning: " : "") + problem.error.message;
  if (!problem.expected.empty()) out += " | expected " + problem.expected;
  if (!problem.error.hint.empty()) out += " | " + problem.error.hint;
  return out;
}

// One line for each.
inline std::string told(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += (out.empty() ? "" : "\n") + told(problem);
  return out;
}

}  // namespace gavel::testing
