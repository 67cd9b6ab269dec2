#include "hosts.hpp"

#include "store/memory_store.hpp"

#include "game.hpp"

namespace gavel::simulation {
namespace {

CampaignsOptions options_of(std::size_t kind) {
  constexpr std::array<std::size_t, Hosts::kKinds> kCheckpoints = {256, 3, 1};
  CampaignsOptions options;
  options.checkpoint_turns = kCheckpoints.at(kind);
  options.max_open = kind == 1 ? 1 : 4;
  return options;
}

}  // namespace

std::unique_ptr<Host> Hosts::take(std::size_t kind, bool cold) {
  std::vector<std::unique_ptr<Host>>& free = free_.at(kind);
  if (!cold && !free.empty()) {
    std::unique_ptr<Host> host = std::move(free.back());
    free.pop_back();
    return host;
  }
  auto host = std::make_unique<Host>(options_of(kind));
  host->kind = kind;
  if (cold) return host;
  // Any campaign of the game makes it build the rules.
  const std::unique_ptr<Store> store = open_memory_store();
  host->line.connect(nullptr, store.get());
  const Result<Json> built = host->campaigns.create({"warm", game_image(), "", Json(), std::nullopt, {}});
  host->line.connect(nullptr, nullptr);
  return built ? std::move(host) : nullptr;
}

void Hosts::give_back(std::unique_ptr<Host> host) {
  host->line.connect(nullptr, nullptr);
  used_.push_back(std::move(host));
}

void Hosts::clear() {
  for (std::unique_ptr<Host>& host : used_) free_.at(host->kind).push_back(std::move(host));
  used_.clear();
}

}  // namespace gavel::simulation
