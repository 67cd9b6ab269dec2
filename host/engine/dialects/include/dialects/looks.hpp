// Looks: how many bytes the readers have looked at, counted where invariants are checked. Tests hold it
// against the size of the text: that is how they know that a reader takes time linear in it, without a clock.
#pragma once

#include <cstddef>

namespace gavel {

#ifdef GAVEL_CHECK_INVARIANTS
inline constexpr bool kLooksAreCounted = true;
inline thread_local std::size_t looks = 0;
inline void look(std::size_t bytes) { looks += bytes; }
#else
inline constexpr bool kLooksAreCounted = false;
inline constexpr std::size_t looks = 0;
inline void look(std::size_t /*bytes*/) {}
#endif

}  // namespace gavel
