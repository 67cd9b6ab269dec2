// Protection is read off the effects: a flag `_is_protected` that was true and is not any more. Only where an
// array stands on the way does the place not tell, because elements move up and down; then the outermost such
// array is compared by content, before against after.

#include <algorithm>
#include <vector>

#include "command/host_keys.hpp"
#include "guards/guards.hpp"
#include "state/path_text.hpp"

namespace gavel {
namespace {

bool is_true(const Json* json) { return json != nullptr && json->is_boolean() && json->get<bool>(); }

// The flag's own path, if the effect takes it away.
bool takes_protection(const Effect& effect) {
  if (effect.path.empty() || !is_true(effect.before) || is_true(effect.after)) return false;
  const Segment last = effect.path.back();
  return !last.is_index && last.key == kProtectedKey;
}

// The path up to the outermost array on it, or the whole path if there is none.
PathView outermost_array(PathView path) {
  for (auto it = path.begin(); it != path.end(); ++it) {
    if ((*it).is_index)
      return PathView(path.bytes().substr(0, static_cast<std::size_t>(it.at() - path.bytes().data())));
  }
  return path;
}

// Of a value, the containers that are or hold something protected: what of it has to be found again. Built
// once, so that looking for one element among many costs only what is protected in it.
class Held {
 public:
  struct Node {
    const Json* json;
    std::size_t parent;
    Segment segment;                    // in the parent; its key lies in the value
    bool holds = false;                 // or is
    std::vector<std::size_t> children;  // that hold, in order
  };

  // REQUIRES: `root` outlives it.
  explicit Held(const Json& root) {
    add(root, 0, {});
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      const Json& json = *nodes_[at].json;
      if (json.is_array()) {
        std::uint64_t index = 0;
        for (const Json& child : array_of(json)) add(child, at, Segment{{}, index++, true});
      } else if (json.is_object()) {
        for (const auto& [key, child] : object_of(json)) add(child, at, Segment{key, 0, false});
      }
    }
    // Children stand behind their parents.
    for (std::size_t at = nodes_.size(); at-- > 1;) {
      nodes_[at].holds = nodes_[at].holds || is_protected(*nodes_[at].json);
      if (nodes_[at].holds) nodes_[nodes_[at].parent].holds = true;
    }
    for (std::size_t at = 1; at < nodes_.size(); ++at)
      if (nodes_[at].holds) nodes_[nodes_[at].parent].children.push_back(at);
  }

  const Node& node(std::size_t at) const { return nodes_[at]; }

 private:
  void add(const Json& json, std::size_t parent, Segment segment) {
    if (nodes_.empty() || is_container(json)) nodes_.push_back({&json, parent, segment, false, {}});
  }

  std::vector<Node> nodes_;
};

// The first protected node at or below `at` that does not stand in `after` (nullptr: nothing is there), or
// nothing. Recursion is as deep as arrays lie in one another, which is bounded by the document's depth.
std::optional<Path> lost(const Held& held, std::size_t at, const Json* after, const Path& path);

// An array does not tell its elements apart but by their order. So for each element that is or holds
// something protected, one in which it stands must follow, in the same order: the earliest that will do is
// always the best.
std::optional<Path> lost_element(const Held& held, const Held::Node& array, const Json* after,
                                 const Path& path) {
  static const JsonArray kNothing;
  const JsonArray& now = after != nullptr && after->is_array() ? array_of(*after) : kNothing;
  std::size_t next = 0;
  for (const std::size_t child : array.children) {
    while (next < now.size() && lost(held, child, &now[next], path)) ++next;
    if (next++ >= now.size()) return path.child(held.node(child).segment.index);
  }
  return std::nullopt;
}

std::optional<Path> lost(const Held& held, std::size_t at, const Json* after, const Path& path) {
  struct Pair {
    std::size_t before;
    const Json* after;
    Path path;
  };
  std::vector<Pair> todo{{at, after, path}};
  while (!todo.empty()) {
    const Pair pair = std::move(todo.back());
    todo.pop_back();
    const Held::Node& before = held.node(pair.before);
    if (before.json->is_array()) {
      if (auto gone = lost_element(held, before, pair.after, pair.path)) return gone;
      continue;
    }
    if (is_protected(*before.json) && (pair.after == nullptr || !is_protected(*pair.after))) return pair.path;
    for (const std::size_t child : before.children) {
      const std::string_view key = held.node(child).segment.key;
      todo.push_back(
          {child, pair.after == nullptr ? nullptr : member(*pair.after, key), pair.path.child(key)});
    }
  }
  return std::nullopt;
}

}  // namespace

Result<void> judge_protection(const Proposed& proposed) {
  std::optional<Path> gone;
  std::vector<Path> arrays;
  for (const Effect& effect : proposed.effects.stored()) {
    if (!takes_protection(effect)) continue;
    const PathView array = outermost_array(effect.path);
    if (array == effect.path) {
      gone = Path(effect.path.parent());
      break;
    }
    if (arrays.empty() || !(arrays.back().view() == array)) arrays.emplace_back(array);
  }
  for (std::size_t i = 0; !gone && i < arrays.size(); ++i) {
    bool present = false;
    const Json before = before_at(proposed.document, proposed.effects.from(), arrays[i], present);
    gone = lost(Held(before), 0, proposed.document.find(arrays[i]), arrays[i]);
  }
  if (!gone) return {};
  return Error(Code::kProtected,
               proposed.named(*gone) +
                   " is protected: it cannot be deleted, replaced, moved or stripped of its protection",
               "change its fields one by one, and leave `_is_protected` as it is");
}

}  // namespace gavel
