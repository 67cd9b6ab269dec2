#include "test_state.hpp"

#include <optional>
#include <vector>

#include "base/folder.hpp"
#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/yaml_reader.hpp"
#include "testing/scenario.hpp"

namespace gavel {
namespace {

Error as_error(const std::vector<Problem>& problems) {
  std::string all;
  for (const Problem& problem : problems) {
    if (problem.warning) continue;
    const Where& where = problem.error.where;
    if (!all.empty()) all += "; ";
    if (!where.file.empty())
      all += where.file + (where.line == 0 ? "" : ":" + std::to_string(where.line)) + ": ";
    all += problem.error.message;
    if (!problem.error.hint.empty()) all += " (" + problem.error.hint + ")";
  }
  return {Code::kPluginError, "the state that is given: " + all};
}

// A file below the folder: no link leads out of it, and no "..".
Result<std::string> read_below(const std::string& folder, std::string_view name, const Limits& limits) {
  Folder at = TRY(Folder::open(folder, folder));
  return at.read(name, limits.max_yaml_bytes, "max_yaml_bytes");
}

}  // namespace

Result<Json> test_state(const Json& given, const Json& initial, const std::string& folder,
                        const Limits& limits) {
  std::vector<Problem> problems;
  std::optional<YamlTree> tree;
  if (given.is_string()) {
    const std::string& name = string_of(given);
    const Result<std::string> text = read_below(folder, name, limits);
    if (!text)
      return Error(Code::kPluginError,
                   "the state \"" + shortened(printable(name), 200) + "\": " + text.error().message,
                   "name a .yaml or .json file in the test's folder, such as fixtures/evening.yaml");
    if (name.ends_with(".json")) {
      Result<Json> json = read_json(*text, limits);
      if (!json) return Error(Code::kPluginError, name + ": " + json.error().message, json.error().hint);
      tree.emplace(std::move(*json), name);
    } else {
      tree = read_yaml(*text, name, limits, problems);
    }
  } else {
    tree.emplace(given, "");
  }
  if (tree && !tree->root().is_object())
    return Error(Code::kPluginError,
                 "a state is a table of places and their values, not " + described(tree->root()));
  Json state;
  if (tree && !any_error(problems)) state = written_state(tree->top(), initial, limits, problems);
  if (any_error(problems) || !tree) return as_error(problems);
  return state;
}

}  // namespace gavel
