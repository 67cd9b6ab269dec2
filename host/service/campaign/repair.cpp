// A damaged campaign made whole again, and what is sound of it, to look at.

#include <algorithm>

#include "base/utf8.hpp"
#include "state/members.hpp"
#include "store/export.hpp"
#include "store/stored_json.hpp"

#include "campaign_cache.hpp"
#include "repair_campaign.hpp"

namespace gavel {

Result<Salvage> salvage_of(Store& store, std::string_view campaign) {
  Result<Salvage> found = store.salvage(campaign, [&](const std::string& bytes) {
    const Result<Json> json = read_stored_json(bytes);
    return json && (text_at(value_at(*json, "record"), "campaign_id") == campaign ||
                    text_at(value_at(value_at(*json, "inputs"), "campaign"), "campaign_id") == campaign);
  });
  if (!found || !found->record_whole) return found;
  // Where the row was found by an id that is damaged itself.
  const Result<Json> record = read_stored_json(found->campaign.record);
  if (record && !text_at(*record, "campaign_id").empty())
    found->campaign.id = text_at(*record, "campaign_id");
  return found;
}

Result<SoundPart> Campaigns::sound_part(std::string_view campaign) {
  const Salvage found = TRY(salvage_of(impl_->store, campaign));
  RepairedCampaign repaired = TRY(repair_salvaged(found, impl_->options, false, {}));
  return SoundPart{std::move(repaired.store), std::move(repaired.report)};
}

namespace {

// The sound campaign as a file would hold it.
Result<WholeCampaign> whole_campaign(RepairedCampaign& repaired) {
  std::string file;
  Result<void> exported =
      export_campaign(*repaired.store, repaired.id, [&](std::string_view piece) -> Result<void> {
        file += piece;
        return {};
      });
  if (!exported) return std::move(exported).error();
  return read_export(file);
}

bool damages_file(const Salvage& salvage) {
  return std::ranges::any_of(salvage.damage, [](const Salvage::Row& row) { return row.kind == "file"; });
}

}  // namespace

// The copy first; then pages and indexes, for what is written by damaged ones may be lost; then the campaign,
// unless that was all.
Result<void> Campaigns::store_repaired(const Salvage& found, RepairedCampaign& repaired,
                                       const std::string& copy) {
  WholeCampaign whole = TRY(whole_campaign(repaired));
  whole.campaign.head.revision += found.campaign.head.revision % (std::uint64_t{1} << 40U) + 1;
  Store& store = impl_->store;
  if (!copy.empty()) TRY(store.copy_to(copy));
  if (!damages_file(found)) return store.replace(found, whole);
  TRY(store.rebuild_file());
  const Result<std::vector<Finding>> left = verify(repaired.id);
  if (left && left->empty()) return {};
  return store.replace(found, whole);
}

Result<Json> Campaigns::repair(std::string_view campaign, const RepairPlan& plan) {
  const std::shared_ptr<OpenCampaign> open = impl_->hold(campaign);
  const std::lock_guard<std::mutex> lock(open->mutex);
  const Salvage found = TRY(salvage_of(impl_->store, campaign));
  const Result<std::vector<Finding>> findings = verify(campaign);
  const bool sound = findings && findings->empty() && found.damage.empty();
  RepairedCampaign repaired = TRY(repair_salvaged(found, impl_->options, true, plan.images));
  Json report(Json::value_t::object);
  report["campaign_id"] = repaired.id;
  report["sound"] = sound;
  for (const auto& [name, value] : object_of(repaired.report)) report[name] = value;
  report["applied"] = false;
  report["left"] = Json(Json::value_t::array);
  if (findings && report["damaged"].empty())
    for (const Finding& one : *findings) report["notes"].push_back(one.what);
  const std::vector<Finding> trial = TRY(Campaigns(*repaired.store, impl_->options).verify(repaired.id));
  if (!trial.empty())
    return Error(Code::kStoreCorrupt, "the campaign is still damaged after the repair: " + trial.front().what,
                 "export its undamaged part, or restore the store from a copy");
  if (sound || !plan.apply) return report;
  open->loaded = false;
  open->document_turn.reset();
  TRY(store_repaired(found, repaired, plan.copy));
  report["applied"] = true;
  impl_->options.log.write(LogLevel::kInfo, "campaign.repaired",
                           {{"campaign", repaired.id},
                            {"lost_turns", report["lost"].size()},
                            {"replayed_turns", report["replayed"].size()}});
  if (!plan.copy.empty()) report["copy"] = plan.copy;
  const Result<std::vector<Finding>> after = verify(repaired.id);
  if (!after) report["left"].push_back(after.error().message);
  if (after)
    for (const Finding& one : *after) report["left"].push_back(as_utf8(one.what));
  return report;
}

}  // namespace gavel
