#include "sqlite_writer.hpp"

#include <algorithm>
#include <csignal>
#include <pthread.h>
#include <utility>

#include "sqlite_tables.hpp"

namespace gavel {

Writer::Writer(std::unique_ptr<Connection> connection, std::size_t max_group, Log log)
    : connection_(std::move(connection)),
      max_group_(std::max<std::size_t>(1, max_group)),
      log_(std::move(log)),
      thread_([this] { serve(); }) {}

Writer::~Writer() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  waiting_.notify_one();
  thread_.join();
}

Result<void> Writer::run(const Work& work) {
  const Held job = std::make_shared<Job>(work);
  std::unique_lock lock(mutex_);
  queue_.push_back(job);
  waiting_.notify_one();
  job->woken.wait(lock, [&job] { return job->done; });
  return std::move(job->result);
}

void Writer::serve() {
  // A file that grows beyond the process's limit is an error of this write, and not the end of the process.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  work();
  connection_.reset();  // writes too
}

void Writer::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    waiting_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(std::min(max_group_, queue_.size()));
    const Group group(queue_.begin(), end);
    queue_.erase(queue_.begin(), end);
    lock.unlock();
    commit(group);
    lock.lock();
    for (const Held& job : group) job->done = true;
    lock.unlock();
    // Without the lock, which all of them would wait for a second time.
    for (const Held& job : group) job->woken.notify_one();
    lock.lock();
  }
}

void Writer::commit(const Group& group) {
  if (commit_together(group) != Outcome::kSpoiled || group.size() == 1) return;
  // One of them could not be stored: a full disk, a value too large. Alone, each gets what is its own.
  for (const Held& job : group) commit_together({job});
}

Writer::Outcome Writer::commit_together(const Group& group) {
  const auto fail = [&](const Error& error) {
    if (connection_->in_transaction()) (void)connection_->execute("ROLLBACK");
    for (const Held& job : group) job->result = error;
  };
  if (Result<void> begun = connection_->begin_writing(log_); !begun) {
    fail(begun.error());
    return Outcome::kNotBegun;
  }
  SqliteTables tables(*connection_);
  for (const Held& job : group) {
    const std::int64_t before = connection_->changes();
    job->result = job->work(tables);
    // A refusal comes before the first write. What fails later has left a part of itself behind.
    const bool whole = connection_->in_transaction() && (job->result || connection_->changes() == before);
    if (whole) continue;
    fail(job->result ? Error(Code::kStoreIo, "the transaction was given up") : Error(job->result.error()));
    return Outcome::kSpoiled;
  }
  if (Result<void> committed = connection_->execute("COMMIT"); !committed) {
    fail(committed.error());
    return Outcome::kSpoiled;
  }
  return Outcome::kCommitted;
}

}  // namespace gavel
