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
  CLI::App* sub = add("verify", "Check the hash chain and that the stored changes lead to the stored states",
                      "gavel campaign verify evening");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");

  sub = add(
      "rebuild",
      "Replay every recorded turn; every byte must come out the same. 1: something differs, or a turn could "
      "not be replayed",
      "gavel campaign rebuild evening --workers 2");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(sub->add_option("--workers", workers_, "Lua states to use in turn (default: 1)")
            ->check(CLI::Range(1, 64)),
        "N");

  sub =
      add("repair",
          "Repair a damaged campaign: shows what can be kept; --yes stores it and checks it. 1: nothing was "
          "stored, or damage remains",
          "gavel campaign repair evening && gavel campaign repair evening --yes");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  sub->add_flag("--yes", yes_, "Store the repaired campaign; the store is copied to a file first");
  named(sub->add_option("--copy", copy_file_,
                        "The file for that copy (default: the store's name and .damaged)"),
        "FILE");
  named(sub->add_option("--ruleset", ruleset_folder_, "Its rules, where those in the store are damaged"),
        "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);

  sub = add("swap", "Replace the rules: shows what would change; --apply does it",
            "gavel campaign swap evening --ruleset rulesets/tabletop --last 50");
  named(sub->add_option("CAMPAIGN", id_, "The campaign")->required(), " ");
  named(
      sub->add_option("--ruleset", ruleset_folder_, "The new rules: a folder with ruleset.yaml")->required(),
      "DIR");
  named(sub->add_option("--plugins", plugin_dirs_, "Look for plugins here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--schemas", schema_dirs_, "Look for schemas here too; may be given again"), "DIR")
      ->allow_extra_args(false);
  named(sub->add_option("--last", last_, "Judge so many of the last turns by the new rules (default: 20)"),
        "N");
  auto* dry = sub->add_flag("--dry-run", dry_run_, "Store nothing, only show (what happens without --apply)");
  sub->add_flag("--apply", apply_, "Make the exchange; refused while there are problems")->excludes(dry);
  sub->add_flag("--force", force_, "With --apply: despite non-fatal problems");
  named(sub->add_option("--turn", turn_, "The id under which it is stored (default: the next free one)"),
        "ID");

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
  const int printed = print(json, findings_for_people(*found, what, colour()));
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
  std::string name = store_file_ + ".damaged";
  for (int i = 2; ::access(name.c_str(), F_OK) == 0; ++i)
    name = store_file_ + ".damaged-" + std::to_string(i);
  return name;
}

int CampaignCommand::repair() {
  RepairPlan plan;
  plan.apply = yes_;
  if (!ruleset_folder_.empty()) {
    std::vector<Problem> problems;
    Result<std::string> image =
        load_image(ruleset_folder_, plugin_dirs_, Limits(), problems, {schema_dirs_, {}});
    show_problems(problems);
    if (!image) return fail(image.error());
    plan.images.push_back(std::move(*image));
  }
  if (yes_) {
    plan.copy = copy_file_.empty() ? name_for_copy() : copy_file_;
    if (Result<void> plain = check_store_way(plan.copy); !plain) return fail(plain.error());
  }
  const Result<Json> report = campaigns_->repair(id_, plan);
  if (!report) return fail(report.error());
  const int printed = print(*report, repair_for_people(*report, colour()));
  const bool done =
      (*report)["sound"] == true || ((*report)["applied"] == true && array_of((*report)["left"]).empty());
  return printed != 0 || done ? printed : kExitFound;
}

int CampaignCommand::swap() {
  std::vector<Problem> problems;
  Result<std::string> image =
      load_image(ruleset_folder_, plugin_dirs_, Limits(), problems, {schema_dirs_, {}});
  show_problems(problems);
  if (!image) return fail(image.error());
  const Result<Time> time = now();
  if (!time) return fail(time.error());
  SwapPlan plan;
  plan.image = std::move(*image);
  plan.dry_run = !apply_;
  plan.last = last_;
  plan.force = force_;
  plan.turn_id = turn_;
  plan.now = *time;
  if (apply_ && turn_.empty()) {
    Result<std::string> next = campaigns_->next_turn_id(id_);
    if (!next) return fail(next.error());
    plan.turn_id = std::move(*next);
  }
  ProgressLine line("swap");
  const Result<Json> report =
      campaigns_->swap(id_, plan, [&line](std::size_t done, std::size_t all) { line.show(done, all); });
  line.clear();
  if (!report) return fail(report.error());
  const int printed = print(*report, swap_for_people(*report, colour()));
  if (printed != 0) return printed;
  const bool wanted = (*report)["applied"] == apply_ && (*report)["problems"].empty();
  return wanted || (*report)["applied"] == true ? 0 : kExitFound;
}

}  // namespace gavel
