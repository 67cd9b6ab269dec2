#include "recording.hpp"

#include <algorithm>
#include <map>

#include "campaign/campaigns.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"
#include "workshop/scenario.hpp"

#include "rules.hpp"
#include "store_file.hpp"
#include "yaml_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTurns = 1000;
constexpr std::size_t kMostPlaces = 40;  // expected of one turn

std::string text_at(const Json& json, std::string_view name) {
  const Json* value = json.is_object() ? member(json, name) : nullptr;
  return value != nullptr && value->is_string() ? string_of(*value) : std::string();
}

// What differs from the settings that were in force before.
Json changed_settings(const Json& before, const Json& now) {
  Json changed(Json::value_t::object);
  if (!now.is_object()) return changed;
  for (const auto& [key, value] : object_of(now)) {
    const Json* old = member(before, key);
    if (old == nullptr || *old != value) changed[key] = value;
  }
  return changed;
}

class Recorder {
 public:
  explicit Recorder(const Recording& recording) : recording_(recording) {}

  Result<std::string> write(const std::vector<Turn>& turns, const Json& beginning, const Ruleset& ruleset) {
    Result<Json> settings = ruleset.settings(Json());
    if (!settings) return std::move(settings).error();
    settings_ = std::move(*settings);
    text_ = "# Recorded from the campaign " + recording_.campaign + ": what was said, and what came of it.\n";
    text_ += "scenario: " + to_text(Json(recording_.title)) + "\n";
    bool first = true;
    for (const Turn& turn : turns) {
      const Result<Json> record = read_verdict(turn.record);
      const Result<Json> verdict = read_verdict(turn.verdict);
      if (!record) return record.error();
      if (!verdict) return verdict.error();
      if (text_at(*record, "kind") != "turn")
        return Error(Code::kUsage,
                     "the rules were exchanged in turn " + turn.id + ", which a recording cannot hold",
                     "record up to a turn before it: --turn");
      if (first) begin(*record, beginning, ruleset);
      first = false;
      take(*record, *verdict);
    }
    return text_;
  }

 private:
  void begin(const Json& record, const Json& beginning, const Ruleset& ruleset) {
    const Json& inputs = record["inputs"];
    text_ += "given:\n  now: " + to_text(record["timestamp"]) + "\n";
    if (const std::string seed = text_at(inputs, "seed"); !seed.empty())
      text_ += "  seed: " + to_text(Json(seed)) + "\n";
    const Json changed = changed_settings(settings_, inputs["settings_snapshot"]);
    if (!changed.empty()) text_ += "  settings: " + one_line(changed) + "\n";
    settings_ = inputs["settings_snapshot"];
    Json state(Json::value_t::object);
    for (const auto& [name, value] : object_of(beginning)) {
      const Json* own = member(ruleset.initial_state(), name);
      if (own == nullptr || *own != value) state[name] = value;
    }
    if (!state.empty()) text_ += "  state: " + one_line(state) + "\n";
    text_ += "turns:\n";
  }

  void take(const Json& record, const Json& verdict) {
    const Json& inputs = record["inputs"];
    if (const Json changed = changed_settings(settings_, inputs["settings_snapshot"]); !changed.empty())
      text_ += "  - settings: " + one_line(changed) + "\n";
    settings_ = inputs["settings_snapshot"];
    text_ += "  - id: " + to_text(record["turn_id"]) + "\n    now: " + to_text(record["timestamp"]) + "\n";
    if (const std::string actor = text_at(record, "actor_id"); !actor.empty())
      text_ += "    actor: " + to_text(Json(actor)) + "\n";
    if (text_at(inputs, "actor") == "operator") text_ += "    as: operator\n";
    if (text_at(inputs, "dialect") != "auto") text_ += "    dialect: " + to_text(inputs["dialect"]) + "\n";
    if (const std::string user = text_at(record, "user_input"); !user.empty())
      text_ += "    user: " + block(user, 6);
    text_ += "    model: " + block(text_at(inputs, "model_text"), 6);
    expect(verdict);
  }

  void expect(const Json& verdict) {
    text_ += "    expect:\n      outcome: " + to_text(verdict["outcome"]) + "\n      commands:";
    std::string lines;
    if (const Json* commands = member(verdict, "commands"))
      for (const Json& line : array_of(*commands)) lines += "\n        - " + line_of(line);
    text_ += (lines.empty() ? " []" : lines) + "\n";
    expect_places(verdict);
  }

  // What stands in the end at each place that the turn changed, in the order of the first changes.
  void expect_places(const Json& verdict) {
    const Json* changes = member(verdict, "changes");
    if (changes == nullptr) return;
    std::vector<std::string> places;
    std::map<std::string, const Json*> last;
    for (const Json& change : array_of(*changes)) {
      const Result<Path> path = path_from_json(change["path"], Limits());
      if (!path) continue;
      std::string place = to_dotted(*path);
      const bool known = last.contains(place);
      last[place] = member(change, "after");
      if (!known) places.push_back(std::move(place));
    }
    std::erase_if(places, [&](const std::string& place) {
      return last[place] != nullptr && is_container(*last[place]);
    });
    std::string state, absent;
    for (std::size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
      const Json* after = last[places[i]];
      if (after != nullptr)
        state += "\n        " + key_text(places[i]) + ": " + one_line(*after);
      else
        absent += (absent.empty() ? "" : ", ") + in_quotes(places[i]);
    }
    if (!state.empty()) text_ += "      state:" + state + "\n";
    if (!absent.empty()) text_ += "      absent: [" + absent + "]\n";
    if (places.size() > kMostPlaces)
      text_ += "      # … and " + std::to_string(places.size() - kMostPlaces) + " more places\n";
  }

  static std::string line_of(const Json& line) {
    const std::string code = text_at(line, "code"), rule = text_at(line, "rule");
    if (code.empty() && rule.empty()) return text_at(line, "status");
    Json wanted(Json::value_t::object);
    for (const char* name : {"status", "code", "rule"})
      if (const Json* value = member(line, name)) wanted[name] = *value;
    return one_line(wanted);
  }

  const Recording& recording_;
  Json settings_;
  std::string text_;
};

Result<std::vector<Turn>> turns_of(Store& store, const Recording& recording) {
  std::vector<Turn> all;
  while (true) {
    TurnQuery query;
    if (!recording.turn.empty()) query.to = recording.turn;
    query.first = all.empty() ? 1 : all.back().version + 1;
    Result<std::vector<Turn>> some = store.turns(recording.campaign, query);
    if (!some || some->empty()) return some ? Result<std::vector<Turn>>(std::move(all)) : std::move(some);
    for (Turn& turn : *some) all.push_back(std::move(turn));
    if (all.size() > kMostTurns)
      return Error(Code::kLimitCount, "a recording holds at most " + std::to_string(kMostTurns) + " turns",
                   "record up to an earlier turn: --turn");
  }
}

}  // namespace

Result<std::string> recorded_scenario(const Recording& recording) {
  const Result<std::unique_ptr<Store>> store = open_store(store_file(recording.store_file));
  if (!store) return store.error();
  const Result<std::vector<Turn>> turns = turns_of(**store, recording);
  if (!turns) return turns.error();
  if (turns->empty())
    return Error(Code::kStoreUnknown, "the campaign " + recording.campaign + " has no turns to record");
  Campaigns campaigns(**store);
  const Result<Json> beginning = campaigns.state(recording.campaign, "");
  if (!beginning) return beginning.error();
  const Ruleset::Built built = load_rules(recording.ruleset, {}, Limits());
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, recording.ruleset + " does not load",
                 "gavel check " + recording.ruleset);
  Result<std::string> text = Recorder(recording).write(*turns, (*beginning)["data"], *built.ruleset);
  if (!text) return text;
  std::vector<Problem> problems;
  if (!read_scenario(*text, recording.campaign, Limits(), problems))
    return problems.empty() ? Error(Code::kStoreInvalid, "the recording cannot be read back")
                            : std::move(problems.front().error);
  return text;
}

}  // namespace gavel
