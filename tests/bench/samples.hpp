// Samples: what one measurement gives, as one line of JSON on stdout. Medians and ratios are compare.py's
// business.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <vector>

namespace gavel::bench {

inline void sample(std::string_view name, std::string_view shape, double value) {
  std::printf("{\"case\":\"%.*s\",\"shape\":\"%.*s\",\"value\":%.3f}\n", static_cast<int>(name.size()),
              name.data(), static_cast<int>(shape.size()), shape.data(), value);
}

using Clock = std::chrono::steady_clock;

inline double ns_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// REQUIRES: !values.empty().
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Keeps the compiler from leaving out what computes `value`.
template <typename T>
void keep(const T& value) {
  __asm__ volatile("" : : "g"(&value) : "memory");
}

// Runs `step(i)` for every i below `count` in chunks of about 200 microseconds, and returns the nanoseconds
// of a step in the median chunk. Where other programs want the processor too, such a chunk is mostly
// undisturbed; longer ones hardly ever are.
template <typename Step>
double ns_each(std::size_t count, Step step) {
  constexpr double kChunkNs = 200'000;
  std::size_t chunk = 1;
  std::vector<double> chunks;
  for (std::size_t from = 0; from < count;) {
    const std::size_t to = std::min(count, from + chunk);
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = from; i < to; ++i) step(i);
    const double spent = ns_since(begin);
    if (spent < kChunkNs / 2 && to < count) {
      chunk *= 2;
      chunks.clear();
    } else {
      chunks.push_back(spent / static_cast<double>(to - from));
    }
    from = to;
  }
  return median(chunks);
}

}  // namespace gavel::bench
