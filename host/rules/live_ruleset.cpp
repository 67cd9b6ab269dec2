#include "rules/live_ruleset.hpp"

#include "rules/trial.hpp"

namespace gavel {
std::shared_ptr<const Ruleset> LiveRuleset::now() const {
  const std::lock_guard lock(mutex_);
  return ruleset_;
}

LiveRuleset::Reloaded LiveRuleset::reload(RulesetSource source) {
  Reloaded reloaded;
  Ruleset::Built built = Ruleset::build(std::move(source));
  reloaded.problems = std::move(built.problems);
  if (built.ruleset == nullptr) return reloaded;
  for (Problem& problem : try_out(*built.ruleset)) reloaded.problems.push_back(std::move(problem));
  if (any_error(reloaded.problems)) return reloaded;
  const std::lock_guard lock(mutex_);
  reloaded.changes = differences(*ruleset_, *built.ruleset);
  ruleset_ = std::move(built.ruleset);
  reloaded.exchanged = true;
  return reloaded;
}

}  // namespace gavel
