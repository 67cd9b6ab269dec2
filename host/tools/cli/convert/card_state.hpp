// The state that a card of another engine begins with: what the entries of its book hold that are called
// [initvar] (MVU) or [memoryinit] (memory() cards), one laid over the other; or, where there is none, the
// <initvar> of its greeting. A card is a character card's JSON (V1, V2, V3), or its world book alone, as
// SillyTavern exports them.
#pragma once

#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

struct CardState {
  Json state;                      // an object
  std::vector<std::string> notes;  // what was read and what was not, for people
};

// Whether it is a card or a book, and no state.
bool is_card(const Json& json);

// An error names the file and the entry. REQUIRES: is_card(card).
Result<CardState> state_of_card(const Json& card, const std::string& file, const Limits& limits);

}  // namespace gavel
