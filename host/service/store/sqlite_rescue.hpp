// A file whose pages or indexes are damaged: what is wrong with it, and its rows in new pages.
#pragma once

#include <string>
#include <vector>

#include "sqlite_connection.hpp"

namespace gavel {

// What SQLite finds wrong with pages and indexes; empty: nothing. What is wrong with the value of a row its
// seal says, and no index. Price: reading the whole file.
Result<std::vector<std::string>> file_damage(Connection& connection);

// A store of its own, without rows, which is in no file that has a name and goes with the connection.
Result<std::unique_ptr<Connection>> open_scratch_store(std::int64_t page_bytes);

// Copies every row that can be read, each under its own number and by no index. One that no two rows may be
// like (an id that damage made equal to another's) comes under a campaign number that nobody has, where a
// salvage finds it by its hashes. Says which tables have pages that could not be read.
Result<std::vector<std::string>> rescue_rows(Connection& from, Connection& to);

// Makes the file at `path` new out of its rows, in one change: nobody writes it meanwhile, and who reads sees
// it as it was or as it is. Says which tables have pages that could not be read.
Result<std::vector<std::string>> rebuild_store_file(const std::string& path, int busy_milliseconds);

}  // namespace gavel
