// gavel campaign list, show, audit: what there is.

#include <cstdio>

#include "state/json_writer.hpp"
#include "state/path_text.hpp"

#include "campaign.hpp"
#include "campaign_text.hpp"
#include "recording.hpp"
#include "show.hpp"
#include "streams.hpp"

namespace gavel {

void CampaignCommand::add_looking() {
  CLI::App* sub =
      add("list",
          "All campaigns of the store. Damage is named as far as it concerns where a campaign stands; "
          "gavel campaign verify looks at the rest",
          "gavel campaign list");
  named(sub->add_option("--after", cursor_, "Those behind this id"), "ID");
  named(sub->add_option("--most", most_, "At most so many (default: 100)"), "N");

  sub = add("show", "A campaign: its fields, its turns, its timeline or a state",
            "gavel campaign show evening state --at t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("WHAT", view_, "fields (default), turns, timeline, state, verdict or scenario"), " ")
      ->check(CLI::IsMember({"fields", "turns", "timeline", "state", "verdict", "scenario"}));
  named(
      sub->add_option("--at", turn_,
                      "Of state and verdict: after this turn; of scenario: up to it (default: the last one)"),
      "TURN");
  named(sub->add_option("--most", most_, "Of turns: at most so many (default: 100)"), "N");
  sub->add_flag("--reveal", reveal_, "Show the goal even if it is hidden");

  sub = add("audit", "Search the audit records of all commands",
            "gavel campaign audit evening --path characters.li_si.hp.current --actor model");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--path", path_, "At this place or below it"), "PATH");
  named(sub->add_option("--tag", tag_, "With this tag"), "TAG");
  named(sub->add_option("--actor", actor_of_audit_, "Of this actor"), "NAME");
  named(sub->add_option("--code", code_, "Refused with this code"), "CODE");
  named(sub->add_option("--turn", turn_, "Of this turn"), "TURN");
  named(sub->add_option("--cursor", cursor_, "Behind the `next` of the page before"), "TEXT");
  named(sub->add_option("--most", most_, "At most so many (default: 100)"), "N");
}

int CampaignCommand::list() {
  const Result<Json> all = campaigns_->list(cursor_, most_);
  if (!all) return fail(all.error());
  return print(*all, list_for_people(*all, colour()));
}

int CampaignCommand::show() {
  if (view_ == "turns") {
    TurnQuery query;
    query.most = most_;
    const Result<Json> turns = campaigns_->turns(id_, query);
    if (!turns) return fail(turns.error());
    return print(*turns, turns_for_people(*turns, colour()));
  }
  if (view_ == "timeline") {
    const Result<Json> timeline = campaigns_->timeline(id_);
    if (!timeline) return fail(timeline.error());
    return print(*timeline, timeline_for_people(*timeline, colour()));
  }
  if (view_ == "state") {
    const Result<Json> state = campaigns_->state(id_, at());
    if (!state) return fail(state.error());
    return print(*state, shown_json(*state, 2) + "\n");
  }
  if (view_ == "verdict") {
    const Result<Json> verdict = campaigns_->verdict(id_, at());
    if (!verdict) return fail(verdict.error());
    return print(*verdict, answer_for_people(*verdict, colour()));
  }
  if (view_ == "scenario") return show_scenario();
  if (!part_)
    if (const Result<void> all = store_->check_part(id_, CheckPart::kRows); !all) return fail(all.error());
  return answer(campaigns_->show(id_, reveal_));
}

int CampaignCommand::show_scenario() {
  const Result<std::string> text = recorded_scenario(*store_, {id_, turn_, "", nullptr, reveal_});
  if (!text) return fail(text.error());
  return heard(*text);
}

int CampaignCommand::audit() {
  AuditQuery query;
  const auto given = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
  };
  if (!path_.empty()) {
    Result<Json> state = campaigns_->state(id_, std::nullopt);
    if (!state) return fail(state.error());
    Result<PathText> path = PathText::parse(path_, Limits());
    if (!path) return fail(path.error());
    query.path = path->resolve(*member(*state, "data"));
  }
  query.tag = given(tag_);
  query.actor = given(actor_of_audit_);
  query.code = given(code_);
  query.turn = given(turn_);
  query.cursor = cursor_;
  query.most = most_;
  const Result<Json> page = campaigns_->audit(id_, query);
  if (!page) return fail(page.error());
  return print(*page, audit_for_people(*member(*page, "records"), colour()));
}

}  // namespace gavel
