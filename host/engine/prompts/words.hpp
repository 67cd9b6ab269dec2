// The host's own words in a prompt, in both languages.
#pragma once

#include <string_view>

#include "ruleset/schema.hpp"

namespace gavel {

enum class PromptWord {
  kState,    // the heading of the state
  kSummary,  // of the summary
  kFacts,
  kPins,
  kTools,
  kArguments,
  kRefused,
  kMore,  // what was left out of a list
  kGoal,
  kMilestone,  // the directive behind an advance
  kOutcome,    // the heading of how the last turn was settled
  kNotDone,    // in front of why something was refused
};

std::string_view prompt_word(PromptWord word, std::string_view language);
// What a model is told of the kind of dialog, by its place in kDialogTypes.
std::string_view dialog_words(std::size_t dialog, std::string_view language);

}  // namespace gavel
