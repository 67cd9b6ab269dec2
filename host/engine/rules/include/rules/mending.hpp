// Mending: what a call that was refused for its name or its arguments was probably meant to be. For corrected
// examples; nothing that is mended is ever run in the place of what was written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ruleset/ruleset.hpp"
#include "state/suggest.hpp"

namespace gavel {

struct MendedCall {
  std::string name;
  Json args;  // that fit what the tool or callback declares
};

// The allowed tool (or callback, for arguments in order) of that name, or else the nearest, with the
// arguments mended: types converted where that is obvious, numbers brought into their range, words to the
// nearest that is allowed, names of arguments likewise, what is missing filled from its shape, what is
// unknown left out. Nothing once the hints are used up.
std::optional<MendedCall> mend_call(const Ruleset& ruleset, std::string_view name, const Json& args,
                                    HintBudget& hints);

}  // namespace gavel
