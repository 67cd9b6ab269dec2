// The inside of the public Campaigns, shared by campaigns.cpp (opening, playing), timeline.cpp (the timeline,
// looking) and proving.cpp.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "campaign/campaigns.hpp"
#include "gavel/campaigns.hpp"
#include "store/store.hpp"

#include "impl.hpp"

namespace gavel::v1 {

struct Campaigns::Impl {
  Impl(std::unique_ptr<core::Store> store_in, core::CampaignsOptions core_options,
       CampaignsOptions options_in)
      : store(std::move(store_in)),
        campaigns(*store, std::move(core_options)),
        options(std::move(options_in)) {}

  // What the clock says now.
  core::Time now() const {
    return {asked("the clock", [&] { return options.clock(); }).ms};
  }
  // `given`, or the next free id.
  core::Result<std::string> turn_id(std::string_view campaign, const std::string& given);
  // Under an id of its own where the request names none, whoever else takes turns meanwhile.
  core::Result<core::TurnAnswer> take_turn(std::string_view campaign, core::TurnInput input);
  Answer answer_of(std::string_view campaign, const core::TurnAnswer& taken, Verdict verdict) const;

  const std::unique_ptr<core::Store> store;
  core::Campaigns campaigns;
  const CampaignsOptions options;
};

struct CampaignsAccess {
  static Campaigns::Impl* of(Campaigns& campaigns) { return campaigns.impl_.get(); }
};

// Every public function of Campaigns runs in it.
template <typename Work>
auto on(Campaigns::Impl* inside, const Work& work) noexcept -> decltype(work(*inside)) {
  return guarded([&]() -> decltype(work(*inside)) {
    if (inside == nullptr) return wrong_call("these Campaigns were moved from");
    return work(*inside);
  });
}

Result<Verdict> public_verdict(core::Result<core::TurnAnswer> taken);
core::Campaigns::Progress progress_of(const Campaigns::Progress& progress);

}  // namespace gavel::v1
