// What sol2 costs where the sandbox uses it, and what it would cost where it does not.
#pragma once

namespace gavel::bench {

// Figures on stdout.
void measure_sol();

}  // namespace gavel::bench
