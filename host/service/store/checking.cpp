#include "checking.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "store/hash.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"

#include "timeline.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostErrors = 100;

// The tree of turns as it grows, a parent before its children.
class Tree {
 public:
  explicit Tree(const Campaign& campaign) : campaign_(campaign), root_(chain_hash("", campaign.origin)) {
    for (const Branch& branch : campaign.branches)
      ends_[branch.id] = {branch.fork_turn, branch.fork_version, branch.fork_hash, branch.id};
  }

  bool has(std::string_view turn) const { return turns_.find(turn) != turns_.end(); }

  // `complete`: its record was read, so that its hash can be computed.
  Result<void> add(const Turn& turn, bool complete) {
    const std::string what = named("turn", turn.id) + " of " + named("campaign", campaign_.id);
    const auto end = ends_.find(turn.branch);
    if (end == ends_.end()) return corrupt(what, "its " + named("branch", turn.branch) + " is not there");
    const bool first = !turns_.emplace(turn.id, End{turn.id, turn.version, turn.hash, turn.branch}).second;
    if (first) return corrupt(what, "its id appears twice");
    const End before = std::exchange(end->second, {turn.id, turn.version, turn.hash, turn.branch});
    if (turn.parent != before.turn || turn.version != before.version + 1) {
      return corrupt(what, "it should follow " + named("turn", before.turn) + " as version " +
                               std::to_string(before.version + 1) + ", not " + named("turn", turn.parent) +
                               " as version " + std::to_string(turn.version));
    }
    if (turn.previous != before.hash) return corrupt(what, "the chain of hashes breaks before it");
    if (complete && chain_hash(turn.previous, turn.record) != turn.hash)
      return corrupt(what, "its record is not the one that its hash was made of");
    return {};
  }

  // Whether every branch leaves from a turn that is there. REQUIRES: all turns were added.
  Result<void> forks() const {
    if (campaign_.branches.empty() || !campaign_.branches.front().parent.empty())
      return corrupt(named("campaign", campaign_.id), "its first branch is not there");
    for (const Branch& branch : campaign_.branches) {
      const bool first = &branch == &campaign_.branches.front();
      const auto turn = turns_.find(branch.fork_turn);
      const bool rooted = branch.fork_turn.empty() && branch.fork_version == 0 && branch.fork_hash == root_;
      const bool forked = turn != turns_.end() && turn->second.version == branch.fork_version &&
                          turn->second.hash == branch.fork_hash;
      // Its parent is the branch that owns the turn it leaves from.
      const std::string& owner = branch.fork_turn.empty() ? campaign_.branches.front().id
                                 : forked                 ? turn->second.branch
                                                          : branch.parent;
      const bool known = branch.parent == (first ? std::string() : owner);
      if ((!rooted && !forked) || !known) {
        return corrupt(named("branch", branch.id) + " of " + named("campaign", campaign_.id),
                       "it does not leave from a turn that is there");
      }
    }
    return {};
  }

  Result<void> head(const Head& head) const {
    const std::string what = "the head of " + named("campaign", campaign_.id);
    const auto branch = ends_.find(head.branch);
    if (branch == ends_.end()) return corrupt(what, "its branch is not there");
    const bool rooted = head.turn.empty() && head.version == 0 && head.hash == root_;
    const auto turn = turns_.find(head.turn);
    const bool there =
        turn != turns_.end() && turn->second.version == head.version && turn->second.hash == head.hash;
    if (!rooted && !there) return corrupt(what, named("turn", head.turn) + " is not there as it says");
    if (there &&
        !on_line(line_to(campaign_.branches, head.branch, head.version), turn->second.branch, head.version))
      return corrupt(what, named("turn", head.turn) + " is not on " + named("branch", head.branch));
    return {};
  }

 private:
  struct End {
    std::string turn;
    std::uint64_t version = 0;
    std::string hash;
    std::string branch;
  };

  const Campaign& campaign_;
  std::string root_;
  std::map<std::string, End, std::less<>> ends_;  // of the branches
  std::map<std::string, End, std::less<>> turns_;
};

Result<void> check_ids(const WholeCampaign& whole) {
  TRY(check_id("campaign", whole.campaign.id));
  std::set<std::string_view> seen;
  for (const Branch& branch : whole.campaign.branches) {
    TRY(check_id("branch", branch.id));
    if (!seen.insert(branch.id).second) return corrupt(named("branch", branch.id), "its id appears twice");
  }
  const std::vector<Branch>& all = whole.campaign.branches;
  if (!std::is_sorted(all.begin() + (all.empty() ? 0 : 1), all.end(),
                      [](const Branch& a, const Branch& b) { return a.id < b.id; }))
    return corrupt(named("campaign", whole.campaign.id), "its branches are not in order");
  for (const Turn& turn : whole.turns) TRY(check_id("turn", turn.id));
  return {};
}

Result<void> check_attempt_rows(const WholeCampaign& whole) {
  std::map<std::string_view, const Attempt*> last;
  for (const Attempt& attempt : whole.attempts) {
    const Attempt*& before = last[attempt.turn];
    const std::uint64_t next = before == nullptr ? 1 : before->number + 1;
    if (attempt.number != next || (before != nullptr && before->last)) {
      return corrupt("attempt " + std::to_string(attempt.number) + " at " + named("turn", attempt.turn),
                     "it does not follow the one before");
    }
    before = &attempt;
  }
  return {};
}

void note(std::vector<Error>& errors, Result<void> result) {
  if (!result && errors.size() < kMostErrors) errors.push_back(std::move(result).error());
}

// Reads the turns of one branch one by one, so that a damaged one does not hide those behind it.
Result<void> read_branch(Tables& tables, Tables::Key key, const Branch& branch, std::vector<Turn>& turns,
                         std::vector<Error>& errors) {
  constexpr std::size_t kPage = 256;
  for (std::uint64_t first = branch.fork_version + 1;;) {
    std::vector<Turn> page;
    TRY(tables.turns(key, branch.id, first, branch.version, kPage, false, page));
    if (page.empty()) return {};
    for (Turn& brief : page) {
      Result<std::optional<Turn>> whole = tables.turn(key, brief.id);
      if (!whole) {
        note(errors, whole.error());
      } else if (!*whole) {
        note(errors, corrupt(named("turn", brief.id), "it is not found by its id"));
      } else if (const Result<Tables::Attempts> tries = tables.attempts_of(key, brief.id);
                 tries && tries->count + 1 != brief.attempt) {
        note(errors, corrupt("attempt " + std::to_string(tries->count + 1) + " at " + named("turn", brief.id),
                             "its row is gone"));
      }
      turns.push_back(std::move(brief));
    }
    if (turns.back().version >= branch.version) return {};  // also where one more would be no version
    first = turns.back().version + 1;
  }
}

void check_beside(Tables& tables, Tables::Key key, std::vector<Error>& errors) {
  Result<std::vector<Attempt>> attempts = tables.attempts(key, std::nullopt);
  if (!attempts) note(errors, attempts.error());
  Result<std::vector<CheckpointEntry>> entries = tables.checkpoints(key);
  if (!entries) note(errors, entries.error());
  if (entries) {
    for (const CheckpointEntry& entry : *entries) {
      Result<std::optional<Checkpoint>> checkpoint = tables.checkpoint(key, entry.turn);
      if (!checkpoint) note(errors, checkpoint.error());
      const Result<std::optional<Tables::Commit>> at = tables.commit(key, entry.turn);
      if (at && (*at ? (*at)->version : 0) != entry.version)
        note(errors,
             corrupt("the checkpoint at " + named("turn", entry.turn), "it is not at its turn's version"));
    }
  }
  Result<std::vector<std::string>> packs = tables.packs(key);
  if (!packs) note(errors, packs.error());
  if (packs) {
    for (const std::string& hash : *packs) {
      Result<std::optional<std::string>> bytes = tables.pack(hash);
      if (!bytes) note(errors, bytes.error());
      if (bytes && !*bytes) note(errors, corrupt(named("pack", hash), "it is used and not there"));
    }
  }
}

// Every row of it is read, and every damaged one is named.
Result<std::vector<Error>> check_campaign(Tables& tables, std::string_view id) {
  Tables::Place place = TRY(place_of(tables, id));
  const Tables::Key key = place.key;
  std::vector<Error> errors;
  if (Result<std::string> record = tables.record(key); !record) note(errors, record.error());

  Campaign campaign;
  campaign.id = id;
  Result<std::string> origin = tables.origin(key);
  if (!origin) note(errors, origin.error());
  Result<std::vector<Branch>> branches = tables.branches(key);
  if (!branches) note(errors, branches.error());
  if (origin && branches) {
    campaign.origin = std::move(*origin);
    campaign.branches = std::move(*branches);
    std::vector<Turn> turns;
    for (const Branch& branch : campaign.branches)
      note(errors, read_branch(tables, key, branch, turns, errors));
    std::stable_sort(turns.begin(), turns.end(),
                     [](const Turn& a, const Turn& b) { return a.version < b.version; });
    Tree tree(campaign);
    for (const Turn& turn : turns) note(errors, tree.add(turn, false));
    note(errors, tree.forks());
    note(errors, tree.head(place.head));
  }
  check_beside(tables, key, errors);
  return errors;
}

Result<std::vector<Error>> check_all(Tables& tables) {
  constexpr std::size_t kPage = 256;
  std::vector<Error> errors;
  for (std::string after;;) {
    std::vector<std::string> ids = TRY(tables.ids(after, kPage));
    if (ids.empty()) break;
    for (const std::string& id : ids) {
      std::vector<Error> found = TRY(check_campaign(tables, id));
      for (Error& error : found) note(errors, std::move(error));
    }
    after = std::move(ids.back());
  }
  std::vector<Error> strays = TRY(tables.strays());
  for (Error& stray : strays) note(errors, std::move(stray));
  return errors;
}

}  // namespace

Result<void> check_whole(const WholeCampaign& whole) {
  TRY(check_ids(whole));
  Tree tree(whole.campaign);
  for (const Turn& turn : whole.turns) TRY(tree.add(turn, true));
  TRY(tree.forks());
  TRY(tree.head(whole.campaign.head));
  std::set<std::string_view> seen;
  for (const Checkpoint& checkpoint : whole.checkpoints) {
    if (!seen.insert(checkpoint.turn).second)
      return corrupt("the checkpoint at " + named("turn", checkpoint.turn), "there are two of it");
    if (!checkpoint.turn.empty() && !tree.has(checkpoint.turn))
      return corrupt("the checkpoint at " + named("turn", checkpoint.turn), "there is no such turn");
  }
  return check_attempt_rows(whole);
}

Result<std::vector<Error>> check_store(Tables& tables, std::string_view campaign) {
  std::vector<Error> errors = TRY(campaign.empty() ? tables.file_damage() : std::vector<Error>());
  Result<std::vector<Error>> found = campaign.empty() ? check_all(tables) : check_campaign(tables, campaign);
  if (!found && found.error().code != Code::kStoreCorrupt) return found;
  if (!found) {
    errors.push_back(std::move(found).error());
  } else {
    std::ranges::move(*found, std::back_inserter(errors));
  }
  return errors;
}

}  // namespace gavel
