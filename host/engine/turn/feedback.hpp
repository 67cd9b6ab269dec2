// Feedback: what a model is told of an attempt that failed. 001's tool_feedback and conflict_debug as data,
// and the same in sentences, within the ruleset's budget.
//
// What is cut first when the budget is short: the examples, the last failure's first; then whole failures,
// the last first, with a count of how many were left out. Lines that failed only with their batch come last.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "turn/turn.hpp"

namespace gavel {

// The lines that failed, as they are to be told: those that only went with their batch last.
std::vector<std::size_t> failed_lines(const Verdict& verdict);

// A corrected example of a line, by its index; nothing: there is none.
using Examples = std::function<std::optional<std::string>(std::size_t line)>;

// The tools that account for claims of a kind, as one text; empty: there are none.
using Settling = std::function<std::string(std::string_view kind)>;

// {failed_calls?, failed_commands?, left_open?, no_narration?, conflict_debug?}; `explain` adds
// rolled_calls?; the last only `with_debug`. REQUIRES: nothing in the verdict's messages is hidden from the
// model.
Json feedback_of(const Verdict& verdict, std::span<const std::size_t> failed, const RulesetFile& file,
                 bool with_debug, const Examples& example_of, const Settling& settling);

// The feedback as messages to append, in the ruleset's language, within `retry.feedback_tokens` and `most`
// bytes; empty: nothing to say.
Json messages_of(const Json& feedback, const Verdict& verdict, const RulesetFile& file, std::size_t most);

// In one line, without what could be taken for something else, and not too long.
std::string told(std::string_view text, std::size_t most = 500);

}  // namespace gavel
