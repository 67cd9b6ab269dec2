#include "machine.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "samples.hpp"

namespace gavel::bench {

Machine::Machine() : lines_(std::size_t{1} << 20U) {
  std::vector<std::uint32_t> order(lines_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));  // NOLINT(cert-msc51-cpp): the same in every run
  for (std::size_t i = 0; i < order.size(); ++i) lines_[order[i]].next = order[(i + 1) % order.size()];
}

void Machine::measure() {
  std::uint64_t x = 1;
  sample("arithmetic", "", ns_each(5'000'000, [&x](std::size_t) {
           x = x * 6364136223846793005U + 1442695040888963407U;
           keep(x);
         }));
  sample("memory", "", ns_each(50'000, [this](std::size_t) {
           at_ = lines_[at_].next;
           keep(at_);
         }));
}

}  // namespace gavel::bench
