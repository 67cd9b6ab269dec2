// Many histories, one for each seed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "world.hpp"

namespace gavel::simulation {

struct Plan {
  std::uint64_t from = 1;
  std::uint64_t seeds = 1000;
  std::size_t jobs = 1;  // threads
  Lie lie = Lie::kNone;
};

struct Outcome {
  std::optional<std::uint64_t> failed;  // the lowest seed that does
  std::string what;                     // is wrong with it
  std::vector<std::string> told;        // what happened there
  Tally tally;                          // of all seeds
};

Outcome simulate(const Plan& plan);

}  // namespace gavel::simulation
