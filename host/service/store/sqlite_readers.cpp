#include "sqlite_readers.hpp"

namespace gavel {
namespace {

Result<void> read_once(Connection& connection, const Readers::Work& work) {
  TRY(connection.execute("BEGIN"));
  SqliteTables tables(connection);
  Result<void> read = work(tables);
  if (connection.in_transaction()) (void)connection.execute("ROLLBACK");  // nothing was written
  return read;
}

}  // namespace

Result<void> Readers::read(const Work& work) {
  constexpr int kTries = 8;
  for (int left = kTries;; --left) {
    std::unique_ptr<Connection> taken = TRY(take());
    Result<void> read = read_once(*taken, work);
    const bool unchanged = taken->is_unchanged();
    give_back(unchanged ? std::move(taken) : nullptr);
    if (unchanged) return read;
    if (left == 0) return Error(Code::kStoreBusy, path_ + " is being written", "read it again");
  }
}

Result<std::unique_ptr<Connection>> Readers::take() {
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [this] { return out_ < most_; });
    ++out_;
    if (!idle_.empty()) {
      std::unique_ptr<Connection> connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  Result<std::unique_ptr<Connection>> opened = Connection::open(path_, options_);
  if (!opened) give_back(nullptr);
  return opened;
}

void Readers::give_back(std::unique_ptr<Connection> connection) {
  {
    const std::scoped_lock lock(mutex_);
    --out_;
    if (connection) idle_.push_back(std::move(connection));
  }
  returned_.notify_one();
}

}  // namespace gavel
