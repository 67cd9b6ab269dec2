// The rows of words_texts.hpp, by what they speak of: one file for each table.
#pragma once

#include "docs/words_texts.hpp"

namespace gavel {

std::span<const WordText> kind_texts();     // kinds, their members and handlers
std::span<const WordText> context_texts();  // ctx, records, options of writes
std::span<const WordText> value_texts();    // answers, shapes, facts
std::span<const WordText> library_texts();  // what of Lua's own there is, and what the sandbox adds

}  // namespace gavel
