// What a trace tells of the guards and budgets, which are asked without a handler.
#pragma once

#include "lua/trace.hpp"
#include "rules/referee_state.hpp"

#include "budget_balance.hpp"

namespace gavel {

// The guards, asked about a write, and what they answered: the fields table about each effect, then whichever
// other guard refused.
Result<void> trace_guards(Trace& trace, const Guards& guards, const Proposed& proposed, Document& document);

// A write onto a derived value, which nobody may make.
void trace_derived(Trace& trace, const Derive& derive, PathView path, const Error& error);

// A budget about one effect. `takes`: nothing where it counts nothing of it.
struct Spending {
  PathView path;
  const Json* before;
  const Json* after;
  const BudgetBalance& balance;
  const std::optional<Json>& takes;
};
void trace_budget(Trace& trace, const Budget& budget, const Spending& spending, std::string_view answer,
                  const Json* effective, const std::string& message);

}  // namespace gavel
