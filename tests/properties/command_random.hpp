// Random commands for the property tests of host/engine/dialects: every verb and option, with strings and
// keys that break careless quoting.
#pragma once

#include <string>
#include <vector>

#include "state/json.hpp"

#include "json_random.hpp"

namespace gavel::testing {

// Texts that look like the end of something, like something else, or like nothing at all.
const std::vector<std::string>& nasty_texts();

// One command in its JSON form. Not each can be read: options may contradict each other.
Json random_command(Random& random);

// The same command with something left out or made simpler, the boldest first.
std::vector<Json> simpler_commands(const Json& command);

}  // namespace gavel::testing
