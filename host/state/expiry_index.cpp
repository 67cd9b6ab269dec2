#include "state/expiry_index.hpp"

#include <algorithm>

#include "state/path_text.hpp"

namespace gavel {
namespace {

// Against document order: deeper places first, later elements first.
bool goes_first(const Path& a, const Path& b) {
  auto i = a.begin();
  auto j = b.begin();
  for (; i != a.end() && j != b.end(); ++i, ++j) {
    const Segment left = *i;
    const Segment right = *j;
    if (left == right) continue;
    if (left.is_index != right.is_index) return left.is_index;
    return left.is_index ? left.index > right.index : left.key > right.key;
  }
  return i != a.end() && j == b.end();
}

}  // namespace

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

std::vector<Path> ExpiryIndex::due(Time now) const {
  std::vector<Path> places;
  for (const auto& [when, place] : by_time_) {
    if (when.first > now.ms) break;
    places.emplace_back(PathView(place));
  }
  std::sort(places.begin(), places.end(), goes_first);
  return places;
}

}  // namespace gavel
