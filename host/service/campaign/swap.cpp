// The exchange of a campaign's rules: tried on what was played, or made.

#include <algorithm>

#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/hash.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "choices.hpp"
#include "exchange.hpp"
#include "fold_changes.hpp"
#include "identity.hpp"
#include "replay_last_turns.hpp"

namespace gavel {
namespace {

// A swap, from the plan to the store.
class Swapping {
 public:
  // REQUIRES: all of them outlive it.
  Swapping(Campaigns::Impl& host, const std::string& campaign, const SwapPlan& plan,
           const Rulesets::Taken& rules)
      : host_(host), plan_(plan), rules_(rules), now_(campaign) {}

  Result<Json> try_out(const Campaigns::Progress& progress) {
    TRY(look());
    Result<Json> turns = retrial(host_, now_, after_, input_, plan_.last, progress);
    Json report = this->report();
    if (turns) {
      report["turns"] = std::move(*turns);
    } else {
      report["problems"].push_back(problem_json(turns.error(), "turns"));
    }
    return report;
  }

  Result<Json> make() {
    TRY(check_id_of("turn", plan_.turn_id));
    input_.kind = TurnKind::kSwap;
    input_.parts.clear();
    input_.ruleset = rules_.hash;
    identity_ = identity_of(input_);
    Known known = TRY(host_.store.find(now_.id, plan_.turn_id));
    std::optional<TurnAnswer> before = TRY(answered(known, plan_.turn_id, identity_));
    if (before) return repeated(before->verdict);
    if (!known.attempts.empty())
      return Error(Code::kTurnConflict, "turn \"" + plan_.turn_id + "\" is being tried with a text",
                   "use a new turn id");
    TRY(look());
    if (before_.hash == after_.hash)
      return Error(Code::kStoreInvalid, "the campaign is judged by these rules already");
    const bool refused = fatal_ || (!plan_.force && !problems_.empty());
    return refused ? report() : commit();
  }

 private:
  // What it would make of the campaign as it stands, in memory of its own.
  Result<void> look() {
    TRY(host_.load(now_));
    if (now_.broken) return *now_.broken;
    const Json &chosen = now_.record.settings, &global = host_.options.global_settings;
    before_ = {now_.record.ruleset, now_.ruleset, settings_under(*now_.ruleset, chosen, global)};
    std::vector<Error> settings, milestone;
    after_ = {rules_.hash, rules_.ruleset, settings_under(*rules_.ruleset, chosen, global, &settings)};
    policy_under(*rules_.ruleset, now_.record.milestone_policy, now_.record.milestone_with, &milestone);
    gather_input();
    Result<Exchanged> made = exchange(now_.document, before_, after_, input_, now_.history);
    fatal_ = !made;
    if (made) {
      made_ = std::move(*made);
      tell("state", made_.problems);
    } else {
      tell("migration", {made.error()});
      array_of(problems_).back()["fatal"] = true;
    }
    tell("settings", settings);
    tell("tools", unknown_tools(*rules_.ruleset, now_.record));
    tell("milestone", milestone);
    return {};
  }

  void tell(const char* about, const std::vector<Error>& errors) {
    for (const Error& error : errors) problems_.push_back(problem_json(error, about));
  }

  void gather_input() {
    input_.turn = plan_.turn_id.empty() ? "swap" : plan_.turn_id;
    input_.kind = TurnKind::kSwap;
    input_.parts.clear();
    input_.now = std::max(plan_.now, now_.clock);
    if (plan_.now < now_.clock) input_.clock = plan_.now;
    input_.engine = engine_version();
    input_.ruleset = after_.hash;
    input_.seed = now_.record.seed;
    input_.settings = after_.settings;
    input_.campaign = host_.for_rules(now_);
  }

  Json report() const {
    Json json(Json::value_t::object);
    json["from"] = before_.json();
    json["to"] = after_.json();
    json["rules"] = differences(*before_.ruleset, *after_.ruleset);
    const Json swap = value_at(made_.verdict, "swap");
    json["migrated"] = fatal_ ? Json(Json::value_t::array) : value_at(swap, "migrated");
    add_happened(json, made_.verdict);
    json["turns"] = Json(Json::value_t::array);
    json["problems"] = problems_;
    json["applied"] = false;
    return json;
  }

  // What the migration did, as the verdict has it.
  static void add_happened(Json& json, const Json& verdict) {
    for (const char* name : {"changes", "warnings"})
      json[name] = verdict.is_null() ? Json(Json::value_t::array) : value_at(verdict, name);
    for (const char* name : {"events", "rolls", "shadow", "logs"})
      if (const Json* rows = member(verdict, name)) json[name] = *rows;
  }

  // It was made before.
  Result<Json> repeated(const std::string& answer) const {
    const Result<Json> verdict = read_stored_json(answer);
    if (!verdict) return Error(Code::kStoreCorrupt, "the verdict of the swap cannot be read");
    Json json = value_at(*verdict, "swap");
    add_happened(json, *verdict);
    json["turns"] = Json(Json::value_t::array);
    json["applied"] = true;
    json["turn_id"] = plan_.turn_id;
    for (const char* name : {"version", "hash"}) json[name] = value_at(*verdict, name);
    json["repeated"] = true;
    return json;
  }

  Result<Json> commit() {
    Append append;
    append.campaign = now_.id;
    append.seen = now_.head;
    Turn& turn = append.turn;
    turn.id = plan_.turn_id;
    turn.parent = now_.head.turn;
    turn.branch = branch_after(now_.branches, now_.head.branch, turn.parent, turn.id);
    turn.version = now_.head.version + 1;
    turn.text_hash = identity_;
    turn.previous = now_.head.hash;
    turn.hash = chain_hash(turn.previous, made_.record);
    turn.time = input_.now;
    turn.record = made_.record;
    turn.verdict = with_position(made_.body, turn.version, turn.hash);
    turn.audit = made_.audit;
    now_.ruleset = rules_.ruleset;
    follow_rules(now_.record, rules_);
    now_.record.updated_at = input_.now;
    now_.record.rollback = RollbackPending();
    Json record = TRY(host_.full_record(now_));
    append.record = to_text(record);
    append.packs.push_back(rules_.hash);
    // What follows is folded from here, within the new rules' bounds.
    append.checkpoints.push_back({turn.id, "", input_.now, checkpoint_text(now_.document)});
    TRY(host_.store.put_pack(rules_.hash, plan_.image));
    const Appended appended = TRY(host_.store.append(append));
    if (appended.verdict) return repeated(*appended.verdict);
    host_.options.log.write(
        LogLevel::kInfo, "rules.exchanged",
        {{"campaign", now_.id}, {"turn", turn.id}, {"from", before_.hash}, {"to", after_.hash}});
    Json json = report();
    json["applied"] = true;
    json["turn_id"] = turn.id;
    json["version"] = turn.version;
    json["hash"] = turn.hash;
    return json;
  }

  Campaigns::Impl& host_;
  const SwapPlan& plan_;
  const Rulesets::Taken& rules_;
  OpenCampaign now_;
  Side before_, after_;
  TurnInput input_;
  std::string identity_;
  Exchanged made_;
  Json problems_ = Json(Json::value_t::array);
  bool fatal_ = false;  // it cannot be made at all
};

}  // namespace

Result<Json> Campaigns::swap(std::string_view campaign, const SwapPlan& plan, const Progress& progress) {
  const Rulesets::Taken rules = TRY(impl_->rulesets.take(plan.image));
  // A dry run holds nobody up: turns never change.
  if (plan.dry_run) return Swapping(*impl_, std::string(campaign), plan, rules).try_out(progress);
  return impl_->on<Json>(campaign, [&](OpenCampaign& open) -> Result<Json> {
    Result<Json> made = Swapping(*impl_, open.id, plan, rules).make();
    const Json* applied = made ? member(*made, "applied") : nullptr;
    if (applied != nullptr && *applied == true) open.loaded = false;  // it is another one now
    return made;
  });
}

}  // namespace gavel
