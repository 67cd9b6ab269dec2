#include "stub_files.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "testing/test_stub.hpp"

#include "files.hpp"
#include "rules.hpp"

namespace gavel {

Result<std::vector<PackFile>> stub_files(const std::vector<std::shared_ptr<const Ruleset>>& rulesets,
                                         const std::string& language) {
  namespace fs = std::filesystem;
  std::vector<PackFile> files = word_stubs(language);
  files.push_back(game_stub(rulesets, language));
  files.push_back(test_stub(language));
  std::error_code error;
  for (fs::directory_iterator at(shipped("scripts/lib"), error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() != ".lua") continue;
    std::string text = TRY(read_file(at->path().string(), Limits().max_plugin_bytes, "max_plugin_bytes"));
    files.push_back(module_stub({at->path().filename().string(), std::move(text)}));
  }
  std::ranges::sort(files, {}, &PackFile::name);
  return files;
}

}  // namespace gavel
