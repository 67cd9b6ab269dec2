// Tools and callbacks: what a model may call by name. All of a call is kept, or nothing of it.

#include <algorithm>

#include "base/utf8.hpp"
#include "lua/trace.hpp"
#include "rules/call_host.hpp"
#include "rules/call_name.hpp"
#include "rules/referee_state.hpp"
#include "rules/transaction.hpp"
#include "ruleset/shapes.hpp"
#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"
#include "state/path_text.hpp"

#include "call_refusals.hpp"

namespace gavel {
namespace {

Outcome rejected(Error error) {
  Outcome outcome;
  outcome.status = Status::kRejected;
  outcome.error = std::move(error);
  return outcome;
}

// A call that would be right, for the hint.
std::string example(const Tool& tool) {
  Json args(Json::value_t::object);
  for (const auto& [name, shape] : object_of(tool.args)) args[name] = example_of(shape);
  Json call(Json::value_t::object);
  call["tool"] = tool.source.name;
  call["args"] = std::move(args);
  return "for example " + to_text(call);
}

Outcome too_much_work(const RefereeState& state) {
  Error error = gavel::too_much_work();
  error.shared = true;
  Outcome outcome = rejected(state.used_up(std::move(error)));
  outcome.used_up = true;
  return outcome;
}

// Arguments that do not fit may be dear to tell of: whoever calls pays, and calls no more when nothing is
// left.
Result<Json> paid_fit(RefereeState& state, const auto& fit) {
  constexpr std::size_t kFree = 4096;  // of one call
  const std::size_t before = lookup_work;
  Result<Json> fitted = fit();
  const std::size_t work = lookup_work - before;
  if (work <= kFree) return fitted;
  state.document.charge(work - kFree);
  state.fits_no_more = state.document.work() > state.context.limits.max_turn_work &&
                       !within_share_of_work(state.document, state.context);
  return fitted;
}

// Runs what is called, with arguments that fit. `refusal`: what it says with a word.
Outcome run_called(RefereeState& state, const RefereeState::Run& run, const auto& refusal) {
  const Registered& source = run.source;
  Transaction transaction(state);
  CallHost host(state, source, Actor::kTool);
  Result<Returned> returned = state.run(run, host);
  if (host.denied()) return rejected(refused_write(*host.denied(), returned, source));
  if (!returned) return rejected(std::move(returned).error());
  if (returned->word) return rejected(refusal(*returned));
  if (!state.keep_bytes(source, weight_of(returned->value))) return rejected(state.too_much_kept(source));
  transaction.keep();
  Outcome outcome;
  outcome.result = std::move(returned->value);
  return outcome;
}

Outcome call_tool(RefereeState& state, const Tool& tool, const Command& command) {
  if (std::optional<Error> error = not_callable(state, tool, command)) return rejected(std::move(*error));
  if (state.fits_no_more) return too_much_work(state);
  Result<Json> args = paid_fit(state, [&] {
    return fit_arguments(tool.args, command.value.value_or(Json()), state.kinds.shape_values,
                         state.hint_budget());
  });
  if (!args) {
    args.error().hint = example(tool);
    return rejected(named_after(std::move(args).error(), tool.source));
  }
  const std::array<Argument, 1> given = {&*args};
  return run_called(
      state, {tool.source, tool.run, given, {}, may("tool", "run")}, [&](const Returned& returned) {
        if (static_cast<Answer>(*returned.word) == Answer::kReject)
          return refused(tool, returned, state.ruleset.file().language);
        return wrong_word(returned, "a tool", "return the result, or reject(\"why\")", tool.source);
      });
}

Outcome call_back(RefereeState& state, const Callback& callback, const Command& command) {
  if (state.fits_no_more) return too_much_work(state);
  Result<Json> args = paid_fit(state, [&] {
    return fit_positional(callback.args, command.value.value_or(Json(Json::value_t::array)),
                          state.kinds.shape_values, state.hint_budget());
  });
  if (!args) return rejected(named_after(std::move(args).error(), callback.source));
  const std::array<Argument, 1> given = {&*args};
  return run_called(state, {callback.source, callback.run, given, {}, may("callback", "run")},
                    [&](const Returned& returned) {
                      return named_after(Error(Code::kToolRejected, to_text(returned.value)),
                                         callback.source);
                    });
}

// A write of a handler's own, as a trace tells it.
TraceEvent write_event_of(const Command& command) {
  TraceEvent one;
  one.who = "write";
  one.which = verb_name(command.verb);
  one.id = actor_name(command.origin.actor);
  one.more = write_command(command);
  return one;
}

void trace_write(Trace& trace, std::size_t heard, const Outcome& outcome, bool amended) {
  TraceEvent& one = trace.at(heard);
  const bool kept = outcome.status == Status::kApplied;
  one.answer = status_name(kept && amended ? Status::kAmended : outcome.status);
  if (outcome.resolved) one.path = outcome.path;
  if (outcome.error) {
    one.code = code_name(outcome.error->code);
    one.message = outcome.error->message;
  }
  trace.close(heard);
}

}  // namespace

Outcome RefereeState::write(const Command& command, const Registered& source, Effects& effects) {
  const Paying paying(document, payer_of(source));
  std::vector<Amendment> amendments;
  RefereeState& judging = judges == nullptr ? *this : *judges;
  Trace* trace = facts.trace;
  const std::size_t told = trace == nullptr ? 0 : trace->open(write_event_of(command));
  const Judge judge = [&](const Proposed& proposed) { return judging.judge(proposed, amendments); };
  Outcome outcome = execute(document, command, judging.context, judge, effects);
  if (outcome.used_up) outcome.error = used_up(std::move(*outcome.error), source);
  if (trace != nullptr) trace_write(*trace, told, outcome, !amendments.empty());
  if (outcome.status != Status::kApplied || amendments.empty()) return outcome;
  outcome.status = Status::kAmended;
  if (amending != nullptr)
    amending->insert(amending->end(), std::make_move_iterator(amendments.begin()),
                     std::make_move_iterator(amendments.end()));
  return outcome;
}

// As the kernel does of places: a text of many slips gets suggestions for the first ones.
HintBudget RefereeState::hint_budget() const {
  const std::size_t most = context.limits.max_turn_work / 4;
  const std::size_t spent = document.account(document.payer()).work;
  return HintBudget(most - std::min(most, spent));
}

Outcome RefereeState::call(const Command& command) {
  const std::string name = call_name(command);
  const bool in_order = command.value && command.value->is_array();
  const Tool* tool = kinds.tool(name);
  const Callback* callback = kinds.callback(name);
  const std::size_t rolled = dice.rolls().size();
  Outcome outcome;
  if (callback != nullptr && (in_order || tool == nullptr)) {
    outcome = call_back(*this, *callback, command);
  } else if (tool != nullptr) {
    outcome = call_tool(*this, *tool, command);
  } else {
    HintBudget hints = hint_budget();
    outcome = rejected(unknown_call(name, kinds, facts, hints));
    document.charge(hints.spent());
  }
  outcome.first_roll = rolled;
  outcome.end_roll = dice.rolls().size();
  outcome.path.push_key(name);
  outcome.resolved = true;
  return outcome;
}

}  // namespace gavel
