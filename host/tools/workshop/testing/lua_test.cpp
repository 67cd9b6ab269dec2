#include "testing/lua_test.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/folder.hpp"
#include "base/random.hpp"
#include "base/utf8.hpp"
#include "lua/pack_reader.hpp"
#include "lua/program.hpp"
#include "state/yaml_tree.hpp"
#include "testing/named_ruleset.hpp"
#include "testing/usage.hpp"

#include "test_fixture.hpp"
#include "test_host.hpp"
#include "test_state.hpp"
#include "test_words.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTestPlugin = "tests";  // what a ruleset's own tests are registered under

std::string folder_around(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path().string() : ".";
}

Problem problem_at(Where where, std::string what, std::string hint = {}) {
  return {Error(Code::kPluginInvalid, std::move(what), std::move(hint), std::move(where)), {}, {}, false};
}

class LoadedTests final : public LuaTestFile {
 public:
  LoadedTests(const LuaTestSource& source, const Limits& limits, Usage* usage, std::vector<Problem>& problems)
      : source_(source), limits_(limits), usage_(usage), problems_(&problems), words_(test_vocabulary()) {
    words_.read = [this, real = words_.read](const Registration& one, const Limits& most,
                                             std::vector<Error>& errors) {
      if (one.kind == "fixture") errors = take_fixture(one);
      if (one.kind == "fixture" || one.kind == "test") return std::any();
      std::any typed = real ? real(one, most, errors) : std::any();
      if (one.file.ends_with("_test.lua"))
        errors.emplace_back(Code::kPluginInvalid,
                            "a test file registers tests, and this " + one.kind + " would never be heard of",
                            "put it into a file of the plugin");
      return typed;
    };
  }

  bool load() {
    const std::size_t before = problems_->size();
    bool good = read();
    if (good) run_once();
    if (good && !build_world()) {
      // What else is wrong with the file can be told all the same.
      std::move(first_.begin(), first_.end(), std::back_inserter(*problems_));
      good = false;
    }
    good = good && run_again() && collect();
    for (std::size_t i = before; i < problems_->size(); ++i) bring_home((*problems_)[i].error);
    problems_ = nullptr;
    return good;
  }

  const std::vector<LuaTest>& tests() const override { return tests_; }
  LuaTestResult run(const LuaTest& test) override;

 private:
  std::vector<Error> take_fixture(const Registration& one) {
    std::vector<Error> errors;
    if (fixture_)
      errors.emplace_back(Code::kPluginInvalid, "a test file has one fixture; the first is at line " +
                                                    std::to_string(fixture_line_));
    fixture_ = one.spec;
    fixture_line_ = one.line;
    return errors;
  }

  bool refuse(std::string what, std::string hint = {}) {
    Where where;
    where.file = source_.file;
    where.line = fixture_line_;
    problems_->push_back(problem_at(std::move(where), std::move(what), std::move(hint)));
    return false;
  }

  bool read();
  void run_once();
  std::optional<RulesetSource> find_rules(const Json& fixture);
  void watch(const std::vector<Pack>& packs);
  bool build_world();
  bool run_again();
  bool collect();
  bool load_program(std::vector<Problem>& problems);
  std::optional<Problem> judged(const LuaTest& test, const TestHost& host,
                                const Result<Returned>& returned) const;
  // For its author a file is where it lies.
  void bring_home(Error& error) const;

  LuaTestSource source_;
  Limits limits_;
  Usage* usage_;
  std::vector<Problem>* problems_;  // while it loads
  std::vector<Problem> first_;      // of running the file without what its fixture says
  Vocabulary words_;
  Pack pack_;
  std::vector<PackFile> library_;
  std::optional<Json> fixture_;
  std::size_t fixture_line_ = 0;
  TestWorld world_;
  std::shared_ptr<const Program> program_;
  std::unique_ptr<Sandbox> tests_run_in_;
  std::unique_ptr<Sandbox> game_runs_in_;
  std::vector<LuaTest> tests_;
};

// The test file beside the files that it may require.
bool LoadedTests::read() {
  const std::string top = source_.home();
  Result<Folder> folder = Folder::open(top, top);
  if (!folder) {
    problems_->push_back({std::move(folder).error(), {}, {}, false});
    return false;
  }
  const std::string name = source_.name();
  Result<std::string> text = folder->read(name, limits_.max_plugin_bytes, "max_plugin_bytes");
  if (!text) {
    problems_->push_back({std::move(text).error(), {}, "a Lua file", false});
    return false;
  }
  if (!is_valid_utf8(*text)) return refuse("the bytes are not valid UTF-8", "save the file as UTF-8");
  if (text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);
  if (source_.plugin.empty()) {
    pack_.manifest.plugin = pack_.as = kTestPlugin;
    pack_.folder = kTestPlugin;
    pack_.home = top;
    pack_.files = read_library(*folder, limits_, *problems_);
  } else {
    const std::string plugin = plugin_name_of(top);
    std::optional<Pack> pack = read_pack(*folder, plugin, limits_, *problems_);
    if (!pack) return false;
    pack_ = std::move(*pack);
  }
  if (any_error(*problems_)) return false;
  pack_.files.push_back({name, std::move(*text)});
  world_.folder = folder_around(source_.file);
  if (source_.places.library_dir.empty()) return true;
  Result<Folder> library = Folder::open(source_.places.library_dir, source_.places.library_dir);
  if (library) library_ = read_library(*library, limits_, *problems_);
  return !any_error(*problems_);
}

bool LoadedTests::load_program(std::vector<Problem>& problems) {
  fixture_.reset();
  Pack pack = pack_;
  pack.manifest.files = {pack_.files.back().name};
  Program::Loaded loaded = Program::load({std::move(pack)}, library_, words_, limits_, usage_);
  std::move(loaded.problems.begin(), loaded.problems.end(), std::back_inserter(problems));
  program_ = std::move(loaded.program);
  return program_ != nullptr;
}

// What its fixture says decides the parameters that the file is to see: what it does without them does not
// count.
void LoadedTests::run_once() {
  std::vector<Problem> missing;
  pack_.params = Json(Json::value_t::object);
  if (!source_.plugin.empty()) {
    pack_.params = check_params(pack_.manifest, nullptr, {}, limits_, missing);
    if (!pack_.params.is_object() || any_error(missing)) pack_.params = Json(Json::value_t::object);
  }
  if (usage_ != nullptr) usage_->enter({});
  load_program(first_);
  if (any_error(missing)) first_.clear();
}

// What the tests are played by: the ruleset that the fixture names, that the file lies in, or one of the
// plugin.
std::optional<RulesetSource> LoadedTests::find_rules(const Json& fixture) {
  RulesetPlaces places = source_.places;
  const std::string named = ruleset_of(fixture);
  if (member(fixture, "ruleset") != nullptr && named.empty()) {
    refuse("`ruleset` of a fixture is a folder's name", "ruleset = \"../../rulesets/mine\"");
    return std::nullopt;
  }
  if (!named.empty() || (!source_.ruleset.empty() && !fixture_needs_own(fixture))) {
    places.folder = source_.ruleset;
    if (!named.empty()) {
      const std::string top = source_.ruleset.empty() ? reach_of_plugin(source_.plugin) : source_.ruleset;
      Result<std::string> folder = named_ruleset(named, world_.folder, top);
      if (!folder) {
        refuse("`ruleset` of the fixture: " + folder.error().message, folder.error().hint);
        return std::nullopt;
      }
      places.folder = std::move(*folder);
    }
    return read_ruleset(places, limits_, *problems_);
  }
  if (source_.plugin.empty()) {
    refuse("the fixture of a ruleset's own tests names a ruleset or a state, and nothing else",
           "leave the rest out; the ruleset around the tests has it");
    return std::nullopt;
  }
  const std::string plugin = plugin_name_of(source_.plugin);
  places.folder = source_.plugin;
  const std::size_t before = problems_->size();
  std::optional<RulesetSource> source =
      read_lone_plugin(places, limits_, *problems_, fixture_ruleset(plugin, fixture), source_.file);
  // The fixture is told by its line; inside it, there are no others.
  for (std::size_t i = before; i < problems_->size(); ++i) {
    Where& where = (*problems_)[i].error.where;
    if (where.file != source_.file && !where.file.empty()) continue;
    where.file = source_.file;
    where.line = fixture_line_;
    where.column = 0;
  }
  return source;
}

void LoadedTests::watch(const std::vector<Pack>& packs) {
  if (usage_ == nullptr) return;
  std::vector<Pack> watched = packs;
  if (source_.ruleset.empty())
    std::erase_if(watched, [this](const Pack& one) { return one.manifest.plugin != pack_.manifest.plugin; });
  usage_->enter(watched);
}

bool LoadedTests::build_world() {
  const Json fixture = fixture_.value_or(Json(Json::value_t::object));
  std::optional<RulesetSource> source = find_rules(fixture);
  if (!source) return false;
  watch(source->packs);
  Ruleset::Built built = Ruleset::build(std::move(*source), usage_);
  for (Problem& problem : built.problems) problems_->push_back(std::move(problem));
  if (built.ruleset == nullptr) return false;
  world_.ruleset = std::move(built.ruleset);
  if (usage_ != nullptr) usage_->expect(world_.ruleset->registry(), world_.ruleset->limits());
  world_.state = world_.ruleset->initial_state();
  const Json* given = member(fixture, "state");
  if (given == nullptr) return true;
  Result<Json> state = test_state(*given, world_.state, world_.folder, world_.ruleset->limits());
  if (!state) return refuse(state.error().message, state.error().hint);
  world_.state = std::move(*state);
  return true;
}

// Under the ruleset's limits, with the parameters of the plugin's first instance in it.
bool LoadedTests::run_again() {
  limits_ = world_.ruleset->limits();
  for (const Pack& pack : world_.ruleset->packs()) {
    if (source_.plugin.empty() || pack.manifest.plugin != pack_.manifest.plugin) continue;
    pack_.params = pack.params;
    pack_.as = pack.as;
    break;
  }
  return load_program(*problems_);
}

bool LoadedTests::collect() {
  for (const Registration& one : program_->registry().all) {
    if (one.kind != "test") continue;
    const HandlerId* handler = one.handler("run");
    if (handler == nullptr) return refuse("test \"" + one.name + "\" has no function");
    LuaTest test{one.name, source_.file, one.line, *handler};
    tests_.push_back(std::move(test));
  }
  if (tests_.empty()) {
    fixture_line_ = 0;
    return refuse("there is no test in this file", "test(\"what it shows\", function(t) … end)");
  }
  Result<std::unique_ptr<Sandbox>> tests = program_->make();
  Result<std::unique_ptr<Sandbox>> game = world_.ruleset->pool().take();
  if (!tests || !game) return refuse(tests ? game.error().message : tests.error().message);
  tests_run_in_ = std::move(*tests);
  game_runs_in_ = std::move(*game);
  return true;
}

void LoadedTests::bring_home(Error& error) const {
  std::vector<std::pair<std::string, std::string>> homes{{pack_.folder + "/", pack_.home + "/"}};
  if (world_.ruleset != nullptr)
    for (const Pack& pack : world_.ruleset->packs()) homes.emplace_back(pack.folder + "/", pack.home + "/");
  for (const auto& [shown, home] : homes) {
    if (shown == home || error.where.file.starts_with(home)) continue;
    if (error.where.file.starts_with(shown)) error.where.file.replace(0, shown.size(), home);
    std::string lines;
    for (std::size_t at = 0; at < error.detail.size();) {
      const std::size_t end = std::min(error.detail.find('\n', at), error.detail.size() - 1) + 1;
      std::string line = error.detail.substr(at, end - at);
      if (line.starts_with(shown)) line.replace(0, shown.size(), home);
      lines += line;
      at = end;
    }
    error.detail = std::move(lines);
  }
}

// What a test that ran came to; nothing: it passed.
std::optional<Problem> LoadedTests::judged(const LuaTest& test, const TestHost& host,
                                           const Result<Returned>& returned) const {
  Where where;
  where.file = test.file;
  where.line = test.line;
  Problem problem{Error(Code::kExpectFailed, "", "", std::move(where)), {}, {}, false};
  if (!returned) {
    problem.error = returned.error();
    const std::string culprit = problem.error.where.rule + " (run)";
    std::string& said = problem.error.message;
    if (said.starts_with(culprit + ": ")) said.erase(0, culprit.size() + 2);
    if (said.starts_with(culprit + " ")) said.replace(0, culprit.size(), "the test");
  }
  if (host.unmet()) {
    problem.error.code = Code::kExpectFailed;
    problem.error.message = host.unmet()->what;
    if (returned) problem.error.message += ", which the test caught; a failed expectation fails the test";
    problem.found = host.unmet()->found;
    problem.expected = host.unmet()->expected;
  } else if (returned) {
    if (host.expectations() != 0) return std::nullopt;
    problem.error.message = "the test expects nothing, so that it would pass whatever happens";
    problem.error.hint = "say what must come of it, with expect.equal, expect.verdict …";
  }
  problem.error.where.rule.clear();
  bring_home(problem.error);
  return problem;
}

LuaTestResult LoadedTests::run(const LuaTest& test) {
  LuaTestResult result;
  Result<TestHost> host = TestHost::make(world_, *game_runs_in_);
  if (!host) {
    result.problems.push_back({std::move(host).error(), {}, {}, false});
    return result;
  }
  if (usage_ != nullptr) usage_->at(test.name);
  Call call;
  call.handler = test.handler;
  call.functions = kAllTestAsks;
  Spent spent;
  const Result<Returned> returned = tests_run_in_->call(call, *host, spent);
  result.logs = host->take_logs();
  result.expectations = host->expectations();
  if (auto problem = judged(test, *host, returned)) result.problems.push_back(std::move(*problem));
  for (const std::string& failure : host->failures()) {
    Where where;
    where.file = test.file;
    where.line = test.line;
    result.problems.push_back({Error(Code::kExpectFailed, failure, "", std::move(where)), {}, {}, true});
  }
  return result;
}

// FNV-1a: the same on every machine.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash = 14'695'981'039'346'656'037U) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  return hash;
}

}  // namespace

std::string LuaTestSource::home() const { return plugin.empty() ? folder_around(file) : plugin; }

std::string LuaTestSource::name() const {
  // As both were typed, "./plugins/p" and "plugins/p/p_test.lua" would lead nowhere.
  return fs::path(file)
      .lexically_normal()
      .lexically_relative(fs::path(home()).lexically_normal())
      .generic_string();
}

std::unique_ptr<LuaTestFile> LuaTestFile::load(const LuaTestSource& source, const Limits& limits,
                                               Usage* usage, std::vector<Problem>& problems) {
  auto file = std::make_unique<LoadedTests>(source, limits, usage, problems);
  if (!file->load()) return nullptr;
  return file;
}

std::vector<std::size_t> shuffled(const std::vector<std::string>& names, const std::string& seed) {
  std::vector<std::pair<std::uint64_t, std::size_t>> keys;
  for (std::size_t i = 0; i < names.size(); ++i)
    keys.emplace_back(mixed(hash_of(names[i], hash_of(seed + "\n"))), i);
  std::stable_sort(keys.begin(), keys.end());
  std::vector<std::size_t> order;
  order.reserve(keys.size());
  for (const auto& [key, index] : keys) order.push_back(index);
  return order;
}

}  // namespace gavel
