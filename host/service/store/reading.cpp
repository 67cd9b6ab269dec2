#include "reading.hpp"

#include <algorithm>
#include <charconv>

#include "store/hash.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"

#include "audit_filter.hpp"
#include "timeline.hpp"

namespace gavel {
namespace {

using ReadKey = Tables::Key;

// A way through the tree, and what it ends with.
struct Way {
  std::vector<Branch> branches;
  std::vector<Stretch> line;
  std::string turn;  // the last one; "": before the first
};

// Whether the stretches lead from the first turn to a version without a gap. A branch or a version that was
// damaged leads nowhere, or somewhere else, and no row of that would tell.
bool leads_to(const std::vector<Stretch>& line, std::uint64_t version) {
  std::uint64_t last = 0;
  for (const Stretch& stretch : line) {
    if (stretch.first != last + 1) return false;
    last = stretch.last;
  }
  return last == version;
}

Result<Way> way_to(Tables& tables, ReadKey key, std::string_view branch, std::uint64_t version,
                   std::string_view turn) {
  std::vector<Branch> branches = TRY(tables.branches(key));
  Way way{std::move(branches), {}, std::string(turn)};
  way.line = line_to(way.branches, branch, version);
  if (!leads_to(way.line, version) || (version == 0) != turn.empty())
    return corrupt(named("turn", turn), "it is not where its row says");
  return way;
}

Result<Way> way_to_head(Tables& tables, const Tables::Place& place) {
  return way_to(tables, place.key, place.head.branch, place.head.version, place.head.turn);
}

// "": before the first turn.
Result<Way> way_to_turn(Tables& tables, ReadKey key, std::string_view turn) {
  if (turn.empty()) return Way();
  std::optional<Tables::Commit> commit = TRY(tables.commit(key, turn));
  if (!commit) return unknown("turn", turn, "name a turn that was committed");
  return way_to(tables, key, commit->branch, commit->version, turn);
}

// Whether what was read of a stretch, from `had` on and beginning with version `first`, is all that there is:
// versions count up, and each turn follows the one before by its hash.
Result<void> check_stretch(const Way& way, const Stretch& stretch, std::uint64_t first,
                           const std::vector<Turn>& turns, std::size_t had, std::size_t most) {
  const auto missing = [&](std::uint64_t version) {
    return corrupt("version " + std::to_string(version) + " of " + named("branch", stretch.branch),
                   "no turn is found there");
  };
  const Branch* branch = find_branch(way.branches, stretch.branch);
  std::string_view hash;  // empty: not known
  if (had > 0) hash = turns[had - 1].hash;
  if (branch != nullptr && first == branch->fork_version + 1) {
    if (had > 0 && hash != branch->fork_hash)
      return corrupt(named("turn", turns[had - 1].id), "it is not the one that its branch leaves");
    hash = branch->fork_hash;
  }
  std::uint64_t next = first;
  for (std::size_t i = had; i < turns.size(); ++i, ++next) {
    if (turns[i].version != next) return missing(next);
    if (!hash.empty() && turns[i].previous != hash)
      return corrupt(named("turn", turns[i].id), "the chain of hashes breaks before it");
    hash = turns[i].hash;
  }
  if (turns.size() < most && next <= stretch.last) return missing(next);
  return {};
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
  Tables::Place place = TRY(place_of(tables, id));
  Campaign campaign;
  campaign.id = id;
  campaign.head = std::move(place.head);
  campaign.record = TRY(tables.record(place.key));
  campaign.origin = TRY(tables.origin(place.key));
  campaign.branches = TRY(tables.branches(place.key));
  TRY(check_branches(campaign));
  campaign.checkpoints = TRY(tables.checkpoints(place.key));
  return campaign;
}

Result<Known> find_turn(Tables& tables, std::string_view campaign, std::string_view turn) {
  Tables::Place place = TRY(place_of(tables, campaign));
  Known known;
  known.turn = TRY(tables.turn(place.key, turn));
  known.attempts = TRY(tables.attempts(place.key, turn));
  if (known.turn) {
    Way way = TRY(way_to_head(tables, place));
    known.current = on_line(way.line, known.turn->branch, known.turn->version);
  }
  return known;
}

Result<std::vector<Turn>> query_turns(Tables& tables, std::string_view campaign, const TurnQuery& query) {
  Tables::Place place = TRY(place_of(tables, campaign));
  Way way;
  if (query.branch) {
    std::optional<Branch> branch = TRY(tables.branch(place.key, *query.branch));
    if (!branch) return unknown("branch", *query.branch);
    way.line.push_back({*query.branch, branch->fork_version + 1, branch->version});
    way.turn = branch->turn;
    way.branches.push_back(std::move(*branch));
  } else {
    way = TRY(query.to ? way_to_turn(tables, place.key, *query.to) : way_to_head(tables, place));
  }
  std::vector<Turn> turns;
  for (const Stretch& stretch : way.line) {
    if (stretch.last < query.first || turns.size() >= query.most) continue;
    const std::uint64_t first = std::max(stretch.first, query.first);
    const std::size_t had = turns.size();
    Result<void> read =
        tables.turns(place.key, stretch.branch, first, stretch.last, query.most - had, query.bodies, turns);
    if (read && !query.gaps) read = check_stretch(way, stretch, first, turns, had, query.most);
    if (!read) return std::move(read).error();
  }
  if (!query.gaps && !turns.empty() && turns.back().version == way.line.back().last &&
      turns.back().id != way.turn)
    return corrupt(named("turn", way.turn), "another one is in its place");
  return turns;
}

Result<AuditPage> query_audit(Tables& tables, std::string_view campaign, const AuditQuery& query) {
  Tables::Place place = TRY(place_of(tables, campaign));
  Cursor from = TRY(read_cursor(query.cursor));
  if (query.turn && query.cursor.empty()) {
    // Begins where the turn stands, and passes over the others by its id.
    std::optional<Tables::Commit> commit = TRY(tables.commit(place.key, *query.turn));
    if (!commit) return AuditPage{};
    from.version = commit->version;
    from.branch = commit->branch;
  }
  Way way = TRY(way_to_head(tables, place));

  const AuditFilter filter(query);
  AuditPage page;
  const auto visit = [&](const Tables::Commit& turn, const std::string& audit) -> Result<bool> {
    if (query.turn && turn.id != *query.turn) return false;
    const bool resumed = turn.version == from.version && turn.branch == from.branch;
    std::vector<AuditFilter::Match> matches = TRY(filter.matches(turn.id, audit));
    for (AuditFilter::Match& match : matches) {
      if (resumed && match.index < from.index) continue;
      if (page.hits.size() >= query.most) {
        page.next = Cursor{turn.version, match.index, turn.branch}.text();
        return false;
      }
      page.hits.push_back({turn.id, turn.version, match.index, on_line(way.line, turn.branch, turn.version),
                           std::move(match.record)});
    }
    return true;
  };
  TRY(tables.visit_audit(place.key, from.version, from.branch, visit));
  return page;
}

Result<std::optional<Checkpoint>> nearest_checkpoint(Tables& tables, std::string_view campaign,
                                                     std::string_view turn) {
  Tables::Place place = TRY(place_of(tables, campaign));
  Way way = TRY(way_to_turn(tables, place.key, turn));
  const std::vector<Stretch>& line = way.line;
  std::vector<CheckpointEntry> entries = TRY(tables.checkpoints(place.key));
  const std::uint64_t version = line.empty() ? 0 : line.back().last;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->version > version) continue;
    if (!entry->turn.empty()) {
      std::optional<Tables::Commit> commit = TRY(tables.commit(place.key, entry->turn));
      if (!commit || !on_line(line, commit->branch, commit->version)) continue;
    }
    return tables.checkpoint(place.key, entry->turn);
  }
  return std::optional<Checkpoint>();
}

namespace {

// Whether every turn is on the line of a branch.
Result<void> check_tree(Tables& tables, std::string_view campaign) {
  Tables::Place place = TRY(place_of(tables, campaign));
  std::vector<Branch> branches = TRY(tables.branches(place.key));
  std::uint64_t on_lines = 0;
  for (const Branch& branch : branches) on_lines += branch.version - branch.fork_version;
  const std::uint64_t all = TRY(tables.count_turns(place.key));
  if (all == on_lines) return {};
  return corrupt(named("campaign", campaign), std::to_string(all) + " turns are stored, and " +
                                                  std::to_string(on_lines) +
                                                  " are on the lines of its branches");
}

// All turns from the nearest checkpoint on, and at least the one where it stands.
Result<void> check_way_here(Tables& tables, const Campaign& campaign) {
  const Head& head = campaign.head;
  Result<std::optional<Checkpoint>> nearest = nearest_checkpoint(tables, campaign.id, head.turn);
  if (!nearest && nearest.error().code == Code::kStoreUnknown)
    return corrupt(named("turn", head.turn), "its row is gone");
  if (!nearest) return std::move(nearest).error();
  if (!*nearest) return corrupt(named("campaign", campaign.id), "it has no state to begin with");
  std::uint64_t version = 0;
  std::string hash = head.turn.empty() ? campaign.branches.front().fork_hash : std::string();
  for (const CheckpointEntry& entry : campaign.checkpoints)
    if (entry.turn == (*nearest)->turn) version = entry.version;
  TurnQuery query;
  query.first = std::min(version + 1, head.version);
  while (query.first <= head.version && !head.turn.empty()) {
    std::vector<Turn> turns = TRY(query_turns(tables, campaign.id, query));
    if (turns.empty()) break;
    query.first = turns.back().version + 1;
    hash = turns.back().hash;
  }
  if (hash != head.hash) return corrupt(named("turn", head.turn), "it is not the current one");
  return {};
}

}  // namespace

Result<void> check_part_of(Tables& tables, std::string_view id, CheckPart part) {
  if (part != CheckPart::kStanding) {
    if (Result<void> tree = check_tree(tables, id); !tree || part == CheckPart::kTree) return tree;
    Tables::Place place = TRY(place_of(tables, id));
    const bool all = TRY(tables.names_all(place.key));
    if (!all) return corrupt(named("campaign", id), "an index of the store does not lead to all its rows");
    return {};
  }
  Campaign campaign = TRY(load_campaign(tables, id));
  if (chain_hash("", campaign.origin) != campaign.branches.front().fork_hash)
    return corrupt("the origin of " + named("campaign", id), "the chain of hashes does not begin with it");
  TRY(check_way_here(tables, campaign));
  std::vector<std::string> packs = TRY(packs_of(tables, id));
  for (const std::string& hash : packs) {
    std::optional<std::string> bytes = TRY(tables.pack(hash));
    if (!bytes) return corrupt(named("pack", hash), "it is used and not there");
  }
  return {};
}

Result<std::vector<std::string>> packs_of(Tables& tables, std::string_view campaign) {
  Tables::Place place = TRY(place_of(tables, campaign));
  return tables.packs(place.key);
}

Result<std::vector<Attempt>> attempts_of(Tables& tables, std::string_view campaign) {
  Tables::Place place = TRY(place_of(tables, campaign));
  return tables.attempts(place.key, std::nullopt);
}

Result<std::string> pack_bytes(Tables& tables, std::string_view hash) {
  std::optional<std::string> bytes = TRY(tables.pack(hash));
  if (!bytes) return unknown("pack", hash, "put_pack it first");
  return std::move(*bytes);
}

}  // namespace gavel
