#include "rules/referee.hpp"

#include <algorithm>

#include "command/audit.hpp"
#include "rules/batch.hpp"
#include "rules/witness.hpp"

#include "call_host.hpp"
#include "referee_state.hpp"

namespace gavel {
namespace {

Json rolls_json(const std::vector<Roll>& rolls) {
  Json all(Json::value_t::array);
  for (const Roll& roll : rolls) {
    Json one(Json::value_t::object);
    one["handler"] = roll.handler;
    one["number"] = static_cast<std::int64_t>(roll.number);
    one["dice"] = roll.dice;
    one["each"] = roll.each;
    one["total"] = roll.total;
    if (roll.undone) one["undone"] = true;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

Error named_after(Error error, const Registered& source) {
  if (error.where.rule.empty()) error.where.rule = source.id;
  if (error.where.file.empty()) {
    error.where.file = source.file;
    error.where.line = source.line;
  }
  if (error.message.find(source.id) == std::string::npos) error.message = source.id + ": " + error.message;
  return error;
}

Warning warning_of(std::string code, std::string message, const Error& error, const Registered& source) {
  const Where& where = error.where;
  return {std::move(code),
          std::move(message),
          std::nullopt,
          where.file.empty() ? source.at : where.file + ":" + std::to_string(where.line),
          std::string(code_name(error.code)),
          source.id,
          error.hint};
}

Error wrong_word(const Returned& returned, std::string_view kind, std::string hint,
                 const Registered& source) {
  Error error(Code::kPluginError,
              std::string(kind) + " returned " + vocabulary().words[*returned.word].name + "()",
              std::move(hint));
  error.where.file = returned.file;
  error.where.line = returned.line;
  return named_after(std::move(error), source);
}

Error refused_write(Error error, const Result<Returned>& returned, const Registered& source) {
  if (error.where.file.empty() && !returned) {
    error.where.file = returned.error().where.file;
    error.where.line = returned.error().where.line;
  }
  // The way to the write, where the handler ended with it.
  if (!returned && error.detail.empty()) error.detail = returned.error().detail;
  return named_after(std::move(error), source);
}

RefereeState::RefereeState(const Ruleset& ruleset_in, Sandbox& sandbox_in, Document& document_in,
                           const Context& context_in, TurnFacts facts_in)
    : ruleset(ruleset_in),
      kinds(ruleset_in.kinds()),
      sandbox(sandbox_in),
      document(document_in),
      context(context_in),
      facts(std::move(facts_in)),
      begin(document_in.savepoint()),
      dice(facts.seed, facts.turn),
      names(ruleset_in.names()),
      fuel_left(context_in.limits.max_turn_fuel),
      output_left(context_in.limits.max_turn_output_bytes),
      actor(std::string(actor_name(facts.actor))),
      turn(facts.turn),
      now(context_in.now.ms),
      any_failing_(member(document_in.meta(), "quarantine") != nullptr) {
  sandbox.set_deadline(context.limits.max_turn_milliseconds);
}

Result<Returned> RefereeState::run(const Run& run, CallHost& host) {
  if (given_up) return *given_up;
  if (fuel_left == 0)
    return named_after(Error(Code::kPluginFuel,
                             "the turn's plugins have used up " +
                                 std::to_string(context.limits.max_turn_fuel) + " fuel (max_turn_fuel)",
                             "say it in fewer commands, or raise limits.max_turn_fuel in ruleset.yaml"),
                       run.source);
  Call call;
  call.handler = run.handler;
  call.args = run.args;
  call.more = run.more;
  call.functions = run.functions;
  call.allowance.fuel = std::min<std::uint64_t>(fuel_left, context.limits.max_handler_fuel);
  Spent spent;
  const Registry& registry = ruleset.registry();
  Witness* witness = facts.witness;
  const std::size_t asked =
      witness == nullptr ? 0
                         : witness->begin(registry.all[run.source.number], registry.handlers[run.handler]);
  Result<Returned> returned = trace == nullptr ? sandbox.call(call, host, spent) : watched(call, host, spent);
  if (witness != nullptr) witness->end(asked, returned, spent);
  fuel_left -= std::min(fuel_left, spent.fuel);
  // That a write was not allowed is no failure of the plugin's.
  if (returned || !host.denied()) count(run.source, !returned);
  if (returned) return returned;
  Error error = named_after(std::move(returned).error(), run.source);
  if (spent.by_chance) given_up = error;
  return error;
}

Referee::Referee(const Ruleset& ruleset, Sandbox& sandbox, Document& document, const Context& context,
                 TurnFacts facts)
    : state_(std::make_unique<RefereeState>(ruleset, sandbox, document, context, std::move(facts))) {}

Referee::~Referee() = default;

Result<void> Referee::judge(const Proposed& proposed, std::vector<Amendment>& amendments) {
  return state_->judge(proposed, amendments);
}

Outcome Referee::call(const Command& command, std::vector<Amendment>& amendments) {
  state_->amending = &amendments;
  Outcome outcome = state_->call(command);
  state_->amending = nullptr;
  return outcome;
}

void Referee::watch(HostTrace& trace) { state_->trace = &trace; }

void Referee::speaks(Actor actor) {
  state_->facts.actor = actor;
  state_->actor = std::string(actor_name(actor));
}

const std::optional<Error>& Referee::given_up() const { return state_->given_up; }

Witness* Referee::witness() const { return state_->facts.witness; }

Referee::Mark Referee::mark() const { return state_->mark(); }

void Referee::take_back(Mark mark) { state_->take_back(mark); }

Referee::Mark RefereeState::mark() const {
  return {events.size(),        notes.events.size(), dice.rolls().size(),
          notes.changes.size(), notes.audit.size(),  output_left};
}

void RefereeState::take_back(Referee::Mark mark) {
  const auto cut = [](auto& rows, std::size_t size) {
    if (rows.size() > size) rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(size), rows.end());
  };
  cut(events, mark.heard);
  cut(array_of(notes.events), mark.told);
  cut(notes.changes, mark.changed);
  cut(notes.audit, mark.audited);
  dice.take_back(mark.rolled);
  // Else a call that fails with much in its hands would leave its neighbours no room.
  output_left = std::max(output_left, mark.room);
}

const Notes& Referee::notes() const { return state_->notes; }

Notes Referee::finish() { return state_->finish(); }

Notes RefereeState::finish() {
  write_quarantine();
  sandbox.set_deadline(0);
  notes.rolls = rolls_json(dice.rolls());
  return std::move(notes);
}

void RefereeState::note(Document::Savepoint from, const Command& command, const Outcome& outcome,
                        const std::string& cause, IdSource& op_ids) {
  std::size_t room =
      context.limits.max_listed_effects - std::min(context.limits.max_listed_effects, notes.changes.size());
  bool cut = false;
  for (EffectRow& row : effect_rows(document, from, context.described, room, cut)) {
    row.cause = cause;
    notes.changes.push_back(std::move(row));
  }
  if (cut)
    notes.warnings.push_back(
        {"effects.unlisted", "not all effects of " + cause + " are listed (max_listed_effects)", {}});
  notes.audit.push_back(
      audit_command(document, from, command, outcome, context, {op_ids.next(), facts.turn, 0, cause}));
}

}  // namespace gavel
