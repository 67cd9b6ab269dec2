// The whole way of a command, each case one layer more than the one before.
#pragma once

#include "guards/guards.hpp"

#include "world.hpp"

namespace gavel::bench {

// What a ruleset's table may look like: authority, types and ranges by pattern.
Guards example_guards();

void measure_commands(World& world, const Guards& guards);

}  // namespace gavel::bench
