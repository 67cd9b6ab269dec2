#include "sound_turns.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/hash.hpp"

#include "fold_changes.hpp"
#include "identity.hpp"

namespace gavel {
namespace {

// The hash that an answer was given with; empty: it is none.
std::string hash_in(const std::string& verdict) {
  constexpr std::string_view kHash = ",\"hash\":\"";
  const std::size_t at = verdict.find(kHash);
  return at == std::string::npos ? std::string() : verdict.substr(at + kHash.size(), 64);
}

class TurnSorter {
 public:
  explicit TurnSorter(const Salvage& salvage) : salvage_(salvage) {}

  SoundTurns run() {
    gather_hashes();
    for (const Salvage::FoundTurn& found : salvage_.turns) take(found);
    find_missing();
    find_first_branch();
    order();
    return std::move(out_);
  }

 private:
  // Every hash that some row knows. Nobody makes a record that fits one of them by accident.
  void gather_hashes() {
    if (salvage_.origin_whole) roots_.insert(chain_hash("", salvage_.campaign.origin));
    for (const Branch& branch : salvage_.campaign.branches) {
      (branch.fork_turn.empty() ? roots_ : known_).insert(branch.fork_hash);
      branches_.insert(branch.id);
    }
    known_.insert(salvage_.campaign.head.hash);
    for (const Salvage::FoundTurn& found : salvage_.turns) {
      if (found.whole && found.turn.parent.empty()) roots_.insert(found.turn.previous);
      if (found.whole) branches_.insert(found.turn.branch);
      for (const std::string& hash : {found.turn.hash, found.turn.previous, hash_in(found.turn.verdict)})
        if (hash.size() == 64) known_.insert(hash);
    }
    known_.insert(roots_.begin(), roots_.end());
  }

  void lose(const Turn& turn, std::string why) { out_.lost.push_back({"turn", turn.id, std::move(why)}); }

  void take(const Salvage::FoundTurn& found) {
    SoundTurn sound;
    sound.turn = found.turn;
    sound.whole = found.whole;
    if (!found.whole && !find_place(sound.turn)) return lose(found.turn, "its record is damaged");
    Result<Json> record = read_turn_record(sound.turn);
    if (!record) return lose(found.turn, record.error().message);
    Result<TurnInput> inputs = read_turn_input(*record);
    if (!inputs) return lose(found.turn, inputs.error().message);
    sound.record = std::move(*record);
    sound.inputs = std::move(*inputs);
    sound.swap = text_at(sound.record, "kind") == "swap";
    sound.turn.id = sound.inputs.turn;
    if (!ids_.insert(sound.turn.id).second) return lose(found.turn, "another row has the same id");
    sound.turn.attempt = sound.inputs.attempt;
    sound.turn.time = sound.inputs.now;
    if (sound.swap || (!found.whole && !fits_text(sound))) sound.turn.text_hash = identity_of(sound.inputs);
    all_.push_back(std::move(sound));
  }

  static bool fits_text(const SoundTurn& sound) { return is_identity(sound.turn.text_hash, sound.inputs); }

  // The hashes between which the record fits, whichever column of them was damaged.
  bool find_place(Turn& turn) const {
    std::vector<std::string> before = {turn.previous};
    for (const Salvage::FoundTurn& other : salvage_.turns)
      if (other.turn.id == turn.parent || other.turn.version + 1 == turn.version)
        before.insert(before.end(), {other.turn.hash, hash_in(other.turn.verdict)});
    before.insert(before.end(), roots_.begin(), roots_.end());
    for (const std::string& previous : before) {
      const std::string hash = chain_hash(previous, turn.record);
      if (!known_.contains(hash)) continue;
      turn.previous = previous;
      turn.hash = hash;
      return true;
    }
    return false;
  }

  // Rows that are gone leave no trace but in those that follow them.
  void find_missing() {
    std::set<std::string> told;
    for (const Salvage::Row& one : out_.lost) told.insert(one.id);
    for (const SoundTurn& one : all_)
      if (const std::string& id = one.turn.parent;
          !id.empty() && !ids_.contains(id) && told.insert(id).second && one.whole)
        out_.lost.push_back({"turn", id, "its row is gone"});
    const Head& head = salvage_.campaign.head;
    if (salvage_.record_whole && !head.turn.empty() && !ids_.contains(head.turn) &&
        told.insert(head.turn).second)
      out_.lost.push_back({"turn", head.turn, "its row is gone"});
  }

  void find_first_branch() {
    for (const Branch& branch : salvage_.campaign.branches)
      if (branch.parent.empty()) out_.first_branch = branch.id;
    for (const SoundTurn& one : all_)
      if (out_.first_branch.empty() && one.whole && one.turn.version == 1)
        out_.first_branch = one.turn.branch;
    if (out_.first_branch.empty()) out_.first_branch = "main";
  }

  // The last sound turn before a lost one: on the same branch, or where that leaves another.
  std::optional<std::size_t> before_lost(const SoundTurn& one) const {
    std::string branch = one.turn.branch;
    std::uint64_t version = one.turn.version;
    for (std::size_t steps = 0; steps <= salvage_.campaign.branches.size(); ++steps) {
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < out_.turns.size(); ++i) {
        const Turn& turn = out_.turns[i].turn;
        if (turn.branch == branch && turn.version < version &&
            (!best || out_.turns[*best].turn.version < turn.version))
          best = i;
      }
      if (best) return best;
      const auto row = std::ranges::find(salvage_.campaign.branches, branch, &Branch::id);
      if (row == salvage_.campaign.branches.end() || row->parent.empty()) break;
      branch = row->parent;
      version = std::min(version, row->fork_version + 1);
    }
    return std::nullopt;
  }

  void order() {
    std::ranges::stable_sort(all_, {}, [](const SoundTurn& one) { return one.turn.version; });
    std::map<std::string, std::size_t> places;  // in out_.turns, by hash
    std::vector<bool> taken(all_.size());
    const auto put = [&](std::size_t i) {
      taken[i] = true;
      places[all_[i].turn.hash] = out_.turns.size();
      out_.turns.push_back(all_[i]);
    };
    // Those that follow; when none is left, the first one adrift, and those that follow it.
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < all_.size(); ++i) {
        if (taken[i]) continue;
        const auto before = places.find(all_[i].turn.previous);
        if (before == places.end() && !roots_.contains(all_[i].turn.previous)) continue;
        if (before != places.end()) all_[i].parent = before->second;
        put(i);
        more = true;
      }
      const auto adrift = static_cast<std::size_t>(std::ranges::find(taken, false) - taken.begin());
      if (more || adrift == all_.size()) continue;
      all_[adrift].adrift = true;
      all_[adrift].parent = before_lost(all_[adrift]);
      put(adrift);
      more = true;
    }
    for (SoundTurn& one : out_.turns)
      if (!one.whole && !branches_.contains(one.turn.branch)) one.turn.branch.clear();  // damaged itself
  }

  const Salvage& salvage_;
  std::set<std::string> roots_, known_, branches_, ids_;
  std::vector<SoundTurn> all_;
  SoundTurns out_;
};

}  // namespace

SoundTurns sound_turns(const Salvage& salvage) { return TurnSorter(salvage).run(); }

}  // namespace gavel
