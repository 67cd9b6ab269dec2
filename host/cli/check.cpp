#include "check.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <unistd.h>

#include "rules/trial.hpp"
#include "state/json_writer.hpp"

#include "check_schemas.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "watch.hpp"

namespace gavel {
namespace {

constexpr int kExitProblems = 1;
constexpr const char* kFooter =
    "Each problem is one line: file:line:column: what, found, expected, and below it how to mend it.\n"
    "Scenarios are looked at by gavel test.\n"
    "Exit code 0 where nothing is wrong (warnings may be there), 1 where something is, 2 for bad usage.\n\n"
    "Examples:\n"
    "  gavel check rulesets/first\n"
    "  gavel check plugins/affection --json\n"
    "  gavel check schemas/modes/live_stream_mode.yaml";

std::string counted(std::size_t number, const std::string& what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

}  // namespace

Check::Check(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("check", "Say everything that is wrong with a ruleset, a plugin or schemas");
  sub->add_option(
         "DIR", folder_,
         "A folder with ruleset.yaml, plugin.yaml or schemas, or a schema's file (default: this folder)")
      ->option_text(" ");
  sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  sub->add_flag("--json", json_, "The problems as JSON");
  sub->add_option("--color", colour_, "auto (default), always or never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->add_flag("--watch", watch_, "Say it again whenever a file has changed, until Ctrl-C");
  sub->footer(kFooter);
}

int Check::run() {
  if (!watch_) return round();
  return repeat_on_change(places_of_rules(folder_, plugin_dirs_, schema_dirs_), json_,
                          [this] { return round(); });
}

int Check::round() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path place(folder_);
  if (!fs::exists(place / "ruleset.yaml", error) && !fs::exists(place / "plugin.yaml", error)) {
    if (const std::optional<CheckedSchemas> checked = check_schemas(folder_, schema_dirs_, Limits()))
      return tell(checked->problems, counted(checked->count, "schema") + ", ");
  }
  Ruleset::Built built = load_rules(folder_, plugin_dirs_, Limits(), {schema_dirs_, {}});
  std::string what;
  if (built.ruleset != nullptr) {
    const Ruleset& ruleset = *built.ruleset;
    for (Problem& problem : try_out(ruleset)) built.problems.push_back(std::move(problem));
    what = ruleset.file().name + ": " + counted(ruleset.packs().size(), "plugin") + ", " +
           counted(ruleset.registry().all.size(), "registration") + ", ";
    if (!ruleset.schemas().empty()) what += counted(ruleset.schemas().all().size(), "schema") + ", ";
  }
  return tell(built.problems, what);
}

int Check::tell(const std::vector<Problem>& problems, const std::string& what) const {
  const auto errors = static_cast<std::size_t>(
      std::count_if(problems.begin(), problems.end(), [](const Problem& one) { return !one.warning; }));
  if (json_) {
    Json all(Json::value_t::array);
    for (const Problem& problem : problems) all.push_back(problem_json(problem));
    Json answer(Json::value_t::object);
    answer["errors"] = errors;
    answer["warnings"] = problems.size() - errors;
    answer["problems"] = std::move(all);
    std::printf("%s\n", to_text(answer, 2).c_str());
    return errors == 0 ? 0 : kExitProblems;
  }
  const Colour wish = colour_ == "always"  ? Colour::kAlways
                      : colour_ == "never" ? Colour::kNever
                                           : Colour::kAuto;
  const bool colour = use_colour(wish, STDOUT_FILENO);
  for (const Problem& problem : problems) std::printf("%s\n", problem_line(problem, colour).c_str());
  std::printf("%s%s, %s\n", what.c_str(), counted(errors, "error").c_str(),
              counted(problems.size() - errors, "warning").c_str());
  return errors == 0 ? 0 : kExitProblems;
}

}  // namespace gavel
