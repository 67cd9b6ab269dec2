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
  CLI::App* sub =
      add("new", "Begin a campaign", "gavel campaign new evening --ruleset rulesets/tabletop --seed 7");
  named(sub->add_option("CAMPAIGN", id_, "Its id")->required(), " ");
  named(sub->add_option("--ruleset", ruleset_folder_, "The game's rules: a folder with ruleset.yaml")
            ->required(),
        "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--card", card_file_,
                        "A character card in YAML whose configuration.protocols (or enabled_schemas) are "
                        "active from the beginning"),
        "FILE");
  named(sub->add_option("--title", title_, "For people"), "TEXT");
  named(sub->add_option("--seed", seed_, "Seed for dice rolls (default: the campaign's id)"), "TEXT");
  named(sub->add_option("--fields", fields_file_,
                        "A JSON file with title, selected, goal, milestone, settings, tools, dialog"),
        "FILE");
  named(sub->add_option("--document", document_file_,
                        "A file {data, meta} with the initial document (default: the ruleset's)"),
        "FILE");

  sub = add("turn", "Take a turn: what the player said, and what the model answered",
            "gavel campaign turn evening --turn t-4 --user \"I wait.\" reply.txt");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  auto* file =
      named(sub->add_option("FILE", file_, "The model's text; - for standard input (default)"), "or -");
  named(sub->add_option("--text", given_text_, "The model's text itself, instead of FILE"), "STRING")
      ->excludes(file)
      ->each([this](const std::string&) { has_text_ = true; });
  named(sub->add_option(
            "--turn", turn_,
            "The turn's id: the same id and texts again get the same answer (default: the next free one)"),
        "ID");
  named(sub->add_option("--user", user_text_, "What the player said"), "STRING");
  named(sub->add_option("--replaces", replaces_, "Re-roll this turn: start from the state before it"),
        "TURN");
  named(sub->add_option("--actor-id", actor_id_, "Whose turn it is (default: the active actor)"), "ID");
  named(sub->add_option("--actor", actor_, "Who wrote the text: model (default) or operator"), "NAME");
  named(sub->add_option("--dialect", dialect_, "auto (default), or one of the dialects"), "ID");
  named(sub->add_option("--summary", summary_file_,
                        "A JSON file {summary_text, facts_json, pins}: the new summary"),
        "FILE");
}

int CampaignCommand::create() {
  NewGame game;
  game.id = id_;
  game.seed = seed_.empty() ? id_ : seed_;
  game.fields = Json(Json::value_t::object);
  if (!fields_file_.empty()) {
    Result<Json> fields = json_file(fields_file_);
    if (!fields) return fail(fields.error());
    game.fields = std::move(*fields);
  }
  if (!title_.empty() && game.fields.is_object()) game.fields["title"] = title_;
  if (!document_file_.empty()) {
    Result<Json> state = json_file(document_file_);
    if (!state) return fail(state.error());
    game.state = std::move(*state);
  }
  std::vector<Problem> problems;
  SchemaPlaces schemas{schema_dirs_, {}};
  if (!card_file_.empty()) {
    Result<std::vector<Named>> card = read_card(card_file_, problems);
    if (!card) {
      show_problems(problems);
      return fail(card.error());
    }
    schemas.wanted = std::move(*card);
    for (const Named& one : schemas.wanted) game.schemas.push_back(one.name);
  }
  Result<std::string> image = load_image(ruleset_folder_, plugin_dirs_, Limits(), problems, schemas);
  show_problems(problems);
  if (!image && !card_file_.empty())
    return fail(Error(Code::kPluginInvalid, ruleset_folder_ + " does not load with " + card_file_,
                      "fix the problems listed above"));
  if (!image) return fail(image.error());
  game.image = std::move(*image);
  Result<Time> time = now();
  if (!time) return fail(time.error());
  game.now = *time;
  return answer(campaigns_->create(game));
}

Result<std::string> CampaignCommand::turn_text() {
  if (has_text_) return given_text_;
  if (file_ == "-" && ::isatty(STDIN_FILENO) != 0)
    std::fputs("gavel: reading the model's text from standard input\n", stderr);
  return read_file(file_, Limits().max_input_bytes, "max_input_bytes");
}

int CampaignCommand::turn() {
  Result<std::string> text = turn_text();
  if (!text) return fail(text.error());
  Result<Time> time = now();
  if (!time) return fail(time.error());
  const std::optional<Actor> actor = actor_of(actor_);
  if (!actor || (*actor != Actor::kModel && *actor != Actor::kOperator))
    return fail(Error(Code::kUsage, "--actor is model or operator, not \"" + actor_ + "\""));
  TurnRequest request;
  request.id = turn_;
  if (turn_.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    request.id = std::move(*next);
  }
  request.actor_id = actor_id_;
  request.actor = *actor;
  request.user_text = user_text_;
  request.model_text = std::move(*text);
  request.dialect = dialect_;
  request.replaces = replaces_;
  request.now = *time;
  if (!summary_file_.empty()) {
    Result<Json> summary = json_file(summary_file_);
    if (!summary) return fail(summary.error());
    request.summary = std::move(*summary);
  }
  const Result<TurnAnswer> taken = campaigns_->turn(id_, request);
  if (!taken) return fail(taken.error());
  const Result<Json> verdict = read_verdict(taken->verdict);
  if (!verdict) return fail(verdict.error());
  return print(*verdict, answer_for_people(*verdict, colour()));
}

}  // namespace gavel
