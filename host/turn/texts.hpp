// The turn's texts: the player's, then the one that is judged behind it, each read as a text of its own.
#pragma once

#include "turn/turn.hpp"

namespace gavel {

// Fills in the verdict's reading, `asked` and `user`.
void read_texts(const TurnInput& input, Verdict& verdict);

}  // namespace gavel
