#include "recording.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "campaign/campaigns.hpp"
#include "ruleset/ruleset_image.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"
#include "store/stored_json.hpp"
#include "testing/scenario.hpp"

#include "recording_given.hpp"
#include "yaml_text.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTurns = 1000;
constexpr std::size_t kMostPlaces = 40;  // expected of one turn

// A committed turn with the attempts before it, read.
struct Played {
  TurnInput input;
  Json verdict;
  std::vector<TurnInput> drafts;  // of the attempts, in order
  std::vector<std::string> outcomes;
  std::size_t left_out = 0;  // attempts that a scenario cannot hold beside the turn
};

// Whether the attempt is the turn but for what the model answered, and when: a scenario says all else once.
bool same_but_for_the_reply(const TurnInput& draft, const TurnInput& turn) {
  const TurnPart &one = draft.spoken(), &other = turn.spoken();
  return draft.user_text() == turn.user_text() && draft.actor_id == turn.actor_id &&
         same_in_force(draft, turn) && one.role == other.role && one.dialect == other.dialect &&
         draft.summary == turn.summary && draft.schemas == turn.schemas;
}

class Recorder {
 public:
  Recorder(const Recording& recording, Campaigns& campaigns, const Ruleset& rules)
      : recording_(recording), campaigns_(campaigns), rules_(rules) {}

  Result<std::string> write(const std::vector<Played>& turns, const Json& beginning) {
    Json settings = TRY(rules_.settings(Json()));
    InForce in_force(std::move(settings));
    InForce::Changed chosen = in_force.take(turns.front().input);
    if (chosen.hides_goal && recording_.reveal) {
      const Json shown = TRY(campaigns_.show(recording_.campaign, true));
      chosen.fields["goal"]["ultimate_goal_text"] = shown["goal"]["ultimate_goal_text"];
      chosen.hides_goal = false;
    }
    begin(turns.front().input, beginning, chosen);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (i > 0) change(in_force.take(turns[i].input));
      take(turns[i]);
      const Json state = TRY(campaigns_.state(recording_.campaign, turns[i].input.turn));
      expect(turns[i], state["data"]);
    }
    return text_;
  }

 private:
  void begin(const TurnInput& first, const Json& beginning, const InForce::Changed& chosen) {
    const std::string own = text_at(first.campaign, "title");
    text_ = "# Recorded from the campaign " + recording_.campaign + ": what was said, and what came of it.\n";
    if (chosen.hides_goal) text_ += "# Its goal is hidden, and not told here.\n";
    text_ += "scenario: " +
             in_quotes(!recording_.title.empty() ? recording_.title
                       : own.empty()             ? recording_.campaign
                                                 : own) +
             "\n";
    const std::string begun = text_at(first.campaign, "created_at");
    text_ += "given:\n  now: " + in_quotes(begun.empty() ? format_time(first.now) : begun) + "\n";
    if (!first.seed.empty()) text_ += "  seed: " + in_quotes(first.seed) + "\n";
    if (!chosen.settings.empty()) text_ += "  settings: " + one_line(chosen.settings) + "\n";
    if (!chosen.fields.empty()) text_ += "  campaign: " + one_line(chosen.fields) + "\n";
    const std::string state = given_state_line(beginning["data"], rules_.initial_state());
    if (!state.empty()) text_ += "  state: " + state + "\n";
    if (const Json& meta = beginning["meta"]; !meta.empty()) text_ += "  meta: " + one_line(meta) + "\n";
    text_ += "turns:\n";
  }

  void change(const InForce::Changed& changed) {
    if (!changed.settings.empty()) text_ += "  - settings: " + one_line(changed.settings) + "\n";
    if (!changed.fields.empty()) text_ += "  - campaign: " + one_line(changed.fields) + "\n";
  }

  void take(const Played& turn) {
    const TurnInput& input = turn.input;
    text_ += "  - id: " + in_quotes(input.turn) + "\n";
    if (!input.replaces.empty()) text_ += "    # in place of " + in_quotes(input.replaces) + "\n";
    if (turn.left_out > 0)
      text_ += "    # without " + std::to_string(turn.left_out) +
               " attempts before it, which were asked otherwise\n";
    text_ += "    now: " + in_quotes(format_time(input.now)) + "\n";
    if (!input.actor_id.empty()) text_ += "    actor: " + in_quotes(input.actor_id) + "\n";
    if (input.spoken().role == Actor::kOperator) text_ += "    as: operator\n";
    if (input.spoken().dialect != "auto") text_ += "    dialect: " + in_quotes(input.spoken().dialect) + "\n";
    if (!input.summary.is_null()) text_ += "    summary: " + one_line(input.summary) + "\n";
    if (input.schemas) text_ += "    schemas: " + one_line(*input.schemas) + "\n";
    if (const std::string user = input.user_text(); !user.empty()) text_ += "    user: " + block(user, 6);
    say(turn);
  }

  void say(const Played& turn) {
    const std::string last = turn.input.spoken().written();
    if (turn.drafts.empty()) {
      text_ += "    model: " + block(last, 6);
      return;
    }
    text_ += "    model:\n";
    for (const TurnInput& draft : turn.drafts) {
      const std::string text = draft.spoken().written();
      if (draft.now == turn.input.now) {
        text_ += "      - " + block(text, 8);
      } else {
        text_ += "      - now: " + in_quotes(format_time(draft.now)) + "\n";
        text_ += "        text: " + block(text, 10);
      }
    }
    text_ += "      - " + block(last, 8);
  }

  void expect(const Played& turn, const Json& state) {
    text_ += "    expect:\n      outcome: " + text_at(turn.verdict, "outcome") + "\n";
    if (!turn.drafts.empty()) {
      text_ += "      attempts: [";
      for (const std::string& outcome : turn.outcomes) text_ += outcome + ", ";
      text_ += text_at(turn.verdict, "outcome") + "]\n";
    }
    std::string lines;
    if (const Json* commands = member(turn.verdict, "commands"))
      for (const Json& line : array_of(*commands)) lines += "\n        - " + line_of(line);
    text_ += "      commands:" + (lines.empty() ? " []" : lines) + "\n";
    if (const Json* changes = member(turn.verdict, "changes")) expect_places(*changes, state);
  }

  // What stands in the end at each place that the turn changed, in the order of the first changes.
  void expect_places(const Json& changes, const Json& state) {
    std::set<std::string> told;
    std::string values, absent;
    std::size_t left_out = 0;
    for (const Json& change : array_of(changes)) {
      const Result<Path> path = path_from_json(change["path"], Limits());
      if (!path) continue;
      const std::string text = to_dotted(*path);
      const Result<PathText> read = PathText::parse(text, Limits());
      // A place whose name means another one there cannot be asked about.
      if (told.contains(text) || !read || read->resolve(state) != *path) continue;
      const Json* node = resolve(state, *path, rules_.file().described_pairs).node;
      if (node != nullptr && is_container(*node)) continue;
      told.insert(text);
      if (told.size() > kMostPlaces) {
        ++left_out;
      } else if (node != nullptr) {
        values += "\n        " + key_text(text) + ": " + one_line(*node);
      } else {
        absent += (absent.empty() ? "" : ", ") + in_quotes(text);
      }
    }
    if (!values.empty()) text_ += "      state:" + values + "\n";
    if (!absent.empty()) text_ += "      absent: [" + absent + "]\n";
    if (left_out > 0) text_ += "      # … and " + std::to_string(left_out) + " more places\n";
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
  Campaigns& campaigns_;
  const Ruleset& rules_;
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
                   "record up to an earlier turn");
  }
}

Result<Played> read_turn(const Turn& turn) {
  Json record = TRY(read_stored_json(turn.record));
  Json verdict = TRY(read_stored_json(turn.verdict));
  if (text_at(record, "kind") == "swap")
    return Error(Code::kUsage, "turn " + turn.id + " replaced the rules, which a recording cannot include",
                 turn.parent.empty() ? "start a new campaign with the new rules"
                                     : "record up to the turn before it, " + turn.parent);
  TurnInput input = TRY(read_turn_input(record));
  return Played{std::move(input), std::move(verdict), {}, {}, 0};
}

Result<void> add_drafts(const std::vector<Attempt>& attempts, std::map<std::string, Played*>& by_id) {
  for (const Attempt& attempt : attempts) {
    const auto played = by_id.find(attempt.turn);
    if (played == by_id.end()) continue;
    const Json record = TRY(read_stored_json(attempt.record));
    Result<TurnInput> draft = read_turn_input(record);
    const Json verdict = TRY(read_stored_json(attempt.verdict));
    if (!draft || !same_but_for_the_reply(*draft, played->second->input)) {
      ++played->second->left_out;
      continue;
    }
    played->second->drafts.push_back(std::move(*draft));
    played->second->outcomes.push_back(text_at(verdict, "outcome"));
  }
  return {};
}

Result<std::vector<Played>> played_turns(Store& store, const Recording& recording) {
  const std::vector<Turn> turns = TRY(turns_of(store, recording));
  if (turns.empty())
    return Error(Code::kStoreUnknown, "the campaign " + recording.campaign + " has no turns to record",
                 "gavel campaign turn " + recording.campaign);
  std::vector<Played> all;
  all.reserve(turns.size());
  for (const Turn& turn : turns) all.push_back(TRY(read_turn(turn)));
  std::map<std::string, Played*> by_id;
  for (std::size_t i = 0; i < all.size(); ++i) by_id[turns[i].id] = &all[i];
  const std::vector<Attempt> attempts = TRY(store.attempts(recording.campaign));
  TRY(add_drafts(attempts, by_id));
  return all;
}

// The rules that the first turn was judged by. REQUIRES: no turn exchanged them.
Result<std::shared_ptr<const Ruleset>> own_rules(Store& store, const Played& first) {
  const std::string image = TRY(store.pack(first.input.ruleset));
  Ruleset::Built built = ruleset_of_image(image, Limits());
  if (built.ruleset == nullptr)
    return built.problems.empty() ? Error(Code::kStoreInvalid, "the campaign's rules cannot be built")
                                  : std::move(built.problems.front().error);
  return std::shared_ptr<const Ruleset>(std::move(built.ruleset));
}

}  // namespace

Result<std::string> recorded_scenario(Store& store, const Recording& recording) {
  const std::vector<Played> turns = TRY(played_turns(store, recording));
  Campaigns campaigns(store);
  const Json beginning = TRY(campaigns.state(recording.campaign, ""));
  std::shared_ptr<const Ruleset> own;
  if (recording.rules == nullptr) own = TRY(own_rules(store, turns.front()));
  const Ruleset& rules = own != nullptr ? *own : *recording.rules;
  std::string text = TRY(Recorder(recording, campaigns, rules).write(turns, beginning));
  std::vector<Problem> problems;
  if (!read_scenario(text, recording.campaign, Limits(), problems))
    return problems.empty() ? Error(Code::kStoreInvalid, "the recording cannot be read back")
                            : std::move(problems.front().error);
  return text;
}

}  // namespace gavel
