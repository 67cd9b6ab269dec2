// The inside of Campaigns, shared by its parts: take_turn.cpp (turns), timeline.cpp, change_campaign.cpp,
// show_campaign.cpp, verify.cpp, rebuild.cpp, swap.cpp.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "campaign/campaigns.hpp"
#include "state/document.hpp"

#include "judge_turn.hpp"
#include "rulesets.hpp"

namespace gavel {

struct Folded;

// A campaign in memory, as the store had it when it was read or last changed by us.
// INVARIANT: the document's journal is empty, and the document is the state after `document_turn`; while
// `loaded`, that is the head.
struct OpenCampaign {
  explicit OpenCampaign(std::string id_in) : id(std::move(id_in)) {}

  const std::string id;
  std::mutex mutex;  // held by whoever works on it
  bool loaded = false;
  // Why there is no document where it stands; only going elsewhere is possible then.
  std::optional<Error> broken;
  Head head;
  std::vector<Branch> branches;
  std::vector<CheckpointEntry> checkpoints;
  CampaignRecord record;
  std::shared_ptr<const Ruleset> ruleset;  // INVARIANT: the one that the record names
  // A turn never changes, so where the document stands at the right one it need not be made anew, whatever
  // else has changed.
  std::optional<std::string> document_turn;
  Head found_at;  // branch, version and hash in the row of the turn that was last folded to
  Document document;
  DeriveMemory derived;
  Json history = Json(Json::value_t::array);  // of the turns on the way here, the newest last
  Time clock;                                 // of the last of them
  std::uint64_t turns_since = 0;  // the last checkpoint on the way, and the bytes of their records
  std::size_t bytes_since = 0;
};

struct Campaigns::Impl {
  Impl(Store& store_in, CampaignsOptions options_in)
      : store(store_in),
        options(std::move(options_in)),
        rulesets(store_in, options.limits, options.probe, options.log) {}

  template <typename T>
  using Work = std::function<Result<T>(OpenCampaign&)>;
  // Runs `work` on the campaign, held and loaded. Where somebody else has changed it meanwhile, it is loaded
  // again and `work` with it; a refusal counts only where it is about what the store holds now. After any
  // error of the store it is loaded again before it is used again.
  template <typename T>
  Result<T> on(std::string_view campaign, const Work<T>& work) {
    return run(campaign, work, false);
  }
  // The same for what only looks: others may have changed it, and no change of ours would find that out.
  template <typename T>
  Result<T> look(std::string_view campaign, const Work<T>& work) {
    return run(campaign, work, true);
  }

  // ---- campaign_cache.cpp
  std::shared_ptr<OpenCampaign> hold(std::string_view campaign);
  // Reads it where the store holds another than is remembered.
  Result<void> load(OpenCampaign& open);
  // The rules in force after a turn on some branch ("": at the beginning): those that its record names. So a
  // way back over a swap leads back to the rules before it.
  Result<Rulesets::Taken> rules_at(const OpenCampaign& open, const std::string& turn);
  // The document after a turn, within the bounds that the rules there set.
  Result<Folded> fold_at(const OpenCampaign& open, const std::string& turn);
  // The state, the rules, and what goes with them, at a turn on some branch. After an error the campaign is
  // loaded again before it is used again.
  Result<void> load_at(OpenCampaign& open, const std::string& turn);
  // Stores a change that is no turn; the record's time of change is `now`.
  Result<Json> update(OpenCampaign& open, Update update, Time now);
  // The settings in force.
  Result<Json> settings_of(const OpenCampaign& open) const;
  // The policy by which the milestone advances, and its parameters.
  static MilestonePolicy policy_of(const OpenCampaign& open);

  // ---- show_campaign.cpp
  // The campaign's record as it is stored and exported, with what meta adds to it.
  Result<Json> full_record(const OpenCampaign& open) const;
  // The same with head, branches and checkpoints, for whoever asks. A hidden goal is left out unless
  // `reveal`.
  Result<Json> shown(const OpenCampaign& open, bool reveal) const;
  // What rules see of it.
  Json for_rules(const OpenCampaign& open) const;

  // ---- take_turn.cpp
  Result<TurnAnswer> take(OpenCampaign& open, const TurnInput& asked);
  Result<std::string> next_turn_id(const OpenCampaign& open);

  // ---- build_prompt.cpp
  Result<Prompt> prompt(OpenCampaign& open, const PromptRequest& request);

  static constexpr int kTries = 16;
  Store& store;
  const CampaignsOptions options;
  Rulesets rulesets;

 private:
  Result<void> place(OpenCampaign& open, const std::string& turn);
  static Result<void> check_head(const OpenCampaign& open);

  template <typename T>
  Result<T> run(std::string_view campaign, const Work<T>& work, bool now) {
    const std::shared_ptr<OpenCampaign> open = hold(campaign);
    const std::lock_guard<std::mutex> lock(open->mutex);
    bool sure = false;  // what is remembered has been held against the store
    for (int left = kTries;; --left) {
      if (!open->loaded || (now && !sure)) {
        TRY(load(*open));
        sure = true;
      }
      Result<T> done = work(*open);
      if (done) return done;
      const Code code = done.error().code;
      if (code_name(code).starts_with("store.")) open->loaded = false;
      if (code == Code::kStoreMoved ? left == 0 : sure || code == Code::kStoreIo) return done;
      const Head seen = open->head;
      TRY(load(*open));
      sure = true;
      if (code != Code::kStoreMoved && open->head == seen) return done;
    }
  }

  std::mutex mutex_;
  std::list<std::shared_ptr<OpenCampaign>> used_;  // the last used first
  std::map<std::string, std::list<std::shared_ptr<OpenCampaign>>::iterator, std::less<>> open_;
};

// What can be read of a campaign, under the id that it had.
Result<Salvage> salvage_of(Store& store, std::string_view campaign);

// What moves along with the state, by 001's names.
void add_progress(Json& json, const Document& document);

// The last `most` of them, the oldest first out.

// The campaign is judged by these rules from now on.
void follow_rules(CampaignRecord& record, const Rulesets::Taken& rules);

// The branch on which a turn goes on after another one: `branch`, where that ends there; else a new one,
// named by the turn that opens it.
std::string branch_after(const std::vector<Branch>& branches, const std::string& branch,
                         const std::string& turn, const std::string& next);

// The same identity again is answered as the first time. An error: the id is taken.
Result<std::optional<TurnAnswer>> answered(const Known& known, const std::string& turn,
                                           const std::string& identity);

// Refused: ids that the store does not take, or that would not read well.
Result<void> check_id_of(std::string_view what, std::string_view id);

}  // namespace gavel
