// Retold: what an earlier reply had done, in the shortest form of the dialects it was written in, so that a
// model that looks back sees replies as they should be.
#pragma once

#include <string>

#include "ruleset/ruleset.hpp"
#include "state/json.hpp"

namespace gavel {

// The model's own commands and calls that took effect, with the values that came of them, from a turn's
// record and its verdict. Left out are places that the model may not read or that its request keeps back
// (prompt.fold, leave_out, summaries with hide_latest; `data`: as it stands now), reasons, options, and what
// no dialect of the game can say; empty: there is nothing. Not more than about 600 bytes.
std::string retold_commands(const Ruleset& ruleset, const Json& data, const Json& record,
                            const Json& verdict);

}  // namespace gavel
