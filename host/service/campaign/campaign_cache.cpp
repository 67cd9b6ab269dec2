#include "campaign_cache.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "store/lineage.hpp"
#include "store/refusals.hpp"
#include "store/stored_json.hpp"

#include "choices.hpp"
#include "fold_changes.hpp"
#include "history.hpp"

namespace gavel {

void follow_rules(CampaignRecord& record, const Rulesets::Taken& rules) {
  record.ruleset = rules.hash;
  record.ruleset_name = rules.ruleset->file().name;
  record.ruleset_version = to_text(rules.ruleset->file().version);
}

std::string branch_after(const std::vector<Branch>& branches, const std::string& branch,
                         const std::string& turn, const std::string& next) {
  const Branch* found = find_branch(branches, branch);
  if (found != nullptr && found->turn == turn) return found->id;
  std::string name = "at-" + next;
  while (find_branch(branches, name) != nullptr) name += "'";
  return name;
}

Result<void> check_id_of(std::string_view what, std::string_view id) {
  if (!id.empty() && id.size() <= 200 && is_valid_utf8(id) && printable(id) == id) return {};
  return Error(Code::kUsage,
               "the id of a " + std::string(what) + " is text of 1 to 200 bytes without control characters",
               "use something like t-12");
}

std::shared_ptr<OpenCampaign> Campaigns::Impl::hold(std::string_view campaign) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (const auto found = open_.find(campaign); found != open_.end()) {
    used_.splice(used_.begin(), used_, found->second);
    return *found->second;
  }
  used_.push_front(std::make_shared<OpenCampaign>(std::string(campaign)));
  open_.emplace(std::string(campaign), used_.begin());
  // Those that somebody works on stay; their turn comes when they are least used again.
  while (used_.size() > options.max_open && used_.back().use_count() == 1) {
    open_.erase(used_.back()->id);
    used_.pop_back();
  }
  return used_.front();
}

Result<void> Campaigns::Impl::load(OpenCampaign& open) {
  Campaign stored = TRY(store.load(open.id));
  if (open.loaded && open.head == stored.head) return {};
  open.loaded = false;
  Result<Json> json = read_stored_json(stored.record);
  if (!json) return Error(Code::kStoreCorrupt, "the record of campaign \"" + open.id + "\" cannot be read");
  CampaignRecord record = TRY(read_record(*json));
  std::shared_ptr<const Ruleset> ruleset = TRY(rulesets.get(record.ruleset));
  open.record = std::move(record);
  if (open.ruleset != ruleset) open.document_turn.reset();  // its limits say how far is looked back
  open.ruleset = std::move(ruleset);
  open.head = std::move(stored.head);
  open.branches = std::move(stored.branches);
  open.checkpoints = std::move(stored.checkpoints);
  open.broken.reset();
  const bool there = open.document_turn == open.head.turn;
  Result<void> placed = place(open, open.head.turn);
  if (placed && !there) placed = check_head(open);
  if (!placed) {
    // What is damaged on the way here is not on the way to earlier turns and other branches.
    const Code code = placed.error().code;
    if (code != Code::kStoreCorrupt && code != Code::kStoreUnknown) return placed;
    open.broken = Error(Code::kStoreCorrupt, placed.error().message);
  }
  open.loaded = true;
  return {};
}

Result<Rulesets::Taken> Campaigns::Impl::rules_at(const OpenCampaign& open, const std::string& turn) {
  std::string hash;
  if (turn.empty()) {
    Campaign stored = TRY(store.load(open.id));
    const Result<Json> origin = read_stored_json(stored.origin);
    if (origin) hash = text_at(value_at(value_at(*origin, "record"), "ruleset"), "hash");
  } else {
    Known known = TRY(store.find(open.id, turn));
    if (!known.turn) return unknown("turn", turn);
    const Json record = TRY(read_turn_record(*known.turn));
    hash = text_at(value_at(record, "inputs"), "ruleset");
  }
  if (hash.empty())
    return Error(Code::kStoreCorrupt, "the record of turn \"" + turn + "\" does not say by which rules");
  std::shared_ptr<const Ruleset> ruleset = TRY(rulesets.get(hash));
  return Rulesets::Taken{std::move(hash), std::move(ruleset)};
}

Result<Folded> Campaigns::Impl::fold_at(const OpenCampaign& open, const std::string& turn) {
  const Rulesets::Taken rules = TRY(rules_at(open, turn));
  return fold_to(store, open.id, turn, rules.ruleset->limits());
}

Result<void> Campaigns::Impl::load_at(OpenCampaign& open, const std::string& turn) {
  Result<Rulesets::Taken> rules = rules_at(open, turn);
  Result<void> placed;
  if (rules) {
    if (open.ruleset != rules->ruleset) open.document_turn.reset();  // its limits say how far is looked back
    open.ruleset = rules->ruleset;
    follow_rules(open.record, *rules);
    placed = place(open, turn);
  } else {
    placed = std::move(rules).error();
  }
  if (!placed) open.loaded = false;
  if (placed) open.broken.reset();
  return placed;
}

// Whether the turn that was folded to is the one where the campaign says it stands.
Result<void> Campaigns::Impl::check_head(const OpenCampaign& open) {
  const Head& head = open.head;
  if (head.turn.empty()) {
    if (head.version == 0) return {};
  } else if (open.found_at.version == head.version && open.found_at.hash == head.hash &&
             on_line(line_to(open.branches, head.branch, head.version), open.found_at.branch, head.version)) {
    return {};
  }
  return Error(Code::kStoreCorrupt, "turn \"" + head.turn + "\" is not the current one");
}

// REQUIRES: the campaign's rules are those in force there.
Result<void> Campaigns::Impl::place(OpenCampaign& open, const std::string& turn) {
  if (open.document_turn == turn) return {};
  open.document_turn.reset();
  const Limits& limits = open.ruleset->limits();
  Folded folded = TRY(fold_to(store, open.id, turn, limits));
  open.history = TRY(read_history(store, open.id, turn, folded.version, limits.max_history_turns));
  open.clock = folded.time.value_or(open.record.created_at);
  open.document = std::move(folded.document);
  open.derived = DeriveMemory();
  open.turns_since = folded.turns;
  open.bytes_since = folded.bytes;
  open.document_turn = turn;
  open.found_at = {folded.branch, folded.version, turn, folded.hash, 0};
  return {};
}

Result<Json> Campaigns::Impl::update(OpenCampaign& open, Update update, Time now) {
  open.record.updated_at = now;
  update.campaign = open.id;
  update.seen = open.head;
  Result<Json> record = full_record(open);
  if (record) {
    update.record = to_text(*record);
    Result<Head> head = store.update(update);
    if (head) {
      // What the store made of it (branches, checkpoints) is its to say.
      TRY(load(open));
      return shown(open, false);
    }
    record = std::move(head).error();
  }
  open.loaded = false;  // the record may have been changed for this
  return record;
}

Result<Json> Campaigns::Impl::settings_of(const OpenCampaign& open) const {
  return settings_under(*open.ruleset, open.record.settings, options.global_settings);
}

MilestonePolicy Campaigns::Impl::policy_of(const OpenCampaign& open) {
  return policy_under(*open.ruleset, open.record.milestone_policy, open.record.milestone_with);
}

}  // namespace gavel
