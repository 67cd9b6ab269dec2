#include "state/expiry_index.hpp"

#include "state/path_text.hpp"

namespace gavel {

std::optional<Time> ExpiryIndex::at(PathView place) const {
  const auto found = by_place_.find(place.bytes());
  if (found == by_place_.end()) return std::nullopt;
  return found->second.first;
}

void ExpiryIndex::set(PathView place, std::optional<Time> time) {
  if (const auto found = by_place_.find(place.bytes()); found != by_place_.end()) {
    by_time_.erase({found->second.first.ms, found->second.second});
    by_place_.erase(found);
  }
  if (!time) return;
  std::string pointer = to_pointer(place);
  by_time_.emplace(std::pair(time->ms, pointer), place.bytes());
  by_place_.emplace(place.bytes(), std::pair(*time, std::move(pointer)));
}

std::vector<std::pair<Path, Time>> ExpiryIndex::below(PathView place) const {
  std::vector<std::pair<Path, Time>> found;
  // A path's bytes begin with the bytes of every path above it, so what is below stands together.
  for (auto it = by_place_.lower_bound(place.bytes());
       it != by_place_.end() && it->first.starts_with(place.bytes()); ++it) {
    found.emplace_back(Path(PathView(it->first)), it->second.first);
  }
  return found;
}

bool ExpiryIndex::any_below(PathView place) const {
  const auto it = by_place_.lower_bound(place.bytes());
  return it != by_place_.end() && it->first.starts_with(place.bytes());
}

std::optional<Path> ExpiryIndex::first_due(Time now) const {
  if (by_time_.empty() || by_time_.begin()->first.first > now.ms) return std::nullopt;
  return Path(PathView(by_time_.begin()->second));
}

}  // namespace gavel
