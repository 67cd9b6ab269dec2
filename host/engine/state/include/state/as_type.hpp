// A value as another type, where it is obvious what it would be: "5" as a number is 5. For corrections; what
// is stored is never converted.
#pragma once

#include <optional>
#include <string_view>

#include "state/json.hpp"

namespace gavel {

// The value itself where it is of that type (as has_type names them). A text that is a number, a number or
// boolean as text, a fraction as the nearest integer, "true" and 1 as booleans, a scalar as an array of one.
std::optional<Json> as_type(const Json& value, std::string_view type);

}  // namespace gavel
