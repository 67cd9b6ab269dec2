#include "timeline.hpp"

#include <algorithm>

#include "store/hash.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"

#include "row_checksum.hpp"

namespace gavel {
namespace {

using Key = Tables::Key;

// A turn that others may follow, or the place before the first one.
struct Point {
  std::string turn;
  std::string branch;  // that owns it
  std::uint64_t version = 0;
  std::string hash;
};

Result<Point> point_of(Tables& tables, Key key, const std::string& turn) {
  if (!turn.empty()) {
    std::optional<Tables::Commit> commit = TRY(tables.commit(key, turn));
    if (!commit) return unknown("turn", turn, "name a turn that was committed");
    Tables::Commit& row = *commit;
    return Point{row.id, std::move(row.branch), row.version, std::move(row.hash)};
  }
  std::vector<Branch> branches = TRY(tables.branches(key));
  if (branches.empty()) return corrupt("a campaign", "it has no branch");
  const Branch& first = branches.front();
  return Point{"", first.id, 0, first.fork_hash};
}

Result<void> check_seen(std::string_view campaign, const Head& seen, const Head& found) {
  const bool same = seen.branch == found.branch && seen.version == found.version && seen.hash == found.hash &&
                    seen.revision == found.revision;
  if (!same) return moved(campaign, seen, found);
  return {};
}

Result<void> check_packs_there(Tables& tables, const std::vector<std::string>& packs) {
  for (const std::string& hash : packs) {
    const bool there = TRY(tables.has_pack(hash));
    if (!there) return unknown("pack", hash, "put_pack it first");
  }
  return {};
}

Result<void> use_packs(Tables& tables, Key key, const std::vector<std::string>& packs) {
  for (const std::string& hash : packs) TRY(tables.use_pack(key, hash));
  return {};
}

// The versions at which checkpoints stand; `fresh` is the turn that is about to be committed.
Result<std::vector<std::uint64_t>> checkpoint_versions(Tables& tables, Key key,
                                                       const std::vector<Checkpoint>& checkpoints,
                                                       const Turn* fresh) {
  std::vector<std::uint64_t> versions;
  for (const Checkpoint& checkpoint : checkpoints) {
    if (fresh != nullptr && checkpoint.turn == fresh->id) {
      versions.push_back(fresh->version);
      continue;
    }
    Point point = TRY(point_of(tables, key, checkpoint.turn));
    versions.push_back(point.version);
  }
  return versions;
}

Result<void> put_checkpoints(Tables& tables, Key key, const std::vector<Checkpoint>& checkpoints,
                             const std::vector<std::uint64_t>& versions) {
  for (std::size_t i = 0; i < checkpoints.size(); ++i)
    TRY(tables.put_checkpoint(key, checkpoints[i], versions[i]));
  return {};
}

// What a turn that is known already is answered with.
Result<Appended> repeated(Tables& tables, const Tables::Place& place, const Turn& turn,
                          const Tables::Commit& commit) {
  if (commit.text_hash != turn.text_hash) return other_text(turn.id);
  std::vector<Branch> branches = TRY(tables.branches(place.key));
  if (!on_line(line_to(branches, place.head.branch, place.head.version), commit.branch, commit.version))
    return rolled_back(turn.id);
  std::optional<Turn> stored = TRY(tables.turn(place.key, turn.id));
  if (!stored) return corrupt(named("turn", turn.id), "its row is gone");
  return Appended{place.head, std::move(stored->verdict)};
}

Branch branch_at(const Point& point, std::string id, std::string label = {}) {
  return {std::move(id),    point.branch, point.turn,    point.version, point.hash,
          std::move(label), point.turn,   point.version, point.hash};
}

// The branch that a turn goes on: as it is, or the one that it opens.
struct TurnBranch {
  Branch branch;
  bool opened = false;
};

Result<TurnBranch> branch_of_turn(Tables& tables, Key key, const Turn& turn) {
  std::optional<Branch> found = TRY(tables.branch(key, turn.branch));
  if (found) {
    if (found->turn != turn.parent) {
      return invalid(named("turn", turn.id) + " follows " + named("turn", turn.parent) + ", but " +
                         named("branch", turn.branch) + " ends with " + named("turn", found->turn),
                     "a turn that follows an earlier one opens a branch with an id of its own");
    }
    return TurnBranch{std::move(*found), false};
  }
  Point point = TRY(point_of(tables, key, turn.parent));
  return TurnBranch{branch_at(point, turn.branch), true};
}

Result<void> check_follows(const Turn& turn, const Branch& branch) {
  if (turn.version != branch.version + 1) {
    return invalid(named("turn", turn.id) + " has version " + std::to_string(turn.version) + "; it follows " +
                   std::to_string(branch.version));
  }
  if (turn.previous != branch.hash)
    return invalid("previous of " + named("turn", turn.id) + " is not the hash of the turn it follows");
  return {};
}

Result<void> check_attempts(Tables& tables, Key key, std::string_view turn, std::uint64_t number) {
  Tables::Attempts kept = TRY(tables.attempts_of(key, turn));
  if (kept.closed) {
    return gone_to_report(turn);
  }
  if (number != kept.count + 1) {
    return Error(Code::kStoreMoved,
                 named("turn", turn) + " comes as attempt " + std::to_string(number) + "; kept of it are " +
                     std::to_string(kept.count),
                 "reload the turn");
  }
  return {};
}

}  // namespace

Result<Tables::Place> place_of(Tables& tables, std::string_view campaign) {
  std::optional<Tables::Place> place = TRY(tables.place(campaign));
  if (!place) return unknown_campaign(campaign);
  return std::move(*place);
}

Result<Head> create_campaign(Tables& tables, const NewCampaign& campaign) {
  std::optional<Tables::Place> taken = TRY(tables.place(campaign.id));
  if (taken) return campaign_exists(campaign.id);
  TRY(check_packs_there(tables, campaign.packs));

  const Head head{campaign.branch, 0, "", chain_hash("", campaign.origin), 1};
  const Key key = TRY(tables.put_campaign(campaign.id, head, campaign.record, campaign.origin));
  Branch first;
  first.id = campaign.branch;
  first.fork_hash = head.hash;
  TRY(tables.put_branch(key, first));
  const std::vector<std::uint64_t> versions(campaign.checkpoints.size(), 0);
  TRY(put_checkpoints(tables, key, campaign.checkpoints, versions));
  TRY(use_packs(tables, key, campaign.packs));
  return head;
}

Result<Appended> append_turn(Tables& tables, const Append& append, std::string_view checksum) {
  const Turn& turn = append.turn;
  Tables::Place place = TRY(place_of(tables, append.campaign));
  std::optional<Tables::Commit> known = TRY(tables.commit(place.key, turn.id));
  if (known) return repeated(tables, place, turn, *known);
  TRY(check_seen(append.campaign, append.seen, place.head));
  TRY(check_attempts(tables, place.key, turn.id, turn.attempt));
  TurnBranch line = TRY(branch_of_turn(tables, place.key, turn));
  TRY(check_follows(turn, line.branch));
  TRY(check_packs_there(tables, append.packs));
  std::vector<std::uint64_t> versions =
      TRY(checkpoint_versions(tables, place.key, append.checkpoints, &turn));

  if (line.opened) TRY(tables.put_branch(place.key, line.branch));
  TRY(tables.put_turn(place.key, turn, checksum));
  Head head{turn.branch, turn.version, turn.id, turn.hash, place.head.revision + 1};
  TRY(tables.set_campaign(place.key, append.campaign, head, append.record));
  TRY(put_checkpoints(tables, place.key, append.checkpoints, versions));
  TRY(use_packs(tables, place.key, append.packs));
  return Appended{std::move(head), std::nullopt};
}

Result<std::optional<std::string>> keep_attempt(Tables& tables, const NewAttempt& request) {
  const Attempt& attempt = request.attempt;
  Tables::Place place = TRY(place_of(tables, request.campaign));
  std::optional<Tables::Commit> known = TRY(tables.commit(place.key, attempt.turn));
  if (known) {
    if (known->text_hash != attempt.text_hash) return other_text(attempt.turn);
    return Error(Code::kStoreMoved,
                 named("turn", attempt.turn) + " has just been committed by another writer",
                 "reload the turn");
  }
  std::vector<Attempt> kept = TRY(tables.attempts(place.key, attempt.turn));
  if (attempt.number <= kept.size()) {
    Attempt& stored = kept[attempt.number - 1];
    if (stored.text_hash != attempt.text_hash) return other_text(attempt.turn);
    return std::optional<std::string>(std::move(stored.verdict));
  }
  TRY(check_seen(request.campaign, request.seen, place.head));
  TRY(check_attempts(tables, place.key, attempt.turn, attempt.number));
  TRY(tables.put_attempt(place.key, attempt));
  return std::optional<std::string>();
}

Result<void> remove_campaign(Tables& tables, std::string_view campaign) {
  Tables::Place place = TRY(place_of(tables, campaign));
  return tables.erase_campaign(place.key);
}

Result<void> keep_pack(Tables& tables, std::string_view hash, std::string_view bytes) {
  const Result<std::optional<std::string>> there = tables.pack(hash);
  if (!there && there.error().code != Code::kStoreCorrupt) return there.error();
  if (there && *there) return {};
  return tables.put_pack(hash, bytes);  // damaged ones are made good
}

Result<void> restore_campaign(Tables& tables, const WholeCampaign& whole) {
  const Campaign& campaign = whole.campaign;
  std::optional<Tables::Place> taken = TRY(tables.place(campaign.id));
  if (taken) return campaign_exists(campaign.id);
  const Key key = TRY(tables.put_campaign(campaign.id, campaign.head, campaign.record, campaign.origin));
  for (const Branch& branch : campaign.branches) TRY(tables.put_branch(key, branch));
  for (const Turn& turn : whole.turns) TRY(tables.put_turn(key, turn, checksum_of(turn)));
  for (const Attempt& attempt : whole.attempts) TRY(tables.put_attempt(key, attempt));
  std::vector<std::uint64_t> versions = TRY(checkpoint_versions(tables, key, whole.checkpoints, nullptr));
  TRY(put_checkpoints(tables, key, whole.checkpoints, versions));
  for (const std::string& bytes : whole.packs) {
    const std::string hash = sha256_hex(bytes);
    TRY(keep_pack(tables, hash, bytes));
    TRY(tables.use_pack(key, hash));
  }
  return {};
}

Result<void> replace_campaign(Tables& tables, const Salvage& salvaged, const WholeCampaign& whole) {
  std::optional<Tables::Place> place = TRY(tables.place(salvaged.campaign.id));
  if (place && (place->key != salvaged.key || place->head != salvaged.campaign.head))
    return moved(salvaged.campaign.id, salvaged.campaign.head, place->head);
  TRY(tables.erase_salvaged(salvaged));
  return restore_campaign(tables, whole);
}

// ---- updates

namespace {

// Everything of an update that had to be looked up.
struct Planned {
  Head head;
  std::optional<Branch> opened;
  std::vector<Branch> labelled;
  std::vector<std::uint64_t> versions;
};

Result<Branch> planned_branch(Tables& tables, Key key, const Update::NewBranch& wanted) {
  std::optional<Branch> taken = TRY(tables.branch(key, wanted.id));
  if (taken) {
    return Error(Code::kStoreExists, named("branch", wanted.id) + " is there already",
                 "choose another id for the branch");
  }
  Point point = TRY(point_of(tables, key, wanted.turn));
  return branch_at(point, wanted.id, wanted.label);
}

Result<Head> planned_head(Tables& tables, Key key, const Update::Move& move,
                          const std::optional<Branch>& opened) {
  std::vector<Branch> branches = TRY(tables.branches(key));
  if (opened) {
    const auto behind =
        std::upper_bound(branches.begin() + (branches.empty() ? 0 : 1), branches.end(), opened->id,
                         [](const std::string& id, const Branch& branch) { return id < branch.id; });
    branches.insert(behind, *opened);
  }
  const Branch* branch = find_branch(branches, move.branch);
  if (branch == nullptr) return unknown("branch", move.branch);
  Point point = TRY(point_of(tables, key, move.turn));
  const std::vector<Stretch> line = line_to(branches, branch->id, branch->version);
  if (!point.turn.empty() && !on_line(line, point.branch, point.version)) {
    return invalid(named("turn", move.turn) + " is not on the line of " + named("branch", move.branch),
                   "name the branch that the turn is on: " + named("branch", point.branch));
  }
  return Head{branch->id, point.version, point.turn, point.hash, 0};
}

Result<Planned> planned(Tables& tables, const Tables::Place& place, const Update& update) {
  Planned plan;
  plan.head = place.head;
  if (update.branch) plan.opened = TRY(planned_branch(tables, place.key, *update.branch));
  if (update.move) plan.head = TRY(planned_head(tables, place.key, *update.move, plan.opened));
  plan.head.revision = place.head.revision + 1;
  for (const Update::Label& label : update.labels) {
    std::optional<Branch> branch = TRY(tables.branch(place.key, label.branch));
    if (!branch) return unknown("branch", label.branch);
    branch->label = label.label;
    plan.labelled.push_back(std::move(*branch));
  }
  TRY(check_packs_there(tables, update.packs));
  plan.versions = TRY(checkpoint_versions(tables, place.key, update.checkpoints, nullptr));
  return plan;
}

}  // namespace

Result<Head> update_campaign(Tables& tables, const Update& update) {
  Tables::Place place = TRY(place_of(tables, update.campaign));
  TRY(check_seen(update.campaign, update.seen, place.head));
  Planned plan = TRY(planned(tables, place, update));

  const Key key = place.key;
  if (plan.opened) TRY(tables.put_branch(key, *plan.opened));
  for (const Branch& branch : plan.labelled) TRY(tables.set_label(key, branch));
  for (const std::string& turn : update.drop_checkpoints) TRY(tables.drop_checkpoint(key, turn));
  TRY(put_checkpoints(tables, key, update.checkpoints, plan.versions));
  TRY(use_packs(tables, key, update.packs));
  TRY(tables.set_campaign(key, update.campaign, plan.head, update.record));
  return plan.head;
}

}  // namespace gavel
