// A character card: of all that it holds, the prompt protocols that it asks for.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "ruleset/ruleset_file.hpp"

namespace gavel {

// The ids under `configuration.protocols` and `configuration.enabled_schemas`, or either at the top, each
// once, with their places. What is wrong with them is in `problems`.
Result<std::vector<Named>> read_card(const std::string& file, std::vector<Problem>& problems);

}  // namespace gavel
