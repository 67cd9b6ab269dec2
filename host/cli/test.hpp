// gavel test: the scenarios of rulesets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "args.hpp"
#include "fuzz.hpp"
#include "scenario_run.hpp"

namespace gavel {

class TestCommand {
 public:
  explicit TestCommand(CLI::App& app);
  int run();

 private:
  void test_ruleset(const std::string& folder, const std::vector<std::string>& files);
  // Nothing: it was refused.
  std::optional<Scenario> read_story(const std::string& file);
  void test_file(const std::string& file, const ScenarioRules& rules);
  // A file that could not be played at all.
  void refuse(const std::string& file, const std::vector<Problem>& problems);
  void tell(const Scenario& scenario, const std::vector<Unmet>& unmet);
  bool wanted(const std::string& file, const Scenario& scenario) const;
  void say(const std::string& line) const;

  std::vector<std::string> folders_;
  std::vector<std::string> plugin_dirs_;
  std::string filter_;
  FuzzCommand fuzz_;
  std::string colour_ = "auto";
  bool json_ = false;
  bool paint_ = false;

  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
  std::size_t passed_over_ = 0;  // by the filter
  bool broken_ = false;          // something could not be played at all
  Json results_ = Json(Json::value_t::array);
};

}  // namespace gavel
