#include "sqlite_connection.hpp"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace gavel {
namespace {

Code code_of_failure(int number, int system) {
  switch (number & 0xFF) {
    case SQLITE_FULL:
      return Code::kStoreFull;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::kStoreBusy;
    case SQLITE_READONLY:
      return Code::kStoreReadOnly;
    // A row that stands where none was found: an index and its table disagree.
    case SQLITE_CONSTRAINT:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Code::kStoreCorrupt;
    case SQLITE_TOOBIG:
      return Code::kLimitSize;
    default:
      break;
  }
  if (system == ENOSPC || system == EDQUOT) return Code::kStoreFull;
  if (system == EROFS) return Code::kStoreReadOnly;
  return Code::kStoreIo;
}

// A log cannot be made beside the file: to SQLite this is a file that cannot be opened.
bool folder_is_protected(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  return ::access(folder.c_str(), W_OK) != 0 && (errno == EROFS || errno == EACCES);
}

const char* hint_of(Code code) {
  switch (code) {
    case Code::kStoreFull:
      return "make room on the disk, or raise the store's size, and send it again";
    case Code::kStoreBusy:
      return "another process is writing; send it again";
    case Code::kStoreReadOnly:
      return "give the process the right to write the file and its folder";
    case Code::kStoreCorrupt:
      return "restore the file from a copy; gavel campaign verify tells what is damaged";
    case Code::kLimitSize:
      return "make it smaller";
    default:
      return "check the path, the disk and its rights, and send it again";
  }
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, const Options& options) {
  sqlite3* db = nullptr;
  const int access = options.read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  const int opened =
      sqlite3_open_v2(path.c_str(), &db, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  if (db == nullptr) return Error(Code::kStoreIo, "no memory to open " + path);
  std::unique_ptr<Connection> connection(new Connection(path, db));
  if (opened != SQLITE_OK) return connection->failure(opened);
  sqlite3_busy_timeout(db, options.busy_milliseconds);
  // Kept in memory, so that a transaction's scratch never meets a full disk of its own.
  std::string setup =
      "PRAGMA temp_store=MEMORY; PRAGMA foreign_keys=ON; PRAGMA synchronous=FULL; "
      "PRAGMA journal_size_limit=67108864;";
  if (options.query_only) setup += "PRAGMA query_only=ON;";
  if (Result<void> set = connection->execute(setup); !set) return std::move(set).error();
  return connection;
}

Connection::~Connection() {
  for (const auto& [sql, statement] : idle_) sqlite3_finalize(statement);
  sqlite3_close_v2(db_);
}

Error Connection::failure(int number) const {
  const int system = sqlite3_system_errno(db_);
  Code code = code_of_failure(number, system);
  if ((number & 0xFF) == SQLITE_CANTOPEN && folder_is_protected(path_)) code = Code::kStoreReadOnly;
  std::string message = path_ + ": " + sqlite3_errmsg(db_);
  const bool told = (number & 0xFF) == SQLITE_IOERR || (number & 0xFF) == SQLITE_CANTOPEN;
  if (told && system != 0) message += std::string(" (") + std::strerror(system) + ")";
  Where where;
  where.file = path_;
  return {code, std::move(message), hint_of(code), std::move(where)};
}

Result<void> Connection::execute(const std::string& sql) {
  const int done = sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr);
  if (done != SQLITE_OK) return failure(done);
  return {};
}

Result<std::int64_t> Connection::number(const char* sql) {
  Query query(*this, sql);
  Result<bool> row = query.step();
  if (!row) return std::move(row).error();
  return *row ? query.integer(0) : std::int64_t{0};
}

Result<std::string> Connection::word(const char* sql) {
  Query query(*this, sql);
  Result<bool> row = query.step();
  if (!row) return std::move(row).error();
  return *row ? query.text(0) : std::string();
}

Result<sqlite3_stmt*> Connection::take(const char* sql) {
  if (const auto found = idle_.find(sql); found != idle_.end()) {
    sqlite3_stmt* statement = found->second;
    idle_.erase(found);
    return statement;
  }
  sqlite3_stmt* statement = nullptr;
  const int made = sqlite3_prepare_v3(db_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (made != SQLITE_OK) return failure(made);
  return statement;
}

void Connection::give_back(const char* sql, sqlite3_stmt* statement) {
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (!idle_.emplace(sql, statement).second) sqlite3_finalize(statement);
}

Query::Query(Connection& connection, const char* sql) : connection_(connection), sql_(sql) {
  Result<sqlite3_stmt*> taken = connection.take(sql);
  if (taken) {
    statement_ = *taken;
  } else {
    failed_ = sqlite3_extended_errcode(connection.handle());
  }
}

Query::~Query() {
  if (statement_ != nullptr) connection_.give_back(sql_, statement_);
}

Query& Query::bind(std::string_view text) {
  if (failed_ == SQLITE_OK)
    failed_ = sqlite3_bind_text64(statement_, ++bound_, text.data() == nullptr ? "" : text.data(),
                                  text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Query& Query::bind_bytes(std::string_view bytes) {
  if (failed_ == SQLITE_OK)
    failed_ = sqlite3_bind_blob64(statement_, ++bound_, bytes.data() == nullptr ? "" : bytes.data(),
                                  bytes.size(), SQLITE_STATIC);
  return *this;
}

Query& Query::bind(std::int64_t number) {
  if (failed_ == SQLITE_OK) failed_ = sqlite3_bind_int64(statement_, ++bound_, number);
  return *this;
}

Result<bool> Query::step() {
  if (failed_ != SQLITE_OK) return connection_.failure(failed_);
  const int stepped = sqlite3_step(statement_);
  if (stepped == SQLITE_ROW) return true;
  if (stepped == SQLITE_DONE) return false;
  return connection_.failure(stepped);
}

Result<void> Query::run() {
  Result<bool> row = step();
  if (!row) return std::move(row).error();
  return {};
}

std::string Query::text(int column) const {
  // The pointer first: asking for it may change the size.
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace gavel
