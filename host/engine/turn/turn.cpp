#include "turn/turn.hpp"

#include <algorithm>

#include "base/tokens.hpp"
#include "rules/call_signature.hpp"
#include "ruleset/milestone_policy.hpp"

#include "citing.hpp"
#include "decide.hpp"
#include "discard.hpp"
#include "progress_meta.hpp"
#include "report.hpp"
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
void judge_envelopes(Document& document, const TurnInput& input, Referee* referee, IdSource& op_ids,
                     std::size_t& room, Verdict& verdict) {
  const std::span<const Proposal> all = verdict.reading.proposals;
  verdict.lines.reserve(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].envelope == all[first].envelope) ++end;
    const Actor speaker = first < verdict.asked ? Actor::kPlayer : input.actor;
    if (referee != nullptr) referee->speaks(speaker);
    Context context = input.context;
    context.told = speaker;
    if (input.ruleset != nullptr) context.create_missing = creates(input.ruleset->file(), all[first].dialect);
    BatchInput batch{all.subspan(first, end - first),
                     context,
                     input.guards,
                     referee,
                     speaker,
                     input.turn,
                     all[first].envelope,
                     first,
                     input.atomic};
    for (Line& line : judge_batch(document, batch, op_ids, room)) verdict.lines.push_back(std::move(line));
    first = end;
  }
  cite(verdict, input.ruleset == nullptr ? nullptr : &input.ruleset->file());
  if (referee != nullptr) referee->speaks(input.actor);
}

// What failed of the model's calls. That another command of its batch took it down is no fault of a call, nor
// that something which many share was used up.
std::vector<std::string> failed_calls(const Verdict& verdict) {
  std::vector<std::string> signatures;
  for (std::size_t i = verdict.asked; i < verdict.lines.size() && signatures.size() < kMostFailing; ++i) {
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
void mark_draft(const TurnInput& input, Verdict& verdict) {
  verdict.is_draft = input.actor == Actor::kModel && verdict.decision != Decision::kAccepted;
  verdict.withheld = verdict.is_draft && retry_of(input).intercept_output;
}

// Holds the narration against what the turn came to.
void hear(Referee& referee, Verdict& verdict) {
  const Reading& reading = verdict.reading;
  verdict.conflicts = find_conflicts(referee, reading.narration, [&] {
    return settled_by(reading.proposals, verdict.lines, referee.notes());
  });
  for (Conflict& conflict : verdict.conflicts) conflict.span = reading.source_of(conflict.span);
}

// An accepted turn is counted, and the milestone may advance.
void keep_progress(Document& document, const TurnInput& input, Referee* referee, Verdict& verdict) {
  const CampaignTurn& campaign = *input.campaign;
  count_turn(document, campaign, estimated_tokens(input.user_text) + estimated_tokens(input.text),
             verdict.failed_calls);
  if (referee == nullptr || campaign.milestone_policy.empty()) return;
  verdict.advanced = referee->advances(campaign.milestone_policy, campaign.milestone_with,
                                       campaign_told(input.facts.campaign, document));
}

// Judges what was read, under a ruleset. What expired is part of what rules, derived values and automations
// see as changed.
void judge_by_rules(Document& document, const TurnInput& input, IdSource& op_ids, std::size_t& room,
                    Verdict& verdict) {
  const Document::Savepoint begin = document.savepoint();
  TurnFacts facts = input.facts;
  facts.turn = input.turn;
  facts.actor = input.actor;
  facts.allowed_tools = input.allowed_tools;
  if (input.actor == Actor::kModel) facts.narration = verdict.reading.narration;
  if (input.campaign != nullptr) {
    begin_progress(document, *input.campaign);
    facts.campaign = campaign_seen(input.facts.campaign, document);
  }
  if (verdict.schemas) keep_schemas(document, *verdict.schemas);
  Referee referee(*input.ruleset, *input.sandbox, document, input.context, std::move(facts));
  sweep({document, input, &referee, op_ids, verdict, room});
  referee.begin(op_ids);
  judge_envelopes(document, input, &referee, op_ids, room, verdict);
  DeriveMemory none;
  Result<void> followed = referee.follow(input.derived == nullptr ? none : *input.derived, op_ids);
  const bool model = input.actor == Actor::kModel;
  if (followed && model) {
    hear(referee, verdict);
    verdict.failed_calls = failed_calls(verdict);
  }
  const bool troubled = model && in_trouble(input.ruleset->file().retry, verdict);
  if (followed && !troubled && input.campaign != nullptr) keep_progress(document, input, &referee, verdict);
  verdict.by_chance = referee.given_up().has_value();
  if (verdict.by_chance) followed = *referee.given_up();
  verdict.notes = referee.finish();
  if (!followed) {
    verdict.failed = followed.error();
    verdict.decision = Decision::kConflictReport;
    verdict.conflicts.clear();
    verdict.failed_calls.clear();
    verdict.advanced = false;
    undo_turn(document, begin, followed.error(), verdict);
    if (!input.trial) verdict.report = report_of(verdict, {}, input.ruleset->file());
  } else if (troubled) {
    discard(document, begin, input, verdict);
  } else if (verdict.advanced) {
    Json event(Json::value_t::object);
    event["name"] = "milestone_advanced";
    event["data"] = advance_milestone(document);
    event["by"] = milestone_named(*input.ruleset, input.campaign->milestone_policy).value();
    verdict.notes.events.push_back(std::move(event));
  }
  mark_draft(input, verdict);
}

// The input as its ruleset has it.
TurnInput under_rules(const TurnInput& given) {
  TurnInput input = given;
  const std::string root = given.context.root;
  input.context = given.ruleset->context(given.context.now);
  if (!root.empty()) input.context.root = root;
  input.context.told = given.actor;
  input.atomic = given.atomic || given.ruleset->file().atomic;
  return input;
}

}  // namespace

Result<Verdict> run_turn(Document& document, const TurnInput& given) {
  if (given.dialect != "auto") {
    if (Result<const Dialect*> dialect = find_dialect(given.dialect); !dialect)
      return std::move(dialect).error();
  }
  const TurnInput input = given.ruleset == nullptr ? given : under_rules(given);
  if (input.campaign != nullptr) {
    if (Result<void> fit = check_campaign(*input.campaign, document, input.context.limits); !fit)
      return std::move(fit).error();
  }
  Verdict verdict;
  verdict.turn = input.turn;
  verdict.attempt = input.attempt;
  read_texts(input, document, verdict);
  IdSource op_ids(input.turn + "/");
  std::size_t room = input.context.limits.max_listed_effects;
  if (input.ruleset == nullptr) {
    sweep({document, input, nullptr, op_ids, verdict, room});
    if (input.campaign != nullptr) begin_progress(document, *input.campaign);
    judge_envelopes(document, input, nullptr, op_ids, room, verdict);
    if (input.actor == Actor::kModel) verdict.failed_calls = failed_calls(verdict);
    if (input.campaign != nullptr) keep_progress(document, input, nullptr, verdict);
  } else {
    judge_by_rules(document, input, op_ids, room, verdict);
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
