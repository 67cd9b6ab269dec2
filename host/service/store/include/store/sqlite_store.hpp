// A store in one SQLite file: the embedded default, one file for each host.
//
// Writes go to a thread of the store's own, which puts those that wait into one transaction and wakes their
// callers after COMMIT has returned; so many sessions share one write to the disk, and nobody is answered
// before it. Each write in a transaction is judged alone: one that is refused takes none of the others with
// it. Reads have connections of their own and never wait for writes.
//
// Several processes may open the same file; their writes exclude each other by SQLite's own lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/log.hpp"
#include "store/store.hpp"

namespace gavel {

struct SqliteOptions {
  // Nothing is written, and no table is made or changed.
  bool read_only = false;
  // How long a write waits for another process before it is `store.busy`.
  int busy_milliseconds = 5'000;
  // Reads that run at the same time; more wait.
  std::size_t max_readers = 4;
  // Writes in one transaction.
  std::size_t max_group = 256;
  // The file's size; 0: as large as the disk. Beyond it: `store.full`.
  std::uint64_t max_file_bytes = 0;
  Log log = {};
};

// Makes the file where there is none. Refused: a file of another program or of a newer Gavel
// (`store.newer`), one whose tables are not those that this program made (`store.corrupt`), one that is
// locked, damaged, or cannot be written.
// REQUIRES: nothing is being called any more when the store is destroyed.
Result<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, const SqliteOptions& options = {});

// For a program, before it opens its first store: what SQLite makes good after a crash is logged too, as
// `store.recovered`. It holds for the whole process, so a library leaves it alone. REQUIRES: the log outlives
// every store.
void log_recoveries(const Log& log);

}  // namespace gavel
