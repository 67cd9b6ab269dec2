#include "shapes.hpp"

#include <cstdint>

namespace gavel::bench {
namespace {

constexpr std::array<std::string_view, 4> kPrefixes = {"area_", "person_", "trait_", "field_"};

std::string key_at(std::size_t level, std::size_t i) {
  return std::string(kPrefixes[level]) + std::to_string(i);
}

void append_leaf(std::string& text, std::size_t number) {
  if (number % 4 == 3) {
    text += "\"mood " + std::to_string(number % 100) + "\"";
  } else {
    text += std::to_string(number % 1000);
  }
}

void append_level(std::string& text, const Shape& shape, std::size_t level, std::size_t& number) {
  text += '{';
  for (std::size_t i = 0; i < shape.fans[level]; ++i) {
    text += (i == 0 ? "\"" : ",\"") + key_at(level, i) + "\":";
    if (level + 1 == shape.fans.size()) {
      append_leaf(text, number++);
    } else {
      append_level(text, shape, level + 1, number);
    }
  }
  text += '}';
}

}  // namespace

std::string state_text(const Shape& shape) {
  std::string text;
  text.reserve(shape.leaves() * 26 + 100);
  std::size_t number = 0;
  append_level(text, shape, 0, number);
  return text;
}

std::vector<Path> random_leaves(const Shape& shape, std::size_t count) {
  std::vector<Path> paths;
  paths.reserve(count);
  std::uint32_t random = 12345;
  for (std::size_t n = 0; n < count; ++n) {
    random = random * 1664525U + 1013904223U;
    std::size_t leaf = random * std::uint64_t{shape.leaves()} >> 32U;
    std::array<std::size_t, 4> at{};
    for (std::size_t level = at.size(); level-- > 0; leaf /= shape.fans[level])
      at[level] = leaf % shape.fans[level];
    Path path;
    for (std::size_t level = 0; level < at.size(); ++level) path.push_key(key_at(level, at[level]));
    paths.emplace_back(path.view());  // copied, to lie at its exact size
  }
  return paths;
}

}  // namespace gavel::bench
