// What somebody may see of a value: the one place where a value is cut for a reader.
#pragma once

#include "state/resolve.hpp"
#include "state/suggest.hpp"

namespace gavel {

// A copy of `value`, which stands at `path`, without the members that may not be seen; an element that may
// not is null, so that the others keep their indices. REQUIRES: `path` itself may be seen.
Json part_seen(const Json& value, const Path& path, const DescribedPatterns& described, const Seen& seen);

}  // namespace gavel
