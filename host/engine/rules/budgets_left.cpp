#include "rules/budgets_left.hpp"

#include "rules/referee_state.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

#include "budget_balance.hpp"

namespace gavel {
namespace {

bool concerns_models(const Budget& budget) {
  const auto has = [&budget](Actor actor) {
    return (budget.actors & (1U << static_cast<unsigned>(actor))) != 0;
  };
  return budget.each && !budget.shadow && (has(Actor::kModel) || has(Actor::kTool));
}

// What is left of one budget, at the places where it was used at any time.
void add_left(RefereeState& state, const Budget& budget, const Json& kept, std::vector<BudgetLeft>& all) {
  const Result<Terms> terms = ask_terms(state, budget);
  if (!terms) return;
  for (const auto& [pointer, balances] : object_of(kept)) {
    if (all.size() == kMostBudgetsLeft) return;
    const Result<PathText> text = PathText::parse(pointer, state.context.limits);
    if (!text) continue;
    const Path place = text->resolve(state.document.data());
    if (!state.context.tells(place, Actor::kModel)) continue;
    if (resolve(state.document.data(), place, state.context.described).node == nullptr) continue;
    BudgetBalance balance = open_balance(state.document, budget, *terms, place);
    if (!number_less(Json(0), balance.used)) continue;
    all.push_back({place, std::move(balance.left), std::move(balance.most)});
  }
}

}  // namespace

std::vector<BudgetLeft> budgets_left(Referee& referee) {
  RefereeState& state = referee.state();
  std::vector<BudgetLeft> all;
  const Json* budgets = member(state.document.meta(), "budgets");
  if (budgets == nullptr || !budgets->is_object()) return all;
  for (const Budget& budget : state.ruleset.kinds().budgets) {
    const Json* kept = member(*budgets, budget.source.id);
    if (kept != nullptr && kept->is_object() && concerns_models(budget)) add_left(state, budget, *kept, all);
  }
  return all;
}

}  // namespace gavel
