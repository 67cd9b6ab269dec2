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
  CLI::App* sub = add("list");
  sub->add_option("--after", cursor_);
  sub->add_option("--most", most_);

  sub = add("show");
  one_of(sub->add_option("WHAT", view_), {"fields", "turns", "timeline", "state", "verdict", "scenario"});
  sub->add_option("--at", options_.turn);
  sub->add_option("--most", most_);
  sub->add_flag("--reveal", reveal_);

  sub = add("audit", {"--turn"});
  sub->add_option("--path", path_);
  sub->add_option("--tag", tag_);
  sub->add_option("--actor", actor_of_audit_);
  sub->add_option("--code", code_);
  sub->add_option("--cursor", cursor_);
  sub->add_option("--most", most_);
}

int CampaignCommand::list() {
  const Result<Json> all = campaigns_->list(cursor_, most_);
  if (!all) return fail(all.error());
  return print(*all, report_for_people("campaigns", *all, options_.colour()));
}

int CampaignCommand::show() {
  if (view_ == "turns") {
    TurnQuery query;
    query.most = most_;
    const Result<Json> turns = campaigns_->turns(id_, query);
    if (!turns) return fail(turns.error());
    return print(*turns, report_for_people("turns", *turns, options_.colour()));
  }
  if (view_ == "timeline") {
    const Result<Json> timeline = campaigns_->timeline(id_);
    if (!timeline) return fail(timeline.error());
    return print(*timeline, timeline_for_people(*timeline, options_.colour()));
  }
  if (view_ == "state") {
    const Result<Json> state = campaigns_->state(id_, at());
    if (!state) return fail(state.error());
    return print(*state, shown_json(*state, 2) + "\n");
  }
  if (view_ == "verdict") {
    const Result<Json> verdict = campaigns_->verdict(id_, at());
    if (!verdict) return fail(verdict.error());
    return print(*verdict, verdict_lines(*verdict, look_of(options_.colour())));
  }
  if (view_ == "scenario") return show_scenario();
  if (!part_)
    if (const Result<void> all = store_->check_part(id_, CheckPart::kRows); !all) return fail(all.error());
  return answer(campaigns_->show(id_, reveal_));
}

int CampaignCommand::show_scenario() {
  const Result<std::string> text = recorded_scenario(*store_, {id_, options_.turn, "", nullptr, reveal_});
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
  query.turn = given(options_.turn);
  query.cursor = cursor_;
  query.most = most_;
  const Result<Json> page = campaigns_->audit(id_, query);
  if (!page) return fail(page.error());
  return print(*page, report_for_people("audit", *member(*page, "records"), options_.colour()));
}

}  // namespace gavel
