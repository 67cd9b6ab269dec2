// Readers: connections that only read, made when they are needed and kept.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
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

  // Over one unchanging view of the file. It may be run again; any thread.
  using Work = std::function<Result<void>(SqliteTables&)>;
  Result<void> read(const Work& work);

 private:
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
