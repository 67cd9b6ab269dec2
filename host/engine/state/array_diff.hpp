// The shortest way from one array to another, as edits of elements. Private to effects.cpp.
//
// Effects must not depend on how an array was written: a push at the head, a splice, and a `set` of the whole
// array that come to the same are the same. So arrays are compared by what they hold, with Myers' algorithm;
// what it would call a removal and an insertion at one spot is a change of the element there.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gavel {

struct ArrayEdit {
  enum class Kind { kChange, kRemove, kInsert } kind;
  std::size_t before;  // index in the old array; of no meaning for an insertion
  std::size_t after;   // index in the new array; of no meaning for a removal
  std::size_t at;      // index at which the edit applies when the edits are made one after the other
};

// `same(i, j)`: element i of the old array equals element j of the new one. Arrays that have little in common
// are compared index by index, so that the price stays bounded.
std::vector<ArrayEdit> diff_arrays(std::size_t before, std::size_t after,
                                   const std::function<bool(std::size_t, std::size_t)>& same);

}  // namespace gavel
