#include "campaign/campaigns.hpp"

#include "inside.hpp"

namespace gavel {

Campaigns::Campaigns(Store& store, CampaignsOptions options)
    : inside_(std::make_unique<Inside>(store, std::move(options))) {}

Campaigns::~Campaigns() = default;

}  // namespace gavel
