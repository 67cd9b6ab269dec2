// The documents that are measured: balanced trees of four levels, and one wide object. Written as JSON text,
// read back by whoever measures, so that memory lies as it does after loading a file. peers/shapes.mjs makes
// the very same ones.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

// Leaves in random order, the same ones in every run, laid out in memory in the order of the list.
std::vector<Path> random_leaves(const Shape& shape, std::size_t count);

}  // namespace gavel::bench
