// Sets and undo on the bare Document: what a turn costs below the kernel.
#pragma once

#include "world.hpp"

namespace gavel::bench {

// One round over all leaves of the list, case by case.
void measure_sets(World& world);

}  // namespace gavel::bench
