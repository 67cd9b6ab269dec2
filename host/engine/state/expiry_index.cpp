#include "state/expiry_index.hpp"

#include <algorithm>
#include <charconv>

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

Json expiry_json(const Expiry& expiry) {
  if (expiry.by.empty()) return Json(expiry.time.ms);
  return Json(std::to_string(expiry.time.ms) + " " + expiry.by);
}

std::optional<Expiry> read_expiry(const Json& json) {
  if (json.is_number_integer()) {
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
    return Expiry{Time{json.get<std::int64_t>()}};
  }
  if (!json.is_string()) return std::nullopt;
  const std::string& text = string_of(json);
  Expiry expiry;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), expiry.time.ms);
  expiry.by = std::string(end, text.data() + text.size());
  if (error != std::errc() || expiry.by.size() < 2 || expiry.by.front() != ' ') return std::nullopt;
  expiry.by.erase(0, 1);
  if (!equal(json, expiry_json(expiry))) return std::nullopt;
  return expiry;
}

std::optional<Expiry> ExpiryIndex::at(PathView place) const {
  const auto found = by_place_.find(place.bytes());
  if (found == by_place_.end()) return std::nullopt;
  return found->second.first;
}

void ExpiryIndex::set(PathView place, std::optional<Expiry> expiry) {
  if (const auto found = by_place_.find(place.bytes()); found != by_place_.end()) {
    by_time_.erase({found->second.first.time.ms, found->second.second});
    by_place_.erase(found);
  }
  if (!expiry) return;
  std::string pointer = to_pointer(place);
  by_time_.emplace(std::pair(expiry->time.ms, pointer), place.bytes());
  by_place_.emplace(place.bytes(), std::pair(std::move(*expiry), std::move(pointer)));
}

namespace {

// A path's bytes begin with the bytes of every path above it, so what is below stands together.
template <typename Places>
std::vector<std::pair<Path, Expiry>> all_below(const Places& places, std::string_view from,
                                               std::string_view above) {
  std::vector<std::pair<Path, Expiry>> found;
  for (auto it = places.lower_bound(from); it != places.end() && it->first.starts_with(above); ++it)
    found.emplace_back(Path(PathView(it->first)), it->second.first);
  return found;
}

}  // namespace

std::vector<std::pair<Path, Expiry>> ExpiryIndex::below(PathView place) const {
  return all_below(by_place_, place.bytes(), place.bytes());
}

std::vector<std::pair<Path, Expiry>> ExpiryIndex::from_element(PathView array, std::uint64_t first) const {
  return all_below(by_place_, Path(array).child(first).bytes(), array.bytes());
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
