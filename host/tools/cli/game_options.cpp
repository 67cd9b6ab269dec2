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
  std::shared_ptr<const Ruleset> ruleset = TRY(load_ruleset(folder_));
  Standpoint at;
  at.ruleset = std::move(ruleset);
  TRY(load_facts(at));
  TRY(load_state(at));
  if (!seed.empty()) at.facts.seed = seed;
  const Result<Json> settings = at.ruleset->settings(at.facts.settings);
  if (!settings) return Error(Code::kUsage, "--setting: " + settings.error().message, settings.error().hint);
  return at;
}

Result<void> GameOptions::load_facts(Standpoint& at) {
  at.facts.now = TRY(time());
  at.facts.actor = TRY(speaker());
  return {};
}

Result<void> GameOptions::load_state(Standpoint& at) {
  const Limits& limits = at.ruleset->limits();
  if (!campaign.empty()) {
    TRY(load_campaign(at));
  } else {
    at.document = TRY(load_document(at.ruleset->initial_state(), limits));
  }
  if (!settings_.empty() && !at.facts.settings.is_object()) at.facts.settings = Json(Json::value_t::object);
  const Json own = TRY(loose_object(settings_, Json(), limits));
  for (const auto& [key, value] : object_of(own)) at.facts.settings[key] = value;
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
  const Json turns = TRY(campaigns.turns(campaign, query));
  for (const Json& row : array_of(turns)) {
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
  const std::unique_ptr<Store> opened = TRY(open_store(store_file(store)));
  Campaigns campaigns(*opened, logged_campaigns());
  const Json shown = TRY(campaigns.show(campaign, false));
  const Json both = TRY(turn.empty() ? campaigns.state(campaign, std::nullopt)
                                     : campaigns.state(campaign, std::string_view(turn)));
  at.document = TRY(document_of(both, at.ruleset->limits()));
  at.facts.campaign = shown;
  at.facts.history = TRY(history_of(campaigns, campaign, turn, at.ruleset->limits().max_history_turns));
  if (const Json* own = member(shown, "seed"); own != nullptr && own->is_string())
    at.facts.seed = string_of(*own);
  if (const Json* settings = member(shown, "settings"); settings != nullptr) at.facts.settings = *settings;
  const Result<std::string> next = campaigns.next_turn_id(campaign);
  if (next) at.facts.turn = *next;
  return {};
}

}  // namespace gavel
