// Whether work grows no faster than it is counted: the frame of `scripts/bench linear`. A registry is a list
// of names that the program knows by itself (its dialects, its verbs, …); every name in it has at least one
// row, so that what is added without one fails.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace gavel::bench {

struct Cost {
  double units = 0;  // bytes, or what the program itself counts (work, fuel)
  double ns = -1;    // of this thread; below 0: the whole run is what counts
};

// Does the work once.
using Run = std::function<Cost()>;

struct Row {
  std::string name;  // of the registry, and behind a blank what is tried: "patch [ in envelopes"
  std::function<Run(std::size_t size)> prepare;
  std::size_t size = 8192;  // of the smallest; three more are measured, each twice the one before
};

struct Registry {
  std::string name;
  std::vector<std::string> names;
  std::vector<Row> rows;
};

Registry reader_rows();
Registry verb_rows();
Registry expiry_rows();
Registry library_rows();
Registry ctx_rows();

// Milliseconds that this thread has spent.
double spent_ms();

}  // namespace gavel::bench
