// The turn's parts, in order, each read as a text of its own.
#pragma once

#include "turn_run.hpp"

namespace gavel {

// Fills in the verdict's readings and `schemas`. What a player says decides by which schemas the
// parts after it are read.
void read_texts(const TurnRun& turn, const Document& document, Verdict& verdict);

}  // namespace gavel
