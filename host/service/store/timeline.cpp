#include "timeline.hpp"

#include <algorithm>

#include "store/hash.hpp"
#include "store/lineage.hpp"

#include "refusals.hpp"
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
    Result<std::optional<Tables::Commit>> commit = tables.commit(key, turn);
    if (!commit) return std::move(commit).error();
    if (!*commit) return unknown("turn", turn, "name a turn that was committed");
    Tables::Commit& row = **commit;
    return Point{row.id, std::move(row.branch), row.version, std::move(row.hash)};
  }
  Result<std::vector<Branch>> branches = tables.branches(key);
  if (!branches) return std::move(branches).error();
  if (branches->empty()) return corrupt("a campaign", "it has no branch");
  const Branch& first = branches->front();
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
    Result<bool> there = tables.has_pack(hash);
    if (!there) return std::move(there).error();
    if (!*there) return unknown("pack", hash, "put_pack it first");
  }
  return {};
}

Result<void> use_packs(Tables& tables, Key key, const std::vector<std::string>& packs) {
  for (const std::string& hash : packs) {
    if (Result<void> used = tables.use_pack(key, hash); !used) return used;
  }
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
    Result<Point> point = point_of(tables, key, checkpoint.turn);
    if (!point) return std::move(point).error();
    versions.push_back(point->version);
  }
  return versions;
}

Result<void> put_checkpoints(Tables& tables, Key key, const std::vector<Checkpoint>& checkpoints,
                             const std::vector<std::uint64_t>& versions) {
  for (std::size_t i = 0; i < checkpoints.size(); ++i) {
    if (Result<void> put = tables.put_checkpoint(key, checkpoints[i], versions[i]); !put) return put;
  }
  return {};
}

// What a turn that is known already is answered with.
Result<Appended> repeated(Tables& tables, const Tables::Place& place, const Turn& turn,
                          const Tables::Commit& commit) {
  if (commit.text_hash != turn.text_hash) return other_text(turn.id);
  Result<std::vector<Branch>> branches = tables.branches(place.key);
  if (!branches) return std::move(branches).error();
  if (!on_line(line_to(*branches, place.head.branch, place.head.version), commit.branch, commit.version))
    return rolled_back(turn.id);
  Result<std::optional<Turn>> stored = tables.turn(place.key, turn.id);
  if (!stored) return std::move(stored).error();
  if (!*stored) return corrupt(named("turn", turn.id), "its row is gone");
  return Appended{place.head, std::move((*stored)->verdict)};
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
  Result<std::optional<Branch>> found = tables.branch(key, turn.branch);
  if (!found) return std::move(found).error();
  if (*found) {
    if ((*found)->turn != turn.parent) {
      return invalid(named("turn", turn.id) + " follows " + named("turn", turn.parent) + ", but " +
                         named("branch", turn.branch) + " ends with " + named("turn", (*found)->turn),
                     "a turn that follows an earlier one opens a branch with an id of its own");
    }
    return TurnBranch{std::move(**found), false};
  }
  Result<Point> point = point_of(tables, key, turn.parent);
  if (!point) return std::move(point).error();
  return TurnBranch{branch_at(*point, turn.branch), true};
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
  Result<Tables::Attempts> kept = tables.attempts_of(key, turn);
  if (!kept) return std::move(kept).error();
  if (kept->closed) {
    return Error(Code::kTurnConflict, named("turn", turn) + " ended in a conflict report",
                 "send it under a new turn id");
  }
  if (number != kept->count + 1) {
    return Error(Code::kStoreMoved,
                 named("turn", turn) + " comes as attempt " + std::to_string(number) + "; kept of it are " +
                     std::to_string(kept->count),
                 "reload the turn");
  }
  return {};
}

}  // namespace

Result<Tables::Place> place_of(Tables& tables, std::string_view campaign) {
  Result<std::optional<Tables::Place>> place = tables.place(campaign);
  if (!place) return std::move(place).error();
  if (!*place) return unknown_campaign(campaign);
  return std::move(**place);
}

Result<Head> create_campaign(Tables& tables, const NewCampaign& campaign) {
  Result<std::optional<Tables::Place>> taken = tables.place(campaign.id);
  if (!taken) return std::move(taken).error();
  if (*taken) return campaign_exists(campaign.id);
  if (Result<void> there = check_packs_there(tables, campaign.packs); !there) return std::move(there).error();

  const Head head{campaign.branch, 0, "", chain_hash("", campaign.origin), 1};
  Result<Key> key = tables.put_campaign(campaign.id, head, campaign.record, campaign.origin);
  if (!key) return std::move(key).error();
  Branch first;
  first.id = campaign.branch;
  first.fork_hash = head.hash;
  if (Result<void> put = tables.put_branch(*key, first); !put) return std::move(put).error();
  const std::vector<std::uint64_t> versions(campaign.checkpoints.size(), 0);
  if (Result<void> put = put_checkpoints(tables, *key, campaign.checkpoints, versions); !put)
    return std::move(put).error();
  if (Result<void> used = use_packs(tables, *key, campaign.packs); !used) return std::move(used).error();
  return head;
}

Result<Appended> append_turn(Tables& tables, const Append& append, std::string_view checksum) {
  const Turn& turn = append.turn;
  Result<Tables::Place> place = place_of(tables, append.campaign);
  if (!place) return std::move(place).error();
  Result<std::optional<Tables::Commit>> known = tables.commit(place->key, turn.id);
  if (!known) return std::move(known).error();
  if (*known) return repeated(tables, *place, turn, **known);
  if (Result<void> same = check_seen(append.campaign, append.seen, place->head); !same)
    return std::move(same).error();
  if (Result<void> next = check_attempts(tables, place->key, turn.id, turn.attempt); !next)
    return std::move(next).error();
  Result<TurnBranch> line = branch_of_turn(tables, place->key, turn);
  if (!line) return std::move(line).error();
  if (Result<void> follows = check_follows(turn, line->branch); !follows) return std::move(follows).error();
  if (Result<void> there = check_packs_there(tables, append.packs); !there) return std::move(there).error();
  Result<std::vector<std::uint64_t>> versions =
      checkpoint_versions(tables, place->key, append.checkpoints, &turn);
  if (!versions) return std::move(versions).error();

  if (line->opened) {
    if (Result<void> put = tables.put_branch(place->key, line->branch); !put) return std::move(put).error();
  }
  if (Result<void> put = tables.put_turn(place->key, turn, checksum); !put) return std::move(put).error();
  Head head{turn.branch, turn.version, turn.id, turn.hash, place->head.revision + 1};
  if (Result<void> set = tables.set_campaign(place->key, append.campaign, head, append.record); !set)
    return std::move(set).error();
  if (Result<void> put = put_checkpoints(tables, place->key, append.checkpoints, *versions); !put)
    return std::move(put).error();
  if (Result<void> used = use_packs(tables, place->key, append.packs); !used) return std::move(used).error();
  return Appended{std::move(head), std::nullopt};
}

Result<std::optional<std::string>> keep_attempt(Tables& tables, const NewAttempt& request) {
  const Attempt& attempt = request.attempt;
  Result<Tables::Place> place = place_of(tables, request.campaign);
  if (!place) return std::move(place).error();
  Result<std::optional<Tables::Commit>> known = tables.commit(place->key, attempt.turn);
  if (!known) return std::move(known).error();
  if (*known) {
    if ((*known)->text_hash != attempt.text_hash) return other_text(attempt.turn);
    return Error(Code::kStoreMoved,
                 named("turn", attempt.turn) + " has just been committed by another writer",
                 "reload the turn");
  }
  Result<std::vector<Attempt>> kept = tables.attempts(place->key, attempt.turn);
  if (!kept) return std::move(kept).error();
  if (attempt.number <= kept->size()) {
    Attempt& stored = (*kept)[attempt.number - 1];
    if (stored.text_hash != attempt.text_hash) return other_text(attempt.turn);
    return std::optional<std::string>(std::move(stored.verdict));
  }
  if (Result<void> same = check_seen(request.campaign, request.seen, place->head); !same)
    return std::move(same).error();
  if (Result<void> next = check_attempts(tables, place->key, attempt.turn, attempt.number); !next)
    return std::move(next).error();
  if (Result<void> put = tables.put_attempt(place->key, attempt); !put) return std::move(put).error();
  return std::optional<std::string>();
}

Result<void> remove_campaign(Tables& tables, std::string_view campaign) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  return tables.erase_campaign(place->key);
}

Result<void> keep_pack(Tables& tables, std::string_view hash, std::string_view bytes) {
  const Result<std::optional<std::string>> there = tables.pack(hash);
  if (!there && there.error().code != Code::kStoreCorrupt) return there.error();
  if (there && *there) return {};
  return tables.put_pack(hash, bytes);  // damaged ones are made good
}

Result<void> restore_campaign(Tables& tables, const WholeCampaign& whole) {
  const Campaign& campaign = whole.campaign;
  Result<std::optional<Tables::Place>> taken = tables.place(campaign.id);
  if (!taken) return std::move(taken).error();
  if (*taken) return campaign_exists(campaign.id);
  Result<Key> key = tables.put_campaign(campaign.id, campaign.head, campaign.record, campaign.origin);
  if (!key) return std::move(key).error();
  for (const Branch& branch : campaign.branches) {
    if (Result<void> put = tables.put_branch(*key, branch); !put) return put;
  }
  for (const Turn& turn : whole.turns) {
    if (Result<void> put = tables.put_turn(*key, turn, checksum_of(turn)); !put) return put;
  }
  for (const Attempt& attempt : whole.attempts) {
    if (Result<void> put = tables.put_attempt(*key, attempt); !put) return put;
  }
  Result<std::vector<std::uint64_t>> versions = checkpoint_versions(tables, *key, whole.checkpoints, nullptr);
  if (!versions) return std::move(versions).error();
  if (Result<void> put = put_checkpoints(tables, *key, whole.checkpoints, *versions); !put) return put;
  for (const std::string& bytes : whole.packs) {
    const std::string hash = sha256_hex(bytes);
    if (Result<void> kept = keep_pack(tables, hash, bytes); !kept) return kept;
    if (Result<void> used = tables.use_pack(*key, hash); !used) return used;
  }
  return {};
}

Result<void> replace_campaign(Tables& tables, const Salvage& salvaged, const WholeCampaign& whole) {
  Result<std::optional<Tables::Place>> place = tables.place(salvaged.campaign.id);
  if (!place) return std::move(place).error();
  if (*place && ((*place)->key != salvaged.key || (*place)->head != salvaged.campaign.head))
    return moved(salvaged.campaign.id, salvaged.campaign.head, (*place)->head);
  if (Result<void> gone = tables.erase_salvaged(salvaged); !gone) return gone;
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
  Result<std::optional<Branch>> taken = tables.branch(key, wanted.id);
  if (!taken) return std::move(taken).error();
  if (*taken) {
    return Error(Code::kStoreExists, named("branch", wanted.id) + " is there already",
                 "choose another id for the branch");
  }
  Result<Point> point = point_of(tables, key, wanted.turn);
  if (!point) return std::move(point).error();
  return branch_at(*point, wanted.id, wanted.label);
}

Result<Head> planned_head(Tables& tables, Key key, const Update::Move& move,
                          const std::optional<Branch>& opened) {
  Result<std::vector<Branch>> branches = tables.branches(key);
  if (!branches) return std::move(branches).error();
  if (opened) {
    const auto behind =
        std::upper_bound(branches->begin() + (branches->empty() ? 0 : 1), branches->end(), opened->id,
                         [](const std::string& id, const Branch& branch) { return id < branch.id; });
    branches->insert(behind, *opened);
  }
  const Branch* branch = find_branch(*branches, move.branch);
  if (branch == nullptr) return unknown("branch", move.branch);
  Result<Point> point = point_of(tables, key, move.turn);
  if (!point) return std::move(point).error();
  const std::vector<Stretch> line = line_to(*branches, branch->id, branch->version);
  if (!point->turn.empty() && !on_line(line, point->branch, point->version)) {
    return invalid(named("turn", move.turn) + " is not on the line of " + named("branch", move.branch),
                   "name the branch that the turn is on: " + named("branch", point->branch));
  }
  return Head{branch->id, point->version, point->turn, point->hash, 0};
}

Result<Planned> planned(Tables& tables, const Tables::Place& place, const Update& update) {
  Planned plan;
  plan.head = place.head;
  if (update.branch) {
    Result<Branch> branch = planned_branch(tables, place.key, *update.branch);
    if (!branch) return std::move(branch).error();
    plan.opened = std::move(*branch);
  }
  if (update.move) {
    Result<Head> head = planned_head(tables, place.key, *update.move, plan.opened);
    if (!head) return std::move(head).error();
    plan.head = std::move(*head);
  }
  plan.head.revision = place.head.revision + 1;
  for (const Update::Label& label : update.labels) {
    Result<std::optional<Branch>> branch = tables.branch(place.key, label.branch);
    if (!branch) return std::move(branch).error();
    if (!*branch) return unknown("branch", label.branch);
    (*branch)->label = label.label;
    plan.labelled.push_back(std::move(**branch));
  }
  if (Result<void> there = check_packs_there(tables, update.packs); !there) return std::move(there).error();
  Result<std::vector<std::uint64_t>> versions =
      checkpoint_versions(tables, place.key, update.checkpoints, nullptr);
  if (!versions) return std::move(versions).error();
  plan.versions = std::move(*versions);
  return plan;
}

}  // namespace

Result<Head> update_campaign(Tables& tables, const Update& update) {
  Result<Tables::Place> place = place_of(tables, update.campaign);
  if (!place) return std::move(place).error();
  if (Result<void> same = check_seen(update.campaign, update.seen, place->head); !same)
    return std::move(same).error();
  Result<Planned> plan = planned(tables, *place, update);
  if (!plan) return std::move(plan).error();

  const Key key = place->key;
  if (plan->opened) {
    if (Result<void> put = tables.put_branch(key, *plan->opened); !put) return std::move(put).error();
  }
  for (const Branch& branch : plan->labelled) {
    if (Result<void> set = tables.set_label(key, branch); !set) return std::move(set).error();
  }
  for (const std::string& turn : update.drop_checkpoints) {
    if (Result<void> dropped = tables.drop_checkpoint(key, turn); !dropped) return std::move(dropped).error();
  }
  if (Result<void> put = put_checkpoints(tables, key, update.checkpoints, plan->versions); !put)
    return std::move(put).error();
  if (Result<void> used = use_packs(tables, key, update.packs); !used) return std::move(used).error();
  if (Result<void> set = tables.set_campaign(key, update.campaign, plan->head, update.record); !set)
    return std::move(set).error();
  return plan->head;
}

}  // namespace gavel
