#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "choices.hpp"
#include "exchange.hpp"
#include "fold_changes.hpp"

namespace gavel {
namespace {

const Json* progress_of(const Document& document) { return member(document.meta(), "campaign"); }

Json at(const Json* object, std::string_view name, const Json& fallback) {
  const Json* value = object == nullptr ? nullptr : member(*object, name);
  return value == nullptr ? fallback : *value;
}

void hide_goal(Json& json) {
  Json& goal = json["goal"];
  if (goal["is_hidden"].get<bool>() && !string_of(goal["ultimate_goal_text"]).empty())
    goal["ultimate_goal_text"] = nullptr;
}

Json branch_json(const Branch& branch) {
  Json json(Json::value_t::object);
  json["id"] = branch.id;
  json["parent"] = branch.parent;
  json["fork_turn"] = branch.fork_turn;
  json["turn"] = branch.turn;
  json["version"] = branch.version;
  json["label"] = branch.label;
  return json;
}

// 001's TurnLog.
Json turn_json(const Json& record, const Turn& turn, bool current) {
  Json json(Json::value_t::object);
  for (const char* name : {"turn_id", "actor_id", "user_input", "assistant_output_text", "displays",
                           "assistant_structured", "applied_actions", "timestamp", "kind", "swap"})
    if (const Json* value = member(record, name)) json[name] = *value;
  if (const Json* inputs = member(record, "inputs"))
    for (const char* name : {"settings_snapshot", "replaces", "ruleset", "engine"})
      if (const Json* value = member(*inputs, name)) json[name] = *value;
  json["branch"] = turn.branch;
  json["parent"] = turn.parent;
  json["version"] = turn.version;
  json["attempt"] = turn.attempt;
  json["hash"] = turn.hash;
  json["current"] = current;
  return json;
}

}  // namespace

void add_progress(Json& json, const Document& document) {
  const Json* progress = progress_of(document);
  const Json milestone = at(progress, "milestone", Json(Json::value_t::object));
  json["milestone"]["value"] = at(&milestone, "value", 0);
  json["milestone"]["last_advanced_at_turn"] = at(&milestone, "last_advanced_at_turn", 0);
  const Json summary = at(progress, "summary", Json(Json::value_t::object));
  Json& shown = json["summary"] = Json(Json::value_t::object);
  shown["version"] = at(&summary, "version", 0);
  shown["summary_text"] = at(&summary, "summary_text", "");
  shown["facts_json"] = at(&summary, "facts_json", Json(Json::value_t::object));
  shown["pins"] = at(&summary, "pins", Json(Json::value_t::array));
  json["schemas"] = at(progress, "schemas", Json(Json::value_t::array));
  json["turns"] = at(progress, "turns", 0);
  json["tokens"] = at(progress, "tokens", 0);
}

Result<Json> Campaigns::Impl::full_record(const OpenCampaign& open) const {
  if (open.broken) return *open.broken;
  Json json = record_json(open.record);
  add_progress(json, open.document);
  Json settings = TRY(settings_of(open));
  if (const Json* type = member(settings, kDialogType)) json["dialog"]["dialog_type_selected"] = *type;
  json["settings_snapshot"] = std::move(settings);
  const MilestonePolicy policy = policy_of(open);
  json["milestone"]["advance_policy_in_force"]["policy"] = policy.policy;
  json["milestone"]["advance_policy_in_force"]["with"] = policy.with;
  return json;
}

Result<Json> Campaigns::Impl::shown(const OpenCampaign& open, bool reveal) const {
  Json json = TRY(full_record(open));
  if (!reveal) hide_goal(json);
  const std::string here = open.id + "@" + open.head.hash.substr(0, 16);
  Json& refs = json["state_refs"] = Json(Json::value_t::object);
  refs["world_state_id"] = here;
  refs["map_state_id"] = here;
  refs["summary_state_id"] = here + "#" + to_text(json["summary"]["version"]);
  Json& head = json["head"] = Json(Json::value_t::object);
  head["branch"] = open.head.branch;
  head["version"] = open.head.version;
  head["turn"] = open.head.turn;
  head["hash"] = open.head.hash;
  Json& branches = json["branches"] = Json(Json::value_t::array);
  for (const Branch& branch : open.branches) branches.push_back(branch_json(branch));
  Json& checkpoints = json["checkpoints"] = Json(Json::value_t::array);
  for (const CheckpointEntry& one : open.checkpoints) {
    Json entry(Json::value_t::object);
    entry["turn_id"] = one.turn;
    entry["timestamp"] = format_time(one.time);
    entry["label"] = one.label;
    entry["state_snapshot_ref"] = "checkpoint:" + one.turn;
    checkpoints.push_back(std::move(entry));
  }
  return json;
}

Json Campaigns::Impl::for_rules(const OpenCampaign& open) const {
  Json json = record_json(open.record);
  hide_goal(json);
  for (const char* name : {"settings", "tools", "ruleset", "seed", "rollback_pending", "updated_at"})
    object_of(json).take(object_of(json).find_slot(name));
  return json;
}

Result<Json> Campaigns::show(std::string_view campaign, bool reveal) {
  return impl_->look<Json>(campaign,
                           [&](OpenCampaign& open) -> Result<Json> { return impl_->shown(open, reveal); });
}

Result<Json> Campaigns::list(std::string_view after, std::size_t most) {
  std::vector<CampaignEntry> entries = TRY(impl_->store.list(after, most));
  Json all(Json::value_t::array);
  for (const CampaignEntry& entry : entries) {
    Json one(Json::value_t::object);
    one["campaign_id"] = as_utf8(entry.id);
    const Result<Json> record = read_stored_json(entry.record);
    if (record)
      for (const char* name : {"title", "created_at", "updated_at", "ruleset"})
        if (const Json* value = member(*record, name)) one[name] = *value;
    one["turn"] = as_utf8(entry.head.turn);
    one["version"] = entry.head.version;
    one["branch"] = as_utf8(entry.head.branch);
    std::string damage = entry.damage;
    if (damage.empty()) {
      const Result<void> good = impl_->store.check_part(entry.id, CheckPart::kStanding);
      if (!good && good.error().code == Code::kStoreUnknownCampaign) continue;  // deleted meanwhile
      if (!good && good.error().code != Code::kStoreCorrupt) return good.error();
      if (!good) damage = good.error().message;
    }
    if (!damage.empty()) one["damaged"] = as_utf8(damage);
    all.push_back(std::move(one));
  }
  return all;
}

Result<Json> Campaigns::state(std::string_view campaign, std::optional<std::string_view> turn) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    Json both(Json::value_t::object);
    if (open.broken && (!turn || *turn == open.head.turn)) return *open.broken;
    if (!turn || *turn == open.head.turn) {
      both["data"] = open.document.data();
      both["meta"] = open.document.meta();
      return both;
    }
    Folded folded = TRY(impl_->fold_at(open, std::string(*turn)));
    both["data"] = folded.document.data();
    both["meta"] = folded.document.meta();
    return both;
  });
}

Result<Json> Campaigns::turns(std::string_view campaign, const TurnQuery& query) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    std::vector<Turn> turns = TRY(impl_->store.turns(campaign, query));
    const std::vector<Stretch> line = line_to(open.branches, open.head.branch, open.head.version);
    Json all(Json::value_t::array);
    for (const Turn& turn : turns) {
      Json record = TRY(read_turn_record(turn));
      all.push_back(turn_json(record, turn, on_line(line, turn.branch, turn.version)));
    }
    return all;
  });
}

Result<Json> Campaigns::records(std::string_view campaign, const TurnQuery& query) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& /*open*/) -> Result<Json> {
    std::vector<Turn> turns = TRY(impl_->store.turns(campaign, query));
    Json all(Json::value_t::array);
    for (const Turn& turn : turns) all.push_back(TRY(read_turn_record(turn)));
    return all;
  });
}

Result<Json> TurnAnswer::json() const {
  if (!judged) return read_stored_json(verdict);
  Json json(Json::value_t::object);
  json["version"] = head.version;
  json["hash"] = head.hash;
  Json told = verdict_json(*judged);
  for (auto& [name, value] : object_of(told)) json[name] = std::move(value);
  return json;
}

Result<std::string> Campaigns::verdict_text(std::string_view campaign, std::optional<std::string_view> turn) {
  return impl_->look<std::string>(campaign, [&](OpenCampaign& open) -> Result<std::string> {
    const std::string id(turn.value_or(open.head.turn));
    Known known = TRY(impl_->store.find(campaign, id));
    const bool tried = !known.turn && !known.attempts.empty();
    if (!known.turn && !tried)
      return unknown("turn", id, "gavel campaign show " + open.id + " turns lists the turns");
    return std::move(tried ? known.attempts.back().verdict : known.turn->verdict);
  });
}

Result<Json> Campaigns::verdict(std::string_view campaign, std::optional<std::string_view> turn) {
  const std::string text = TRY(verdict_text(campaign, turn));
  return read_stored_json(text);
}

Result<Json> Campaigns::audit(std::string_view campaign, const AuditQuery& query) {
  AuditPage page = TRY(impl_->store.audit(campaign, query));
  Json json(Json::value_t::object);
  Json& all = json["records"] = Json(Json::value_t::array);
  for (AuditHit& hit : page.hits) {
    Json one(Json::value_t::object);
    one["turn"] = hit.turn;
    one["version"] = hit.version;
    one["index"] = hit.index;
    one["current"] = hit.current;
    one["record"] = std::move(hit.record);
    all.push_back(std::move(one));
  }
  json["next"] = page.next;
  return json;
}

Result<Json> Campaigns::timeline(std::string_view campaign) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    TRY(impl_->store.check_part(campaign, CheckPart::kTree));
    Json json(Json::value_t::object);
    Json& branches = json["branches"] = Json(Json::value_t::array);
    Json& all = json["turns"] = Json(Json::value_t::array);
    const std::vector<Stretch> line = line_to(open.branches, open.head.branch, open.head.version);
    for (const Branch& branch : open.branches) {
      branches.push_back(branch_json(branch));
      TurnQuery query;
      query.branch = branch.id;
      query.most = SIZE_MAX;
      query.bodies = false;
      std::vector<Turn> turns = TRY(impl_->store.turns(campaign, query));
      for (const Turn& turn : turns) {
        Json one(Json::value_t::object);
        one["turn_id"] = turn.id;
        one["parent"] = turn.parent;
        one["branch"] = turn.branch;
        one["version"] = turn.version;
        one["current"] = on_line(line, turn.branch, turn.version);
        all.push_back(std::move(one));
      }
    }
    json["head"] = open.head.turn;
    return json;
  });
}

Result<std::shared_ptr<const Ruleset>> Campaigns::rules(std::string_view campaign) {
  return impl_->look<std::shared_ptr<const Ruleset>>(
      campaign, [](OpenCampaign& open) -> Result<std::shared_ptr<const Ruleset>> { return open.ruleset; });
}

Result<Json> Campaigns::settings(std::string_view campaign) {
  return impl_->look<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    std::vector<Error> unfit;
    Json json(Json::value_t::object);
    json["values"] =
        settings_under(*open.ruleset, open.record.settings, impl_->options.global_settings, &unfit);
    json["campaign"] = open.record.settings;
    json["definitions"] = open.ruleset->setting_definitions();
    Json& waiting = json["not_in_force"] = Json(Json::value_t::array);
    for (const Error& error : unfit) waiting.push_back(problem_json(error, "settings"));
    return json;
  });
}

}  // namespace gavel
