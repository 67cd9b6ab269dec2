// Whether what is stored is what was answered: the chain, the sums in the records, and the states that the
// recorded changes fold to. Nothing of it is judged anew; that is rebuild.cpp.

#include "state/delta.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "store/hash.hpp"

#include "folding.hpp"
#include "inside.hpp"
#include "members.hpp"

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
    for (const Branch& branch : campaign_.branches) {
      branch_ = &branch;
      hash_ = branch.fork_hash;
      if (begin_branch()) follow_branch();
    }
    return std::move(found_);
  }

 private:
  bool wrong(const std::string& turn, std::uint64_t version, std::string what) {
    found_.push_back({branch_->id, turn, version, std::move(what)});
    return false;
  }

  bool begin_branch() {
    Result<Folded> folded = fold_to(store_, campaign_.id, branch_->fork_turn, limits_);
    if (!folded) return wrong(branch_->fork_turn, branch_->fork_version, folded.error().message);
    data_ = folded->document.data();
    meta_ = folded->document.meta();
    if (!branch_->fork_turn.empty()) return true;
    const Result<Json> origin = read_json(campaign_.origin, limits_);
    if (chain_hash("", campaign_.origin) != branch_->fork_hash || !origin)
      return wrong("", 0, "what the campaign began with was altered");
    if (sha256_hex(checkpoint_text(folded->document)) != text_at(*origin, "state_sha256"))
      return wrong("", 0, "the state that the campaign began with was altered");
    return true;
  }

  void follow_branch() {
    TurnQuery query;
    query.branch = branch_->id;
    query.first = branch_->fork_version + 1;
    query.most = 1;  // one that cannot be read is then named
    while (query.first <= branch_->version) {
      Result<std::vector<Turn>> turns = store_.turns(campaign_.id, query);
      if (!turns) {
        wrong("", query.first, turns.error().message);
        return;
      }
      if (turns->empty() || turns->front().version != query.first) {
        wrong("", query.first, "the turn is missing");
        return;
      }
      if (!check(turns->front())) return;
      ++query.first;
      if (progress_) progress_(++done_, all_);
    }
  }

  bool check(const Turn& turn) {
    const auto bad = [&](std::string what) { return wrong(turn.id, turn.version, std::move(what)); };
    if (turn.previous != hash_) return bad("it does not follow the turn before it");
    if (turn.hash != chain_hash(turn.previous, turn.record)) return bad("its record was altered");
    hash_ = turn.hash;
    Result<Json> record = read_turn_record(turn, limits_);
    if (!record) return bad(record.error().message);
    if (text_at(*record, "turn_id") != turn.id) return bad("its record is another turn's");
    const std::string body = body_of(turn.verdict);
    if (answer_of(body, turn.version, turn.hash) != turn.verdict ||
        sha256_hex(body) != text_at(*record, "verdict_sha256"))
      return bad("its verdict was altered");
    if (sha256_hex(turn.audit) != text_at(*record, "audit_sha256")) return bad("its audit was altered");
    const Json* changes = member(*record, "changes");
    Limits wide = limits_;
    wide.max_path_segments += 2;
    if (Result<void> made = apply_delta(data_, meta_, changes == nullptr ? Json() : *changes, wide); !made)
      return bad(made.error().message);
    return check_checkpoint(turn);
  }

  bool check_checkpoint(const Turn& turn) {
    for (const CheckpointEntry& entry : campaign_.checkpoints) {
      if (entry.turn != turn.id) continue;
      Result<std::optional<Checkpoint>> kept = store_.checkpoint(campaign_.id, turn.id);
      if (!kept) return wrong(turn.id, turn.version, kept.error().message);
      std::string text = "{\"data\":";
      append_text(text, data_);
      text += ",\"meta\":";
      append_text(text, meta_);
      text += "}";
      if (!*kept || (*kept)->bytes != text)
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
  Json data_, meta_;
  std::size_t done_ = 0, all_ = 0;
};

}  // namespace

Result<std::vector<Finding>> Campaigns::verify(std::string_view campaign, const Progress& progress) {
  Result<Campaign> stored = inside_->store.load(campaign);
  if (!stored && stored.error().code != Code::kStoreCorrupt) return std::move(stored).error();
  if (!stored) return std::vector<Finding>{{"", "", 0, stored.error().message}};
  std::vector<Finding> found = Verification(inside_->store, *stored, inside_->options.limits, progress).run();
  Result<std::vector<Error>> damage = inside_->store.check(campaign);
  if (!damage) return std::move(damage).error();
  for (Error& error : *damage) found.push_back({"", "", 0, std::move(error.message)});
  return found;
}

}  // namespace gavel
