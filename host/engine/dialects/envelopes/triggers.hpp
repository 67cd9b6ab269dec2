// Triggers: the only characters at which something other than plain text can start. Everything between two of
// them is passed over at the speed of memory.
#pragma once

#include <cstddef>
#include <string_view>

namespace gavel {

// The first of \n < ` { [ ( ◁ ＜ 【 from `at` on, or `end`.
std::size_t next_trigger(const char* text, std::size_t at, std::size_t end);
// How many of the last bytes before `end` are the beginning of one that is not all there.
std::size_t cut_trigger(const char* text, std::size_t begin, std::size_t end);

// Whether reasoning between marks that are no tags may be in a text (reasoning_blocks.hpp): a wide mark,
// an end such as [/plan], or [think].
bool may_hold_reasoning(std::string_view text);

}  // namespace gavel
