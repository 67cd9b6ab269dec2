// What an envelope holds besides its commands: an analysis, a remark, other members of a reply in JSON. A
// conversion has no place for it, and must not lose it without a word.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dialects/reading.hpp"

namespace gavel {

// The words of `envelope` that belong to none of `proposals`, to no narration, and to no wrapper of commands;
// empty: there are none.
std::string leftover_text(std::string_view text, Span envelope, std::span<const Proposal> proposals,
                          std::span<const Passage> passages);

}  // namespace gavel
