// Verdict lines: a verdict as people read it. There is one text form, made from the one JSON form, so that
// what is stored, what was just judged and what a program was sent are shown alike, whoever shows them.
#pragma once

#include "show/layout.hpp"

namespace gavel {

// The turn with its outcome, the narration, a line for every command with what became of it and why, what
// followed, conflicts, what goes back to the model, warnings, and how many commands came to what. `verdict`
// may have `failed` besides, the error of rules that failed as a whole.
std::string verdict_lines(const Json& verdict, const Look& look = {});

// Its parts, for what shows more than a verdict: `command` and `outcome` of one command; `effects`, `notes`,
// `warnings`, `conflicts` and `error` of whatever has such members.
const Json& verdict_layouts();

}  // namespace gavel
