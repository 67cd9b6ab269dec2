// CampaignRecord: what a campaign is beside its state and its turns: 001's fields. The host rewrites it with
// every change; what moves along with the state (milestone, summary, counters) lies in the document's meta
// and is only shown here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// Where the campaign stood before the last rollback; gone with the next turn.
struct RollbackPending {
  bool is_pending = false;
  std::string from_turn_id;
  std::string from_branch;
  std::string to_turn_id;
  bool can_undo = false;
};

struct CampaignRecord {
  std::string id;
  std::string title;
  Time created_at;
  Time updated_at;
  // The rules that its next turn is judged by: the SHA-256 of their image, and what they call themselves.
  std::string ruleset;
  std::string ruleset_name;
  std::string ruleset_version;
  std::string seed;  // of the dice
  // {world_id, map_id, party_character_ids, active_actor_id}
  Json selected = Json(Json::value_t::object);
  std::string goal_text;  // cannot be rewritten once it is set
  bool goal_is_hidden = true;
  std::string milestone_policy;                       // empty: the ruleset's own
  Json milestone_with = Json(Json::value_t::object);  // its parameters
  Json settings = Json(Json::value_t::object);        // those that this campaign sets
  std::optional<std::vector<std::string>> tools;      // of the ruleset's, only these
  Json route;                                         // dialog.future_route_decision; null: none
  RollbackPending rollback;
};

// The setting by which the kind of dialog is chosen by hand: 001's dialog.dialog_type_selected.
inline constexpr const char* kDialogType = "dialog.manual_type";

// Fills in what is given, by 001's names: title, selected, goal, milestone.advance_policy, settings, tools,
// dialog {dialog_type_selected, future_route_decision}. Unknown names and wrong types are refused, all of
// them in one error; what may not change after the campaign began (the goal's text) is refused then.
Result<void> change_record(CampaignRecord& record, const Json& given, bool begun, const Limits& limits);

// The settings among the fields given, the kind of dialog with them.
Json settings_given(const Json& given);

// What the store keeps; and back. Members that 001 names are called as there.
Json record_json(const CampaignRecord& record);
Result<CampaignRecord> read_record(const Json& json);

}  // namespace gavel
