#include "state/resolve.hpp"

#include <algorithm>
#include <optional>

namespace gavel {
namespace {

using Miss = Place::Miss;

std::optional<std::uint64_t> index_on(const JsonArray& array, const Segment& segment) {
  if (segment.is_index) return segment.index;
  if (segment.key == "-") return array.size();
  return index_of_key(segment.key);
}

void push_both(Place& place, const Segment& segment) {
  place.path.push(segment);
  place.shown.push(segment);
}

bool is_first(const Segment& segment) { return segment.is_index ? segment.index == 0 : segment.key == "0"; }

// Steps down one segment; nullptr, and why, if there is nothing.
const Json* step(const Json& node, const Segment& segment, Place& place) {
  if (node.is_array()) {
    const JsonArray& array = array_of(node);
    const std::optional<std::uint64_t> index = index_on(array, segment);
    push_both(place, index ? Segment{{}, *index, true} : segment);
    if (index && *index < array.size()) return &array[*index];
    place.miss = !index ? Miss::kNoIndex : *index == array.size() ? Miss::kAppend : Miss::kBeyond;
    return nullptr;
  }
  const std::string key = segment.is_index ? std::to_string(segment.index) : std::string();
  const Segment as_key{segment.is_index ? std::string_view(key) : segment.key, 0, false};
  push_both(place, as_key);
  const Json* child = member(node, as_key.key);
  if (child == nullptr) place.miss = node.is_object() ? Miss::kMember : Miss::kThroughScalar;
  return child;
}

// The rest of a path whose beginning is missing: it could only be objects.
void finish(PathView::Iterator at, PathView::Iterator end, Place& place) {
  if (at == end) return;
  if (place.miss == Miss::kMember) {
    place.miss = Miss::kParent;
  } else if (place.miss != Miss::kThroughScalar && place.miss != Miss::kNoIndex) {
    place.miss = Miss::kInArray;
  }
  for (; at != end; ++at) {
    const std::string key = key_of(*at);
    push_both(place, Segment{key, 0, false});
  }
}

}  // namespace

bool is_pair(const Json& json) {
  return json.is_array() && json.size() == 2 && array_of(json)[1].is_string();
}

bool is_described(const DescribedPatterns& patterns, PathView shown, const Json& node) {
  if (!is_pair(node)) return false;
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const Pattern& pattern) { return pattern.covers(shown); });
}

Place resolve(const Json& root, PathView path, const DescribedPatterns& described) {
  Place place;
  const Json* node = &root;
  const auto look_through = [&] {
    place.described = !described.empty() && is_described(described, place.shown, *node);
    if (!place.described) return;
    node = &array_of(*node)[0];
    place.path.push_index(0);
  };
  for (auto at = path.begin(); at != path.end();) {
    place.described = false;
    node = step(*node, *at++, place);
    if (node == nullptr) {
      finish(at, path.end(), place);
      return place;
    }
    look_through();
    // Who writes out that the value is the pair's first element means the value.
    if (place.described && !is_container(*node) && at != path.end() && is_first(*at)) ++at;
  }
  place.node = node;
  return place;
}

Place standing(const Json& root, PathView path, const DescribedPatterns& described) {
  Place place;
  place.path = Path(path);
  place.node = &root;
  bool inside = false;  // a pair: its value is not looked through once more
  const auto is_step_in = [&](const Segment& segment) {
    if (inside || described.empty() || !segment.is_index || segment.index != 0) return false;
    if (place.node != nullptr) return is_described(described, place.shown, *place.node);
    return std::ranges::any_of(described, [&](const Pattern& one) { return one.covers(place.shown); });
  };
  for (const Segment segment : path) {
    inside = is_step_in(segment);
    if (!inside) place.shown.push(segment);
    if (place.node == nullptr) continue;
    if (!segment.is_index) {
      place.node = member(*place.node, segment.key);
    } else {
      const bool there = place.node->is_array() && segment.index < place.node->size();
      place.node = there ? &array_of(*place.node)[segment.index] : nullptr;
    }
  }
  if (place.node == nullptr) {
    place.miss = Miss::kMember;
  } else if (!inside && !described.empty() && is_described(described, place.shown, *place.node)) {
    place.described = true;
    place.path.push_index(0);
    place.node = &array_of(*place.node)[0];
  }
  return place;
}

}  // namespace gavel
