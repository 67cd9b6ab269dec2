// What a witness hears of the guards and budgets, which are asked without a handler.
#pragma once

#include "rules/referee_state.hpp"
#include "rules/witness.hpp"

#include "budget_balance.hpp"

namespace gavel {

// The fields table and protection, about every effect of a write. REQUIRES: `judged` is what they answered.
void hear_guards(Witness& witness, const Ruleset& ruleset, const Proposed& proposed,
                 const Result<void>& judged);

// A write onto a derived value, which nobody may make.
void hear_derived(Witness& witness, const Derive& derive, PathView path, const Error& error);

// A budget about one effect. `takes`: nothing where it counts nothing of it.
struct Spending {
  PathView path;
  const Json* before;
  const Json* after;
  const BudgetBalance& balance;
  const std::optional<Json>& takes;
};
void hear_budget(Witness& witness, const Budget& budget, const Spending& spending, std::string_view answer,
                 const Json* effective, const std::string& message);

}  // namespace gavel
