// A turn while it is judged: its input, and the rules as the ruleset has them.
#pragma once

#include "turn/turn.hpp"

namespace gavel {

struct TurnRun {
  const TurnInput& input;
  TurnRules rules;
};

}  // namespace gavel
