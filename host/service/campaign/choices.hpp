// Choices: what a campaign sets for itself (settings, tools, how milestones advance), under the rules in
// force. Rules are exchanged and rolled back, and choices that one ruleset does not know wait for the one
// that does.
#pragma once

#include <string>
#include <vector>

#include "campaign/record.hpp"
#include "ruleset/ruleset.hpp"

namespace gavel {

// The settings in force: defaults, and of the host's `global` ones and the campaign's `chosen` ones those
// that the ruleset takes, together with those before them. What it does not take is told in `unfit`.
Json settings_under(const Ruleset& ruleset, const Json& chosen, const Json& global,
                    std::vector<Error>* unfit = nullptr);

// Whether the ruleset takes what is newly given, beside what it took of those chosen `before` and what is
// still chosen `now`; null takes one away. Everything that is wrong, in one error.
Result<void> check_chosen(const Ruleset& ruleset, const Json& before, const Json& now, const Json& given,
                          const Json& global);

// The policy, where the ruleset has it and takes its parameters; else the ruleset's own.
MilestonePolicy policy_under(const Ruleset& ruleset, const std::string& policy, const Json& with,
                             std::vector<Error>* unfit = nullptr);

// The tools among the campaign's that the ruleset does not register, each as the error that says so.
std::vector<Error> unknown_tools(const Ruleset& ruleset, const CampaignRecord& record);

}  // namespace gavel
