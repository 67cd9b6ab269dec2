#include "check/trial.hpp"

#include "rules/referee.hpp"
#include "ruleset/kinds.hpp"
#include "state/path_text.hpp"

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
    tell(Error(Code::kPluginError, warning.message, warning.hint, std::move(where)), true);
  }
  ruleset.pool().give_back(std::move(*sandbox));
  // Where the value is right already, nothing was written, and nothing refused.
  for (const Derive& derive : ruleset.kinds().derives) {
    const Result<PathText> text = derive.pattern.wildcards() == 0
                                      ? PathText::parse(derive.pattern.text(), ruleset.limits())
                                      : Result<PathText>(Error(Code::kPathInvalid, ""));
    if (!text) continue;
    const Path path = text->resolve(ruleset.initial_state());
    if (ruleset.guards().fields().write_denied(path, Actor::kDerive) == nullptr) continue;
    Where where;
    where.file = derive.source.file;
    where.line = derive.source.line;
    tell(Error(Code::kAuthorityDenied,
               derive.source.id + " can never be written: `fields` does not let derive write " +
                   derive.pattern.text(),
               "add a row to fields: {path: \"" + derive.pattern.text() + "\", write: [derive]}",
               std::move(where)),
         true);
  }
  return problems;
}

}  // namespace gavel
