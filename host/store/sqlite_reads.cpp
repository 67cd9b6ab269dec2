// What SqliteTables reads. Every row is checked against its seal.
#include "store/hash.hpp"

#include "refusals.hpp"
#include "seal.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

constexpr const char* kSealBroken = "its bytes are not those that were stored";
constexpr const char* kBrief = "SELECT id, branch, version, text_hash, hash, parent, attempt, previous, time";
constexpr const char* kBodies = ", seal, record, verdict, audit";

// Of the turns under a campaign's number those that are its own.
std::string own_turns(const std::string& columns, const std::string& where) {
  return columns + " FROM turn AS t WHERE campaign = ? AND " + where + " AND NOT " + foreign_turn("t");
}

std::string own_branches(const std::string& where) {
  return "SELECT id, parent, fork_turn, fork_version, fork_hash, label, seal FROM branch AS b WHERE campaign "
         "= ?" +
         where + " AND NOT " + foreign_branch("b");
}

Head head_at(const Query& query, int column) {
  return {query.text(column), query.count(column + 1), query.text(column + 2), query.text(column + 3),
          query.count(column + 4)};
}

Result<Branch> branch_at(const Query& query) {
  Branch branch;
  branch.id = query.text(0);
  branch.parent = query.text(1);
  branch.fork_turn = query.text(2);
  branch.fork_version = query.count(3);
  branch.fork_hash = query.text(4);
  branch.label = query.text(5);
  if (!query.sealed(6, seal_of(branch))) return corrupt(named("branch", branch.id), kSealBroken);
  branch.turn = branch.fork_turn;
  branch.version = branch.fork_version;
  branch.hash = branch.fork_hash;
  return branch;
}

// id, branch, version, text_hash, hash, parent, attempt, previous, time, and with bodies seal, record,
// verdict, audit.
Result<Turn> turn_at(const Query& query, bool bodies) {
  Turn turn;
  turn.id = query.text(0);
  turn.branch = query.text(1);
  turn.version = query.count(2);
  turn.text_hash = query.text(3);
  turn.hash = query.text(4);
  turn.parent = query.text(5);
  turn.attempt = query.count(6);
  turn.previous = query.text(7);
  turn.time = Time{query.integer(8)};
  if (!bodies) return turn;
  turn.record = query.text(10);
  turn.verdict = query.text(11);
  turn.audit = query.text(12);
  if (!query.sealed(9, seal_of(turn)) || chain_hash(turn.previous, turn.record) != turn.hash)
    return corrupt(named("turn", turn.id), kSealBroken);
  return turn;
}

Result<Attempt> attempt_at(const Query& query) {
  Attempt attempt;
  attempt.turn = query.text(0);
  attempt.number = query.count(1);
  attempt.text_hash = query.text(2);
  attempt.last = query.integer(3) != 0;
  attempt.time = Time{query.integer(4)};
  attempt.record = query.text(6);
  attempt.verdict = query.text(7);
  if (!query.sealed(5, seal_of(attempt)) || query.count(3) > 1) {
    return corrupt("attempt " + std::to_string(attempt.number) + " at " + named("turn", attempt.turn),
                   kSealBroken);
  }
  return attempt;
}

// Reads every row of a query with `row`, which returns a Result of what it read.
template <typename T, typename Row>
Result<std::vector<T>> rows_of(Query& query, const Row& row) {
  std::vector<T> found;
  for (;;) {
    Result<bool> more = query.step();
    if (!more) return std::move(more).error();
    if (!*more) return found;
    Result<T> read = row(query);
    if (!read) return std::move(read).error();
    found.push_back(std::move(*read));
  }
}

template <typename T, typename Row>
Result<std::optional<T>> row_of(Query& query, const Row& row) {
  Result<bool> there = query.step();
  if (!there) return std::move(there).error();
  if (!*there) return std::optional<T>();
  Result<T> read = row(query);
  if (!read) return std::move(read).error();
  return std::optional<T>(std::move(*read));
}

Result<std::string> text_row(const Query& query) { return query.text(0); }

}  // namespace

Result<std::optional<Tables::Place>> SqliteTables::place(std::string_view campaign) {
  Query query(connection_, "SELECT key, branch, version, turn, hash, revision FROM campaign WHERE id = ?");
  query.bind(campaign);
  return row_of<Place>(query, [](const Query& row) -> Result<Place> {
    return Place{row.integer(0), head_at(row, 1)};
  });
}

Result<std::string> SqliteTables::record(Key key) {
  Query query(connection_,
              "SELECT id, branch, version, turn, hash, revision, record, seal FROM campaign WHERE key = ?");
  query.bind(key);
  Result<std::optional<std::string>> record =
      row_of<std::string>(query, [](const Query& row) -> Result<std::string> {
        std::string bytes = row.text(6);
        if (!row.sealed(7, seal_of(row.text(0), head_at(row, 1), bytes)))
          return corrupt(named("campaign", row.text(0)), kSealBroken);
        return bytes;
      });
  if (!record) return std::move(record).error();
  if (!*record) return corrupt("a campaign", "its row is gone");
  return std::move(**record);
}

Result<std::string> SqliteTables::origin(Key key) {
  Query query(connection_, "SELECT bytes, seal FROM origin WHERE campaign = ?");
  query.bind(key);
  Result<bool> there = query.step();
  if (!there) return std::move(there).error();
  if (!*there) return corrupt("the origin of a campaign", "its row is gone");
  std::string bytes = query.text(0);
  if (!query.sealed(1, seal_of({bytes}))) return corrupt("the origin of a campaign", kSealBroken);
  return bytes;
}

Result<std::vector<std::string>> SqliteTables::ids(std::string_view after, std::size_t most) {
  Query query(connection_, "SELECT id FROM campaign WHERE id > ? ORDER BY id LIMIT ?");
  query.bind(after).bind_number(most);
  return rows_of<std::string>(query, text_row);
}

Result<std::vector<CampaignEntry>> SqliteTables::campaigns(std::string_view after, std::size_t most) {
  Query query(connection_,
              "SELECT id, branch, version, turn, hash, revision, record, seal FROM campaign "
              "WHERE id > ? ORDER BY id LIMIT ?");
  query.bind(after).bind_number(most);
  return rows_of<CampaignEntry>(query, [](const Query& row) -> Result<CampaignEntry> {
    CampaignEntry entry{row.text(0), head_at(row, 1), row.text(6)};
    if (!row.sealed(7, seal_of(entry.id, entry.head, entry.record)))
      entry.damage = corrupt(named("campaign", entry.id), kSealBroken).message;
    return entry;
  });
}

Result<void> SqliteTables::add_tip(Key key, Branch& branch) {
  static const std::string kSql =
      own_turns("SELECT id, version, hash", "branch = ?") + " ORDER BY version DESC LIMIT 1";
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(branch.id);
  Result<bool> there = query.step();
  if (!there) return std::move(there).error();
  if (*there) {
    branch.turn = query.text(0);
    branch.version = query.count(1);
    branch.hash = query.text(2);
  }
  return {};
}

Result<std::optional<Branch>> SqliteTables::branch(Key key, std::string_view id) {
  static const std::string kSql = own_branches(" AND id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(id);
  Result<std::optional<Branch>> branch = row_of<Branch>(query, branch_at);
  if (branch && *branch) {
    if (Result<void> added = add_tip(key, **branch); !added) return std::move(added).error();
  }
  return branch;
}

Result<std::vector<Branch>> SqliteTables::branches(Key key) {
  static const std::string kSql = own_branches("") + " ORDER BY parent <> '', id";
  Query query(connection_, kSql.c_str());
  query.bind(key);
  Result<std::vector<Branch>> branches = rows_of<Branch>(query, branch_at);
  if (!branches) return branches;
  for (Branch& branch : *branches) {
    if (Result<void> added = add_tip(key, branch); !added) return std::move(added).error();
  }
  return branches;
}

Result<std::optional<Tables::Commit>> SqliteTables::commit(Key key, std::string_view turn) {
  static const std::string kSql = own_turns("SELECT id, branch, version, hash, text_hash", "id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(turn);
  return row_of<Commit>(query, [](const Query& row) -> Result<Commit> {
    return Commit{row.text(0), row.text(1), row.count(2), row.text(3), row.text(4)};
  });
}

Result<std::optional<Turn>> SqliteTables::turn(Key key, std::string_view id) {
  static const std::string kSql = own_turns(std::string(kBrief) + kBodies, "id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(id);
  return row_of<Turn>(query, [](const Query& row) { return turn_at(row, true); });
}

Result<void> SqliteTables::turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                                 std::size_t most, bool bodies, std::vector<Turn>& out) {
  static const std::string kWhere = "branch = ? AND version BETWEEN ? AND ?";
  static const std::string kShort = own_turns(kBrief, kWhere) + " ORDER BY version LIMIT ?";
  static const std::string kWhole =
      own_turns(std::string(kBrief) + kBodies, kWhere) + " ORDER BY version LIMIT ?";
  Query query(connection_, bodies ? kWhole.c_str() : kShort.c_str());
  query.bind(key).bind(branch).bind_number(first).bind_number(last).bind_number(most);
  Result<std::vector<Turn>> read =
      rows_of<Turn>(query, [bodies](const Query& row) { return turn_at(row, bodies); });
  if (!read) return std::move(read).error();
  for (Turn& turn : *read) out.push_back(std::move(turn));
  return {};
}

Result<void> SqliteTables::visit_audit(Key key, std::uint64_t version, std::string_view branch,
                                       const AuditVisitor& visit) {
  // The order comes from the index alone; a turn's row is read only when its time has come.
  std::vector<std::int64_t> rows;
  {
    static const std::string kSql =
        own_turns("SELECT rowid", "(version, branch) >= (?, ?)") + " ORDER BY version, branch";
    Query query(connection_, kSql.c_str());
    query.bind(key).bind_number(version).bind(branch);
    Result<std::vector<std::int64_t>> read =
        rows_of<std::int64_t>(query, [](const Query& row) -> Result<std::int64_t> { return row.integer(0); });
    if (!read) return std::move(read).error();
    rows = std::move(*read);
  }
  for (const std::int64_t row : rows) {
    Query query(connection_,
                "SELECT id, branch, version, text_hash, hash, parent, attempt, previous, time, seal, record, "
                "verdict, audit FROM turn WHERE rowid = ?");
    query.bind(row);
    Result<std::optional<Turn>> turn =
        row_of<Turn>(query, [](const Query& each) { return turn_at(each, true); });
    if (!turn) return std::move(turn).error();
    if (!*turn) continue;
    const Commit commit{(*turn)->id, (*turn)->branch, (*turn)->version, (*turn)->hash, (*turn)->text_hash};
    Result<bool> more = visit(commit, (*turn)->audit);
    if (!more) return std::move(more).error();
    if (!*more) break;
  }
  return {};
}

Result<Tables::Attempts> SqliteTables::attempts_of(Key key, std::string_view turn) {
  Query query(connection_, "SELECT count(*), max(last) FROM attempt WHERE campaign = ? AND turn = ?");
  query.bind(key).bind(turn);
  Result<bool> there = query.step();
  if (!there) return std::move(there).error();
  return Attempts{query.count(0), query.integer(1) != 0};
}

Result<std::vector<Attempt>> SqliteTables::attempts(Key key, std::optional<std::string_view> turn) {
  Query query(connection_,
              turn ? "SELECT turn, number, text_hash, last, time, seal, record, verdict FROM attempt "
                     "WHERE campaign = ? AND turn = ? ORDER BY turn, number"
                   : "SELECT turn, number, text_hash, last, time, seal, record, verdict FROM attempt "
                     "WHERE campaign = ? ORDER BY turn, number");
  query.bind(key);
  if (turn) query.bind(*turn);
  return rows_of<Attempt>(query, attempt_at);
}

Result<std::vector<CheckpointEntry>> SqliteTables::checkpoints(Key key) {
  Query query(
      connection_,
      "SELECT turn, version, label, time FROM checkpoint AS c WHERE campaign = ? AND (turn = '' OR EXISTS "
      "(SELECT 1 FROM turn AS t WHERE t.campaign = c.campaign AND t.id = c.turn)) ORDER BY version, turn");
  query.bind(key);
  return rows_of<CheckpointEntry>(query, [](const Query& row) -> Result<CheckpointEntry> {
    return CheckpointEntry{row.text(0), row.count(1), row.text(2), Time{row.integer(3)}};
  });
}

Result<std::optional<Checkpoint>> SqliteTables::checkpoint(Key key, std::string_view turn) {
  Query query(
      connection_,
      "SELECT turn, label, time, bytes, seal, version FROM checkpoint WHERE campaign = ? AND turn = ?");
  query.bind(key).bind(turn);
  return row_of<Checkpoint>(query, [](const Query& row) -> Result<Checkpoint> {
    Checkpoint checkpoint{row.text(0), row.text(1), Time{row.integer(2)}, row.text(3)};
    if (!row.sealed(4, seal_of(checkpoint)))
      return corrupt("the checkpoint at " + named("turn", checkpoint.turn), kSealBroken);
    return checkpoint;
  });
}

Result<bool> SqliteTables::has_pack(std::string_view hash) {
  Query query(connection_, "SELECT 1 FROM pack WHERE hash = ?");
  return query.bind(hash).step();
}

Result<std::optional<std::string>> SqliteTables::pack(std::string_view hash) {
  Query query(connection_, "SELECT bytes FROM pack WHERE hash = ?");
  query.bind(hash);
  Result<std::optional<std::string>> bytes = row_of<std::string>(query, text_row);
  if (bytes && *bytes && sha256_hex(**bytes) != hash) return corrupt(named("pack", hash), kSealBroken);
  return bytes;
}

Result<std::vector<std::string>> SqliteTables::packs(Key key) {
  Query query(connection_, "SELECT hash FROM campaign_pack WHERE campaign = ? ORDER BY hash");
  query.bind(key);
  return rows_of<std::string>(query, text_row);
}

}  // namespace gavel
