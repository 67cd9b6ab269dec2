#include "sqlite_rescue.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "store/refusals.hpp"

#include "sqlite_schema.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

// REQUIRES: one letter for each column: I(nteger), T(ext), B(lob). `spare` is the column that makes a row
// unlike all others, when it is given the row's number.
struct Table {
  const char* name;
  std::string_view columns;
  std::string_view types;
  std::size_t spare;
  std::array<const char*, 2> indexes;
};
constexpr std::array kTables = {Table{"campaign",
                                      "id, branch, version, turn, hash, revision, record, seal",
                                      "TTITTIBB",
                                      0,
                                      {"sqlite_autoindex_campaign_1", nullptr}},
                                Table{"origin", "bytes, seal", "BB", 2, {nullptr, nullptr}},
                                Table{"branch",
                                      "campaign, id, parent, fork_turn, fork_version, fork_hash, label, seal",
                                      "ITTTITTB",
                                      0,
                                      {"sqlite_autoindex_branch_1", nullptr}},
                                Table{"turn",
                                      "campaign, id, branch, version, text_hash, hash, parent, attempt, "
                                      "previous, time, seal, record, verdict, "
                                      "audit",
                                      "ITTITTTITIBBBB",
                                      0,
                                      {"sqlite_autoindex_turn_1", "sqlite_autoindex_turn_2"}},
                                Table{"attempt",
                                      "campaign, turn, number, text_hash, last, time, seal, record, verdict",
                                      "ITITIIBBB",
                                      0,
                                      {"sqlite_autoindex_attempt_1", nullptr}},
                                Table{"checkpoint",
                                      "campaign, turn, version, label, time, seal, bytes",
                                      "ITITIBB",
                                      0,
                                      {"sqlite_autoindex_checkpoint_1", nullptr}},
                                Table{"pack", "hash, bytes", "TB", 0, {"sqlite_autoindex_pack_1", nullptr}},
                                Table{"campaign_pack",
                                      "campaign, hash",
                                      "IT",
                                      0,
                                      {"sqlite_autoindex_campaign_pack_1", "campaign_pack_hash"}}};

// A statement that is prepared for one use; nullptr where the file is too damaged for that.
class Statement {
 public:
  Statement(Connection& connection, const std::string& sql) {
    sqlite3_prepare_v2(connection.handle(), sql.c_str(), -1, &statement_, nullptr);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }
  sqlite3_stmt* get() const { return statement_; }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

// One table's rows, from one file to another.
class Rescue {
 public:
  Rescue(Connection& from, Connection& to, const Table& table)
      : from_(from), table_(table), to_(to), put_(to, insertion(table)) {}

  // Whether every page could be read.
  Result<bool> run() {
    const bool forward = scan(all() + " ORDER BY rowid");
    if (!forward) {
      // Behind a page that cannot be read, from the other end; between two such, each for itself.
      scan(all() + " ORDER BY rowid DESC");
      for (const char* index : table_.indexes)
        if (index != nullptr) probe_index(index);
      probe_gaps();
    }
    if (failed_) return std::move(*failed_);
    return forward;
  }

 private:
  static std::string insertion(const Table& table) {
    std::string sql =
        std::string("INSERT INTO ") + table.name + " (rowid, " + std::string(table.columns) + ") VALUES (?";
    for (std::size_t i = 0; i < table.types.size(); ++i) sql += ", ?";
    return sql + ")";
  }
  std::string all() const {
    return "SELECT rowid, " + std::string(table_.columns) + " FROM " + table_.name + " NOT INDEXED";
  }

  // Whether it came to its end.
  bool scan(const std::string& sql) {
    const Statement rows(from_, sql);
    if (rows.get() == nullptr) return false;
    int stepped = SQLITE_ROW;
    while (!failed_ && (stepped = sqlite3_step(rows.get())) == SQLITE_ROW) take(rows.get());
    return stepped == SQLITE_DONE;
  }

  void probe(const std::vector<std::int64_t>& numbers) {
    const Statement row(from_, all() + " WHERE rowid = ?");
    if (row.get() == nullptr) return;
    for (const std::int64_t number : numbers) {
      if (failed_ || there_.contains(number)) continue;
      sqlite3_bind_int64(row.get(), 1, number);
      if (sqlite3_step(row.get()) == SQLITE_ROW) take(row.get());
      sqlite3_reset(row.get());
    }
  }

  void probe_index(const char* index) {
    std::vector<std::int64_t> numbers;
    const Statement entries(from_, std::string("SELECT rowid FROM ") + table_.name + " INDEXED BY " + index);
    while (entries.get() != nullptr && sqlite3_step(entries.get()) == SQLITE_ROW)
      numbers.push_back(sqlite3_column_int64(entries.get(), 0));
    probe(numbers);
  }

  // Rows lie in the order in which they came, so a gap is what a page held.
  void probe_gaps() {
    constexpr std::int64_t kMost = 100'000;
    std::vector<std::int64_t> numbers;
    std::int64_t left = kMost, last = 0;
    const std::set<std::int64_t> there = there_;
    for (const std::int64_t number : there) {
      if (number > last && number - last <= left)
        for (std::int64_t each = last + 1; each < number; ++each, --left) numbers.push_back(each);
      last = std::max(last, number);
    }
    for (std::int64_t each = 1; each <= std::min<std::int64_t>(left, 1'000); ++each)
      if (last <= INT64_MAX - each) numbers.push_back(last + each);
    probe(numbers);
  }

  void take(sqlite3_stmt* row) {
    const std::int64_t number = sqlite3_column_int64(row, 0);
    if (!there_.insert(number).second) return;
    if (put(row, number, false) == SQLITE_CONSTRAINT) put(row, number, true);
  }

  // Values of another type than their column's are made of it: their checksum says that they are damaged, and
  // what else is in the row stays.
  int put(sqlite3_stmt* row, std::int64_t number, bool apart) {
    sqlite3_stmt* to = put_.get();
    if (to == nullptr) return fail(sqlite3_errcode(to_.handle()));
    sqlite3_bind_int64(to, 1, number);
    for (std::size_t i = 0; i < table_.types.size(); ++i) {
      const int column = static_cast<int>(i) + 1;
      if (table_.types[i] == 'I') {
        sqlite3_bind_int64(
            to, column + 1,
            apart && i == table_.spare ? kNobody - number % kNobody : sqlite3_column_int64(row, column));
        continue;
      }
      // The pointer first: asking for it may change the size.
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
      const int size = sqlite3_column_bytes(row, column);
      std::string text(bytes == nullptr ? "" : bytes, bytes == nullptr ? 0 : static_cast<std::size_t>(size));
      if (apart && i == table_.spare) text += " (row " + std::to_string(number) + ")";
      if (table_.types[i] == 'T')
        sqlite3_bind_text64(to, column + 1, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
      else
        sqlite3_bind_blob64(to, column + 1, text.data(), text.size(), SQLITE_TRANSIENT);
    }
    const int stepped = sqlite3_step(to);
    const int done = sqlite3_errcode(to_.handle()) & 0xFF;
    if (stepped != SQLITE_DONE && done != SQLITE_CONSTRAINT) fail(stepped);
    sqlite3_reset(to);
    return stepped == SQLITE_DONE ? SQLITE_DONE : done;
  }

  int fail(int number) {
    if (!failed_) failed_ = to_.failure(number);
    return number;
  }

  static constexpr std::int64_t kNobody = -(std::int64_t{1} << 61U);  // below all that campaigns are given

  Connection& from_;
  const Table& table_;
  Connection& to_;
  const Statement put_;
  std::set<std::int64_t> there_;  // the numbers that came
  std::optional<Error> failed_;   // of the file that is written
};

// What the damaged value of a row makes SQLite say; there is no page or index in it.
bool is_of_a_value(std::string_view line) {
  return line.find(" value in ") != std::string_view::npos || line.starts_with("CHECK constraint failed");
}

// What SQLite finds wrong with pages and indexes; empty: nothing. What is wrong with the value of a row its
// checksum says, and no index. Price: reading the whole file.
Result<std::vector<std::string>> damage_lines(Connection& connection) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> found;
  // Of values there may be many before the first page.
  Query query(connection, "PRAGMA integrity_check(10000)");
  while (found.size() < kMost) {
    const Result<bool> row = query.step();
    if (!row && row.error().code != Code::kStoreCorrupt) return row.error();
    if (!row) found.push_back(row.error().message);
    if (!row || !*row) break;
    std::string line = query.text(0);
    std::ranges::replace(line, '\n', ' ');
    if (line != "ok" && !is_of_a_value(line)) found.push_back(std::move(line));
  }
  return found;
}

// An empty store with pages as large as those of `like`; it goes with the connection.
Result<std::unique_ptr<Connection>> open_scratch_store(Connection& like) {
  const std::int64_t page = TRY(like.number("PRAGMA page_size"));
  std::unique_ptr<Connection> opened = TRY(Connection::open_scratch());
  Result<void> made = opened->execute("PRAGMA foreign_keys=OFF; PRAGMA page_size=" + std::to_string(page));
  if (made) made = make_tables(*opened);
  if (!made) return std::move(made).error();
  return opened;
}

// Copies every row that can be read, each under its own number and by no index. One that no two rows may be
// like (an id that damage made equal to another's) comes under a campaign number that nobody has, where a
// salvage finds it by its hashes. Says which tables have pages that could not be read.
Result<std::vector<std::string>> rescue_rows(Connection& from, Connection& to) {
  std::vector<std::string> unread;
  TRY(to.execute("BEGIN"));
  for (const Table& table : kTables) {
    const bool whole = TRY(Rescue(from, to, table).run());
    if (!whole) unread.push_back(std::string("pages of table ") + table.name + " cannot be read");
  }
  TRY(to.execute("COMMIT"));
  return unread;
}

}  // namespace

Result<std::vector<Error>> SqliteTables::file_damage() {
  const std::vector<std::string> lines = TRY(damage_lines(connection_));
  std::vector<Error> errors;
  errors.reserve(lines.size());
  for (const std::string& line : lines) errors.push_back(corrupt("the store's file", line));
  return errors;
}

// Where pages or indexes are damaged, from rows in new ones: an index would hide some of them.
Result<Salvage> SqliteTables::salvage(std::string_view campaign,
                                      const std::function<bool(const std::string& bytes)>& is_it) {
  std::vector<std::string> damage = TRY(damage_lines(connection_));
  if (damage.empty()) return salvage_rows(campaign, is_it);
  std::unique_ptr<Connection> scratch = TRY(open_scratch_store(connection_));
  const std::vector<std::string> unread = TRY(rescue_rows(connection_, *scratch));
  damage.insert(damage.end(), unread.begin(), unread.end());
  Salvage salvage = TRY(SqliteTables(*scratch).salvage_rows(campaign, is_it));
  std::vector<Salvage::Row> rows;
  rows.reserve(damage.size());
  for (std::string& line : damage) rows.push_back({"file", "", std::move(line)});
  salvage.damage.insert(salvage.damage.begin(), rows.begin(), rows.end());
  return salvage;
}

Result<std::vector<std::string>> rebuild_store_file(const std::string& path, int busy_milliseconds) {
  std::unique_ptr<Connection> target = TRY(Connection::open(path, {false, false, busy_milliseconds}));
  std::unique_ptr<Connection> source = TRY(Connection::open(path, {false, true, busy_milliseconds}));
  std::unique_ptr<Connection> scratch = TRY(open_scratch_store(*source));
  // The first step, of no page, takes the right to write: what is read from then on stays as it is.
  sqlite3_backup* backup = sqlite3_backup_init(target->handle(), "main", scratch->handle(), "main");
  if (backup == nullptr) return target->failure(sqlite3_errcode(target->handle()));
  int stepped = sqlite3_backup_step(backup, 0);
  Result<std::vector<std::string>> rescued = std::vector<std::string>();
  if (stepped == SQLITE_OK) {
    rescued = rescue_rows(*source, *scratch);
    if (rescued) stepped = sqlite3_backup_step(backup, -1);
  }
  const int finished = sqlite3_backup_finish(backup);
  if (!rescued) return rescued;
  if (stepped != SQLITE_DONE) return target->failure(stepped == SQLITE_OK ? finished : stepped);
  return rescued;
}

}  // namespace gavel
