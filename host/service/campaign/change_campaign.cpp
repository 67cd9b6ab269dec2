// What is no state: the campaign's fields and settings; its beginning, and its end.

#include "ruleset/milestone_policy.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/hash.hpp"

#include "campaign_cache.hpp"
#include "choices.hpp"
#include "fold_changes.hpp"
#include "identity.hpp"

namespace gavel {
namespace {

// A route says what kind of dialog it leads to by the words that choose it by hand.
Result<void> check_route(const Ruleset& ruleset, const Json& given) {
  const Json dialog = value_at(given, "dialog");
  const Json type = value_at(value_at(dialog, "future_route_decision"), "dialog_type");
  if (type.is_null()) return {};
  Json chosen(Json::value_t::object);
  chosen[kDialogType] = type;
  if (Result<Json> fits = ruleset.settings(chosen); !fits) {
    Error error = std::move(fits).error();
    error.message = "future_route_decision.dialog_type: " + error.message;
    return error;
  }
  return {};
}

// Whether the rules take what is given of settings, tools, route and milestones. What was chosen under other
// rules is left alone. Parameters of the milestone's policy are filled in.
Result<void> settle(CampaignRecord& record, const Json& given, const Json& settings_before,
                    const Ruleset& ruleset, const Json& global) {
  TRY(check_chosen(ruleset, settings_before, record.settings, settings_given(given), global));
  TRY(check_route(ruleset, given));
  if (member(given, "tools") != nullptr && record.tools) TRY(check_allowed(ruleset, *record.tools));
  if (member(given, "milestone") == nullptr || record.milestone_policy.empty()) return {};
  std::string policy = TRY(milestone_named(ruleset, record.milestone_policy));
  Json with = TRY(milestone_params(ruleset, policy, record.milestone_with));
  record.milestone_policy = std::move(policy);
  record.milestone_with = std::move(with);
  return {};
}

// Meta as it begins: what is given, and the schemas that are asked for.
Result<Json> first_meta(const NewGame& game, const Ruleset& ruleset) {
  const Json* given = game.state ? member(*game.state, "meta") : nullptr;
  Json meta = given == nullptr ? Json() : *given;
  if (game.schemas.empty()) return meta;
  for (const std::string& id : game.schemas)
    if (ruleset.schemas().find(id) == nullptr) return ruleset.schemas().unknown(id);
  if (meta.is_null()) meta = Json(Json::value_t::object);
  if (meta.is_object()) meta["campaign"]["schemas"] = game.schemas;
  return meta;
}

Result<Document> beginning(const NewGame& game, const Ruleset& ruleset) {
  Json meta = TRY(first_meta(game, ruleset));
  if (!game.state) return Document::load(ruleset.initial_state(), meta, ruleset.limits());
  const Json* data = member(*game.state, "data");
  if (data == nullptr)
    return Error(Code::kTypeMismatch, "the state to begin with has no \"data\"",
                 "give {data, meta}, as --out writes it");
  return Document::load(*data, meta, ruleset.limits());
}

}  // namespace

Result<Json> Campaigns::create(const NewGame& game) {
  TRY(check_id_of("campaign", game.id));
  Rulesets::Taken taken = TRY(impl_->rulesets.take(game.image));
  OpenCampaign open(game.id);
  open.ruleset = taken.ruleset;
  CampaignRecord& record = open.record;
  record.id = game.id;
  record.created_at = record.updated_at = game.now;
  follow_rules(record, taken);
  record.seed = game.seed;
  if (!game.fields.is_null()) TRY(change_record(record, game.fields, false, impl_->options.limits));
  TRY(settle(record, game.fields, Json(Json::value_t::object), *open.ruleset,
             impl_->options.global_settings));
  open.document = TRY(beginning(game, *open.ruleset));
  Json full = TRY(impl_->full_record(open));

  NewCampaign fresh;
  fresh.id = game.id;
  fresh.record = to_text(full);
  fresh.checkpoints.push_back({"", "", game.now, checkpoint_text(open.document)});
  fresh.packs.push_back(record.ruleset);
  Json origin(Json::value_t::object);
  origin["engine"] = engine_version();
  origin["state_sha256"] = sha256_hex(fresh.checkpoints.front().bytes);
  origin["record"] = std::move(full);
  fresh.origin = to_text(origin);
  TRY(impl_->store.put_pack(record.ruleset, game.image));
  TRY(impl_->store.create(fresh));
  return show(game.id);
}

Result<Json> Campaigns::change(std::string_view campaign, const Json& fields, Time now) {
  return impl_->on<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    CampaignRecord changed = open.record;
    TRY(change_record(changed, fields, open.head.version > 0, impl_->options.limits));
    TRY(settle(changed, fields, open.record.settings, *open.ruleset, impl_->options.global_settings));
    open.record = std::move(changed);
    return impl_->update(open, Update(), now);
  });
}

Result<void> Campaigns::remove(std::string_view campaign) {
  const std::shared_ptr<OpenCampaign> open = impl_->hold(campaign);
  const std::lock_guard<std::mutex> lock(open->mutex);
  // Another one of its name may have turns of the same ids.
  open->loaded = false;
  open->document_turn.reset();
  return impl_->store.remove(campaign);
}

}  // namespace gavel
