// Whether a campaign is whole: the chain of hashes, the tree of turns, and what hangs on it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/records.hpp"

#include "tables.hpp"

namespace gavel {

// Of a campaign that is to be restored; the first thing wrong with it.
Result<void> check_whole(const WholeCampaign& whole);

// Of one that is stored, or ("") of all and of the file that they are in: every row is read, and every
// damaged one is named. At most 100 errors of rows.
Result<std::vector<Error>> check_store(Tables& tables, std::string_view campaign);

}  // namespace gavel
