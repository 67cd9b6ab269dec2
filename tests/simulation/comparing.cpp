#include "comparing.hpp"

#include <initializer_list>
#include <string_view>

#include "state/json_writer.hpp"

namespace gavel::simulation {
namespace {

const Json& at(const Json& json, std::initializer_list<std::string_view> names) {
  static const Json kNothing;
  const Json* found = &json;
  for (const std::string_view name : names) {
    found = member(*found, name);
    if (found == nullptr) return kNothing;
  }
  return *found;
}

// Collects the first thing that differs.
class Comparison {
 public:
  explicit Comparison(std::string of) : of_(std::move(of)) {}

  void text(std::string_view what, const Json& found, const std::string& wanted) {
    if (!found.is_string() || string_of(found) != wanted) say(what, to_text(found), "\"" + wanted + "\"");
  }
  // What is zero need not be there.
  void number(std::string_view what, const Json& found, std::int64_t wanted) {
    const bool same =
        found.is_null() ? wanted == 0 : found.is_number_integer() && found.get<std::int64_t>() == wanted;
    if (!same) say(what, to_text(found), std::to_string(wanted));
  }
  void flag(std::string_view what, const Json& found, bool wanted) {
    if (!found.is_boolean() || found.get<bool>() != wanted)
      say(what, to_text(found), wanted ? "true" : "false");
  }
  void say(std::string_view what, const std::string& found, const std::string& wanted) {
    if (first_.empty()) first_ = of_ + ": " + std::string(what) + " is " + found + ", not " + wanted;
  }
  const std::string& first() const { return first_; }

 private:
  std::string of_;
  std::string first_;
};

void compare_keys(Comparison& all, const Json& keys, const After& after) {
  all.number("the number of idempotency keys", keys.is_object() ? Json(keys.size()) : Json(),
             static_cast<std::int64_t>(after.keys.size()));
  for (const int key : after.keys)
    if (at(keys, {"k" + std::to_string(key)}).is_null()) all.say("an idempotency key", "missing", "there");
}

void compare_branches(Comparison& all, const CampaignModel& model, const Json& branches) {
  if (branches.size() != model.branches.size())
    return all.say("the number of branches", std::to_string(branches.size()),
                   std::to_string(model.branches.size()));
  for (const Json& one : array_of(branches)) {
    const auto known = model.branches.find(string_of(at(one, {"id"})));
    if (known == model.branches.end()) return all.say("a branch", to_text(one), "there");
    all.text("a branch's parent", at(one, {"parent"}), known->second.parent);
    all.text("a branch's fork", at(one, {"fork_turn"}), known->second.fork);
    all.text("a branch's end", at(one, {"turn"}), known->second.end);
    all.text("a branch's label", at(one, {"label"}), known->second.label);
  }
}

void compare_checkpoints(Comparison& all, const CampaignModel& model, const Json& checkpoints) {
  all.number("the number of checkpoints", Json(checkpoints.size()),
             static_cast<std::int64_t>(model.checkpoints.size()));
  for (const Json& one : array_of(checkpoints)) {
    const auto known = model.checkpoints.find(string_of(at(one, {"turn_id"})));
    if (known == model.checkpoints.end()) return all.say("a checkpoint", to_text(one), "there");
    all.text("a checkpoint's label", at(one, {"label"}), known->second);
  }
}

}  // namespace

std::string differs_shown(const CampaignModel& model, const Json& shown) {
  Comparison all("the campaign that is shown");
  const CampaignModel::Commit& here = model.commits.at(model.head);
  all.text("the head", at(shown, {"head", "turn"}), model.head);
  all.text("the head's branch", at(shown, {"head", "branch"}), model.branch);
  all.number("the version", at(shown, {"head", "version"}), static_cast<std::int64_t>(here.version));
  all.text("the hash", at(shown, {"head", "hash"}), here.hash);
  all.text("the title", at(shown, {"title"}), model.title);
  all.number("a setting", at(shown, {"settings_snapshot", "sim.factor"}), model.factor);
  all.number("the policy's n", at(shown, {"milestone", "advance_policy_in_force", "with", "n"}), model.every);
  all.text("the active actor", at(shown, {"selected", "active_actor_id"}), model.actor);
  all.number("the milestone", at(shown, {"milestone", "value"}), here.after.milestone);
  all.number("the turn it advanced at", at(shown, {"milestone", "last_advanced_at_turn"}),
             here.after.advanced_at);
  all.number("the turns", at(shown, {"turns"}), here.after.turns);
  all.number("the summary's version", at(shown, {"summary", "version"}), here.after.summaries);
  const Json& pending = at(shown, {"rollback_pending"});
  all.flag("can_undo", at(pending, {"can_undo"}), model.pending.is);
  all.text("the turn rolled back from", at(pending, {"from_turn_id"}), model.pending.turn);
  all.text("the branch rolled back from", at(pending, {"from_branch"}), model.pending.branch);
  all.text("the turn rolled back to", at(pending, {"to_turn_id"}), model.pending.to);
  compare_branches(all, model, at(shown, {"branches"}));
  compare_checkpoints(all, model, at(shown, {"checkpoints"}));
  return all.first();
}

std::string differs_state(CampaignModel& model, const std::string& turn, const Json& both) {
  CampaignModel::Commit& commit = model.commits.at(turn);
  const After& after = commit.after;
  Comparison all("the state after \"" + turn + "\"");
  const Json& data = at(both, {"data"});
  const Json& meta = at(both, {"meta"});
  all.number("n", at(data, {"n"}), after.n);
  all.flag("a die there", Json(!at(data, {"die"}).is_null()), after.steps > 0);
  all.number("the turns that a step saw", at(data, {"seen"}), after.seen);
  if (data.size() != (after.steps > 0 ? 3U : 1U)) all.say("the data", to_text(data), "what turns wrote");
  all.number("what the plugin remembers", at(meta, {"memory", "sim", "steps"}), after.steps);
  const Json& progress = at(meta, {"campaign"});
  all.number("the turns", at(progress, {"turns"}), after.turns);
  all.number("the milestone", at(progress, {"milestone", "value"}), after.milestone);
  all.number("the turn it advanced at", at(progress, {"milestone", "last_advanced_at_turn"}),
             after.advanced_at);
  all.number("the summary's version", at(progress, {"summary", "version"}), after.summaries);
  const Json& failing = at(progress, {"failing"});
  all.number("the calls that fail", failing.is_object() ? object_of(failing).begin()->second : Json(),
             after.failing);
  compare_keys(all, at(meta, {"idempotency", "/n"}), after);
  std::string text = to_text(both);
  if (commit.state.empty())
    commit.state = std::move(text);
  else if (commit.state != text)
    all.say("the whole", text, commit.state);
  return all.first();
}

std::string differs_timeline(const CampaignModel& model, const Json& timeline) {
  Comparison all("the timeline");
  all.text("the head", at(timeline, {"head"}), model.head);
  compare_branches(all, model, at(timeline, {"branches"}));
  const Json& turns = at(timeline, {"turns"});
  all.number("the number of turns", Json(turns.size()), static_cast<std::int64_t>(model.commits.size()) - 1);
  for (const Json& one : array_of(turns)) {
    const std::string& id = string_of(at(one, {"turn_id"}));
    const auto known = model.commits.find(id);
    if (known == model.commits.end()) return "the timeline holds \"" + id + "\", which nobody committed";
    all.text("the parent of " + id, at(one, {"parent"}), known->second.parent);
    all.text("the branch of " + id, at(one, {"branch"}), known->second.branch);
    all.number("the version of " + id, at(one, {"version"}),
               static_cast<std::int64_t>(known->second.version));
    all.flag("on the way to the head: " + id, at(one, {"current"}), model.on_way(id));
  }
  return all.first();
}

}  // namespace gavel::simulation
