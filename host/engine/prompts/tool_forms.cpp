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
    if (api == "anthropic") {
      all.push_back(std::move(inner));
      continue;
    }
    Json one(Json::value_t::object);
    one["type"] = "function";
    one["function"] = std::move(inner);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace gavel
