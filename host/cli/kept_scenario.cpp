#include "kept_scenario.hpp"

#include <map>

#include "base/limits.hpp"
#include "state/path.hpp"
#include "state/path_text.hpp"

#include "yaml_text.hpp"

namespace gavel {
namespace {

std::string text_at(const Json& json, std::string_view key) {
  const Json* found = member(json, key);
  return found != nullptr && found->is_string() ? string_of(*found) : std::string();
}

std::string place_of(const Json& change) {
  const Json* path = member(change, "path");
  const Result<Path> read = path_from_json(path == nullptr ? Json() : *path, Limits());
  return read ? to_dotted(*read) : std::string();
}

// What stands in the end at each place that the turn changed, in the order of the first changes.
std::string expected_state(const Json& verdict) {
  const Json* changes = member(verdict, "changes");
  if (changes == nullptr || !changes->is_array()) return {};
  std::vector<std::string> places;
  std::map<std::string, const Json*> last;
  for (const Json& change : array_of(*changes)) {
    const std::string place = place_of(change);
    if (place.empty()) continue;
    if (!last.contains(place)) places.push_back(place);
    last[place] = member(change, "after");
  }
  std::string state;
  std::string absent;
  for (const std::string& place : places) {
    const Json* after = last[place];
    if (after == nullptr)
      absent += (absent.empty() ? "" : ", ") + key_text(place);
    else
      state += "        " + key_text(place) + ": " + one_line(*after) + "\n";
  }
  if (!state.empty()) state = "      state:\n" + state;
  if (!absent.empty()) state += "      absent: [" + absent + "]\n";
  return state;
}

std::string refused(const Json& verdict) {
  const Json* commands = member(verdict, "commands");
  std::string out;
  if (commands != nullptr && commands->is_array())
    for (const Json& line : array_of(*commands))
      if (text_at(line, "status") == "rejected")
        out += (out.empty() ? "" : ", ") + std::string("{code: ") + text_at(line, "code") + "}";
  return "      refused: [" + out + "]\n";
}

std::string turn_of(const Json& record, const Json& verdict) {
  const Json* inputs = member(record, "inputs");
  const std::string actor = inputs == nullptr ? "" : text_at(*inputs, "actor");
  const std::string user = text_at(record, "user_input");
  std::string out = "  - id: " + in_quotes(text_at(record, "turn_id")) + "\n";
  if (const std::string id = text_at(record, "actor_id"); !id.empty())
    out += "    actor: " + in_quotes(id) + "\n";
  if (actor == "operator") out += "    as: operator\n";
  out += "    now: " + in_quotes(text_at(record, "timestamp")) + "\n";
  if (!user.empty()) out += "    user: " + block(user, 6);
  out += "    model: " + block(inputs == nullptr ? "" : text_at(*inputs, "model_text"), 6);
  return out + "    expect:\n      outcome: " + text_at(verdict, "outcome") + "\n" + refused(verdict) +
         expected_state(verdict);
}

bool anything_in(const Json& selected) {
  if (!selected.is_object()) return false;
  for (const auto& [name, value] : object_of(selected))
    if (value.is_string() ? !string_of(value).empty() : !value.empty()) return true;
  return false;
}

}  // namespace

std::string kept_scenario(const Json& shown, const Json& records, const std::vector<Json>& verdicts) {
  const std::string title = text_at(shown, "title");
  std::string out = "# Kept from a campaign. It begins with the ruleset's initial state.\nscenario: " +
                    in_quotes(title.empty() ? text_at(shown, "campaign_id") : title) +
                    "\ngiven:\n  seed: " + in_quotes(text_at(shown, "seed")) + "\n";
  if (const Json* settings = member(shown, "settings"); settings != nullptr && !settings->empty())
    out += "  settings: " + one_line(*settings) + "\n";
  if (const Json* selected = member(shown, "selected"); selected != nullptr && anything_in(*selected))
    out += "  campaign: {selected: " + one_line(*selected) + "}\n";
  if (!records.empty()) out += "  now: " + in_quotes(text_at(array_of(records)[0], "timestamp")) + "\n";
  out += "turns:\n";
  for (std::size_t i = 0; i < array_of(records).size(); ++i) {
    const Json& record = array_of(records)[i];
    if (text_at(record, "kind") == "turn")
      out += turn_of(record, verdicts[i]);
    else
      out += "  # " + text_at(record, "turn_id") + ": a " + text_at(record, "kind") + ", which is not kept\n";
  }
  return out;
}

}  // namespace gavel
