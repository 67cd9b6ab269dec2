// History: the turns before one, as rules and prompts look back on them: 001's TurnLog, without what is only
// kept. The newest stands last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "state/json.hpp"
#include "store/store.hpp"

namespace gavel {

// Adds a turn, given by its record, and drops the oldest where there are more than `most`. A swap of rulesets
// is no turn that anybody played.
void add_to_history(Json& history, const Json& record, std::size_t most);

// The last `most` turns up to `turn`, which has `version`; "": none.
Result<Json> read_history(Store& store, std::string_view campaign, const std::string& turn,
                          std::uint64_t version, std::size_t most);

}  // namespace gavel
