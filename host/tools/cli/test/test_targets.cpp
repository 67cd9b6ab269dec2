#include "test_targets.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "base/on_disk.hpp"

#include "misnamed.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTestEnd = "_test.lua";
constexpr int kDeepest = 16;

// By name; those that cannot be listed are none.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> all;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    all.push_back(at->path());
  std::sort(all.begin(), all.end());
  return all;
}

bool is_test(const fs::path& path) { return path.filename().string().ends_with(kTestEnd) && is_file(path); }

// All that lie in a folder or below it; links are not followed.
std::vector<std::string> test_files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    if (is_test(at->path())) files.push_back(at->path().lexically_normal().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What to do where nothing is found: to rename what is there, if something is.
Error nothing_there(const fs::path& folder, std::string what, std::string otherwise) {
  const std::vector<Problem> misnamed = misnamed_in(folder.string());
  if (misnamed.empty()) return {Code::kUnreadable, std::move(what), std::move(otherwise)};
  const Error& first = misnamed.front().error;
  return {Code::kUnreadable, std::move(what), first.where.file + ": " + first.hint};
}

class Search {
 public:
  Result<std::vector<TestTarget>> find(const std::vector<std::string>& named) {
    for (const std::string& name : named) TRY(add(name));
    std::vector<TestTarget> all;
    for (auto& [folder, target] : targets_) all.push_back(std::move(target));
    return all;
  }

 private:
  TestTarget& target(const fs::path& folder, bool is_ruleset) {
    const std::string shown = folder.empty() ? "." : folder.string();
    TestTarget& found = targets_[shown];
    found.folder = shown;
    found.is_ruleset = is_ruleset;
    return found;
  }

  Result<void> add(const std::string& name) {
    fs::path path = fs::path(name).lexically_normal();
    if (!path.has_filename() && path.has_parent_path()) path = path.parent_path();
    if (is_file(path)) return is_test(path) ? add_test(path) : add_scenario(path);
    if (!is_folder(path)) return Error(Code::kUnreadable, name + ": there is no such folder");
    if (is_file(path / "ruleset.yaml") || is_file(path / "plugin.yaml")) {
      const bool ruleset = is_file(path / "ruleset.yaml");
      if (ruleset ? add_ruleset(path) : add_plugin(path, "")) return {};
      return ruleset ? nothing_there(path, name + " has no scenarios and no tests",
                                     "write one: " + name + "/scenarios/first.yaml, or " + name +
                                         "/tests/first_test.lua")
                     : nothing_there(path, name + " has no tests", "write one: " + name + "/first_test.lua");
    }
    const std::size_t before = targets_.size();
    for (const fs::path& inner : entries_of(path)) {
      if (is_file(inner / "ruleset.yaml")) add_ruleset(inner);
      if (is_file(inner / "plugin.yaml")) add_plugin(inner, "");
    }
    if (targets_.size() == before)
      return nothing_there(
          path, name + " holds no ruleset with scenarios, and no plugin with tests",
          "name a folder with ruleset.yaml and scenarios/*.yaml, or with plugin.yaml and *_test.lua");
    return {};
  }

  // Whether it has anything to run.
  bool add_ruleset(const fs::path& folder) {
    std::vector<std::string> scenarios;
    for (const fs::path& path : entries_of(folder / "scenarios"))
      if (path.extension() == ".yaml" || path.extension() == ".yml")
        scenarios.push_back(path.lexically_normal().string());
    std::vector<LuaTestSource> tests;
    for (const std::string& file : test_files_in(folder / "tests"))
      tests.push_back({file, "", folder.string(), {}});
    for (const fs::path& plugin : entries_of(folder / "plugins"))
      for (const std::string& file : test_files_in(plugin))
        tests.push_back({file, plugin.string(), folder.string(), {}});
    if (scenarios.empty() && tests.empty()) return false;
    TestTarget& found = target(folder, true);
    found.scenarios = std::move(scenarios);
    found.tests = std::move(tests);
    return true;
  }

  bool add_plugin(const fs::path& folder, const std::string& ruleset) {
    std::vector<LuaTestSource> tests;
    for (const std::string& file : test_files_in(folder))
      tests.push_back({file, folder.string(), ruleset, {}});
    if (tests.empty()) return false;
    target(folder, false).tests = std::move(tests);
    return true;
  }

  Result<void> add_scenario(const fs::path& path) {
    if (!is_file(fs::absolute(path).parent_path().parent_path() / "ruleset.yaml"))
      return Error(Code::kUsage,
                   path.string() + " is in no ruleset's folder `scenarios`, and is no *_test.lua",
                   "put it into RULESET/scenarios, beside RULESET/ruleset.yaml");
    target(above(path, 2), true).scenarios.push_back(path.string());
    return {};
  }

  // The plugin is the nearest folder above that has a manifest; it is a ruleset's own in RULESET/plugins.
  Result<void> add_test(const fs::path& path) {
    const fs::path whole = fs::absolute(path);
    int levels = 1;
    for (fs::path at = whole.parent_path(); levels < kDeepest; at = at.parent_path(), ++levels) {
      if (is_file(at / "plugin.yaml")) {
        const bool own = at.parent_path().filename() == "plugins" &&
                         is_file(at.parent_path().parent_path() / "ruleset.yaml");
        const std::string ruleset = own ? above(path, levels + 2).string() : "";
        target(own ? above(path, levels + 2) : above(path, levels), own)
            .tests.push_back({path.string(), above(path, levels).string(), ruleset, {}});
        return {};
      }
      if (is_file(at / "ruleset.yaml")) {
        target(above(path, levels), true)
            .tests.push_back({path.string(), "", above(path, levels).string(), {}});
        return {};
      }
      if (at == at.root_path()) break;
    }
    return Error(Code::kUsage, path.string() + " is in no plugin and in no ruleset's folder `tests`",
                 "put it beside the plugin.yaml of what it tests");
  }

  // The folder that many levels above a file, as short as the file was named.
  static fs::path above(const fs::path& path, int levels) {
    fs::path named = path;
    for (int i = 0; i < levels; ++i) {
      if (named.empty() || named == ".") return fs::absolute(climbed(path, levels)).lexically_normal();
      named = named.parent_path();
    }
    return named.empty() ? fs::path(".") : named;
  }

  static fs::path climbed(const fs::path& path, int levels) {
    fs::path at = fs::absolute(path);
    for (int i = 0; i < levels; ++i) at = at.parent_path();
    return at;
  }

  std::map<std::string, TestTarget> targets_;
};

}  // namespace

Result<std::vector<TestTarget>> find_tests(const std::vector<std::string>& named) {
  return Search().find(named);
}

}  // namespace gavel
