// How much of a model's context a text takes, estimated without any model's tokenizer: a Chinese, Japanese or
// Korean character counts one token, all other text a quarter of its bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace gavel {

// In quarters of a token, so that the parts of a text add up to the whole.
std::size_t quarter_tokens(std::string_view text);

// Whole tokens, rounded up.
inline std::size_t estimated_tokens(std::string_view text) { return (quarter_tokens(text) + 3) / 4; }

}  // namespace gavel
