// The reference of everything that a plugin may write, in Markdown: kinds, ctx, records, answers, shapes,
// facts and the sandbox's own library; made of words_texts.hpp and of what the vocabulary allows.
#pragma once

#include <string>
#include <string_view>

namespace gavel {

// `language`: "en" or "zh".
std::string reference(std::string_view language);

}  // namespace gavel
