// One turn without a store: read a text, judge it, and say what became of it. What `gavel apply` is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "claims/claims.hpp"
#include "dialects/dialect.hpp"
#include "guards/guards.hpp"
#include "rules/batch.hpp"
#include "state/document.hpp"
#include "turn/progress.hpp"

namespace gavel {

struct TurnInput {
  std::string_view text;
  // What the player said before the model spoke: read and judged first, as the actor `player`, in the same
  // transaction. Empty: nothing. `actor` is whose text `text` is.
  std::string_view user_text;
  std::string_view dialect = "auto";
  Actor actor = Actor::kModel;
  std::string turn = "t-1";
  Context context;
  Guards guards;
  Mounts mounts;
  const TagTable* tags = nullptr;  // nullptr: TagTable::standard()
  bool arithmetic = false;         // see ReadOptions
  bool atomic = false;             // each envelope all or nothing

  // A game's rules. With them, what the ruleset says of context (but its clock), guards, mounts, dialects and
  // arithmetic counts, and not what stands above.
  const Ruleset* ruleset = nullptr;
  Sandbox* sandbox = nullptr;       // of the ruleset's program
  DeriveMemory* derived = nullptr;  // nullptr: every derived value is computed anew
  TurnFacts facts;                  // its turn, actor and allowed_tools are those here
  std::size_t attempt = 1;          // at this turn; beyond the ruleset's retries a failed one is reported
  bool trial = false;               // only whether it passes is asked: a failed one is not explained
  // The campaign's own allowlist: of the ruleset's tools only these. See check_allowed (ruleset/ruleset.hpp).
  std::optional<std::vector<std::string>> allowed_tools;
  const CampaignTurn* campaign = nullptr;  // set: the turn keeps the campaign's progress in meta.campaign
};

enum class Decision { kAccepted, kRetry, kConflictReport };

struct Verdict {
  std::string turn;
  // Of `text`, but for its proposals: those of `user_text` stand first in them, their envelopes too, and
  // their spans are of that text.
  Reading reading;
  std::size_t asked = 0;            // so many of the proposals and lines, the first ones, are the player's
  std::optional<Reading> user;      // of `user_text`, its proposals moved; nothing: there was none
  std::vector<Line> lines;          // one for each proposal
  EffectRows expired;               // effects of what went because its time had come, each with cause "ttl"
  std::vector<Conflict> conflicts;  // what the narration says against the state; spans are of the text
  Notes notes;                      // what the ruleset's own code said and did
  std::optional<Error> failed;      // the ruleset itself failed, and nothing of the turn was kept
  // The clock or the memory in use ended it: `failed` is theirs, and another run may come out otherwise.
  bool by_chance = false;
  std::vector<std::string> audit;  // every record of the turn, in order
  std::size_t attempt = 1;
  Decision decision = Decision::kAccepted;  // unless accepted, nothing of the attempt was kept
  Json feedback;                            // for the model; null: there is none
  Json messages;                            // the same as messages to append to the next request
  Json report;            // of a conflict_report, for people: {text, options}; null: there is none
  bool is_draft = false;  // the narration belongs to an attempt of a model that was not accepted
  bool withheld = false;  // a draft that is not to be shown (retry.intercept_output)
  // Signatures (rules/call_signature.hpp) of the model's calls that failed, each once, in order, the first
  // kMostFailing; also of an attempt that was discarded.
  std::vector<std::string> failed_calls;
  bool advanced = false;        // the milestone did
  std::optional<Json> schemas;  // the campaign's own, where the player's words switched some: an array of ids
};

// An error: the text cannot be judged at all, and the document is as it was. Otherwise the document holds
// what was kept, and its journal can still undo the turn.
Result<Verdict> run_turn(Document& document, const TurnInput& input);

std::string_view decision_name(Decision decision);  // "accepted", "retry", "conflict_report"

// What clients may show in a way of its own, {tag, span, attributes?, content} each; no part of the
// narration.
Json displays_json(const Verdict& verdict);

// The verdict in its JSON form, as clients get it: as a tree, and as the one line that is kept, which is
// to_text of that tree. (verdict_json.cpp)
Json verdict_json(const Verdict& verdict);
std::string verdict_text(const Verdict& verdict);

}  // namespace gavel
