// The order in which the plugins of a ruleset load and speak: a plugin behind all that it requires, by the
// depth of its requirements, then by its instance's name. The order in which a ruleset lists them plays no
// part.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "lua/pack.hpp"

namespace gavel {

struct LoadStep {
  std::size_t pack = 0;   // its place among the packs given
  std::size_t depth = 0;  // 0: requires nothing
  std::string reason;     // "behind calendar, dice", for people; empty at depth 0
};

// Every requirement that is missing or out of range, every cycle and every name given twice is a problem.
// After an error the steps hold what could be ordered.
std::vector<LoadStep> order_packs(const std::vector<Pack>& packs, std::vector<Problem>& problems);

// `packs` in that order.
std::vector<Pack> arranged(std::vector<Pack> packs, const std::vector<LoadStep>& steps);

// One line for each step: "2. love (affection 1.3.0), depth 1: behind calendar".
std::string to_text(const std::vector<LoadStep>& steps, const std::vector<Pack>& packs);

}  // namespace gavel
