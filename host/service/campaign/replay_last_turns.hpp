// LastTurnsReplay: the last turns on the way to where a campaign stands, judged by other rules from their
// recorded inputs, each on the state that these rules made of the one before. Nothing is stored.
#pragma once

#include "campaign_cache.hpp"
#include "exchange.hpp"

namespace gavel {

// Turns as Campaigns::swap lists them. `swap`: the inputs of the exchange by which the state before the first
// of them is brought to the rules. An error: they cannot be judged at all.
Result<Json> retrial(Campaigns::Impl& host, const OpenCampaign& now, const Side& after, const TurnInput& swap,
                     std::size_t last, const Campaigns::Progress& progress);

}  // namespace gavel
