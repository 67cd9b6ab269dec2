// Rows whose number is another campaign's. No row holds its campaign's id, but the chain of hashes tells: a
// turn fits where its parent, or its branch's beginning, has the hash that it follows.
#pragma once

#include <string>

#include "sqlite_connection.hpp"

namespace gavel {

// SQL conditions over a row of `turn` or `branch` by its alias.
std::string fits(const std::string& turn);
// Its hash is that of its record, so that what it follows was not altered.
std::string chained(const std::string& turn);
// It does not fit where it lies, and does in another campaign: no reader of this one may see it.
std::string foreign_turn(const std::string& turn);
std::string foreign_branch(const std::string& branch);

// The hash of a campaign's turn, or for "" of its origin: what a checkpoint there is bound to.
std::string hash_at(const std::string& campaign, const std::string& turn);

// The functions that these conditions call, for one connection; a result code of SQLite's.
int add_hashes(sqlite3* db);

// Gives the rows under a campaign's number that are another's back to that one.
Result<void> send_home(Connection& connection, std::int64_t key);

}  // namespace gavel
