// What a command that was read means where nobody knows the document.
#pragma once

#include <vector>

#include "command/proposal.hpp"

namespace gavel {

// The command to be said in another dialect, with its place in the text and the wish of its envelope for all
// or nothing. A form that may mean several things gets a note. REQUIRES: the proposal holds a command.
Command resolve_ambiguity(const Proposal& proposal, std::vector<Warning>& notes);

}  // namespace gavel
