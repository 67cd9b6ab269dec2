// The tables in the file, and how they came to be: numbered steps that only go forward.
#pragma once

#include "base/log.hpp"
#include "base/result.hpp"

#include "sqlite_connection.hpp"

namespace gavel {

// Whether the file is a store already; an error: it is something else.
Result<bool> is_store(Connection& connection);

// Makes a new file's tables, or brings those of an older one up to date, in one transaction.
// Refused: a database that is no store, one from a newer Gavel, one whose steps were other than ours.
Result<void> prepare_schema(Connection& connection, bool read_only, const Log& log);

// The tables of a new store, in a database that has none.
Result<void> make_tables(Connection& connection);

}  // namespace gavel
