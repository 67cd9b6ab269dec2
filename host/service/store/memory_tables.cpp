#include "memory_tables.hpp"

#include <algorithm>

#include "refusals.hpp"

namespace gavel {
namespace {

Tables::Commit commit_of(const Turn& turn) {
  return {turn.id, turn.branch, turn.version, turn.hash, turn.text_hash};
}

}  // namespace

Result<std::optional<Tables::Place>> MemoryTables::place(std::string_view campaign) {
  const auto found = keys_.find(campaign);
  if (found == keys_.end()) return std::optional<Place>();
  return std::optional<Place>(Place{found->second, rows_.at(found->second).head});
}

Result<std::string> MemoryTables::record(Key key) { return rows_.at(key).record; }

Result<std::string> MemoryTables::origin(Key key) { return rows_.at(key).origin; }

Result<std::vector<std::string>> MemoryTables::ids(std::string_view after, std::size_t most) {
  std::vector<std::string> found;
  for (auto at = keys_.upper_bound(after); at != keys_.end() && found.size() < most; ++at)
    found.push_back(at->first);
  return found;
}

Result<std::vector<CampaignEntry>> MemoryTables::campaigns(std::string_view after, std::size_t most) {
  std::vector<CampaignEntry> found;
  for (auto at = keys_.upper_bound(after); at != keys_.end() && found.size() < most; ++at) {
    const Rows& rows = rows_.at(at->second);
    found.push_back({rows.id, rows.head, rows.record});
  }
  return found;
}

Result<std::optional<Branch>> MemoryTables::branch(Key key, std::string_view id) {
  const Rows& rows = rows_.at(key);
  const auto found = rows.branches.find(id);
  if (found == rows.branches.end()) return std::optional<Branch>();
  return std::optional<Branch>(found->second);
}

Result<std::vector<Branch>> MemoryTables::branches(Key key) {
  const Rows& rows = rows_.at(key);
  std::vector<Branch> found{rows.branches.at(rows.first_branch)};
  for (const auto& [id, branch] : rows.branches) {
    if (id != rows.first_branch) found.push_back(branch);
  }
  return found;
}

Result<std::optional<Tables::Commit>> MemoryTables::commit(Key key, std::string_view turn) {
  const Rows& rows = rows_.at(key);
  const auto found = rows.turns.find(turn);
  if (found == rows.turns.end()) return std::optional<Commit>();
  return std::optional<Commit>(commit_of(found->second));
}

Result<std::optional<Turn>> MemoryTables::turn(Key key, std::string_view id) {
  const Rows& rows = rows_.at(key);
  const auto found = rows.turns.find(id);
  if (found == rows.turns.end()) return std::optional<Turn>();
  return std::optional<Turn>(found->second);
}

Result<void> MemoryTables::turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                                 std::size_t most, bool bodies, std::vector<Turn>& out) {
  const Rows& rows = rows_.at(key);
  const auto line = rows.by_branch.find(branch);
  if (line == rows.by_branch.end()) return {};
  std::size_t count = 0;
  for (auto at = line->second.lower_bound(first); at != line->second.end(); ++at) {
    if (at->first > last || count++ >= most) break;
    Turn turn = *at->second;
    if (!bodies) {
      turn.record.clear();
      turn.verdict.clear();
      turn.audit.clear();
    }
    out.push_back(std::move(turn));
  }
  return {};
}

Result<void> MemoryTables::visit_audit(Key key, std::uint64_t version, std::string_view branch,
                                       const AuditVisitor& visit) {
  const Rows& rows = rows_.at(key);
  for (auto at = rows.by_version.lower_bound({version, std::string(branch)}); at != rows.by_version.end();
       ++at) {
    Result<bool> more = visit(commit_of(*at->second), at->second->audit);
    if (!more) return std::move(more).error();
    if (!*more) break;
  }
  return {};
}

Result<Tables::Attempts> MemoryTables::attempts_of(Key key, std::string_view turn) {
  const Rows& rows = rows_.at(key);
  const auto found = rows.attempts.find(turn);
  if (found == rows.attempts.end()) return Attempts{};
  return Attempts{found->second.size(), found->second.back().last};
}

Result<std::vector<Attempt>> MemoryTables::attempts(Key key, std::optional<std::string_view> turn) {
  const Rows& rows = rows_.at(key);
  std::vector<Attempt> found;
  for (const auto& [id, list] : rows.attempts) {
    if (!turn || *turn == id) found.insert(found.end(), list.begin(), list.end());
  }
  return found;
}

Result<std::vector<CheckpointEntry>> MemoryTables::checkpoints(Key key) {
  std::vector<CheckpointEntry> found;
  for (const auto& [turn, entry] : rows_.at(key).checkpoints)
    found.push_back({turn, entry.second, entry.first.label, entry.first.time});
  std::stable_sort(found.begin(), found.end(),
                   [](const CheckpointEntry& a, const CheckpointEntry& b) { return a.version < b.version; });
  return found;
}

Result<std::optional<Checkpoint>> MemoryTables::checkpoint(Key key, std::string_view turn) {
  const Rows& rows = rows_.at(key);
  const auto found = rows.checkpoints.find(turn);
  if (found == rows.checkpoints.end()) return std::optional<Checkpoint>();
  return std::optional<Checkpoint>(found->second.first);
}

Result<bool> MemoryTables::has_pack(std::string_view hash) { return packs_.find(hash) != packs_.end(); }

Result<std::optional<std::string>> MemoryTables::pack(std::string_view hash) {
  const auto found = packs_.find(hash);
  if (found == packs_.end()) return std::optional<std::string>();
  return std::optional<std::string>(found->second);
}

Result<std::vector<std::string>> MemoryTables::packs(Key key) {
  const Rows& rows = rows_.at(key);
  return std::vector<std::string>(rows.packs.begin(), rows.packs.end());
}

Result<Tables::Key> MemoryTables::put_campaign(std::string_view id, const Head& head, std::string_view record,
                                               std::string_view origin) {
  const Key key = next_++;
  keys_.emplace(id, key);
  Rows& rows = rows_[key];
  rows.id = id;
  rows.head = head;
  rows.record = record;
  rows.origin = origin;
  return key;
}

Result<void> MemoryTables::set_campaign(Key key, std::string_view /*id*/, const Head& head,
                                        std::string_view record) {
  Rows& rows = rows_.at(key);
  rows.head = head;
  rows.record = record;
  return {};
}

Result<void> MemoryTables::erase_campaign(Key key) {
  const auto gone = rows_.find(key);
  const std::set<std::string, std::less<>> packs = std::move(gone->second.packs);
  keys_.erase(gone->second.id);
  rows_.erase(gone);
  for (const std::string& hash : packs) {
    const bool used = std::any_of(rows_.begin(), rows_.end(),
                                  [&hash](const auto& row) { return row.second.packs.contains(hash); });
    if (!used) packs_.erase(hash);
  }
  return {};
}

// In memory nothing is damaged: all of it is salvaged.
Result<Salvage> MemoryTables::salvage(std::string_view campaign,
                                      const std::function<bool(const std::string& bytes)>& /*is_it*/) {
  const auto found = keys_.find(campaign);
  if (found == keys_.end()) return unknown_campaign(campaign);
  const Rows& rows = rows_.at(found->second);
  Salvage all;
  all.key = found->second;
  all.campaign.id = rows.id;
  all.campaign.head = rows.head;
  all.campaign.record = rows.record;
  all.campaign.origin = rows.origin;
  all.record_whole = all.origin_whole = true;
  all.campaign.branches = *branches(all.key);
  for (const auto& [place, turn] : rows.by_version) all.turns.push_back({*turn, true});
  all.attempts = *attempts(all.key, std::nullopt);
  for (const auto& [turn, entry] : rows.checkpoints) all.checkpoints.push_back(entry.first);
  for (const std::string& hash : rows.packs) all.packs.push_back(packs_.at(hash));
  return all;
}

Result<std::vector<Error>> MemoryTables::strays() { return std::vector<Error>(); }

Result<std::uint64_t> MemoryTables::count_turns(Key key) { return rows_.at(key).turns.size(); }

Result<bool> MemoryTables::names_all(Key /*key*/) { return true; }

Result<void> MemoryTables::erase_salvaged(const Salvage& salvaged) { return erase_campaign(salvaged.key); }

Result<void> MemoryTables::put_branch(Key key, const Branch& branch) {
  Rows& rows = rows_.at(key);
  if (branch.parent.empty()) rows.first_branch = branch.id;
  Branch& row = rows.branches[branch.id];
  row = branch;
  row.turn = branch.fork_turn;
  row.version = branch.fork_version;
  row.hash = branch.fork_hash;
  return {};
}

Result<void> MemoryTables::set_label(Key key, const Branch& branch) {
  rows_.at(key).branches.at(branch.id).label = branch.label;
  return {};
}

Result<void> MemoryTables::put_turn(Key key, const Turn& turn, std::string_view /*seal*/) {
  Rows& rows = rows_.at(key);
  const Turn* row = &rows.turns.emplace(turn.id, turn).first->second;
  rows.by_version[{turn.version, turn.branch}] = row;
  rows.by_branch[turn.branch][turn.version] = row;
  Branch& branch = rows.branches.at(turn.branch);
  branch.turn = turn.id;
  branch.version = turn.version;
  branch.hash = turn.hash;
  return {};
}

Result<void> MemoryTables::put_attempt(Key key, const Attempt& attempt) {
  rows_.at(key).attempts[attempt.turn].push_back(attempt);
  return {};
}

Result<void> MemoryTables::put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) {
  rows_.at(key).checkpoints[checkpoint.turn] = {checkpoint, version};
  return {};
}

Result<void> MemoryTables::drop_checkpoint(Key key, std::string_view turn) {
  Rows& rows = rows_.at(key);
  if (const auto found = rows.checkpoints.find(turn); found != rows.checkpoints.end())
    rows.checkpoints.erase(found);
  return {};
}

Result<void> MemoryTables::put_pack(std::string_view hash, std::string_view bytes) {
  packs_.emplace(hash, bytes);
  return {};
}

Result<void> MemoryTables::use_pack(Key key, std::string_view hash) {
  rows_.at(key).packs.emplace(hash);
  return {};
}

}  // namespace gavel
