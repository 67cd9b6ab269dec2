#include "rules/live_ruleset.hpp"

#include "rules/referee.hpp"

namespace gavel {
namespace {

// What can only go wrong while it runs: derived values that depend on each other, automations without an end.
void try_out(const Ruleset& ruleset, std::vector<Problem>& problems) {
  const auto tell = [&problems](Error error) { problems.push_back({std::move(error), {}, {}, false}); };
  Result<Document> document = Document::load(ruleset.initial_state(), Json(), ruleset.limits());
  if (!document) return tell(document.error());
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset.pool().take();
  if (!sandbox) return tell(sandbox.error());
  TurnFacts facts;
  facts.turn = "reload";
  facts.settings = ruleset.settings(Json()).value();
  const Context context = ruleset.context(Time{});
  IdSource ids("reload/");
  DeriveMemory memory;
  Referee referee(ruleset, **sandbox, *document, context, std::move(facts));
  referee.begin(ids);
  if (const Result<void> followed = referee.follow(memory, ids); !followed) tell(followed.error());
  referee.finish();
  ruleset.pool().give_back(std::move(*sandbox));
}

}  // namespace

std::shared_ptr<const Ruleset> LiveRuleset::now() const {
  const std::lock_guard lock(mutex_);
  return ruleset_;
}

LiveRuleset::Reloaded LiveRuleset::reload(RulesetSource source) {
  Reloaded reloaded;
  Ruleset::Built built = Ruleset::build(std::move(source));
  reloaded.problems = std::move(built.problems);
  if (built.ruleset == nullptr) return reloaded;
  try_out(*built.ruleset, reloaded.problems);
  if (any_error(reloaded.problems)) return reloaded;
  const std::lock_guard lock(mutex_);
  reloaded.changes = differences(*ruleset_, *built.ruleset);
  ruleset_ = std::move(built.ruleset);
  reloaded.exchanged = true;
  return reloaded;
}

}  // namespace gavel
