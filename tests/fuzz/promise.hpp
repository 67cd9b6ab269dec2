// A promise that a fuzz target holds its subject to. Broken, it ends the process, which is what a fuzzer
// looks for.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace gavel::testing {

inline void promise(bool kept, const char* words) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", words);
  std::abort();
}

}  // namespace gavel::testing
