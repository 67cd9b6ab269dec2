#include "rules/report_rows.hpp"

namespace gavel {
namespace {

// An object that has members already, told on.
struct Behind {
  Json& json;

  void member(const char* name, std::string_view text) const { json[name] = std::string(text); }
};

}  // namespace

Json effect_json(const EffectRow& row, std::string_view cause) {
  JsonTree tree;
  tell_effect(tree, row, cause);
  return std::move(tree).take();
}

Json effects_json(const EffectRows& rows) {
  Json all(Json::value_t::array);
  for (const EffectRow& row : rows) all.push_back(effect_json(row, row.cause));
  return all;
}

Json warnings_json(const std::vector<Warning>& warnings) {
  JsonTree tree;
  tree.open_array();
  for (const Warning& warning : warnings) tell_warning(tree, warning);
  tree.close_array();
  return std::move(tree).take();
}

void put_error(Json& json, const Error& error) {
  Behind behind{json};
  tell_error(behind, error);
}

void put_notes(Json& json, const Notes& notes) {
  if (!notes.events.empty()) json["events"] = notes.events;
  if (!notes.rolls.empty()) json["rolls"] = notes.rolls;
  if (!notes.shadow.empty()) json["shadow"] = notes.shadow;
  if (!notes.logs.empty()) json["logs"] = notes.logs;
  json["warnings"] = warnings_json(notes.warnings);
}

}  // namespace gavel
