// What a ruleset.yaml may hold, as data.
#pragma once

#include <array>
#include <string_view>

#include "state/shape.hpp"

namespace gavel {

inline constexpr std::array<std::string_view, 8> kDialectNames = {"tavern",   "ops",    "mvu",   "patch",
                                                                  "filament", "memory", "tools", "ir"};

extern const Shape kRulesetShape;

}  // namespace gavel
