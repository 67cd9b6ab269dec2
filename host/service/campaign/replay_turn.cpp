// Judges one recorded turn, or one attempt at it, anew, with somebody listening; and says where what came out
// is not what is stored.

#include <algorithm>

#include "state/members.hpp"
#include "state/suggest.hpp"
#include "store/lineage.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "differences.hpp"
#include "fold_changes.hpp"

namespace gavel {
namespace {

// One try at a turn as it is stored.
struct Stored {
  Json record;
  std::string record_text;
  std::string verdict;
  std::uint64_t attempt = 1;
  std::uint64_t version = 0;  // the campaign's, in the answer
  std::string hash;
  std::optional<std::string> before;  // the turn before it, where that is known
};

Error unknown_attempt(const Known& known, const std::string& turn, std::uint64_t attempt) {
  const std::size_t all = known.attempts.size() + (known.turn ? 1U : 0U);
  return {
      Code::kStoreUnknown,
      "turn \"" + turn + "\" was not tried " + std::to_string(attempt) + " times, but " + std::to_string(all),
      "--attempt 1" + (all > 1 ? " to " + std::to_string(all) : std::string())};
}

class TurnReplay {
 public:
  TurnReplay(Campaigns::Impl& host, OpenCampaign& open, Trace& trace)
      : host_(host), open_(open), trace_(trace) {}

  Result<Replay> run(const std::string& turn, std::optional<std::uint64_t> attempt) {
    Stored stored = TRY(find(turn, attempt));
    if (text_at(stored.record, "kind") == "swap")
      return Error(Code::kUsage, "turn \"" + turn + "\" replaced the rules and has no text to replay",
                   "gavel campaign show " + open_.id + " verdict --at " + turn);
    TurnInput inputs = TRY(read_turn_input(stored.record));
    std::string before = TRY(before_of(stored, inputs));
    return judge(stored, inputs, before);
  }

 private:
  Result<Stored> find(const std::string& turn, std::optional<std::uint64_t> attempt) {
    Known known = TRY(host_.store.find(open_.id, turn));
    if (!known.turn && known.attempts.empty()) return unknown(turn);
    const bool last = !attempt || (known.turn && *attempt == known.turn->attempt);
    if (known.turn && last) return committed(*known.turn);
    const std::uint64_t number = attempt.value_or(known.attempts.size());
    const auto one =
        std::ranges::find_if(known.attempts, [&](const Attempt& tried) { return tried.number == number; });
    if (one == known.attempts.end()) return unknown_attempt(known, turn, number);
    Json record = TRY(read_attempt_record(*one));
    Stored stored{std::move(record), one->record, one->verdict, one->number, 0, "", std::nullopt};
    const Result<Json> answer = read_stored_json(one->verdict);
    if (!answer) return Error(Code::kStoreCorrupt, "the verdict of turn \"" + turn + "\" cannot be read");
    const Json version = value_at(*answer, "version");
    if (version.is_number_integer()) stored.version = version.get<std::uint64_t>();
    stored.hash = text_at(*answer, "hash");
    if (known.turn) stored.before = known.turn->parent;  // all attempts start from the same place
    return stored;
  }

  Result<Stored> committed(const Turn& turn) const {
    Json record = TRY(read_turn_record(turn));
    return Stored{std::move(record), turn.record, turn.verdict, turn.attempt,
                  turn.version,      turn.hash,   turn.parent};
  }

  Error unknown(const std::string& turn) const {
    std::vector<std::string> ids;
    for (const Branch& branch : open_.branches) {
      TurnQuery query;
      query.branch = branch.id;
      query.most = SIZE_MAX;
      query.bodies = false;
      const Result<std::vector<Turn>> turns = host_.store.turns(open_.id, query);
      if (turns)
        for (const Turn& one : *turns) ids.push_back(one.id);
    }
    const std::vector<std::string_view> views(ids.begin(), ids.end());
    std::string hint = nearest_hint(turn, views);
    if (hint.empty() && ids.empty()) hint = "the campaign has no turns yet";
    if (hint.empty()) hint = "gavel campaign show " + open_.id + " turns lists them";
    return {Code::kStoreUnknown, "there is no turn \"" + turn + "\" in campaign \"" + open_.id + "\"",
            std::move(hint)};
  }

  // The turn after which it was judged; "": the beginning.
  Result<std::string> before_of(const Stored& stored, const TurnInput& inputs) {
    if (stored.before) return *stored.before;
    if (!inputs.replaces.empty()) {
      Known known = TRY(host_.store.find(open_.id, inputs.replaces));
      if (known.turn) return known.turn->parent;
    }
    if (stored.version == 0) return std::string();
    for (const Branch& branch : open_.branches) {
      if (stored.version <= branch.fork_version || stored.version > branch.version) continue;
      TurnQuery query;
      query.branch = branch.id;
      query.first = stored.version;
      query.most = 1;
      query.bodies = false;
      std::vector<Turn> turns = TRY(host_.store.turns(open_.id, query));
      if (!turns.empty() && turns.front().hash == stored.hash) return turns.front().id;
    }
    return Error(Code::kStoreCorrupt,
                 "the turn before turn \"" + text_at(stored.record, "turn_id") + "\" is missing");
  }

  Result<Replay> judge(const Stored& stored, const TurnInput& inputs, const std::string& before) {
    OpenCampaign there(open_.id);
    there.record = open_.record;
    there.ruleset = open_.ruleset;
    TRY(host_.load_at(there, before));
    Replay replay;
    replay.ruleset = TRY(host_.rulesets.get(inputs.ruleset));
    BorrowedSandbox sandbox = TRY(BorrowedSandbox::take(replay.ruleset));
    Judged judged = TRY(
        judge_turn(there.document, there.derived, *replay.ruleset, *sandbox, inputs, there.history, &trace_));
    const auto compare = [&](const char* what, const std::string& kept, const std::string& anew) {
      if (std::optional<Difference> part = difference_of(what, kept, anew, inputs.engine))
        replay.differences.push_back(std::move(part->what));
    };
    compare("the record", stored.record_text, judged.record);
    compare("the verdict", stored.verdict, with_position(judged.body, stored.version, stored.hash));
    if (const std::optional<Error> gave_up = not_judged(judged); gave_up && !replay.differences.empty())
      replay.differences = {gave_up->message + "; " + gave_up->hint};
    replay.verdict = std::move(judged.verdict);
    replay.input = judged_input(inputs);
    replay.before = before;
    replay.inputs = value_at(stored.record, "inputs");
    replay.inputs["turn_id"] = inputs.turn;
    replay.inputs["actor_id"] = inputs.actor_id;
    replay.inputs["timestamp"] = text_at(stored.record, "timestamp");
    return replay;
  }

  Campaigns::Impl& host_;
  OpenCampaign& open_;
  Trace& trace_;
};

}  // namespace

Result<Replay> Campaigns::replay_turn(std::string_view campaign, std::optional<std::string_view> turn,
                                      std::optional<std::uint64_t> attempt, Trace& trace) {
  return impl_->look<Replay>(campaign, [&](OpenCampaign& open) -> Result<Replay> {
    const std::string id(turn.value_or(open.head.turn));
    trace = Trace();  // the work may be done anew
    return TurnReplay(*impl_, open, trace).run(id, attempt);
  });
}

}  // namespace gavel
