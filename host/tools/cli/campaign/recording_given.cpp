#include "recording_given.hpp"

#include <algorithm>

#include "state/members.hpp"
#include "state/path.hpp"
#include "state/path_text.hpp"

#include "yaml_text.hpp"

namespace gavel {
namespace {

// The members of `now` that `before` has otherwise or not at all.
Json changed_members(const Json& before, const Json& now) {
  Json changed(Json::value_t::object);
  if (!now.is_object()) return changed;
  for (const auto& [key, value] : object_of(now)) {
    const Json* old = member(before, key);
    if (old == nullptr || *old != value) changed[key] = value;
  }
  return changed;
}

// The fields of a campaign that chose nothing.
Json blank_fields() {
  Json fields(Json::value_t::object);
  fields["title"] = "";
  Json& selected = fields["selected"] = Json(Json::value_t::object);
  for (const char* name : {"world_id", "map_id", "active_actor_id"}) selected[name] = "";
  selected["party_character_ids"] = Json(Json::value_t::array);
  fields["goal"]["ultimate_goal_text"] = "";
  fields["goal"]["is_hidden"] = true;
  fields["milestone"]["advance_policy"] = Json();
  fields["tools"] = Json();
  fields["dialog"]["future_route_decision"] = Json();
  return fields;
}

// As change_record() takes them.
Json given_fields(const TurnInput& input) {
  const Json& campaign = input.campaign;
  Json fields(Json::value_t::object);
  for (const char* name : {"title", "selected", "goal"}) fields[name] = value_at(campaign, name);
  const Json policy = value_at(value_at(campaign, "milestone"), "advance_policy");
  const Json name = value_at(policy, "policy");
  fields["milestone"]["advance_policy"] = name.is_string() && !string_of(name).empty() ? policy : Json();
  fields["tools"] = input.tools ? Json(*input.tools) : Json();
  fields["dialog"]["future_route_decision"] = value_at(value_at(campaign, "dialog"), "future_route_decision");
  return fields;
}

bool same_names(const Json& one, const Json& other) {
  if (!one.is_object() || !other.is_object() || one.size() != other.size()) return false;
  return std::ranges::equal(object_of(one), object_of(other),
                            [](const auto& a, const auto& b) { return a.first == b.first; });
}

}  // namespace

InForce::InForce(Json settings) : settings_(std::move(settings)), fields_(blank_fields()) {}

InForce::Changed InForce::take(const TurnInput& input) {
  Changed changed;
  Json settings = input.settings;
  changed.settings = changed_members(settings_, settings);
  settings_ = std::move(settings);
  Json fields = given_fields(input);
  for (const auto& [name, value] : object_of(fields)) {
    const Json& before = fields_[name];
    const bool by_member = name == "selected" || name == "goal";
    Json now = by_member ? changed_members(before, value) : value;
    if (by_member ? now.empty() : now == before) continue;
    // Records have null for a goal that is hidden.
    if (const Json* text = name == "goal" ? member(now, "ultimate_goal_text") : nullptr;
        text != nullptr && text->is_null()) {
      changed.hides_goal = true;
      JsonObject& members = object_of(now);
      members.take(members.find_slot("ultimate_goal_text"));
      if (now.empty()) continue;
    }
    changed.fields[name] = std::move(now);
  }
  fields_ = std::move(fields);
  return changed;
}

bool same_in_force(const TurnInput& one, const TurnInput& other) {
  return one.settings == other.settings && given_fields(one) == given_fields(other);
}

std::string given_state_line(const Json& data, const Json& initial) {
  if (data == initial && same_names(data, initial)) return {};
  // What is not there, and the order of names, cannot be said by writes.
  if (!same_names(data, initial)) return "{\"\": " + one_line(data) + "}";
  std::string line;
  for (const auto& [name, value] : object_of(data)) {
    if (value == *member(initial, name)) continue;
    Path path;
    path.push_key(name);
    line += (line.empty() ? "" : ", ") + in_quotes(to_dotted(path)) + ": " + one_line(value);
  }
  return "{" + line + "}";
}

}  // namespace gavel
