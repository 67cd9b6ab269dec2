// A damaged campaign made whole again, and what is sound of it, to look at.

#include "state/json_reader.hpp"
#include "store/export.hpp"

#include "inside.hpp"
#include "members.hpp"
#include "mending.hpp"

namespace gavel {

Result<Salvage> salvage_of(Store& store, std::string_view campaign) {
  Result<Salvage> found = store.salvage(campaign, [&](const std::string& bytes) {
    Limits limits;
    limits.max_string_bytes = limits.max_state_bytes;
    const Result<Json> json = read_json(bytes, limits);
    return json && (text_at(value_at(*json, "record"), "campaign_id") == campaign ||
                    text_at(value_at(value_at(*json, "inputs"), "campaign"), "campaign_id") == campaign);
  });
  if (!found || !found->record_whole) return found;
  // Where the row was found by an id that is damaged itself.
  Limits limits;
  limits.max_string_bytes = limits.max_state_bytes;
  const Result<Json> record = read_json(found->campaign.record, limits);
  if (record && !text_at(*record, "campaign_id").empty())
    found->campaign.id = text_at(*record, "campaign_id");
  return found;
}

Result<SoundPart> Campaigns::sound_part(std::string_view campaign) {
  const Result<Salvage> found = salvage_of(inside_->store, campaign);
  if (!found) return found.error();
  Result<Mended> mended = mend(*found, inside_->options, false, {});
  if (!mended) return std::move(mended).error();
  return SoundPart{std::move(mended->store), std::move(mended->report)};
}

Result<Json> Campaigns::repair(std::string_view campaign, const RepairPlan& plan) {
  const std::shared_ptr<OpenCampaign> open = inside_->hold(campaign);
  const std::lock_guard<std::mutex> lock(open->mutex);
  const Result<Salvage> found = salvage_of(inside_->store, campaign);
  if (!found) return found.error();
  const Result<std::vector<Finding>> findings = verify(campaign);
  const bool sound = findings && findings->empty() && found->damage.empty();
  Result<Mended> mended = mend(*found, inside_->options, true, plan.images);
  if (!mended) return std::move(mended).error();
  Json report(Json::value_t::object);
  report["campaign_id"] = mended->id;
  report["sound"] = sound;
  for (const auto& [name, value] : object_of(mended->report)) report[name] = value;
  report["applied"] = false;
  if (findings && report["damaged"].empty())
    for (const Finding& one : *findings) report["notes"].push_back(one.what);
  const Result<std::vector<Finding>> left = Campaigns(*mended->store, inside_->options).verify(mended->id);
  if (!left) return left.error();
  if (!left->empty())
    return Error(Code::kStoreCorrupt, "what is left of the campaign is not whole: " + left->front().what,
                 "export its sound part, or restore the store from a copy");
  if (sound || !plan.apply) return report;
  std::string file;
  Result<void> exported =
      export_campaign(*mended->store, mended->id, [&](std::string_view piece) -> Result<void> {
        file += piece;
        return {};
      });
  if (!exported) return std::move(exported).error();
  Result<Image> image = read_export(file);
  if (!image) return std::move(image).error();
  image->campaign.head.revision += found->campaign.head.revision % (std::uint64_t{1} << 40U) + 1;
  if (!plan.copy.empty())
    if (Result<void> copied = inside_->store.copy_to(plan.copy); !copied) return std::move(copied).error();
  if (Result<void> replaced = inside_->store.replace(*found, *image); !replaced)
    return std::move(replaced).error();
  open->loaded = false;
  open->stands_at.reset();
  report["applied"] = true;
  if (!plan.copy.empty()) report["copy"] = plan.copy;
  return report;
}

}  // namespace gavel
