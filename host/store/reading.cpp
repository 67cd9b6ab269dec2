#include "reading.hpp"

#include <algorithm>
#include <charconv>

#include "store/lineage.hpp"

#include "audit_filter.hpp"
#include "refusals.hpp"
#include "timeline.hpp"

namespace gavel {
namespace {

using ReadKey = Tables::Key;

Result<std::vector<Stretch>> line_of_head(Tables& tables, const Tables::Place& place) {
  Result<std::vector<Branch>> branches = tables.branches(place.key);
  if (!branches) return std::move(branches).error();
  return line_to(*branches, place.head.branch, place.head.version);
}

// The line that leads to a turn. "": that of the first branch, without a turn.
Result<std::vector<Stretch>> line_of_turn(Tables& tables, ReadKey key, std::string_view turn) {
  if (turn.empty()) return std::vector<Stretch>{};
  Result<std::optional<Tables::Commit>> commit = tables.commit(key, turn);
  if (!commit) return std::move(commit).error();
  if (!*commit) return unknown("turn", turn, "name a turn that was committed");
  Result<std::vector<Branch>> branches = tables.branches(key);
  if (!branches) return std::move(branches).error();
  return line_to(*branches, (*commit)->branch, (*commit)->version);
}

// AuditPage::next: where the next record stands.
struct Cursor {
  std::uint64_t version = 0;
  std::size_t index = 0;
  std::string branch;

  std::string text() const { return std::to_string(version) + "." + std::to_string(index) + "." + branch; }
};

Result<Cursor> read_cursor(const std::string& text) {
  Cursor cursor;
  if (text.empty()) return cursor;
  const char* end = text.data() + text.size();
  const auto version = std::from_chars(text.data(), end, cursor.version);
  if (version.ec != std::errc() || version.ptr == end || *version.ptr != '.')
    return invalid("the cursor is none",
                   "give `next` of the page before, as it came; nothing for the first page");
  const auto index = std::from_chars(version.ptr + 1, end, cursor.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '.')
    return invalid("the cursor is none",
                   "give `next` of the page before, as it came; nothing for the first page");
  cursor.branch.assign(index.ptr + 1, end);
  return cursor;
}

// Whether the lines of all branches can be followed; a row that is gone would make another line of them.
Result<void> check_branches(const Campaign& campaign) {
  const auto missing = [&](const std::string& id) {
    return corrupt(named("branch", id) + " of " + named("campaign", campaign.id), "its row is gone");
  };
  const std::vector<Branch>& all = campaign.branches;
  if (all.empty() || !all.front().parent.empty())
    return corrupt(named("campaign", campaign.id), "its first branch is gone");
  for (const Branch& branch : all)
    if (!branch.parent.empty() && find_branch(all, branch.parent) == nullptr) return missing(branch.parent);
  if (find_branch(all, campaign.head.branch) == nullptr) return missing(campaign.head.branch);
  return {};
}

}  // namespace

Result<Campaign> load_campaign(Tables& tables, std::string_view id) {
  Result<Tables::Place> place = place_of(tables, id);
  if (!place) return std::move(place).error();
  Campaign campaign;
  campaign.id = id;
  campaign.head = std::move(place->head);
  Result<std::string> record = tables.record(place->key);
  if (!record) return std::move(record).error();
  campaign.record = std::move(*record);
  Result<std::string> origin = tables.origin(place->key);
  if (!origin) return std::move(origin).error();
  campaign.origin = std::move(*origin);
  Result<std::vector<Branch>> branches = tables.branches(place->key);
  if (!branches) return std::move(branches).error();
  campaign.branches = std::move(*branches);
  if (Result<void> whole = check_branches(campaign); !whole) return std::move(whole).error();
  Result<std::vector<CheckpointEntry>> checkpoints = tables.checkpoints(place->key);
  if (!checkpoints) return std::move(checkpoints).error();
  campaign.checkpoints = std::move(*checkpoints);
  return campaign;
}

Result<Known> find_turn(Tables& tables, std::string_view campaign, std::string_view turn) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  Known known;
  Result<std::optional<Turn>> stored = tables.turn(place->key, turn);
  if (!stored) return std::move(stored).error();
  known.turn = std::move(*stored);
  Result<std::vector<Attempt>> attempts = tables.attempts(place->key, turn);
  if (!attempts) return std::move(attempts).error();
  known.attempts = std::move(*attempts);
  if (known.turn) {
    Result<std::vector<Stretch>> line = line_of_head(tables, *place);
    if (!line) return std::move(line).error();
    known.current = on_line(*line, known.turn->branch, known.turn->version);
  }
  return known;
}

Result<std::vector<Turn>> query_turns(Tables& tables, std::string_view campaign, const TurnQuery& query) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  std::vector<Stretch> line;
  if (query.branch) {
    Result<std::optional<Branch>> branch = tables.branch(place->key, *query.branch);
    if (!branch) return std::move(branch).error();
    if (!*branch) return unknown("branch", *query.branch);
    line.push_back({*query.branch, (*branch)->fork_version + 1, (*branch)->version});
  } else {
    Result<std::vector<Stretch>> found =
        query.to ? line_of_turn(tables, place->key, *query.to) : line_of_head(tables, *place);
    if (!found) return std::move(found).error();
    line = std::move(*found);
  }
  std::vector<Turn> turns;
  for (const Stretch& stretch : line) {
    if (stretch.last < query.first || turns.size() >= query.most) continue;
    Result<void> read = tables.turns(place->key, stretch.branch, std::max(stretch.first, query.first),
                                     stretch.last, query.most - turns.size(), query.bodies, turns);
    if (!read) return std::move(read).error();
  }
  return turns;
}

Result<AuditPage> query_audit(Tables& tables, std::string_view campaign, const AuditQuery& query) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  Result<Cursor> from = read_cursor(query.cursor);
  if (!from) return std::move(from).error();
  if (query.turn && query.cursor.empty()) {
    // Begins where the turn stands, and passes over the others by its id.
    Result<std::optional<Tables::Commit>> commit = tables.commit(place->key, *query.turn);
    if (!commit) return std::move(commit).error();
    if (!*commit) return AuditPage{};
    from->version = (*commit)->version;
    from->branch = (*commit)->branch;
  }
  Result<std::vector<Stretch>> line = line_of_head(tables, *place);
  if (!line) return std::move(line).error();

  const AuditFilter filter(query);
  AuditPage page;
  const auto visit = [&](const Tables::Commit& turn, const std::string& audit) -> Result<bool> {
    if (query.turn && turn.id != *query.turn) return false;
    const bool resumed = turn.version == from->version && turn.branch == from->branch;
    Result<std::vector<AuditFilter::Match>> matches = filter.matches(turn.id, audit);
    if (!matches) return std::move(matches).error();
    for (AuditFilter::Match& match : *matches) {
      if (resumed && match.index < from->index) continue;
      if (page.hits.size() >= query.most) {
        page.next = Cursor{turn.version, match.index, turn.branch}.text();
        return false;
      }
      page.hits.push_back({turn.id, turn.version, match.index, on_line(*line, turn.branch, turn.version),
                           std::move(match.record)});
    }
    return true;
  };
  if (Result<void> visited = tables.visit_audit(place->key, from->version, from->branch, visit); !visited)
    return std::move(visited).error();
  return page;
}

Result<std::optional<Checkpoint>> nearest_checkpoint(Tables& tables, std::string_view campaign,
                                                     std::string_view turn) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  Result<std::vector<Stretch>> line = line_of_turn(tables, place->key, turn);
  if (!line) return std::move(line).error();
  Result<std::vector<CheckpointEntry>> entries = tables.checkpoints(place->key);
  if (!entries) return std::move(entries).error();
  const std::uint64_t version = line->empty() ? 0 : line->back().last;
  for (auto entry = entries->rbegin(); entry != entries->rend(); ++entry) {
    if (entry->version > version) continue;
    if (!entry->turn.empty()) {
      Result<std::optional<Tables::Commit>> commit = tables.commit(place->key, entry->turn);
      if (!commit) return std::move(commit).error();
      if (!*commit || !on_line(*line, (*commit)->branch, (*commit)->version)) continue;
    }
    return tables.checkpoint(place->key, entry->turn);
  }
  return std::optional<Checkpoint>();
}

Result<std::vector<std::string>> packs_of(Tables& tables, std::string_view campaign) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  return tables.packs(place->key);
}

Result<std::vector<Attempt>> attempts_of(Tables& tables, std::string_view campaign) {
  Result<Tables::Place> place = place_of(tables, campaign);
  if (!place) return std::move(place).error();
  return tables.attempts(place->key, std::nullopt);
}

Result<std::string> pack_bytes(Tables& tables, std::string_view hash) {
  Result<std::optional<std::string>> bytes = tables.pack(hash);
  if (!bytes) return std::move(bytes).error();
  if (!*bytes) return unknown("pack", hash, "put_pack it first");
  return std::move(**bytes);
}

}  // namespace gavel
