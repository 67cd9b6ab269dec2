#include "check_tests.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/folder.hpp"
#include "lua/pack_reader.hpp"
#include "testing/test_source.hpp"

namespace gavel {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // that some editors put in front

// What shares its globals with test files: a plugin's files, or those beside a ruleset's own tests.
struct Around {
  std::vector<PackFile> files;
  std::vector<std::string> params;
  bool known = false;
};

Around around_of(const std::string& plugin, const std::string& folder, const std::vector<Pack>& packs,
                 const Limits& limits) {
  Around around;
  if (plugin.empty()) {
    std::vector<Problem> told_when_they_run;
    if (const Result<Folder> home = Folder::open(folder, folder))
      around.files = read_library(*home, limits, told_when_they_run);
    around.known = true;
    return around;
  }
  std::error_code error;
  for (const Pack& pack : packs) {
    if (!fs::equivalent(pack.home, plugin, error)) continue;
    around.files = pack.files;
    for (const Param& param : pack.manifest.params) around.params.push_back(param.name);
    around.known = true;
    break;
  }
  return around;
}

// As `gavel test` reads them: no link leads out of their folder.
Result<std::string> text_of_test(const LuaTestSource& test, const Limits& limits) {
  const std::string home = test.home();
  const Folder folder = TRY(Folder::open(home, home));
  Result<std::string> text = folder.read(test.name(), limits.max_plugin_bytes, "max_plugin_bytes");
  if (text && text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
  return text;
}

std::vector<std::string> texts_of(const std::vector<const LuaTestSource*>& tests, const Limits& limits,
                                  CheckedTests& checked, std::vector<std::string>& read) {
  std::vector<std::string> texts;
  for (const LuaTestSource* test : tests) {
    Result<std::string> text = text_of_test(*test, limits);
    if (!text) {
      text.error().where.file = test->file;
      checked.problems.push_back({std::move(text).error(), {}, "a Lua file"});
      continue;
    }
    texts.push_back(std::move(*text));
    read.push_back(test->file);
    checked.files.insert(test->file);
  }
  return texts;
}

}  // namespace

CheckedTests check_tests(const std::vector<LuaTestSource>& tests, const std::vector<Pack>& packs,
                         const Limits& limits) {
  CheckedTests checked;
  // By the plugin, and of a ruleset's own tests by their folder: what they share.
  std::map<std::pair<std::string, std::string>, std::vector<const LuaTestSource*>> groups;
  for (const LuaTestSource& test : tests)
    groups[{test.plugin, test.plugin.empty() ? test.home() : ""}].push_back(&test);
  for (const auto& [place, these_tests] : groups) {
    const Around around = around_of(place.first, place.second, packs, limits);
    std::vector<std::string> read;
    const std::vector<std::string> texts = texts_of(these_tests, limits, checked, read);
    std::vector<LuaText> these;
    for (std::size_t i = 0; i < texts.size(); ++i) these.push_back({read[i], texts[i]});
    std::vector<LuaText> others;
    for (const PackFile& file : around.files) others.push_back({"around/" + file.name, file.text});
    for (Problem& problem : read_tests(these, others, place.first.empty() ? nullptr : &around.params, limits))
      if (around.known || !problem.finding) checked.problems.push_back(std::move(problem));
  }
  return checked;
}

}  // namespace gavel
