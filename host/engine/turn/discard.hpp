// An attempt that is not kept.
#pragma once

#include "turn_run.hpp"

namespace gavel {

// Takes back all since `begin`; every line of the verdict that had passed says `error`.
void undo_turn(Document& document, Document::Savepoint begin, const Error& error, Verdict& verdict);

// Of an attempt in trouble: decides between a retry and a report, writes the feedback, takes back all since
// `begin`. REQUIRES: turn.rules.ruleset != nullptr.
void discard(Document& document, Document::Savepoint begin, const TurnRun& turn, Verdict& verdict);

}  // namespace gavel
