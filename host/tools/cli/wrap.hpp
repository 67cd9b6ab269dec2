// Text in lines no wider than a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gavel {

// How many columns a terminal takes for it: a wide character takes two, a combining mark or a
// colour none.
std::size_t display_columns(std::string_view text);

// $COLUMNS, else the width of the terminal that a descriptor is; of anything else 80.
std::size_t terminal_columns(int descriptor);

// What people read on standard output: wrapped where that is a terminal whose width is known.
std::string for_terminal(std::string text);

// Breaks each line of `text` that is wider, between words or wide characters. What follows is indented like
// its line; in "  --name   what it is" and "- an entry", like the text behind. A single word stays whole.
std::string wrapped(std::string_view text, std::size_t columns);

}  // namespace gavel
