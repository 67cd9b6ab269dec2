// MilestonePolicy: how a campaign's milestone advances is for a policy to say, which a plugin registers:
// `milestone "by_turn_count" { params = { n = int{ default = 5 } }, run = function(campaign, ctx) … end }`.
#pragma once

#include <string_view>

#include "ruleset/kinds.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// The milestone behind a policy's name: its id with the instance, or its name where only one plugin has it.
// Unknown and ambiguous names are answered with those there are.
Result<const Milestone*> find_milestone(const Kinds& kinds, std::string_view policy);
// Its parameters with its defaults filled in; `with`: an object, or null. An error names every one that does
// not fit.
Result<Json> milestone_params(const Milestone& milestone, const Json& with);

// The same for a ruleset: the id, and the parameters.
Result<std::string> milestone_named(const Ruleset& ruleset, std::string_view policy);
Result<Json> milestone_params(const Ruleset& ruleset, std::string_view policy, const Json& with);

}  // namespace gavel
