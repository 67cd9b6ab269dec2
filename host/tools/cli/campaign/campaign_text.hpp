// What `gavel campaign` and `gavel demo` say, for people: made from the JSON that programs get.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "campaign/campaigns.hpp"
#include "state/json.hpp"

namespace gavel {

// By a layout of texts/campaign.yaml: campaign, campaigns, turns, audit, repair; exchange: what differs, what
// the migration did, how the last turns came out; swap: the same and what to do.
std::string report_for_people(std::string_view layout, const Json& report, bool colour);
std::string timeline_for_people(const Json& timeline, bool colour);
std::string findings_for_people(const std::vector<Finding>& found, const std::string& what, bool colour);

}  // namespace gavel
