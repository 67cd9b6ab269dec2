// A trial of a ruleset: a turn in which nothing is said, on its own initial state, so that what can only go
// wrong while it runs shows before anybody plays by it: derived values that depend on each other, automations
// without an end.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// What went wrong; warnings are handlers that failed.
std::vector<Problem> try_out(const Ruleset& ruleset);

}  // namespace gavel
