// YAML as Gavel writes it for authors to read and change: what a scenario or a ruleset is put together from.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

std::string in_quotes(std::string_view text);

// A key, or a path, as YAML has it: bare where it can be nothing else.
std::string key_text(std::string_view key);

// A value on one line, with a blank behind what YAML asks one for.
std::string one_line(const Json& value);

// A text and the end of its line: a block, indented so far, where YAML keeps every byte of it, else in
// quotes.
std::string block(std::string_view text, std::size_t indent);

}  // namespace gavel
