#include "turn/turn.hpp"

#include "command/audit.hpp"
#include "state/effects.hpp"
#include "state/path_text.hpp"

#include "decide.hpp"
#include "feedback.hpp"
#include "mounts.hpp"
#include "report.hpp"

namespace gavel {
namespace {

// What has expired goes before anything is read: the turn's commands see the document without it.
void sweep(Document& document, const TurnInput& input, IdSource& op_ids, Verdict& verdict,
           std::size_t& room) {
  for (const Path& place : document.expiries().due(input.context.now)) {
    const Document::Savepoint from = document.savepoint();
    const std::optional<Expired> gone = expire(document, place);
    if (!gone) continue;
    verdict.audit.push_back(
        audit_expiry(document, from, *gone, input.context, {op_ids.next(), input.turn, 0, "ttl"}));
    if (gone->stayed) {
      const std::string message =
          to_dotted(gone->path) + " has expired, but is protected or holds what is: it stays for good";
      verdict.reading.warnings.push_back({"expiry.protected", message, {}});
      continue;
    }
    bool cut = false;
    for (Json& row : effect_rows(document, from, input.context.described, room, cut)) {
      row["cause"] = "ttl";
      verdict.expired.push_back(std::move(row));
    }
    if (cut) {
      verdict.reading.warnings.push_back(
          {"effects.unlisted", "not all that expired is listed (max_listed_effects)", {}});
    }
  }
}

// Whether a dialect may make what is missing on a path.
bool creates(const RulesetFile& file, std::string_view dialect) {
  for (const auto& [name, policy] : file.missing_paths_of)
    if (name == dialect) return policy == MissingPaths::kCreate;
  return file.missing_paths == MissingPaths::kCreate;
}

// Each envelope is a batch of its own.
void judge_envelopes(Document& document, const TurnInput& input, Referee* referee, IdSource& op_ids,
                     std::size_t& room, Verdict& verdict) {
  const std::span<const Proposal> all = verdict.reading.proposals;
  verdict.lines.reserve(all.size());
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first + 1;
    while (end < all.size() && all[end].envelope == all[first].envelope) ++end;
    Context context = input.context;
    if (input.ruleset != nullptr) context.create_missing = creates(input.ruleset->file(), all[first].dialect);
    BatchInput batch{all.subspan(first, end - first),
                     context,
                     input.guards,
                     referee,
                     input.actor,
                     input.turn,
                     all[first].envelope,
                     first,
                     input.atomic};
    for (Line& line : judge_batch(document, batch, op_ids, room)) verdict.lines.push_back(std::move(line));
    first = end;
  }
}

Reading read(const TurnInput& input) {
  ReadOptions options;
  options.dialect = input.dialect;
  options.actor = input.actor;
  options.limits = input.context.limits;
  options.tags = input.tags;
  options.mounts = input.mounts;
  options.arithmetic = input.arithmetic;
  if (input.ruleset == nullptr) return read_text(input.text, options);
  const RulesetFile& file = input.ruleset->file();
  options.among = file.dialects;
  options.mounts = {file.memory_status, file.memory_attribute, file.memory_memory};
  options.arithmetic = file.arithmetic;
  Reading reading = read_text(input.text, options);
  if (!file.tavern_mounts.empty()) {
    for (Proposal& proposal : reading.proposals)
      if (proposal.dialect == "tavern") mount(proposal, file.tavern_mounts, options.limits);
  }
  return reading;
}

// Nothing of the turn is kept, and every line says so.
void undo_turn(Document& document, Document::Savepoint begin, const Error& error, Verdict& verdict) {
  document.rollback(begin);
  verdict.expired = Json(Json::value_t::array);
  verdict.notes.changes = Json(Json::value_t::array);
  verdict.notes.events = Json(Json::value_t::array);
  for (Line& line : verdict.lines) {
    if (line.outcome.status == Status::kRejected) continue;
    line.outcome.status = Status::kRejected;
    line.outcome.error = error;
    line.outcome.result.reset();
    line.amendments.clear();
    line.effects = Json(Json::value_t::array);
  }
}

// An attempt that is not accepted leaves no trace in the document.
void discard(Document& document, Document::Savepoint begin, const TurnInput& input, Verdict& verdict) {
  const RulesetFile& file = input.ruleset->file();
  verdict.decision = input.attempt > file.retry.max ? Decision::kConflictReport : Decision::kRetry;
  const std::vector<std::size_t> failed = failed_lines(verdict);
  undo_turn(document, begin,
            Error(Code::kBatchRolledBack, "the attempt was not accepted, and all of it was taken back",
                  "mend what failed, and send the whole reply again"),
            verdict);
  if (input.derived != nullptr) *input.derived = DeriveMemory();
  if (!input.trial) explain(document, input, failed, verdict);
}

// Whose draft it is, and whether it may be shown.
void mark_draft(const TurnInput& input, Verdict& verdict) {
  verdict.is_draft = input.actor == Actor::kModel && verdict.decision != Decision::kAccepted;
  verdict.withheld = verdict.is_draft && input.ruleset->file().retry.intercept_output;
}

// Holds the narration against what the turn came to.
void hear(Referee& referee, Verdict& verdict) {
  const Reading& reading = verdict.reading;
  const std::vector<Settled> settled = settled_by(reading.proposals, verdict.lines, referee.notes());
  verdict.conflicts = referee.conflicts(reading.narration, settled);
  for (Conflict& conflict : verdict.conflicts) conflict.span = reading.source_of(conflict.span);
}

// Judges what was read, under a ruleset. What expired is part of what rules, derived values and automations
// see as changed.
void judge_by_rules(Document& document, const TurnInput& input, IdSource& op_ids, std::size_t& room,
                    Verdict& verdict) {
  const Document::Savepoint begin = document.savepoint();
  TurnFacts facts = input.facts;
  facts.turn = input.turn;
  facts.actor = input.actor;
  Referee referee(*input.ruleset, *input.sandbox, document, input.context, std::move(facts));
  sweep(document, input, op_ids, verdict, room);
  referee.begin(op_ids);
  judge_envelopes(document, input, &referee, op_ids, room, verdict);
  DeriveMemory none;
  Result<void> followed = referee.follow(input.derived == nullptr ? none : *input.derived, op_ids);
  if (followed && input.actor == Actor::kModel) hear(referee, verdict);
  if (referee.given_up()) followed = *referee.given_up();
  verdict.notes = referee.finish();
  if (!followed) {
    verdict.failed = followed.error();
    verdict.decision = Decision::kConflictReport;
    verdict.conflicts.clear();
    undo_turn(document, begin, followed.error(), verdict);
    if (!input.trial) verdict.report = report_of(verdict, {}, input.ruleset->file());
  } else if (input.actor == Actor::kModel && in_trouble(input.ruleset->file().retry, verdict)) {
    discard(document, begin, input, verdict);
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
  Verdict verdict;
  verdict.turn = input.turn;
  verdict.attempt = input.attempt;
  verdict.reading = read(input);
  verdict.expired = Json(Json::value_t::array);
  verdict.audit = Json(Json::value_t::array);
  IdSource op_ids(input.turn + "/");
  std::size_t room = input.context.limits.max_listed_effects;
  if (input.ruleset == nullptr) {
    sweep(document, input, op_ids, verdict, room);
    judge_envelopes(document, input, nullptr, op_ids, room, verdict);
  } else {
    judge_by_rules(document, input, op_ids, room, verdict);
  }
  if (verdict.decision != Decision::kAccepted) {
    verdict.audit = Json(Json::value_t::array);  // nothing happened
    return verdict;
  }
  for (const Line& line : verdict.lines) verdict.audit.push_back(line.audit);
  for (const Json& record : verdict.notes.audit) verdict.audit.push_back(record);
  return verdict;
}

}  // namespace gavel
