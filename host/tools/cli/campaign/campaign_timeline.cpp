// gavel campaign rollback, undo, restore, branch, checkpoint, settings: where a campaign stands and goes on,
// and what holds from its next turn on.

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "campaign.hpp"
#include "show.hpp"

namespace gavel {

void CampaignCommand::add_timeline() {
  CLI::App* sub = add("rollback", "Go back to the state after a turn; \"\" for the beginning",
                      "gavel campaign rollback evening t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("TURN", turn_, "A turn on the way here")->required(), " ");

  sub = add("undo", "Undo the last rollback, as long as no turn followed", "gavel campaign undo evening");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");

  sub = add("restore", "Go to any turn on any branch: rolled back, re-rolled or a sibling",
            "gavel campaign restore evening t-5");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("TURN", turn_, "The turn")->required(), " ");

  sub = add("branch", "Open a branch and go on there", "gavel campaign branch evening kinder --at t-3");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("NAME", name_, "The branch's id")->required(), " ");
  named(sub->add_option("--at", turn_, "The turn it forks from (default: the current turn)"), "TURN");
  named(sub->add_option("--label", label_, "For people"), "TEXT");

  sub = add("checkpoint", "Keep the state after a turn under a label",
            "gavel campaign checkpoint evening --label \"before the gate\"");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--at", turn_, "The turn (default: the current turn)"), "TURN");
  named(sub->add_option("--label", label_, "For people"), "TEXT");

  sub = add("settings", "Show the settings, or change them from the next turn on",
            "gavel campaign settings evening dialog.manual_type=action");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("KEY=VALUE", assignments_, "A value is JSON, else a text; KEY= for the default"),
        " ");
  named(sub->add_option("--fields", fields_file_,
                        "A JSON file with other fields: title, selected, tools, dialog …"),
        "FILE");
}

int CampaignCommand::rollback() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->rollback(id_, turn_, *time)) : fail(time.error());
}

int CampaignCommand::undo() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->undo(id_, *time)) : fail(time.error());
}

int CampaignCommand::restore() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->restore(id_, turn_, *time)) : fail(time.error());
}

int CampaignCommand::branch() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->branch(id_, name_, at(), label_, *time)) : fail(time.error());
}

int CampaignCommand::checkpoint() {
  const Result<Time> time = now();
  return time ? answer(campaigns_->checkpoint(id_, at(), label_, *time)) : fail(time.error());
}

int CampaignCommand::settings() {
  if (assignments_.empty() && fields_file_.empty()) {
    const Result<Json> settings = campaigns_->settings(id_);
    if (!settings) return fail(settings.error());
    return print(*settings, shown_json(*settings, 2) + "\n");
  }
  Json fields(Json::value_t::object);
  if (!fields_file_.empty()) {
    Result<Json> given = json_file(fields_file_);
    if (!given) return fail(given.error());
    fields = std::move(*given);
  }
  for (const std::string& assignment : assignments_) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || !fields.is_object())
      return fail(
          Error(Code::kUsage, "\"" + assignment + "\" is no KEY=VALUE", "such as dialog.manual_type=action"));
    const std::string text = assignment.substr(equals + 1);
    Result<Json> value = read_json(text, Limits());
    fields["settings"][assignment.substr(0, equals)] = text.empty() ? Json()
                                                       : value      ? std::move(*value)
                                                                    : Json(text);
  }
  const Result<Time> time = now();
  return time ? answer(campaigns_->change(id_, fields, *time)) : fail(time.error());
}

}  // namespace gavel
