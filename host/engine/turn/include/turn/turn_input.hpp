// TurnInput: everything that one turn depends on beside the document, the earlier turns and the rules. It is
// made from what the caller asks, completed by whoever keeps the campaign, judged, and recorded as it is, so
// that it can be judged again.
//
// INVARIANT: once a turn has begun nobody changes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/result.hpp"
#include "command/command.hpp"
#include "state/json.hpp"
#include "state/json_text.hpp"

namespace gavel {

enum class TurnKind {
  kTurn,       // texts: what players said and what the model answered
  kTool,       // calls of tools by an agent
  kNarration,  // a narration to check
  kContinue,   // the model goes on with its last text
  kSwap,       // other rules; nobody spoke
};
std::string_view turn_kind_name(TurnKind kind);  // "turn", "tool", "narration", "continue", "swap"

// What one speaker gave to a turn.
struct TurnPart {
  Actor role = Actor::kModel;
  std::string actor_id = {};  // whose seat; empty: the turn's
  std::string text = {};
  Json calls = {};  // null, or [{tool, args, id?, reason?}, …] in the place of a text
  std::string dialect = "auto";
  Json external_answer = {};  // null, or what another model said about this part: recorded, never asked again

  // The text that is read, and what the spans of its commands are of.
  std::string written() const;
  // In which dialect it is read.
  std::string_view read_as() const { return calls.is_null() ? std::string_view(dialect) : "tools"; }
};

// The usual parts: what a player said, if anything, then a text.
std::vector<TurnPart> parts_of(std::string user_text, std::string text, Actor role = Actor::kModel,
                               const std::string& dialect = "auto");

// What an earlier attempt gave for the last part.
struct TakenAttempt {
  std::uint64_t number = 0;
  TurnPart part;
};

constexpr std::uint64_t kRecordFormat = 2;  // of turns recorded now; format 1 knew one player and one text

struct TurnInput {
  // What the caller asks.
  std::string turn = "t-1";
  TurnKind kind = TurnKind::kTurn;
  std::string actor_id;  // whose turn it is
  // In order: what players said, then the one part that is judged as the turn's own. Of a swap there are
  // none.
  std::vector<TurnPart> parts = std::vector<TurnPart>(1);
  std::string replaces;         // re-rolls this turn: starts from the state before it
  Json summary;                 // null, or the new {summary_text, facts_json, pins}
  std::optional<Json> schemas;  // the schemas active from this turn on: an array of ids
  Time now;

  // What the host adds.
  std::uint64_t attempt = 1;  // at this turn; beyond the ruleset's retries a failed one is reported
  std::optional<Time> clock;  // what the host's clock said, where that was before the turn before
  std::string engine;         // the version that judged it
  std::string ruleset;        // the hash of its image
  std::string seed;           // of the dice
  Json settings;              // in force, by key: Ruleset::settings
  Json campaign;              // what rules see as ctx.campaign
  std::optional<std::vector<std::string>> tools;  // only these may be called; nothing: all of the ruleset's
  std::string milestone_policy;                   // "milestones/by_turn_count"; empty: never advances
  Json milestone_with;  // its parameters; see milestone_params (ruleset/milestone_policy.hpp)
  std::vector<std::string> failed_before;  // Verdict::failed_calls of earlier attempts at this turn
  std::vector<std::string> rolled_before;  // Verdict::rolled_calls of earlier attempts at this turn
  // The best of the attempts that may be accepted, where it is not this one: its part is judged in place of
  // the last, which stays what was sent.
  std::optional<TakenAttempt> taken;

  std::uint64_t format = kRecordFormat;  // as it is, or will be, recorded

  // The part that is judged as the turn's own: the last. REQUIRES: there is one.
  const TurnPart& spoken() const { return parts.back(); }
  // What players said before it, a line each.
  std::string user_text() const;
};

// The input with the part of the attempt that was taken, if one was, as its last.
TurnInput judged_input(const TurnInput& input);

// The turn consists of parts that can be judged: players' first, then one more, of a known dialect.
Result<void> check_parts(const TurnInput& input);

// As a record holds it: the members that every record begins with, and the rest as {…}.
void tell_turn(JsonText& record, const TurnInput& input);
void tell_inputs(JsonText& out, const TurnInput& input);
// Out of a record of either format. An error: the record is damaged or of a newer Gavel.
Result<TurnInput> read_turn_input(const Json& record);

// What the caller asked, as one text: two inputs with the same text are the same request.
std::string request_text(const TurnInput& input);

}  // namespace gavel
