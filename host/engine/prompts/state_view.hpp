// The state as a model may see it: one line for each place, in the state's own order.
#pragma once

#include <string>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "state/document.hpp"
#include "state/path.hpp"

namespace gavel {

struct StateView {
  std::string text;
  bool cut = false;  // not all of it fits
};

// Places in `elsewhere` are shown by others. At most `quarters` (base/tokens.hpp); the work is proportional
// to what is shown, but for places that are looked at and passed over.
StateView view_state(const Ruleset& ruleset, const Json& data, const std::vector<Path>& elsewhere,
                     std::string_view language, std::size_t quarters);

}  // namespace gavel
