#include "inside.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "rules/milestones.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "store/lineage.hpp"

#include "folding.hpp"

namespace gavel {

void remember(Json& history, Json entry, std::size_t most) {
  JsonArray& all = array_of(history);
  all.push_back(std::move(entry));
  if (all.size() > most) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(most));
}

Result<void> check_id_of(std::string_view what, std::string_view id) {
  if (!id.empty() && id.size() <= 200 && is_valid_utf8(id) && printable(id) == id) return {};
  return Error(Code::kUsage,
               "the id of a " + std::string(what) + " is text of 1 to 200 bytes without control characters",
               "use something like t-12");
}

std::shared_ptr<OpenCampaign> Campaigns::Inside::hold(std::string_view campaign) {
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

Result<void> Campaigns::Inside::load(OpenCampaign& open) {
  Result<Campaign> stored = store.load(open.id);
  if (!stored) return std::move(stored).error();
  if (open.loaded && open.head == stored->head) return {};
  open.loaded = false;
  Limits limits = options.limits;
  limits.max_string_bytes = limits.max_state_bytes;
  Result<Json> json = read_json(stored->record, limits);
  if (!json) return Error(Code::kStoreCorrupt, "the record of campaign \"" + open.id + "\" cannot be read");
  Result<CampaignRecord> record = read_record(*json);
  if (!record) return std::move(record).error();
  Result<std::shared_ptr<const Ruleset>> ruleset = rulesets.get(record->ruleset);
  if (!ruleset) return std::move(ruleset).error();
  open.record = std::move(*record);
  if (open.ruleset != *ruleset) open.stands_at.reset();  // its limits say how far is looked back
  open.ruleset = std::move(*ruleset);
  open.head = std::move(stored->head);
  open.branches = std::move(stored->branches);
  open.checkpoints = std::move(stored->checkpoints);
  if (Result<void> stood = stand_at(open, open.head.turn); !stood) return stood;
  open.loaded = true;
  return {};
}

Result<void> Campaigns::Inside::stand_at(OpenCampaign& open, const std::string& turn) {
  if (open.stands_at == turn) return {};
  open.stands_at.reset();
  const Limits& limits = open.ruleset->limits();
  Result<Folded> folded = fold_to(store, open.id, turn, limits);
  if (!folded) return std::move(folded).error();
  open.history = Json(Json::value_t::array);
  open.clock = open.record.created_at;
  const std::uint64_t version = folded->version;
  const std::uint64_t most = limits.max_history_turns;
  const std::uint64_t back = std::max<std::uint64_t>(most, 1);  // the last one says what time it is
  const std::uint64_t after = version > back ? version - back : 0;
  Result<void> looked = for_each_turn(store, open.id, turn, after, [&](const Turn& one) -> Result<void> {
    Result<Json> record = read_turn_record(one, limits);
    if (!record) return std::move(record).error();
    open.clock = one.time;
    const Json* kind = member(*record, "kind");
    if (kind != nullptr && *kind == "turn") remember(open.history, history_entry(*record), most);
    return {};
  });
  if (!looked) return looked;
  open.document = std::move(folded->document);
  open.derived = DeriveMemory();
  open.turns_since = folded->turns;
  open.bytes_since = folded->bytes;
  open.stands_at = turn;
  return {};
}

Result<Json> Campaigns::Inside::update(OpenCampaign& open, Update update, Time now) {
  open.record.updated_at = now;
  update.campaign = open.id;
  update.seen = open.head;
  Result<Json> record = full_record(open);
  if (record) {
    update.record = to_text(*record);
    Result<Head> head = store.update(update);
    if (head) {
      // What the store made of it (branches, checkpoints) is its to say.
      if (Result<void> loaded = load(open); !loaded) return std::move(loaded).error();
      return shown(open, false);
    }
    record = std::move(head).error();
  }
  open.loaded = false;  // the record may have been changed for this
  return record;
}

Result<Json> Campaigns::Inside::settings_of(const OpenCampaign& open) const {
  return open.ruleset->settings(open.record.settings, options.global_settings);
}

MilestonePolicy Campaigns::Inside::policy_of(const OpenCampaign& open) {
  if (!open.record.milestone_policy.empty())
    return {open.record.milestone_policy, open.record.milestone_with};
  return open.ruleset->milestone().value_or(MilestonePolicy{"", Json()});
}

}  // namespace gavel
