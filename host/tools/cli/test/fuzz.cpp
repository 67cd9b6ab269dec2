#include "fuzz.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include "base/joined.hpp"
#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/yaml_reader.hpp"
#include "store/memory_store.hpp"

#include "check_texts.hpp"
#include "files.hpp"
#include "log.hpp"
#include "paint.hpp"
#include "progress.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostJobs = 8;
constexpr const char* kFuzzGroup = "Random games";

// The rulesets that are named, or that lie in a folder that is. Nothing: an error was shown.
Result<std::vector<std::string>> rulesets_in(const std::vector<std::string>& named) {
  std::vector<std::string> all;
  for (const std::string& name : named) {
    if (is_ruleset(name)) {
      all.push_back(fs::path(name).lexically_normal().string());
      continue;
    }
    std::vector<std::string> inside;
    std::error_code error;
    for (fs::directory_iterator at(name, error), end; !error && at != end; at.increment(error))
      if (is_ruleset(at->path().string())) inside.push_back(at->path().lexically_normal().string());
    if (inside.empty())
      return Error(Code::kUnreadable, name + " holds no ruleset to play by",
                   "name a folder with ruleset.yaml, or one that holds such folders");
    std::ranges::sort(inside);
    all.insert(all.end(), inside.begin(), inside.end());
  }
  return all;
}

// Whether the least case fails when it is played as a scenario.
bool fails_as_scenario(const std::string& folder, const std::string& text, const ScenarioRules& rules) {
  std::vector<Problem> problems;
  const std::optional<Scenario> scenario =
      read_scenario(text, folder + "/scenarios/fuzzed.yaml", Limits(), problems);
  if (!scenario) return false;
  const std::unique_ptr<Store> store = open_memory_store();
  const std::vector<Unmet> unmet = ScenarioRun(*scenario, rules, *store).run();
  return std::ranges::any_of(unmet, [](const Unmet& one) { return !one.problem.warning; });
}

std::string share(std::size_t part, std::size_t all) {
  return std::to_string(all == 0 ? 0 : part * 100 / all) + " %";
}

void print_indented(const std::string& text, const char* indent) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::printf("%s%s\n", indent, printable(text.substr(from, end - from)).c_str());
    from = end + 1;
  }
}

}  // namespace

void FuzzCommand::add_options(CLI::App& sub, CliOptions& options) {
  options_ = &options;
  options.add(sub, {"--state"});
  std::vector<CLI::Option*> own = {sub.get_option("--state")};
  own.push_back(sub.add_option("--fuzz", cases_)->check(CLI::Range(1, 100'000'000)));
  own.push_back(sub.add_option("--case", number_));
  own.push_back(sub.add_option("--jobs", jobs_)->check(CLI::Range(1, 64)));
  own.push_back(sub.add_option("--save", save_));
  for (CLI::Option* option : own) option->group(kFuzzGroup);
}

std::optional<FuzzSubject> FuzzCommand::subject_of(const std::string& folder,
                                                   std::vector<Problem>& problems) const {
  FuzzSubject subject;
  const Limits limits;
  Ruleset::Built built = load_logged(folder, options_->plugins, limits, {}, &subject.image);
  problems = std::move(built.problems);
  if (built.ruleset == nullptr) return std::nullopt;
  subject.ruleset = std::move(built.ruleset);
  std::error_code error;
  const std::string invariants = folder + "/invariants.yaml";
  if (fs::symlink_status(invariants, error).type() != fs::file_type::not_found) {
    const Result<std::string> text = read_found(invariants, limits.max_yaml_bytes, "max_yaml_bytes");
    if (!text) problems.push_back({text.error(), "", "", false});
    if (text)
      if (auto read = read_invariants(*text, invariants, limits, problems))
        subject.invariants = std::move(*read);
  }
  if (!options_->state.empty()) {
    const Result<std::string> text = read_file(options_->state, limits.max_state_bytes, "max_state_bytes");
    if (!text) problems.push_back({text.error(), "", "", false});
    if (text)
      if (const auto tree = read_yaml(*text, options_->state, limits, problems)) subject.state = tree->root();
  }
  if (any_error(problems)) return std::nullopt;
  return subject;
}

std::string FuzzCommand::again(const std::string& folder, const FuzzFinding& finding) const {
  return "gavel test " + folder + (options_->state.empty() ? "" : " --state " + options_->state) +
         " --seed " + std::to_string(seed_) + " --case " + std::to_string(finding.number);
}

Result<std::string> FuzzCommand::save(const FuzzFinding& finding) const {
  std::string name = "fuzz_" + std::string(what_name(finding.what)) + "_" + finding.rule;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  name += "_" + std::to_string(finding.number) + ".yaml";
  const std::string file = (fs::path(save_) / name).string();
  TRY(check_way(file, {save_}));
  std::error_code error;
  fs::create_directories(save_, error);
  TRY(write_file(file, finding.scenario, {save_}));
  return file;
}

Json FuzzCommand::told(const std::string& folder, const FuzzFinding& finding, bool fails) const {
  Json row(Json::value_t::object);
  row["what"] = std::string(what_name(finding.what));
  row["failure"] = finding.failure();
  if (!finding.code.empty()) row["code"] = finding.code;
  if (!finding.rule.empty()) row["rule"] = finding.rule;
  if (!finding.at.empty()) row["at"] = finding.at;
  row["message"] = finding.message;
  if (!finding.detail.empty()) row["detail"] = finding.detail;
  row["times"] = finding.times;
  row["case"] = finding.number;
  row["turns"] = finding.turns;
  row["commands"] = finding.commands;
  row["scenario"] = finding.scenario;
  row["scenario_fails"] = fails;
  row["again"] = again(folder, finding);
  if (options_->json) return row;
  const Paint paint(options_->colour());
  std::string head = finding.code.empty() ? std::string(what_name(finding.what)) : finding.code;
  if (!finding.rule.empty()) head += " in " + finding.rule;
  if (!finding.at.empty()) head += ", " + finding.at;
  std::printf("  %s %s\n", (finding.failure() ? paint(kRed, "✗") : paint(kYellow, "!")).c_str(),
              paint(kBold, printable(head)).c_str());
  print_indented(finding.message, "      ");
  print_indented(finding.detail, "      ");
  std::printf("      %s\n",
              paint(kDim, counted(finding.turns, "turn") + ", " + counted(finding.commands, "command") +
                              "; in " + counted(finding.times, "case") + ", the first is " +
                              std::to_string(finding.number) + ": " + printable(again(folder, finding)))
                  .c_str());
  print_indented(finding.scenario, "      | ");
  if (!fails)
    std::printf("      %s\n", paint(kYellow, "played as a scenario it passes: only here it is seen").c_str());
  return row;
}

void FuzzCommand::tell_reached(const FuzzReport& report) const {
  if (options_->json) return;
  const Paint paint(options_->colour());
  for (const char* kind : {"tool", "callback", "rule", "budget", "derive", "automation"})
    if (const std::vector<std::string> ids = report.silent(kind); !ids.empty())
      std::printf("  %s\n", paint(kDim, "never seen to do anything, " + std::string(kind) + ": " +
                                            printable(joined(ids)))
                                .c_str());
  if (const std::vector<std::string> ids = report.always_refused(); !ids.empty())
    std::printf("  %s\n", paint(kDim, "every call refused: " + printable(joined(ids))).c_str());
}

void FuzzCommand::tell(const std::string& folder, const FuzzSubject& subject, const FuzzReport& report) {
  if (!options_->json)
    std::printf("  %s, seed %llu: %s, %s accepted; %s, %s passed\n", counted(report.cases, "case").c_str(),
                static_cast<unsigned long long>(report.seed), counted(report.turns, "turn").c_str(),
                share(report.accepted, report.turns).c_str(), counted(report.commands, "command").c_str(),
                share(report.passed, report.commands).c_str());
  const ScenarioRules rules{subject.ruleset, subject.image, options_->plugins};
  Json one(Json::value_t::object);
  one["ruleset"] = folder;
  one["seed"] = report.seed;
  one["cases"] = report.cases;
  one["turns"] = report.turns;
  one["accepted"] = report.accepted;
  one["commands"] = report.commands;
  one["passed"] = report.passed;
  Json& rows = one["findings"] = Json(Json::value_t::array);
  for (const FuzzFinding& finding : report.findings) {
    if (finding.failure()) ++found_;
    Json row = told(folder, finding, fails_as_scenario(folder, finding.scenario, rules));
    if (!save_.empty()) {
      const Result<std::string> file = save(finding);
      if (file) row["file"] = *file;
      if (!file) show_error(file.error(), "", "", options_->colour(STDERR_FILENO));
      if (file && !options_->json) std::printf("      written to %s\n", printable(*file).c_str());
    }
    rows.push_back(std::move(row));
  }
  tell_reached(report);
  Json& reached = one["reached"] = Json(Json::value_t::object);
  for (const auto& [id, what] : report.reached) {
    reached[id]["kind"] = what.kind;
    reached[id]["asked"] = what.asked;
    reached[id]["acted"] = what.acted;
  }
  results_.push_back(std::move(one));
}

bool FuzzCommand::fuzz_folder(const std::string& folder) {
  if (!options_->json) std::printf("%s\n", Paint(options_->colour())(kBold, printable(folder)).c_str());
  std::vector<Problem> problems;
  const std::optional<FuzzSubject> subject = subject_of(folder, problems);
  if (!subject) {
    Json rows(Json::value_t::array);
    for (const Problem& problem : problems) {
      if (!options_->json) std::printf("%s\n", problem_line(problem, options_->colour()).c_str());
      rows.push_back(problem_json(problem));
    }
    Json one(Json::value_t::object);
    one["ruleset"] = folder;
    one["problems"] = std::move(rows);
    results_.push_back(std::move(one));
    return false;
  }
  ProgressLine progress(folder);
  FuzzPlan plan;
  plan.seed = seed_;
  plan.first = number_ == 0 ? 1 : number_;
  plan.cases = number_ == 0 ? cases_ : 1;
  const std::size_t cores = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostJobs);
  plan.jobs = jobs_ == 0 ? cores : jobs_;
  plan.progress = [&progress](std::size_t done, std::size_t all) { progress.show(done, all, "games"); };
  const Result<FuzzReport> report = fuzz(*subject, plan);
  progress.clear();
  if (!report) {
    options_->fail(report.error());
    return false;
  }
  tell(folder, *subject, *report);
  return true;
}

int FuzzCommand::run(const std::vector<std::string>& folders) {
  if (const std::string& text = options_->seed; !text.empty()) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed_);
    if (error != std::errc() || end != text.data() + text.size())
      return options_->fail(
          Error(Code::kUsage, "--seed " + text + " is not a whole number", "such as --seed 1"));
  }
  const Result<std::vector<std::string>> rulesets = rulesets_in(folders);
  if (!rulesets) return options_->fail(rulesets.error());
  bool played = true;
  for (const std::string& folder : *rulesets) played &= fuzz_folder(folder);
  if (options_->json) {
    Json answer(Json::value_t::object);
    answer["found"] = found_;
    answer["rulesets"] = std::move(results_);
    put(shown_json(answer, 2) + "\n");
  } else {
    std::printf("%s found\n", found_ == 0 ? "nothing" : counted(found_, "failure").c_str());
  }
  if (std::fflush(stdout) != 0) return kExitUsage;
  return !played ? kExitUsage : found_ != 0 ? 1 : 0;
}

}  // namespace gavel
