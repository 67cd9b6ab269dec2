#include "store/memory_store.hpp"

#include <mutex>
#include <utility>

#include "store/hash.hpp"

#include "checking.hpp"
#include "memory_tables.hpp"
#include "reading.hpp"
#include "refusals.hpp"
#include "timeline.hpp"

namespace gavel {
namespace {

class MemoryStore final : public Store {
 public:
  explicit MemoryStore(MemoryOptions options) : options_(std::move(options)) {}

  Result<Head> create(const NewCampaign& campaign) override {
    if (Result<void> good = check_request(campaign); !good) return std::move(good).error();
    return run("create", [&] { return create_campaign(tables_, campaign); });
  }
  Result<Campaign> load(std::string_view campaign) override {
    return run("load", [&] { return load_campaign(tables_, campaign); });
  }
  Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) override {
    return run("list", [&] { return tables_.campaigns(after, most); });
  }
  Result<void> remove(std::string_view campaign) override {
    return run("remove", [&] { return remove_campaign(tables_, campaign); });
  }
  Result<Appended> append(const Append& append) override {
    if (Result<void> good = check_request(append); !good) return std::move(good).error();
    return run("append", [&] { return append_turn(tables_, append, {}); });
  }
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) override {
    if (Result<void> good = check_request(attempt); !good) return std::move(good).error();
    return run("add_attempt", [&] { return keep_attempt(tables_, attempt); });
  }
  Result<Head> update(const Update& update) override {
    if (Result<void> good = check_request(update); !good) return std::move(good).error();
    return run("update", [&] { return update_campaign(tables_, update); });
  }
  Result<Known> find(std::string_view campaign, std::string_view turn) override {
    return run("find", [&] { return find_turn(tables_, campaign, turn); });
  }
  Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) override {
    return run("turns", [&] { return query_turns(tables_, campaign, query); });
  }
  Result<std::vector<Attempt>> attempts(std::string_view campaign) override {
    return run("attempts", [&] { return attempts_of(tables_, campaign); });
  }
  Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) override {
    return run("audit", [&] { return query_audit(tables_, campaign, query); });
  }
  Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) override {
    return run("checkpoint", [&] { return nearest_checkpoint(tables_, campaign, turn); });
  }
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override {
    if (Result<void> good = check_pack(hash, bytes); !good) return good;
    return run("put_pack", [&] { return keep_pack(tables_, hash, bytes); });
  }
  Result<std::string> pack(std::string_view hash) override {
    return run("pack", [&] { return pack_bytes(tables_, hash); });
  }
  Result<std::vector<std::string>> packs(std::string_view campaign) override {
    return run("packs", [&] { return packs_of(tables_, campaign); });
  }
  Result<void> restore(const Image& image) override {
    if (Result<void> good = check_image(image); !good) return good;
    return run("restore", [&] { return restore_image(tables_, image); });
  }
  Result<std::vector<Error>> check(std::string_view campaign) override {
    return run("check", [&] { return check_store(tables_, campaign); });
  }
  Result<void> check_part(std::string_view campaign, CheckPart part) override {
    return run("check_part", [&] { return check_part_of(tables_, campaign, part); });
  }
  Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) override {
    return run("salvage", [&] { return tables_.salvage(campaign, is_it); });
  }
  Result<void> replace(const Salvage& salvaged, const Image& image) override {
    if (Result<void> good = check_image(image); !good) return good;
    return run("replace", [&] { return replace_campaign(tables_, salvaged, image); });
  }
  Result<void> copy_to(const std::string& /*path*/) override {
    return invalid("a store in memory is in no file", "export its campaigns");
  }
  Result<void> rebuild_file() override { return {}; }

 private:
  template <typename Work>
  auto run(std::string_view function, const Work& work) -> decltype(work()) {
    const std::scoped_lock lock(mutex_);
    const std::uint64_t number = ++calls_;
    const Fault fault = options_.fault ? options_.fault(function, number) : Fault::kNone;
    if (fault == Fault::kBefore) return failed(function, number);
    auto result = work();
    if (fault == Fault::kAfter && result.ok()) return failed(function, number);
    return result;
  }

  static Error failed(std::string_view function, std::uint64_t number) {
    return {Code::kStoreIo,
            "the store failed in " + std::string(function) + ", call " + std::to_string(number),
            "the outcome is unknown: send the same request again"};
  }

  MemoryOptions options_;
  std::mutex mutex_;
  std::uint64_t calls_ = 0;  // guarded by mutex_, as is tables_
  MemoryTables tables_;
};

}  // namespace

std::unique_ptr<Store> open_memory_store(MemoryOptions options) {
  return std::make_unique<MemoryStore>(std::move(options));
}

}  // namespace gavel
