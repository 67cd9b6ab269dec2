#include "chat_log.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"

namespace gavel {
namespace {

struct Message {
  bool user = false;
  std::string text;
  std::optional<Json> state;
};

Error no_chat(const std::string& at, std::size_t line, std::string what, std::string hint) {
  Where where;
  where.line = line;
  return {Code::kTypeMismatch, at + ": " + std::move(what), std::move(hint), std::move(where)};
}

bool says(const Json& json, std::string_view key, const char* text) {
  const Json* found = member(json, key);
  return found != nullptr && found->is_string() && string_of(*found) == text;
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
  } else if (const Json* first = member(*all, "0");
             first != nullptr && member(*all, "stat_data") == nullptr) {
    const Json* shown = member(message, "swipe_id");  // a list that was written with numbers for keys
    const Json* swipe = shown == nullptr ? nullptr : member(*all, to_text(*shown));
    one = swipe == nullptr ? first : swipe;
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
  if (tavern ? flag_at(json, "is_system") : !(says(json, "role", "user") || says(json, "role", "assistant")))
    return std::nullopt;
  Message message;
  message.user = tavern ? flag_at(json, "is_user") : says(json, "role", "user");
  message.text = string_of(*text);
  message.state = recorded(json);
  return message;
}

void add_message(ChatLog& log, std::string& said, Message message) {
  if (message.user) {
    if (!said.empty()) said += '\n';
    said += message.text;
    return;
  }
  log.turns.push_back({std::exchange(said, {}), std::move(message.text), std::move(message.state)});
}

// What SillyTavern writes before the first message.
bool is_header(const Json& json) {
  constexpr std::array<std::string_view, 3> kNames = {"chat_metadata", "user_name", "character_name"};
  return std::ranges::any_of(kNames,
                             [&json](std::string_view name) { return member(json, name) != nullptr; });
}

constexpr const char* kForms =
    R"(a message is {"mes", "is_user"} or {"role": "user" or "assistant", "content"})";

class ChatReading {
 public:
  Result<void> take(const Json& json, const std::string& at, std::size_t line) {
    std::optional<Message> message = message_of(json);
    const bool known = member(json, "mes") != nullptr || member(json, "role") != nullptr;
    if (!message && !known && !(first_ && is_header(json)))
      return no_chat(at, line, "this is no message", kForms);
    first_ = false;
    if (message) add_message(log_, said_, std::move(*message));
    return {};
  }

  ChatLog end() {
    log_.unanswered = !said_.empty();
    return std::move(log_);
  }

 private:
  ChatLog log_;
  std::string said_;
  bool first_ = true;
};

// The messages of a file that is one JSON value; nothing: it is none.
const Json* messages_of(const Json& json) {
  if (json.is_array()) return &json;
  for (const std::string_view name : {"messages", "chat"})
    if (const Json* list = member(json, name); list != nullptr && list->is_array()) return list;
  return nullptr;
}

Result<ChatLog> read_list(const Json& list) {
  ChatReading reading;
  std::size_t number = 0;
  for (const Json& json : array_of(list)) TRY(reading.take(json, "message " + std::to_string(++number), 0));
  return reading.end();
}

}  // namespace

Result<ChatLog> read_chat_log(std::string_view text, const Limits& limits) {
  // One value, or a line for each: what begins as a list is one, and an object that is all there is may hold
  // one.
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin != std::string_view::npos) {
    Result<Json> whole = read_json(text, limits);
    if (text[begin] == '[' && !whole) {
      const Where& where = whole.error().where;
      return no_chat(std::to_string(where.line) + ":" + std::to_string(where.column), where.line,
                     whole.error().message, "a chat is a JSON list of messages, or one message a line");
    }
    const Json* list = whole ? messages_of(*whole) : nullptr;
    if (list != nullptr) return read_list(*list);
  }
  ChatReading reading;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string at = "line " + std::to_string(line);
    Result<Json> json = read_json(one, limits);
    if (!json)
      return no_chat(at, line, json.error().message,
                     "a chat log has one JSON object a line (.jsonl), or is one JSON list of them");
    TRY(reading.take(*json, at, line));
  }
  return reading.end();
}

}  // namespace gavel
