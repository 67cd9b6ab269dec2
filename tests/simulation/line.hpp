// A host's line to the store. Every call through it is a place where the simulator may let other hosts go
// first, where the call may fail before or after its work was done, and where the host may die. What reaches
// the store is told to the world.
#pragma once

#include "store/store.hpp"

namespace gavel::simulation {

class World;

enum class Fault { kNone, kBefore, kAfter };

class Line final : public Store {
 public:
  // REQUIRES: both outlive the calls made from then on.
  void connect(World* world, Store* store) {
    world_ = world;
    store_ = store;
  }

  Result<Head> create(const NewCampaign& campaign) override;
  Result<Campaign> load(std::string_view campaign) override;
  Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) override;
  Result<void> remove(std::string_view campaign) override;
  Result<Appended> append(const Append& append) override;
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) override;
  Result<Head> update(const Update& update) override;
  Result<Known> find(std::string_view campaign, std::string_view turn) override;
  Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) override;
  Result<std::vector<Attempt>> attempts(std::string_view campaign) override;
  Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) override;
  Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) override;
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override;
  Result<std::string> pack(std::string_view hash) override;
  Result<std::vector<std::string>> packs(std::string_view campaign) override;
  Result<void> restore(const WholeCampaign& image) override;
  Result<std::vector<Error>> check(std::string_view campaign) override;
  Result<void> check_part(std::string_view campaign, CheckPart part) override;
  Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) override;
  Result<void> replace(const Salvage& salvaged, const WholeCampaign& image) override;
  Result<void> copy_to(const std::string& path) override;
  Result<void> rebuild_file() override;

 private:
  template <typename Call>
  auto through(const char* function, const Call& call) -> decltype(call());

  World* world_ = nullptr;  // nullptr: straight through
  Store* store_ = nullptr;
};

}  // namespace gavel::simulation
