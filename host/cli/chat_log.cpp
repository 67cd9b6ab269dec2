#include "chat_log.hpp"

#include <utility>

#include "state/json_reader.hpp"

namespace gavel {
namespace {

struct Message {
  bool user = false;
  std::string text;
  std::optional<Json> state;
};

Error bad_line(std::size_t line, std::string what, std::string hint) {
  Where where;
  where.line = line;
  return {Code::kTypeMismatch, "line " + std::to_string(line) + ": " + std::move(what), std::move(hint),
          std::move(where)};
}

bool says(const Json& json, std::string_view key, const char* text) {
  const Json* found = member(json, key);
  return found != nullptr && found->is_string() && string_of(*found) == text;
}

bool holds(const Json& json, std::string_view key) {
  const Json* found = member(json, key);
  return found != nullptr && found->is_boolean() && found->get<bool>();
}

// The variables of the swipe that is shown.
std::optional<Json> recorded(const Json& message) {
  if (const Json* state = member(message, "state"); state != nullptr && state->is_object()) return *state;
  const Json* all = member(message, "variables");
  if (all == nullptr) return std::nullopt;
  const Json* one = all;
  if (all->is_array()) {
    const Json* shown = member(message, "swipe_id");
    const std::size_t at = shown != nullptr && shown->is_number_unsigned() ? shown->get<std::size_t>()
                           : shown != nullptr && shown->is_number_integer() && shown->get<std::int64_t>() > 0
                               ? static_cast<std::size_t>(shown->get<std::int64_t>())
                               : 0;
    if (at >= array_of(*all).size()) return std::nullopt;
    one = &array_of(*all)[at];
  }
  const Json* state = member(*one, "stat_data");
  if (state == nullptr || !state->is_object()) return std::nullopt;
  return *state;
}

// Nothing: a line that is no message, such as a header or what a system says.
std::optional<Message> message_of(const Json& json) {
  const Json* text = member(json, "mes");
  const bool tavern = text != nullptr;
  if (!tavern) text = member(json, "content");
  if (text == nullptr || !text->is_string()) return std::nullopt;
  if (tavern ? holds(json, "is_system") : !(says(json, "role", "user") || says(json, "role", "assistant")))
    return std::nullopt;
  Message message;
  message.user = tavern ? holds(json, "is_user") : says(json, "role", "user");
  message.text = string_of(*text);
  message.state = recorded(json);
  return message;
}

void take(ChatLog& log, std::string& said, Message message) {
  if (message.user) {
    if (!said.empty()) said += '\n';
    said += message.text;
    return;
  }
  log.turns.push_back({std::exchange(said, {}), std::move(message.text), std::move(message.state)});
}

}  // namespace

Result<ChatLog> read_chat_log(std::string_view text, const Limits& limits) {
  ChatLog log;
  std::string said;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Result<Json> json = read_json(one, limits);
    if (!json)
      return bad_line(line, json.error().message, "a chat log has one JSON object a line: a .jsonl file");
    std::optional<Message> message = message_of(*json);
    const bool known = member(*json, "mes") != nullptr || member(*json, "role") != nullptr;
    if (!message && !known && line > 1)
      return bad_line(line, "this is no message",
                      R"(a line is {"mes", "is_user"} or {"role": "user" or "assistant", "content"})");
    if (message) take(log, said, std::move(*message));
  }
  log.unanswered = !said.empty();
  return log;
}

}  // namespace gavel
