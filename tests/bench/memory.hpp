// Bytes per leaf, two ways: counted, as asked of the allocator; and as the process grows by it.
#pragma once

#include "shapes.hpp"

namespace gavel::bench {

// In child processes, so that nothing measured before or after matters. Shapes below `least_leaves` are
// loaded several times over, so that pages do not blur the figure.
void measure_memory(const Shape& shape, std::size_t least_leaves);

}  // namespace gavel::bench
