// What commands say when a ruleset does not load; loading it is host/rules' business.
#pragma once

#include <string>

#include "base/problem.hpp"
#include "rules/loading.hpp"
#include "state/json.hpp"

namespace gavel {

// One problem as people and editors read it: "file:line:column: error: what, found …; expected …; fix".
std::string problem_line(const Problem& problem, bool colour);
Json problem_json(const Problem& problem);

}  // namespace gavel
