#include "state_file.hpp"

#include <optional>
#include <vector>

#include "base/problem.hpp"
#include "state/json_reader.hpp"
#include "state/yaml_reader.hpp"

#include "files.hpp"
#include "rules.hpp"

namespace gavel {

Result<Json> yaml_state(std::string_view text, const std::string& name, const Limits& limits) {
  std::vector<Problem> problems;
  std::optional<YamlTree> tree = read_yaml(text, name, limits, problems);
  if (tree && problems.empty()) return std::move(tree->root());
  if (problems.empty()) return Error(Code::kParseMalformed, name + " cannot be read");
  std::vector<Error> errors;
  for (const Problem& problem : problems) {
    errors.push_back(problem.error);
    // The place of the first is the error's own.
    errors.back().message = errors.size() == 1 ? sentence_of(problem) : told_problem(problem);
  }
  return as_one(std::move(errors));
}

Result<Json> read_state(std::string_view text, const std::string& name, const Limits& limits,
                        StateForm form) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Error(Code::kParseTruncated, name + " is empty; a state with nothing in it is {}",
                 (form == StateForm::kState ? "echo '{}' > " : R"(echo '{"data": {}}' > )") + name);
  Limits wide = limits;
  if (form == StateForm::kDocument) {
    wide.max_depth += 1;
    wide.max_key_bytes = wide.max_path_bytes;
  }
  if (name.ends_with(".yaml") || name.ends_with(".yml")) return yaml_state(text, name, wide);
  Result<Json> json = read_json(text, wide);
  if (!json && json.error().hint.empty() && !name.ends_with(".json"))
    json.error().hint = "it was read as JSON; YAML is read from a file called .yaml or .yml";
  return json;
}

Result<Json> state_file(const std::string& name, const Limits& limits, StateForm form) {
  const std::string text = TRY(read_file(name, limits.max_state_bytes, "max_state_bytes"));
  Result<Json> json = read_state(text, name, limits, form);
  if (!json && json.error().where.offset) json.error().where.file = name;
  return json;
}

}  // namespace gavel
