// The bounds for JSON that comes back from a store or an export: what was accepted once must be read again,
// whatever the limits are now, and its values stand some levels deeper than they did.
#pragma once

#include <cstddef>

#include "base/limits.hpp"

namespace gavel {

inline Limits stored_limits() {
  constexpr std::size_t kPlenty = std::size_t{1} << 40U;
  Limits limits;
  limits.max_depth = 160;
  limits.max_string_bytes = kPlenty;
  limits.max_key_bytes = kPlenty;
  limits.max_children = kPlenty;
  limits.max_state_bytes = kPlenty;
  limits.max_text_bytes = kPlenty;
  limits.max_input_bytes = kPlenty;
  limits.max_number_chars = kPlenty;
  return limits;
}

}  // namespace gavel
