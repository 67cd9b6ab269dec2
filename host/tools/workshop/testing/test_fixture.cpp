#include "test_fixture.hpp"

#include <algorithm>

#include "state/json_writer.hpp"

namespace gavel {
namespace {

bool names(const Json& use, const std::string& plugin) {
  if (use.is_string()) return string_of(use) == plugin;
  const Json* id = use.is_object() ? member(use, "id") : nullptr;
  return id != nullptr && *id == Json(plugin);
}

}  // namespace

std::string ruleset_of(const Json& fixture) {
  const Json* ruleset = member(fixture, "ruleset");
  return ruleset != nullptr && ruleset->is_string() ? string_of(*ruleset) : std::string();
}

bool fixture_needs_own(const Json& fixture) {
  const auto& members = object_of(fixture);
  return std::any_of(members.begin(), members.end(),
                     [](const auto& one) { return one.first != "state" && one.first != "ruleset"; });
}

std::string fixture_ruleset(const std::string& plugin, const Json& fixture) {
  Json file(Json::value_t::object);
  file["ruleset"] = plugin;
  file["version"] = "0.0.0";
  const Json* with = member(fixture, "with");
  const Json* given = member(fixture, "plugins");
  Json plugins = given != nullptr && given->is_array() ? *given : Json(Json::value_t::array);
  JsonArray& uses = array_of(plugins);
  auto own = std::find_if(uses.begin(), uses.end(), [&](const Json& use) { return names(use, plugin); });
  if (own == uses.end()) own = uses.insert(uses.begin(), Json(plugin));
  if (with != nullptr) {
    if (own->is_string()) *own = Json(Json::value_t::object);
    (*own)["id"] = plugin;
    (*own)["with"] = *with;
  }
  for (const auto& [name, value] : object_of(fixture))
    if (name != "with" && name != "plugins" && name != "state" && name != "ruleset") file[name] = value;
  file["plugins"] = given != nullptr && !given->is_array() && !given->empty() ? *given : plugins;
  return to_text(file);
}

}  // namespace gavel
