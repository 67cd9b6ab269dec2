#include "repair_campaign.hpp"

#include <algorithm>
#include <set>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/hash.hpp"
#include "store/memory_store.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "exchange.hpp"
#include "fold_changes.hpp"
#include "history.hpp"
#include "sound_turns.hpp"

namespace gavel {
namespace {

// What became of one turn.
struct TurnOutcome {
  bool there = false;
  bool same_state = false;  // the state after it is the one that was recorded
};

class CampaignRepair {
 public:
  CampaignRepair(const Salvage& salvage, const CampaignsOptions& options, bool replays)
      : salvage_(salvage),
        options_(options),
        replays_(replays),
        id_(salvage.campaign.id),
        store_(open_memory_store()),
        host_(*store_, options_) {
    for (const char* name : {"damaged", "lost", "replayed", "restored", "notes"})
      report_[name] = Json(Json::value_t::array);
  }

  Result<RepairedCampaign> run(const std::vector<std::string>& images) {
    for (const Salvage::Row& row : salvage_.damage) note_damage(row);
    for (const std::string& image : images) packs_.insert({sha256_hex(image), image});
    for (const std::string& pack : salvage_.packs) packs_.insert({sha256_hex(pack), pack});
    sound_ = sound_turns(salvage_);
    for (const Salvage::Row& row : sound_.lost) lose(row.id, row.what);
    TRY(read_record());
    TRY(begin());
    for (const SoundTurn& turn : sound_.turns) TRY(take(turn));
    TRY(put_branches());
    TRY(put_checkpoints());
    TRY(end());
    return RepairedCampaign{std::move(store_), id_, std::move(report_)};
  }

 private:
  void note_damage(const Salvage::Row& row) {
    Json one(Json::value_t::object);
    one["row"] = row.kind;
    one["id"] = as_utf8(row.id);
    one["what"] = as_utf8(row.what);
    report_["damaged"].push_back(std::move(one));
  }
  void lose(const std::string& turn, const std::string& why) {
    Json one(Json::value_t::object);
    one["turn_id"] = as_utf8(turn);
    one["why"] = as_utf8(why);
    report_["lost"].push_back(std::move(one));
  }
  void note(const std::string& text) { report_["notes"].push_back(text); }

  static Json json_of(const std::string& text) {
    Result<Json> json = read_stored_json(text);
    return json ? std::move(*json) : Json();
  }

  // The campaign's record: as it is; else what its beginning and its last turn say of it.
  Result<void> read_record() {
    origin_ = salvage_.origin_whole ? json_of(salvage_.campaign.origin) : Json();
    Json json = salvage_.record_whole ? json_of(salvage_.campaign.record) : Json();
    if (json.is_null()) {
      json = value_at(origin_, "record");
      if (!json.is_object()) json = Json(Json::value_t::object);
      if (!sound_.turns.empty()) overlay(json, sound_.turns.back());
      json["campaign_id"] = id_;
      note("the campaign's record was made again; its title, settings and goal are those of its " +
           std::string(sound_.turns.empty() ? "beginning" : "last sound turn"));
    }
    Result<CampaignRecord> record = gavel::read_record(json);
    if (!record)
      return Error(Code::kStoreCorrupt,
                   "nothing is left of campaign \"" + id_ + "\" that says by which rules it is played",
                   "restore the store from a copy");
    record_ = std::move(*record);
    record_.id = id_;
    return {};
  }

  static void overlay(Json& json, const SoundTurn& turn) {
    const Json seen = turn.inputs.campaign;
    if (seen.is_object())
      for (const auto& [name, value] : object_of(seen)) {
        const bool hidden = name == "goal" && value_at(value, "ultimate_goal_text").is_null();
        if (!hidden || !json.contains(name)) json[name] = value;
      }
    json["ruleset"]["hash"] = turn.inputs.ruleset;
    json["seed"] = turn.inputs.seed;
    json["tools"] = turn.inputs.tools ? Json(*turn.inputs.tools) : Json();
  }

  // The rules that the campaign began with.
  std::string first_rules() const {
    std::string named = text_at(value_at(value_at(origin_, "record"), "ruleset"), "hash");
    if (!named.empty()) return named;
    for (const SoundTurn& turn : sound_.turns)
      if (!turn.parent)
        return turn.swap ? text_at(value_at(value_at(turn.record, "swap"), "from"), "hash")
                         : turn.inputs.ruleset;
    return record_.ruleset;
  }

  Result<std::string> beginning() {
    const std::string wanted = text_at(origin_, "state_sha256");
    for (const Checkpoint& checkpoint : salvage_.checkpoints)
      if (checkpoint.turn.empty() && (wanted.empty() || sha256_hex(checkpoint.bytes) == wanted)) {
        began_ = checkpoint.time;
        return checkpoint.bytes;
      }
    began_ = record_.created_at;
    const std::shared_ptr<const Ruleset> ruleset = TRY(host_.rulesets.get(first_rules()));
    Json meta;
    std::vector<std::string> schemas;
    const Json listed = value_at(value_at(origin_, "record"), "schemas");
    if (listed.is_array() && !listed.empty()) meta["campaign"]["schemas"] = listed;
    Document document = TRY(Document::load(ruleset->initial_state(), meta, ruleset->limits()));
    std::string bytes = checkpoint_text(document);
    if (sha256_hex(bytes) != wanted) {
      same_beginning_ = false;
      note("the state that the campaign began with is lost; that of its rules is in its place");
    } else {
      note("the state that the campaign began with was made again from its rules");
    }
    return bytes;
  }

  Result<void> begin() {
    std::vector<std::string> used = {record_.ruleset, first_rules()};
    for (const SoundTurn& turn : sound_.turns) used.push_back(turn.inputs.ruleset);
    NewCampaign fresh;
    for (const std::string& hash : used) {
      const auto pack = packs_.find(hash);
      if (pack == packs_.end())
        return Error(
            Code::kStoreCorrupt,
            "the rules " + hash.substr(0, 12) + " of campaign \"" + id_ + "\" are damaged or gone",
            "give the folder that they were loaded from: gavel campaign repair " + id_ + " --ruleset DIR");
      TRY(store_->put_pack(hash, pack->second));
      fresh.packs.push_back(hash);
    }
    std::string state = TRY(beginning());
    fresh.id = id_;
    fresh.branch = sound_.first_branch;
    fresh.record = to_text(record_json(record_));
    fresh.origin = salvage_.campaign.origin;
    if (!salvage_.origin_whole || !same_beginning_) {
      note("what the campaign began with was made again; the hashes of its turns are others now");
      Json origin(Json::value_t::object);
      origin["engine"] = engine_version();
      origin["state_sha256"] = sha256_hex(state);
      origin["record"] = origin_.is_object() ? value_at(origin_, "record") : record_json(record_);
      origin["record"]["ruleset"]["hash"] = first_rules();
      fresh.origin = to_text(origin);
    }
    fresh.checkpoints.push_back({"", "", began_, std::move(state)});
    head_ = root_ = TRY(store_->create(fresh));
    return {};
  }

  // ---- turns

  Result<void> take(const SoundTurn& sound) {
    TurnOutcome& put = outcomes_.emplace_back();
    const TurnOutcome* before = sound.parent ? &outcomes_[*sound.parent] : nullptr;
    if (before != nullptr && !before->there) {
      lose(sound.turn.id, "it follows one that is lost");
      return {};
    }
    const bool known_state = !sound.adrift && (before == nullptr ? same_beginning_ : before->same_state);
    Turn turn = sound.turn;
    place(turn, sound);
    const std::string body = without_position(turn.verdict);
    const bool answered = sha256_hex(body) == text_at(sound.record, "verdict_sha256");
    const bool audited = sha256_hex(turn.audit) == text_at(sound.record, "audit_sha256");
    if (known_state && answered && audited) {
      put.same_state = true;
      if (!sound.whole) report_["restored"].push_back(turn.id);
      return append(std::move(turn), body, put);
    }
    if (!known_state && !replays_) {
      lose(turn.id, "it follows one that is lost; a repair judges its inputs again");
      return {};
    }
    return judge_again(sound, std::move(turn), known_state, put);
  }

  Result<void> judge_again(const SoundTurn& sound, Turn turn, bool known_state, TurnOutcome& put) {
    Result<Replayed> replayed = judged(sound, turn);
    if (!replayed && gave_up_)
      return std::move(replayed).error();  // it is not lost: another run may judge it
    if (!replayed) {
      lose(turn.id, "judged again on the state that is left, it was refused: " + replayed.error().message);
      return {};
    }
    const Json changes = value_at(json_of(replayed->record), "changes");
    put.same_state = known_state && changes == value_at(sound.record, "changes");
    report_[replayed->record == sound.turn.record ? "restored" : "replayed"].push_back(turn.id);
    turn.record = std::move(replayed->record);
    turn.audit = std::move(replayed->audit);
    return append(std::move(turn), replayed->body, put);
  }

  // Or why it was not accepted.
  Result<Replayed> judged(const SoundTurn& sound, const Turn& turn) {
    const TurnInput& inputs = sound.inputs;
    std::shared_ptr<const Ruleset> rules = TRY(host_.rulesets.get(inputs.ruleset));
    Side before{inputs.ruleset, rules, inputs.settings};
    if (sound.swap) before = TRY(replaced_side(host_.rulesets, sound.record));
    const Limits& limits = before.ruleset->limits();
    Folded folded = TRY(fold_to(*store_, id_, turn.parent, limits));
    const Json history =
        TRY(read_history(*store_, id_, turn.parent, turn.version - 1, limits.max_history_turns));
    if (sound.swap) {
      Exchanged made =
          TRY(exchange(folded.document, before, {inputs.ruleset, rules, inputs.settings}, inputs, history));
      return Replayed{std::move(made.record), std::move(made.body), std::move(made.audit)};
    }
    BorrowedSandbox sandbox = TRY(BorrowedSandbox::take(rules));
    DeriveMemory derived;
    Judged made = TRY(judge_turn(folded.document, derived, *rules, *sandbox, inputs, history));
    if (std::optional<Error> gave_up = not_judged(made)) {
      gave_up_ = true;
      gave_up->message = "turn \"" + turn.id + "\": " + gave_up->message;
      return std::move(*gave_up);
    }
    if (made.verdict.decision != Decision::kAccepted)
      return Error(Code::kRuleDenied, std::string(decision_name(made.verdict.decision)));
    return Replayed{std::move(made.record), std::move(made.body), std::move(made.audit)};
  }

  // Where it stands in the tree that is left.
  void place(Turn& turn, const SoundTurn& sound) {
    const Turn* before = sound.parent ? &put_turns_.at(sound_.turns[*sound.parent].turn.id) : nullptr;
    turn.parent = before == nullptr ? "" : before->id;
    turn.previous = before == nullptr ? root_.hash : before->hash;
    turn.version = before == nullptr ? 1 : before->version + 1;
    const std::string& line = before == nullptr ? sound_.first_branch : before->branch;
    if (turn.branch.empty()) turn.branch = line;
    const auto tip = tips_.find(turn.branch);
    const bool fits = tip == tips_.end() ? turn.branch != sound_.first_branch || before == nullptr
                                         : tip->second == turn.parent;
    if (fits) return;
    const auto other = tips_.find(line);
    turn.branch = other != tips_.end() && other->second == turn.parent ? line : "at-" + turn.id;
    while (tips_.contains(turn.branch) && tips_.at(turn.branch) != turn.parent) turn.branch += "'";
  }

  Result<void> append(Turn turn, const std::string& body, TurnOutcome& put) {
    turn.hash = chain_hash(turn.previous, turn.record);
    turn.verdict = with_position(body, turn.version, turn.hash);
    TRY(put_attempts(turn));
    Append request;
    request.campaign = id_;
    request.seen = head_;
    request.turn = turn;
    request.record = to_text(record_json(record_));
    request.packs.push_back(text_at(value_at(json_of(turn.record), "inputs"), "ruleset"));
    Appended appended = TRY(store_->append(request));
    head_ = std::move(appended.head);
    tips_[turn.branch] = turn.id;
    put.there = true;
    put_turns_[turn.id] = std::move(turn);
    return {};
  }

  // As many as the turn needs before it; one that is lost leaves its number behind.
  Result<void> put_attempts(const Turn& turn) {
    for (std::uint64_t number = 1; number < turn.attempt; ++number) {
      NewAttempt request;
      request.campaign = id_;
      request.seen = head_;
      const auto found = std::ranges::find_if(salvage_.attempts, [&](const Attempt& one) {
        return one.turn == turn.id && one.number == number && !one.last;
      });
      if (found != salvage_.attempts.end()) {
        request.attempt = *found;
      } else {
        request.attempt = lost_attempt(turn, number);
        note("attempt " + std::to_string(number) + " at turn \"" + turn.id + "\" is lost");
      }
      TRY(store_->add_attempt(request));
    }
    return {};
  }

  static Attempt lost_attempt(const Turn& turn, std::uint64_t number) {
    Json record(Json::value_t::object);
    record["kind"] = "lost";
    record["turn_id"] = turn.id;
    Json verdict(Json::value_t::object);
    verdict["turn"] = turn.id;
    verdict["attempt"] = number;
    verdict["outcome"] = "retry";
    const std::string text = to_text(record);
    return {turn.id, number, sha256_hex(text), false, turn.time, text, to_text(verdict)};
  }

  // ---- what hangs on the turns

  // The attempts at turns that were never committed, as far as they are in sequence.
  Result<void> put_open_attempts() {
    std::map<std::string, std::uint64_t> next;
    for (const Attempt& one : salvage_.attempts) {
      if (put_turns_.contains(one.turn)) continue;
      std::uint64_t& number = next.emplace(one.turn, 1).first->second;
      if (one.number != number) continue;
      NewAttempt request;
      request.campaign = id_;
      request.seen = head_;
      request.attempt = one;
      TRY(store_->add_attempt(request));
      ++number;
    }
    return {};
  }

  Result<void> change(Update update) {
    update.campaign = id_;
    update.seen = head_;
    if (update.record.empty()) update.record = to_text(record_json(record_));
    head_ = TRY(store_->update(update));
    return {};
  }

  Result<void> put_branches() {
    TRY(put_open_attempts());
    Campaign made = TRY(store_->load(id_));
    for (const Branch& branch : salvage_.campaign.branches) {
      const bool there = std::ranges::find(made.branches, branch.id, &Branch::id) != made.branches.end();
      Update update;
      if (there) {
        update.labels.push_back({branch.id, branch.label});
      } else if (branch.fork_turn.empty() || put_turns_.contains(branch.fork_turn)) {
        update.branch = Update::NewBranch{branch.id, branch.fork_turn, branch.label};
      } else {
        note("branch \"" + branch.id + "\" left a turn that is lost, and had none of its own");
        continue;
      }
      TRY(change(std::move(update)));
    }
    return {};
  }

  Result<void> put_checkpoints() {
    for (const Checkpoint& one : salvage_.checkpoints) {
      if (one.turn.empty()) continue;
      if (!put_turns_.contains(one.turn)) {
        note("the checkpoint at turn \"" + one.turn + "\" went with it");
        continue;
      }
      Folded folded = TRY(fold_to(*store_, id_, one.turn, options_.limits));
      Update update;
      update.checkpoints.push_back({one.turn, one.label, one.time, checkpoint_text(folded.document)});
      TRY(change(std::move(update)));
    }
    return {};
  }

  // To where the campaign stood, or the last turn before that.
  Result<void> end() {
    const Head& was = salvage_.campaign.head;
    std::string turn = put_turns_.contains(was.turn) && salvage_.record_whole ? was.turn : "";
    const bool at_beginning = salvage_.record_whole && was.turn.empty();
    if (turn.empty() && !at_beginning) {
      const auto tip = tips_.find(salvage_.record_whole ? was.branch : sound_.first_branch);
      if (tip != tips_.end()) turn = tip->second;
      if (turn.empty() && !tips_.empty()) turn = head_.turn;
    }
    Campaign made = TRY(store_->load(id_));
    const auto stays = [&](const std::string& id) {
      return std::ranges::find(made.branches, id, &Branch::id) != made.branches.end();
    };
    Update update;
    update.move = Update::Move{turn.empty() ? sound_.first_branch : put_turns_.at(turn).branch, turn};
    if (turn == was.turn && salvage_.record_whole && stays(was.branch)) update.move->branch = was.branch;
    const RollbackPending& pending = record_.rollback;
    const bool stood = stays(pending.from_branch) &&
                       (pending.from_turn_id.empty() || put_turns_.contains(pending.from_turn_id));
    if (turn != was.turn || !stood) record_.rollback = RollbackPending();
    OpenCampaign open(id_);
    open.record = record_;
    TRY(host_.load_at(open, turn));
    Json record = TRY(host_.full_record(open));
    update.record = to_text(record);
    TRY(change(std::move(update)));
    report_["kept"] = put_turns_.size();
    Json& head = report_["head"] = Json(Json::value_t::object);
    head["turn"] = head_.turn;
    head["version"] = head_.version;
    head["branch"] = head_.branch;
    return {};
  }

  const Salvage& salvage_;
  const CampaignsOptions options_;
  const bool replays_;
  const std::string id_;
  std::unique_ptr<Store> store_;
  Campaigns::Impl host_;
  std::map<std::string, std::string> packs_;
  SoundTurns sound_;
  Json origin_;
  CampaignRecord record_;
  Time began_;
  bool same_beginning_ = true;
  bool gave_up_ = false;  // the clock or the memory in use ended a turn that was judged again
  Head root_, head_;
  std::vector<TurnOutcome> outcomes_;  // of sound_.turns
  std::map<std::string, Turn> put_turns_;
  std::map<std::string, std::string> tips_;  // the last turn of each branch
  Json report_ = Json(Json::value_t::object);
};

}  // namespace

Result<RepairedCampaign> repair_salvaged(const Salvage& salvage, const CampaignsOptions& options,
                                         bool replays, const std::vector<std::string>& images) {
  return CampaignRepair(salvage, options, replays).run(images);
}

}  // namespace gavel
