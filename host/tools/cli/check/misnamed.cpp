#include "misnamed.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/on_disk.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepestMisnamed = 16;
constexpr std::size_t kMostMisnamed = 100;

class Misnamed {
 public:
  std::vector<Problem> find(const fs::path& folder) {
    manifest(folder, "ruleset.yml", "ruleset.yaml", "a ruleset");
    manifest(folder, "plugin.yml", "plugin.yaml", "a plugin");
    inner_folder(folder, "scenario", "scenarios", "a ruleset's scenarios are");
    inner_folder(folder, "test", "tests", "a ruleset's own tests are");
    inner_folder(folder, "plugin", "plugins", "a ruleset's own plugins are");
    tests_below(folder);
    return std::move(found_);
  }

 private:
  void tell(const fs::path& what, std::string message, const std::string& right, bool warning) {
    if (found_.size() >= kMostMisnamed) return;
    Where where;
    where.file = what.lexically_normal().string();
    Problem problem{
        Error(Code::kPluginInvalid, std::move(message), "rename it to " + right, std::move(where)),
        what.filename().string(), right, warning};
    found_.push_back(std::move(problem));
  }

  void manifest(const fs::path& folder, const char* wrong, const char* right, const std::string& of_what) {
    if (!is_file(folder / wrong)) return;
    const bool beside = is_file(folder / right);
    tell(folder / wrong, "this file is not read: that of " + of_what + " has another name", right, beside);
  }

  // Only in a ruleset: elsewhere such a folder may be anything.
  void inner_folder(const fs::path& folder, const char* wrong, const char* right, const std::string& what) {
    if (is_file(folder / "ruleset.yaml") && is_folder(folder / wrong) && !is_folder(folder / right))
      tell(folder / wrong, "this folder is not read: " + what + " in another", right, true);
  }

  // test_lamp.lua: plugins load it, and `gavel test` does not run it. Links are not followed.
  void tests_below(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> files;
    fs::recursive_directory_iterator at(folder, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
      if (at.depth() >= kDeepestMisnamed || at->path().filename().string().starts_with('.'))
        at.disable_recursion_pending();
      const std::string name = at->path().filename().string();
      if (name.starts_with("test_") && name.ends_with(".lua") && !name.ends_with("_test.lua") &&
          name.size() > 9 && is_file(at->path()))
        files.push_back(at->path());
    }
    std::ranges::sort(files);
    for (const fs::path& file : files) {
      const std::string stem = file.stem().string().substr(5);
      tell(file, "this file is no test: the names of tests end with _test.lua", stem + "_test.lua", true);
    }
  }

  std::vector<Problem> found_;
};

}  // namespace

std::vector<Problem> misnamed_in(const std::string& folder) { return Misnamed().find(folder); }

}  // namespace gavel
