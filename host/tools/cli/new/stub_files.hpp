// The stubs of a game as files: every word, the sandbox, the shared modules, and what the game itself has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "docs/stubs.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// By name. An error: the shared modules cannot be read.
Result<std::vector<PackFile>> stub_files(const std::vector<std::shared_ptr<const Ruleset>>& rulesets,
                                         const std::string& language);

}  // namespace gavel
