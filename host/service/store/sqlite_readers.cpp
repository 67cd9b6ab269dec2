#include "sqlite_readers.hpp"

namespace gavel {

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
