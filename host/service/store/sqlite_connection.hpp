// Connection: one open SQLite file, with its prepared statements kept. Query: one run of a statement.
//
// The only files that see sqlite3.h are those whose name begins with sqlite_. A connection is used by one
// thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "base/log.hpp"
#include "base/result.hpp"

#include "sqlite_file.hpp"

namespace gavel {

class Connection {
 public:
  struct Options {
    // Nothing is written, in no file. Works on a file and in a folder that cannot be written.
    bool read_only = false;
    bool query_only =
        false;  // the file is opened as for writing (a reader of a WAL needs that), and not written
    int busy_milliseconds = 0;
  };

  static Result<std::unique_ptr<Connection>> open(const std::string& path, const Options& options);
  // An empty database of its own, in no file that has a name; it goes with the connection.
  static Result<std::unique_ptr<Connection>> open_scratch();
  // The same, all of it in memory.
  static Result<std::unique_ptr<Connection>> open_memory();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  // SQL without results and parameters; may be several statements.
  Result<void> execute(const std::string& sql);
  // BEGIN IMMEDIATE. That another process has to be waited for is logged.
  Result<void> begin_writing(const Log& log);
  // The single value of a query.
  Result<std::int64_t> number(const char* sql);
  Result<std::string> word(const char* sql);

  const std::string& path() const { return path_; }
  sqlite3* handle() const { return db_; }
  // Rows written since the connection was opened; tells whether a piece of work has written anything.
  std::int64_t changes() const { return sqlite3_total_changes64(db_); }
  bool in_transaction() const { return sqlite3_get_autocommit(db_) == 0; }

  // What went wrong last, with the code that callers know.
  Error failure(int number) const;
  // Whether what was read is what was in the file: without a log to read beside, others may have written it.
  bool is_unchanged() const;
  // All pages of the database, whatever is in them, into a file that is not there yet.
  Result<void> copy_to(const std::string& path);
  // A prepared statement, to be given back. `sql` is a literal.
  Result<sqlite3_stmt*> take(const char* sql);
  void give_back(const char* sql, sqlite3_stmt* statement);

 private:
  Connection(std::string path, sqlite3* db, int busy_milliseconds)
      : path_(std::move(path)), db_(db), busy_milliseconds_(busy_milliseconds) {}
  static Result<std::unique_ptr<Connection>> open_as(const std::string& path, const std::string& name,
                                                     int access, const Options& options);
  static Result<std::unique_ptr<Connection>> open_frozen(const std::string& path, const Options& options);

  std::string path_;
  sqlite3* db_;
  int busy_milliseconds_;
  std::optional<FileMark> frozen_;             // read as a file that nobody writes, as which it was this
  std::map<const char*, sqlite3_stmt*> idle_;  // by the literal's address
};

class Query {
 public:
  // REQUIRES: `sql` is a literal, and what is bound lives until the last step.
  Query(Connection& connection, const char* sql);
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  Query& bind(std::string_view text);
  Query& bind_bytes(std::string_view bytes);
  Query& bind(std::int64_t number);
  Query& bind_number(std::uint64_t number) { return bind(static_cast<std::int64_t>(number)); }

  // Whether there is a row.
  Result<bool> step();
  // For statements without rows.
  Result<void> run();

  // Columns of the row, from 0.
  std::string text(int column) const;
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::uint64_t count(int column) const { return static_cast<std::uint64_t>(integer(column)); }
  // Whether the row's checksum is this one, and every column of the type that its table declares: another
  // type may read the same and be found, or sorted, otherwise.
  bool has_checksum(int column, std::string_view checksum) const;

 private:
  Connection& connection_;
  const char* sql_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int failed_ = SQLITE_OK;  // the first failure, told by the next step
};

}  // namespace gavel
