#include "liars.hpp"

namespace gavel::simulation {
namespace {

// Passes every call on.
class Liar : public Store {
 public:
  explicit Liar(std::unique_ptr<Store> store) : store_(std::move(store)) {}

  Result<Head> create(const NewCampaign& campaign) override { return store_->create(campaign); }
  Result<Campaign> load(std::string_view campaign) override { return store_->load(campaign); }
  Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) override {
    return store_->list(after, most);
  }
  Result<void> remove(std::string_view campaign) override { return store_->remove(campaign); }
  Result<Appended> append(const Append& append) override { return store_->append(append); }
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) override {
    return store_->add_attempt(attempt);
  }
  Result<Head> update(const Update& update) override { return store_->update(update); }
  Result<Known> find(std::string_view campaign, std::string_view turn) override {
    return store_->find(campaign, turn);
  }
  Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) override {
    return store_->turns(campaign, query);
  }
  Result<std::vector<Attempt>> attempts(std::string_view campaign) override {
    return store_->attempts(campaign);
  }
  Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) override {
    return store_->audit(campaign, query);
  }
  Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) override {
    return store_->checkpoint(campaign, turn);
  }
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override {
    return store_->put_pack(hash, bytes);
  }
  Result<std::string> pack(std::string_view hash) override { return store_->pack(hash); }
  Result<std::vector<std::string>> packs(std::string_view campaign) override {
    return store_->packs(campaign);
  }
  Result<void> restore(const WholeCampaign& image) override { return store_->restore(image); }
  Result<std::vector<Error>> check(std::string_view campaign) override { return store_->check(campaign); }
  Result<void> check_part(std::string_view campaign, CheckPart part) override {
    return store_->check_part(campaign, part);
  }
  Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) override {
    return store_->salvage(campaign, is_it);
  }
  Result<void> replace(const Salvage& salvaged, const WholeCampaign& image) override {
    return store_->replace(salvaged, image);
  }
  Result<void> copy_to(const std::string& path) override { return store_->copy_to(path); }
  Result<void> rebuild_file() override { return store_->rebuild_file(); }

 protected:
  std::unique_ptr<Store> store_;
};

class NoCompareAndSet final : public Liar {
 public:
  using Liar::Liar;

  Result<Appended> append(const Append& append) override { return Liar::append(seen_now(append)); }
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) override {
    return Liar::add_attempt(seen_now(attempt));
  }
  Result<Head> update(const Update& update) override { return Liar::update(seen_now(update)); }

 private:
  template <typename Change>
  Change seen_now(Change change) {
    if (Result<Campaign> campaign = store_->load(change.campaign)) change.seen = campaign->head;
    return change;
  }
};

class NoIdempotency final : public Liar {
 public:
  NoIdempotency(std::unique_ptr<Store> store, std::function<std::string()> asked)
      : Liar(std::move(store)), asked_(std::move(asked)) {}

  Result<Known> find(std::string_view campaign, std::string_view turn) override {
    Result<Known> known = Liar::find(campaign, turn);
    if (known && turn == asked_()) known->turn.reset();
    return known;
  }
  Result<Appended> append(const Append& append) override {
    const Result<Known> known = store_->find(append.campaign, append.turn.id);
    if (!known || !known->turn) return Liar::append(append);
    Append renamed = append;
    renamed.turn.id += "~";
    return Liar::append(renamed);
  }

 private:
  std::function<std::string()> asked_;
};

}  // namespace

std::unique_ptr<Store> lying(Lie lie, std::unique_ptr<Store> store, std::function<std::string()> asked) {
  switch (lie) {
    case Lie::kNone:
      return store;
    case Lie::kNoCompareAndSet:
      return std::make_unique<NoCompareAndSet>(std::move(store));
    case Lie::kNoIdempotency:
      return std::make_unique<NoIdempotency>(std::move(store), std::move(asked));
  }
  return store;
}

}  // namespace gavel::simulation
