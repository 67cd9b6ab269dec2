// What the model may write, said from the fields table and from the guidance of rules, budgets and
// automations.
#pragma once

#include <string>
#include <string_view>

#include "ruleset/activation.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// Which places the model may write, which change by tools alone, which never, and which limits hold; empty:
// the game reads no commands. From the ruleset alone: no state shows in it, and no place that the model may
// not read. `active`: which protocols tell how commands are written.
std::string view_permissions(const Ruleset& ruleset, const Activation& active, std::string_view language);

}  // namespace gavel
