// Instructions: what single instructions of Lua do beyond one step. `a < b` compares long texts part by part,
// `t.x` may go through a thousand tables, `t()` through two hundred, a new key may lay a full table out
// again, `...` copies thousands of values; Lua counts one each.
//
// Functions of a static Lua tell of it here (CMakeLists.txt); of a shared one nothing is known, and the clock
// alone ends it.
#pragma once

#include <cstdint>

namespace gavel {

// Steps of this kind that this thread has done, in all states. Only differences mean anything.
inline thread_local std::uint64_t hidden_steps = 0;

}  // namespace gavel
