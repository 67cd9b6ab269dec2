#include "state/resolve.hpp"

#include <algorithm>
#include <optional>

#include "state/child_at.hpp"

#include "trees.hpp"

namespace gavel {
namespace {

using Miss = Place::Miss;

std::optional<std::uint64_t> index_on(std::size_t size, const Segment& segment) {
  if (segment.is_index) return segment.index;
  if (segment.key == "-") return size;
  return index_of_key(segment.key);
}

void push_both(Place& place, const Segment& segment) {
  place.path.push(segment);
  place.shown.push(segment);
}

bool is_first(const Segment& segment) { return segment.is_index ? segment.index == 0 : segment.key == "0"; }

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

bool covered(const DescribedPatterns& patterns, PathView shown) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const Pattern& pattern) { return pattern.covers(shown); });
}

template <typename Tree>
typename Tree::Node step_down(const Tree& tree, typename Tree::Node node, const Segment& segment,
                              Place& place) {
  if (tree.kind(node).is_array()) {
    const std::size_t size = tree.size(node);
    const std::optional<std::uint64_t> index = index_on(size, segment);
    push_both(place, index ? Segment{{}, *index, true} : segment);
    if (index && *index < size) return tree.element(node, *index);
    place.miss = !index ? Miss::kNoIndex : *index == size ? Miss::kAppend : Miss::kBeyond;
    return {};
  }
  const std::string key = segment.is_index ? std::to_string(segment.index) : std::string();
  const Segment as_key{segment.is_index ? std::string_view(key) : segment.key, 0, false};
  push_both(place, as_key);
  const bool object = tree.kind(node).is_object();
  const typename Tree::Node child = object ? tree.member(node, as_key.key) : typename Tree::Node{};
  if (tree.missing(child)) place.miss = object ? Miss::kMember : Miss::kThroughScalar;
  return child;
}

template <typename Tree>
typename Tree::Node find_place(const Tree& tree, typename Tree::Node root, PathView path,
                               const DescribedPatterns& described, Place& place) {
  typename Tree::Node node = root;
  for (auto at = path.begin(); at != path.end();) {
    place.described = false;
    node = step_down(tree, node, *at++, place);
    if (tree.missing(node)) {
      finish(at, path.end(), place);
      return node;
    }
    if (described.empty() || !tree.is_pair(node) || !covered(described, place.shown)) continue;
    place.described = true;
    node = tree.element(node, 0);
    place.path.push_index(0);
    // Who writes out that the value is the pair's first element means the value.
    if (!is_container(tree.kind(node)) && at != path.end() && is_first(*at)) ++at;
  }
  return node;
}

template BeforeView::Ref step_down(const PastTree&, BeforeView::Ref, const Segment&, Place&);
template BeforeView::Ref find_place(const PastTree&, BeforeView::Ref, PathView, const DescribedPatterns&,
                                    Place&);

bool is_pair(const Json& json) {
  return json.is_array() && json.size() == 2 && array_of(json)[1].is_string();
}

bool is_described(const DescribedPatterns& patterns, PathView shown, const Json& node) {
  return is_pair(node) && covered(patterns, shown);
}

Place resolve(const Json& root, PathView path, const DescribedPatterns& described) {
  Place place;
  place.node = find_place(PresentTree{}, &root, path, described, place);
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
    if (place.node != nullptr) place.node = child_at(*place.node, segment);
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
