#include "prompts/prompt.hpp"

namespace gavel {

Json prompt_json(const Prompt& prompt, bool explain) {
  Json json(Json::value_t::object);
  json["dialog"] = prompt.dialog;
  json["tokens"] = prompt.tokens;
  json["budget"] = prompt.budget;
  json["schemas"] = prompt.schemas;
  Json& messages = json["messages"] = Json(Json::value_t::array);
  for (const PromptMessage& message : prompt.messages) {
    Json one(Json::value_t::object);
    one["role"] = message.role;
    one["content"] = message.content;
    messages.push_back(std::move(one));
  }
  if (explain) {
    Json& blocks = json["blocks"] = Json(Json::value_t::array);
    for (const PromptBlock& block : prompt.blocks) {
      Json one(Json::value_t::object);
      one["part"] = block.part;
      one["source"] = block.source;
      one["tokens"] = block.tokens;
      one["message"] = block.message;
      if (!block.left_out.empty()) one["left_out"] = block.left_out;
      blocks.push_back(std::move(one));
    }
  }
  Json& warnings = json["warnings"] = Json(Json::value_t::array);
  for (const Warning& warning : prompt.warnings) {
    Json one(Json::value_t::object);
    one["code"] = warning.code;
    one["message"] = warning.message;
    warnings.push_back(std::move(one));
  }
  return json;
}

}  // namespace gavel
