// The tools in the forms of the APIs of models.

#include "prompts/prompt.hpp"
#include "ruleset/tool_texts.hpp"

namespace gavel {

std::optional<Json> tools_for(std::string_view api, const Ruleset& ruleset,
                              const std::optional<std::vector<std::string>>& allowed,
                              std::string_view language) {
  if (api != "openai" && api != "anthropic") return std::nullopt;
  Json all(Json::value_t::array);
  for (ToolText& tool : tool_texts(ruleset, allowed, language)) {
    Json inner(Json::value_t::object);
    inner["name"] = tool.name;
    inner["description"] = tool.guidance.empty() ? tool.summary : tool.guidance;
    inner[api == "openai" ? "parameters" : "input_schema"] = std::move(tool.schema);
    all.push_back(api == "anthropic" ? std::move(inner) : Json{{"type", "function"}, {"function", inner}});
  }
  return all;
}

}  // namespace gavel
