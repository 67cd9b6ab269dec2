// What `gavel campaign` and `gavel demo` say, for people: made from the JSON that programs get.
#pragma once

#include <string>
#include <vector>

#include "campaign/campaigns.hpp"
#include "state/json.hpp"

namespace gavel {

std::string campaign_for_people(const Json& campaign, bool colour);
std::string list_for_people(const Json& campaigns, bool colour);
std::string turns_for_people(const Json& turns, bool colour);
std::string timeline_for_people(const Json& timeline, bool colour);
std::string answer_for_people(const Json& verdict, bool colour);
// What differs, what the migration did, how the last turns came out; swap_for_people also says what to do.
std::string exchange_for_people(const Json& report, bool colour);
std::string swap_for_people(const Json& report, bool colour);
std::string audit_for_people(const Json& hits, bool colour);
std::string repair_for_people(const Json& report, bool colour);
std::string findings_for_people(const std::vector<Finding>& found, const std::string& what, bool colour);

}  // namespace gavel
