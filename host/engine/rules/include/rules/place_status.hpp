// PlaceStatus: what rules say of a place, for whoever wants to know: what each budget has left
// there, and what is derived from what. Nothing is kept of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/referee.hpp"
#include "state/path.hpp"

namespace gavel {

struct BudgetStatus {
  std::string id;
  std::string at;
  Json window;  // null: it has none
  Json most;
  Json used;
  Json left;
  std::optional<Error> failed;  // its own functions did; then nothing else is known
};

// A derived value at one of its places.
struct DeriveStatus {
  std::string id;
  std::string at;
  Path target;
  std::vector<Path> reads;
  std::optional<Json> value;  // nothing: none, or it failed
  std::string failed;
};

struct PlaceStatus {
  std::vector<BudgetStatus> budgets;  // those whose pattern covers the place, in ruleset order
  std::vector<DeriveStatus> derives;  // all of the document, in the order in which they were computed
};

// REQUIRES: the document is the caller's to change; what is derived is computed in it.
Result<PlaceStatus> place_status(const Ruleset& ruleset, Sandbox& sandbox, Document& document,
                                 TurnFacts facts, Time now, PathView place);

}  // namespace gavel
