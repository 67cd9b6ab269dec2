// How long something takes: the least of several rounds.
#pragma once

#include <algorithm>
#include <chrono>

namespace gavel::bench {

// Nanoseconds of one.
template <typename Work>
double best(int times, Work work) {
  double least = 1e18;
  for (int round = 0; round < 7; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) work();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, took.count() / times);
  }
  return least;
}

}  // namespace gavel::bench
