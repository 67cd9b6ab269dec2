#include "line.hpp"

#include "world.hpp"

namespace gavel::simulation {

template <typename Call>
auto Line::through(const char* function, const Call& call) -> decltype(call()) {
  const Fault fault = world_ == nullptr ? Fault::kNone : world_->before_call(*this, function);
  const auto failed = [function] {
    return Error(Code::kStoreIo, std::string("the store failed in ") + function);
  };
  if (fault == Fault::kBefore) return failed();
  auto result = call();
  if (fault == Fault::kAfter && result.ok()) return failed();
  return result;
}

Result<Head> Line::create(const NewCampaign& campaign) {
  return through("create", [&] {
    Result<Head> head = store_->create(campaign);
    if (head && world_ != nullptr) world_->created(*this, *head);
    return head;
  });
}

Result<Appended> Line::append(const Append& append) {
  return through("append", [&] {
    Result<Appended> appended = store_->append(append);
    if (appended && world_ != nullptr) world_->appended(*this, append, *appended);
    return appended;
  });
}

Result<std::optional<std::string>> Line::add_attempt(const NewAttempt& attempt) {
  return through("add_attempt", [&] {
    Result<std::optional<std::string>> stored = store_->add_attempt(attempt);
    if (stored && !*stored && world_ != nullptr) world_->attempted(*this, attempt.attempt);
    return stored;
  });
}

Result<Head> Line::update(const Update& update) {
  return through("update", [&] {
    Result<Head> head = store_->update(update);
    if (head && world_ != nullptr) world_->updated(*this, update);
    return head;
  });
}

Result<Campaign> Line::load(std::string_view campaign) {
  return through("load", [&] { return store_->load(campaign); });
}

Result<std::vector<CampaignEntry>> Line::list(std::string_view after, std::size_t most) {
  return through("list", [&] { return store_->list(after, most); });
}

Result<void> Line::remove(std::string_view campaign) {
  return through("remove", [&] { return store_->remove(campaign); });
}

Result<Known> Line::find(std::string_view campaign, std::string_view turn) {
  return through("find", [&] { return store_->find(campaign, turn); });
}

Result<std::vector<Turn>> Line::turns(std::string_view campaign, const TurnQuery& query) {
  return through("turns", [&] { return store_->turns(campaign, query); });
}

Result<std::vector<Attempt>> Line::attempts(std::string_view campaign) {
  return through("attempts", [&] { return store_->attempts(campaign); });
}

Result<AuditPage> Line::audit(std::string_view campaign, const AuditQuery& query) {
  return through("audit", [&] { return store_->audit(campaign, query); });
}

Result<std::optional<Checkpoint>> Line::checkpoint(std::string_view campaign, std::string_view turn) {
  return through("checkpoint", [&] { return store_->checkpoint(campaign, turn); });
}

Result<void> Line::put_pack(std::string_view hash, std::string_view bytes) {
  return through("put_pack", [&] { return store_->put_pack(hash, bytes); });
}

Result<std::string> Line::pack(std::string_view hash) {
  return through("pack", [&] { return store_->pack(hash); });
}

Result<std::vector<std::string>> Line::packs(std::string_view campaign) {
  return through("packs", [&] { return store_->packs(campaign); });
}

Result<void> Line::restore(const WholeCampaign& image) {
  return through("restore", [&] { return store_->restore(image); });
}

Result<std::vector<Error>> Line::check(std::string_view campaign) {
  return through("check", [&] { return store_->check(campaign); });
}

Result<Salvage> Line::salvage(std::string_view campaign, const IsIt& is_it) {
  return through("salvage", [&] { return store_->salvage(campaign, is_it); });
}

Result<void> Line::replace(const Salvage& salvaged, const WholeCampaign& image) {
  return through("replace", [&] { return store_->replace(salvaged, image); });
}

Result<void> Line::check_part(std::string_view campaign, CheckPart part) {
  return through("check_part", [&] { return store_->check_part(campaign, part); });
}

Result<void> Line::rebuild_file() {
  return through("rebuild_file", [&] { return store_->rebuild_file(); });
}

Result<void> Line::copy_to(const std::string& path) {
  return through("copy_to", [&] { return store_->copy_to(path); });
}

}  // namespace gavel::simulation
