// The turn's texts: the player's, then the one that is judged behind it, each read as a text of its own.
#pragma once

#include "turn/turn.hpp"

namespace gavel {

// Fills in the verdict's reading, `asked`, `user` and `schemas`. The player's text says by which schemas the
// other one is read.
void read_texts(const TurnInput& input, const Document& document, Verdict& verdict);

}  // namespace gavel
