// What came of tests: told to people as they run, and kept for programs.
#pragma once

#include <string>
#include <vector>

#include "base/problem.hpp"
#include "state/json.hpp"

namespace gavel {

struct TestOutcome {
  std::string file;
  std::size_t line = 0;  // of a Lua test
  std::string title;
  std::vector<std::string> rows;  // of a scenario
  bool is_scenario = false;
  bool broken = false;  // it could not be played at all; then it may have no title
  struct Failure {
    std::string step;  // of a scenario
    Problem problem;
    Json verdict = Json();  // that the step came to; null: none
  };
  std::vector<Failure> failures;
  std::vector<std::string> logs;
};

class TestReport {
 public:
  TestReport(bool quiet, bool paint) : quiet_(quiet), paint_(paint) {}

  // What comes now lies in that folder, and in that file of it. They are named with the first of it.
  void group(const std::string& folder);
  void file(const std::string& file);
  void add(TestOutcome outcome);
  void list(const TestOutcome& outcome);
  void say(const std::string& line) const;
  // At the end, where there are any: every failed one with its place.
  void repeat_failures() const;

  std::size_t passed() const { return passed_; }
  std::size_t failed() const { return failed_; }
  bool broken() const { return broken_; }
  const std::vector<TestOutcome>& outcomes() const { return outcomes_; }
  // {scenarios: […], tests: […]}, in the order in which they ran.
  void put_json(Json& answer) const;
  // As JUnit's XML, which build servers read.
  std::string junit() const;

 private:
  void tell(const TestOutcome& outcome, bool passed) const;
  void head();

  bool quiet_;
  bool paint_;
  std::string group_, file_;  // not named yet
  std::size_t passed_ = 0;
  std::size_t failed_ = 0;
  bool broken_ = false;
  std::vector<TestOutcome> outcomes_;
};

}  // namespace gavel
