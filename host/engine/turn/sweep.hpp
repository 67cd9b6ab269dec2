// What has expired is removed before the first command: the turn's commands see the document without it.
//
// Places go one by one, each judged, recorded and told by itself. Where many elements of one array go, what
// stands behind them is set aside meanwhile, so that all of it takes time in proportion to the array; nothing
// that comes out depends on that. Only where each element must be judged on the array as it then is, or moves
// expiries of others, and there are so many that the turn would be held up, do they go together: judged on
// the array that still holds all of them, and told by one record.
#pragma once

#include "rules/referee.hpp"

#include "turn_run.hpp"

namespace gavel {

struct SweepInput {
  Document& document;
  const TurnRun& turn;
  Referee* referee;  // nullptr: there is no ruleset
  IdSource& op_ids;
  Verdict& verdict;   // gets the records, the rows of what went, and warnings
  std::size_t& room;  // for rows
};
void sweep(const SweepInput& input);

}  // namespace gavel
