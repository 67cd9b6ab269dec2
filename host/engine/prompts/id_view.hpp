// Which ids calls can name: the keys of the places that arguments point at (`id_of`), beside their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ruleset/ruleset.hpp"
#include "state/json.hpp"

namespace gavel {

// A line for each place: "characters: lin_qiu 林秋, a_tie 阿铁". Of tools that may be called, and only what
// the model may read; the first kMostIds of each place.
inline constexpr std::size_t kMostIds = 60;
std::string view_ids(const Ruleset& ruleset, const Json& data,
                     const std::optional<std::vector<std::string>>& allowed, std::string_view language);

}  // namespace gavel
