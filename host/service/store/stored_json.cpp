#include "store/stored_json.hpp"

#include "state/json_reader.hpp"

namespace gavel {

Limits stored_limits() {
  constexpr std::size_t kPlenty = std::size_t{1} << 40U;
  Limits limits;
  limits.max_depth = 160;
  limits.max_string_bytes = kPlenty;
  limits.max_key_bytes = kPlenty;
  limits.max_children = kPlenty;
  limits.max_path_segments = limits.max_depth;
  limits.max_state_bytes = kPlenty;
  limits.max_text_bytes = kPlenty;
  limits.max_input_bytes = kPlenty;
  limits.max_number_chars = kPlenty;
  return limits;
}

Result<Json> read_stored_json(std::string_view text) { return read_json(text, stored_limits()); }

}  // namespace gavel
