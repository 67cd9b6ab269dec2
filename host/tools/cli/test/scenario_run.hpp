// A scenario played on a campaign of its own: step by step, each held against what is expected of it; at the
// end the chain is checked and every turn judged anew.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "campaign/campaigns.hpp"
#include "ruleset/ruleset.hpp"
#include "testing/expectation.hpp"
#include "testing/scenario.hpp"
#include "testing/usage.hpp"

namespace gavel {

// The rules that scenarios are played by.
struct ScenarioRules {
  std::shared_ptr<const Ruleset> ruleset;
  std::string image;
  std::vector<std::string> plugin_dirs;  // to look for other rulesets' plugins in
  Usage* usage = nullptr;                // looks on while it is played, not while it is proved
};

class ScenarioRun {
 public:
  static constexpr std::string_view kCampaign = "scenario";
  // Told of every step that is done: the step, and what came of it.
  using Witness = std::function<void(const Step& step, const StepResult& result)>;

  // REQUIRES: all of them outlive it.
  ScenarioRun(const Scenario& scenario, const ScenarioRules& rules, Store& store)
      : scenario_(scenario), rules_(rules), campaigns_(store, options_of(rules)) {}

  // What did not come about; empty: all did. `witness` may be nothing. `campaign` is the id to play under.
  std::vector<Unmet> run(const Witness& witness = {}, std::string_view campaign = kCampaign);
  Campaigns& campaigns() { return campaigns_; }

 private:
  static CampaignsOptions options_of(const ScenarioRules& rules) {
    CampaignsOptions options;
    options.probe = rules.usage;
    return options;
  }
  bool begin();
  void play(const Step& step, const Witness& witness);
  void act(const Step& step, StepResult& result);
  Result<Json> swap(const Step& step);
  const DescribedPatterns& described(const Json& campaign) const;
  void take_turn(const Step& step, StepResult& result);
  void look(const Step& step, StepResult& result);
  Result<std::string> prompt_of(const std::string& user);
  void look_at_prompt(const Step& step, const StepResult& result);
  void prove();
  void fail(const YamlNode& node, const std::string& step, const Error& error);

  const Scenario& scenario_;
  const ScenarioRules& rules_;
  Campaigns campaigns_;
  void note_what_stands(const Json& state);

  std::string id_;
  std::map<std::string, std::shared_ptr<const Ruleset>, std::less<>> swapped_;  // by hash
  std::set<std::string> wanted_absent_;                                         // paths as they are written
  std::set<std::string> stood_;  // those of them that stood somewhere in the story
  std::vector<Unmet> unmet_;
};

}  // namespace gavel
