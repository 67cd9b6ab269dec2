#include "store_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

#include "state/suggest.hpp"
#include "store/sqlite_store.hpp"

#include "files.hpp"
#include "log.hpp"

namespace gavel {
namespace {

constexpr const char* kDefaultStore = "gavel.db";

}  // namespace

std::string store_file(const std::string& given) {
  if (!given.empty()) return given;
  const char* known = std::getenv("GAVEL_STORE");  // NOLINT(concurrency-mt-unsafe): before any thread
  return known != nullptr && *known != '\0' ? known : kDefaultStore;
}

Result<void> check_store_way(const std::string& file) {
  for (const char* beside : {"", "-wal", "-shm", "-journal"}) TRY(check_way(file + beside));
  return {};
}

Result<std::unique_ptr<Store>> open_store(const std::string& file, StoreUse use) {
  if (use != StoreUse::kRead || file == kDefaultStore) TRY(check_store_way(file));
  if (use != StoreUse::kMake && ::access(file.c_str(), F_OK) != 0 && errno == ENOENT)
    return Error(Code::kStoreUnknown, "there is no store " + file,
                 "name it with --store; gavel campaign new makes one");
  SqliteOptions options;
  options.read_only = use == StoreUse::kRead;
  options.log = program_log();
  return open_sqlite_store(file, options);
}

std::string nearest_campaign(Store& store, std::string_view name) {
  constexpr std::size_t kMost = 10'000;
  const Result<std::vector<CampaignEntry>> all = store.list("", kMost);
  std::vector<std::string_view> ids;
  if (all)
    for (const CampaignEntry& entry : *all) ids.push_back(entry.id);
  return nearest_hint(name, ids);
}

}  // namespace gavel
