// What an attempt comes to, by the ruleset's `retry`: accepted; discarded, to be tried again with feedback;
// or, after as many retries as the ruleset gives, discarded with a report for people.
#pragma once

#include <cstddef>

#include "turn/turn.hpp"

namespace gavel {

// Whether something went wrong that the ruleset does not let pass.
bool in_trouble(const RetrySettings& retry, const Verdict& verdict);

// What goes back to the model: 001's tool_feedback and conflict_debug. {failed_calls?, failed_commands?,
// conflict_debug?}
Json feedback_of(const Verdict& verdict, const RulesetFile& file);

// The feedback as the model reads it, in the ruleset's language, within `most` bytes; empty: nothing to say.
// REQUIRES: nothing in the verdict's messages is hidden from the model.
Json messages_of(const Json& feedback, const RulesetFile& file, std::size_t most);

}  // namespace gavel
