#include "discard.hpp"

#include "decide.hpp"
#include "feedback.hpp"
#include "rolled.hpp"

namespace gavel {

void undo_turn(Document& document, Document::Savepoint begin, const Error& error, Verdict& verdict) {
  document.rollback(begin);
  verdict.expired.clear();
  verdict.notes.changes.clear();
  verdict.notes.events = Json(Json::value_t::array);
  for (Line& line : verdict.lines) {
    if (line.outcome.status == Status::kRejected) continue;
    line.outcome.status = Status::kRejected;
    line.outcome.error = error;
    line.outcome.result.reset();
    line.amendments.clear();
    line.effects.clear();
  }
}

void discard(Document& document, Document::Savepoint begin, const TurnRun& turn, Verdict& verdict) {
  verdict.decision = is_last(turn) ? Decision::kConflictReport : Decision::kRetry;
  const std::vector<std::size_t> failed = failed_lines(verdict);
  const Json rolled = verdict.decision == Decision::kRetry ? rolled_calls(verdict) : Json();
  undo_turn(document, begin,
            Error(Code::kBatchRolledBack, "the attempt was not accepted, and all its changes were undone",
                  "fix what failed and send the whole reply again"),
            verdict);
  if (turn.rules.derived != nullptr) *turn.rules.derived = DeriveMemory();
  if (!turn.rules.trial) explain(document, turn, failed, rolled, verdict);
}

}  // namespace gavel
