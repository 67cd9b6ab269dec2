// A path followed through a value exactly as it is written: no index is read off a key, no pair looked
// through.
#pragma once

#include "state/path.hpp"

namespace gavel {

// The member or element that a segment names; nullptr: there is none.
inline const Json* child_at(const Json& json, const Segment& segment) {
  if (!segment.is_index) return member(json, segment.key);
  return json.is_array() && segment.index < json.size() ? &array_of(json)[segment.index] : nullptr;
}

// The value at a path, or nullptr.
inline const Json* find_at(const Json& root, PathView path) {
  const Json* node = &root;
  for (const Segment& segment : path)
    if (node = child_at(*node, segment); node == nullptr) return nullptr;
  return node;
}

}  // namespace gavel
