// Any bytes into the YAML reader: it answers with a value that keeps every limit and a place in the text for
// every node, or with problems that point into the text.
#include "state/yaml_reader.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "promise.hpp"

using gavel::testing::promise;

namespace {

void check_places(const gavel::YamlTree& tree, std::size_t lines) {
  std::vector<gavel::YamlNode> todo{tree.top()};
  while (!todo.empty()) {
    const gavel::YamlNode node = todo.back();
    todo.pop_back();
    for (const gavel::Where& where : {node.where(), node.where_key()}) {
      promise(where.line >= 1 && where.line <= lines, "every node stands on a line of the text");
      promise(where.column >= 1, "in a column");
    }
    for (const gavel::YamlNode& child : node.children()) {
      if (!child.key().empty())
        promise(&node.member(child.key())->value() == &child.value(), "keys are found");
      todo.push_back(child);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const gavel::Limits limits;
  std::vector<gavel::Problem> problems;
  const std::optional<gavel::YamlTree> tree = gavel::read_yaml(text, "f", limits, problems);
  const std::size_t lines = 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  for (const gavel::Problem& problem : problems) {
    promise(!problem.error.message.empty() && !problem.expected.empty(), "a problem says what is wrong");
    promise(problem.error.where.line >= 1 && problem.error.where.line <= lines, "and where");
  }
  if (!tree) {
    promise(gavel::any_error(problems), "no tree without an error");
    return 0;
  }
  promise(gavel::depth_of(tree->root()) <= limits.max_depth, "no deeper than the limit");
  check_places(*tree, lines);
  if (gavel::any_error(problems)) return 0;
  const gavel::Result<gavel::Json> again = gavel::read_json(gavel::to_text(tree->root()), limits);
  promise(again.ok() && gavel::equal(*again, tree->root()), "the value is JSON");
  return 0;
}
