// JSON in a narration that nobody read although it speaks of the state or of commands.
#pragma once

#include <span>

#include "command/kernel.hpp"
#include "dialects/reading.hpp"
#include "ruleset/ruleset_file.hpp"
#include "state/document.hpp"

namespace gavel {

// Takes it out of the narration, with a warning for each. What names a place counts only where that stands
// in the document and `speaker` may read it, so that nothing is told of what is hidden.
void leave_out_unread(Reading& reading, const Document& document, const Context& context,
                      std::span<const Mount> mounts, Actor speaker);

}  // namespace gavel
