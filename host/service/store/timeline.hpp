// What changes a campaign, over the rows of one open transaction. Each function first looks at everything
// that could refuse it and only then writes, so that a refusal leaves the transaction as it was, and others
// in it are not concerned.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "store/requests.hpp"

#include "tables.hpp"

namespace gavel {

// REQUIRES of all: check_request() found nothing.
Result<Head> create_campaign(Tables& tables, const NewCampaign& campaign);
// `checksum` is that of the turn's row.
Result<Appended> append_turn(Tables& tables, const Append& append, std::string_view checksum);
Result<std::optional<std::string>> keep_attempt(Tables& tables, const NewAttempt& attempt);
Result<Head> update_campaign(Tables& tables, const Update& update);
Result<void> remove_campaign(Tables& tables, std::string_view campaign);
Result<void> keep_pack(Tables& tables, std::string_view hash, std::string_view bytes);

// REQUIRES: check_whole() found nothing.
Result<void> replace_campaign(Tables& tables, const Salvage& salvaged, const WholeCampaign& whole);
Result<void> restore_campaign(Tables& tables, const WholeCampaign& whole);

// The rows of a campaign, or `store.unknown_campaign`.
Result<Tables::Place> place_of(Tables& tables, std::string_view campaign);

}  // namespace gavel
