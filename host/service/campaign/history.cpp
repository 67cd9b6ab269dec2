#include "history.hpp"

#include "state/members.hpp"

#include "fold_changes.hpp"

namespace gavel {

void add_to_history(Json& history, const Json& record, std::size_t most) {
  if (text_at(record, "kind") == "swap") return;
  Json entry(Json::value_t::object);
  for (const char* name : {"turn_id", "actor_id", "user_input", "assistant_output_text", "timestamp"}) {
    const Json* value = member(record, name);
    entry[name] = value == nullptr ? Json("") : *value;
  }
  if (const Json* displays = member(record, "displays")) entry["displays"] = *displays;
  JsonArray& all = array_of(history);
  all.push_back(std::move(entry));
  if (all.size() > most) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(most));
}

Result<Json> read_history(Store& store, std::string_view campaign, const std::string& turn,
                          std::uint64_t version, std::size_t most) {
  Json history(Json::value_t::array);
  if (turn.empty() || most == 0) return history;
  const auto add = [&](const Turn& one) -> Result<void> {
    add_to_history(history, TRY(read_turn_record(one)), most);
    return {};
  };
  // Swaps stand among the turns: where they leave too few, it looks back twice as far.
  for (std::uint64_t back = most;; back *= 2) {
    array_of(history).clear();
    const std::uint64_t after = version > back ? version - back : 0;
    TRY(for_each_turn(store, campaign, turn, after, add));
    if (after == 0 || history.size() >= most) return history;
  }
}

}  // namespace gavel
