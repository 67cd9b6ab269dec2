// A campaign out of a file. Its rows vouch for each other: the chain for the records, and the records for all
// else, so that no field can be altered alone.

#include "store/export.hpp"
#include "store/memory_store.hpp"

#include "campaign_cache.hpp"

namespace gavel {

Result<std::string> Campaigns::import_file(std::string_view file) {
  WholeCampaign whole = TRY(read_export(file));
  const std::unique_ptr<Store> trial = open_memory_store();
  TRY(trial->restore(whole));
  const std::string id = whole.campaign.id;
  const std::vector<Finding> found = TRY(Campaigns(*trial, impl_->options).verify(id));
  if (!found.empty()) {
    const Finding& first = found.front();
    return Error(Code::kStoreCorrupt,
                 "the file is no whole export: " +
                     (first.turn.empty() ? std::string() : "turn \"" + first.turn + "\": ") + first.what,
                 "export the campaign again, or copy the file again");
  }
  TRY(impl_->store.restore(whole));
  return id;
}

}  // namespace gavel
