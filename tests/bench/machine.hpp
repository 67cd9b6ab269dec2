// What the machine does apart from us: the same work in every round and run. Its scatter is the machine's,
// and a step through memory is the measure for what a big document costs more than a small one.
#pragma once

#include <cstdint>
#include <vector>

namespace gavel::bench {

class Machine {
 public:
  Machine();
  void measure();

 private:
  struct alignas(64) Line {
    std::uint32_t next = 0;
  };
  std::vector<Line> lines_;  // 64 MiB, linked into one cycle in random order
  std::uint32_t at_ = 0;
};

}  // namespace gavel::bench
