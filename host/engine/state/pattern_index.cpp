// A tree of pattern parts, walked by all its branches side by side, one segment at a time.

#include "state/pattern_index.hpp"

#include <algorithm>

#include "state/lookup_work.hpp"

namespace gavel {

void PatternIndex::add(const Pattern& pattern, std::size_t id) {
  std::size_t at = 0;
  const auto follow = [this](std::size_t found, auto&& set) {
    if (found != 0) return found;
    nodes_.emplace_back();
    set(nodes_.size() - 1);
    return nodes_.size() - 1;
  };
  for (const Pattern::Part& part : pattern.parts_) {
    if (part.kind == Pattern::Part::Kind::kOne) {
      at = follow(nodes_[at].one, [&](std::size_t made) { nodes_[at].one = made; });
    } else if (part.kind == Pattern::Part::Kind::kAny) {
      at = follow(nodes_[at].any, [&](std::size_t made) {
        nodes_[at].any = made;
        nodes_[made].repeats = true;
      });
    } else {
      const auto found = nodes_[at].literals.find(part.key);
      at = follow(found == nodes_[at].literals.end() ? 0 : found->second,
                  [&](std::size_t made) { nodes_[at].literals.emplace(part.key, made); });
    }
  }
  nodes_[at].ids.push_back(id);
  ++size_;
}

// Takes a node into the set of those the walk stands on, with those reached without a segment.
void PatternIndex::enter(std::size_t node, std::vector<std::size_t>& set) const {
  set.push_back(node);
  for (; nodes_[node].any != 0; node = nodes_[node].any) set.push_back(nodes_[node].any);
}

void PatternIndex::step(const Segment& segment, const std::vector<std::size_t>& now,
                        std::vector<std::size_t>& next) const {
  next.clear();
  std::string number;
  std::string_view key = segment.key;
  if (segment.is_index) key = number = std::to_string(segment.index);
  for (const std::size_t at : now) {
    const Node& node = nodes_[at];
    if (node.repeats) enter(at, next);
    if (node.one != 0) enter(node.one, next);
    if (const auto found = node.literals.find(key); found != node.literals.end()) enter(found->second, next);
  }
  lookup_work += kPatternWork * now.size();
  // Behind `**` a node is reached from the one before and from itself.
  std::sort(next.begin(), next.end());
  next.erase(std::unique(next.begin(), next.end()), next.end());
}

void PatternIndex::take(const std::vector<std::size_t>& set, std::vector<std::size_t>& ids) const {
  for (const std::size_t node : set) ids.insert(ids.end(), nodes_[node].ids.begin(), nodes_[node].ids.end());
}

void PatternIndex::covering(PathView path, std::vector<std::size_t>& ids) const {
  ids.clear();
  std::vector<std::size_t> now;
  std::vector<std::size_t> next;
  enter(0, now);
  take(now, ids);
  for (const Segment segment : path) {
    step(segment, now, next);
    take(next, ids);
    now.swap(next);
    if (now.empty()) break;
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

void PatternIndex::matching(PathView path, std::vector<std::size_t>& ids) const {
  ids.clear();
  std::vector<std::size_t> now;
  std::vector<std::size_t> next;
  enter(0, now);
  for (const Segment segment : path) {
    step(segment, now, next);
    now.swap(next);
    if (now.empty()) return;
  }
  take(now, ids);
  std::sort(ids.begin(), ids.end());
}

}  // namespace gavel
