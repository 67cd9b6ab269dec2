// What SqliteTables reads. Every row is checked against its seal.
//
// A row is found by an index, and SQLite takes what the index holds of it for the row's own; where the index
// is damaged, that may be another row. So what was found is read once more from the table, by its number, and
// must be the one that was asked for. The join is a LEFT one: an entry that leads nowhere is then a row of
// NULLs, and not a row fewer.
#include "store/hash.hpp"

#include "refusals.hpp"
#include "row_checksum.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

constexpr const char* kSealBroken = "its bytes are not those that were stored";
constexpr const char* kNotHere = "its bytes are not those that were stored, or it is another campaign's";
constexpr const char* kOtherRow = "an index of the store does not lead to its row";
constexpr const char* kBrief =
    "SELECT t.id, t.branch, t.version, t.text_hash, t.hash, t.parent, t.attempt, t.previous, t.time, "
    "t.campaign, "
    "t.rowid IS (SELECT f.rowid FROM turn AS f WHERE f.campaign = x.campaign AND f.id = t.id)";
constexpr const char* kBodies = ", t.seal, t.record, t.verdict, t.audit";
constexpr const char* kAttempts =
    "SELECT t.turn, t.number, t.text_hash, t.last, t.time, t.seal, t.record, t.verdict, t.campaign, "
    "t.turn IS x.turn AND t.number IS x.number FROM attempt AS x LEFT JOIN attempt AS t ON t.rowid = x.rowid "
    "WHERE x.campaign = ?";

// Of the turns under a campaign's number those that are its own.
std::string own_turns(const std::string& columns, const std::string& where) {
  return columns + " FROM turn AS x LEFT JOIN turn AS t ON t.rowid = x.rowid WHERE x.campaign = ? AND " +
         where + " AND NOT " + foreign_turn("t");
}

std::string own_branches(const std::string& where) {
  return "SELECT b.id, b.parent, b.fork_turn, b.fork_version, b.fork_hash, b.label, b.seal, b.campaign, b.id "
         "IS "
         "x.id FROM branch AS x LEFT JOIN branch AS b ON b.rowid = x.rowid WHERE x.campaign = ?" +
         where + " AND NOT " + foreign_branch("b");
}

Head head_at(const Query& query, int column) {
  return {query.text(column), query.count(column + 1), query.text(column + 2), query.text(column + 3),
          query.count(column + 4)};
}

Result<Branch> branch_at(const Query& query, Tables::Key key) {
  Branch branch;
  branch.id = query.text(0);
  branch.parent = query.text(1);
  branch.fork_turn = query.text(2);
  branch.fork_version = query.count(3);
  branch.fork_hash = query.text(4);
  branch.label = query.text(5);
  if (query.integer(7) != key) return corrupt(named("branch", branch.id), kOtherRow);
  if (!query.sealed(6, seal_of(branch))) return corrupt(named("branch", branch.id), kSealBroken);
  branch.turn = branch.fork_turn;
  branch.version = branch.fork_version;
  branch.hash = branch.fork_hash;
  return branch;
}

// kBrief, and with bodies kBodies.
Result<Turn> turn_at(const Query& query, Tables::Key key, bool bodies) {
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
  if (query.integer(9) != key || query.integer(10) != 1) return corrupt(named("turn", turn.id), kOtherRow);
  if (!bodies) return turn;
  turn.record = query.text(12);
  turn.verdict = query.text(13);
  turn.audit = query.text(14);
  if (!query.sealed(11, seal_of(turn)) || chain_hash(turn.previous, turn.record) != turn.hash)
    return corrupt(named("turn", turn.id), kSealBroken);
  return turn;
}

// kAttempts.
Result<Attempt> attempt_at(const Query& query, Tables::Key key) {
  Attempt attempt;
  attempt.turn = query.text(0);
  attempt.number = query.count(1);
  attempt.text_hash = query.text(2);
  attempt.last = query.integer(3) != 0;
  attempt.time = Time{query.integer(4)};
  attempt.record = query.text(6);
  attempt.verdict = query.text(7);
  const bool ours = query.integer(8) == key;
  if (!ours || !query.sealed(5, seal_of(attempt)) || query.count(3) > 1) {
    return corrupt("attempt " + std::to_string(attempt.number) + " at " + named("turn", attempt.turn),
                   ours ? kSealBroken : kOtherRow);
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
  Query query(
      connection_,
      "SELECT x.key, t.branch, t.version, t.turn, t.hash, t.revision, t.id FROM campaign AS x LEFT JOIN "
      "campaign AS t ON t.rowid = x.rowid WHERE x.id = ?");
  query.bind(campaign);
  Result<std::optional<Place>> found = row_of<Place>(query, [&](const Query& row) -> Result<Place> {
    if (row.text(6) != campaign) return corrupt(named("campaign", campaign), kOtherRow);
    return Place{row.integer(0), head_at(row, 1)};
  });
  if (!found || *found) return found;
  // Rare, so the rows themselves are looked through: else one that the index hides would be made once more.
  Query rows(connection_, "SELECT 1 FROM campaign NOT INDEXED WHERE id = ?");
  const Result<bool> hidden = rows.bind(campaign).step();
  if (!hidden) return hidden.error();
  if (*hidden) return corrupt(named("campaign", campaign), kOtherRow);
  return found;
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
  Query query(connection_, "SELECT id FROM campaign NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?");
  query.bind(after).bind_number(most);
  return rows_of<std::string>(query, text_row);
}

Result<std::vector<CampaignEntry>> SqliteTables::campaigns(std::string_view after, std::size_t most) {
  Query query(connection_,
              "SELECT id, branch, version, turn, hash, revision, record, seal FROM campaign NOT INDEXED "
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
  static const std::string kSql = own_turns("SELECT t.id, x.version, t.hash, t.campaign", "x.branch = ?") +
                                  " ORDER BY x.version DESC LIMIT 1";
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(branch.id);
  Result<bool> there = query.step();
  if (!there) return std::move(there).error();
  if (*there) {
    if (query.integer(3) != key) return corrupt("the last turn of " + named("branch", branch.id), kOtherRow);
    branch.turn = query.text(0);
    branch.version = query.count(1);
    branch.hash = query.text(2);
  }
  return {};
}

Result<std::optional<Branch>> SqliteTables::branch(Key key, std::string_view id) {
  static const std::string kSql = own_branches(" AND x.id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(id);
  Result<std::optional<Branch>> branch = row_of<Branch>(query, [&](const Query& row) -> Result<Branch> {
    Result<Branch> found = branch_at(row, key);
    if (found && found->id != id) return corrupt(named("branch", id), kOtherRow);
    return found;
  });
  if (branch && *branch) {
    if (Result<void> added = add_tip(key, **branch); !added) return std::move(added).error();
  }
  return branch;
}

Result<std::vector<Branch>> SqliteTables::branches(Key key) {
  static const std::string kSql = own_branches("") + " ORDER BY b.parent <> '', b.id";
  Query query(connection_, kSql.c_str());
  query.bind(key);
  Result<std::vector<Branch>> branches = rows_of<Branch>(query, [key](const Query& row) -> Result<Branch> {
    Result<Branch> branch = branch_at(row, key);
    if (branch && row.integer(8) == 0) return corrupt(named("branch", branch->id), kOtherRow);
    return branch;
  });
  if (!branches) return branches;
  for (Branch& branch : *branches) {
    if (Result<void> added = add_tip(key, branch); !added) return std::move(added).error();
  }
  return branches;
}

Result<std::optional<Tables::Commit>> SqliteTables::commit(Key key, std::string_view turn) {
  static const std::string kSql =
      own_turns("SELECT t.id, t.branch, t.version, t.hash, t.text_hash, t.campaign", "x.id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(turn);
  return row_of<Commit>(query, [&](const Query& row) -> Result<Commit> {
    if (row.integer(5) != key || row.text(0) != turn) return corrupt(named("turn", turn), kOtherRow);
    return Commit{row.text(0), row.text(1), row.count(2), row.text(3), row.text(4)};
  });
}

Result<std::optional<Turn>> SqliteTables::turn(Key key, std::string_view id) {
  static const std::string kSql = own_turns(std::string(kBrief) + kBodies, "x.id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(id);
  return row_of<Turn>(query, [&](const Query& row) -> Result<Turn> {
    Result<Turn> turn = turn_at(row, key, true);
    if (turn && turn->id != id) return corrupt(named("turn", id), kOtherRow);
    return turn;
  });
}

Result<void> SqliteTables::turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                                 std::size_t most, bool bodies, std::vector<Turn>& out) {
  static const std::string kWhere = "x.branch = ? AND x.version BETWEEN ? AND ?";
  static const std::string kShort = own_turns(kBrief, kWhere) + " ORDER BY x.version LIMIT ?";
  static const std::string kWhole =
      own_turns(std::string(kBrief) + kBodies, kWhere) + " ORDER BY x.version LIMIT ?";
  Query query(connection_, bodies ? kWhole.c_str() : kShort.c_str());
  query.bind(key).bind(branch).bind_number(first).bind_number(last).bind_number(most);
  Result<std::vector<Turn>> read = rows_of<Turn>(query, [&](const Query& row) -> Result<Turn> {
    Result<Turn> turn = turn_at(row, key, bodies);
    if (turn && (turn->branch != branch || turn->version < first || turn->version > last))
      return corrupt(named("turn", turn->id), kOtherRow);
    return turn;
  });
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
        own_turns("SELECT x.rowid, x.version IS t.version AND x.branch IS t.branch",
                  "(x.version, x.branch) >= (?, ?)") +
        " ORDER BY x.version, x.branch";
    Query query(connection_, kSql.c_str());
    query.bind(key).bind_number(version).bind(branch);
    Result<std::vector<std::int64_t>> read =
        rows_of<std::int64_t>(query, [](const Query& row) -> Result<std::int64_t> {
          if (row.integer(1) != 1) return corrupt("a turn", kOtherRow);
          return row.integer(0);
        });
    if (!read) return std::move(read).error();
    rows = std::move(*read);
  }
  if (version == 0 && branch.empty()) {  // from the beginning: all of them
    const Result<std::uint64_t> all = count_turns(key);
    if (!all) return all.error();
    if (*all != rows.size()) return corrupt("a turn", kOtherRow);
  }
  for (const std::int64_t row : rows) {
    static const std::string kSql = std::string(kBrief) + kBodies +
                                    " FROM turn AS x JOIN turn AS t ON t.rowid = x.rowid WHERE x.rowid = ?";
    Query query(connection_, kSql.c_str());
    query.bind(row);
    Result<std::optional<Turn>> turn =
        row_of<Turn>(query, [key](const Query& each) { return turn_at(each, key, true); });
    if (!turn) return std::move(turn).error();
    if (!*turn) return corrupt("a turn", kOtherRow);
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
  static const std::string kOrder = " ORDER BY x.turn, x.number";
  static const std::string kAll = kAttempts + kOrder;
  static const std::string kOfTurn = std::string(kAttempts) + " AND x.turn = ?" + kOrder;
  Query query(connection_, turn ? kOfTurn.c_str() : kAll.c_str());
  query.bind(key);
  if (turn) query.bind(*turn);
  return rows_of<Attempt>(query, [&](const Query& row) -> Result<Attempt> {
    Result<Attempt> attempt = attempt_at(row, key);
    if (attempt && (row.integer(9) == 0 || (turn && attempt->turn != *turn)))
      return corrupt("an attempt at " + named("turn", attempt->turn), kOtherRow);
    return attempt;
  });
}

Result<std::vector<CheckpointEntry>> SqliteTables::checkpoints(Key key) {
  Query query(
      connection_,
      "SELECT c.turn, c.version, c.label, c.time, c.campaign, c.turn IS x.turn FROM checkpoint AS x LEFT "
      "JOIN checkpoint AS c ON c.rowid = x.rowid WHERE x.campaign = ? AND (c.turn = '' OR c.turn IS NOT "
      "x.turn OR EXISTS (SELECT 1 FROM turn AS t WHERE t.campaign = c.campaign AND t.id = c.turn)) "
      "ORDER BY c.version, c.turn");
  query.bind(key);
  return rows_of<CheckpointEntry>(query, [key](const Query& row) -> Result<CheckpointEntry> {
    if (row.integer(4) != key || row.integer(5) != 1)
      return corrupt("the checkpoint at " + named("turn", row.text(0)), kOtherRow);
    return CheckpointEntry{row.text(0), row.count(1), row.text(2), Time{row.integer(3)}};
  });
}

Result<std::optional<Checkpoint>> SqliteTables::checkpoint(Key key, std::string_view turn) {
  static const std::string kSql = "SELECT t.turn, t.label, t.time, t.bytes, t.seal, t.version, t.campaign, " +
                                  hash_at("x.campaign", "x.turn") +
                                  " FROM checkpoint AS x LEFT JOIN checkpoint AS t ON t.rowid = x.rowid "
                                  "WHERE x.campaign = ? AND x.turn = ?";
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(turn);
  return row_of<Checkpoint>(query, [&](const Query& row) -> Result<Checkpoint> {
    if (row.integer(6) != key || row.text(0) != turn)
      return corrupt("the checkpoint at " + named("turn", turn), kOtherRow);
    Checkpoint checkpoint{row.text(0), row.text(1), Time{row.integer(2)}, row.text(3)};
    const std::string seal = seal_of(checkpoint);
    if (!row.sealed(4, bound_seal(seal, row.text(7))) && !row.sealed(4, seal))
      return corrupt("the checkpoint at " + named("turn", checkpoint.turn), kNotHere);
    return checkpoint;
  });
}

Result<std::uint64_t> SqliteTables::count_turns(Key key) {
  static const std::string kSql =
      "SELECT count(*) FROM turn AS x INDEXED BY sqlite_autoindex_turn_1 LEFT JOIN "
      "turn AS t ON t.rowid = x.rowid WHERE x.campaign = ? AND NOT " +
      foreign_turn("t");
  Query query(connection_, kSql.c_str());
  query.bind(key);
  const Result<bool> there = query.step();
  if (!there) return there.error();
  return query.count(0);
}

Result<bool> SqliteTables::names_all(Key key) {
  for (const char* sql :
       {"SELECT (SELECT count(*) FROM branch NOT INDEXED WHERE campaign = ?1) = (SELECT count(*) FROM branch "
        "INDEXED BY sqlite_autoindex_branch_1 WHERE campaign = ?1)",
        "SELECT (SELECT count(*) FROM attempt NOT INDEXED WHERE campaign = ?1) = (SELECT count(*) FROM "
        "attempt "
        "INDEXED BY sqlite_autoindex_attempt_1 WHERE campaign = ?1)",
        "SELECT (SELECT count(*) FROM checkpoint NOT INDEXED WHERE campaign = ?1) = (SELECT count(*) FROM "
        "checkpoint INDEXED BY sqlite_autoindex_checkpoint_1 WHERE campaign = ?1)",
        "SELECT (SELECT count(*) FROM campaign_pack NOT INDEXED WHERE campaign = ?1) = (SELECT count(*) FROM "
        "campaign_pack INDEXED BY sqlite_autoindex_campaign_pack_1 WHERE campaign = ?1)"}) {
    Query query(connection_, sql);
    const Result<bool> there = query.bind(key).step();
    if (!there) return there.error();
    if (query.integer(0) == 0) return false;
  }
  return true;
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
