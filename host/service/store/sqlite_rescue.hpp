// A file whose pages or indexes are damaged: its rows in new pages. What is wrong with one, and the rows of a
// campaign in it, are SqliteTables::file_damage and salvage.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace gavel {

// Makes the file at `path` new out of its rows, in one change: nobody writes it meanwhile, and who reads sees
// it as it was or as it is. Says which tables have pages that could not be read.
Result<std::vector<std::string>> rebuild_store_file(const std::string& path, int busy_milliseconds);

}  // namespace gavel
