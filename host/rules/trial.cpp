#include "rules/trial.hpp"

#include "rules/referee.hpp"

namespace gavel {

std::vector<Problem> try_out(const Ruleset& ruleset) {
  std::vector<Problem> problems;
  const auto tell = [&problems](Error error, bool warning = false) {
    problems.push_back({std::move(error), {}, {}, warning});
  };
  Result<Document> document = Document::load(ruleset.initial_state(), Json(), ruleset.limits());
  if (!document) {
    tell(document.error());
    return problems;
  }
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset.pool().take();
  if (!sandbox) {
    tell(sandbox.error());
    return problems;
  }
  TurnFacts facts;
  facts.turn = "trial";
  facts.settings = ruleset.settings(Json()).value();
  const Context context = ruleset.context(Time{});
  IdSource ids("trial/");
  DeriveMemory memory;
  Referee referee(ruleset, **sandbox, *document, context, std::move(facts));
  referee.begin(ids);
  if (const Result<void> followed = referee.follow(memory, ids); !followed) tell(followed.error());
  for (const Warning& warning : referee.finish().warnings) {
    Where where;
    where.file = "initial state";
    tell(Error(Code::kPluginError, warning.message, "", std::move(where)), true);
  }
  ruleset.pool().give_back(std::move(*sandbox));
  return problems;
}

}  // namespace gavel
