// Writer: the thread that writes. Pieces of work that wait are put into one transaction; each is answered
// after the COMMIT that holds it has returned, or with the reason why nothing of it was kept.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/log.hpp"
#include "base/result.hpp"

#include "sqlite_connection.hpp"
#include "tables.hpp"

namespace gavel {

class Writer {
 public:
  // May be run again from the start, when a transaction had to be given up: it must only read what it
  // captured, and set its results anew. An error without anything written concerns this work alone.
  using Work = std::function<Result<void>(Tables&)>;

  // REQUIRES: the connection is not used by anybody else.
  Writer(std::unique_ptr<Connection> connection, std::size_t max_group, Log log);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  // Finishes what waits.
  ~Writer();

  // Returns when the work is durable or refused. Any thread.
  Result<void> run(const Work& work);

 private:
  struct Job {
    explicit Job(const Work& work_in) : work(work_in) {}
    const Work& work;
    Result<void> result;
    bool done = false;
    std::condition_variable woken;
  };
  // Both the caller and the writer hold it: whoever is woken may be gone before the waking is over.
  using Held = std::shared_ptr<Job>;
  using Group = std::vector<Held>;

  void serve();
  void work();
  void commit(const Group& group);
  // But for kCommitted nothing of the group was kept.
  enum class Outcome { kCommitted, kNotBegun, kSpoiled };
  Outcome commit_together(const Group& group);

  std::unique_ptr<Connection> connection_;
  const std::size_t max_group_;
  const Log log_;
  std::mutex mutex_;
  std::condition_variable waiting_;
  std::deque<Held> queue_;  // guarded by mutex_, as are stopping_ and Job::done
  bool stopping_ = false;
  std::thread thread_;  // the last member: it uses all others
};

}  // namespace gavel
