// Budgets are kept by place. A place that gets another name takes its balance along, or every new name would
// come with a full one.

#include <algorithm>
#include <charconv>

#include "state/effects.hpp"
#include "state/path_text.hpp"

#include "budget_balance.hpp"

namespace gavel {
namespace {

// An element came to an array or left it, so that those behind it have other indices.
struct Shift {
  std::string array;  // as a pointer, with a slash behind it
  std::uint64_t index = 0;
  bool came = false;
};

std::vector<Shift> shifts_of(const Proposed& proposed) {
  std::vector<Shift> shifts;
  const std::vector<Pattern>& numbered = proposed.context.numbered;
  for (const Effect& effect : proposed.effects.stored()) {
    const bool came = effect.before == nullptr, went = effect.after == nullptr;
    if (effect.path.empty() || came == went || !effect.path.back().is_index) continue;
    const PathView array = effect.path.parent();
    const bool stays = std::any_of(numbered.begin(), numbered.end(),
                                   [&](const Pattern& pattern) { return pattern.matches(array); });
    if (!stays) shifts.push_back({to_pointer(array) + "/", effect.path.back().index, came});
  }
  return shifts;
}

// The place's name after the shift; empty: it is gone.
std::string shifted(const std::string& place, const Shift& shift) {
  if (!place.starts_with(shift.array)) return place;
  std::uint64_t index = 0;
  const char* begin = place.data() + shift.array.size();
  const auto [end, error] = std::from_chars(begin, place.data() + place.size(), index);
  if (error != std::errc() || index < shift.index) return place;
  if (!shift.came && index == shift.index) return "";
  return shift.array + std::to_string(shift.came ? index + 1 : index - 1) +
         place.substr(static_cast<std::size_t>(end - place.data()));
}

// The place's name after a node has moved.
std::string moved(const std::string& place, const std::string& from, const std::string& to) {
  const bool below = place.starts_with(from) && (place.size() == from.size() || place[from.size()] == '/');
  return below ? to + place.substr(from.size()) : place;
}

}  // namespace

void move_balances(Document& document, const Proposed& proposed) {
  const Json* budgets = member(document.meta(), "budgets");
  if (budgets == nullptr || !budgets->is_object()) return;
  const std::vector<Shift> shifts = shifts_of(proposed);
  const bool moving = proposed.command.verb == Verb::kMove && !proposed.source.empty() &&
                      !proposed.source.back().is_index && !proposed.place.back().is_index;
  if (shifts.empty() && !moving) return;
  const std::string from = moving ? to_pointer(proposed.source) : "";
  const std::string to = moving ? to_pointer(proposed.place) : "";
  Path all;
  all.push_key("budgets");
  std::vector<std::pair<Path, Json>> changed;
  for (const auto& [id, balances] : object_of(*budgets)) {
    if (!balances.is_object()) continue;
    document.charge(balances.size() * (1 + shifts.size()));
    Json renamed(Json::value_t::object), came(Json::value_t::object);
    bool same = true;
    for (const auto& [place, balance] : object_of(balances)) {
      std::string name = place;
      for (const Shift& shift : shifts)
        if (!name.empty()) name = shifted(name, shift);
      if (moving) name = moved(name, from, to);
      same = same && name == place;
      if (!name.empty()) (name == place ? renamed : came)[name] = balance;
    }
    // What comes takes the place of what stood there, with its balance.
    for (auto& [name, balance] : object_of(came)) renamed[name] = std::move(balance);
    if (!same) changed.emplace_back(all.child(id), std::move(renamed));
  }
  for (auto& [place, balances] : changed) document.put(place, std::move(balances), Tree::kMeta);
}

}  // namespace gavel
