#include "test.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <unistd.h>

#include "base/utf8.hpp"
#include "check/examples.hpp"
#include "state/json_writer.hpp"
#include "store/memory_store.hpp"

#include "check_allow.hpp"
#include "files.hpp"
#include "log.hpp"
#include "paint.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"
#include "test_tables.hpp"
#include "watch.hpp"

namespace gavel {
namespace {

constexpr int kExitFailed = 1;

std::string any_seed() { return std::to_string(std::random_device()() % 1'000'000); }

}  // namespace

TestCommand::TestCommand(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("test", "");
  sub->add_option("DIR", folders_);
  options_.add(*sub, {"--plugins", "--seed", "--watch", "--json", "--color"});
  sub->add_option("--filter", filter_);
  sub->add_flag("--list", list_);
  sub->add_flag("--coverage", coverage_);
  sub->add_option("--lcov", lcov_file_);
  sub->add_flag("--costs", costs_);
  sub->add_option("--junit", junit_file_);
  fuzz_.add_options(*sub, options_);
}

bool TestCommand::wanted(const TestOutcome& one) const {
  if (filter_.empty()) return true;
  const auto holds = [this](const std::string& text) { return text.find(filter_) != std::string::npos; };
  return holds(one.file) || holds(one.title) || std::any_of(one.rows.begin(), one.rows.end(), holds);
}

void TestCommand::refuse(const std::string& file, bool is_scenario, const std::vector<Problem>& problems) {
  TestOutcome outcome;
  outcome.file = file;
  outcome.is_scenario = is_scenario;
  outcome.broken = true;
  for (const Problem& problem : problems) outcome.failures.push_back({"", problem});
  report_->add(std::move(outcome));
}

void TestCommand::list(const TestOutcome& one) {
  report_->list(one);
  Json row(Json::value_t::object);
  row["file"] = one.file;
  if (one.line != 0) row["line"] = one.line;
  row[one.is_scenario ? "title" : "name"] = one.title;
  listed_.push_back(std::move(row));
}

// ---- scenarios

std::optional<Scenario> TestCommand::read_story(const std::string& file) {
  const Limits limits;
  std::vector<Problem> problems;
  const Result<std::string> text = read_found(file, limits.max_yaml_bytes, "max_yaml_bytes");
  if (!text) problems.push_back({text.error(), "", "", false});
  std::optional<Scenario> scenario;
  if (text) scenario = read_scenario(*text, file, limits, problems);
  if (!scenario) refuse(file, true, problems);
  return scenario;
}

void TestCommand::test_scenario(const std::string& file, const ScenarioRules& rules) {
  const std::optional<Scenario> scenario = read_story(file);
  if (!scenario) return;
  TestOutcome outcome;
  outcome.file = scenario->file;
  outcome.title = scenario->title;
  outcome.rows = scenario->rows;
  outcome.is_scenario = true;
  if (!wanted(outcome)) {
    ++passed_over_;
    return;
  }
  if (list_) return list(outcome);
  std::vector<Problem> problems;
  given_state(*scenario, rules.ruleset->initial_state(), rules.ruleset->limits(), problems);
  if (!problems.empty()) return refuse(file, true, problems);
  if (usage_ != nullptr) {
    usage_->enter(rules.ruleset->packs());
    usage_->expect(rules.ruleset->registry(), rules.ruleset->limits());
    usage_->at(scenario->title);
  }
  const std::unique_ptr<Store> store = open_memory_store();
  for (Unmet& unmet : ScenarioRun(*scenario, rules, *store).run())
    outcome.failures.push_back({std::move(unmet.step), std::move(unmet.problem), std::move(unmet.verdict)});
  report_->add(std::move(outcome));
}

void TestCommand::test_scenarios(const TestTarget& target) {
  ScenarioRules rules;
  rules.usage = usage_;
  const Ruleset::Built built = load_logged(target.folder, options_.plugins, Limits(), {}, &rules.image);
  rules.ruleset = built.ruleset;
  if (rules.ruleset != nullptr) {
    test_examples(target.folder, *rules.ruleset);
    rules.plugin_dirs = options_.plugins;
    for (const std::string& file : target.scenarios) test_scenario(file, rules);
    return;
  }
  refuse(target.folder, true, built.problems);
  // What is wrong with the stories can be told all the same.
  for (const std::string& file : target.scenarios) read_story(file);
}

// Of the ruleset's schemas: told where one is refused, as a failed test.
void TestCommand::test_examples(const std::string& folder, const Ruleset& ruleset) {
  std::vector<Problem> problems = list_ ? std::vector<Problem>{} : try_examples(ruleset);
  leave_out_allowed(problems, {}, ruleset.limits());
  if (problems.empty()) return;
  TestOutcome outcome;
  outcome.file = folder;
  outcome.title = "every example of its schemas is accepted on the initial state";
  outcome.is_scenario = true;
  for (Problem& problem : problems) outcome.failures.push_back({"", std::move(problem)});
  if (wanted(outcome)) report_->add(std::move(outcome));
}

// ---- tests in Lua

// In the order in which they run; of a list, as they stand.
std::vector<std::size_t> TestCommand::ordered(const std::vector<std::string>& names) const {
  if (!list_) return shuffled(names, options_.seed);
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::unique_ptr<LuaTestFile> TestCommand::load_tests(LuaTestSource source) {
  source.places = places_of(source.ruleset, options_.plugins);
  std::vector<Problem> problems;
  if (Result<void> way = check_way(source.file); !way) {
    problems.push_back({std::move(way).error(), {}, {}, false});
    refuse(source.file, false, problems);
    return nullptr;
  }
  std::unique_ptr<LuaTestFile> tests = LuaTestFile::load(source, Limits(), usage_, problems);
  if (tests == nullptr) refuse(source.file, false, problems);
  return tests;
}

void TestCommand::test_file(const std::string& file, LuaTestFile& tests) {
  std::vector<std::string> names;
  for (const LuaTest& test : tests.tests()) names.push_back(test.name);
  report_->file(file);
  for (const std::size_t index : ordered(names)) {
    const LuaTest& test = tests.tests()[index];
    TestOutcome outcome;
    outcome.file = test.file;
    outcome.line = test.line;
    outcome.title = test.name;
    if (!wanted(outcome)) {
      ++passed_over_;
      continue;
    }
    if (list_) {
      list(outcome);
      continue;
    }
    LuaTestResult result = tests.run(test);
    for (Problem& problem : result.problems) outcome.failures.push_back({"", std::move(problem)});
    outcome.logs = std::move(result.logs);
    report_->add(std::move(outcome));
  }
}

void TestCommand::test_lua(const TestTarget& target) {
  std::vector<std::string> names;
  for (const LuaTestSource& source : target.tests) names.push_back(source.file);
  for (const std::size_t index : ordered(names)) {
    const std::unique_ptr<LuaTestFile> tests = load_tests(target.tests[index]);
    if (tests == nullptr) continue;
    any_lua_ = true;
    test_file(target.tests[index].file, *tests);
  }
}

// ---- all of it

void TestCommand::test_target(const TestTarget& target) {
  report_->group(target.folder);
  if (!target.scenarios.empty()) test_scenarios(target);
  test_lua(target);
}

Result<void> TestCommand::write_files(const TestReport& report, const Usage* usage) const {
  if (!lcov_file_.empty() && usage != nullptr) TRY(write_file(lcov_file_, lcov_text(*usage)));
  if (!junit_file_.empty()) return write_file(junit_file_, report.junit());
  return {};
}

int TestCommand::finish(const TestReport& report, const Usage* usage) {
  if (const Result<void> written = write_files(report, usage); !written)
    return options_.fail(written.error());
  if (options_.json) {
    Json answer(Json::value_t::object);
    answer["passed"] = report.passed();
    answer["failed"] = report.failed();
    if (!filter_.empty()) answer["passed_over"] = passed_over_;
    if (any_lua_) answer["seed"] = options_.seed;
    report.put_json(answer);
    if (list_) answer["listed"] = std::move(listed_);
    if (usage != nullptr && coverage_) answer["coverage"] = coverage_json(*usage);
    if (usage != nullptr && costs_) answer["costs"] = costs_json(*usage);
    std::printf("%s\n", (options_.watch ? shown_json(answer) : shown_json(answer, 2)).c_str());
  }
  if (usage != nullptr && coverage_) report.say(coverage_text(*usage, paint_));
  if (usage != nullptr && costs_) report.say(costs_text(*usage, paint_));
  if (any_lua_ && !list_)
    report.say("seed " + printable(options_.seed) + ": --seed runs the tests in this order again");
  report.repeat_failures();
  if (!list_ || report.broken())
    report.say(std::to_string(report.passed()) + " passed, " + std::to_string(report.failed()) + " failed");
  return heard(report.broken() ? kExitUsage : report.failed() != 0 ? kExitFailed : 0);
}

int TestCommand::round() {
  TestReport report(options_.json, paint_);
  std::optional<Usage> usage;
  if (coverage_ || costs_ || !lcov_file_.empty()) usage.emplace(coverage_ || !lcov_file_.empty());
  report_ = &report;
  usage_ = usage ? &*usage : nullptr;
  passed_over_ = 0;
  any_lua_ = false;
  listed_ = Json(Json::value_t::array);
  const Result<std::vector<TestTarget>> found = find_tests(folders_);
  if (found)
    for (const TestTarget& target : *found) test_target(target);
  if (!found || (report.outcomes().empty() && listed_.empty())) {
    const Error none(
        Code::kUsage,
        "no scenario holds \"" + filter_ + "\" in its title, rows or file, and no test in its name or file",
        "look at them all: leave --filter out");
    return options_.fail(found ? none : found.error());
  }
  return finish(report, usage_);
}

int TestCommand::run() {
  paint_ = options_.colour();
  if (folders_.empty()) folders_.emplace_back(".");
  if (fuzz_.asked()) return fuzz_.run(folders_);
  if (options_.seed.empty()) options_.seed = any_seed();
  if (!options_.watch) return round();
  std::vector<std::string> folders = folders_;
  // A single test changes with all that it tests.
  if (const Result<std::vector<TestTarget>> found = find_tests(folders_))
    for (const TestTarget& target : *found) folders.push_back(target.folder);
  std::vector<std::string> places;
  for (const std::string& folder : folders)
    for (std::string& place : places_of_rules(folder, options_.plugins, {}))
      places.push_back(std::move(place));
  return repeat_on_change(std::move(places), options_.json, [this] { return round(); });
}

}  // namespace gavel
