#include <algorithm>
#include <tuple>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/suggest.hpp"
#include "store/hash.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"

#include "campaign_cache.hpp"
#include "fold_changes.hpp"
#include "history.hpp"
#include "identity.hpp"
#include "turn_log.hpp"

namespace gavel {
namespace {

// Where a turn starts from: the head, or, when it replaces another, the place before that one.
struct Base {
  std::string turn;
  std::string branch;  // the one to go on with; another is opened where it has gone on already
  std::uint64_t version = 0;
  std::string hash;
  Time clock;
  bool elsewhere = false;  // not at the head
};

Result<Base> base_of(Store& store, const OpenCampaign& open, const std::string& replaces) {
  if (replaces.empty())
    return Base{open.head.turn, open.head.branch, open.head.version, open.head.hash, open.clock, false};
  Known known = TRY(store.find(open.id, replaces));
  if (!known.turn)
    return unknown("turn", replaces, "gavel campaign show " + open.id + " turns lists the turns");
  if (!known.current)
    return Error(Code::kTurnRolledBack,
                 "turn \"" + shortened(replaces, 200) + "\" is not part of the current timeline",
                 "restore it first, or choose a turn of the current timeline");
  Base base{known.turn->parent,     "",  known.turn->version - 1, known.turn->previous,
            open.record.created_at, true};
  if (base.turn.empty()) return base;
  Known parent = TRY(store.find(open.id, base.turn));
  if (parent.turn) base.clock = parent.turn->time;
  return base;
}

// What the attempts before this one say.
struct PreviousAttempts {
  std::vector<std::string> failed;  // calls of the model's, by signature
  std::vector<std::string> rolled;  // likewise, those whose dice feedback has shown
  std::string replaces;             // the turn that all of them replace
  // The attempts that may be accepted after the last try, best first: those with the fewest refusals, of
  // these the latest.
  struct Acceptable {
    const Attempt* attempt = nullptr;
    std::uint64_t refusals = 0;
  };
  std::vector<Acceptable> acceptable;
};

// The texts of a list that are not among those before.
void add_new(const JsonArray& rows, std::vector<std::string>& texts) {
  for (const Json& one : rows)
    if (one.is_string() && std::ranges::find(texts, string_of(one)) == texts.end())
      texts.push_back(string_of(one));
}

Result<PreviousAttempts> previous_attempts(const Known& known) {
  PreviousAttempts tried;
  for (const Attempt& attempt : known.attempts) {
    const Json record = TRY(read_attempt_record(attempt));
    tried.replaces = text_at(value_at(record, "inputs"), "replaces");
    const Json refusals = value_at(record, "refusals");
    if (refusals.is_number_integer() && wide(refusals) >= 0)
      tried.acceptable.push_back({&attempt, refusals.get<std::uint64_t>()});
    add_new(rows_at(record, "failed_calls"), tried.failed);
    add_new(rows_at(record, "rolled_calls"), tried.rolled);
  }
  std::ranges::reverse(tried.acceptable);
  std::ranges::stable_sort(tried.acceptable, {}, &PreviousAttempts::Acceptable::refusals);
  return tried;
}

// All attempts at a turn start from the same place.
Result<void> check_same_place(const Known& known, const PreviousAttempts& tried,
                              const std::string& replaces) {
  if (known.attempts.empty() || tried.replaces == replaces) return {};
  const std::string& turn = known.attempts.front().turn;
  if (tried.replaces.empty())
    return Error(Code::kTurnConflict, "turn \"" + turn + "\" has been tried before without `replaces`",
                 "send it without `replaces`, or under a new turn id");
  return Error(Code::kTurnConflict,
               "turn \"" + turn + "\" has been tried before, to replace turn \"" + tried.replaces + "\"",
               "let it replace the same turn, or send it under a new turn id");
}

std::string active_actor(const CampaignRecord& record) { return text_at(record.selected, "active_actor_id"); }

// Where the campaign lists who plays, a turn is of one of them, or of whoever is active.
Result<void> check_actor(const CampaignRecord& record, const std::string& actor) {
  const Json* list = member(record.selected, "party_character_ids");
  if (list == nullptr || !list->is_array() || list->empty() || actor == active_actor(record)) return {};
  std::vector<std::string_view> known;
  for (const Json& one : array_of(*list))
    if (one.is_string()) known.push_back(string_of(one));
  if (std::ranges::find(known, actor) != known.end()) return {};
  std::string hint = nearest_hint(actor, known);
  if (hint.empty()) hint = "leave it out for the active actor, or add it to that list";
  return Error(Code::kUsage,
               "the actor_id \"" + printable(actor) + "\" is not in selected.party_character_ids",
               std::move(hint));
}

// One attempt at a turn, from the texts to the store.
class TurnAttempt {
 public:
  TurnAttempt(Campaigns::Impl& host, OpenCampaign& open, const TurnInput& asked)
      : host_(host), open_(open), asked_(asked), input_(asked) {}

  Result<TurnAnswer> run() {
    TRY(check());
    mend_texts();
    identity_ = identity_of(input_);
    Known known = TRY(host_.store.find(open_.id, asked_.turn));
    std::optional<TurnAnswer> before = TRY(answered(known, asked_.turn, identity_));
    if (before) return std::move(*before);
    PreviousAttempts tried = TRY(previous_attempts(known));
    TRY(check_same_place(known, tried, asked_.replaces));
    input_.attempt = known.attempts.size() + 1;
    input_.failed_before = std::move(tried.failed);
    input_.rolled_before = std::move(tried.rolled);
    acceptable_ = std::move(tried.acceptable);
    base_ = TRY(base_of(host_.store, open_, asked_.replaces));
    if (open_.broken && !base_.elsewhere) return *open_.broken;
    return base_.elsewhere ? judge_reroll() : judge_at_head();
  }

 private:
  Result<void> check() const {
    TRY(check_id_of("turn", asked_.turn));
    const auto has_speaker = [](const TurnPart& part) { return part.role <= Actor::kOperator; };
    if (!std::ranges::all_of(asked_.parts, has_speaker))
      return Error(Code::kUsage, "a part of a turn is the model's, a player's or the operator's");
    return check_parts(asked_);
  }

  // Texts as a record can hold them.
  void mend_texts() {
    input_.actor_id = as_utf8(input_.actor_id);
    for (TurnPart& part : input_.parts) {
      part.actor_id = as_utf8(part.actor_id);
      part.text = as_utf8(part.text);
    }
  }

  // What the campaign adds. It is no part of the identity: it may be another when the request is sent again.
  Result<void> add_rest() {
    if (input_.actor_id.empty()) input_.actor_id = active_actor(open_.record);
    TRY(check_actor(open_.record, input_.actor_id));
    input_.settings = TRY(host_.settings_of(*judged_campaign_));
    // A clock that goes back would bring back what has expired; it stands still instead, and the verdict says
    // so.
    input_.now = std::max(asked_.now, base_.clock);
    input_.clock = asked_.now < base_.clock ? std::optional(asked_.now) : std::nullopt;
    input_.format = kRecordFormat;
    input_.engine = engine_version();
    input_.ruleset = judged_campaign_->record.ruleset;
    input_.seed = open_.record.seed;
    input_.campaign = host_.for_rules(*judged_campaign_);
    input_.tools = open_.record.tools;
    MilestonePolicy policy = Campaigns::Impl::policy_of(*judged_campaign_);
    input_.milestone_policy = std::move(policy.policy);
    input_.milestone_with = std::move(policy.with);
    return {};
  }

  Result<TurnAnswer> judge_at_head() {
    Result<TurnAnswer> answer = judge();
    if (!answer) forget_judgement();
    open_.document.forget();
    return answer;
  }

  // A re-roll is judged on the state before the turn it replaces, by the rules that were in force there. Only
  // once it is stored, the campaign stands there.
  Result<TurnAnswer> judge_reroll() {
    OpenCampaign before(open_.id);
    before.record = open_.record;
    before.ruleset = open_.ruleset;
    TRY(host_.load_at(before, base_.turn));
    judged_campaign_ = &before;
    Result<TurnAnswer> answer = judge();
    judged_campaign_ = &open_;
    return answer;
  }

  Result<TurnAnswer> judge() {
    TRY(add_rest());
    TurnLog log(host_.options.log, open_.id, asked_.turn);
    log.remember_failing(judged_campaign_->document);
    Judged judged = TRY(judge_best());
    if (judged.verdict.by_chance) log.tell_stopped(*judged.verdict.failed);
    const bool accepted = judged.verdict.decision == Decision::kAccepted;
    Result<TurnAnswer> answer = accepted ? commit(judged) : keep_attempt(judged);
    if (!answer || answer->repeated) return answer;
    if (accepted) log.tell_quarantined(open_.document, *open_.ruleset);
    answer->judged = std::move(judged.verdict);
    answer->head = open_.head;
    return answer;
  }

  // This attempt, or after the last try an earlier one that may be accepted and had fewer refusals.
  Result<Judged> judge_best() {
    Judged own = TRY(judge_alone());
    const Verdict& verdict = own.verdict;
    const bool reported = verdict.decision == Decision::kConflictReport && !verdict.failed;
    if (!reported && (verdict.decision != Decision::kAccepted || !verdict.refusals)) return own;
    const TurnInput sent = input_;
    bool judged_other = false;
    for (const PreviousAttempts::Acceptable& earlier : acceptable_) {
      if (!reported && earlier.refusals >= *verdict.refusals) break;
      const bool same = TRY(take_from(*earlier.attempt));
      if (!same) {
        input_ = sent;
        continue;
      }
      forget_judgement();
      Judged other = TRY(judge_alone());
      if (other.verdict.decision == Decision::kAccepted) return other;
      judged_other = true;
      input_ = sent;
    }
    if (!judged_other) return own;
    forget_judgement();
    return judge_alone();
  }

  // What an earlier attempt gave counts, if all else was asked in the same way.
  Result<bool> take_from(const Attempt& attempt) {
    const Json record = TRY(read_attempt_record(attempt));
    TurnInput earlier = TRY(read_turn_input(record));
    if (earlier.parts.empty()) return false;
    input_.taken = TakenAttempt{attempt.number, std::move(earlier.parts.back())};
    input_.rolled_before = std::move(earlier.rolled_before);  // what it could not know binds it to nothing
    return is_identity(attempt.text_hash, judged_input(input_));
  }

  void forget_judgement() {
    judged_campaign_->document.rollback(Document::Savepoint{});
    judged_campaign_->derived = DeriveMemory();
  }

  // The sandbox is given back before the store is waited for: so as many are needed as turns are judged at
  // once, and not as many as there are turns under way.
  Result<Judged> judge_alone() {
    BorrowedSandbox sandbox = TRY(BorrowedSandbox::take(judged_campaign_->ruleset));
    return judge_turn(judged_campaign_->document, judged_campaign_->derived, *judged_campaign_->ruleset,
                      *sandbox, input_, judged_campaign_->history);
  }

  Result<TurnAnswer> keep_attempt(const Judged& judged) {
    const Decision decision = judged.verdict.decision;
    NewAttempt kept;
    kept.campaign = open_.id;
    kept.seen = open_.head;
    kept.attempt = {asked_.turn,
                    input_.attempt,
                    identity_,
                    decision == Decision::kConflictReport,
                    input_.now,
                    judged.record,
                    with_position(judged.body, open_.head.version, open_.head.hash)};
    std::optional<std::string> stored = TRY(host_.store.add_attempt(kept));
    if (stored) return TurnAnswer{std::move(*stored), decision, true};
    return TurnAnswer{std::move(kept.attempt.verdict), decision, false};
  }

  Append append_of(const Judged& judged) const {
    Append append;
    append.campaign = open_.id;
    append.seen = open_.head;
    Turn& turn = append.turn;
    turn.id = asked_.turn;
    turn.parent = base_.turn;
    turn.branch = branch_after(open_.branches, base_.branch, base_.turn, asked_.turn);
    turn.version = base_.version + 1;
    turn.attempt = input_.attempt;
    turn.text_hash = identity_;
    turn.previous = base_.hash;
    turn.hash = chain_hash(base_.hash, judged.record);
    turn.time = input_.now;
    turn.record = judged.record;
    turn.verdict = with_position(judged.body, turn.version, turn.hash);
    turn.audit = judged.audit;
    return append;
  }

  bool checkpoint_due(const Judged& judged) const {
    // Writing one costs as much as the state is large: it is due when folding would cost a good part of that.
    return judged_campaign_->turns_since + 1 >= host_.options.checkpoint_turns &&
           (judged_campaign_->bytes_since + judged.record.size()) * 4 >= judged_campaign_->document.weight();
  }

  Result<TurnAnswer> commit(const Judged& judged) {
    Append append = append_of(judged);
    OpenCampaign& stands = *judged_campaign_;
    const CampaignRecord record_before = open_.record;
    stands.record.updated_at = input_.now;
    stands.record.rollback = RollbackPending();
    Json record = TRY(host_.full_record(stands));
    append.record = to_text(record);
    const bool checkpoint = checkpoint_due(judged);
    if (checkpoint)
      append.checkpoints.push_back({asked_.turn, "", input_.now, checkpoint_text(stands.document)});
    Result<Appended> appended = host_.store.append(append);
    if (!appended || appended->verdict) {
      open_.record = record_before;
      if (!appended) return std::move(appended).error();
      open_.loaded = false;  // somebody else took the very same turn meanwhile
      open_.document_turn.reset();
      return TurnAnswer{std::move(*appended->verdict), Decision::kAccepted, true};
    }
    if (judged_campaign_ != &open_) move_there(stands);
    update_cache(append, *appended, checkpoint);
    return TurnAnswer{std::move(append.turn.verdict), Decision::kAccepted, false};
  }

  // The re-roll is stored: its line is the campaign's now.
  void move_there(OpenCampaign& stands) {
    open_.document = std::move(stands.document);
    open_.document.forget();
    open_.derived = std::move(stands.derived);
    open_.history = std::move(stands.history);
    open_.record = std::move(stands.record);
    open_.ruleset = std::move(stands.ruleset);
    open_.turns_since = stands.turns_since;
    open_.bytes_since = stands.bytes_since;
  }

  // What is in memory follows what is stored.
  void update_cache(const Append& append, const Appended& appended, bool checkpoint) {
    const Turn& turn = append.turn;
    open_.head = appended.head;
    open_.document_turn.reset();
    auto branch = std::find_if(open_.branches.begin(), open_.branches.end(),
                               [&turn](const Branch& one) { return one.id == turn.branch; });
    if (branch == open_.branches.end()) {
      open_.loaded = false;  // the store says what the tree looks like now
      return;
    }
    branch->turn = turn.id;
    branch->version = turn.version;
    branch->hash = turn.hash;
    open_.clock = turn.time;
    open_.turns_since = checkpoint ? 0 : open_.turns_since + 1;
    open_.bytes_since = checkpoint ? 0 : open_.bytes_since + turn.record.size();
    if (checkpoint) {
      const auto behind = std::find_if(
          open_.checkpoints.begin(), open_.checkpoints.end(), [&turn](const CheckpointEntry& one) {
            return std::tie(turn.version, turn.id) < std::tie(one.version, one.turn);  // the store's order
          });
      open_.checkpoints.insert(behind, {turn.id, turn.version, "", turn.time});
    }
    if (const Result<Json> record = read_turn_record(turn))
      add_to_history(open_.history, *record, open_.ruleset->limits().max_history_turns);
    open_.document_turn = turn.id;
  }

  Campaigns::Impl& host_;
  OpenCampaign& open_;
  const TurnInput& asked_;
  TurnInput input_;                                       // that, and what the campaign adds
  std::vector<PreviousAttempts::Acceptable> acceptable_;  // of the attempts before; see `run`
  std::string identity_;
  Base base_;
  OpenCampaign* judged_campaign_ = &open_;  // where the turn is judged: here, or before an earlier turn
};

}  // namespace

Result<std::optional<TurnAnswer>> answered(const Known& known, const std::string& turn,
                                           const std::string& identity) {
  if (known.turn && !known.current) return rolled_back(turn);
  for (const Attempt& attempt : known.attempts) {
    if (attempt.text_hash != identity) continue;
    const Decision decision = attempt.last ? Decision::kConflictReport : Decision::kRetry;
    return std::optional(TurnAnswer{attempt.verdict, decision, true});
  }
  if (known.turn) {
    if (known.turn->text_hash != identity) return other_text(turn);
    return std::optional(TurnAnswer{known.turn->verdict, Decision::kAccepted, true});
  }
  if (!known.attempts.empty() && known.attempts.back().last) return gone_to_report(turn);
  return std::optional<TurnAnswer>();
}

Result<TurnAnswer> Campaigns::Impl::take(OpenCampaign& open, const TurnInput& asked) {
  return TurnAttempt(*this, open, asked).run();
}

Result<std::string> Campaigns::Impl::next_turn_id(const OpenCampaign& open) {
  const std::string name = "t-" + std::to_string(open.head.version + 1);
  for (std::size_t again = 1;; ++again) {
    std::string id = again == 1 ? name : name + "." + std::to_string(again);
    Known known = TRY(store.find(open.id, id));
    const bool closed = !known.attempts.empty() && known.attempts.back().last;
    if (!known.turn && !closed) return id;
  }
}

Result<std::string> Campaigns::next_turn_id(std::string_view campaign) {
  return impl_->on<std::string>(campaign, [&](OpenCampaign& open) { return impl_->next_turn_id(open); });
}

Result<TurnAnswer> Campaigns::turn(std::string_view campaign, const TurnInput& asked) {
  const SlowTurnWatch watch(impl_->options, campaign, asked.turn);
  return impl_->on<TurnAnswer>(campaign, [&](OpenCampaign& open) { return impl_->take(open, asked); });
}

}  // namespace gavel
