// What SqliteTables reads. Every row is checked against its checksum.
//
// A row is found by an index, and SQLite takes what the index holds of it for the row's own; where the index
// is damaged, that may be another row. So what was found is read once more from the table, by its number, and
// must be the one that was asked for. The join is a LEFT one: an entry that leads nowhere is then a row of
// NULLs, and not a row fewer.
#include "store/hash.hpp"
#include "store/refusals.hpp"

#include "row_checksum.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_rows.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

constexpr const char* kNotHere = "its bytes are not those that were stored, or it is another campaign's";
constexpr const char* kOtherRow = "an index of the store does not lead to its row";

// What is read of a turn `t` that was found as `x`: its columns, its campaign, and whether its id leads to
// it.
std::string turn_columns(bool texts) {
  return "SELECT " + with_alias(std::string(kTurnColumns) + (texts ? kTurnTexts : ""), "t") +
         ", t.campaign, t.rowid IS (SELECT f.rowid FROM turn AS f WHERE f.campaign = x.campaign AND f.id = "
         "t.id)";
}

// Of the turns under a campaign's number those that are its own.
std::string own_turns(const std::string& columns, const std::string& where) {
  return columns + " FROM turn AS x LEFT JOIN turn AS t ON t.rowid = x.rowid WHERE x.campaign = ? AND " +
         where + " AND NOT " + foreign_turn("t");
}

std::string own_branches(const std::string& where) {
  return "SELECT " + with_alias(kBranchColumns, "b") +
         ", b.campaign, b.id IS x.id FROM branch AS x LEFT JOIN branch AS b ON b.rowid = x.rowid WHERE "
         "x.campaign = ?" +
         where + " AND NOT " + foreign_branch("b");
}

std::string own_attempts(const std::string& where) {
  return "SELECT " + with_alias(kAttemptColumns, "t") +
         ", t.campaign, t.turn IS x.turn AND t.number IS x.number FROM attempt AS x LEFT JOIN attempt AS t "
         "ON "
         "t.rowid = x.rowid WHERE x.campaign = ?" +
         where + " ORDER BY x.turn, x.number";
}

std::string campaign_rows(const std::string& where) {
  return "SELECT id, " + with_alias(kHeadColumns, "campaign") + ", record, seal FROM campaign " + where;
}

// As own_branches() reads it.
Result<Branch> own_branch(const Query& row, Tables::Key key) {
  Branch branch = branch_in(row);
  if (row.integer(kBranchEnd) != key) return corrupt(named("branch", branch.id), kOtherRow);
  if (!is_as_stored(row, branch)) return corrupt(named("branch", branch.id), kBytesChanged);
  return branch;
}

// As turn_columns() reads it.
Result<Turn> own_turn(const Query& row, Tables::Key key, bool texts) {
  Turn turn = turn_in(row, texts);
  const int end = texts ? kTurnTextsEnd : kTurnEnd;
  if (row.integer(end) != key || row.integer(end + 1) != 1) return corrupt(named("turn", turn.id), kOtherRow);
  if (texts && !is_as_stored(row, turn)) return corrupt(named("turn", turn.id), kBytesChanged);
  return turn;
}

// As own_attempts() reads it.
Result<Attempt> own_attempt(const Query& row, Tables::Key key) {
  Attempt attempt = attempt_in(row);
  const bool ours = row.integer(kAttemptEnd) == key;
  if (!ours || !is_as_stored(row, attempt)) {
    return corrupt("attempt " + std::to_string(attempt.number) + " at " + named("turn", attempt.turn),
                   ours ? kBytesChanged : kOtherRow);
  }
  return attempt;
}

// Reads every row of a query with `row`, which returns a Result of what it read.
template <typename T, typename Row>
Result<std::vector<T>> rows_of(Query& query, const Row& row) {
  std::vector<T> found;
  for (;;) {
    const bool more = TRY(query.step());
    if (!more) return found;
    found.push_back(TRY(row(query)));
  }
}

template <typename T, typename Row>
Result<std::optional<T>> row_of(Query& query, const Row& row) {
  const bool there = TRY(query.step());
  if (!there) return std::optional<T>();
  return std::optional<T>(TRY(row(query)));
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
    return Place{row.integer(0), head_in(row, 1)};
  });
  if (!found || *found) return found;
  // Rare, so the rows themselves are looked through: else one that the index hides would be made once more.
  Query rows(connection_, "SELECT 1 FROM campaign NOT INDEXED WHERE id = ?");
  const bool hidden = TRY(rows.bind(campaign).step());
  if (hidden) return corrupt(named("campaign", campaign), kOtherRow);
  return found;
}

Result<std::string> SqliteTables::record(Key key) {
  static const std::string kSql = campaign_rows("WHERE key = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key);
  Result<std::optional<std::string>> record =
      row_of<std::string>(query, [](const Query& row) -> Result<std::string> {
        std::string bytes = row.text(6);
        if (!row.has_checksum(7, checksum_of(row.text(0), head_in(row, 1), bytes)))
          return corrupt(named("campaign", row.text(0)), kBytesChanged);
        return bytes;
      });
  if (!record) return std::move(record).error();
  if (!*record) return corrupt("a campaign", "its row is gone");
  return std::move(**record);
}

Result<std::string> SqliteTables::origin(Key key) {
  Query query(connection_, "SELECT bytes, seal FROM origin WHERE campaign = ?");
  query.bind(key);
  const bool there = TRY(query.step());
  if (!there) return corrupt("the origin of a campaign", "its row is gone");
  std::string bytes = query.text(0);
  if (!query.has_checksum(1, checksum_of({bytes}))) return corrupt("the origin of a campaign", kBytesChanged);
  return bytes;
}

Result<std::vector<std::string>> SqliteTables::ids(std::string_view after, std::size_t most) {
  Query query(connection_, "SELECT id FROM campaign NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?");
  query.bind(after).bind_number(most);
  return rows_of<std::string>(query, text_row);
}

Result<std::vector<CampaignEntry>> SqliteTables::campaigns(std::string_view after, std::size_t most) {
  static const std::string kSql = campaign_rows("NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?");
  Query query(connection_, kSql.c_str());
  query.bind(after).bind_number(most);
  return rows_of<CampaignEntry>(query, [](const Query& row) -> Result<CampaignEntry> {
    CampaignEntry entry{row.text(0), head_in(row, 1), row.text(6)};
    if (!row.has_checksum(7, checksum_of(entry.id, entry.head, entry.record)))
      entry.damage = corrupt(named("campaign", entry.id), kBytesChanged).message;
    return entry;
  });
}

Result<void> SqliteTables::add_tip(Key key, Branch& branch) {
  static const std::string kSql = own_turns("SELECT t.id, x.version, t.hash, t.campaign", "x.branch = ?") +
                                  " ORDER BY x.version DESC LIMIT 1";
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(branch.id);
  const bool there = TRY(query.step());
  if (there) {
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
    Result<Branch> found = own_branch(row, key);
    if (found && found->id != id) return corrupt(named("branch", id), kOtherRow);
    return found;
  });
  if (branch && *branch) TRY(add_tip(key, **branch));
  return branch;
}

Result<std::vector<Branch>> SqliteTables::branches(Key key) {
  static const std::string kSql = own_branches("") + " ORDER BY b.parent <> '', b.id";
  Query query(connection_, kSql.c_str());
  query.bind(key);
  Result<std::vector<Branch>> branches = rows_of<Branch>(query, [key](const Query& row) -> Result<Branch> {
    Result<Branch> branch = own_branch(row, key);
    if (branch && row.integer(kBranchEnd + 1) == 0) return corrupt(named("branch", branch->id), kOtherRow);
    return branch;
  });
  if (!branches) return branches;
  for (Branch& branch : *branches) TRY(add_tip(key, branch));
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
  static const std::string kSql = own_turns(turn_columns(true), "x.id = ?");
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(id);
  return row_of<Turn>(query, [&](const Query& row) -> Result<Turn> {
    Result<Turn> turn = own_turn(row, key, true);
    if (turn && turn->id != id) return corrupt(named("turn", id), kOtherRow);
    return turn;
  });
}

Result<void> SqliteTables::turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                                 std::size_t most, bool bodies, std::vector<Turn>& out) {
  static const std::string kWhere = "x.branch = ? AND x.version BETWEEN ? AND ?";
  static const std::string kShort = own_turns(turn_columns(false), kWhere) + " ORDER BY x.version LIMIT ?";
  static const std::string kWhole = own_turns(turn_columns(true), kWhere) + " ORDER BY x.version LIMIT ?";
  Query query(connection_, bodies ? kWhole.c_str() : kShort.c_str());
  query.bind(key).bind(branch).bind_number(first).bind_number(last).bind_number(most);
  Result<std::vector<Turn>> read = rows_of<Turn>(query, [&](const Query& row) -> Result<Turn> {
    Result<Turn> turn = own_turn(row, key, bodies);
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
    const std::uint64_t all = TRY(count_turns(key));
    if (all != rows.size()) return corrupt("a turn", kOtherRow);
  }
  for (const std::int64_t row : rows) {
    static const std::string kSql =
        turn_columns(true) + " FROM turn AS x JOIN turn AS t ON t.rowid = x.rowid WHERE x.rowid = ?";
    Query query(connection_, kSql.c_str());
    query.bind(row);
    Result<std::optional<Turn>> turn =
        row_of<Turn>(query, [key](const Query& each) { return own_turn(each, key, true); });
    if (!turn) return std::move(turn).error();
    if (!*turn) return corrupt("a turn", kOtherRow);
    const Commit commit{(*turn)->id, (*turn)->branch, (*turn)->version, (*turn)->hash, (*turn)->text_hash};
    const bool more = TRY(visit(commit, (*turn)->audit));
    if (!more) break;
  }
  return {};
}

Result<Tables::Attempts> SqliteTables::attempts_of(Key key, std::string_view turn) {
  Query query(connection_, "SELECT count(*), max(last) FROM attempt WHERE campaign = ? AND turn = ?");
  query.bind(key).bind(turn);
  TRY(query.step());
  return Attempts{query.count(0), query.integer(1) != 0};
}

Result<std::vector<Attempt>> SqliteTables::attempts(Key key, std::optional<std::string_view> turn) {
  static const std::string kAll = own_attempts("");
  static const std::string kOfTurn = own_attempts(" AND x.turn = ?");
  Query query(connection_, turn ? kOfTurn.c_str() : kAll.c_str());
  query.bind(key);
  if (turn) query.bind(*turn);
  return rows_of<Attempt>(query, [&](const Query& row) -> Result<Attempt> {
    Result<Attempt> attempt = own_attempt(row, key);
    if (attempt && (row.integer(kAttemptEnd + 1) == 0 || (turn && attempt->turn != *turn)))
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
  static const std::string kSql =
      "SELECT " + with_alias(kCheckpointColumns, "t") + ", t.campaign, " + hash_at("x.campaign", "x.turn") +
      " FROM checkpoint AS x LEFT JOIN checkpoint AS t ON t.rowid = x.rowid WHERE x.campaign = ? AND x.turn "
      "= ?";
  Query query(connection_, kSql.c_str());
  query.bind(key).bind(turn);
  return row_of<Checkpoint>(query, [&](const Query& row) -> Result<Checkpoint> {
    if (row.integer(kCheckpointEnd) != key || row.text(0) != turn)
      return corrupt("the checkpoint at " + named("turn", turn), kOtherRow);
    Checkpoint checkpoint = checkpoint_in(row);
    if (!is_as_stored(row, checkpoint, row.text(kCheckpointEnd + 1)))
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
  TRY(query.step());
  return query.count(0);
}

Result<bool> SqliteTables::names_all(Key key) {
  static const std::string kSql = [] {
    std::string all = "SELECT 1";
    for (const char* table : {"branch", "attempt", "checkpoint", "campaign_pack"})
      all += with_alias(
          " AND (SELECT count(*) FROM @ NOT INDEXED WHERE campaign = ?1) = (SELECT count(*) FROM @ INDEXED "
          "BY sqlite_autoindex_@_1 WHERE campaign = ?1)",
          table);
    return all;
  }();
  Query query(connection_, kSql.c_str());
  TRY(query.bind(key).step());
  return query.integer(0) != 0;
}

Result<bool> SqliteTables::has_pack(std::string_view hash) {
  Query query(connection_, "SELECT 1 FROM pack WHERE hash = ?");
  return query.bind(hash).step();
}

Result<std::optional<std::string>> SqliteTables::pack(std::string_view hash) {
  Query query(connection_, "SELECT bytes FROM pack WHERE hash = ?");
  query.bind(hash);
  Result<std::optional<std::string>> bytes = row_of<std::string>(query, text_row);
  if (bytes && *bytes && sha256_hex(**bytes) != hash) return corrupt(named("pack", hash), kBytesChanged);
  return bytes;
}

Result<std::vector<std::string>> SqliteTables::packs(Key key) {
  Query query(connection_, "SELECT hash FROM campaign_pack WHERE campaign = ? ORDER BY hash");
  query.bind(key);
  return rows_of<std::string>(query, text_row);
}

}  // namespace gavel
