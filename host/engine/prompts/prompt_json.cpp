#include "prompts/prompt.hpp"

namespace gavel {

namespace {

// A list of objects, each made of one element.
template <typename Element, typename Make>
Json list_of(const std::vector<Element>& elements, Make make) {
  Json list(Json::value_t::array);
  for (const Element& element : elements) list.push_back(make(element));
  return list;
}

}  // namespace

Json prompt_json(const Prompt& prompt, bool explain) {
  Json json{{"dialog", prompt.dialog},
            {"tokens", prompt.tokens},
            {"budget", prompt.budget},
            {"schemas", prompt.schemas}};
  json["messages"] = list_of(prompt.messages, [](const PromptMessage& message) {
    return Json{{"role", message.role}, {"content", message.content}};
  });
  if (explain)
    json["blocks"] = list_of(prompt.blocks, [](const PromptBlock& block) {
      Json one{{"part", block.part},
               {"source", block.source},
               {"tokens", block.tokens},
               {"message", block.message}};
      if (!block.left_out.empty()) one["left_out"] = block.left_out;
      return one;
    });
  json["warnings"] = list_of(prompt.warnings, [](const Warning& warning) {
    return Json{{"code", warning.code}, {"message", warning.message}};
  });
  return json;
}

}  // namespace gavel
