// A campaign's progress in `meta.campaign` (see turn/progress.hpp): what a turn writes of it when it begins
// and when it is accepted, and how plugins see it.
#pragma once

#include <span>
#include <string>

#include "turn/progress.hpp"

namespace gavel {

// Whether the summary and the schemas are such that a document can keep them. Nothing from outside but these.
Result<void> check_campaign(const CampaignTurn& campaign, const Document& document, const Limits& limits);

// The summary and the schemas, from the turn's beginning on.
void begin_progress(Document& document, const CampaignTurn& campaign);

// The campaign's own schemas, as the player has switched them.
void keep_schemas(Document& document, const Json& ids);

// The accepted turn and its texts are counted, and so are the calls that failed in any attempt at it.
void count_turn(Document& document, const CampaignTurn& campaign, std::uint64_t tokens,
                std::span<const std::string> failed_calls);

// ctx.campaign: the caller's fields, and what meta.campaign says now.
Json campaign_seen(const Json& given, const Document& document);

// What a milestone's policy is told: what ctx.campaign shows, and how it stands since the last advance.
Json campaign_told(const Json& given, const Document& document);

// The milestone is one further. The data of the event that says so.
Json advance_milestone(Document& document);

}  // namespace gavel
