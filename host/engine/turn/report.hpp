// Report: what people are told when no attempt was accepted: what the story said, what the state says, and
// what can be done. Nothing in it that a player may not read.
#pragma once

#include <span>

#include "turn/turn.hpp"

namespace gavel {

// {text, options: [{id, text}]}, in the ruleset's language.
Json report_of(const Verdict& verdict, std::span<const std::size_t> failed, const RulesetFile& file);

}  // namespace gavel
