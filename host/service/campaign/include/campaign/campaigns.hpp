// Campaigns: the running games of a host, over one store. A turn goes in as texts and comes out as a verdict;
// everything that was answered is stored, and everything that is stored can be taken back, branched, shown
// as it was at any turn, verified and judged anew.
//
// Any number of hosts may use one store: what has changed behind this one's back is noticed, read again, and
// the work done anew.
//
// Thread-safe. Calls for one campaign wait for each other.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/limits.hpp"
#include "base/log.hpp"
#include "campaign/record.hpp"
#include "command/options.hpp"
#include "lua/trace.hpp"
#include "prompts/prompt.hpp"
#include "store/store.hpp"
#include "turn/turn.hpp"

namespace gavel {

struct NewGame {
  std::string id;
  std::string image;  // the ruleset's (ruleset/ruleset_image.hpp)
  std::string seed;
  Json fields;                // see change_record
  std::optional<Json> state;  // {data, meta?}, instead of the ruleset's initial state
  Time now;
  std::vector<std::string> schemas = {};  // active from the beginning, beside the ruleset's: those of a card
};

// The request to the model that goes before a turn.
struct PromptRequest {
  std::string user_text;   // what the player says now; empty, where an attempt waits: what was said then
  std::string turn;        // the turn's id; empty: the next one. Feedback of attempts at it stands behind all
  std::string replaces;    // the request for a re-roll of this turn: as it was before it
  std::string language;    // "zh" or "en"; empty: the ruleset's
  std::size_t tokens = 0;  // 0: the ruleset's
};

struct TurnAnswer {
  std::string verdict;  // JSON, byte for byte as it was stored
  Decision decision = Decision::kAccepted;
  bool repeated = false;  // it was answered before
  // Of a turn that was just judged: what `verdict` says, and where the campaign stands with it.
  std::optional<Verdict> judged = {};
  Head head = {};

  // `verdict` as a tree, without reading what was just written.
  Result<Json> json() const;
};

// One thing that is wrong with what is stored, or with what came out when it was judged anew.
struct Finding {
  std::string branch;
  std::string turn;  // empty: the campaign as a whole, or its beginning
  std::uint64_t version = 0;
  std::string what;
  std::string code = {};  // "engine.changed": another version of Gavel judged it otherwise; empty: damage
};

// What is sound of a damaged campaign, in a store of its own: to look at, to export, to replay.
struct SoundPart {
  std::unique_ptr<Store> store;
  Json report;  // as Campaigns::repair gives it
};

struct RepairPlan {
  std::vector<std::string> images = {};  // rulesets, for packs that are damaged
  bool apply = false;                    // else nothing is stored
  std::string copy = {};                 // a file for a copy of the store, made before it is changed
};

// A recorded try at a turn, judged anew by the recorded rules with a trace.
struct Replay {
  Verdict verdict;
  std::shared_ptr<const Ruleset> ruleset;
  TurnInput input;
  std::string before;                    // the turn after which it was judged; "": the beginning
  Json inputs;                           // as they are recorded, with turn_id, actor_id and timestamp
  std::vector<std::string> differences;  // from what is stored; empty: every byte came out the same
};

struct RepairedCampaign;  // repair_campaign.hpp

struct SwapPlan {
  std::string image;
  bool dry_run = true;    // nothing is stored
  std::size_t last = 20;  // of a dry run: turns that are judged anew by the new rules
  bool force = false;     // problems do not refuse it, but for those that are fatal
  std::string turn_id;    // under which the swap is stored: sent again, it is answered as the first time
  Time now;
};

struct CampaignsOptions {
  Limits limits = {};
  Json global_settings = Json(Json::value_t::object);
  std::size_t checkpoint_turns = 256;  // between two checkpoints, at least
  std::size_t max_open = 10'000;       // campaigns kept in memory
  // Looks on while handlers run (lua/probe.hpp), and outlives the campaigns. REQUIRES: one thread.
  Probe* probe = nullptr;
  Log log = {};
  // Milliseconds on a clock that never goes back, by which slow turns are found; empty: none is looked for.
  std::function<std::uint64_t()> stopwatch = {};
  std::uint64_t slow_turn_milliseconds = 1'000;  // from here on a turn is logged as slow
};

class Campaigns {
 public:
  // REQUIRES: the store outlives it.
  explicit Campaigns(Store& store, CampaignsOptions options = {});
  ~Campaigns();
  Campaigns(const Campaigns&) = delete;
  Campaigns& operator=(const Campaigns&) = delete;

  // The one that its options named.
  const Log& log() const;

  // ---- playing

  // The campaign as show() gives it.
  Result<Json> create(const NewGame& game);
  // An error: nothing was stored, and the same request may be sent again.
  // Of the input what the caller asks counts: the host adds the rest, the active actor where none is named,
  // and the last turn's time where the clock is before that.
  Result<TurnAnswer> turn(std::string_view campaign, const TurnInput& asked);
  // Nothing is changed by it, and the same request on the same state is the same prompt.
  Result<Prompt> prompt(std::string_view campaign, const PromptRequest& request);
  // "t-5": an id that no committed turn has; the one that is being tried, if any. For callers without ids of
  // their own: a resend under such an id is a new turn once the first has arrived.
  Result<std::string> next_turn_id(std::string_view campaign);

  // With all its turns, branches and attempts; nothing brings it back. Also where what is stored of it is
  // damaged.
  Result<void> remove(std::string_view campaign);

  // ---- the timeline

  // Back to the state after a turn on the way here; "": the beginning. Until the next turn, undo() takes it
  // back.
  Result<Json> rollback(std::string_view campaign, std::string_view turn, Time now);
  Result<Json> undo(std::string_view campaign, Time now);
  // To any turn on any branch: rolled back, re-rolled or a sibling. It can be undone likewise.
  Result<Json> restore(std::string_view campaign, std::string_view turn, Time now);
  // A branch of that name, at a turn on any branch; the campaign goes on there.
  // `turn`: nothing for where it stands.
  Result<Json> branch(std::string_view campaign, std::string_view name, std::optional<std::string_view> turn,
                      std::string_view label, Time now);
  // Keeps the state after a turn under a label (empty: the turn's id); beyond rollback.max_checkpoints the
  // oldest of those goes. What the host keeps for itself has no label, and stays.
  Result<Json> checkpoint(std::string_view campaign, std::optional<std::string_view> turn,
                          std::string_view label, Time now);

  // ---- changing what is no state

  // Fields by 001's names (change_record); settings given as null go back to their defaults. Holds from the
  // next turn on.
  Result<Json> change(std::string_view campaign, const Json& fields, Time now);

  // ---- looking

  // All of 001's fields. The hidden goal's text only if `reveal`.
  Result<Json> show(std::string_view campaign, bool reveal = false);
  Result<Json> list(std::string_view after, std::size_t most);
  // {data, meta} after a turn; nothing: now.
  Result<Json> state(std::string_view campaign, std::optional<std::string_view> turn);
  // 001's TurnLogs on the way to the head, or of one branch; each with branch, version, attempt and hash.
  Result<Json> turns(std::string_view campaign, const TurnQuery& query);
  // The turns as they are stored: each with what it was judged from (`inputs`), and what it changed.
  Result<Json> records(std::string_view campaign, const TurnQuery& query);
  // What was answered to a turn; nothing: to the last one.
  Result<Json> verdict(std::string_view campaign, std::optional<std::string_view> turn);
  // The same byte for byte.
  Result<std::string> verdict_text(std::string_view campaign, std::optional<std::string_view> turn);
  // {records: [{turn, version, index, current, record}], next}
  Result<Json> audit(std::string_view campaign, const AuditQuery& query);
  // {branches: [{id, parent, fork_turn, turn, version, label}], turns: [{turn_id, parent, branch, version,
  // current}]}
  Result<Json> timeline(std::string_view campaign);
  // The rules in force.
  Result<std::shared_ptr<const Ruleset>> rules(std::string_view campaign);
  // Definitions and values in force.
  Result<Json> settings(std::string_view campaign);

  // ---- proving

  using Progress = std::function<void(std::size_t done, std::size_t all)>;
  // Folds the stored changes and checks the chain. Empty: all of it is as it was stored.
  Result<std::vector<Finding>> verify(std::string_view campaign, const Progress& progress = {});
  // Makes a damaged campaign whole: sound turns stay byte for byte, what else their rows held is made again
  // from their records, and sound inputs behind a lost turn are judged again on the state that is left. Shows
  //
  //   {campaign_id, sound, damaged: [{row, id, what}], lost: [{turn_id, why}], replayed: [turn id],
  //    restored: [turn id], notes, kept, head: {turn, version, branch}, applied, left: [what], copy?}
  //
  // and stores it where the plan says so, in a file whose pages and indexes are made new where those are
  // damaged. `sound`: nothing was damaged, and nothing is changed. `left`: what a check found afterwards.
  Result<Json> repair(std::string_view campaign, const RepairPlan& plan);
  // The same without judging anything behind a lost turn.
  Result<SoundPart> sound_part(std::string_view campaign);
  // Stores the campaign of an exported file (store/export.hpp) and returns its id. Refused: a file in which
  // any field is another than was written, but for the campaign's own fields, labels and the times of
  // checkpoints.
  Result<std::string> import_file(std::string_view file);
  // Judges all recorded inputs anew, by the recorded rules, with that many Lua states in turn, and, where
  // they are more than one, every derived value computed anew in every turn. Empty: every byte came out the
  // same. A turn that the clock or the memory in use ended three times could not be judged again: a finding,
  // too.
  Result<std::vector<Finding>> rebuild(std::string_view campaign, std::size_t workers,
                                       const Progress& progress = {});
  // Judges one turn anew for whoever wants to know how it came about; nothing: the last one. Of its attempts
  // the one that was accepted, or the last, where none is named. Nothing is changed by it.
  Result<Replay> replay_turn(std::string_view campaign, std::optional<std::string_view> turn,
                             std::optional<std::uint64_t> attempt, Trace& trace);
  // Exchanges the rules and brings the state to them (rules/migration.hpp). A dry run stores nothing and
  // shows what would come of it:
  //
  //   {from, to: {hash, ruleset, version},
  //    rules: ["rule love/step: changed (plugins/love/step.lua:9)"],
  //    migrated: [{plugin, of?, from, to, ran: [{migration, direction, at}], note?}],
  //    changes, events?, logs?, warnings,    what the migration makes of the present state, as in a verdict
  //    turns: [{turn_id, version, outcome, same, differences}],    the last ones, by the new rules
  //    problems: [{about, code, message, hint?, rule?, at?, fatal?}],
  //    applied, turn_id?, version?, hash?, repeated?}
  //
  // A swap is a turn in which nobody spoke. With it the state, the rules and what a rollback leads back to
  // change at once. While there are problems it is not made (`applied` is false) unless it is forced; choices
  // of the campaign that the new rules do not know then wait for rules that do. An error: nothing was looked
  // at, or nothing was stored.
  Result<Json> swap(std::string_view campaign, const SwapPlan& plan, const Progress& progress = {});

  struct Impl;

 private:
  Result<void> store_repaired(const Salvage& found, RepairedCampaign& repaired, const std::string& copy);

  std::unique_ptr<Impl> impl_;
};

}  // namespace gavel
