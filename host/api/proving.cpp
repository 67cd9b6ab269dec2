// What is stored, held against itself and against its inputs; rules exchanged; campaigns as files.
#include "store/export.hpp"

#include "campaigns_impl.hpp"

namespace gavel::v1 {
namespace {

Result<std::vector<Finding>> public_findings(const core::Result<std::vector<core::Finding>>& found) {
  if (!found) return public_error(found.error());
  return each_of(*found, [](const core::Finding& one) {
    return Finding{one.branch, one.turn, one.version, one.what, one.code};
  });
}

}  // namespace

core::Campaigns::Progress progress_of(const Campaigns::Progress& progress) {
  if (!progress) return {};
  return [&progress](std::size_t done, std::size_t all) {
    asked("the progress function", [&] { progress(done, all); });
  };
}

Result<std::vector<Finding>> Campaigns::verify(std::string_view campaign, const Progress& progress) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_findings(inside.campaigns.verify(campaign, progress_of(progress)));
  });
}

Result<std::vector<Finding>> Campaigns::rebuild(std::string_view campaign,
                                                const Progress& progress) noexcept {
  return on(impl_.get(), [&](Impl& inside) {
    return public_findings(inside.campaigns.rebuild(campaign, 1, progress_of(progress)));
  });
}

Result<Json> Campaigns::swap(std::string_view campaign, const SwapRequest& request,
                             const Progress& progress) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<Json> {
    if (!request.rules) return wrong_call("a swap needs `rules`", "gavel::Ruleset::load(folder)");
    core::SwapPlan plan;
    plan.image = RulesetAccess::of(*request.rules).image;
    plan.dry_run = request.dry_run;
    plan.last = request.last;
    plan.force = request.force;
    plan.now = inside.now();
    if (!request.dry_run || !request.turn.empty()) {
      core::Result<std::string> id = inside.turn_id(campaign, request.turn);
      if (!id) return public_error(id.error());
      plan.turn_id = std::move(*id);
    }
    return public_json(inside.campaigns.swap(campaign, plan, progress_of(progress)));
  });
}

Result<std::string> Campaigns::take_out(std::string_view campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<std::string> {
    std::string bytes;
    const core::Result<void> done = core::export_campaign(
        *inside.store, campaign, [&bytes](std::string_view piece) -> core::Result<void> {
          bytes += piece;
          return {};
        });
    if (!done) return public_error(done.error());
    return bytes;
  });
}

Result<std::string> Campaigns::bring_in(std::string_view file) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<std::string> {
    core::Result<std::string> id = inside.campaigns.import_file(file);
    if (!id) return public_error(id.error());
    return std::move(*id);
  });
}

Result<void> Campaigns::remove(std::string_view campaign) noexcept {
  return on(impl_.get(), [&](Impl& inside) -> Result<void> {
    const core::Result<void> gone = inside.campaigns.remove(campaign);
    if (!gone) return public_error(gone.error());
    return {};
  });
}

}  // namespace gavel::v1
