// JSON that comes back from a store or an export. What was accepted once must be read again, whatever the
// limits are now, and its values are some levels deeper than they were: so it has bounds of its own.
#pragma once

#include <string_view>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

Limits stored_limits();
Result<Json> read_stored_json(std::string_view text);

}  // namespace gavel
