// LiveRuleset: the ruleset that turns are judged by while it may be exchanged. A turn takes what is there
// when it begins and keeps it to its end; an exchange happens between turns or not at all.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rules/ruleset.hpp"

namespace gavel {

class LiveRuleset {
 public:
  // REQUIRES: ruleset != nullptr.
  explicit LiveRuleset(std::shared_ptr<const Ruleset> ruleset) : ruleset_(std::move(ruleset)) {}

  // Any thread.
  std::shared_ptr<const Ruleset> now() const;

  struct Reloaded {
    bool exchanged = false;            // false: the old one stays, and `problems` says why
    std::vector<std::string> changes;  // see differences()
    std::vector<Problem> problems;
  };
  // Builds the new one beside the old one, tries it on its own initial state, and exchanges them if nothing
  // is wrong. Any thread; the last one to end wins.
  Reloaded reload(RulesetSource source);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Ruleset> ruleset_;  // INVARIANT: not null
};

}  // namespace gavel
