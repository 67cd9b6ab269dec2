// A campaign kept as a scenario: the turns on the way to its head as they were played, each with what came of
// it.
#pragma once

#include <string>
#include <vector>

#include "state/json.hpp"

namespace gavel {

// `shown` is the campaign as Campaigns::show gives it, `records` its turns as Campaigns::records does, and
// `verdicts` has theirs, in the same order.
std::string kept_scenario(const Json& shown, const Json& records, const std::vector<Json>& verdicts);

}  // namespace gavel
