// Files and folders that nobody reads because of how they are called, though it is plain what they are meant
// for: ruleset.yml, plugin.yml, scenario/, test_lamp.lua.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"

namespace gavel {

// In a ruleset's or a plugin's folder, each with the right name. Warnings; but an error where it is the file
// without which the folder is nothing.
std::vector<Problem> misnamed_in(const std::string& folder);

}  // namespace gavel
