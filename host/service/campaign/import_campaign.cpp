// A campaign out of a file. Its rows vouch for each other: the chain for the records, and the records for all
// else, so that no field can be altered alone.

#include "store/export.hpp"
#include "store/memory_store.hpp"

#include "campaign_cache.hpp"

namespace gavel {

Result<std::string> Campaigns::import_file(std::string_view file) {
  Result<WholeCampaign> whole = read_export(file);
  if (!whole) return std::move(whole).error();
  const std::unique_ptr<Store> trial = open_memory_store();
  if (Result<void> restored = trial->restore(*whole); !restored) return std::move(restored).error();
  const std::string id = whole->campaign.id;
  const Result<std::vector<Finding>> found = Campaigns(*trial, impl_->options).verify(id);
  if (!found) return found.error();
  if (!found->empty()) {
    const Finding& first = found->front();
    return Error(Code::kStoreCorrupt,
                 "the file is no whole export: " +
                     (first.turn.empty() ? std::string() : "turn \"" + first.turn + "\": ") + first.what,
                 "export the campaign again, or copy the file again");
  }
  if (Result<void> restored = impl_->store.restore(*whole); !restored) return std::move(restored).error();
  return id;
}

}  // namespace gavel
