// Shape: what a value in a file must look like, as data: its kinds, the members of a mapping, the words of an
// enumeration. check_shape says everything that differs, each with position, what was found, what is
// expected, and how to mend it.
//
//   constexpr std::array kRetry = {
//       Member{"max", &kCount}, Member{"on", &kTroubles, Need::kRequired}};
//   constexpr Shape kRetryShape = {.kinds = kMapping, .members = kRetry};
//
// A shape that a value fits says nothing of meaning; whoever reads the value checks that.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/problem.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {

// Bits, for a value may be one of several kinds.
inline constexpr unsigned kText = 1U << 0U;
inline constexpr unsigned kInteger = 1U << 1U;
inline constexpr unsigned kNumber = 1U << 2U;  // integers too
inline constexpr unsigned kBoolean = 1U << 3U;
inline constexpr unsigned kList = 1U << 4U;
inline constexpr unsigned kMapping = 1U << 5U;
inline constexpr unsigned kNull = 1U << 6U;
inline constexpr unsigned kAnything = (1U << 7U) - 1;

struct Shape;

enum class Need { kOptional, kRequired };

struct Member {
  std::string_view name;
  const Shape* shape = nullptr;
  Need need = Need::kOptional;
};

struct Shape {
  unsigned kinds = kAnything;
  // What is expected, where the kinds alone do not tell an author enough: "a plugin's name, or {id, as}".
  std::string_view expected = {};
  // Of a mapping: its members, no others. Empty: any, each of the shape `each`.
  std::span<const Member> members = {};
  // Of the elements of a list, and of the members of an open mapping.
  const Shape* each = nullptr;
  // Of a text: these and no others.
  std::span<const std::string_view> words = {};
  // Of a text: it may not be empty.
  bool filled = false;
  // Of an integer or number.
  double least = -1.0e308;
  double most = 1.0e308;
};

// Whether everything fits. Adds at most Limits::max_problems.
bool check_shape(const YamlNode& node, const Shape& shape, const Limits& limits,
                 std::vector<Problem>& problems);

// The problems from `first` on in the order of the file's lines, cut to Limits::max_problems; what is cut is
// counted in a last one. For whoever checks a file in several passes.
void in_order_of_lines(std::vector<Problem>& problems, std::size_t first, const Limits& limits);

// "a, b or c".
std::string listed(std::span<const std::string_view> words);

}  // namespace gavel
