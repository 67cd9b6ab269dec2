// What commands say when a ruleset does not load; loading it is host/engine/rules' business.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "ruleset/loading.hpp"
#include "state/json.hpp"

namespace gavel {

// "check.unused_local", or the code of what does not load.
std::string code_of_problem(const Problem& problem);

// "file:line:column: what; found …; expected …", in one line.
std::string told_problem(const Problem& problem);
// What it is, what was found and what was expected: a sentence.
std::string sentence_of(const Problem& problem);
// Each on a line of standard error.
void show_problems(const std::vector<Problem>& problems);
Json problem_json(const Problem& problem);

}  // namespace gavel
