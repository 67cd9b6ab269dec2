// A case as a scenario's file, in the form of host/tools/cli/README.md: `gavel test` plays it as it is, and
// it fails as long as what it shows is wrong.
#pragma once

#include <string>

#include "fuzz_case.hpp"
#include "fuzz_judge.hpp"

namespace gavel {

// `state`: what the game begins with, where that is not the ruleset's own.
std::string scenario_of(const FuzzCase& game, const FuzzTrouble& trouble, const Ruleset& ruleset,
                        std::uint64_t seed, const std::optional<Json>& state);

}  // namespace gavel
