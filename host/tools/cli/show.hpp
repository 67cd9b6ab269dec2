// Showing things to people: on a terminal, with colour where it helps.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "turn/turn.hpp"

namespace gavel {

enum class Colour { kAuto, kAlways, kNever };

// Whether to colour what goes to a file descriptor: a terminal, no NO_COLOR in the environment, or as told.
bool use_colour(Colour wish, int descriptor);

// Whether the terminal is set to Chinese, by LC_ALL, LC_MESSAGES or LANG.
bool prefers_chinese();

// JSON as it is printed: what means the same and steers no terminal.
std::string shown_json(const Json& json, int indent = -1);

// A member as it is printed to people; empty: not there, or null.
std::string shown_at(const Json& json, std::string_view name);

// An error on standard error: what, where with a caret under it, how to mend it. `text` is what the offset is
// in.
void show_error(const Error& error, std::string_view file, std::string_view text, bool colour);

// The same on standard output for programs: {"error": {"code", "message", "hint"?, and the place in `file`}}.
void print_error_json(const Error& error, const std::string& file);

// What was noticed while the texts were read, such as a call that does not run where it stands. Nothing:
// empty.
std::string reading_for_people(const Verdict& verdict, bool colour);

// The verdict as people read it: one line for each command, and below it what changed or why it did not.
std::string verdict_for_people(const Verdict& verdict, bool colour);

}  // namespace gavel
