#include "ruleset/tool_texts.hpp"

#include <algorithm>

#include "ruleset/kinds.hpp"
#include "ruleset/shapes.hpp"

namespace gavel {
namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<ToolText> tool_texts(const Ruleset& ruleset,
                                 const std::optional<std::vector<std::string>>& allowed,
                                 std::string_view language) {
  std::vector<ToolText> texts;
  const Kinds& kinds = ruleset.kinds();
  for (const Tool& tool : kinds.tools) {
    const std::string& name = tool.source.name;
    if (!holds(kinds.allowed_tools, name) || (allowed && !holds(*allowed, name))) continue;
    ToolText text;
    text.name = name;
    text.id = tool.source.id;
    text.at = tool.source.at;
    text.summary = text_in(tool.summary, language);
    text.guidance = text_in(tool.guidance, language);
    if (tool.args.is_object())
      for (const auto& [arg, shape] : object_of(tool.args)) text.args.push_back(describe_shape(arg, shape));
    text.schema = json_schema(tool.args);
    for (const auto& [reason, meaning] : object_of(tool.rejects))
      text.rejects.emplace_back(reason, text_in(meaning, language));
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace gavel
