#include "store/sqlite_store.hpp"

#include <system_error>
#include <utility>

#include "checking.hpp"
#include "reading.hpp"
#include "refusals.hpp"
#include "row_checksum.hpp"
#include "sqlite_readers.hpp"
#include "sqlite_rescue.hpp"
#include "sqlite_schema.hpp"
#include "sqlite_writer.hpp"
#include "timeline.hpp"

namespace gavel {
namespace {

class SqliteStore final : public Store {
 public:
  SqliteStore(std::string path, std::unique_ptr<Connection> connection, const SqliteOptions& options)
      : path_(std::move(path)),
        log_(options.log),
        busy_milliseconds_(options.busy_milliseconds),
        readers_(path_, reading(options), options.max_readers) {
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

  Result<Head> create(const NewCampaign& campaign) override {
    if (Result<void> good = check_request(campaign); !good) return std::move(good).error();
    return write<Head>([&](Tables& tables) { return create_campaign(tables, campaign); });
  }
  Result<Campaign> load(std::string_view campaign) override {
    return readers_.read([&](Tables& tables, Connection&) { return load_campaign(tables, campaign); });
  }
  Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) override {
    return readers_.read([&](Tables& tables, Connection&) { return tables.campaigns(after, most); });
  }
  Result<void> remove(std::string_view campaign) override {
    return write([&](Tables& tables) { return remove_campaign(tables, campaign); });
  }
  Result<Appended> append(const Append& append) override {
    if (Result<void> good = check_request(append); !good) return std::move(good).error();
    // Hashing is done here, by as many threads as call, and not by the one that writes.
    const std::string seal = seal_of(append.turn);
    return write<Appended>([&](Tables& tables) { return append_turn(tables, append, seal); });
  }
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) override {
    if (Result<void> good = check_request(attempt); !good) return std::move(good).error();
    return write<std::optional<std::string>>([&](Tables& tables) { return keep_attempt(tables, attempt); });
  }
  Result<Head> update(const Update& update) override {
    if (Result<void> good = check_request(update); !good) return std::move(good).error();
    return write<Head>([&](Tables& tables) { return update_campaign(tables, update); });
  }
  Result<Known> find(std::string_view campaign, std::string_view turn) override {
    return readers_.read([&](Tables& tables, Connection&) { return find_turn(tables, campaign, turn); });
  }
  Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) override {
    return readers_.read([&](Tables& tables, Connection&) { return query_turns(tables, campaign, query); });
  }
  Result<std::vector<Attempt>> attempts(std::string_view campaign) override {
    return readers_.read([&](Tables& tables, Connection&) { return attempts_of(tables, campaign); });
  }
  Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) override {
    return readers_.read([&](Tables& tables, Connection&) { return query_audit(tables, campaign, query); });
  }
  Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) override {
    return readers_.read(
        [&](Tables& tables, Connection&) { return nearest_checkpoint(tables, campaign, turn); });
  }
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override {
    if (Result<void> good = check_pack(hash, bytes); !good) return good;
    return write([&](Tables& tables) { return keep_pack(tables, hash, bytes); });
  }
  Result<std::string> pack(std::string_view hash) override {
    return readers_.read([&](Tables& tables, Connection&) { return pack_bytes(tables, hash); });
  }
  Result<std::vector<std::string>> packs(std::string_view campaign) override {
    return readers_.read([&](Tables& tables, Connection&) { return packs_of(tables, campaign); });
  }
  Result<void> restore(const Image& image) override {
    if (Result<void> good = check_image(image); !good) return good;
    return write([&](Tables& tables) { return restore_image(tables, image); });
  }
  Result<std::vector<Error>> check(std::string_view campaign) override {
    return readers_.read(
        [&](Tables& tables, Connection& connection) { return check_file(tables, connection, campaign); });
  }
  Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) override {
    return readers_.read([&](Tables& tables, Connection& connection) {
      return salvage_rows(tables, connection, campaign, is_it);
    });
  }
  Result<void> replace(const Salvage& salvaged, const Image& image) override {
    if (Result<void> good = check_image(image); !good) return good;
    return write([&](Tables& tables) { return replace_campaign(tables, salvaged, image); });
  }
  Result<void> check_part(std::string_view campaign, CheckPart part) override {
    return readers_.read([&](Tables& tables, Connection&) { return check_part_of(tables, campaign, part); });
  }
  Result<void> rebuild_file() override {
    if (writer_ == nullptr) return read_only();
    Result<std::vector<std::string>> unread = rebuild_store_file(path_, busy_milliseconds_);
    if (!unread) return std::move(unread).error();
    log_.write(LogLevel::kInfo, "store.rescued", {{"file", path_}, {"unread_tables", unread->size()}});
    return {};
  }
  Result<void> copy_to(const std::string& path) override {
    return readers_.read([&](Tables&, Connection& connection) { return connection.copy_to(path); });
  }

 private:
  static Connection::Options reading(const SqliteOptions& options) {
    return {options.read_only, true, options.busy_milliseconds};
  }

  Result<void> write(const Writer::Work& work) {
    if (writer_ == nullptr) return read_only();
    return writer_->run(work);
  }
  Error read_only() const {
    return {Code::kStoreReadOnly, path_ + " was opened for reading only", "open it for writing"};
  }
  template <typename T, typename Work>
  Result<T> write(const Work& work) {
    std::optional<T> value;
    Result<void> done = write([&](Tables& tables) -> Result<void> {
      Result<T> made = work(tables);
      if (!made) return std::move(made).error();
      value = std::move(*made);
      return {};
    });
    if (!done) return std::move(done).error();
    return std::move(*value);
  }

  // SQLite's own check sees pages and indexes, the seals see bytes, and the chain sees what is missing.
  static Result<std::vector<Error>> check_file(Tables& tables, Connection& connection,
                                               std::string_view campaign) {
    std::vector<Error> errors;
    if (campaign.empty()) {
      const Result<std::vector<std::string>> damage = file_damage(connection);
      if (!damage) return damage.error();
      for (const std::string& line : *damage) errors.push_back(corrupt("the store's file", line));
    }
    Result<std::vector<Error>> found = check_store(tables, campaign);
    if (!found && found.error().code != Code::kStoreCorrupt) return std::move(found).error();
    if (!found) {
      errors.push_back(std::move(found).error());
    } else {
      for (Error& error : *found) errors.push_back(std::move(error));
    }
    return errors;
  }

  // Where pages or indexes are damaged, from rows in new ones: an index would hide some of them.
  static Result<Salvage> salvage_rows(Tables& tables, Connection& connection, std::string_view campaign,
                                      const IsIt& is_it) {
    Result<std::vector<std::string>> damage = file_damage(connection);
    if (!damage) return std::move(damage).error();
    if (damage->empty()) return tables.salvage(campaign, is_it);
    const Result<std::int64_t> page = connection.number("PRAGMA page_size");
    if (!page) return page.error();
    Result<std::unique_ptr<Connection>> scratch = open_scratch_store(*page);
    if (!scratch) return std::move(scratch).error();
    const Result<std::vector<std::string>> unread = rescue_rows(connection, **scratch);
    if (!unread) return unread.error();
    damage->insert(damage->end(), unread->begin(), unread->end());
    Result<Salvage> salvage = SqliteTables(**scratch).salvage(campaign, is_it);
    if (!salvage) return salvage;
    std::vector<Salvage::Row> rows;
    for (std::string& line : *damage) rows.push_back({"file", "", std::move(line)});
    salvage->damage.insert(salvage->damage.begin(), rows.begin(), rows.end());
    return salvage;
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
  Result<std::int64_t> page = connection.number("PRAGMA page_size");
  if (!page) return std::move(page).error();
  return connection.execute("PRAGMA max_page_count=" +
                            std::to_string(bytes / static_cast<std::uint64_t>(*page)));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, const SqliteOptions& options) {
  // To SQLite these names mean something else than a file.
  if (path.empty() || path.find('\0') != std::string::npos || path == ":memory:" || path.starts_with("file:"))
    return Error(Code::kStoreIo, "\"" + path + "\" is no name of a file",
                 "give the path of the store's file");
  bool undecided = false;
  if (Result<void> good = check_store_file(path, options.read_only, undecided); !good)
    return std::move(good).error();
  if (undecided && !options.read_only) {
    // Another program's, perhaps: looked at without the right to write it.
    Result<std::unique_ptr<Connection>> look =
        Connection::open(path, {true, false, options.busy_milliseconds});
    const Result<bool> store = look ? is_store(**look) : Result<bool>(look.error());
    if (!store) return told_with_path(store.error(), path);
  }
  Result<std::unique_ptr<Connection>> connection =
      Connection::open(path, {options.read_only, false, options.busy_milliseconds});
  if (!connection) return std::move(connection).error();
  Result<void> ready = prepare_schema(**connection, options.read_only, options.log);
  if (ready) ready = bound_size(**connection, options.max_file_bytes);
  if (!ready) return told_with_path(std::move(ready).error(), path);
  try {
    return std::unique_ptr<Store>(std::make_unique<SqliteStore>(path, std::move(*connection), options));
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
