#include "rules/referee.hpp"

#include <algorithm>

#include "command/audit.hpp"
#include "lua/trace.hpp"
#include "rules/batch.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostLogLines = 1000;  // in one turn
constexpr std::uint64_t kPricePart =
    100;  // of max_handler_fuel: the price of asking another plugin's handler

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
      fuel(context_in.limits.max_turn_fuel, ruleset_in.packs().size()),
      output(context_in.limits.max_turn_output_bytes, ruleset_in.packs().size()),
      log_lines(kMostLogLines, ruleset_in.packs().size()),
      actor(std::string(actor_name(facts.actor))),
      turn(facts.turn),
      now(context_in.now.ms),
      any_failing_(member(document_in.meta(), "quarantine") != nullptr),
      fuel_spent_(ruleset_in.packs().size()) {
  sandbox.set_deadline(context.limits.max_turn_milliseconds);
}

Error RefereeState::no_fuel(const Registered& payer) const {
  const std::size_t plugins = ruleset.packs().size();
  Error error(Code::kPluginFuel,
              payer.plugin +
                  " has spent its share of the turn's fuel: " + std::to_string(fuel_spent_[payer.pack]) +
                  " of " + std::to_string(context.limits.max_turn_fuel) + " for " + std::to_string(plugins) +
                  (plugins == 1 ? " plugin" : " plugins") + " (limits.max_turn_fuel)",
              "let " + payer.plugin +
                  " do less in one turn, say it in fewer commands, or raise "
                  "limits.max_turn_fuel in ruleset.yaml");
  error.shared = true;
  return named_after(std::move(error), payer);
}

Error RefereeState::no_common_fuel(const Registered& asked, const Registered& payer) const {
  Error error(Code::kPluginFuel,
              asked.id + " ran because of a write by " + payer.plugin +
                  ", and the fuel that plugins share in one turn is used up (limits.max_turn_fuel)",
              "let " + asked.id + " do less in one call, or " + payer.plugin +
                  " write less in one turn, or raise limits.max_turn_fuel in ruleset.yaml");
  error.shared = true;
  return named_after(std::move(error), asked);
}

Error RefereeState::used_up(Error error, const Registered& source) const {
  error.message = source.plugin + " has used up its share of what is done in one turn: " +
                  (error.limit == kTurnWork ? "limits.max_turn_work" : error.message);
  error.hint = "let " + source.plugin + " write less in one turn, or raise the limit in ruleset.yaml";
  return named_after(std::move(error), source);
}

Error RefereeState::used_up(Error error) const {
  const bool by_work = error.limit == kTurnWork;
  const auto used = [&](std::size_t payer) {
    const Document::Account account = document.account(static_cast<std::uint16_t>(payer));
    return by_work ? static_cast<std::int64_t>(account.work) : account.growth;
  };
  std::size_t most = 0;
  for (std::size_t payer = 1; payer <= ruleset.packs().size(); ++payer)
    if (used(payer) > used(most)) most = payer;
  if (most != 0) error.message += "; most of it was used by plugin " + ruleset.packs()[most - 1].as;
  return error;
}

Result<void> RefereeState::may_amend(const Registered& source, std::size_t weight_before) const {
  const Limits& limits = context.limits;
  if (document.work() > limits.max_turn_work && !within_share_of_work(document, context)) {
    Error error = too_much_work();
    error.shared = true;
    return used_up(std::move(error), source);
  }
  if (document.weight() <= weight_before || grown_in_turn(document) <= limits.max_turn_growth ||
      within_share_of_growth(document, context))
    return {};
  Error error = over_limit(Code::kLimitSize, "what it put there makes the document too heavy",
                           limits.max_turn_growth, "max_turn_growth");
  error.shared = true;
  return used_up(std::move(error), source);
}

Error RefereeState::too_much_kept(const Registered& source) const {
  Error error =
      over_limit(Code::kPluginMemory, source.plugin + " gave more than its share of what is kept in one turn",
                 context.limits.max_turn_output_bytes, "limits.max_turn_output_bytes");
  error.shared = true;
  return named_after(std::move(error), source);
}

// The clock ends whoever runs at that moment. Who took most of the time is the one to look at.
void RefereeState::name_spender(Error& error) const {
  const std::optional<std::size_t> most = sandbox.slowest();
  if (error.code != Code::kPluginDeadline || !most || ruleset.packs().size() < 2) return;
  error.message += "; most of this turn's time was taken by " + ruleset.packs()[*most].as;
}

Result<Returned> RefereeState::run(const Run& run, CallHost& host) {
  if (given_up) return *given_up;
  const bool outermost = payer_ == nullptr;
  const Registered& payer = outermost ? run.source : *payer_;
  const std::uint64_t most = context.limits.max_handler_fuel;
  // Whoever writes pays the usual price of each question that this asks. A dear answer is paid from what is
  // set aside for nobody: neither can use up what the other needs.
  const bool by_others = payer.pack != run.source.pack;
  const std::uint64_t price = by_others ? most / kPricePart : most;
  if (fuel.left(payer.pack) == 0) return no_fuel(payer);
  Call call;
  call.handler = run.handler;
  call.args = run.args;
  call.more = run.more;
  call.functions = run.functions;
  // Who is asked because of another one's write is not to fail for what that one has spent.
  call.allowance.fuel = outermost   ? std::min(fuel.left(payer.pack), most)
                        : by_others ? std::min(most, price + fuel.common())
                                    : most;
  Spent spent;
  if (outermost) payer_ = &run.source;
  Result<Returned> returned =
      facts.trace == nullptr ? sandbox.call(call, host, spent) : watched(call, host, spent);
  if (outermost) payer_ = nullptr;
  fuel.spend(payer.pack, std::min(spent.fuel, price));
  fuel.spend_common(spent.fuel - std::min(spent.fuel, price));
  fuel_spent_[payer.pack] += std::min(spent.fuel, price);
  if (!returned && returned.error().code == Code::kPluginFuel && call.allowance.fuel < most)
    return outermost ? no_fuel(payer) : no_common_fuel(run.source, payer);  // no failure of this handler's
  // That a write was not allowed is no failure of the plugin's.
  if (returned || (!host.denied() && !spent.by_chance)) count(run.source, !returned);
  if (returned) return returned;
  Error error = named_after(std::move(returned).error(), run.source);
  if (!spent.by_chance) return error;
  name_spender(error);
  if (!given_up) given_up = error;
  return *given_up;
}

Error RefereeState::too_late(const Registered& source) const {
  Error error(Code::kPluginDeadline,
              source.id + " took too long: the plugins of one turn have " +
                  std::to_string(context.limits.max_turn_milliseconds) +
                  " milliseconds (limits.max_turn_milliseconds)",
              "do less work in one turn, or raise limits.max_turn_milliseconds in ruleset.yaml");
  error = named_after(std::move(error), source);
  name_spender(error);
  return error;
}

Result<void> RefereeState::pay_looks(const Registered& source, std::uint64_t steps, std::uint64_t of_call) {
  const std::uint64_t left = fuel.left(source.pack), most = context.limits.max_handler_fuel;
  fuel.spend(source.pack, steps);
  fuel_spent_[source.pack] += std::min(steps, left);
  if (sandbox.is_late()) {
    if (!given_up) given_up = too_late(source);
    return *given_up;
  }
  if (of_call > most) {
    count(source, true);
    return named_after(
        Error(
            Code::kPluginFuel,
            source.id + " returned something too expensive to look up: more than " + std::to_string(most) +
                " steps (limits.max_handler_fuel)",
            "give less in one call, about smaller places, or raise limits.max_handler_fuel in ruleset.yaml"),
        source);
  }
  if (steps > left) return no_fuel(source);
  return {};
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

Outcome Referee::write(const Command& command, const Context& context, std::vector<Amendment>& amendments,
                       Effects& effects) {
  const Judge judge = [&](const Proposed& proposed) { return state_->judge(proposed, amendments); };
  Outcome outcome = execute(state_->document, command, context, judge, effects);
  if (outcome.used_up) outcome.error = state_->used_up(std::move(*outcome.error));
  return outcome;
}

void Referee::watch(Trace& trace) {
  trace.with_asks = true;
  state_->facts.trace = &trace;
}

void Referee::set_actor(Actor actor) {
  state_->facts.actor = actor;
  state_->actor = std::string(actor_name(actor));
}

const std::optional<Error>& Referee::given_up() const { return state_->given_up; }

Trace* Referee::trace() const { return state_->facts.trace; }

Referee::Mark Referee::mark() const { return state_->mark(); }

void Referee::take_back(Mark mark) { state_->take_back(mark); }

Referee::Mark RefereeState::mark() const {
  return {events.size(),        notes.events.size(), dice.rolls().size(),
          notes.changes.size(), notes.audit.size(),  output.mark()};
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
  output.take_back(mark.room);
}

const Notes& Referee::notes() const { return state_->notes; }

Notes Referee::finish() { return state_->finish(); }

Notes RefereeState::finish() {
  write_quarantine();
  sandbox.set_deadline(0);
  notes.rolls = rolls_json(dice.rolls());
  return std::move(notes);
}

void RefereeState::note(Effects& effects, const Command& command, const Outcome& outcome,
                        const std::string& cause, IdSource& op_ids) {
  std::size_t room =
      context.limits.max_listed_effects - std::min(context.limits.max_listed_effects, notes.changes.size());
  bool cut = false;
  for (EffectRow& row : effect_rows(effects, room, cut)) {
    row.cause = cause;
    notes.changes.push_back(std::move(row));
  }
  if (cut)
    notes.warnings.push_back(
        {"effects.unlisted", "not all effects of " + cause + " are listed (max_listed_effects)", {}});
  notes.audit.push_back(
      audit_command(document, effects, command, outcome, context, {op_ids.next(), facts.turn, 0, cause}));
}

}  // namespace gavel
