// BudgetBalance: what a budget has left at one place in its present window. It lies in the document's meta,
// so that it survives restarts and goes back with the turn.
#pragma once

#include <optional>

#include "rules/referee_state.hpp"
#include "ruleset/kinds.hpp"
#include "state/json.hpp"
#include "state/path.hpp"

namespace gavel {

struct BudgetBalance {
  Path place;  // in meta
  Json window;
  Json windows = Json(Json::value_t::array);  // all that are known, the last used last: {window?, used}
  Json most;
  Json used;
  Json left;
};

// What an effect takes out of a budget; nothing: it is about no numbers.
std::optional<Json> spending_of(const Budget& budget, const Json* before, const Json* after);

// How much a budget gives in its present window.
struct Terms {
  Json window;  // null: it has none
  Json most;
};
// An error: the budget's own function failed.
Result<Terms> ask_terms(RefereeState& state, const Budget& budget);

BudgetBalance open_balance(const Document& document, const Budget& budget, const Terms& terms,
                           const Path& path);

// What stood at a place when it was last removed, where that counts: should it come back, it is counted from
// there, not from nothing.
const Json* last_at(const Document& document, const Budget& budget, const Path& path);
void leave(Document& document, const Budget& budget, const Path& path, const Json& last);

// Says that a balance has less left than is asked for; if `tells`, how much. Models and players read it where
// the budget has no words of its own, so it stands in the ruleset's language.
std::string too_much(const Budget& budget, const BudgetBalance& balance, const Json& spends, bool tells,
                     bool chinese);

// The value nearest to `after` that takes no more than `left`.
Json clamped(const Budget& budget, const Json* before, const Json& after, const Json& left);

void pay(Document& document, const BudgetBalance& balance, const Json& spends);

// BudgetBalances go where their places go: with a node that moved, and with elements that moved up or down.
void move_balances(Document& document, const Proposed& proposed);

}  // namespace gavel
