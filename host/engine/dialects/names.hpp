// Names: the tables of words that a dialect has for its commands, and what is said of a word that is in none.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "draft.hpp"
#include "token_list.hpp"

namespace gavel {

// What a dialect calls a verb.
struct VerbName {
  std::string_view name;
  Verb verb;
  bool value = false;  // it needs one
  bool from = false;   // it needs a second place
};

// The row of a table that is called `name`, or nullptr.
template <typename Table>
auto find_row(const Table& table, std::string_view name) {
  const auto row = std::ranges::find_if(table, [name](const auto& one) { return one.name == name; });
  return row == table.end() ? nullptr : &*row;
}

// How a message speaks of the names of a table.
struct Naming {
  std::string_view kind;  // "there is no <kind> …; the <kind>s are …"
  std::string_view before = "\"";
  std::string_view behind = "\"";
};

// A problem: no name is `name`. It says which one was meant, or else which there are. REQUIRES: the
// proposal's verb is the name as it was written.
void unknown_name(Draft& draft, std::string_view name, std::span<const std::string_view> names,
                  const Naming& naming);

// The row that is called `name`, written as `written`, which becomes the proposal's verb; nullptr, with a
// problem: there is none.
const VerbName* known_verb(Draft& draft, std::span<const VerbName> table, std::string_view name,
                           std::string_view written, std::string_view kind);

// The row that the member `op` names; nullptr, with a problem: it names none.
const VerbName* op_verb(Draft& draft, const TokenList& tokens, std::size_t token,
                        std::span<const VerbName> table, std::string_view kind);

}  // namespace gavel
