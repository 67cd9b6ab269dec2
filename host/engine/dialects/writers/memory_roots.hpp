// The roots below the mount of memory(): what tells its second argument as a path from a sentence with dots.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace gavel {

inline bool is_memory_root(std::string_view name) {
  constexpr std::array<std::string_view, 10> kRoots = {"global_set", "world_set", "global_lore", "world_lore",
                                                       "map",        "summary",   "config",      "status",
                                                       "attribute",  "task"};
  return std::find(kRoots.begin(), kRoots.end(), name) != kRoots.end();
}

}  // namespace gavel
