#include "campaign/record.hpp"

#include <array>
#include <utility>

#include "state/members.hpp"
#include "state/shape.hpp"
#include "state/yaml_tree.hpp"

namespace gavel {
namespace {

constexpr Shape kAnyText = {.kinds = kText};
constexpr Shape kFlag = {.kinds = kBoolean};
constexpr Shape kTexts = {.kinds = kList, .each = &kAnyText};
constexpr Shape kOpen = {.kinds = kMapping};
constexpr std::array kSelectedMembers = {Member{"world_id", &kAnyText}, Member{"map_id", &kAnyText},
                                         Member{"party_character_ids", &kTexts},
                                         Member{"active_actor_id", &kAnyText}};
constexpr Shape kSelected = {.kinds = kMapping, .members = kSelectedMembers};
constexpr std::array kGoalMembers = {Member{"ultimate_goal_text", &kAnyText}, Member{"is_hidden", &kFlag}};
constexpr Shape kGoal = {.kinds = kMapping, .members = kGoalMembers};
constexpr std::array kPolicyMembers = {Member{"policy", &kAnyText, Need::kRequired}, Member{"with", &kOpen}};
constexpr Shape kPolicy = {.kinds = kMapping | kNull,
                           .expected = "{policy, with}, or null for the ruleset's own",
                           .members = kPolicyMembers};
constexpr std::array kMilestoneMembers = {Member{"advance_policy", &kPolicy}};
constexpr Shape kMilestone = {.kinds = kMapping, .members = kMilestoneMembers};
constexpr std::array kRouteMembers = {Member{"dialog_type", &kAnyText}, Member{"variant", &kAnyText},
                                      Member{"context_profile", &kAnyText}, Member{"guards", &kTexts}};
constexpr Shape kRoute = {.kinds = kMapping | kNull,
                          .expected = "{dialog_type, variant, context_profile, guards}, or null",
                          .members = kRouteMembers};
constexpr Shape kDialogTypeShape = {.kinds = kText | kNull, .expected = "a kind of dialog, or null"};
constexpr std::array kDialogMembers = {Member{"dialog_type_selected", &kDialogTypeShape},
                                       Member{"future_route_decision", &kRoute}};
constexpr Shape kDialog = {.kinds = kMapping, .members = kDialogMembers};
constexpr Shape kTools = {
    .kinds = kList | kNull, .expected = "a list of tools, or null for all", .each = &kAnyText};
constexpr std::array kFieldMembers = {Member{"title", &kAnyText}, Member{"selected", &kSelected},
                                      Member{"goal", &kGoal},     Member{"milestone", &kMilestone},
                                      Member{"settings", &kOpen}, Member{"tools", &kTools},
                                      Member{"dialog", &kDialog}};
constexpr Shape kFields = {.kinds = kMapping, .expected = "a campaign's fields", .members = kFieldMembers};

Result<void> change_goal(CampaignRecord& record, const Json& goal, bool begun) {
  if (const Json* text = member(goal, "ultimate_goal_text")) {
    const bool same = string_of(*text) == record.goal_text;
    if (begun && !same && !record.goal_text.empty())
      return Error(Code::kAuthorityDenied, "the ultimate goal of a campaign cannot be rewritten",
                   "only is_hidden can change; for another goal start a new campaign");
    record.goal_text = string_of(*text);
  }
  if (const Json* hidden = member(goal, "is_hidden")) record.goal_is_hidden = hidden->get<bool>();
  return {};
}

void change_policy(CampaignRecord& record, const Json& policy) {
  record.milestone_policy = policy.is_null() ? "" : string_of(*member(policy, "policy"));
  const Json* with = member(policy, "with");
  record.milestone_with = with == nullptr ? Json(Json::value_t::object) : *with;
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& one : array_of(list)) texts.push_back(string_of(one));
  return texts;
}

// A setting given as null goes back to its default.
void change_settings(CampaignRecord& record, const Json& settings) {
  for (const auto& [key, value] : object_of(settings)) {
    if (!value.is_null()) {
      record.settings[key] = value;
    } else if (JsonObject& all = object_of(record.settings); all.find_slot(key) != JsonObject::kNone) {
      all.take(all.find_slot(key));
    }
  }
}

Json object_in(const Json& json, std::string_view name) {
  const Json* object = member(json, name);
  return object != nullptr && object->is_object() ? *object : Json(Json::value_t::object);
}

Time time_in(const Json& json, std::string_view name) {
  const Result<Time> time = parse_time(text_at(json, name));
  return time ? *time : Time{};
}

}  // namespace

Result<void> change_record(CampaignRecord& record, const Json& given, bool begun, const Limits& limits) {
  const YamlTree tree(given, "campaign");
  std::vector<Problem> problems;
  if (!check_shape(tree.top(), kFields, limits, problems)) {
    std::vector<Error> errors;
    for (Problem& problem : problems) {
      Error& error = errors.emplace_back(std::move(problem.error));
      error.code = Code::kTypeMismatch;
      if (!problem.expected.empty()) error.message += "; expected " + problem.expected;
    }
    return as_one(std::move(errors));
  }
  if (const Json* goal = member(given, "goal")) TRY(change_goal(record, *goal, begun));
  if (const Json* title = member(given, "title")) record.title = string_of(*title);
  if (const Json* selected = member(given, "selected"))
    for (const auto& [name, value] : object_of(*selected)) record.selected[name] = value;
  if (const Json* milestone = member(given, "milestone"))
    if (const Json* policy = member(*milestone, "advance_policy")) change_policy(record, *policy);
  change_settings(record, settings_given(given));
  if (const Json* tools = member(given, "tools")) {
    record.tools.reset();
    if (tools->is_array()) record.tools = texts_of(*tools);
  }
  if (const Json* dialog = member(given, "dialog"))
    if (const Json* route = member(*dialog, "future_route_decision")) record.route = *route;
  return {};
}

Json settings_given(const Json& given) {
  Json settings = object_in(given, "settings");
  const Json dialog = object_in(given, "dialog");
  if (const Json* type = member(dialog, "dialog_type_selected")) settings[kDialogType] = *type;
  return settings;
}

Json record_json(const CampaignRecord& record) {
  Json json(Json::value_t::object);
  json["campaign_id"] = record.id;
  json["title"] = record.title;
  json["created_at"] = format_time(record.created_at);
  json["updated_at"] = format_time(record.updated_at);
  Json& selected = json["selected"] = record.selected;
  for (const char* name : {"world_id", "map_id", "active_actor_id"})
    if (!selected.contains(name)) selected[name] = "";
  if (!selected.contains("party_character_ids")) selected["party_character_ids"] = Json(Json::value_t::array);
  Json& goal = json["goal"] = Json(Json::value_t::object);
  goal["ultimate_goal_text"] = record.goal_text;
  goal["is_hidden"] = record.goal_is_hidden;
  Json& policy = json["milestone"]["advance_policy"] = Json(Json::value_t::object);
  policy["policy"] = record.milestone_policy;
  policy["with"] = record.milestone_with;
  json["settings"] = record.settings;
  json["tools"] = record.tools ? Json(*record.tools) : Json();
  json["dialog"]["future_route_decision"] = record.route;
  Json& ruleset = json["ruleset"] = Json(Json::value_t::object);
  ruleset["hash"] = record.ruleset;
  ruleset["ruleset"] = record.ruleset_name;
  ruleset["version"] = record.ruleset_version;
  json["seed"] = record.seed;
  Json& pending = json["rollback_pending"] = Json(Json::value_t::object);
  pending["is_pending"] = record.rollback.is_pending;
  pending["from_turn_id"] = record.rollback.from_turn_id;
  pending["from_branch"] = record.rollback.from_branch;
  pending["to_turn_id"] = record.rollback.to_turn_id;
  pending["can_undo"] = record.rollback.can_undo;
  return json;
}

Result<CampaignRecord> read_record(const Json& json) {
  const Json ruleset = object_in(json, "ruleset");
  if (text_at(json, "campaign_id").empty() || text_at(ruleset, "hash").empty())
    return Error(Code::kStoreCorrupt, "a campaign's record lacks its id or its ruleset");
  CampaignRecord record;
  record.id = text_at(json, "campaign_id");
  record.title = text_at(json, "title");
  record.created_at = time_in(json, "created_at");
  record.updated_at = time_in(json, "updated_at");
  record.ruleset = text_at(ruleset, "hash");
  record.ruleset_name = text_at(ruleset, "ruleset");
  record.ruleset_version = text_at(ruleset, "version");
  record.seed = text_at(json, "seed");
  record.selected = object_in(json, "selected");
  const Json goal = object_in(json, "goal");
  record.goal_text = text_at(goal, "ultimate_goal_text");
  record.goal_is_hidden = flag_at(goal, "is_hidden");
  const Json policy = object_in(object_in(json, "milestone"), "advance_policy");
  record.milestone_policy = text_at(policy, "policy");
  record.milestone_with = object_in(policy, "with");
  record.settings = object_in(json, "settings");
  if (const Json* tools = member(json, "tools"); tools != nullptr && tools->is_array())
    record.tools = texts_of(*tools);
  record.route = value_at(object_in(json, "dialog"), "future_route_decision");
  const Json pending = object_in(json, "rollback_pending");
  record.rollback = {flag_at(pending, "is_pending"), text_at(pending, "from_turn_id"),
                     text_at(pending, "from_branch"), text_at(pending, "to_turn_id"),
                     flag_at(pending, "can_undo")};
  return record;
}

}  // namespace gavel
