#include "sqlite_connection.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "sqlite_homes.hpp"

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
  if (system == ENOSPC || system == EDQUOT || system == EFBIG) return Code::kStoreFull;
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
      return "give the process permission to write the file and its folder";
    case Code::kStoreCorrupt:
      return "restore the file from a copy";
    case Code::kLimitSize:
      return "make it smaller";
    default:
      return "check the path, the disk and its rights, and send it again";
  }
}

}  // namespace

Result<std::unique_ptr<Connection>> Connection::open(const std::string& path, const Options& options) {
  if (!options.read_only) return open_as(path, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, options);
  // Whoever has the file open for writing keeps a log beside it. Where there is none, nothing is pending, and
  // SQLite need not make one only to read.
  const std::string log = path + "-wal";
  if (size_of_file(log) == 0 && mark_of(path + "-shm") == FileMark()) return open_frozen(path, options);
  Result<std::unique_ptr<Connection>> opened = open_as(path, path, SQLITE_OPEN_READONLY, options);
  Result<void> read;
  if (opened) {
    const Result<std::int64_t> id = (*opened)->number("PRAGMA application_id");
    if (!id) read = id.error();
  } else {
    read = opened.error();
  }
  if (read) return opened;
  const Code code = read.error().code;
  if (code != Code::kStoreReadOnly && code != Code::kStoreIo) return std::move(read).error();
  if (size_of_file(log) == 0) return open_frozen(path, options);
  Where where;
  where.file = path;
  return Error(Code::kStoreReadOnly,
               path + " has changes in " + log + ", which cannot be read without writing beside it",
               "copy both files into a folder that can be written, or give permission to write to this one",
               std::move(where));
}

Result<std::unique_ptr<Connection>> Connection::open_scratch() {
  return open_as("a scratch file", "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, {});
}

Result<std::unique_ptr<Connection>> Connection::open_memory() {
  return open_as("the store in memory", ":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, {});
}

// Without locks and logs.
Result<std::unique_ptr<Connection>> Connection::open_frozen(const std::string& path, const Options& options) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-";
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      name += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      name.append({'%', kDigits[byte >> 4U], kDigits[byte & 15U]});
    }
  }
  const FileMark before = mark_of(path);
  Result<std::unique_ptr<Connection>> opened =
      open_as(path, name + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, options);
  if (opened) (*opened)->frozen_ = before;
  return opened;
}

bool Connection::is_unchanged() const {
  return !frozen_ || (*frozen_ == mark_of(path_) && size_of_file(path_ + "-wal") == 0);
}

Result<std::unique_ptr<Connection>> Connection::open_as(const std::string& path, const std::string& name,
                                                        int access, const Options& options) {
  sqlite3* db = nullptr;
  const int opened =
      sqlite3_open_v2(name.c_str(), &db, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  if (db == nullptr) return Error(Code::kStoreIo, "out of memory while opening " + path);
  std::unique_ptr<Connection> connection(new Connection(path, db, options.busy_milliseconds));
  if (opened != SQLITE_OK) return connection->failure(opened);
  sqlite3_busy_timeout(db, options.busy_milliseconds);
  if (const int added = add_hashes(db); added != SQLITE_OK) return connection->failure(added);
  // Kept in memory, so that a transaction's scratch never meets a full disk of its own.
  std::string setup =
      "PRAGMA temp_store=MEMORY; PRAGMA foreign_keys=ON; PRAGMA synchronous=FULL; "
      "PRAGMA journal_size_limit=67108864;";
  if (options.query_only) setup += "PRAGMA query_only=ON;";
  TRY(connection->execute(setup));
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

Result<void> Connection::copy_to(const std::string& path) {
  Where where;
  where.file = path;
  const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made < 0)
    return Error(Code::kStoreIo, path + ": " + std::strerror(errno), "name a file that is not there yet",
                 where);
  ::close(made);
  std::unique_ptr<Connection> copy = TRY(open(path, {false, false, 0}));
  sqlite3* to = copy->db_;
  sqlite3_backup* backup = sqlite3_backup_init(to, "main", db_, "main");
  int stepped = sqlite3_errcode(to);
  if (backup != nullptr) {
    stepped = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
  }
  if (stepped == SQLITE_DONE) return {};
  Error error = copy->failure(stepped);
  copy.reset();
  ::unlink(path.c_str());
  return error;
}

Result<void> Connection::execute(const std::string& sql) {
  const int done = sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr);
  if (done != SQLITE_OK) return failure(done);
  return {};
}

Result<void> Connection::begin_writing(const Log& log) {
  constexpr const char* kBegin = "BEGIN IMMEDIATE";
  if (!log.takes(LogLevel::kInfo)) return execute(kBegin);
  sqlite3_busy_timeout(db_, 0);
  Result<void> begun = execute(kBegin);
  sqlite3_busy_timeout(db_, busy_milliseconds_);
  if (begun || begun.error().code != Code::kStoreBusy) return begun;
  log.write(LogLevel::kInfo, "store.waiting",
            {{"file", path_}, {"most_milliseconds", static_cast<std::uint64_t>(busy_milliseconds_)}});
  return execute(kBegin);
}

Result<std::int64_t> Connection::number(const char* sql) {
  Query query(*this, sql);
  const bool row = TRY(query.step());
  return row ? query.integer(0) : std::int64_t{0};
}

Result<std::string> Connection::word(const char* sql) {
  Query query(*this, sql);
  const bool row = TRY(query.step());
  return row ? query.text(0) : std::string();
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
  TRY(step());
  return {};
}

bool Query::has_checksum(int column, std::string_view checksum) const {
  for (int i = 0; i < sqlite3_column_count(statement_); ++i) {
    const char* declared = sqlite3_column_decltype(statement_, i);
    const int type = sqlite3_column_type(statement_, i);
    if (declared != nullptr && type != (*declared == 'I'   ? SQLITE_INTEGER
                                        : *declared == 'T' ? SQLITE_TEXT
                                                           : SQLITE_BLOB))
      return false;
  }
  return text(column) == checksum;
}

std::string Query::text(int column) const {
  // The pointer first: asking for it may change the size.
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes == nullptr ? std::string()
                          : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

}  // namespace gavel
