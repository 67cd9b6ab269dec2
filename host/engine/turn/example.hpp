// Example: a refused command as it would have been right, in the words of its own dialect, so that a model
// can copy it. Given only where it is honest: judged alone, as the next attempt will be, it passes whole.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mended.hpp"

namespace gavel {

// Whether a text would be accepted as an attempt of its own, every command of it applied.
using Trial = std::function<bool(const std::string& text)>;

// Nothing: no honest example is known. At most three texts are tried.
std::optional<std::string> corrected(const Proposal& proposal, const Line& line, const Table& table,
                                     const Trial& passes);

}  // namespace gavel
