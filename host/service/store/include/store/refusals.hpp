// The ways in which every store refuses: one wording for each, with what was expected and how to go on.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "store/requests.hpp"

namespace gavel {

Error unknown_campaign(std::string_view campaign);
Error unknown(std::string_view what, std::string_view id, std::string hint = {});
Error campaign_exists(std::string_view campaign);
Error moved(std::string_view campaign, const Head& seen, const Head& found);
// Why a turn id cannot be used again.
Error other_text(std::string_view turn);
Error rolled_back(std::string_view turn);
Error gone_to_report(std::string_view turn);
// What was to be stored contradicts itself.
Error invalid(std::string message, std::string hint = {});
// `what` names the row: `turn "t-5" of campaign "c-1"`.
Error corrupt(const std::string& what, const std::string& how);

// `turn "t-5"` and the like, fit to be shown.
std::string named(std::string_view what, std::string_view id);

Result<void> check_id(std::string_view what, std::string_view id);

// Whether a request is sound in itself, before any row is looked at.
Result<void> check_request(const NewCampaign& campaign);
Result<void> check_request(const Append& append);
Result<void> check_request(const NewAttempt& attempt);
Result<void> check_request(const Update& update);
Result<void> check_pack(std::string_view hash, std::string_view bytes);

}  // namespace gavel
