#include "game_options.hpp"

#include <chrono>
#include <cstdio>
#include <unistd.h>

#include "campaign/campaigns.hpp"
#include "explain/parse_cli_value.hpp"

#include "log.hpp"
#include "rules.hpp"
#include "show.hpp"
#include "state_file.hpp"
#include "store_file.hpp"

namespace gavel {
namespace {

Time machine_clock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

// {data, meta} of a file.
Result<Document> document_of(const Json& both, const std::string& name, const Limits& limits) {
  const Json* data = member(both, "data");
  const Json* meta = member(both, "meta");
  if (data == nullptr)
    return Error(Code::kTypeMismatch, name + " is no document: it has no \"data\"",
                 "give a plain state by --state");
  return Document::load(*data, meta == nullptr ? Json() : *meta, limits);
}

}  // namespace

void GameOptions::add(CLI::App& sub) {
  named(sub.add_option(
            "RULESET", folder_,
            "A folder with ruleset.yaml, or a lone plugin's with plugin.yaml (default: this folder)"),
        " ");
  named(sub.add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub.add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  auto* state = named(
      sub.add_option("--state", state_file_, "A JSON or YAML file with the state (default: the initial one)"),
      "FILE");
  auto* document = named(sub.add_option("--document", document_file_, "A file {data, meta} instead"), "FILE");
  auto* campaign =
      named(sub.add_option("--campaign", campaign_, "The state of this campaign of a store instead"), "ID");
  state->excludes(document)->excludes(campaign);
  document->excludes(campaign);
  add_store_option(sub, store_file_);
  named(sub.add_option("--turn", turn_, "Of a campaign: after this turn (default: the last one)"), "TURN");
  named(sub.add_option("--now", now_, "The clock, ISO 8601 with a zone (default: the machine's)"), "TIME");
  named(sub.add_option("--seed", seed_, "Seed for dice rolls (default: 0, or the campaign's)"), "TEXT");
  named(sub.add_option("--setting", settings_, "A setting, key=value; may be given again"), "KEY=VALUE")
      ->allow_extra_args(false);
  named(sub.add_option("--as", actor_, "Who speaks: model (default), player or operator"), "ACTOR");
}

Ruleset::Built GameOptions::rebuild() const {
  return load_logged(folder_, plugin_dirs_, Limits(), {schema_dirs_, {}});
}

Result<Standpoint> GameOptions::load() {
  Ruleset::Built built = rebuild();
  const bool colour = use_colour(Colour::kAuto, STDERR_FILENO);
  for (const Problem& problem : built.problems)
    std::fprintf(stderr, "%s\n", problem_line(problem, colour).c_str());
  if (built.ruleset == nullptr)
    return Error(Code::kPluginInvalid, folder_ + " does not load", "gavel check " + folder_);
  Standpoint at;
  at.ruleset = std::move(built.ruleset);
  if (Result<void> facts = load_facts(at); !facts) return std::move(facts).error();
  if (Result<void> state = load_state(at); !state) return std::move(state).error();
  if (!seed_.empty()) at.facts.seed = seed_;
  const Result<Json> settings = at.ruleset->settings(at.facts.settings);
  if (!settings) return Error(Code::kUsage, "--setting: " + settings.error().message, settings.error().hint);
  return at;
}

Result<void> GameOptions::load_facts(Standpoint& at) {
  const Result<Time> now = now_.empty() ? Result<Time>(machine_clock()) : parse_time(now_);
  if (!now) return Error(Code::kUsage, "--now: " + now.error().message, now.error().hint);
  at.facts.now = *now;
  const std::optional<Actor> actor = actor_of(actor_);
  if (!actor || *actor > Actor::kOperator)
    return Error(Code::kUsage, "--as is model, player or operator, not \"" + actor_ + "\"");
  at.facts.actor = *actor;
  return {};
}

Result<void> GameOptions::load_state(Standpoint& at) {
  const Limits& limits = at.ruleset->limits();
  Result<Document> document = Document();
  if (!campaign_.empty()) {
    if (Result<void> loaded = load_campaign(at); !loaded) return loaded;
  } else if (!document_file_.empty()) {
    const Result<Json> both = state_file(document_file_, limits, StateForm::kDocument);
    if (!both) return both.error();
    document = document_of(*both, document_file_, limits);
  } else if (!state_file_.empty()) {
    Result<Json> data = state_file(state_file_, limits, StateForm::kState);
    if (!data) return std::move(data).error();
    document = Document::load(std::move(*data), Json(), limits);
  } else {
    document = Document::load(at.ruleset->initial_state(), Json(), limits);
  }
  if (!document) return std::move(document).error();
  if (campaign_.empty()) at.document = std::move(*document);
  if (!settings_.empty() && !at.facts.settings.is_object()) at.facts.settings = Json(Json::value_t::object);
  const Result<Json> own = loose_object(settings_, Json(), limits);
  if (!own) return own.error();
  for (const auto& [key, value] : object_of(*own)) at.facts.settings[key] = value;
  return {};
}

namespace {

// The last turns on the way to where the state stands, as rules see them.
Result<Json> history_of(Campaigns& campaigns, const std::string& campaign, const std::string& turn,
                        std::size_t most) {
  const Result<Json> verdict =
      campaigns.verdict(campaign, turn.empty() ? std::nullopt : std::optional<std::string_view>(turn));
  Json history(Json::value_t::array);
  if (!verdict) return history;  // no turn has been taken
  const Json* version = member(*verdict, "version");
  TurnQuery query;
  if (!turn.empty()) query.to = turn;
  const auto last = version == nullptr ? 0 : version->get<std::uint64_t>();
  query.first = last > most ? last - most + 1 : 1;
  query.most = most;
  const Result<Json> turns = campaigns.turns(campaign, query);
  if (!turns) return turns.error();
  for (const Json& row : array_of(*turns)) {
    if (const Json* kind = member(row, "kind"); kind != nullptr && *kind != "turn") continue;
    Json entry(Json::value_t::object);
    for (const char* name : {"turn_id", "actor_id", "user_input", "assistant_output_text", "timestamp"}) {
      const Json* value = member(row, name);
      entry[name] = value == nullptr ? Json("") : *value;
    }
    history.push_back(std::move(entry));
  }
  return history;
}

}  // namespace

Result<void> GameOptions::load_campaign(Standpoint& at) {
  const Result<std::unique_ptr<Store>> store = open_store(store_file(store_file_));
  if (!store) return store.error();
  Campaigns campaigns(**store, logged_campaigns());
  const Result<Json> shown = campaigns.show(campaign_, false);
  if (!shown) return shown.error();
  const Result<Json> both = turn_.empty() ? campaigns.state(campaign_, std::nullopt)
                                          : campaigns.state(campaign_, std::string_view(turn_));
  if (!both) return both.error();
  Result<Document> document = document_of(*both, campaign_, at.ruleset->limits());
  if (!document) return std::move(document).error();
  at.document = std::move(*document);
  at.facts.campaign = *shown;
  Result<Json> history = history_of(campaigns, campaign_, turn_, at.ruleset->limits().max_history_turns);
  if (!history) return std::move(history).error();
  at.facts.history = std::move(*history);
  if (const Json* seed = member(*shown, "seed"); seed != nullptr && seed->is_string())
    at.facts.seed = string_of(*seed);
  if (const Json* settings = member(*shown, "settings"); settings != nullptr) at.facts.settings = *settings;
  const Result<std::string> next = campaigns.next_turn_id(campaign_);
  if (next) at.facts.turn = *next;
  return {};
}

}  // namespace gavel
