// When a campaign's milestone advances: its policy is asked.

#include <array>

#include "base/utf8.hpp"
#include "rules/call_host.hpp"
#include "rules/referee_state.hpp"
#include "ruleset/milestone_policy.hpp"
#include "state/json_writer.hpp"

namespace gavel {

bool Referee::advances(std::string_view policy, const Json& with, const Json& campaign) {
  RefereeState& state = *state_;
  const Result<const Milestone*> found = find_milestone(state.kinds, policy);
  const std::string_view as_it_was = "the milestone stays as it was: ";
  if (!found) {
    state.notes.warnings.push_back(
        {"milestone.failed", std::string(as_it_was) + found.error().message, std::nullopt});
    return false;
  }
  const Milestone& milestone = **found;
  const auto stays = [&](const std::string& who, const Error& error) {
    state.notes.warnings.push_back(warning_of(
        "milestone.failed", who + std::string(as_it_was) + error.message, error, milestone.source));
    return false;
  };
  const std::string who = milestone.source.id + " (" + milestone.source.at + "): ";
  const Result<Json> given = milestone_params(milestone, with);
  if (!given) return stays(who, given.error());
  if (state.is_quarantined(milestone.source)) return false;
  CallHost host(state, milestone.source);
  host.lay_over(*given);
  const std::array<Argument, 1> args = {&campaign};
  const Result<Returned> returned =
      state.run({milestone.source, milestone.run, args, {}, may("milestone", "run")}, host);
  if (!returned) return stays(who, returned.error());
  if (returned->nothing) return false;
  if (!returned->word && returned->value.is_boolean()) return returned->value.get<bool>();
  // It ran, but what it gave is of no use: that counts as a failure of its own.
  state.count(milestone.source, true);
  return stays(who, Error(Code::kPluginError, "run returned " + shortened(to_text(returned->value), 80) +
                                                  "; it returns true or false"));
}

}  // namespace gavel
