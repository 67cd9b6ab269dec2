// What makes two requests the same turn beside its id.
#pragma once

#include <string>

#include "turn/turn_input.hpp"

namespace gavel {

// The identity of a turn beside its id: SHA-256 of what the caller asked. Of a swap: of the rules it leads
// to.
std::string identity_of(const TurnInput& input);
// Whether it is the identity of what is recorded, which names the active actor where the caller named none.
bool is_identity(const std::string& text_hash, const TurnInput& input);

// The version of this program, as it is recorded.
std::string engine_version();

}  // namespace gavel
