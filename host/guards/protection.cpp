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

// The first protected node of `before` that does not stand in `after` (nullptr: nothing is there), or
// nothing. Recursion is as deep as arrays lie in one another, which is bounded by the document's depth.
std::optional<Path> lost(const Json& before, const Json* after, const Path& path);

// An array does not tell its elements apart but by their order. So for each element that is or holds
// something protected, one in which it stands must follow, in the same order: the earliest that will do is
// always the best.
std::optional<Path> lost_element(const JsonArray& before, const Json* after, const Path& path) {
  static const JsonArray kNothing;
  const JsonArray& now = after != nullptr && after->is_array() ? array_of(*after) : kNothing;
  std::size_t next = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!holds_protected(before[i])) continue;
    while (next < now.size() && lost(before[i], &now[next], path)) ++next;
    if (next++ >= now.size()) return path.child(i);
  }
  return std::nullopt;
}

std::optional<Path> lost(const Json& before, const Json* after, const Path& path) {
  struct Pair {
    const Json* before;
    const Json* after;
    Path path;
  };
  std::vector<Pair> todo{{&before, after, path}};
  while (!todo.empty()) {
    const Pair pair = std::move(todo.back());
    todo.pop_back();
    if (!holds_protected(*pair.before)) continue;
    if (pair.before->is_array()) {
      if (auto gone = lost_element(array_of(*pair.before), pair.after, pair.path)) return gone;
      continue;
    }
    if (is_protected(*pair.before) && (pair.after == nullptr || !is_protected(*pair.after))) return pair.path;
    for (const auto& [key, child] : object_of(*pair.before)) {
      if (is_container(child))
        todo.push_back(
            {&child, pair.after == nullptr ? nullptr : member(*pair.after, key), pair.path.child(key)});
    }
  }
  return std::nullopt;
}

}  // namespace

Result<void> judge_protection(const Proposed& proposed) {
  std::optional<Path> gone;
  std::vector<Path> arrays;
  visit_effects(proposed.document, proposed.from, {}, [&](const Effect& effect) {
    if (!takes_protection(effect)) return true;
    const PathView array = outermost_array(effect.path);
    if (array == effect.path) {
      gone = Path(effect.path.parent());
      return false;
    }
    if (arrays.empty() || !(arrays.back().view() == array)) arrays.emplace_back(array);
    return true;
  });
  for (std::size_t i = 0; !gone && i < arrays.size(); ++i) {
    bool present = false;
    const Json before = before_at(proposed.document, proposed.from, arrays[i], present);
    gone = lost(before, proposed.document.find(arrays[i]), arrays[i]);
  }
  if (!gone) return {};
  return Error(
      Code::kProtected,
      to_dotted(*gone) + " is protected: it cannot be deleted, replaced, moved or stripped of its protection",
      "change its fields one by one, and leave `_is_protected` as it is");
}

}  // namespace gavel
