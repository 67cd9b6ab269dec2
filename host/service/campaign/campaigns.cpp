#include "campaign/campaigns.hpp"

#include "campaign_cache.hpp"

namespace gavel {

Campaigns::Campaigns(Store& store, CampaignsOptions options)
    : impl_(std::make_unique<Impl>(store, std::move(options))) {}

Campaigns::~Campaigns() = default;

const Log& Campaigns::log() const { return impl_->options.log; }

}  // namespace gavel
