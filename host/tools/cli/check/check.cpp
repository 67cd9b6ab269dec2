#include "check.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <unistd.h>

#include "base/folder.hpp"
#include "check/examples.hpp"
#include "check/review.hpp"
#include "check/trial.hpp"

#include "check_allow.hpp"
#include "check_fix.hpp"
#include "check_schemas.hpp"
#include "check_tests.hpp"
#include "files.hpp"
#include "log.hpp"
#include "misnamed.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "streams.hpp"
#include "test_targets.hpp"
#include "watch.hpp"
#include "wrap.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kExitProblems = 1;
constexpr int kMostFixRounds = 5;  // a change may lay bare the next
constexpr std::size_t kMostLuaFiles = 1'000;

// One file of Lua, or a folder of nothing else; empty: the place is none.
std::vector<std::string> lua_files_in(const std::string& place) {
  std::error_code error;
  if (place.ends_with(".lua") && fs::is_regular_file(place, error)) return {place};
  std::vector<std::string> files;
  for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    if (!name.ends_with(".lua") || name.ends_with("_test.lua") || !at->is_regular_file(ignored)) continue;
    files.push_back(at->path().string());
    if (files.size() == kMostLuaFiles) break;
  }
  std::ranges::sort(files);
  return files;
}

// Those that `gavel test` would run there; of a file, that file.
std::vector<LuaTestSource> tests_of(const std::string& place) {
  std::vector<LuaTestSource> tests;
  Result<std::vector<TestTarget>> targets = find_tests({place});
  if (!targets) return tests;
  for (TestTarget& target : *targets)
    for (LuaTestSource& test : target.tests) tests.push_back(std::move(test));
  return tests;
}

void in_order(std::vector<Problem>& problems) {
  const auto key = [](const Problem& one) {
    const Where& where = one.error.where;
    return std::tie(where.file, where.line, where.column);
  };
  std::ranges::stable_sort(problems, [&](const Problem& a, const Problem& b) { return key(a) < key(b); });
}

// What a line is refused for when it runs needs no telling that it will be; but how to mend it is taken
// along.
void leave_out_told(std::vector<Problem>& problems) {
  using Line = std::pair<std::string, std::size_t>;
  const auto line_of = [](const Problem& one) { return Line(one.error.where.file, one.error.where.line); };
  std::map<Line, Problem*> told;
  for (Problem& problem : problems)
    if (!problem.finding && !problem.warning && problem.error.where.line != 0)
      told.emplace(line_of(problem), &problem);
  for (const Problem& problem : problems) {
    const auto at = told.find(line_of(problem));
    if (!problem.finding || at == told.end()) continue;
    // A change that is certain says more than what such a line mostly lacks.
    const bool better = at->second->error.hint.empty() || (problem.edit && !at->second->edit);
    if (better && !problem.warning) at->second->error.hint = problem.error.hint;
    if (problem.edit && !at->second->edit) at->second->edit = problem.edit;
  }
  std::set<Line> lines;
  for (const auto& [line, problem] : told) lines.insert(line);
  std::erase_if(problems, [&](const Problem& problem) {
    return problem.finding && !problem.warning && lines.contains(line_of(problem));
  });
}

}  // namespace

Check::Check(CLI::App& app) {
  options_.format = "people";
  CLI::App* sub = app.add_subcommand("check", "");
  sub->add_option("DIR", folder_);
  options_.add(*sub, {"--plugins", "--schemas", "--watch", "--json", "--color"});
  sub->add_flag("--fix", fix_);
  sub->add_flag("--codes", codes_);
  one_of(sub->add_option("--format", options_.format), {"people", "json", "gcc", "github"});
}

CheckFormat Check::format() const {
  if (options_.wants_json()) return CheckFormat::kJson;
  if (options_.format == "gcc") return CheckFormat::kGcc;
  return options_.format == "github" ? CheckFormat::kGithub : CheckFormat::kPeople;
}

int Check::run() {
  if (codes_) return tell(codes_text(format()), {});
  if (!options_.watch) return round();
  return repeat_on_change(places_of_rules(folder_, options_.plugins, options_.schemas),
                          format() == CheckFormat::kJson, [this] { return round(); });
}

int Check::round() {
  Looked looked = look();
  std::vector<std::string> fixed;
  for (int i = 0; fix_ && i < kMostFixRounds; ++i) {
    FixedFiles files = fix_files(looked.problems, folder_, Limits());
    fixed.insert(fixed.end(), files.made.begin(), files.made.end());
    if (!files.made.empty()) looked = look();
    for (Problem& problem : files.not_made) looked.problems.push_back(std::move(problem));
    if (files.made.empty()) break;
  }
  return tell(check_text(looked.problems, format(), looked.what, fixed, options_.colour()), looked.problems);
}

int Check::tell(const std::string& text, const std::vector<Problem>& problems) const {
  return heard(format() == CheckFormat::kPeople ? for_terminal(text) : text,
               any_error(problems) ? kExitProblems : 0);
}

Check::Looked Check::look() const {
  std::error_code error;
  const fs::path place(folder_);
  Looked looked;
  if (!fs::exists(place / "ruleset.yaml", error) && !fs::exists(place / "plugin.yaml", error)) {
    // A schema or a module is not what such a folder is meant for.
    looked.problems = misnamed_in(folder_);
    if (any_error(looked.problems)) return looked;
    looked.problems.clear();
    if (std::optional<CheckedSchemas> checked = check_schemas(folder_, options_.schemas, Limits())) {
      looked = {std::move(checked->problems), counted(checked->count, "schema") + ", "};
      return looked;
    }
    if (folder_.ends_with("_test.lua"))
      if (const std::vector<LuaTestSource> tests = tests_of(folder_); !tests.empty())
        return look_at_test(tests.front());
    if (const std::vector<std::string> files = lua_files_in(folder_); !files.empty())
      return look_at_lua(files);
  }
  looked = look_at_rules();
  return looked;
}

Check::Looked Check::look_at_rules() const {
  std::vector<Pack> packs;
  Ruleset::Built built =
      load_logged(folder_, options_.plugins, Limits(), {options_.schemas, {}}, nullptr, &packs);
  Looked looked;
  std::vector<Problem> found;
  std::vector<PluginReading> readings = read_plugins(packs, Limits());
  for (PluginReading& one : readings)
    for (Problem& problem : one.source.problems) found.push_back(std::move(problem));
  if (built.ruleset != nullptr) {
    const Ruleset& ruleset = *built.ruleset;
    for (Problem& problem : try_out(ruleset)) found.push_back(std::move(problem));
    for (Problem& problem : try_examples(ruleset)) found.push_back(std::move(problem));
    for (Problem& problem : review(ruleset, readings)) found.push_back(std::move(problem));
    looked.what = ruleset.file().name + ": " + counted(ruleset.packs().size(), "plugin") + ", " +
                  counted(ruleset.registry().all.size(), "registration") + ", ";
    if (!ruleset.schemas().empty()) looked.what += counted(ruleset.schemas().all().size(), "schema") + ", ";
  }
  name_homes(found, packs);
  looked.problems = std::move(built.problems);
  for (Problem& problem : found) looked.problems.push_back(std::move(problem));
  std::set<std::string> files;
  std::error_code error;
  if (fs::exists(fs::path(folder_) / "ruleset.yaml", error))
    files.insert((fs::path(folder_) / "ruleset.yaml").string());
  for (const Pack& pack : packs) files.insert(pack.home + "/plugin.yaml");
  for (const Pack& pack : packs)
    for (const PackFile& file : pack.files) files.insert(pack.home + "/" + file.name);
  CheckedTests tests = check_tests(tests_of(folder_), packs, Limits());
  for (Problem& problem : tests.problems) looked.problems.push_back(std::move(problem));
  for (Problem& problem : misnamed_in(folder_)) looked.problems.push_back(std::move(problem));
  files.merge(tests.files);
  leave_out_told(looked.problems);
  leave_out_allowed(looked.problems, files, Limits());
  in_order(looked.problems);
  return looked;
}

// One test file: what is wrong with the plugin around it is not asked for.
Check::Looked Check::look_at_test(const LuaTestSource& test) const {
  std::vector<Pack> packs;
  const std::string around = test.ruleset.empty() ? test.plugin : test.ruleset;
  load_logged(around, options_.plugins, Limits(), {options_.schemas, {}}, nullptr, &packs);
  CheckedTests checked = check_tests({test}, packs, Limits());
  Looked looked{std::move(checked.problems), counted(1, "file") + ", "};
  leave_out_allowed(looked.problems, checked.files, Limits());
  in_order(looked.problems);
  return looked;
}

Check::Looked Check::look_at_lua(const std::vector<std::string>& files) const {
  Looked looked;
  const Limits limits;
  std::vector<std::string> texts;
  std::vector<LuaText> all;
  std::set<std::string> read;
  texts.reserve(files.size());
  // A file that was named is meant, wherever it lies; what lies in a folder is not followed out of it.
  const Result<Folder> home = Folder::open(folder_, folder_);
  for (const std::string& file : files) {
    Result<std::string> text =
        home ? home->read(fs::path(file).filename().string(), limits.max_plugin_bytes, "max_plugin_bytes")
             : read_file(file, limits.max_plugin_bytes, "max_plugin_bytes");
    if (!text) {
      text.error().where.file = file;
      looked.problems.push_back({std::move(text).error(), {}, "a Lua file"});
      continue;
    }
    read.insert(file);
    if (text->starts_with("---@meta")) continue;  // types for editors, which declare what there is
    texts.push_back(std::move(*text));
    all.push_back({file, texts.back()});
  }
  for (Problem& problem : read_lua(all, limits).problems) looked.problems.push_back(std::move(problem));
  leave_out_allowed(looked.problems, read, limits);
  in_order(looked.problems);
  looked.what = counted(all.size(), "file") + ", ";
  return looked;
}

}  // namespace gavel
