// What can be done with texts alone: saying their commands in another dialect, and finding what a narration
// says against a state. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gavel/json.hpp"
#include "gavel/ruleset.hpp"
#include "gavel/verdict.hpp"

GAVEL_NAMESPACE_BEGIN
// A line about a range of bytes of the text.
struct Note {
  std::string code;
  std::string message;
  std::string hint;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Converted {
  std::string text;          // the narration byte for byte, the commands in the other dialect
  std::size_t commands = 0;  // in it, in that dialect
  std::vector<Note> left;    // what was left as it stood, and why
  std::vector<Note> notes;   // what had to be said in another way
};

// `from`: "auto", or one of tavern ops mvu patch filament memory tools ir; `to`: one of these but tools.
GAVEL_API Result<Converted> convert(std::string_view text, std::string_view from,
                                    std::string_view to) noexcept;

struct ToolCall {
  std::string tool;
  Json args;
};

// What `narration` says against `state`, which is the state after `applied`; by the ruleset's claims.
GAVEL_API Result<std::vector<Conflict>> find_conflicts(const Ruleset& rules, std::string_view narration,
                                                       const Json& state,
                                                       const std::vector<ToolCall>& applied = {},
                                                       std::vector<Remark>* warnings = nullptr) noexcept;

GAVEL_NAMESPACE_END
