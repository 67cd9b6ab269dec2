#include "exchange.hpp"

#include "command/audit.hpp"
#include "rules/report_rows.hpp"
#include "state/json_writer.hpp"
#include "state/members.hpp"

#include "judge_turn.hpp"

namespace gavel {
namespace {

Json plugins_json(const std::vector<PluginChange>& plugins) {
  Json all(Json::value_t::array);
  for (const PluginChange& plugin : plugins) {
    Json one(Json::value_t::object);
    one["plugin"] = plugin.instance;
    if (plugin.plugin != plugin.instance) one["of"] = plugin.plugin;
    one["from"] = plugin.from ? Json(to_text(*plugin.from)) : Json();
    one["to"] = plugin.to ? Json(to_text(*plugin.to)) : Json();
    Json& ran = one["ran"] = Json(Json::value_t::array);
    for (const PluginChange::Run& run : plugin.ran) {
      Json block(Json::value_t::object);
      block["migration"] = run.id;
      block["direction"] = run.up ? "up" : "down";
      block["at"] = run.at;
      ran.push_back(std::move(block));
    }
    if (!plugin.note.empty()) one["note"] = plugin.note;
    all.push_back(std::move(one));
  }
  return all;
}

// The verdict's members in a turn's order; nobody spoke, so there are no commands and no narration.
Json verdict_of(const Migrated& migrated, const Side& before, const Side& after, const TurnInput& inputs) {
  Json json(Json::value_t::object);
  json["turn"] = inputs.turn;
  json["attempt"] = inputs.attempt;
  json["outcome"] = "accepted";
  json["narration"] = "";
  Json& swap = json["swap"] = Json(Json::value_t::object);
  swap["from"] = before.json();
  swap["to"] = after.json();
  swap["migrated"] = plugins_json(migrated.plugins);
  Json& problems = swap["problems"] = Json(Json::value_t::array);
  for (const Error& error : migrated.problems) problems.push_back(problem_json(error, "state"));
  json["commands"] = Json(Json::value_t::array);
  json["changes"] = effects_json(migrated.notes.changes);
  put_notes(json, migrated.notes);
  return json;
}

}  // namespace

Json Side::json() const {
  Json json(Json::value_t::object);
  json["hash"] = hash;
  json["ruleset"] = ruleset->file().name;
  json["version"] = to_text(ruleset->file().version);
  return json;
}

Result<Side> replaced_side(Rulesets& rulesets, const Json& swap_record) {
  const Json from = value_at(value_at(swap_record, "swap"), "from");
  std::string hash = text_at(from, "hash");
  std::shared_ptr<const Ruleset> ruleset = TRY(rulesets.get(hash));
  return Side{std::move(hash), std::move(ruleset), value_at(from, "settings_snapshot")};
}

Json problem_json(const Error& error, const char* about) {
  Json json(Json::value_t::object);
  json["about"] = about;
  put_error(json, error);
  return json;
}

Result<Exchanged> exchange(Document& document, const Side& before, const Side& after, const TurnInput& inputs,
                           const Json& history, Derives derives) {
  BorrowedSandbox old_sandbox = TRY(BorrowedSandbox::take(before.ruleset));
  BorrowedSandbox new_sandbox = TRY(BorrowedSandbox::take(after.ruleset));
  TurnFacts facts;
  facts.turn = inputs.turn;
  facts.seed = inputs.seed;
  facts.campaign = inputs.campaign;
  facts.history = &history;
  Migrated migrated =
      TRY(migrate(document, {*before.ruleset, *old_sandbox, before.settings},
                  {*after.ruleset, *new_sandbox, after.settings}, inputs.now, facts, derives));
  if (inputs.clock) migrated.notes.warnings.push_back(clock_warning(*inputs.clock));
  Exchanged made;
  made.verdict = verdict_of(migrated, before, after, inputs);
  made.problems = std::move(migrated.problems);
  made.body = to_text(made.verdict);
  made.audit = audit_text(migrated.notes.audit);
  Json what(Json::value_t::object);
  what["from"] = before.json();
  what["from"]["settings_snapshot"] = before.settings;
  what["to"] = after.json();
  made.record = swap_record(document, inputs, what, made.body, made.audit);
  return made;
}

}  // namespace gavel
