// What budgets have left in their present window.
#pragma once

#include <vector>

#include "rules/referee.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

struct BudgetLeft {
  Path place;
  Json left;
  Json most;
};

// Of budgets that concern models and tools and of which something was taken in the present window, by place,
// as far as the place is there and the model may read it; at most kMostBudgetsLeft. A budget whose own
// functions fail is left out. The document stays as it is.
inline constexpr std::size_t kMostBudgetsLeft = 40;
std::vector<BudgetLeft> budgets_left(Referee& referee);

}  // namespace gavel
