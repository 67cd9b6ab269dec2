#include "rules/milestones.hpp"

#include "base/utf8.hpp"
#include "state/json_writer.hpp"
#include "state/suggest.hpp"

#include "call_host.hpp"
#include "kinds.hpp"
#include "referee_state.hpp"
#include "shapes.hpp"

namespace gavel {
namespace {

std::string enumerated(const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

Result<const Milestone*> policy_named(const Kinds& kinds, std::string_view policy) {
  std::vector<std::string_view> all, names, same;
  const Milestone* found = nullptr;
  for (const Milestone& one : kinds.milestones) {
    if (one.source.id == policy) return &one;
    all.push_back(one.source.id);
    names.push_back(one.source.name);
    if (one.source.name != policy) continue;
    found = &one;
    same.push_back(one.source.id);
  }
  const std::string name = "\"" + shortened(printable(policy), 80) + "\"";
  if (same.size() > 1)
    return Error(Code::kPathUnknown, "more than one plugin has a milestone " + name,
                 "one of " + enumerated(same));
  if (found != nullptr) return found;
  std::string hint = nearest_hint(policy, all);
  if (hint.empty()) hint = nearest_hint(policy, names);
  if (hint.empty())
    hint = all.empty() ? "no plugin of this ruleset registers a milestone" : "there are " + enumerated(all);
  return Error(Code::kPathUnknown, "there is no milestone " + name, std::move(hint));
}

Result<Json> params_of(const Milestone& milestone, const Json& with) {
  Result<Json> filled = fit_arguments(milestone.params, with);
  if (filled) return filled;
  filled.error().code = Code::kTypeMismatch;
  return named_after(std::move(filled).error(), milestone.source);
}

}  // namespace

Result<std::string> milestone_named(const Ruleset& ruleset, std::string_view policy) {
  const Result<const Milestone*> found = policy_named(ruleset.kinds(), policy);
  if (!found) return found.error();
  return (*found)->source.id;
}

Result<Json> milestone_params(const Ruleset& ruleset, std::string_view policy, const Json& with) {
  const Result<const Milestone*> found = policy_named(ruleset.kinds(), policy);
  if (!found) return found.error();
  return params_of(**found, with);
}

bool Referee::advances(std::string_view policy, const Json& with, const Json& campaign) {
  RefereeState& state = *state_;
  const Result<const Milestone*> found = policy_named(state.kinds, policy);
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
  const Result<Json> given = params_of(milestone, with);
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
