#include "shapes.hpp"

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

void RandomLeaves::next(Path& path) {
  random_ = random_ * 1664525U + 1013904223U;
  std::size_t leaf = random_ * std::uint64_t{shape_.leaves()} >> 32U;
  std::array<std::size_t, 4> at{};
  for (std::size_t level = at.size(); level-- > 0; leaf /= shape_.fans[level])
    at[level] = leaf % shape_.fans[level];
  path.truncate(0);
  for (std::size_t level = 0; level < at.size(); ++level) path.push_key(key_at(level, at[level]));
}

}  // namespace gavel::bench
