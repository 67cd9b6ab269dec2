// How a manifest's parameters and texts are read.
#pragma once

#include <optional>
#include <vector>

#include "lua/manifest.hpp"

namespace gavel {

// One member of `params`; nothing, where it cannot be used.
std::optional<Param> read_param_spec(const YamlNode& node, const Limits& limits,
                                     std::vector<Problem>& problems);

// {en, zh}; one text counts for both, with a warning.
Json read_summary(const YamlNode& node, std::vector<Problem>& problems);

}  // namespace gavel
