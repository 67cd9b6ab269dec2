// Calls that do not run, or that the tool itself refuses, and what is said of each.
#pragma once

#include <optional>
#include <string_view>

#include "rules/referee_state.hpp"

namespace gavel {

Error unknown_call(std::string_view name, const Kinds& kinds, const TurnFacts& facts, HintBudget& hints);

// By the allowlists, by what failed in the last turns, and by the tool's own `when`.
std::optional<Error> not_callable(RefereeState& state, const Tool& tool, const Command& command);

// What a tool says with reject(): the reason by its name, as the plugin declared it, and until when.
Error refused(const Tool& tool, const Returned& returned, std::string_view language);

}  // namespace gavel
