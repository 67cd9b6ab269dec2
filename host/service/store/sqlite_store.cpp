#include "store/sqlite_store.hpp"

#include <system_error>
#include <utility>

#include "sqlite_readers.hpp"
#include "sqlite_rescue.hpp"
#include "sqlite_schema.hpp"
#include "sqlite_writer.hpp"
#include "table_store.hpp"

namespace gavel {
namespace {

class SqliteStore final : public TableStore {
 public:
  SqliteStore(std::string path, std::unique_ptr<Connection> connection, const SqliteOptions& options)
      : path_(std::move(path)),
        log_(options.log),
        busy_milliseconds_(options.busy_milliseconds),
        readers_(path_, {options.read_only, true, options.busy_milliseconds}, options.max_readers) {
    if (!options.read_only)
      writer_ = std::make_unique<Writer>(std::move(connection), options.max_group, log_);
    log_.write(LogLevel::kInfo, "store.opened",
               {{"file", path_}, {"for", options.read_only ? "reading" : "writing"}});
  }
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;
  ~SqliteStore() override {
    writer_.reset();  // which finishes what waits
    log_.write(LogLevel::kInfo, "store.closed", {{"file", path_}});
  }

  Result<void> rebuild_file() override {
    if (writer_ == nullptr) return read_only();
    std::vector<std::string> unread = TRY(rebuild_store_file(path_, busy_milliseconds_));
    log_.write(LogLevel::kInfo, "store.rescued", {{"file", path_}, {"unread_tables", unread.size()}});
    return {};
  }
  Result<void> copy_to(const std::string& path) override {
    return readers_.read([&](SqliteTables& tables) { return tables.connection().copy_to(path); });
  }

 private:
  Result<void> read_rows(const Work& work) override { return readers_.read(work); }
  Result<void> write_rows(const Work& work) override {
    if (writer_ == nullptr) return read_only();
    return writer_->run(work);
  }
  Error read_only() const {
    return {Code::kStoreReadOnly, path_ + " was opened for reading only", "open it for writing"};
  }

  std::string path_;
  Log log_;
  int busy_milliseconds_;
  Readers readers_;
  std::unique_ptr<Writer> writer_;
};

Error told_with_path(Error error, const std::string& path) {
  if (error.where.file.empty()) {
    error.message = path + ": " + error.message;
    error.where.file = path;
  }
  return error;
}

Result<void> bound_size(Connection& connection, std::uint64_t bytes) {
  if (bytes == 0) return {};
  const std::int64_t page = TRY(connection.number("PRAGMA page_size"));
  return connection.execute("PRAGMA max_page_count=" +
                            std::to_string(bytes / static_cast<std::uint64_t>(page)));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, const SqliteOptions& options) {
  // To SQLite these names mean something else than a file.
  if (path.empty() || path.find('\0') != std::string::npos || path == ":memory:" || path.starts_with("file:"))
    return Error(Code::kStoreIo, "\"" + path + "\" is not a file name", "give the path of the store's file");
  bool undecided = false;
  TRY(check_store_file(path, options.read_only, undecided));
  if (undecided && !options.read_only) {
    // Another program's, perhaps: looked at without the right to write it.
    Result<std::unique_ptr<Connection>> look =
        Connection::open(path, {true, false, options.busy_milliseconds});
    const Result<bool> store = look ? is_store(**look) : Result<bool>(look.error());
    if (!store) return told_with_path(store.error(), path);
  }
  std::unique_ptr<Connection> connection =
      TRY(Connection::open(path, {options.read_only, false, options.busy_milliseconds}));
  Result<void> ready = prepare_schema(*connection, options.read_only, options.log);
  if (ready) ready = bound_size(*connection, options.max_file_bytes);
  if (!ready) return told_with_path(std::move(ready).error(), path);
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(path, std::move(connection), options));
  } catch (const std::system_error& error) {
    return Error(Code::kStoreIo, std::string("no thread for writing: ") + error.what(),
                 "raise the number of threads that the process may have");
  }
}

void log_recoveries(const Log& log) {
  constexpr auto kTell = +[](void* to, int code, const char* what) {
    if (code == SQLITE_NOTICE_RECOVER_WAL || code == SQLITE_NOTICE_RECOVER_ROLLBACK)
      static_cast<const Log*>(to)->write(LogLevel::kInfo, "store.recovered", {{"what", what}});
  };
  sqlite3_config(SQLITE_CONFIG_LOG, kTell, &log);
}

}  // namespace gavel
