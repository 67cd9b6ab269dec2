#include "rules/place_status.hpp"

#include "lua/trace.hpp"
#include "rules/referee_state.hpp"
#include "state/path_text.hpp"

#include "budget_balance.hpp"

namespace gavel {
namespace {

BudgetStatus budget_at(RefereeState& state, const Budget& budget, PathView place) {
  BudgetStatus one;
  one.id = budget.source.id;
  one.at = budget.source.at;
  const Result<Terms> terms = ask_terms(state, budget);
  if (!terms) {
    one.failed = terms.error();
    return one;
  }
  const BudgetBalance balance = open_balance(state.document, budget, *terms, Path(place));
  one.window = balance.window;
  one.most = balance.most;
  one.used = balance.used;
  one.left = balance.left;
  return one;
}

DeriveStatus derive_of(const TraceEvent& heard, const Limits& limits) {
  DeriveStatus one;
  one.id = heard.id;
  one.at = heard.at;
  one.target = heard.path.value_or(Path());
  if (heard.answer == "value") one.value = heard.said;
  if (heard.answer == "error") one.failed = heard.message;
  const Json* reads = heard.more.is_object() ? member(heard.more, "reads") : nullptr;
  if (reads == nullptr) return one;
  for (const Json& json : array_of(*reads))
    if (Result<Path> path = path_from_json(json, limits)) one.reads.push_back(std::move(*path));
  return one;
}

}  // namespace

Result<PlaceStatus> place_status(const Ruleset& ruleset, Sandbox& sandbox, Document& document,
                                 TurnFacts facts, Time now, PathView place) {
  Trace trace;
  facts.trace = &trace;
  const Context context = ruleset.context(now);
  RefereeState state(ruleset, sandbox, document, context, std::move(facts));
  PlaceStatus status;
  std::vector<std::size_t> found;
  state.kinds.judged.covering(place, found);
  for (const std::size_t id : found)
    if (const Kinds::Judging& judge = state.kinds.judging[id]; judge.budget)
      status.budgets.push_back(budget_at(state, state.kinds.budgets[judge.index], place));
  IdSource op_ids("standing/");
  TRY(state.derive(op_ids));
  Limits any_depth = context.limits;
  any_depth.max_path_segments = any_depth.max_depth + 1;
  for (const TraceEvent& heard : trace.all())
    if (heard.who == "derive") status.derives.push_back(derive_of(heard, any_depth));
  return status;
}

}  // namespace gavel
