// What `expect` says of two values: whether they agree, and where they part first.
#pragma once

#include <optional>
#include <string>

#include "state/json.hpp"

namespace gavel {

struct Difference {
  std::string what;  // "items[1].name differs": the place is named from the value that was looked at
  std::string found;
  std::string expected;
};

// As people read a value in one line; nil is JSON's discarded value.
std::string shown_value(const Json& value);

// Nothing: they are equal. 5 equals 5.0, an empty table is an empty list too, the order of members does not
// matter, and nil is not null.
std::optional<Difference> difference_of(const Json& found, const Json& expected);

}  // namespace gavel
