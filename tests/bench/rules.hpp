// What judging by rules costs: one write under few and many rules, and one Lua state for many documents.
#pragma once

namespace gavel::bench {

// Figures on stdout, with their targets. Returns whether everything ran.
bool measure_rules();

// One figure, its unit, and whether it keeps to `most` (0: no target).
void figure(const char* name, double value, const char* unit, double most = 0);

}  // namespace gavel::bench
