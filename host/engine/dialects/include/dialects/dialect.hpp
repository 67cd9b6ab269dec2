// Dialects: the syntaxes in which commands are written. Each is a reader and a writer in files of its own,
// and one row in the table of dialect.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "command/command.hpp"
#include "dialects/reader.hpp"

namespace gavel {

// What a writer gives: the text, and what it had to say in another way.
struct Written {
  std::string text;
  std::vector<Warning> notes;  // code "lowered"
};

struct Dialect {
  std::string_view id;
  std::string_view looks_like;
  // One envelope with these commands, in order. What the dialect cannot express is lowered to what it can,
  // with a note, or refused with the verb's name (`usage`). nullptr: the dialect is only read.
  Result<Written> (*write)(std::span<const Command> commands, const Mounts& mounts);
};

std::span<const Dialect> dialects();
// Unknown names are answered with the nearest. "auto" is none.
Result<const Dialect*> find_dialect(std::string_view id);

}  // namespace gavel
