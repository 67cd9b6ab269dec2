// Values are equal exactly where their canonical texts are, which is what the index goes by.

#include "state/value_set.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "state/json_writer.hpp"
#include "state/lookup_work.hpp"

namespace gavel {
namespace {

constexpr std::size_t kFewValues = 16;

// How many values a value is made of, itself among them, and the bytes of its texts and keys: of equal values
// as many. Nothing more is counted once it goes beyond `most`.
std::size_t parts_of(const Json& json, std::size_t most) {
  std::size_t parts = 0;
  std::vector<const Json*> todo{&json};
  while (!todo.empty() && parts <= most) {
    const Json& one = *todo.back();
    todo.pop_back();
    parts += 1 + (one.is_string() ? string_of(one).size() : 0);
    if (is_container(one) && one.size() > most - std::min(most, parts)) return most + 1;
    if (one.is_array())
      for (const Json& child : array_of(one)) todo.push_back(&child);
    if (one.is_object())
      for (const auto& [key, child] : object_of(one)) {
        parts += key.size();
        todo.push_back(&child);
      }
  }
  return parts;
}

}  // namespace

ValueSet::ValueSet(const JsonArray& values) {
  if (values.size() <= kFewValues) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    most_parts_ = std::max(most_parts_, parts_of(values[i], SIZE_MAX - 1));
    places_.emplace(canonical(values[i]), i);  // the first of several equal ones stays
  }
}

std::optional<std::size_t> ValueSet::find(const JsonArray& values, const Json& value) const {
  if (places_.empty()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (equal(values[i], value, lookup_work)) return i;
    return std::nullopt;
  }
  lookup_work += kPatternWork;
  // A long text or a large container is not written out only to be missed.
  if (parts_of(value, most_parts_) > most_parts_) return std::nullopt;
  const auto found = places_.find(canonical(value));
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace gavel
