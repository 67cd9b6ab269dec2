// gavel campaign verify, rebuild, swap: whether what is stored is whole and comes out the same, also by other
// rules.

#include <unistd.h>

#include "campaign.hpp"
#include "campaign_text.hpp"
#include "progress.hpp"
#include "rules.hpp"
#include "store_file.hpp"

namespace gavel {
namespace {

constexpr int kExitFound = 1;

}  // namespace

void CampaignCommand::add_proving() {
  add("verify");

  CLI::App* sub = add("rebuild");
  sub->add_option("--workers", workers_)->check(CLI::Range(1, 64));

  sub = add("repair", {"--ruleset", "--plugins", "--schemas"});
  sub->add_flag("--yes", yes_);
  sub->add_option("--copy", copy_file_);

  sub = add("swap", {"--ruleset", "--plugins", "--schemas", "--turn"});
  sub->get_option("--ruleset")->required();
  sub->add_option("--last", last_);
  sub->add_flag("--apply", apply_)->excludes(sub->add_flag("--dry-run", dry_run_));
  sub->add_flag("--force", force_);

  add_reload();
}

int CampaignCommand::findings(const char* what, const Result<std::vector<Finding>>& found) const {
  if (!found) return fail(found.error());
  Json json(Json::value_t::object);
  json["ok"] = found->empty();
  Json& all = json["findings"] = Json(Json::value_t::array);
  for (const Finding& one : *found) {
    Json row(Json::value_t::object);
    row["branch"] = one.branch;
    row["turn"] = one.turn;
    row["version"] = one.version;
    row["what"] = one.what;
    if (!one.code.empty()) row["code"] = one.code;
    all.push_back(std::move(row));
  }
  const int printed = print(json, findings_for_people(*found, what, options_.colour()));
  return printed != 0 ? printed : found->empty() ? 0 : kExitFound;
}

int CampaignCommand::verify() {
  ProgressLine line("verify");
  const auto found =
      campaigns_->verify(id_, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  return findings("the chain holds, and every change leads to the state that is stored", found);
}

int CampaignCommand::rebuild() {
  ProgressLine line("rebuild");
  const auto found = campaigns_->rebuild(
      id_, workers_, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  return findings("every turn came out the same, byte for byte", found);
}

// A name beside the store that nothing has yet.
std::string CampaignCommand::name_for_copy() const {
  std::string name = options_.store + ".damaged";
  for (int i = 2; ::access(name.c_str(), F_OK) == 0; ++i)
    name = options_.store + ".damaged-" + std::to_string(i);
  return name;
}

int CampaignCommand::repair() {
  RepairPlan plan;
  plan.apply = yes_;
  if (!options_.ruleset.empty()) {
    Result<std::string> image = options_.image_of(options_.ruleset);
    if (!image) return fail(image.error());
    plan.images.push_back(std::move(*image));
  }
  if (yes_) {
    plan.copy = copy_file_.empty() ? name_for_copy() : copy_file_;
    if (Result<void> plain = check_store_way(plan.copy); !plain) return fail(plain.error());
  }
  const Result<Json> report = campaigns_->repair(id_, plan);
  if (!report) return fail(report.error());
  const int printed = print(*report, report_for_people("repair", *report, options_.colour()));
  const bool done =
      (*report)["sound"] == true || ((*report)["applied"] == true && array_of((*report)["left"]).empty());
  return printed != 0 || done ? printed : kExitFound;
}

int CampaignCommand::swap() {
  Result<std::string> image = options_.image_of(options_.ruleset);
  if (!image) return fail(image.error());
  const Result<Time> time = options_.time();
  if (!time) return fail(time.error());
  SwapPlan plan;
  plan.image = std::move(*image);
  plan.dry_run = !apply_;
  plan.last = last_;
  plan.force = force_;
  plan.turn_id = options_.turn;
  plan.now = *time;
  if (apply_ && options_.turn.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    plan.turn_id = std::move(*next);
  }
  ProgressLine line("swap");
  const Result<Json> report =
      campaigns_->swap(id_, plan, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  if (!report) return fail(report.error());
  const int printed = print(*report, report_for_people("swap", *report, options_.colour()));
  if (printed != 0) return printed;
  const bool wanted = (*report)["applied"] == apply_ && (*report)["problems"].empty();
  return wanted || (*report)["applied"] == true ? 0 : kExitFound;
}

}  // namespace gavel
