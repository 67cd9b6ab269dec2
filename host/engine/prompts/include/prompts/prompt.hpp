// Prompt: the request that goes to a model, put together from a game and its state. Pure: the same
// input gives the same messages. What `read` keeps from the model is in none of them, and a hidden goal
// neither.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/warning.hpp"
#include "ruleset/activation.hpp"
#include "ruleset/ruleset.hpp"
#include "state/document.hpp"

namespace gavel {

struct PromptInput {
  // REQUIRES: both outlive the call.
  const Ruleset* ruleset = nullptr;
  const Document* document = nullptr;
  Activation active;                              // the schemas in force
  Json settings;                                  // in force, by key
  std::optional<std::vector<std::string>> tools;  // the campaign's own allowlist
  std::string goal;                               // that all may know; empty: none
  std::string hidden_goal;                        // crossed out wherever it is
  // {turn_id, user_input, assistant_output_text, displays?, commands?}, the oldest first
  Json history = Json(Json::value_t::array);
  std::uint64_t turns_before = 0;  // of the campaign, before those in `history`
  Json outcome;                    // the verdict of the last accepted turn; null: none
  // What budgets have left, {place, left, most}: only places that the model may read.
  Json budgets = Json(Json::value_t::array);
  Json messages =
      Json(Json::value_t::array);  // {role, content}: behind everything, as feedback of an attempt
  std::string user_text;
  std::string language;    // empty: the ruleset's
  std::size_t tokens = 0;  // 0: the ruleset's
};

struct PromptMessage {
  std::string role;  // "system", "user", "assistant"
  std::string content;
};

// One part of a prompt, for those who ask what is where and why.
struct PromptBlock {
  std::string part;    // "system", "protocols" …, "feedback", "user"
  std::string source;  // "schemas/core/x.yaml:3", "ruleset.yaml:40", "the host", "turn t-3"
  std::size_t tokens = 0;
  std::size_t message = 0;  // its place among the messages
  std::string left_out;     // what was cut as it did not fit; empty: nothing
};

struct Prompt {
  std::vector<PromptMessage> messages;
  std::vector<PromptBlock> blocks;
  std::string dialog;                // "scene", "action", "rules", "free_chat"
  std::vector<std::string> schemas;  // in force, in the order of the prompt
  std::size_t tokens = 0;
  std::size_t budget = 0;
  std::vector<Warning> warnings;
};

Prompt assemble(const PromptInput& input);

// {messages, tokens, budget, dialog, schemas, warnings}; with `explain`, {blocks} too.
Json prompt_json(const Prompt& prompt, bool explain);

// The tools as an API takes them: "openai" or "anthropic"; nothing: there is no such form.
std::optional<Json> tools_for(std::string_view api, const Ruleset& ruleset,
                              const std::optional<std::vector<std::string>>& allowed,
                              std::string_view language);

}  // namespace gavel
