#include "ruleset/tool_texts.hpp"

#include <algorithm>

#include "ruleset/kinds.hpp"
#include "ruleset/shapes.hpp"

namespace gavel {
namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A text that is plain or in languages.
std::string said(const Json* texts, std::string_view language) {
  if (texts == nullptr) return {};
  return texts->is_string() ? string_of(*texts) : text_in(*texts, language);
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
    text.summary = said(member(tool.spec, "summary"), language);
    text.guidance = said(member(tool.spec, "guidance"), language);
    const Json none(Json::value_t::object);
    const Json* args = member(tool.spec, "args");
    if (args == nullptr) args = &none;
    if (args->is_object())
      for (const auto& [arg, shape] : object_of(*args)) text.args.push_back(describe_shape(arg, shape));
    text.schema = json_schema(*args);
    if (const Json* rejects = member(tool.spec, "rejects"); rejects != nullptr && rejects->is_object())
      for (const auto& [reason, meaning] : object_of(*rejects))
        text.rejects.emplace_back(reason, said(&meaning, language));
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace gavel
