// The states that tests begin with.
#pragma once

#include <string>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// `initial` with what a test gives: a table of places and their values, or the name of a .yaml or .json file
// with such, relative to `folder` and inside it. An error names everything that is wrong with it.
Result<Json> test_state(const Json& given, const Json& initial, const std::string& folder,
                        const Limits& limits);

}  // namespace gavel
