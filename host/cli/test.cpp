#include "test.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>
#include <unistd.h>

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "store/memory_store.hpp"

#include "files.hpp"
#include "paint.hpp"
#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kExitFailed = 1;
constexpr const char* kFooter =
    "Scenarios are the .yaml files in a ruleset's folder `scenarios`; their form is written down in "
    "host/cli/README.md.\n"
    "Each is played on a campaign of its own; at the end of each the chain is checked, and every turn judged "
    "anew.\n"
    "Exit code 0 when all passed, 1 when one failed, 2 when one could not be played: a file with errors, bad "
    "usage.\n\n"
    "Examples:\n"
    "  gavel test rulesets/tabletop\n"
    "  gavel test rulesets --filter R001-09\n"
    "  gavel test rulesets/tabletop/scenarios/demo.yaml --json\n"
    "  gavel test rulesets/tabletop --fuzz 10000";

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// By name; those that cannot be listed are none.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    all.push_back(at->path());
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::string> scenarios_in(const fs::path& ruleset) {
  std::vector<std::string> files;
  for (const fs::path& path : entries_of(ruleset / "scenarios"))
    if (path.extension() == ".yaml") files.push_back(path.lexically_normal().string());
  return files;
}

// Ruleset folders with the scenarios to play, in order. A file stands for itself, a folder of rulesets for
// those that have scenarios.
Result<std::map<std::string, std::vector<std::string>>> find_scenarios(
    const std::vector<std::string>& named) {
  std::map<std::string, std::vector<std::string>> all;
  for (const std::string& name : named) {
    const fs::path path = fs::path(name).lexically_normal();
    if (is_file(path)) {
      const fs::path ruleset = fs::absolute(path).parent_path().parent_path();
      if (!is_file(ruleset / "ruleset.yaml"))
        return Error(Code::kUsage, name + " lies in no ruleset's folder `scenarios`",
                     "put it into RULESET/scenarios, beside RULESET/ruleset.yaml");
      const fs::path shown = path.parent_path().parent_path();
      all[shown.empty() ? "." : shown.string()].push_back(path.string());
      continue;
    }
    if (!is_folder(path)) return Error(Code::kUnreadable, name + ": there is no such folder");
    if (is_file(path / "ruleset.yaml")) {
      all[path.string()] = scenarios_in(path);
      if (all[path.string()].empty())
        return Error(Code::kUnreadable, name + " has no scenarios",
                     "write one: " + name + "/scenarios/first.yaml");
      continue;
    }
    const std::size_t before = all.size();
    for (const fs::path& ruleset : entries_of(path))
      if (is_file(ruleset / "ruleset.yaml") && !scenarios_in(ruleset).empty())
        all[ruleset.string()] = scenarios_in(ruleset);
    if (all.size() == before)
      return Error(Code::kUnreadable, name + " holds no ruleset with scenarios",
                   "name a folder with ruleset.yaml and scenarios/*.yaml");
  }
  return all;
}

}  // namespace

TestCommand::TestCommand(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("test", "Play the scenarios of rulesets and say what came out otherwise");
  sub->add_option("DIR", folders_,
                  "Rulesets, folders of rulesets, or single scenarios (default: this folder)")
      ->option_text("...");
  sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--filter", filter_, "Only those whose title, rows or file hold this text"), "TEXT");
  sub->add_flag("--json", json_, "What came of every scenario as JSON");
  named(sub->add_option("--color", colour_, "auto (default), always or never"), "WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  fuzz_.add_options(*sub);
  sub->footer(kFooter);
}

void TestCommand::say(const std::string& line) const {
  if (!json_) std::printf("%s\n", line.c_str());
}

bool TestCommand::wanted(const std::string& file, const Scenario& scenario) const {
  if (filter_.empty()) return true;
  const auto holds = [this](const std::string& text) { return text.find(filter_) != std::string::npos; };
  return holds(file) || holds(scenario.title) ||
         std::any_of(scenario.rows.begin(), scenario.rows.end(), holds);
}

void TestCommand::refuse(const std::string& file, const std::vector<Problem>& problems) {
  const Paint paint(paint_);
  broken_ = true;
  ++failed_;
  say("  " + paint(kRed, "✗") + " " + printable(file) + " cannot be played");
  Json rows(Json::value_t::array);
  for (const Problem& problem : problems) {
    say(problem_line(problem, paint_));
    rows.push_back(problem_json(problem));
  }
  Json one(Json::value_t::object);
  one["file"] = file;
  one["status"] = "broken";
  one["failures"] = std::move(rows);
  results_.push_back(std::move(one));
}

void TestCommand::tell(const Scenario& scenario, const std::vector<Unmet>& unmet) {
  const Paint paint(paint_);
  const bool passed =
      std::all_of(unmet.begin(), unmet.end(), [](const Unmet& one) { return one.problem.warning; });
  (passed ? passed_ : failed_) += 1;
  say("  " + (passed ? paint(kGreen, "✓") : paint(kRed, "✗")) + " " + printable(scenario.title));
  Json one(Json::value_t::object);
  one["file"] = scenario.file;
  one["title"] = scenario.title;
  one["rows"] = scenario.rows;
  one["status"] = passed ? "passed" : "failed";
  Json& rows = one["failures"] = Json(Json::value_t::array);
  for (const Unmet& failure : unmet) {
    Problem shown = failure.problem;
    shown.error.message = failure.step + ": " + shown.error.message;
    say(problem_line(shown, paint_));
    Json row = problem_json(failure.problem);
    row["step"] = failure.step;
    rows.push_back(std::move(row));
  }
  results_.push_back(std::move(one));
}

std::optional<Scenario> TestCommand::read_story(const std::string& file) {
  const Limits limits;
  std::vector<Problem> problems;
  const Result<std::string> text = read_file(file, limits.max_yaml_bytes);
  if (!text) problems.push_back({text.error(), "", "", false});
  std::optional<Scenario> scenario;
  if (text) scenario = read_scenario(*text, file, limits, problems);
  if (!scenario) refuse(file, problems);
  return scenario;
}

void TestCommand::test_file(const std::string& file, const ScenarioRules& rules) {
  const std::optional<Scenario> scenario = read_story(file);
  if (!scenario) return;
  if (!wanted(file, *scenario)) {
    ++passed_over_;
    return;
  }
  std::vector<Problem> problems;
  given_state(*scenario, rules.ruleset->initial_state(), rules.ruleset->limits(), problems);
  if (!problems.empty()) {
    refuse(file, problems);
    return;
  }
  const std::unique_ptr<Store> store = open_memory_store();
  tell(*scenario, ScenarioRun(*scenario, rules, *store).run());
}

void TestCommand::test_ruleset(const std::string& folder, const std::vector<std::string>& files) {
  say(Paint(paint_)(kBold, printable(folder)));
  ScenarioRules rules;
  Ruleset::Built built = load_rules(folder, plugin_dirs_, Limits());
  rules.ruleset = built.ruleset;
  std::vector<Problem> problems;
  if (rules.ruleset != nullptr) {
    Result<std::string> image = load_image(folder, plugin_dirs_, Limits(), problems);
    if (image) {
      rules.image = std::move(*image);
      rules.plugin_dirs = plugin_dirs_;
      for (const std::string& file : files) test_file(file, rules);
      return;
    }
    problems.push_back({image.error(), "", "", false});
  }
  problems.insert(problems.begin(), built.problems.begin(), built.problems.end());
  refuse(folder, problems);
  // What is wrong with the stories can be told all the same.
  for (const std::string& file : files) read_story(file);
}

int TestCommand::run() {
  paint_ = use_colour(colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto,
                      STDOUT_FILENO);
  if (folders_.empty()) folders_.emplace_back(".");
  if (fuzz_.asked()) return fuzz_.run({folders_, plugin_dirs_, json_, paint_});
  const auto found = find_scenarios(folders_);
  Error none(Code::kUsage, "no scenario holds \"" + filter_ + "\" in its title, rows or file",
             "look at them all: leave --filter out");
  if (found)
    for (const auto& [folder, files] : *found) test_ruleset(folder, files);
  if (!found || (passed_ + failed_ == 0)) {
    const Error& error = found ? none : found.error();
    if (json_) print_error_json(error, "");
    show_error(error, "", "", use_colour(Colour::kAuto, STDERR_FILENO));
    return kExitUsage;
  }
  if (json_) {
    Json answer(Json::value_t::object);
    answer["passed"] = passed_;
    answer["failed"] = failed_;
    if (!filter_.empty()) answer["passed_over"] = passed_over_;
    answer["scenarios"] = std::move(results_);
    std::printf("%s\n", to_text(answer, 2).c_str());
  }
  say(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed");
  if (std::fflush(stdout) != 0) return kExitUsage;
  return broken_ ? kExitUsage : failed_ != 0 ? kExitFailed : 0;
}

}  // namespace gavel
