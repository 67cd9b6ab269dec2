// What an attempt comes to, by the ruleset's `retry`: accepted; discarded, to be tried again with feedback;
// or, after as many retries as the ruleset gives, discarded with a report for people.
#pragma once

#include <span>

#include "turn_run.hpp"

namespace gavel {

// The ruleset's `retry`, as the settings of the turn have it.
RetrySettings retry_of(const TurnRun& turn);

// What the ruleset says of the worst that is wrong with a model's attempt.
AfterRetries worst_trouble(const TurnRun& turn, const Verdict& verdict);

// How many things went wrong in a model's attempt: refused lines, conflicts, what was left open.
std::size_t count_troubles(const Verdict& verdict);

// Whether no retry follows an attempt.
bool is_last(const TurnRun& turn);

// Fills in what goes back for an attempt that is not accepted: the feedback with its examples and messages,
// or the report. `failed`, `rolled`: see failed_lines and rolled_calls, taken before the attempt was undone.
// REQUIRES: the document is as the next attempt will find it; it is so again afterwards.
void explain(Document& document, const TurnRun& turn, std::span<const std::size_t> failed, const Json& rolled,
             Verdict& verdict);

}  // namespace gavel
