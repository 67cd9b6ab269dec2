// Campaigns: the running games of a program, in a store of their own. A turn goes in as texts and comes out
// as a verdict; what was answered is stored before it is answered, and can be taken back, branched, shown,
// verified and judged anew.
//
//   gavel::Campaigns campaigns = *gavel::Campaigns::open("games.db");
//   campaigns.create({.id = "evening", .rules = rules});
//   gavel::TurnRequest turn;
//   turn.id = "t-1";
//   turn.user_text = "I knock.";
//   turn.model_text = reply;
//   gavel::Result<gavel::Answer> answer = campaigns.turn("evening", turn);
//
// play.hpp asks the model and brings it the feedback, until a turn is settled.
//
// Ids of campaigns, turns and branches are yours: UTF-8 without control characters, 1 to 200 bytes. The same
// request under the same id is answered as the first time and changes nothing, so that a request whose answer
// was lost can be sent again.
//
// Thread-safe: any thread may call anything at any time; calls for one campaign wait for each other. Several
// processes may share one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gavel/clock.hpp"
#include "gavel/json.hpp"
#include "gavel/judge.hpp"
#include "gavel/limits.hpp"
#include "gavel/log.hpp"
#include "gavel/ruleset.hpp"
#include "gavel/verdict.hpp"

GAVEL_NAMESPACE_BEGIN
// Called behind every turn that was committed by this object, in the thread of whoever committed it, when
// the turn is durable: what events and callbacks of the game come to is done here. It may call the
// Campaigns. One that throws undoes nothing; the answer says so.
using Listener = std::function<void(const std::string& campaign, const Verdict& verdict)>;

struct CampaignsOptions {
  Clock clock = machine_clock;
  Listener listener = {};
  Limits limits = {};
  Json global_settings = {};  // an object: settings of the host's scope, for all campaigns; null: none
  LogOptions log = {};
  std::uint64_t slow_turn_milliseconds = 1'000;  // from here on a turn is logged as slow
};

struct NewCampaign {
  std::string id = {};
  std::optional<Ruleset> rules = {};  // REQUIRES: set
  std::string title = {};
  std::string seed = {};  // of the dice; empty: the id
  // An object with any of title, selected, goal, milestone, settings, tools, dialog; null: none
  Json fields = {};
  Json document = {};                     // {data, meta?}, instead of the ruleset's initial state; null: none
  std::vector<std::string> schemas = {};  // prompt protocols active from the beginning: those of a card
};

struct TurnRequest {
  std::string id = {};  // empty: the next free one; then a resend is another turn
  // Whose turn it is; empty: the active actor. Refused: one who is not in selected.party_character_ids, where
  // the campaign has such a list, and is not the active actor.
  std::string actor_id = {};
  std::string user_text = {};
  std::string model_text = {};
  std::string dialect = "auto";
  Actor actor = Actor::kModel;  // who wrote model_text: the model, or the operator
  std::string replaces = {};    // re-rolls this turn: starts from the state before it
  Json summary = {};            // null, or the new {summary_text, facts_json, pins}
};

struct Answer {
  Verdict verdict;
  bool repeated = false;                 // it was answered before; the listener is not called again
  std::optional<Error> listener_failed;  // the turn stands all the same
};

struct PromptRequest {
  std::string user_text = {};  // what the player says now
  std::string turn = {};       // empty: the next one. Feedback of attempts at it stands behind all
  std::string replaces = {};   // the request for a re-roll of this turn
  std::string language = {};   // "zh" or "en"; empty: the ruleset's
  std::size_t tokens = 0;      // the budget; 0: the ruleset's
};

// The request to the model.
struct Prompt {
  std::vector<Message> messages;
  std::size_t tokens = 0;  // estimated, and what was allowed
  std::size_t budget = 0;
  Json json;  // the same, with what stands where and why: {messages, tokens, budget, dialog, schemas,
              // blocks, warnings}
};

// One thing that is wrong with what is stored, or with what came out when it was judged anew.
struct Finding {
  std::string branch;
  std::string turn;  // empty: the campaign as a whole, or its beginning
  std::uint64_t version = 0;
  std::string what;
  std::string code = {};  // "engine.changed": another version of Gavel judged it otherwise; empty: damage
};

struct SwapRequest {
  std::optional<Ruleset> rules = {};  // REQUIRES: set
  bool dry_run = true;                // nothing is stored
  std::size_t last = 20;              // of a dry run: turns that are judged anew by the new rules
  bool force = false;                 // problems do not refuse it, but for those that are fatal
  std::string turn = {};              // under which the swap is stored; empty: the next free one
};

class GAVEL_API Campaigns {
 public:
  // Makes the file where there is none. Refused: a file of another program or of a newer Gavel.
  static Result<Campaigns> open(const std::string& file, CampaignsOptions options = {}) noexcept;
  // What it keeps ends with it.
  static Result<Campaigns> in_memory(CampaignsOptions options = {}) noexcept;

  Campaigns(Campaigns&& other) noexcept;
  Campaigns& operator=(Campaigns&& other) noexcept;
  // REQUIRES: nothing of it is being called.
  ~Campaigns();

  // ---- playing

  // The campaign, as show() gives it.
  Result<Json> create(const NewCampaign& campaign) noexcept;
  // An error: nothing was stored, and the same request may be sent again.
  Result<Answer> turn(std::string_view campaign, const TurnRequest& request) noexcept;
  // Changes nothing; the same request on the same state is the same prompt.
  Result<Prompt> prompt(std::string_view campaign, const PromptRequest& request) noexcept;
  Result<std::string> next_turn_id(std::string_view campaign) noexcept;

  // ---- the timeline; each answers with the campaign, as show() gives it

  // Back to the state after a turn on the way here; "": the beginning. Until the next turn, undo() takes it
  // back.
  Result<Json> rollback(std::string_view campaign, std::string_view turn) noexcept;
  Result<Json> undo(std::string_view campaign) noexcept;
  // To any turn on any branch.
  Result<Json> restore(std::string_view campaign, std::string_view turn) noexcept;
  // A branch of that name at a turn (nothing: where it stands); the campaign goes on there.
  Result<Json> branch(std::string_view campaign, std::string_view name,
                      std::optional<std::string_view> turn = std::nullopt,
                      std::string_view label = {}) noexcept;
  // Keeps the state after a turn under a label.
  Result<Json> checkpoint(std::string_view campaign, std::string_view label,
                          std::optional<std::string_view> turn = std::nullopt) noexcept;

  // ---- changing what is no state

  // Fields, as NewCampaign::fields has them; a setting given as null goes back to its default. Holds from the
  // next turn on.
  Result<Json> change(std::string_view campaign, const Json& fields) noexcept;

  // ---- looking

  // All fields of the campaign. The hidden goal's text only if `reveal`: not for players or models.
  Result<Json> show(std::string_view campaign, bool reveal = false) noexcept;
  // At most so many, those behind the id `after`.
  Result<Json> list(std::string_view after = {}, std::size_t most = 100) noexcept;
  // {data, meta} after a turn; nothing: now.
  Result<Json> state(std::string_view campaign, std::optional<std::string_view> turn = std::nullopt) noexcept;
  // The turn logs on the way here, from that version on.
  Result<Json> turns(std::string_view campaign, std::uint64_t first = 1, std::size_t most = 100) noexcept;
  // What was answered to a turn; nothing: to the last one.
  Result<Verdict> verdict(std::string_view campaign,
                          std::optional<std::string_view> turn = std::nullopt) noexcept;
  // {records, next}: the audit of what was done at or below a path ("": everywhere).
  Result<Json> audit(std::string_view campaign, std::string_view path = {}, std::string_view cursor = {},
                     std::size_t most = 100) noexcept;
  // {branches, turns}: the whole tree.
  Result<Json> timeline(std::string_view campaign) noexcept;
  // Definitions, and the values in force.
  Result<Json> settings(std::string_view campaign) noexcept;

  // ---- proving

  // Told how far it is. One that throws ends the call with `embedder.failed`.
  using Progress = std::function<void(std::size_t done, std::size_t all)>;
  // Folds the stored changes and checks the chain of hashes. Empty: all of it is as it was stored.
  Result<std::vector<Finding>> verify(std::string_view campaign, const Progress& progress = {}) noexcept;
  // Judges every recorded turn anew. Empty: every byte came out the same.
  Result<std::vector<Finding>> rebuild(std::string_view campaign, const Progress& progress = {}) noexcept;
  // Exchanges the rules and migrates the state; a dry run only tells what would come of it.
  Result<Json> swap(std::string_view campaign, const SwapRequest& request,
                    const Progress& progress = {}) noexcept;

  // ---- moving house

  // The whole campaign as one file's bytes; and back. `bring_in` answers with its id.
  Result<std::string> take_out(std::string_view campaign) noexcept;
  Result<std::string> bring_in(std::string_view file) noexcept;
  // Deletes it with all its turns and branches; nothing brings it back. Also where what is stored of it is
  // damaged.
  Result<void> remove(std::string_view campaign) noexcept;

  struct GAVEL_INTERNAL Impl;

 private:
  friend struct CampaignsAccess;
  GAVEL_INTERNAL explicit Campaigns(std::unique_ptr<Impl> inside) noexcept;

  std::unique_ptr<Impl> impl_;
};

GAVEL_NAMESPACE_END
