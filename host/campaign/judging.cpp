#include "judging.hpp"

#include "command/audit.hpp"
#include "state/delta.hpp"
#include "state/json_writer.hpp"
#include "store/hash.hpp"

namespace gavel {
namespace {

bool is_kept(const Line& line) {
  return line.outcome.status == Status::kApplied || line.outcome.status == Status::kAmended;
}

// The model's calls, by 001's names.
Json structured(const Verdict& verdict) {
  Json calls(Json::value_t::array);
  for (std::size_t i = verdict.asked; i < verdict.reading.proposals.size(); ++i) {
    const Proposal& proposal = verdict.reading.proposals[i];
    if (!proposal.command || proposal.command->verb != Verb::kCall) continue;
    const Command& command = *proposal.command;
    Json call(Json::value_t::object);
    call["tool"] =
        command.path.empty() ? Json(command.raw_path.value_or("")) : Json(key_of(command.path.back()));
    call["args"] = command.value.value_or(Json(Json::value_t::object));
    if (!command.why().empty()) call["reason"] = command.why();
    call["id"] = command.id;
    calls.push_back(std::move(call));
  }
  if (calls.empty()) return nullptr;
  Json out(Json::value_t::object);
  out["tool_calls"] = std::move(calls);
  return out;
}

Json applied_actions(const Verdict& verdict) {
  Json actions(Json::value_t::array);
  for (std::size_t i = 0; i < verdict.lines.size(); ++i) {
    const Line& line = verdict.lines[i];
    if (!is_kept(line)) continue;
    const Proposal& proposal = verdict.reading.proposals[i];
    Json action(Json::value_t::object);
    action["index"] = i;
    action["verb"] = proposal.shown_verb();
    action["path"] = line.outcome.resolved ? path_to_json(line.outcome.path) : proposal.shown_path();
    if (proposal.command && proposal.command->value) action["value"] = *proposal.command->value;
    actions.push_back(std::move(action));
  }
  return actions;
}

// The members that every record begins with.
Json head_of(const TurnInputs& inputs, const char* kind) {
  Json record(Json::value_t::object);
  record["kind"] = kind;
  record["turn_id"] = inputs.turn;
  record["actor_id"] = inputs.actor_id;
  record["user_input"] = inputs.user_text;
  return record;
}

void seal(Json& record, const TurnInputs& inputs, const std::string& body, const std::string& audit,
          Json changes) {
  record["timestamp"] = format_time(inputs.now);
  record["inputs"] = inputs_json(inputs);
  record["verdict_sha256"] = sha256_hex(body);
  record["audit_sha256"] = sha256_hex(audit);
  record["changes"] = std::move(changes);
}

TurnInput input_of(const TurnInputs& inputs, const Ruleset& ruleset, Sandbox& sandbox, DeriveMemory& derived,
                   const Json& history, const CampaignTurn& campaign) {
  TurnInput input;
  input.text = inputs.model_text;
  input.user_text = inputs.user_text;
  input.dialect = inputs.dialect;
  input.actor = inputs.actor;
  input.turn = inputs.turn;
  input.attempt = inputs.attempt;
  input.context.now = inputs.now;
  input.ruleset = &ruleset;
  input.sandbox = &sandbox;
  input.derived = &derived;
  input.facts.seed = inputs.seed;
  input.facts.settings = inputs.settings;
  input.facts.campaign = inputs.campaign;
  input.facts.history = history;
  input.allowed_tools = inputs.tools;
  input.campaign = &campaign;
  return input;
}

}  // namespace

Result<BorrowedSandbox> BorrowedSandbox::take(std::shared_ptr<const Ruleset> ruleset) {
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset->pool().take();
  if (!sandbox) return std::move(sandbox).error();
  BorrowedSandbox borrowed;
  borrowed.ruleset_ = std::move(ruleset);
  borrowed.sandbox_ = std::move(*sandbox);
  return borrowed;
}

BorrowedSandbox::~BorrowedSandbox() {
  if (sandbox_ != nullptr) ruleset_->pool().give_back(std::move(sandbox_));
}

Result<Judged> judge_turn(Document& document, DeriveMemory& derived, const Ruleset& ruleset, Sandbox& sandbox,
                          const TurnInputs& inputs, const Json& history) {
  const CampaignTurn campaign{inputs.summary, inputs.schemas, inputs.milestone_policy, inputs.milestone_with,
                              inputs.failed_before};
  Result<Verdict> verdict =
      run_turn(document, input_of(inputs, ruleset, sandbox, derived, history, campaign));
  if (!verdict) return std::move(verdict).error();
  Judged judged;
  judged.verdict = std::move(*verdict);
  if (inputs.clock) judged.verdict.reading.warnings.push_back(clock_warning(*inputs.clock));
  judged.body = verdict_text(judged.verdict);
  judged.audit = audit_text(judged.verdict.audit);
  Json record = head_of(inputs, "turn");
  if (judged.verdict.decision == Decision::kAccepted) {
    record["assistant_output_text"] = judged.verdict.reading.narration;
    if (Json displays = displays_json(judged.verdict); !displays.empty())
      record["displays"] = std::move(displays);
    record["assistant_structured"] = structured(judged.verdict);
    record["applied_actions"] = applied_actions(judged.verdict);
    seal(record, inputs, judged.body, judged.audit, delta_since(document, Document::Savepoint{}));
  } else {
    record["timestamp"] = format_time(inputs.now);
    record["inputs"] = inputs_json(inputs);
    record["failed_calls"] = judged.verdict.failed_calls;
  }
  judged.record = to_text(record);
  return judged;
}

Warning clock_warning(Time clock) {
  return {
      "clock.back",
      "the host's clock says " + format_time(clock) + ", before the last turn; the turn has that one's time",
      {}};
}

std::string swap_record(Document& document, const TurnInputs& inputs, const Json& what,
                        const std::string& body, const std::string& audit) {
  Json record = head_of(inputs, "swap");
  record["swap"] = what;
  seal(record, inputs, body, audit, delta_since(document, Document::Savepoint{}));
  return to_text(record);
}

std::string answer_of(const std::string& body, std::uint64_t version, const std::string& hash) {
  return "{\"version\":" + std::to_string(version) + ",\"hash\":\"" + hash + "\"," + body.substr(1);
}

std::string body_of(const std::string& answer) {
  constexpr std::string_view kBegin = "{\"version\":", kHash = ",\"hash\":\"", kEnd = "\",";
  const std::size_t hash = answer.find(kHash);
  if (!answer.starts_with(kBegin) || hash == std::string::npos) return {};
  const std::size_t end = answer.find(kEnd, hash + kHash.size());
  return end == std::string::npos ? std::string() : "{" + answer.substr(end + kEnd.size());
}

Json history_entry(const Json& record) {
  Json entry(Json::value_t::object);
  for (const char* name : {"turn_id", "actor_id", "user_input", "assistant_output_text", "timestamp"}) {
    const Json* value = member(record, name);
    entry[name] = value == nullptr ? Json("") : *value;
  }
  if (const Json* displays = member(record, "displays")) entry["displays"] = *displays;
  return entry;
}

}  // namespace gavel
