#include "sqlite_schema.hpp"

#include <array>
#include <string_view>

#include "store/hash.hpp"

#include "sqlite_file.hpp"

namespace gavel {
namespace {

struct Step {
  std::int64_t number;
  std::string_view name;
  std::string_view sql;
};

// Rows are found by UNIQUE over what names them, and lie in the order in which they came: appending to one
// place is what makes a group of commits cheap. A step that was ever released is never changed; its checksum
// is kept in the file.
constexpr std::array kSteps = {
    Step{1, "campaigns, turns, packs", R"sql(
CREATE TABLE campaign (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  branch TEXT NOT NULL, version INTEGER NOT NULL, turn TEXT NOT NULL, hash TEXT NOT NULL,
  revision INTEGER NOT NULL, record BLOB NOT NULL, seal BLOB NOT NULL) STRICT;
CREATE TABLE origin (
  campaign INTEGER PRIMARY KEY REFERENCES campaign(key) ON DELETE CASCADE,
  bytes BLOB NOT NULL, seal BLOB NOT NULL) STRICT;
CREATE TABLE branch (
  campaign INTEGER NOT NULL REFERENCES campaign(key) ON DELETE CASCADE,
  id TEXT NOT NULL, parent TEXT NOT NULL, fork_turn TEXT NOT NULL, fork_version INTEGER NOT NULL,
  fork_hash TEXT NOT NULL, label TEXT NOT NULL, seal BLOB NOT NULL,
  UNIQUE (campaign, id)) STRICT;
CREATE TABLE turn (
  campaign INTEGER NOT NULL REFERENCES campaign(key) ON DELETE CASCADE,
  id TEXT NOT NULL, branch TEXT NOT NULL, version INTEGER NOT NULL, text_hash TEXT NOT NULL,
  hash TEXT NOT NULL, parent TEXT NOT NULL, attempt INTEGER NOT NULL, previous TEXT NOT NULL,
  time INTEGER NOT NULL, seal BLOB NOT NULL, record BLOB NOT NULL, verdict BLOB NOT NULL, audit BLOB NOT NULL,
  UNIQUE (campaign, id), UNIQUE (campaign, branch, version)) STRICT;
CREATE TABLE attempt (
  campaign INTEGER NOT NULL REFERENCES campaign(key) ON DELETE CASCADE,
  turn TEXT NOT NULL, number INTEGER NOT NULL, text_hash TEXT NOT NULL, last INTEGER NOT NULL,
  time INTEGER NOT NULL, seal BLOB NOT NULL, record BLOB NOT NULL, verdict BLOB NOT NULL,
  UNIQUE (campaign, turn, number)) STRICT;
CREATE TABLE checkpoint (
  campaign INTEGER NOT NULL REFERENCES campaign(key) ON DELETE CASCADE,
  turn TEXT NOT NULL, version INTEGER NOT NULL, label TEXT NOT NULL, time INTEGER NOT NULL,
  seal BLOB NOT NULL, bytes BLOB NOT NULL,
  UNIQUE (campaign, turn)) STRICT;
CREATE TABLE pack (hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL) STRICT;
CREATE TABLE campaign_pack (
  campaign INTEGER NOT NULL REFERENCES campaign(key) ON DELETE CASCADE,
  hash TEXT NOT NULL REFERENCES pack(hash),
  UNIQUE (campaign, hash)) STRICT;
CREATE INDEX campaign_pack_hash ON campaign_pack (hash);
)sql"},
};

Error refused(Code code, std::string message, std::string hint) {
  return {code, std::move(message), std::move(hint)};
}

}  // namespace

Result<bool> is_store(Connection& connection) {
  const std::int64_t id = TRY(connection.number("PRAGMA application_id"));
  if (id == kApplicationId) return true;
  const std::int64_t tables = TRY(connection.number("SELECT count(*) FROM sqlite_schema"));
  if (id != 0 || tables != 0) {
    return refused(Code::kStoreCorrupt, "the file is a database of another program, or its header is damaged",
                   "name a file created by Gavel, or one that does not exist yet");
  }
  return false;
}

namespace {

// How many of our steps the file has taken.
Result<std::size_t> steps_taken(Connection& connection) {
  std::size_t taken = 0;
  Query query(connection, "SELECT number, name, checksum FROM schema_migrations ORDER BY number");
  for (;;) {
    const bool row = TRY(query.step());
    if (!row) return taken;
    const std::int64_t number = query.integer(0);
    if (taken >= kSteps.size()) {
      return refused(Code::kStoreNewer,
                     "the store has step " + std::to_string(number) + " (" + query.text(1) +
                         ") of its tables; this program knows " + std::to_string(kSteps.size()),
                     "use the newer Gavel that made it");
    }
    const Step& step = kSteps[taken];
    if (number != step.number || query.text(2) != sha256_hex(step.sql)) {
      return refused(Code::kStoreCorrupt,
                     "step " + std::to_string(number) + " of the store's tables (" + query.text(1) +
                         ") is not the one that this program knows by that number",
                     "use the Gavel that made it, and export its campaigns");
    }
    ++taken;
  }
}

Result<void> take_step(Connection& connection, const Step& step) {
  TRY(connection.execute(std::string(step.sql)));
  const std::string checksum = sha256_hex(step.sql);
  return Query(connection, "INSERT INTO schema_migrations (number, name, checksum) VALUES (?, ?, ?)")
      .bind(step.number)
      .bind(step.name)
      .bind(checksum)
      .run();
}

// Answers with how many it had taken before.
Result<std::size_t> take_steps(Connection& connection) {
  Result<bool> store = is_store(connection);  // again: another process may have been faster
  if (!store) return std::move(store).error();
  if (!*store) {
    const std::string begin = "PRAGMA application_id=" + std::to_string(kApplicationId) +
                              "; CREATE TABLE schema_migrations (number INTEGER PRIMARY KEY, "
                              "name TEXT NOT NULL, checksum TEXT NOT NULL) STRICT";
    TRY(connection.execute(begin));
  }
  const std::size_t taken = TRY(steps_taken(connection));
  for (std::size_t i = taken; i < kSteps.size(); ++i) TRY(take_step(connection, kSteps[i]));
  return taken;
}

}  // namespace

Result<void> make_tables(Connection& connection) {
  TRY(take_steps(connection));
  return {};
}

namespace {

// WAL, once for all time of the file. Two processes that make one file at once meet here, and SQLite does not
// wait by itself.
Result<void> use_wal(Connection& connection) {
  constexpr int kTries = 100;
  for (int i = 0;; ++i) {
    Result<std::string> mode = connection.word("PRAGMA journal_mode=WAL");
    if (mode && *mode == "wal") return {};
    if (mode) {
      return refused(Code::kStoreIo, "this file system cannot hold a write-ahead log (mode " + *mode + ")",
                     "put the file on a local disk");
    }
    if (mode.error().code != Code::kStoreBusy || i >= kTries) return std::move(mode).error();
    sqlite3_sleep(10);
  }
}

}  // namespace

Result<void> prepare_schema(Connection& connection, bool read_only, const Log& log) {
  const bool store = TRY(is_store(connection));
  if (read_only) {
    if (!store) return refused(Code::kStoreReadOnly, "the file is no store yet", "open it for writing once");
    const std::size_t taken = TRY(steps_taken(connection));
    if (taken < kSteps.size())
      return refused(Code::kStoreReadOnly, "the store is of an older Gavel", "open it for writing once");
    return {};
  }
  if (sqlite3_db_readonly(connection.handle(), "main") == 1) {
    return refused(Code::kStoreReadOnly, "the file cannot be written",
                   "give the process permission to write the file and its folder");
  }
  if (store) {
    // Nothing to write in the usual case.
    const std::size_t taken = TRY(steps_taken(connection));
    if (taken == kSteps.size()) return {};
  } else {
    TRY(connection.execute("PRAGMA page_size=16384"));
  }
  TRY(use_wal(connection));
  TRY(connection.execute("BEGIN IMMEDIATE"));
  const Result<std::size_t> taken = take_steps(connection);
  Result<void> made = taken ? connection.execute("COMMIT") : taken.error();
  if (!made && connection.in_transaction()) (void)connection.execute("ROLLBACK");
  if (!made) return made;
  for (std::size_t i = *taken; i < kSteps.size(); ++i)
    log.write(LogLevel::kInfo, "store.migrated",
              {{"file", connection.path()},
               {"step", static_cast<std::uint64_t>(kSteps[i].number)},
               {"name", kSteps[i].name}});
  return {};
}

}  // namespace gavel
