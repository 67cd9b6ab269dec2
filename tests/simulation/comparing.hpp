// What a host shows, held against the model. "": it is the same.
#pragma once

#include <string>

#include "model.hpp"

namespace gavel::simulation {

std::string differs_shown(const CampaignModel& model, const Json& shown);
// The state after a turn. Also that it is, byte for byte, the one that was seen at that turn before.
std::string differs_state(CampaignModel& model, const std::string& turn, const Json& both);
std::string differs_timeline(const CampaignModel& model, const Json& timeline);

}  // namespace gavel::simulation
