// Words at the prompt of `gavel repl`: commands and their arguments taken apart, and what a word may become.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explain/session.hpp"

#include "line_editor.hpp"

namespace gavel {

struct ReplCommand {
  std::string_view name;  // ":undo"
  std::string_view args;  // "PATH VALUE"
  std::string_view what;
};
std::span<const ReplCommand> repl_commands();

// At blanks that stand in no quotes and no brackets; quotes stay where they are.
std::vector<std::string> split_words(std::string_view text);

// What the last word of `text` may become.
Completion complete_line(Session& session, const std::string& text);

}  // namespace gavel
