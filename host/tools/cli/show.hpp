// Showing things to people: on a terminal, with colour where it helps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/problem.hpp"
#include "show/verdict_lines.hpp"
#include "state/json.hpp"
#include "turn/turn.hpp"

namespace gavel {

enum class Colour { kAuto, kAlways, kNever };

// Whether to colour what goes to a file descriptor: a terminal, no NO_COLOR in the environment, or as told.
bool use_colour(Colour wish, int descriptor);

// Whether the terminal is set to Chinese, by LC_ALL, LC_MESSAGES or LANG.
bool prefers_chinese();

// How layouts look on a terminal.
Look look_of(bool colour, std::string_view language = "en");
// Those of a verdict and its parts, and those of texts/*.yaml.
const Json& cli_layouts();

// The JSON form of a verdict and, where the rules failed as a whole, their error as `failed`.
Json shown_verdict(const Verdict& verdict);

// JSON as it is printed: what means the same and steers no terminal.
std::string shown_json(const Json& json, int indent = -1);

// A member as it is printed to people; empty: not there, or null.
std::string shown_at(const Json& json, std::string_view name);

// ---- errors
//
// Each has one form: "FILE:LINE:COLUMN: error: what it is", how to mend it, and the source's line with a
// caret.

// "FILE:LINE:COLUMN: ", as far as it is known; `file` where the place names none.
std::string shown_place(const Where& where, std::string_view file = {});

// The line of a source with a caret under the column, indented, where both are known and it can be read; else
// nothing. `text` is the source; empty: it is read from the file.
std::string source_lines(const Where& where, std::string_view text, bool colour);

// One problem as people and editors read it, without a newline at its end.
std::string problem_line(const Problem& problem, bool colour);

// An error on standard error. `file` and `text` are what its offset is in, where it says no file.
void show_error(const Error& error, std::string_view file, std::string_view text, bool colour);

// The same on standard output for programs: {"error": {"code", "message", "hint"?, and the place in `file`}}.
void print_error_json(const Error& error, const std::string& file);

// Where a line and a column lie in a text; nothing: they do not.
std::optional<std::size_t> offset_of(std::string_view text, const Where& where);

}  // namespace gavel
