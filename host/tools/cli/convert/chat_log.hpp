// A chat log: what was said and answered in a game that another engine kept: one JSON object a line, or one
// JSON list of them, alone or as `messages` or `chat` of an object. Two forms of a message are read: `{"mes",
// "is_user", "variables": [{"stat_data"}], "swipe_id"}`, as SillyTavern writes them (its first line, the
// header, is passed over), and `{"role", "content", "state"}`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/result.hpp"
#include "state/json.hpp"

namespace gavel {

// One answer of the model's, with what was said since the one before, and the state that was recorded with
// it.
struct ChatTurn {
  std::string user;
  std::string model;
  std::optional<Json> state;
};

struct ChatLog {
  std::vector<ChatTurn> turns;
  bool unanswered = false;  // what was said last has no answer, and is left out
};

// An error names its line, or the number of its message in the list.
Result<ChatLog> read_chat_log(std::string_view text, const Limits& limits);

}  // namespace gavel
