// The host's own words in a prompt, in both languages: texts/words.yaml.
#pragma once

#include <string_view>

namespace gavel {

// A text of the list `words`. REQUIRES: there is one of that name.
std::string_view prompt_word(std::string_view name, std::string_view language);
// What a model is given about the kind of dialog, by its place in kDialogTypes.
std::string_view dialog_words(std::size_t dialog, std::string_view language);

}  // namespace gavel
