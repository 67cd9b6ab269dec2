// gavel test: the scenarios of rulesets and the Lua tests of plugins and rulesets.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz.hpp"
#include "options.hpp"
#include "scenario_run.hpp"
#include "test_report.hpp"
#include "test_targets.hpp"

namespace gavel {

class TestCommand {
 public:
  explicit TestCommand(CLI::App& app);
  int run();

 private:
  // Everything once.
  int round();
  int finish(const TestReport& report, const Usage* usage);
  void test_target(const TestTarget& target);
  void test_scenarios(const TestTarget& target);
  void test_examples(const std::string& folder, const Ruleset& ruleset);
  void test_scenario(const std::string& file, const ScenarioRules& rules);
  // Nothing: it was refused.
  std::optional<Scenario> read_story(const std::string& file);
  void test_lua(const TestTarget& target);
  std::vector<std::size_t> ordered(const std::vector<std::string>& names) const;
  std::unique_ptr<LuaTestFile> load_tests(LuaTestSource source);
  void test_file(const std::string& file, LuaTestFile& tests);
  // A file that could not be played at all.
  void refuse(const std::string& file, bool is_scenario, const std::vector<Problem>& problems);
  void list(const TestOutcome& one);
  bool wanted(const TestOutcome& one) const;
  Result<void> write_files(const TestReport& report, const Usage* usage) const;

  std::vector<std::string> folders_;
  std::string filter_;
  CliOptions options_;
  FuzzCommand fuzz_;
  std::string lcov_file_;
  std::string junit_file_;
  bool paint_ = false;
  bool list_ = false;
  bool coverage_ = false;
  bool costs_ = false;

  // Of a round.
  TestReport* report_ = nullptr;
  Usage* usage_ = nullptr;       // nullptr: nobody asked for it
  std::size_t passed_over_ = 0;  // by the filter
  bool any_lua_ = false;
  Json listed_ = Json(Json::value_t::array);
};

}  // namespace gavel
