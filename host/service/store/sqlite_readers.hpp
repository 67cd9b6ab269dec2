// Readers: connections that only read, made when they are needed and kept.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.hpp"

#include "sqlite_connection.hpp"
#include "sqlite_tables.hpp"

namespace gavel {

class Readers {
 public:
  Readers(std::string path, Connection::Options options, std::size_t most)
      : path_(std::move(path)), options_(options), most_(most == 0 ? 1 : most) {}

  // Runs `work(Tables&, Connection&)` over one unchanging view of the file, and returns its result. Any
  // thread.
  template <typename Work>
  auto read(const Work& work) -> decltype(work(std::declval<Tables&>(), std::declval<Connection&>())) {
    constexpr int kTries = 8;
    for (int left = kTries;; --left) {
      Result<std::unique_ptr<Connection>> taken = take();
      if (!taken) return std::move(taken).error();
      auto result = read_once(**taken, work);
      const bool unchanged = (*taken)->is_unchanged();
      give_back(unchanged ? std::move(*taken) : nullptr);
      if (unchanged) return result;
      if (left == 0) return Error(Code::kStoreBusy, path_ + " is being written", "read it again");
    }
  }

 private:
  template <typename Work>
  static auto read_once(Connection& connection, const Work& work)
      -> decltype(work(std::declval<Tables&>(), std::declval<Connection&>())) {
    auto result = [&]() -> decltype(work(std::declval<Tables&>(), std::declval<Connection&>())) {
      if (Result<void> begun = connection.execute("BEGIN"); !begun) return std::move(begun).error();
      SqliteTables tables(connection);
      return work(tables, connection);
    }();
    if (connection.in_transaction()) (void)connection.execute("ROLLBACK");  // nothing was written
    return result;
  }

  Result<std::unique_ptr<Connection>> take();
  void give_back(std::unique_ptr<Connection> connection);

  const std::string path_;
  const Connection::Options options_;
  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Connection>> idle_;  // guarded by mutex_, as is out_
  std::size_t out_ = 0;
};

}  // namespace gavel
