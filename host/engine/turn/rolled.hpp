// Dice that a model has seen: what feedback showed of a roll cannot be avoided by leaving the call out.
#pragma once

#include "turn_run.hpp"

namespace gavel {

inline constexpr const char* kLeftOut = "roll.left_out";  // the kind of its conflicts

// The model's calls that passed and rolled, as feedback shows them: [{id?, tool, args, rolls}, …]; notes
// their signatures in the verdict. Before the attempt is undone.
Json rolled_calls(Verdict& verdict);

// Adds a conflict for every call of TurnInput::rolled_before that is not among the model's, whatever became
// of them.
void find_left_out(const TurnRun& turn, Verdict& verdict);

}  // namespace gavel
