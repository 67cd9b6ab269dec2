#include "game_options.hpp"

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
void GameOptions::add_game(CLI::App& sub) {
  sub.add_option("RULESET", folder_);
  add(sub, {"--plugins", "--schemas", "--state", "--document", "--campaign", "--store", "--turn", "--now",
            "--seed", "--actor", "--json", "--color"});
  for (const char* other : {"--state", "--document"})
    sub.get_option("--campaign")->excludes(sub.get_option(other));
  sub.add_option("--setting", settings_)->allow_extra_args(false);
  sub.add_option("--as", actor)->group("");  // --actor's former name, not in the help
}

Ruleset::Built GameOptions::rebuild() const { return load_logged(folder_, plugins, Limits(), {schemas, {}}); }

Result<Standpoint> GameOptions::load() {
  Result<std::shared_ptr<const Ruleset>> ruleset = load_ruleset(folder_);
  if (!ruleset) return std::move(ruleset).error();
  Standpoint at;
  at.ruleset = std::move(*ruleset);
  if (Result<void> facts = load_facts(at); !facts) return std::move(facts).error();
  if (Result<void> state = load_state(at); !state) return std::move(state).error();
  if (!seed.empty()) at.facts.seed = seed;
  const Result<Json> settings = at.ruleset->settings(at.facts.settings);
  if (!settings) return Error(Code::kUsage, "--setting: " + settings.error().message, settings.error().hint);
  return at;
}

Result<void> GameOptions::load_facts(Standpoint& at) {
  const Result<Time> clock = time();
  if (!clock) return clock.error();
  at.facts.now = *clock;
  const Result<Actor> who = speaker();
  if (!who) return who.error();
  at.facts.actor = *who;
  return {};
}

Result<void> GameOptions::load_state(Standpoint& at) {
  const Limits& limits = at.ruleset->limits();
  if (!campaign.empty()) {
    if (Result<void> loaded = load_campaign(at); !loaded) return loaded;
  } else {
    Result<Document> loaded = load_document(at.ruleset->initial_state(), limits);
    if (!loaded) return std::move(loaded).error();
    at.document = std::move(*loaded);
  }
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
  const Result<std::unique_ptr<Store>> opened = open_store(store_file(store));
  if (!opened) return opened.error();
  Campaigns campaigns(**opened, logged_campaigns());
  const Result<Json> shown = campaigns.show(campaign, false);
  if (!shown) return shown.error();
  const Result<Json> both = turn.empty() ? campaigns.state(campaign, std::nullopt)
                                         : campaigns.state(campaign, std::string_view(turn));
  if (!both) return both.error();
  Result<Document> stored = document_of(*both, at.ruleset->limits());
  if (!stored) return std::move(stored).error();
  at.document = std::move(*stored);
  at.facts.campaign = *shown;
  Result<Json> history = history_of(campaigns, campaign, turn, at.ruleset->limits().max_history_turns);
  if (!history) return std::move(history).error();
  at.facts.history = std::move(*history);
  if (const Json* own = member(*shown, "seed"); own != nullptr && own->is_string())
    at.facts.seed = string_of(*own);
  if (const Json* settings = member(*shown, "settings"); settings != nullptr) at.facts.settings = *settings;
  const Result<std::string> next = campaigns.next_turn_id(campaign);
  if (next) at.facts.turn = *next;
  return {};
}

}  // namespace gavel
