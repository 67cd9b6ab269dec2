// Hosts that are played with. To build a ruleset costs more than a whole history, so a host that was used up
// is kept for a later one: to a campaign that it has never seen it is as good as a new process.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "campaign/campaigns.hpp"

#include "line.hpp"

namespace gavel::simulation {

struct Host {
  explicit Host(const CampaignsOptions& options) : campaigns(line, options) {}

  std::size_t kind = 0;
  Line line;
  Campaigns campaigns;
};

// Hosts of several kinds: they differ in how often they set checkpoints and in how many campaigns they keep.
class Hosts {
 public:
  static constexpr std::size_t kKinds = 3;

  // One that has never seen the campaigns at hand; `cold`: nor anything else.
  std::unique_ptr<Host> take(std::size_t kind, bool cold);
  // Used up. It is not taken again before clear().
  void give_back(std::unique_ptr<Host> host);
  void clear();

 private:
  std::array<std::vector<std::unique_ptr<Host>>, kKinds> free_;
  std::vector<std::unique_ptr<Host>> used_;
};

}  // namespace gavel::simulation
