#include "card.hpp"

#include <algorithm>

#include "state/yaml_reader.hpp"

#include "files.hpp"

namespace gavel {
namespace {

void take_entry(const std::optional<YamlNode>& node, std::vector<Named>& ids,
                std::vector<Problem>& problems) {
  if (!node) return;
  const std::string expected = "a list of schemas' ids, such as [live_stream_mode]";
  if (!node->value().is_array()) {
    problems.push_back(node->problem("`" + std::string(node->key()) + "` is no list",
                                     described(node->value()), expected, ""));
    return;
  }
  for (const YamlNode& one : node->children()) {
    if (!one.value().is_string()) {
      problems.push_back(one.problem("this is no id", described(one.value()), expected, ""));
      continue;
    }
    const std::string& id = string_of(one.value());
    const bool known =
        std::any_of(ids.begin(), ids.end(), [&id](const Named& other) { return other.name == id; });
    if (!known) ids.push_back({id, one.where()});
  }
}

}  // namespace

Result<std::vector<Named>> read_card(const std::string& file, std::vector<Problem>& problems) {
  const Limits limits;
  std::string text = TRY(read_file(file, limits.max_yaml_bytes, "max_yaml_bytes"));
  const std::optional<YamlTree> tree = read_yaml(text, file, limits, problems);
  std::vector<Named> ids;
  if (tree) {
    const YamlNode top = tree->top();
    for (const char* name : {"protocols", "enabled_schemas"}) {
      if (const auto configuration = top.member("configuration"))
        take_entry(configuration->member(name), ids, problems);
      take_entry(top.member(name), ids, problems);
    }
  }
  if (any_error(problems))
    return Error(Code::kParseMalformed, file + " is not a usable character card",
                 "fix the problems listed above");
  return ids;
}

}  // namespace gavel
