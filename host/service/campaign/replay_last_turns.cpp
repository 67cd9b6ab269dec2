#include "replay_last_turns.hpp"

#include "state/members.hpp"
#include "store/stored_json.hpp"

#include "choices.hpp"
#include "differences.hpp"
#include "fold_changes.hpp"
#include "history.hpp"

namespace gavel {
namespace {

class LastTurnsReplay {
 public:
  LastTurnsReplay(Campaigns::Impl& host, const OpenCampaign& now, const Side& after)
      : host_(host), now_(now), after_(after), there_(now.id) {}

  // Turns as the report lists them. An error: they cannot be judged at all.
  Result<Json> run(std::size_t last, const TurnInput& swap, const Campaigns::Progress& progress) {
    Json all(Json::value_t::array);
    const std::uint64_t version = now_.head.version;
    const std::uint64_t first = version > last ? version - last : 0;
    if (first == version) return all;
    TRY(begin(first, swap));
    BorrowedSandbox sandbox = TRY(BorrowedSandbox::take(after_.ruleset));
    const auto judged =
        for_each_turn(host_.store, now_.id, now_.head.turn, first, [&](const Turn& turn) -> Result<void> {
          all.push_back(TRY(judge(turn, *sandbox)));
          if (progress) progress(all.size(), static_cast<std::size_t>(version - first));
          return {};
        });
    if (!judged) return judged.error();
    return all;
  }

 private:
  // The state after that many turns, migrated.
  Result<void> begin(std::uint64_t versions, const TurnInput& swap) {
    TurnQuery query;
    query.to = now_.head.turn;
    query.first = versions + 1;
    query.most = 1;
    std::vector<Turn> turns = TRY(host_.store.turns(now_.id, query));
    if (turns.empty())
      return Error(Code::kStoreCorrupt, "the last turns of campaign \"" + now_.id + "\" are missing",
                   "gavel campaign verify " + now_.id);
    there_.record = now_.record;
    there_.ruleset = now_.ruleset;
    TRY(host_.load_at(there_, turns.front().parent));
    TurnInput inputs = swap;
    inputs.now = there_.clock;
    inputs.clock.reset();
    const Side before{there_.record.ruleset, there_.ruleset,
                      settings_under(*there_.ruleset, there_.record.settings, global())};
    // At the beginning derived values may not have been computed yet: the first turn did, and does it again.
    const Derives derives = versions == 0 ? Derives::kWait : Derives::kComputed;
    TRY(exchange(there_.document, before, after_, inputs, there_.history, derives));
    there_.document.forget();
    return {};
  }

  // What was recorded, with the campaign's choices of then under the new rules.
  Result<void> under_new_rules(TurnInput& inputs) {
    std::shared_ptr<const Ruleset> old = TRY(host_.rulesets.get(inputs.ruleset));
    const Json own = settings_under(*old, Json(), global());
    Json chosen(Json::value_t::object);
    if (inputs.settings.is_object())
      for (const auto& [key, value] : object_of(inputs.settings))
        if (value_at(own, key) != value) chosen[key] = value;
    inputs.settings = settings_under(*after_.ruleset, chosen, global());
    const MilestonePolicy usual = policy_under(*old, "", Json());
    const bool by_default = usual.policy == inputs.milestone_policy && usual.with == inputs.milestone_with;
    MilestonePolicy policy =
        policy_under(*after_.ruleset, by_default ? "" : inputs.milestone_policy, inputs.milestone_with);
    inputs.milestone_policy = std::move(policy.policy);
    inputs.milestone_with = std::move(policy.with);
    inputs.ruleset = after_.hash;
    return {};
  }

  Result<Json> judge(const Turn& turn, Sandbox& sandbox) {
    const Limits& limits = after_.ruleset->limits();
    Json record = TRY(read_turn_record(turn));
    Json one(Json::value_t::object);
    one["turn_id"] = turn.id;
    one["version"] = turn.version;
    if (text_at(record, "kind") == "swap") {  // an earlier swap: these rules are in force already
      one["outcome"] = text_at(record, "kind");
      one["same"] = true;
      one["differences"] = Json(Json::value_t::array);
      return one;
    }
    TurnInput inputs = TRY(read_turn_input(record));
    TRY(under_new_rules(inputs));
    const Result<Json> stored = read_stored_json(without_position(turn.verdict));
    if (!stored) return Error(Code::kStoreCorrupt, "the verdict of turn \"" + turn.id + "\" cannot be read");
    const Result<Judged> judged =
        judge_turn(there_.document, there_.derived, *after_.ruleset, sandbox, inputs, there_.history);
    const std::optional<Error> gave_up = judged ? not_judged(*judged) : judged.error();
    if (!gave_up) {
      one["outcome"] = std::string(decision_name(judged->verdict.decision));
      one["differences"] = verdict_differences(*stored, verdict_json(judged->verdict));
    } else {
      one["outcome"] = "error";
      one["differences"] = Json::array({problem_json(*gave_up, "turns")});
    }
    one["same"] = one["differences"].empty();
    there_.document.forget();
    add_to_history(there_.history, record, limits.max_history_turns);
    return one;
  }

  const Json& global() const { return host_.options.global_settings; }

  Campaigns::Impl& host_;
  const OpenCampaign& now_;
  const Side& after_;
  OpenCampaign there_;
};

}  // namespace

Result<Json> retrial(Campaigns::Impl& host, const OpenCampaign& now, const Side& after, const TurnInput& swap,
                     std::size_t last, const Campaigns::Progress& progress) {
  return LastTurnsReplay(host, now, after).run(last, swap, progress);
}

}  // namespace gavel
