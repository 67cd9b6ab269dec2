// TurnStory: one judged turn from its bytes to its feedback, as data: what was read, what it was taken to
// mean, who was asked about it and what each answered, what followed, what the narration asserts, and why the
// turn was decided as it was.
#pragma once

#include "lua/trace.hpp"
#include "turn/turn.hpp"

namespace gavel {

// What a turn is told from. REQUIRES: the verdict is of that input, judged with that trace.
struct TurnSource {
  const Verdict& verdict;
  const Trace& trace;
  const TurnInput& input;
  const Ruleset* ruleset = nullptr;  // nullptr: there were no rules
};

// {turn, attempt, outcome, ruleset?,
//  texts: [{by, bytes, regions: [{kind, span, dialect?, text}]}],
//  commands: [{index, by, status, verb, path, dialect, span, written, envelope, command?, code?, message?,
//  hint?,
//              rule?, at?, basis?, amendments?, effects?, asked, warnings?}],
//  before: asked, following: [{round, asked}], behind: asked,
//  changes, conflicts?, rolls?, events?, warnings?,
//  decision: {outcome, why: [{kind, …}], on, retries}, feedback?, messages?, report?, failed?}
//
// `basis` of what no rule of the game's refused: {kind: "protection", path?, at?}, the place in the initial
// state that protects it (none: it was protected in play), or {kind: "kernel", see, line}, with the line of
// the text. `asked` is a flat list of events in order, each with its depth (lua/trace.hpp).
Json turn_story(const TurnSource& source);

}  // namespace gavel
