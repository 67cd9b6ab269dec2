// Random: numbers from a seed, the same on every machine, which the standard distributions do not promise.
// For what is tried and tested; the dice of games are others (host/engine/rules/dice).
#pragma once

#include <cstddef>
#include <cstdint>

namespace gavel {

// Spreads what few values leave in few bits over all of them (the finalizer of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31U);
}

// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // Of one case of one seed. Neighbours have nothing in common.
  Random(std::uint64_t seed, std::uint64_t number) : state_(seed) {
    state_ = next() ^ (number * 0xD6E8FEB86659FD93ULL);
    next();
  }

  std::uint64_t next() { return mixed(state_ += 0x9E3779B97F4A7C15ULL); }
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
