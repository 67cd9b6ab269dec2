#include <mutex>

#include "store/memory_store.hpp"
#include "store/refusals.hpp"

#include "sqlite_schema.hpp"
#include "sqlite_tables.hpp"
#include "table_store.hpp"

namespace gavel {
namespace {

class MemoryStore final : public TableStore {
 public:
  MemoryStore() {
    Result<void> made = connection_ ? make_tables(**connection_) : Result<void>();
    if (!made) connection_ = std::move(made).error();
  }

  Result<void> copy_to(const std::string& /*path*/) override {
    return invalid("a store in memory is in no file", "export its campaigns");
  }
  Result<void> rebuild_file() override { return {}; }

 private:
  Result<void> read_rows(const Work& work) override { return write_rows(work); }

  Result<void> write_rows(const Work& work) override {
    const std::scoped_lock lock(mutex_);
    if (!connection_) return connection_.error();
    Connection& connection = **connection_;
    TRY(connection.execute("BEGIN"));
    SqliteTables tables(connection);
    Result<void> done = work(tables);
    if (done) done = connection.execute("COMMIT");
    if (connection.in_transaction()) (void)connection.execute("ROLLBACK");
    return done;
  }

  std::mutex mutex_;
  // Guarded by mutex_. An error: there was no memory for it, and every call says so.
  Result<std::unique_ptr<Connection>> connection_ = Connection::open_memory();
};

}  // namespace

std::unique_ptr<Store> open_memory_store() { return std::make_unique<MemoryStore>(); }

}  // namespace gavel
