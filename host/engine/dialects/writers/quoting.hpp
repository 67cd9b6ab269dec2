// Quoting: values as text that no reader of marked-up text can take for anything else. A tag, a comment's
// end, a fence or a line break inside a string is written as an escape, so it never shows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

// Compact JSON.
std::string quoted_json(const Json& json);

// A string as JavaScript writes it, in single quotes.
std::string quoted_js(std::string_view text);

// A value as an argument of a call: a string in single quotes, all else as JSON.
std::string quoted_argument(const Json& json);

// What can follow `//` to the end of a line: the text itself, or as much of it as one line can hold.
std::string one_line(std::string_view text);

// `[`, one item a line, `]`.
std::string list_of(std::span<const std::string> items);

}  // namespace gavel
