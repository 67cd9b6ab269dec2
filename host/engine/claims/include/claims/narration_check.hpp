// A narration held against a state without a turn: what `gavel claims` does for each case.
#pragma once

#include <string>
#include <vector>

#include "claims/claims.hpp"
#include "command/warning.hpp"

namespace gavel {

struct NarrationCase {
  std::string id;  // as a turn's, for what claims ask of it
  std::string narration;
  Json state;                        // after the calls
  std::vector<AppliedCall> applied;  // what they did, the tools' `back` functions tell
};

struct NarrationCheck {
  std::vector<Conflict> conflicts;
  std::vector<Warning> warnings;  // also for each tool of which nobody can say what it did
};

// An error: the state is none, or the calls cannot be taken back. Nothing is changed.
Result<NarrationCheck> check_narration(const Ruleset& ruleset, Sandbox& sandbox, const NarrationCase& one);

}  // namespace gavel
