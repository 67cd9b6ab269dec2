// What tells one call from another: the name of the tool and its arguments, in one bounded line.
#pragma once

#include <string>

#include "command/command.hpp"

namespace gavel {

// "hurt {"n":9}"; arguments that are long stand as their fingerprint. Calls that ask for the same have the
// same signature. REQUIRES: a call.
std::string call_signature(const Command& command);

// Turns in a row after which a call that failed in each of them is not run any more.
constexpr std::uint64_t kRepeatsIllegal = 3;

}  // namespace gavel
