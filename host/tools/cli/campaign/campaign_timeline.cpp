// gavel campaign rollback, undo, restore, branch, checkpoint, settings: where a campaign stands and goes on,
// and what holds from its next turn on.

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "campaign.hpp"
#include "show.hpp"

namespace gavel {

void CampaignCommand::add_timeline() {
  add("rollback")->add_option("TURN", options_.turn)->required();
  add("undo");
  add("restore")->add_option("TURN", options_.turn)->required();

  CLI::App* sub = add("branch");
  sub->add_option("NAME", name_)->required();
  sub->add_option("--at", options_.turn);
  sub->add_option("--label", label_);

  sub = add("checkpoint");
  sub->add_option("--at", options_.turn);
  sub->add_option("--label", label_);

  sub = add("settings");
  sub->add_option("KEY=VALUE", assignments_);
  sub->add_option("--fields", fields_file_);
}

int CampaignCommand::rollback() {
  const Result<Time> time = options_.time();
  return time ? answer(campaigns_->rollback(id_, options_.turn, *time)) : fail(time.error());
}

int CampaignCommand::undo() {
  const Result<Time> time = options_.time();
  return time ? answer(campaigns_->undo(id_, *time)) : fail(time.error());
}

int CampaignCommand::restore() {
  const Result<Time> time = options_.time();
  return time ? answer(campaigns_->restore(id_, options_.turn, *time)) : fail(time.error());
}

int CampaignCommand::branch() {
  const Result<Time> time = options_.time();
  return time ? answer(campaigns_->branch(id_, name_, at(), label_, *time)) : fail(time.error());
}

int CampaignCommand::checkpoint() {
  const Result<Time> time = options_.time();
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
      return fail(Error(Code::kUsage, "\"" + assignment + "\" is not KEY=VALUE",
                        "such as dialog.manual_type=action"));
    const std::string text = assignment.substr(equals + 1);
    Result<Json> value = read_json(text, Limits());
    fields["settings"][assignment.substr(0, equals)] = text.empty() ? Json()
                                                       : value      ? std::move(*value)
                                                                    : Json(text);
  }
  const Result<Time> time = options_.time();
  return time ? answer(campaigns_->change(id_, fields, *time)) : fail(time.error());
}

}  // namespace gavel
