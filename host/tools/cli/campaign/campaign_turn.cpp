// gavel campaign new and turn: a campaign begun, and a turn taken.

#include <cstdio>
#include <unistd.h>

#include "campaign.hpp"
#include "campaign_text.hpp"
#include "card.hpp"
#include "files.hpp"
#include "rules.hpp"

namespace gavel {

void CampaignCommand::add_playing() {
  CLI::App* sub = add("new", {"--ruleset", "--plugins", "--schemas", "--seed", "--document"});
  sub->get_option("--ruleset")->required();
  sub->add_option("--card", card_file_);
  sub->add_option("--title", title_);
  sub->add_option("--fields", fields_file_);

  sub = add("turn", {"FILE", "--text", "--turn", "--user", "--actor", "--dialect"});
  sub->add_option("--replaces", replaces_);
  sub->add_option("--actor-id", actor_id_);
  sub->add_option("--summary", summary_file_);
}

int CampaignCommand::create() {
  NewGame game;
  game.id = id_;
  game.seed = options_.seed.empty() ? id_ : options_.seed;
  game.fields = Json(Json::value_t::object);
  if (!fields_file_.empty()) {
    Result<Json> fields = json_file(fields_file_);
    if (!fields) return fail(fields.error());
    game.fields = std::move(*fields);
  }
  if (!title_.empty() && game.fields.is_object()) game.fields["title"] = title_;
  if (!options_.document.empty()) {
    Result<Json> state = json_file(options_.document);
    if (!state) return fail(state.error());
    game.state = std::move(*state);
  }
  std::vector<Named> wanted;
  if (!card_file_.empty()) {
    std::vector<Problem> problems;
    Result<std::vector<Named>> card = read_card(card_file_, problems);
    show_problems(problems);
    if (!card) return fail(card.error());
    wanted = std::move(*card);
    for (const Named& one : wanted) game.schemas.push_back(one.name);
  }
  Result<std::string> image = options_.image_of(options_.ruleset, std::move(wanted));
  if (!image && !card_file_.empty())
    return fail(Error(Code::kPluginInvalid, options_.ruleset + " does not load with " + card_file_,
                      "fix the problems listed above"));
  if (!image) return fail(image.error());
  game.image = std::move(*image);
  const Result<Time> time = options_.time();
  if (!time) return fail(time.error());
  game.now = *time;
  return answer(campaigns_->create(game));
}

int CampaignCommand::turn() {
  Result<std::string> text = options_.input(Limits().max_input_bytes, "max_input_bytes", "the model's text");
  if (!text) return fail(text.error());
  const Result<Time> time = options_.time();
  if (!time) return fail(time.error());
  const Result<Actor> actor = options_.speaker();
  if (!actor || *actor == Actor::kPlayer)
    return fail(Error(Code::kUsage, "--actor is model or operator, not \"" + options_.actor + "\""));
  TurnInput request;
  request.turn = options_.turn;
  if (options_.turn.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    request.turn = std::move(*next);
  }
  request.actor_id = actor_id_;
  request.parts = parts_of(options_.user, std::move(*text), *actor, options_.dialect);
  request.replaces = replaces_;
  request.now = *time;
  if (!summary_file_.empty()) {
    Result<Json> summary = json_file(summary_file_);
    if (!summary) return fail(summary.error());
    request.summary = std::move(*summary);
  }
  const Result<TurnAnswer> taken = campaigns_->turn(id_, request);
  if (!taken) return fail(taken.error());
  const Result<Json> verdict = taken->json();
  if (!verdict) return fail(verdict.error());
  return print(*verdict, verdict_lines(*verdict, look_of(options_.colour())));
}

}  // namespace gavel
