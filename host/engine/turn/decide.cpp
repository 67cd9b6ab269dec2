#include "decide.hpp"

#include <algorithm>

#include "base/utf8.hpp"

#include "example.hpp"
#include "feedback.hpp"
#include "report.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostTrials = 12;  // of examples, for one attempt

// Judges a text as the next attempt will be, behind what the player said, and takes it back.
bool passes_alone(Document& document, const TurnRun& turn, const std::string& text) {
  TurnInput alone = turn.input;
  alone.parts.back().text = text;
  alone.parts.back().calls = Json();
  alone.rolled_before.clear();
  TurnRules rules = turn.rules;
  rules.trial = true;
  rules.trace = nullptr;
  rules.derived = nullptr;
  const Document::Savepoint from = document.savepoint();
  const Result<Verdict> verdict = run_turn(document, alone, rules);
  document.rollback(from);
  if (!verdict || verdict->decision != Decision::kAccepted) return false;
  const std::span<const Line> lines = std::span(verdict->lines).subspan(verdict->player_commands);
  return !lines.empty() &&
         std::ranges::all_of(lines, [](const Line& line) { return line.outcome.took_effect(); });
}

// In every text of a value.
void cross_out_texts(Json& json, std::string_view secret) {
  std::vector<Json*> todo{&json};
  while (!todo.empty()) {
    Json& one = *todo.back();
    todo.pop_back();
    if (one.is_string()) cross_out(one.get_ref<std::string&>(), secret);
    if (one.is_array())
      for (Json& child : array_of(one)) todo.push_back(&child);
    if (one.is_object())
      for (auto& [key, child] : object_of(one)) todo.push_back(&child);
  }
}

// The goal of a campaign that hides it: a plugin can read it, and may have said it.
std::string hidden_goal(const TurnRun& turn) {
  constexpr std::size_t kLeast = 4;  // bytes; what is shorter stands in every other text
  const Json* goal = member(turn.input.campaign, "goal");
  const Json* hidden = goal == nullptr ? nullptr : member(*goal, "is_hidden");
  const Json* text = goal == nullptr ? nullptr : member(*goal, "ultimate_goal_text");
  if (hidden == nullptr || *hidden != Json(true) || text == nullptr || !text->is_string()) return {};
  return string_of(*text).size() < kLeast ? std::string() : string_of(*text);
}

void keep_goal(const TurnRun& turn, Verdict& verdict) {
  const std::string goal = hidden_goal(turn);
  if (goal.empty()) return;
  for (Line& line : verdict.lines) {
    if (!line.outcome.error) continue;
    cross_out(line.outcome.error->message, goal);
    cross_out(line.outcome.error->hint, goal);
    cross_out(line.outcome.error->detail, goal);
    cross_out(line.outcome.error->until, goal);
  }
  for (Conflict& conflict : verdict.conflicts) {
    cross_out(conflict.subject, goal);
    cross_out(conflict.why, goal);
    for (Json* json : {&conflict.claimed, &conflict.actual, &conflict.expected}) cross_out_texts(*json, goal);
  }
}

// "hp_delta, strike": what this campaign may call to settle what was told.
std::string callable_tools(const TurnRun& turn, std::string_view kind) {
  const auto& allowed = turn.input.tools;
  std::string all;
  for (const std::string& tool : settling_tools(*turn.rules.ruleset, kind))
    if (!allowed || std::ranges::find(*allowed, tool) != allowed->end())
      all += (all.empty() ? "" : " / ") + tool;
  return all;
}

}  // namespace

bool may_retry(const Ruleset* ruleset, const TurnInput& input) {
  if (ruleset == nullptr || input.spoken().role != Actor::kModel || input.kind == TurnKind::kTool)
    return false;
  const Json* intercepts = member(input.settings, "retry.intercept_output");
  return intercepts != nullptr && intercepts->is_boolean() ? intercepts->get<bool>()
                                                           : ruleset->file().retry.intercept_output;
}

bool is_cut_off(const Verdict& verdict) {
  const Reading& reading = verdict.reading;
  if (!reading.shows_nothing()) return false;
  const std::span<const Proposal> own = std::span(reading.proposals).subspan(verdict.player_commands);
  return std::ranges::any_of(reading.left_open,
                             [](const LeftOpen& one) { return one.span.begin < one.span.end; }) ||
         std::ranges::any_of(
             own, [](const Proposal& one) { return one.error && one.error->code == Code::kParseTruncated; });
}

std::optional<Trouble> trouble_of(const Verdict& verdict, std::size_t line) {
  if (line < verdict.player_commands || verdict.lines[line].outcome.status != Status::kRejected)
    return std::nullopt;
  const Proposal& proposal = verdict.reading.proposals[line];
  if (proposal.is_call()) return Trouble::kTool;
  if (proposal.error && code_name(proposal.error->code).starts_with("parse.")) return Trouble::kParse;
  const bool looks =
      proposal.command && (proposal.command->verb == Verb::kGet || proposal.command->verb == Verb::kTest);
  return looks ? std::nullopt : std::optional(Trouble::kCommand);
}

RetrySettings retry_of(const TurnRun& turn) {
  RetrySettings retry = turn.rules.ruleset->file().retry;
  const auto put = [&](std::string_view key, bool& to) {
    const Json* value = member(turn.input.settings, key);
    if (value != nullptr && value->is_boolean()) to = value->get<bool>();
  };
  put("retry.intercept_output", retry.intercept_output);
  put("retry.retry_with_debug", retry.with_debug);
  const Json* most = member(turn.input.settings, "retry.max_retries");
  if (most != nullptr && most->is_number_integer() && wide(*most) >= 0) retry.max = most->get<std::size_t>();
  return retry;
}

AfterRetries worst_trouble(const TurnRun& turn, const Verdict& verdict) {
  if (!may_retry(turn.rules.ruleset, turn.input)) return AfterRetries::kNoRetry;
  if (is_cut_off(verdict)) return AfterRetries::kReport;
  const RetrySettings& retry = turn.rules.ruleset->file().retry;
  AfterRetries worst = AfterRetries::kNoRetry;
  if (!verdict.conflicts.empty()) worst = retry.after(Trouble::kConflict);
  if (!verdict.reading.left_open.empty()) worst = std::max(worst, retry.after(Trouble::kParse));
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size(); ++i)
    if (const std::optional<Trouble> trouble = trouble_of(verdict, i))
      worst = std::max(worst, retry.after(*trouble));
  return worst;
}

std::size_t count_troubles(const Verdict& verdict) {
  std::size_t count = verdict.conflicts.size() + verdict.reading.left_open.size();
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size(); ++i)
    if (trouble_of(verdict, i)) ++count;
  return count;
}

bool is_last(const TurnRun& turn) { return turn.input.attempt > retry_of(turn).max; }

void explain(Document& document, const TurnRun& turn, std::span<const std::size_t> failed, const Json& rolled,
             Verdict& verdict) {
  const RulesetFile& file = turn.rules.ruleset->file();
  keep_goal(turn, verdict);
  const bool again = verdict.decision == Decision::kRetry;
  HintBudget hints;
  const Table table{document.data(), *turn.rules.ruleset, turn.rules.context, hints};
  std::size_t trials = 0;
  const Trial passes = [&](const std::string& text) {
    return ++trials <= kMostTrials && passes_alone(document, turn, text);
  };
  const bool with_debug = retry_of(turn).with_debug;
  const Examples example_of = [&](std::size_t i) -> std::optional<std::string> {
    const Line& line = verdict.lines[i];
    if (!again || line.culprit || trials >= kMostTrials) return std::nullopt;
    return corrected(verdict.reading.proposals[i], line, table, passes);
  };
  verdict.feedback = feedback_of(verdict, failed, file, with_debug, example_of,
                                 [&](std::string_view kind) { return callable_tools(turn, kind); });
  if (again) {
    if (!rolled.empty()) verdict.feedback["rolled_calls"] = rolled;
    verdict.messages =
        messages_of(verdict.feedback, verdict, file, turn.rules.context.limits.max_feedback_bytes);
  } else {
    verdict.report = report_of(verdict, failed, file);
  }
}

}  // namespace gavel
