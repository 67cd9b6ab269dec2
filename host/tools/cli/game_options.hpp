// The game that `run` and `repl` stand in: a ruleset or a lone plugin, a state, and what a turn depends on
// beside it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "explain/trying.hpp"
#include "state/document.hpp"

#include "options.hpp"

namespace gavel {

// Where it stands.
struct Standpoint {
  std::shared_ptr<const Ruleset> ruleset;
  Document document;
  TryFacts facts;
};

class GameOptions : public CliOptions {
 public:
  // RULESET and the options, on a subcommand.
  void add_game(CLI::App& sub);
  // An error names what is wrong; problems of the ruleset's files were shown on standard error.
  Result<Standpoint> load();
  // The ruleset's folder again, as it is now.
  Ruleset::Built rebuild() const;

  const std::string& folder() const { return folder_; }

 private:
  Result<void> load_state(Standpoint& at);
  Result<void> load_campaign(Standpoint& at);
  Result<void> load_facts(Standpoint& at);

  std::string folder_ = ".";
  std::vector<std::string> settings_;
};

}  // namespace gavel
