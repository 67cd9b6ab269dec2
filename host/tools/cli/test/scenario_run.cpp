#include "scenario_run.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "ruleset/field_violations.hpp"
#include "state/path_text.hpp"
#include "testing/named_ruleset.hpp"

#include "log.hpp"
#include "rules.hpp"

namespace gavel {
namespace {

std::string name_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::kTurn:
      return step.id;
    case Step::Kind::kRollback:
      return "rollback to " + (step.id.empty() ? std::string("the beginning") : step.id);
    case Step::Kind::kUndo:
      return "undo";
    case Step::Kind::kRestore:
      return "restore " + step.id;
    case Step::Kind::kBranch:
      return "branch " + text_in(*step.node.member("branch"), "name");
    case Step::Kind::kCheckpoint:
      return "checkpoint";
    case Step::Kind::kSettings:
      return "settings";
    case Step::Kind::kCampaign:
      return "campaign";
    case Step::Kind::kSwap:
      return "swap";
    case Step::Kind::kPrompt:
      return "prompt";
    case Step::Kind::kLook:
      break;
  }
  return "expect";
}

// A text at its place, or nothing where the name stands for "here".
std::optional<std::string_view> turn_of(const Step& step) {
  return step.id.empty() ? std::nullopt : std::optional<std::string_view>(step.id);
}

}  // namespace

void ScenarioRun::fail(const YamlNode& node, const std::string& step, const Error& error) {
  const std::string said = std::string(code_name(error.code)) + ": " + error.message;
  unmet_.push_back({step, {Error(Code::kExpectFailed, said, error.hint, node.where_key()), "", "", false}});
}

bool ScenarioRun::begin() {
  std::vector<Problem> problems;
  NewGame game;
  game.id = id_;
  game.image = rules_.image;
  game.seed = scenario_.seed;
  game.now = scenario_.begin;
  game.fields = Json(Json::value_t::object);
  Json both(Json::value_t::object);
  both["data"] = given_state(scenario_, rules_.ruleset->initial_state(), rules_.ruleset->limits(), problems);
  const auto state = scenario_.given ? scenario_.given->member("state") : std::nullopt;
  const auto meta = scenario_.given ? scenario_.given->member("meta") : std::nullopt;
  if (meta) both["meta"] = meta->value();
  if (state || meta) game.state = both;
  for (Problem& problem : problems) unmet_.push_back({"given", std::move(problem)});
  if (!problems.empty()) return false;
  // Taken as it is given: what becomes of such a state may be the very question.
  if (state)
    for (const Error& error : field_errors(both["data"], *rules_.ruleset)) {
      Error told(Code::kExpectFailed, "the fields table forbids what is given: " + error.message, error.hint,
                 state->where_key());
      unmet_.push_back({"given", {std::move(told), "", "", true}});
    }
  const YamlNode top = scenario_.tree->top();
  if (scenario_.given) {
    if (const auto fields = scenario_.given->member("campaign")) game.fields = fields->value();
    if (const auto settings = scenario_.given->member("settings"))
      game.fields["settings"] = settings->value();
  }
  const Result<Json> made = campaigns_.create(game);
  note_what_stands(both["data"]);
  if (!made) fail(scenario_.given.value_or(top), "given", made.error());
  return made.ok();
}

void ScenarioRun::take_turn(const Step& step, StepResult& result) {
  TurnInput request;
  request.turn = step.id;
  request.actor_id = text_in(step.node, "actor");
  request.replaces = text_in(step.node, "replaces");
  const Actor role = text_in(step.node, "as") == "operator" ? Actor::kOperator : Actor::kModel;
  const std::string dialect = text_in(step.node, "dialect");
  if (const auto summary = step.node.member("summary")) request.summary = summary->value();
  if (const auto schemas = step.node.member("schemas")) request.schemas = schemas->value();
  for (const Reply& reply : step.attempts) {
    request.now = reply.now;
    request.parts =
        parts_of(text_in(step.node, "user"), reply.text, role, dialect.empty() ? "auto" : dialect);
    const Result<TurnAnswer> answer = campaigns_.turn(id_, request);
    if (!answer) {
      result.error = answer.error();
      return;
    }
    Result<Json> verdict = answer->json();
    if (!verdict) {
      result.error = std::move(verdict).error();
      return;
    }
    result.verdicts.push_back(std::move(*verdict));
  }
}

// Dry or not, the report says what came of it.
Result<Json> ScenarioRun::swap(const Step& step) {
  const YamlNode given = *step.node.member("swap");
  const auto flag = [&given](std::string_view name) {
    const auto found = given.member(name);
    return found && found->value().get<bool>();
  };
  const std::string name = given.value().is_string() ? string_of(given.value()) : text_in(given, "ruleset");
  const std::filesystem::path own = std::filesystem::absolute(scenario_.file).parent_path().parent_path();
  const std::string beside = reach_of_ruleset(own.string());
  Result<std::string> found = named_ruleset(name, beside, beside);
  if (!found) {
    found.error().message.insert(0, "swap: ");
    found.error().hint = "name a folder beside the ruleset's own";
    return std::move(found).error();
  }
  const std::string folder = std::move(*found);
  SwapPlan plan;
  const Ruleset::Built built = load_logged(folder, rules_.plugin_dirs, Limits(), {}, &plan.image);
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder + " does not load", "gavel check " + folder);
  plan.dry_run = flag("dry_run");
  plan.force = flag("force");
  plan.now = step.now;
  plan.turn_id = step.id;
  if (const auto last = given.member("last")) plan.last = last->value().get<std::size_t>();
  Result<Json> report = campaigns_.swap(id_, plan);
  if (report) swapped_[string_of(*member(*member(*report, "to"), "hash"))] = built.ruleset;
  return report;
}

const DescribedPatterns& ScenarioRun::described(const Json& campaign) const {
  const Json* rules = member(campaign, "ruleset");
  const Json* hash = rules == nullptr ? nullptr : member(*rules, "hash");
  const auto found = hash != nullptr && hash->is_string() ? swapped_.find(string_of(*hash)) : swapped_.end();
  return (found == swapped_.end() ? *rules_.ruleset : *found->second).file().described_pairs;
}

void ScenarioRun::act(const Step& step, StepResult& result) {
  Result<Json> done = Json();
  const auto given = [&step](std::string_view name) { return *step.node.member(name); };
  switch (step.kind) {
    case Step::Kind::kTurn:
      take_turn(step, result);
      break;
    case Step::Kind::kRollback:
      done = campaigns_.rollback(id_, step.id, step.now);
      break;
    case Step::Kind::kUndo:
      done = campaigns_.undo(id_, step.now);
      break;
    case Step::Kind::kRestore:
      done = campaigns_.restore(id_, step.id, step.now);
      break;
    case Step::Kind::kBranch:
      done = campaigns_.branch(id_, text_in(given("branch"), "name"), turn_of(step),
                               text_in(given("branch"), "label"), step.now);
      break;
    case Step::Kind::kCheckpoint:
      done = campaigns_.checkpoint(id_, turn_of(step), text_in(given("checkpoint"), "label"), step.now);
      break;
    case Step::Kind::kSettings: {
      Json fields(Json::value_t::object);
      fields["settings"] = given("settings").value();
      done = campaigns_.change(id_, fields, step.now);
      break;
    }
    case Step::Kind::kCampaign:
      done = campaigns_.change(id_, given("campaign").value(), step.now);
      break;
    case Step::Kind::kSwap:
      done = swap(step);
      if (done) result.swap = *done;
      break;
    case Step::Kind::kPrompt:
    case Step::Kind::kLook:
      break;
  }
  if (!done) result.error = std::move(done).error();
}

void ScenarioRun::note_what_stands(const Json& state) {
  for (const std::string& text : wanted_absent_) {
    const Result<PathText> path = PathText::parse(text, rules_.ruleset->limits());
    if (path && resolve(state, path->resolve(state)).node != nullptr) stood_.insert(text);
  }
}

// What stands after the step.
void ScenarioRun::look(const Step& step, StepResult& result) {
  Result<Json> state = campaigns_.state(id_, std::nullopt);
  Result<Json> campaign = campaigns_.show(id_);
  if (!state || !campaign) {
    if (!result.error) result.error = state ? std::move(campaign).error() : std::move(state).error();
    return;
  }
  result.state = *member(*state, "data");
  result.campaign = std::move(*campaign);
  result.described = &described(result.campaign);
  note_what_stands(result.state);
  result.stood = &stood_;
  result.prompt = [this] { return prompt_of(""); };
  if (step.kind != Step::Kind::kTurn || !step.expect || !step.expect->member("log")) return;
  TurnQuery query;
  query.most = SIZE_MAX;
  const Result<Json> turns = campaigns_.turns(id_, query);
  if (!turns) return;
  for (const Json& turn : array_of(*turns))
    if (const Json* turn_id = member(turn, "turn_id"); turn_id != nullptr && *turn_id == step.id)
      result.log = turn;
}

void ScenarioRun::play(const Step& step, const Witness& witness) {
  StepResult result;
  result.step = name_of(step);
  act(step, result);
  look(step, result);
  if (witness) witness(step, result);
  const std::size_t before = unmet_.size();
  if (step.expect) {
    check_expectations(*step.expect, result, unmet_);
  } else if (result.error) {
    fail(step.node, result.step, *result.error);
  }
  const auto failed = [](const Unmet& one) { return !one.problem.warning; };
  if (std::any_of(unmet_.begin() + static_cast<std::ptrdiff_t>(before), unmet_.end(), failed) &&
      !result.verdicts.empty())
    unmet_.back().verdict = result.verdicts.back();
  if (step.kind == Step::Kind::kPrompt) look_at_prompt(step, result);
}

void ScenarioRun::look_at_prompt(const Step& step, const StepResult& result) {
  const YamlNode asked = *step.node.member("prompt");
  const Result<std::string> prompt = prompt_of(text_in(asked, "user"));
  if (!prompt) return fail(asked, result.step, prompt.error());
  if (const auto wanted = asked.member("contains"))
    check_texts(*wanted, true, *prompt, "prompt", result.step, unmet_);
  if (const auto unwanted = asked.member("lacks"))
    check_texts(*unwanted, false, *prompt, "prompt", result.step, unmet_);
}

// Every message of the next request.
Result<std::string> ScenarioRun::prompt_of(const std::string& user) {
  PromptRequest request;
  request.user_text = user;
  const Prompt prompt = TRY(campaigns_.prompt(id_, request));
  std::string text;
  for (const PromptMessage& message : prompt.messages) text += message.role + ": " + message.content + "\n\n";
  return text;
}

void ScenarioRun::prove() {
  const YamlNode top = scenario_.tree->top();
  const auto tell = [&](const char* what, const Result<std::vector<Finding>>& found) {
    if (!found) {
      fail(top, what, found.error());
      return;
    }
    for (const Finding& finding : *found)
      fail(top, what, Error(Code::kStoreCorrupt, finding.turn + ": " + finding.what));
  };
  tell("verify", campaigns_.verify(id_));
  tell("rebuild", campaigns_.rebuild(id_, 2));
}

std::vector<Unmet> ScenarioRun::run(const Witness& witness, std::string_view campaign) {
  id_ = campaign;
  unmet_.clear();
  for (const Step& step : scenario_.steps)
    if (const auto absent = step.expect ? step.expect->member("absent") : std::nullopt)
      for (const Json& text : array_of(absent->value())) wanted_absent_.insert(string_of(text));
  if (!begin()) return std::move(unmet_);
  for (const Step& step : scenario_.steps) play(step, witness);
  if (rules_.usage != nullptr) rules_.usage->pause(true);
  prove();
  if (rules_.usage != nullptr) rules_.usage->pause(false);
  return std::move(unmet_);
}

}  // namespace gavel
