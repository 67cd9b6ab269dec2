// `fixture { … }` of a test file: the ruleset around a plugin that is tested alone. Its members are those of
// ruleset.yaml, as a table.
#pragma once

#include <string>

#include "state/json.hpp"

namespace gavel {

// The folder that its `ruleset` names, from the test file's; empty: it is no text.
std::string ruleset_of(const Json& fixture);

// Whether it says anything of the ruleset itself, beyond the state that tests begin with.
bool fixture_needs_own(const Json& fixture);

// The ruleset.yaml of a ruleset of the plugin as the fixture has it.
std::string fixture_ruleset(const std::string& plugin, const Json& fixture);

}  // namespace gavel
