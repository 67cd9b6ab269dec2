#include "judge_turn.hpp"

#include <utility>

#include "command/audit.hpp"
#include "state/delta.hpp"
#include "state/json_text.hpp"
#include "store/hash.hpp"

namespace gavel {
namespace {

// The model's calls, by 001's names; null: there are none.
void write_tool_calls(JsonText& record, const Verdict& verdict) {
  bool any = false;
  for (std::size_t i = verdict.player_commands; i < verdict.reading.proposals.size(); ++i) {
    const Proposal& proposal = verdict.reading.proposals[i];
    if (!proposal.command || proposal.command->verb != Verb::kCall) continue;
    const Command& command = *proposal.command;
    if (!std::exchange(any, true)) {
      record.open_object();
      record.key("tool_calls").open_array();
    }
    record.open_object();
    record.member("tool", command.path.empty() ? command.raw_path.value_or("")
                                               : std::string(key_of(command.path.back())));
    record.member("args", command.value.value_or(Json(Json::value_t::object)));
    if (const std::string why = command.why(); !why.empty()) record.member("reason", why);
    record.member("id", command.id);
    record.close_object();
  }
  if (!any) return record.value(Json());
  record.close_array();
  record.close_object();
}

void write_applied_actions(JsonText& record, const Verdict& verdict) {
  record.open_array();
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    if (!line.outcome.took_effect()) continue;
    const Proposal& proposal = verdict.reading.proposals[i];
    record.open_object();
    record.member("index", i);
    record.member("verb", proposal.shown_verb());
    if (line.outcome.resolved) {
      record.member("path", PathView(line.outcome.path));
    } else {
      record.member("path", proposal.shown_path());
    }
    if (proposal.command && proposal.command->value) record.member("value", *proposal.command->value);
    record.close_object();
  }
  record.close_array();
}

void write_inputs(JsonText& record, const TurnInput& input) {
  record.member("timestamp", format_time(input.now));
  tell_inputs(record.key("inputs"), input);
}

// The members that a committed one ends with.
void end_record(JsonText& record, const TurnInput& input, const std::string& body, const std::string& audit,
                const Json& changes) {
  write_inputs(record, input);
  record.member("verdict_sha256", sha256_hex(body));
  record.member("audit_sha256", sha256_hex(audit));
  record.member("changes", changes);
  record.close_object();
}

}  // namespace

Result<BorrowedSandbox> BorrowedSandbox::take(std::shared_ptr<const Ruleset> ruleset) {
  std::unique_ptr<Sandbox> sandbox = TRY(ruleset->pool().take());
  BorrowedSandbox borrowed;
  borrowed.ruleset_ = std::move(ruleset);
  borrowed.sandbox_ = std::move(sandbox);
  return borrowed;
}

BorrowedSandbox::~BorrowedSandbox() {
  if (sandbox_ != nullptr) ruleset_->pool().give_back(std::move(sandbox_));
}

Result<Judged> judge_turn(Document& document, DeriveMemory& derived, const Ruleset& ruleset, Sandbox& sandbox,
                          const TurnInput& input, const Json& history, Trace* trace) {
  TurnRules rules;
  rules.ruleset = &ruleset;
  rules.sandbox = &sandbox;
  rules.derived = &derived;
  rules.history = &history;
  rules.keeps_progress = true;
  rules.trace = trace;
  Verdict verdict = TRY(run_turn(document, input, rules));
  Judged judged;
  judged.verdict = std::move(verdict);
  if (input.clock) judged.verdict.reading.warnings.push_back(clock_warning(*input.clock));
  judged.body = verdict_text(judged.verdict);
  judged.audit = audit_text(judged.verdict.audit);
  JsonText record(judged.record);
  record.open_object();
  tell_turn(record, input);
  if (judged.verdict.decision == Decision::kAccepted) {
    record.member("assistant_output_text", judged.verdict.reading.narration);
    if (const Json displays = displays_json(judged.verdict); !displays.empty())
      record.member("displays", displays);
    write_tool_calls(record.key("assistant_structured"), judged.verdict);
    write_applied_actions(record.key("applied_actions"), judged.verdict);
    end_record(record, input, judged.body, judged.audit, delta_since(document, Document::Savepoint{}));
  } else {
    write_inputs(record, input);
    record.member("failed_calls", Json(judged.verdict.failed_calls));
    if (!judged.verdict.rolled_calls.empty())
      record.member("rolled_calls", Json(judged.verdict.rolled_calls));
    if (judged.verdict.refusals) record.member("refusals", *judged.verdict.refusals);
    record.close_object();
  }
  return judged;
}

std::optional<Error> not_judged(const Judged& judged) {
  if (!judged.verdict.by_chance) return std::nullopt;
  Error error = *judged.verdict.failed;
  error.message = "it could not be judged again: " + error.message;
  error.hint = "try again when the machine has time and memory, or raise limits.max_turn_milliseconds";
  return error;
}

Warning clock_warning(Time clock) {
  return {"clock.back",
          "the host's clock says " + format_time(clock) +
              ", earlier than the last turn; this turn has the last turn's time",
          {}};
}

std::string swap_record(Document& document, const TurnInput& input, const Json& what, const std::string& body,
                        const std::string& audit) {
  std::string text;
  JsonText record(text);
  record.open_object();
  tell_turn(record, input);
  record.member("swap", what);
  end_record(record, input, body, audit, delta_since(document, Document::Savepoint{}));
  return text;
}

std::string with_position(const std::string& body, std::uint64_t version, const std::string& hash) {
  if (body.empty()) return {};  // taken out of what was no answer
  return "{\"version\":" + std::to_string(version) + ",\"hash\":\"" + hash + "\"," + body.substr(1);
}

std::string without_position(const std::string& answer) {
  constexpr std::string_view kBegin = "{\"version\":", kHash = ",\"hash\":\"", kEnd = "\",";
  const std::size_t hash = answer.find(kHash);
  if (!answer.starts_with(kBegin) || hash == std::string::npos) return {};
  const std::size_t end = answer.find(kEnd, hash + kHash.size());
  return end == std::string::npos ? std::string() : "{" + answer.substr(end + kEnd.size());
}

}  // namespace gavel
