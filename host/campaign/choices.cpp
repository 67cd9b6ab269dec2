#include "choices.hpp"

#include <span>

#include "rules/milestones.hpp"

namespace gavel {

namespace {

// Those of `given` that are taken, each beside those before it. `taken` asks the ruleset.
template <typename Taken>
Json fitting_ones(const Json& given, const Taken& taken, std::vector<Error>* unfit) {
  Json all(Json::value_t::object);
  if (!given.is_object()) return all;
  for (const auto& [key, value] : object_of(given)) {
    Json more = all;
    more[key] = value;
    Result<Json> settings = taken(more);
    if (settings) {
      all = std::move(more);
    } else if (unfit != nullptr) {
      unfit->push_back(std::move(settings).error());
    }
  }
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

Result<void> check_chosen(const Ruleset& ruleset, const Json& chosen, const Json& given, const Json& global) {
  Json fresh(Json::value_t::object), rest(Json::value_t::object);
  for (const auto& [key, value] : object_of(chosen))
    (member(given, key) != nullptr ? fresh : rest)[key] = value;
  Layers layers = fitting_layers(ruleset, rest, global, nullptr);
  for (const auto& [key, value] : object_of(fresh)) layers.chosen[key] = value;
  if (const Result<Json> all = ruleset.settings(layers.chosen, layers.global); !all) return all.error();
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
