// Whether a document's meta is one that Gavel can have written.
#pragma once

#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// All but the expiries, which depend on the data. REQUIRES: an object.
Result<void> check_meta(const Json& meta);

}  // namespace gavel
