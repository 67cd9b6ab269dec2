#include "choices.hpp"

#include <span>

#include "base/problem.hpp"
#include "ruleset/milestone_policy.hpp"

namespace gavel {

namespace {

// Those of `given` that are taken, whatever their order: one may only be taken beside another that comes
// after it. `taken` asks the ruleset.
template <typename Taken>
Json fitting_ones(const Json& given, const Taken& taken, std::vector<Error>* unfit) {
  Json all(Json::value_t::object);
  if (!given.is_object()) return all;
  std::vector<Error> errors;
  for (bool more_taken = true; more_taken;) {
    more_taken = false;
    errors.clear();
    for (const auto& [key, value] : object_of(given)) {
      if (member(all, key) != nullptr) continue;
      Json more = all;
      more[key] = value;
      Result<Json> settings = taken(more);
      if (settings) {
        all = std::move(more);
        more_taken = true;
      } else {
        errors.push_back(std::move(settings).error());
      }
    }
  }
  if (unfit != nullptr) unfit->insert(unfit->end(), errors.begin(), errors.end());
  return all;
}

struct Layers {
  Json global, chosen;
};

Layers fitting_layers(const Ruleset& ruleset, const Json& chosen, const Json& global,
                      std::vector<Error>* unfit) {
  Layers layers;
  layers.global = fitting_ones(
      global, [&](const Json& some) { return ruleset.settings(Json(), some); }, unfit);
  layers.chosen = fitting_ones(
      chosen, [&](const Json& some) { return ruleset.settings(some, layers.global); }, unfit);
  return layers;
}

}  // namespace

Json settings_under(const Ruleset& ruleset, const Json& chosen, const Json& global,
                    std::vector<Error>* unfit) {
  Result<Json> all = ruleset.settings(chosen, global);
  if (all) return std::move(*all);
  const Layers layers = fitting_layers(ruleset, chosen, global, unfit);
  return ruleset.settings(layers.chosen, layers.global).value();
}

Result<void> check_chosen(const Ruleset& ruleset, const Json& before, const Json& now, const Json& given,
                          const Json& global) {
  const Layers layers = fitting_layers(ruleset, before, global, nullptr);
  const auto taken = [&](const Json& chosen) { return ruleset.settings(chosen, layers.global); };
  std::vector<Error> wrong;
  Json all(Json::value_t::object);
  for (const auto& [key, value] : object_of(now)) {
    const bool fresh = member(given, key) != nullptr;
    if (!fresh && member(layers.chosen, key) == nullptr) continue;  // waits for other rules
    all[key] = value;
    if (!fresh) continue;
    Json alone(Json::value_t::object);
    alone[key] = value;
    // Alone it may lack what excludes another; whether all go together is asked below.
    Result<Json> fits = taken(alone);
    if (!fits && fits.error().code != Code::kPreconditionEquals) wrong.push_back(std::move(fits).error());
  }
  for (const auto& [key, value] : object_of(given)) {
    if (!value.is_null() || member(before, key) != nullptr) continue;
    Json alone(Json::value_t::object);
    alone[key] = value;
    Result<Json> known = taken(alone);
    if (!known && known.error().code == Code::kPathUnknown) wrong.push_back(std::move(known).error());
  }
  if (!wrong.empty()) return as_one(std::move(wrong));
  TRY(taken(all));
  return {};
}

MilestonePolicy policy_under(const Ruleset& ruleset, const std::string& policy, const Json& with,
                             std::vector<Error>* unfit) {
  const auto own = [&ruleset] { return ruleset.milestone().value_or(MilestonePolicy{"", Json()}); };
  if (policy.empty()) return own();
  Result<Json> fitting = milestone_params(ruleset, policy, with);
  if (fitting) return {policy, with};
  if (unfit != nullptr) unfit->push_back(std::move(fitting).error());
  return own();
}

std::vector<Error> unknown_tools(const Ruleset& ruleset, const CampaignRecord& record) {
  std::vector<Error> unknown;
  if (!record.tools) return unknown;
  for (const std::string& tool : *record.tools)
    if (Result<void> known = check_allowed(ruleset, std::span(&tool, 1)); !known)
      unknown.push_back(std::move(known).error());
  return unknown;
}

}  // namespace gavel
