// Names: the tables of words that a dialect has for its commands, and what is said of a word that is in none.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "draft.hpp"
#include "token_list.hpp"

namespace gavel {

// The row of a table that is called `name`, or nullptr.
template <typename Row, std::size_t kCount>
const Row* find_row(const std::array<Row, kCount>& table, std::string_view name) {
  for (const Row& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

template <typename Row, std::size_t kCount>
std::array<std::string_view, kCount> names_of(const std::array<Row, kCount>& table) {
  std::array<std::string_view, kCount> names;
  for (std::size_t i = 0; i < kCount; ++i) names[i] = table[i].name;
  return names;
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

// The row that is called `name`; nullptr, with a problem: there is none. REQUIRES: as unknown_name.
template <typename Row, std::size_t kCount>
const Row* known_row(Draft& draft, const std::array<Row, kCount>& table, std::string_view name,
                     const Naming& naming) {
  const Row* row = find_row(table, name);
  if (row == nullptr) unknown_name(draft, name, names_of(table), naming);
  return row;
}

// What the member `op` holds, which becomes the proposal's verb; nothing, with a problem: no string.
std::optional<std::string_view> op_name(Draft& draft, const TokenList& tokens, std::size_t token);

}  // namespace gavel
