// Random numbers of a fuzzed case: the same on every machine, which the standard distributions do not
// promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gavel {

// splitmix64.
class FuzzRandom {
 public:
  // Of one case of one seed. Neighbours have nothing in common.
  FuzzRandom(std::uint64_t seed, std::uint64_t number) : state_(seed) {
    state_ = next() ^ (number * 0xD6E8FEB86659FD93ULL);
    next();
  }

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  // REQUIRES: count > 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  // REQUIRES: there are some.
  template <typename Items>
  const auto& pick(const Items& items) {
    return items[below(items.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace gavel
