// A draft of a ruleset for a game that another engine kept: its initial state without the marks that the
// engine put into it, a fields table from the types that stand there, the dialects that its chat is written
// in, and the chat as a scenario. It is meant to be read and changed; what was guessed is said in comments
// and notes.
//
// MVU's marks are understood: `$meta` (extensible), `$arrayMeta`, `$__META_EXTENSIBLE__$`, names that begin
// with `_` (read-only), and `[value, "description"]`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "state/json.hpp"

#include "chat_log.hpp"

namespace gavel {

struct DraftInput {
  std::string id;         // the ruleset's
  std::string chat_name;  // empty: there is no chat
  Json initial;           // an object
  std::optional<Json> final_state;
  ChatLog chat;
};

struct RulesetDraft {
  std::string ruleset;   // ruleset.yaml
  std::string initial;   // initial.yaml
  std::string scenario;  // empty: there is no chat
  std::vector<std::string> notes;
};

RulesetDraft draft_ruleset(DraftInput input, const Limits& limits);

}  // namespace gavel
