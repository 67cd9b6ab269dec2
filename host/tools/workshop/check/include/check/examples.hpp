// Examples of schemas, tried: what a request shows to a model as a good reply has to be one in this game.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// Judges the output of every example of the ruleset's schemas, those that are only offered too, in each
// language, as the first turn on the initial state. A problem at the example where the turn is not accepted,
// or a command of it is not applied as it was written.
std::vector<Problem> try_examples(const Ruleset& ruleset);

}  // namespace gavel
