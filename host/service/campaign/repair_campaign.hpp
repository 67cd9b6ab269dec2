// The repair of a campaign: a whole campaign made of what was salvaged of a damaged one. Sound turns stay
// byte for byte. What is left is played into a store in memory, by the same functions as any campaign, so
// that nothing comes of it that a store would not take.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "campaign/campaigns.hpp"

namespace gavel {

struct RepairedCampaign {
  std::unique_ptr<Store> store;  // with the repaired campaign, and nothing else
  std::string id;
  // {damaged: [{row, id, what}], lost: [{turn_id, why}], replayed: [turn id], restored: [turn id], notes:
  // [text], kept, head}
  Json report;
};

// `replays`: sound inputs behind a lost turn are judged again on the state that is left; else they are lost
// too. `images`: of rulesets, in the place of packs that are damaged.
Result<RepairedCampaign> repair_salvaged(const Salvage& salvage, const CampaignsOptions& options,
                                         bool replays, const std::vector<std::string>& images);

}  // namespace gavel
