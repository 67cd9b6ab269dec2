#pragma once

#include <functional>

#include "generator.hpp"

namespace gavel::testing {

// Delta-debugs a failing case: drops batches, then commands, options and members, simplifies values and
// prunes the document, as long as `still_fails` says yes. Stops after `budget` questions at the latest.
Case shrink(Case failing, const std::function<bool(const Case&)>& still_fails, int budget = 6000);

}  // namespace gavel::testing
