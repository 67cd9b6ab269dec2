#include "check.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include "state/json_writer.hpp"
#include "turn/turn.hpp"

#include "rules.hpp"
#include "show.hpp"

namespace gavel {
namespace {

constexpr int kExitProblems = 1;
constexpr const char* kFooter =
    "Each problem is one line: file:line:column: what, found, expected, and below it how to mend it.\n"
    "Exit code 0 where nothing is wrong (warnings may be there), 1 where something is, 2 for bad usage.\n\n"
    "Examples:\n"
    "  gavel check rulesets/first\n"
    "  gavel check plugins/affection --json";

// A turn in which nothing is said: derived values are computed and automations heard, so that what can only
// go wrong while running shows now.
void try_out(const Ruleset& ruleset, std::vector<Problem>& problems) {
  Result<Document> document = Document::load(ruleset.initial_state(), Json(), ruleset.limits());
  if (!document) return problems.push_back({document.error(), {}, {}, false});
  Result<std::unique_ptr<Sandbox>> sandbox = ruleset.pool().take();
  if (!sandbox) return problems.push_back({sandbox.error(), {}, {}, false});
  TurnInput input;
  input.ruleset = &ruleset;
  input.sandbox = sandbox->get();
  input.facts.settings = ruleset.settings(Json()).value();
  const Result<Verdict> verdict = run_turn(*document, input);
  if (!verdict) return problems.push_back({verdict.error(), {}, {}, false});
  if (verdict->failed) problems.push_back({*verdict->failed, {}, {}, false});
  for (const Warning& warning : verdict->notes.warnings) {
    Where where;
    where.file = "initial state";
    problems.push_back({Error(Code::kPluginError, warning.message, "", std::move(where)), {}, {}, true});
  }
}

}  // namespace

Check::Check(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("check", "Say everything that is wrong with a ruleset or a plugin");
  sub->add_option("DIR", folder_, "A folder with ruleset.yaml or plugin.yaml (default: this one)")
      ->option_text("");
  sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again")
      ->option_text("DIR")
      ->allow_extra_args(false);
  sub->add_flag("--json", json_, "The problems as JSON");
  sub->add_option("--color", colour_, "auto (default), always or never")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  sub->footer(kFooter);
}

int Check::run() {
  Ruleset::Built built = load_rules(folder_, plugin_dirs_, Limits());
  if (built.ruleset != nullptr) try_out(*built.ruleset, built.problems);
  const std::vector<Problem>& problems = built.problems;
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
  if (built.ruleset != nullptr) {
    const Ruleset& ruleset = *built.ruleset;
    std::printf("%s: %zu plugins, %zu registrations, ", ruleset.file().name.c_str(), ruleset.packs().size(),
                ruleset.registry().all.size());
  }
  std::printf("%zu errors, %zu warnings\n", errors, problems.size() - errors);
  return errors == 0 ? 0 : kExitProblems;
}

}  // namespace gavel
