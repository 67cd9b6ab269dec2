// Any bytes as a ruleset's folder: `gavel check` answers, every problem names a file, and what loads can be
// tried out on its own state and judges a text.
//
// A file begins at each byte 1, with its name up to the end of that line:
// "\1ruleset.yaml\n…\1plugins/p/p.lua\n…".
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "check/review.hpp"
#include "check/trial.hpp"
#include "ruleset/ruleset.hpp"
#include "ruleset/ruleset_source.hpp"

#include "promise.hpp"

using gavel::testing::promise;

namespace {

std::shared_ptr<const gavel::Folder::Files> files_of(std::string_view bytes) {
  auto files = std::make_shared<gavel::Folder::Files>();
  while (!bytes.empty()) {
    const std::size_t begin = bytes.find('\1');
    if (begin == std::string_view::npos) break;
    bytes.remove_prefix(begin + 1);
    const std::string_view file = bytes.substr(0, bytes.find('\1'));
    const std::size_t line = file.find('\n');
    if (line == std::string_view::npos) continue;
    const std::string name(file.substr(0, line));
    if (gavel::check_file_name(name).ok()) (*files)[name] = std::string(file.substr(line + 1));
  }
  return files;
}

void check_problems(const std::vector<gavel::Problem>& problems) {
  for (const gavel::Problem& problem : problems) {
    promise(!problem.error.message.empty(), "a problem says what it is");
    promise(!problem.error.where.file.empty(), "a problem names a file");
  }
}

gavel::Limits small_limits() {
  gavel::Limits limits;
  limits.max_load_fuel = 200'000;
  limits.max_handler_fuel = 100'000;
  limits.max_turn_fuel = 400'000;
  limits.max_lua_bytes = 16U << 20U;
  limits.max_turn_milliseconds = 60'000;
  return limits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const gavel::Folder folder =
      gavel::Folder::of(files_of({reinterpret_cast<const char*>(data), size}), "rulesets/fuzzed");
  std::vector<gavel::Problem> problems;
  std::optional<gavel::RulesetSource> source = gavel::read_ruleset_in(folder, small_limits(), problems);
  check_problems(problems);
  if (!source) {
    promise(!problems.empty(), "a folder that is not read says why");
    return 0;
  }
  const std::vector<gavel::PluginReading> readings = gavel::read_plugins(source->packs, small_limits());
  for (const gavel::PluginReading& one : readings) check_problems(one.source.problems);
  const gavel::Ruleset::Built built = gavel::Ruleset::build(std::move(*source));
  check_problems(built.problems);
  promise(built.ruleset != nullptr || !built.problems.empty(), "a ruleset that is not built says why");
  if (built.ruleset == nullptr) return 0;
  check_problems(gavel::try_out(*built.ruleset));
  check_problems(gavel::review(*built.ruleset, readings));
  return 0;
}
