// A campaign's progress, which a turn keeps in the document's `meta.campaign`, so that it is journaled,
// undone and branched with everything else:
//
//   {turns, tokens,                                      accepted turns, and an estimate of all their texts
//    milestone: {value, last_advanced_at_turn, tokens, summary_version},    the last two as they were then
//    summary: {version, summary_text, facts_json, pins, upto}, schemas: [id, …],
//                                           upto: so many turns it tells of, where the ruleset has
//                                           prompt.memory
//    failing: {signature: turns in a row in which that call failed}}
//
// What is zero or empty is not written. Of a turn that is not accepted nothing stays.
#pragma once

#include <span>
#include <string>

#include "state/document.hpp"
#include "turn/turn_input.hpp"

namespace gavel {

constexpr std::size_t kMostFailing = 64;  // failed calls that are remembered, of one turn and in all

// Whether the summary and the schemas are such that a document can keep them. Nothing from outside but these.
Result<void> check_progress(const TurnInput& input, const Document& document, const Limits& limits);

// The summary and the schemas, from the turn's beginning on.
void begin_progress(Document& document, const TurnInput& input);

// The summary that the model gave in an accepted turn, in its block or (`called`) by its tool: it tells of
// all turns before this one. To be called before the turn is counted.
void keep_recap(Document& document, const std::optional<std::string>& recap, bool called,
                const Limits& limits);

// The campaign's own schemas, as the player has switched them.
void keep_schemas(Document& document, const Json& ids);

// The accepted turn and its texts are counted, and so are the calls that failed in any attempt at it.
void count_turn(Document& document, const TurnInput& input, std::span<const std::string> failed_calls);

// ctx.campaign: the caller's fields, and what meta.campaign says now.
Json campaign_view(const Json& given, const Document& document);

// What a milestone's policy is told: what ctx.campaign shows, and how it stands since the last advance.
Json milestone_view(const Json& given, const Document& document);

// The milestone is one further. The data of the event that says so.
Json advance_milestone(Document& document);

}  // namespace gavel
