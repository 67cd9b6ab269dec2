// Reading and writing JSON text, against nlohmann::json on the same texts.
#pragma once

#include <string>
#include <string_view>

namespace gavel::bench {

// A state such as games keep: objects of people with names, numbers, short lists and a sentence or two;
// Chinese and English, escapes included.
std::string people_text(std::size_t bytes);

// MB/s of every reader and writer.
void measure_text(std::string_view name, const std::string& text, std::size_t repeats);

}  // namespace gavel::bench
