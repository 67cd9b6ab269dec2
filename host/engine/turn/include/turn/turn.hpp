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
#include "turn/turn_input.hpp"

namespace gavel {

// What a turn is judged by, and who watches: nothing of it is an input, and nothing is recorded.
struct TurnRules {
  // A game's rules. With them, what the ruleset says of context, guards, mounts, dialects and arithmetic
  // counts, and not what is said here.
  const Ruleset* ruleset = nullptr;
  Sandbox* sandbox = nullptr;       // of the ruleset's program
  DeriveMemory* derived = nullptr;  // nullptr: every derived value is computed again
  const Json* history = nullptr;    // see TurnFacts
  bool keeps_progress = false;      // the turn keeps the campaign's progress in meta.campaign
  bool trial = false;               // only whether it passes is asked: a failed one is not explained
  Trace* trace = nullptr;           // see TurnFacts

  Context context;  // its clock is the input's
  Guards guards;
  Mounts mounts;
  const TagTable* tags = nullptr;  // nullptr: TagTable::standard()
  bool arithmetic = false;         // see ReadOptions
  bool atomic = false;             // each envelope all or nothing
};

enum class Decision { kAccepted, kRetry, kConflictReport };

struct Verdict {
  std::string turn;
  // Of the part that was judged as the turn's own. Its proposals come after those of the players' parts,
  // their envelopes too; every span is of its own part's text.
  Reading reading;
  std::size_t player_commands = 0;  // so many of the proposals and lines, the first ones, are players'
  std::vector<Reading> players;     // of the players' parts, their proposals moved
  std::vector<Line> lines;          // one for each proposal
  EffectRows expired;               // effects of what went because its time had come, each with cause "ttl"
  std::vector<Conflict> conflicts;  // what the narration says against the state; spans are of the text
  Notes notes;                      // what the ruleset's own code said and did
  std::optional<Error> failed;      // the ruleset itself failed, and nothing of the turn was kept
  // The clock or the memory in use ended it: `failed` is theirs, and another run may come out otherwise.
  bool by_chance = false;
  std::vector<std::string> audit;  // every record of the turn, in order
  std::size_t attempt = 1;
  std::uint64_t taken_attempt = 0;          // the earlier attempt that this is the judgement of; 0: none
  Decision decision = Decision::kAccepted;  // unless accepted, nothing of the attempt was kept
  Json feedback;                            // for the model; null: there is none
  Json messages;                            // the same as messages to append to the next request
  Json report;            // of a conflict_report, for people: {text, options}; null: there is none
  bool is_draft = false;  // the narration belongs to an attempt of a model that was not accepted
  bool withheld = false;  // a draft that is not to be shown (retry.intercept_output)
  // Signatures (rules/call_signature.hpp) of the model's calls that failed, each once, in order, the first
  // kMostFailing; also of an attempt that was discarded.
  std::vector<std::string> failed_calls;
  bool advanced = false;  // the milestone did
  // What the model gave as its summary, in the block that the ruleset names (prompt.memory). It is no part of
  // the narration, nor of what is shown.
  std::optional<std::string> recap;
  // Signatures of the model's calls in a retried attempt that passed and rolled: the feedback shows what they
  // came to. Each once, in order, the first kMostFailing.
  std::vector<std::string> rolled_calls;
  // Of a model's attempt in trouble that may be accepted after the last try: how much of it went wrong.
  std::optional<std::size_t> refusals;
  std::optional<Json> schemas;  // the campaign's own, where the player's words switched some: an array of ids
};

// An error: the text cannot be judged at all, and the document is as it was. Otherwise the document holds
// what was kept, and its journal can still undo the turn.
Result<Verdict> run_turn(Document& document, const TurnInput& input, const TurnRules& rules = {});

// Whether an attempt at a turn can be sent back at all: a model's, where the ruleset and the campaign
// intercept what it wrote, but no calls of an agent.
bool may_retry(const Ruleset* ruleset, const TurnInput& input);

// Whether a model's reply broke off before it told anything: what it left open has taken the rest.
bool is_cut_off(const Verdict& verdict);

// What a line of a verdict is under `retry.on`; nothing: it asks for no retry under any ruleset. A player's
// line does not, nor one that only looks (`get`, `test`).
std::optional<Trouble> trouble_of(const Verdict& verdict, std::size_t line);

std::string_view decision_name(Decision decision);  // "accepted", "retry", "conflict_report"

// What clients may show in a way of its own, {tag, span, attributes?, content} each; no part of the
// narration.
Json displays_json(const Verdict& verdict);

// The verdict in its JSON form, as clients get it: as a tree, and as the one line that is kept, which is
// to_text of that tree. (verdict_json.cpp)
Json verdict_json(const Verdict& verdict);
std::string verdict_text(const Verdict& verdict);

}  // namespace gavel
