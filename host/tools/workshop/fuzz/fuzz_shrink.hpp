// Bringing a case down to the least that shows the same: fewer turns, fewer commands, shorter texts, smaller
// values. What is left fails still; nothing of it can be left out, as far as was tried.
#pragma once

#include <cstddef>
#include <functional>

#include "fuzz_case.hpp"

namespace gavel {

// Whether a case still shows it.
using FuzzShows = std::function<bool(const FuzzCase&)>;

// Asks at most `most` times. REQUIRES: shows(game).
FuzzCase shrink(FuzzCase game, const Ruleset& ruleset, const FuzzShows& shows, std::size_t most);

}  // namespace gavel
