// Whether what is stored is what was answered: the chain, the sums in the records, and the states that the
// recorded changes fold to. Nothing of it is judged anew; that is rebuild.cpp.

#include <algorithm>
#include <set>

#include "state/delta.hpp"
#include "state/members.hpp"
#include "store/hash.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "fold_changes.hpp"
#include "identity.hpp"

namespace gavel {
namespace {

class Verification {
 public:
  Verification(Store& store, const Campaign& campaign, const Limits& limits,
               const Campaigns::Progress& progress)
      : store_(store), campaign_(campaign), limits_(limits), progress_(progress) {
    for (const Branch& branch : campaign.branches) all_ += branch.version - branch.fork_version;
  }

  std::vector<Finding> run() {
    if (Result<std::vector<std::string>> packs = store_.packs(campaign_.id))
      packs_.insert(packs->begin(), packs->end());
    for (const Branch& branch : campaign_.branches) {
      branch_ = &branch;
      hash_ = branch.fork_hash;
      known_ = begin_branch();
      follow_branch();
    }
    branch_ = nullptr;
    check_attempts();
    if (found_.empty()) check_record();
    return std::move(found_);
  }

 private:
  bool wrong(const std::string& turn, std::uint64_t version, std::string what) {
    found_.push_back({branch_ == nullptr ? "" : branch_->id, turn, version, std::move(what)});
    return false;
  }

  bool begin_branch() {
    Result<Folded> folded = fold_to(store_, campaign_.id, branch_->fork_turn, limits_);
    if (!folded) return wrong(branch_->fork_turn, branch_->fork_version, folded.error().message);
    data_ = folded->document.data();
    meta_ = folded->document.meta();
    if (!branch_->fork_turn.empty()) return true;
    const Result<Json> origin = read_stored_json(campaign_.origin);
    if (chain_hash("", campaign_.origin) != branch_->fork_hash || !origin)
      return wrong("", 0, "what the campaign began with was altered");
    if (sha256_hex(checkpoint_text(folded->document)) != text_at(*origin, "state_sha256"))
      return wrong("", 0, "the state that the campaign began with was altered");
    return true;
  }

  // One that is damaged hides none behind it: they are checked as far as they can be without the state, and
  // from the next checkpoint on as before.
  void follow_branch() {
    TurnQuery query;
    query.branch = branch_->id;
    query.first = branch_->fork_version + 1;
    query.most = 1;
    query.gaps = true;
    while (query.first <= branch_->version) {
      query.bodies = true;
      Result<std::vector<Turn>> turns = store_.turns(campaign_.id, query);
      const bool readable = turns.ok();
      if (!readable) {
        query.bodies = false;
        const std::string what = turns.error().message;
        turns = store_.turns(campaign_.id, query);
        wrong(turns && !turns->empty() ? turns->front().id : "", query.first, what);
      }
      if (!turns || turns->empty()) return;
      const Turn& turn = turns->front();
      if (turn.version != query.first) {
        wrong("", query.first, "the turn is missing");
        hash_ = turn.previous;
        known_ = false;
      }
      if (!readable || !check(turn)) known_ = false;
      hash_ = turn.hash;
      if (readable) check_checkpoint(turn);
      query.first = turn.version + 1;
      if (progress_) progress_(++done_, all_);
    }
  }

  bool check(const Turn& turn) {
    const auto bad = [&](std::string what) { return wrong(turn.id, turn.version, std::move(what)); };
    if (turn.previous != hash_) return bad("it does not follow the turn before it");
    if (turn.hash != chain_hash(turn.previous, turn.record)) return bad("its record was altered");
    Result<Json> record = read_turn_record(turn);
    if (!record) return bad(record.error().message);
    if (text_at(*record, "turn_id") != turn.id) return bad("its record is another turn's");
    const std::string body = without_position(turn.verdict);
    if (with_position(body, turn.version, turn.hash) != turn.verdict ||
        sha256_hex(body) != text_at(*record, "verdict_sha256"))
      return bad("its verdict was altered");
    if (sha256_hex(turn.audit) != text_at(*record, "audit_sha256")) return bad("its audit was altered");
    if (const std::string other = other_than_recorded(turn, *record); !other.empty()) return bad(other);
    if (!known_) return false;
    const Json* changes = member(*record, "changes");
    const auto made = apply_delta(data_, meta_, changes == nullptr ? Json() : *changes, stored_limits());
    return made || bad(made.error().message);
  }

  // Which column of the turn is not the one that its record would make.
  std::string other_than_recorded(const Turn& turn, const Json& record) const {
    const Result<TurnInput> inputs = read_turn_input(record);
    if (!inputs) return inputs.error().message;
    if (!is_identity(turn.text_hash, *inputs)) return "its text_hash is not that of its inputs";
    if (turn.attempt != inputs->attempt) return "its attempt is not the one in its record";
    if (turn.time != inputs->now) return "its time is not the one in its record";
    if (!packs_.contains(inputs->ruleset)) return "the rules that it was judged by are not there";
    return {};
  }

  void check_attempts() {
    const Result<std::vector<Attempt>> attempts = store_.attempts(campaign_.id);
    if (!attempts) return;  // the store's own check names the row
    for (const Attempt& one : *attempts) {
      const std::string which = "attempt " + std::to_string(one.number) + ": ";
      const Result<Json> record = read_attempt_record(one);
      const Result<Json> verdict = read_stored_json(one.verdict);
      if (!record || !verdict) {
        wrong(one.turn, 0, which + "it cannot be read");
        continue;
      }
      if (text_at(*record, "turn_id") != one.turn || text_at(*verdict, "turn") != one.turn ||
          value_at(*verdict, "attempt") != Json(one.number) ||
          (text_at(*verdict, "outcome") == "conflict_report") != one.last)
        wrong(one.turn, 0, which + "its verdict is another one's");
      if (text_at(*record, "kind") == "lost") continue;  // a repair put it there
      const Result<TurnInput> inputs = read_turn_input(*record);
      if (!inputs || !is_identity(one.text_hash, *inputs) || one.number != inputs->attempt ||
          one.time != inputs->now)
        wrong(one.turn, 0, which + "it is not the one in its record");
    }
  }

  // The campaign's record is its own, but for what it repeats of the state and the rules.
  void check_record() {
    const Result<Json> record = read_stored_json(campaign_.record);
    if (!record || text_at(*record, "campaign_id") != campaign_.id) {
      wrong("", 0, "the campaign's record is another one's");
      return;
    }
    const Result<Json> origin = read_stored_json(campaign_.origin);
    const Json began = origin ? value_at(*origin, "record") : Json();
    const std::string& turn = campaign_.head.turn;
    const Result<Folded> folded = fold_to(store_, campaign_.id, turn, limits_);
    Json progress(Json::value_t::object);
    if (folded) add_progress(progress, folded->document);
    for (const auto& [name, value] : object_of(progress)) {
      const Json stored = value_at(*record, name);
      const bool same = name == "milestone" ? value_at(stored, "value") == value_at(value, "value") &&
                                                  value_at(stored, "last_advanced_at_turn") ==
                                                      value_at(value, "last_advanced_at_turn")
                                            : stored == value;
      if (!same) wrong("", 0, "the campaign's record has another `" + name + "` than its state");
    }
    std::string rules = text_at(value_at(began, "ruleset"), "hash");
    if (!turn.empty()) {
      const Result<Known> known = store_.find(campaign_.id, turn);
      const Result<Json> last = known && known->turn ? read_turn_record(*known->turn) : Json();
      if (last) rules = text_at(value_at(*last, "inputs"), "ruleset");
    }
    if (text_at(value_at(*record, "ruleset"), "hash") != rules || !packs_.contains(rules))
      wrong("", 0, "the campaign's record names other rules than are in force");
    if (text_at(*record, "seed") != text_at(began, "seed"))
      wrong("", 0, "the campaign's record has another seed than it began with");
  }

  bool check_checkpoint(const Turn& turn) {
    for (const CheckpointEntry& entry : campaign_.checkpoints) {
      if (entry.turn != turn.id) continue;
      Result<std::optional<Checkpoint>> kept = store_.checkpoint(campaign_.id, turn.id);
      if (!kept) return wrong(turn.id, turn.version, kept.error().message);
      if (!known_ && *kept) {
        if (Result<Document> here = read_checkpoint((*kept)->bytes, "the checkpoint", limits_)) {
          data_ = here->data();
          meta_ = here->meta();
          known_ = true;
        }
        return true;
      }
      if (!*kept || (*kept)->bytes != checkpoint_text(data_, meta_))
        return wrong(turn.id, turn.version, "its checkpoint is not the state that the changes lead to");
    }
    return true;
  }

  Store& store_;
  const Campaign& campaign_;
  const Limits& limits_;
  const Campaigns::Progress& progress_;
  std::vector<Finding> found_;
  const Branch* branch_ = nullptr;
  std::string hash_;
  bool known_ = true;  // the state after the turn that was looked at last
  Json data_, meta_;
  std::set<std::string> packs_;
  std::size_t done_ = 0, all_ = 0;
};

}  // namespace

Result<std::vector<Finding>> Campaigns::verify(std::string_view campaign, const Progress& progress) {
  Store& store = impl_->store;
  Result<Campaign> stored = store.load(campaign);
  if (!stored && stored.error().code != Code::kStoreCorrupt &&
      stored.error().code != Code::kStoreUnknownCampaign)
    return std::move(stored).error();
  Result<Salvage> rows = salvage_of(store, campaign);
  if (!rows) return stored ? std::move(rows).error() : std::move(stored).error();
  std::vector<Finding> found;
  std::set<std::string> told;
  for (const Salvage::Row& row : rows->damage) {
    const bool of_turn = row.kind == "turn" || row.kind == "attempt" || row.kind == "checkpoint";
    std::string what = (row.kind == "file" ? "the store's file" : row.kind) +
                       (row.id.empty() ? "" : " \"" + row.id + "\"") + " is damaged: " + row.what;
    told.insert(what);
    found.push_back({row.kind == "branch" ? row.id : "", of_turn ? row.id : "", 0, std::move(what)});
  }
  // Where pages or indexes of the file are damaged, what is read by them says nothing of the rows.
  const bool whole_file =
      std::ranges::none_of(rows->damage, [](const Salvage::Row& row) { return row.kind == "file"; });
  if (!whole_file) return found;
  if (stored)
    for (Finding& one : Verification(store, *stored, impl_->options.limits, progress).run())
      if (told.insert(one.what).second) found.push_back(std::move(one));
  std::vector<Error> damage = TRY(stored ? store.check(campaign) : std::vector<Error>{stored.error()});
  for (Error& error : damage)
    if (told.insert(error.message).second) found.push_back({"", "", 0, std::move(error.message)});
  return found;
}

}  // namespace gavel
