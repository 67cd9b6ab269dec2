// What the model has to know of how its last accepted reply was settled: what its calls and questions gave,
// what the rules made of its values, what was refused. Without it a model never learns what its own dice
// showed.
#pragma once

#include <string>
#include <string_view>

#include "ruleset/ruleset.hpp"
#include "state/json.hpp"

namespace gavel {

// Lines of a list, from a verdict's JSON; empty: all was done as it was written, and nothing was asked.
std::string view_outcome(const Ruleset& ruleset, const Json& verdict, std::string_view language);

}  // namespace gavel
