// The number that the text of a float means, the same for every reader.
#pragma once

#include <optional>
#include <string_view>

namespace gavel {

// A tiny number is 0, and so is -0. Nothing: it is too large, or no number. REQUIRES: no sign in front but
// `-`.
std::optional<double> finite_float(std::string_view literal);

}  // namespace gavel
