// What a campaign gives a turn beside its facts, and what the turn keeps for it in the document's
// `meta.campaign`, so that it is journaled, undone and branched with everything else:
//
//   {turns, tokens,                                      accepted turns, and an estimate of all their texts
//    milestone: {value, last_advanced_at_turn, tokens, summary_version},    the last two as they were then
//    summary: {version, summary_text, facts_json, pins}, schemas: [id, …],
//    failing: {signature: turns in a row in which that call failed}}
//
// What is zero or empty is not written. It is written where a turn is accepted, and nowhere else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/document.hpp"
#include "state/json.hpp"

namespace gavel {

constexpr std::size_t kMostFailing = 64;  // failed calls that are remembered, of one turn and in all

// All of it is recorded with the turn.
struct CampaignTurn {
  Json summary;  // null: none; else {summary_text, facts_json, pins}: in the place of the one before, version
                 // + 1
  std::optional<Json> schemas;   // the schemas active from this turn on: an array of ids
  std::string milestone_policy;  // "milestones/by_turn_count"; empty: never advances
  Json milestone_with;           // its parameters; see milestone_params (ruleset/milestone_policy.hpp)
  std::vector<std::string> failed_before;  // Verdict::failed_calls of earlier attempts at this turn
};

}  // namespace gavel
