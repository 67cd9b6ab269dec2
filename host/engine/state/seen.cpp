#include "state/seen.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gavel {

Json part_seen(const Json& value, const Path& path, const DescribedPatterns& described, const Seen& seen) {
  Json part = value;
  std::vector<std::pair<Json*, Path>> todo{{&part, path}};
  const auto add = [&](Json& child, Path at) {
    const bool pair = !described.empty() && is_described(described, at, child);
    todo.emplace_back(pair ? array_of(child).data() : &child, std::move(at));
  };
  while (!todo.empty()) {
    const auto [json, at] = std::move(todo.back());
    todo.pop_back();
    if (json->is_object()) {
      std::vector<std::string> hidden;
      for (auto& [key, child] : object_of(*json)) {
        Path below = at.child(key);
        if (seen(below)) {
          add(child, std::move(below));
        } else {
          hidden.push_back(key);
        }
      }
      for (const std::string& key : hidden) object_of(*json).erase(key);
    } else if (json->is_array()) {
      std::uint64_t i = 0;
      for (Json& child : array_of(*json)) {
        Path below = at.child(i++);
        if (seen(below)) {
          add(child, std::move(below));
        } else {
          child = nullptr;
        }
      }
    }
  }
  return part;
}

}  // namespace gavel
