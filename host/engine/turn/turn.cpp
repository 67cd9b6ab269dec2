#include "turn/turn.hpp"

#include <algorithm>

#include "rules/call_signature.hpp"
#include "ruleset/milestone_policy.hpp"

#include "citing.hpp"
#include "decide.hpp"
#include "discard.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "rolled.hpp"
#include "sweep.hpp"
#include "texts.hpp"

namespace gavel {
namespace {

// Whether a dialect may make what is missing on a path.
bool creates(const RulesetFile& file, std::string_view dialect) {
  for (const auto& [name, policy] : file.missing_paths_of)
    if (name == dialect) return policy == MissingPaths::kCreate;
  return file.missing_paths == MissingPaths::kCreate;
}

// Each envelope is a batch of its own. The player's come first.
void judge_envelopes(Document& document, const TurnRun& turn, Referee* referee, IdSource& op_ids,
                     std::size_t& room, Verdict& verdict) {
  const std::span<const Proposal> all = verdict.reading.proposals;
  verdict.lines.reserve(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].envelope == all[first].envelope) ++end;
    const Actor speaker = turn.input.parts[all[first].part].role;
    if (referee != nullptr) referee->set_actor(speaker);
    Context context = turn.rules.context;
    context.message_reader = speaker;
    if (turn.rules.ruleset != nullptr)
      context.create_missing = creates(turn.rules.ruleset->file(), all[first].dialect);
    BatchInput batch{all.subspan(first, end - first),
                     context,
                     turn.rules.guards,
                     referee,
                     speaker,
                     turn.input.turn,
                     all[first].envelope,
                     first,
                     turn.rules.atomic};
    for (Line& line : judge_batch(document, batch, op_ids, room)) verdict.lines.push_back(std::move(line));
    first = end;
  }
  name_error_sources(verdict, turn.rules.ruleset == nullptr ? nullptr : &turn.rules.ruleset->file());
  if (referee != nullptr) referee->set_actor(turn.input.spoken().role);
}

// What failed of the model's calls. That another command of its batch took it down is no fault of a call, nor
// that something which many share was used up.
std::vector<std::string> failed_calls(const Verdict& verdict) {
  std::vector<std::string> signatures;
  for (std::size_t i = verdict.player_commands; i < verdict.lines.size() && signatures.size() < kMostFailing;
       ++i) {
    const std::optional<Command>& command = verdict.reading.proposals[i].command;
    const Outcome& outcome = verdict.lines[i].outcome;
    if (!command || command->verb != Verb::kCall || outcome.status != Status::kRejected ||
        outcome.error->code == Code::kBatchRolledBack || outcome.error->shared)
      continue;
    std::string signature = call_signature(*command);
    if (std::ranges::find(signatures, signature) == signatures.end())
      signatures.push_back(std::move(signature));
  }
  return signatures;
}

// Whose draft it is, and whether it may be shown.
void mark_draft(const TurnRun& turn, Verdict& verdict) {
  verdict.is_draft = turn.input.spoken().role == Actor::kModel && verdict.decision != Decision::kAccepted;
  verdict.withheld = verdict.is_draft && retry_of(turn).intercept_output;
}

// Holds the narration against what the turn came to.
void check_claims(Referee& referee, Verdict& verdict) {
  const Reading& reading = verdict.reading;
  verdict.conflicts = find_conflicts(referee, reading.narration, [&] {
    return settled_by(reading.proposals, verdict.lines, referee.notes());
  });
  for (Conflict& conflict : verdict.conflicts) conflict.span = reading.source_of(conflict.span);
}

// An accepted turn is counted, and the milestone may advance.
void keep_progress(Document& document, const TurnInput& input, Referee* referee, Verdict& verdict) {
  count_turn(document, input, verdict.failed_calls);
  if (referee == nullptr || input.milestone_policy.empty()) return;
  verdict.advanced = referee->advances(input.milestone_policy, input.milestone_with,
                                       milestone_view(input.campaign, document));
}

// The summary that the ruleset lets the model give, and the caller's.
void keep_memory(Document& document, const TurnRun& turn, const Verdict& verdict) {
  const std::optional<PromptMemory>& memory = turn.rules.ruleset->file().prompt.memory;
  if (!memory) return;
  const bool called = std::ranges::any_of(verdict.lines, [&memory](const Line& line) {
    return !memory->tool.empty() && line.outcome.took_effect() && line.outcome.path.size() == 1 &&
           key_of(line.outcome.path.back()) == memory->tool;
  });
  keep_recap(document, verdict.recap, called || !turn.input.summary.is_null(), turn.rules.context.limits);
}

// What handlers may know of the turn.
TurnFacts facts_of(const TurnRun& turn, const Verdict& verdict) {
  const TurnInput& input = turn.input;
  TurnFacts facts;
  facts.turn = input.turn;
  facts.actor = input.spoken().role;
  facts.seed = input.seed;
  facts.settings = input.settings;
  facts.campaign = input.campaign;
  facts.history = turn.rules.history;
  facts.allowed_tools = input.tools;
  facts.trace = turn.rules.trace;
  if (facts.actor == Actor::kModel) facts.narration = verdict.reading.narration;
  return facts;
}

// The game's own rules failed: nothing of the turn is kept.
void fail(Document& document, const TurnRun& turn, Document::Savepoint begin, const Error& error,
          Verdict& verdict) {
  verdict.failed = error;
  verdict.decision = Decision::kConflictReport;
  verdict.conflicts.clear();
  verdict.failed_calls.clear();
  verdict.rolled_calls.clear();
  verdict.refusals.reset();
  verdict.advanced = false;
  undo_turn(document, begin, error, verdict);
  if (!turn.rules.trial) verdict.report = report_of(verdict, {}, turn.rules.ruleset->file());
}

void tell_milestone(Document& document, const TurnRun& turn, Verdict& verdict) {
  Json event(Json::value_t::object);
  event["name"] = "milestone_advanced";
  event["data"] = advance_milestone(document);
  event["by"] = milestone_named(*turn.rules.ruleset, turn.input.milestone_policy).value();
  verdict.notes.events.push_back(std::move(event));
}

// Judges what was read, under a ruleset. What expired is part of what rules, derived values and automations
// see as changed.
void judge_by_rules(Document& document, const TurnRun& turn, IdSource& op_ids, std::size_t& room,
                    Verdict& verdict) {
  const auto& [input, rules] = turn;
  const Document::Savepoint begin = document.savepoint();
  TurnFacts facts = facts_of(turn, verdict);
  const bool by_model = facts.actor == Actor::kModel;
  if (rules.keeps_progress) {
    begin_progress(document, input);
    facts.campaign = campaign_view(input.campaign, document);
  }
  if (verdict.schemas) keep_schemas(document, *verdict.schemas);
  Referee referee(*rules.ruleset, *rules.sandbox, document, rules.context, std::move(facts));
  sweep({document, turn, &referee, op_ids, verdict, room});
  referee.begin(op_ids);
  judge_envelopes(document, turn, &referee, op_ids, room, verdict);
  DeriveMemory none;
  Result<void> followed = referee.follow(rules.derived == nullptr ? none : *rules.derived, op_ids);
  if (followed && by_model) {
    check_claims(referee, verdict);
    verdict.failed_calls = failed_calls(verdict);
  }
  if (followed && by_model) find_left_out(turn, verdict);
  const AfterRetries worst = worst_trouble(turn, verdict);
  const bool troubled = worst == AfterRetries::kReport || (worst == AfterRetries::kAccept && !is_last(turn));
  if (worst == AfterRetries::kAccept) verdict.refusals = count_troubles(verdict);
  if (followed && !troubled && rules.keeps_progress) {
    keep_memory(document, turn, verdict);
    keep_progress(document, input, &referee, verdict);
  }
  verdict.by_chance = referee.given_up().has_value();
  if (verdict.by_chance) followed = *referee.given_up();
  verdict.notes = referee.finish();
  if (!followed) {
    fail(document, turn, begin, followed.error(), verdict);
  } else if (troubled) {
    discard(document, begin, turn, verdict);
  } else if (verdict.advanced) {
    tell_milestone(document, turn, verdict);
  }
  mark_draft(turn, verdict);
}

// The rules as the ruleset has them, at the input's time.
TurnRules in_force(const TurnRules& given, const TurnInput& input) {
  TurnRules rules = given;
  rules.context.now = input.now;
  if (given.ruleset == nullptr) return rules;
  const std::string root = given.context.root;
  rules.context = given.ruleset->context(input.now);
  if (!root.empty()) rules.context.root = root;
  rules.context.message_reader = input.spoken().role;
  rules.atomic = given.atomic || given.ruleset->file().atomic;
  return rules;
}

}  // namespace

Result<Verdict> run_turn(Document& document, const TurnInput& input, const TurnRules& given) {
  TRY(check_parts(input));
  if (input.taken) {
    Verdict taken = TRY(run_turn(document, judged_input(input), given));
    taken.taken_attempt = input.taken->number;
    return taken;
  }
  const TurnRun turn{input, in_force(given, input)};
  const TurnRules& rules = turn.rules;
  if (rules.keeps_progress) TRY(check_progress(input, document, rules.context.limits));
  Verdict verdict;
  verdict.turn = input.turn;
  verdict.attempt = input.attempt;
  read_texts(turn, document, verdict);
  IdSource op_ids(input.turn + "/");
  std::size_t room = rules.context.limits.max_listed_effects;
  if (rules.ruleset == nullptr) {
    sweep({document, turn, nullptr, op_ids, verdict, room});
    if (rules.keeps_progress) begin_progress(document, input);
    judge_envelopes(document, turn, nullptr, op_ids, room, verdict);
    if (input.spoken().role == Actor::kModel) verdict.failed_calls = failed_calls(verdict);
    if (rules.keeps_progress) keep_progress(document, input, nullptr, verdict);
  } else {
    judge_by_rules(document, turn, op_ids, room, verdict);
  }
  if (verdict.decision != Decision::kAccepted) {
    verdict.audit.clear();  // nothing happened
    return verdict;
  }
  for (Line& line : verdict.lines) verdict.audit.push_back(std::move(line.audit));
  for (std::string& record : verdict.notes.audit) verdict.audit.push_back(std::move(record));
  return verdict;
}

}  // namespace gavel
