// What is asked about a campaign, over the rows of one open transaction.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/requests.hpp"

#include "tables.hpp"

namespace gavel {

Result<Campaign> load_campaign(Tables& tables, std::string_view campaign);
Result<Known> find_turn(Tables& tables, std::string_view campaign, std::string_view turn);
Result<std::vector<Turn>> query_turns(Tables& tables, std::string_view campaign, const TurnQuery& query);
Result<AuditPage> query_audit(Tables& tables, std::string_view campaign, const AuditQuery& query);
Result<std::optional<Checkpoint>> nearest_checkpoint(Tables& tables, std::string_view campaign,
                                                     std::string_view turn);
// See Store::check_part.
Result<void> check_part_of(Tables& tables, std::string_view campaign, CheckPart part);
Result<std::vector<std::string>> packs_of(Tables& tables, std::string_view campaign);
Result<std::vector<Attempt>> attempts_of(Tables& tables, std::string_view campaign);
Result<std::string> pack_bytes(Tables& tables, std::string_view hash);

}  // namespace gavel
