// The documents that are measured: balanced trees of four levels, and one wide object. Written as JSON text,
// read back by whoever measures, so that memory lies as it does after loading a file. peers/shapes.mjs makes
// the very same ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "state/path.hpp"

namespace gavel::bench {

struct Shape {
  std::string_view name;
  std::array<std::size_t, 4> fans;  // children of each node, from the root down

  std::size_t leaves() const { return fans[0] * fans[1] * fans[2] * fans[3]; }
};

inline constexpr std::array<Shape, 6> kShapes = {{
    {"1e2", {3, 3, 3, 4}},
    {"1e3", {5, 6, 6, 6}},
    {"1e4", {10, 10, 10, 10}},
    {"1e5", {18, 18, 18, 18}},
    {"1e6", {32, 32, 32, 32}},
    {"wide", {1, 1, 1, 10'000}},
}};

// Three leaves of four are integers, the fourth is a short string.
std::string state_text(const Shape& shape);

// Leaves in random order, the same order in every run.
class RandomLeaves {
 public:
  explicit RandomLeaves(const Shape& shape) : shape_(shape) {}

  void restart() { random_ = kSeed; }
  // Writes the next leaf's path over `path`.
  void next(Path& path);

 private:
  static constexpr std::uint32_t kSeed = 12345;

  const Shape& shape_;
  std::uint32_t random_ = kSeed;
};

}  // namespace gavel::bench
