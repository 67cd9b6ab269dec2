#include "claims/narration_check.hpp"

#include <utility>

namespace gavel {

Result<NarrationCheck> check_narration(const Ruleset& ruleset, Sandbox& sandbox, const NarrationCase& one) {
  const Context context = ruleset.context(Time{0});
  ReconstructedTurn turn = TRY(turn_before(ruleset, sandbox, one.state, one.applied, context));
  NarrationCheck told;
  for (const std::string& tool : turn.unknown)
    told.warnings.push_back({"claims.unknown_tool", "nobody can say what the tool " + tool + " did", {}});
  TurnFacts facts;
  facts.turn = one.id;
  if (Result<Json> settings = ruleset.settings(Json()); settings) facts.settings = std::move(*settings);
  Document& document = turn.before;
  Referee referee(ruleset, sandbox, document, context, std::move(facts));
  document.put(PathView(), one.state);
  told.conflicts = find_conflicts(referee, one.narration, [&] { return turn.settled; });
  Notes notes = referee.finish();
  for (Warning& warning : notes.warnings) told.warnings.push_back(std::move(warning));
  return told;
}

}  // namespace gavel
