#include "store/export.hpp"

#include <algorithm>

#include "export_line.hpp"
#include "line_fields.hpp"
#include "sha256.hpp"

namespace gavel {
namespace {

// The lines as they are given away, counted and hashed.
class Lines {
 public:
  explicit Lines(const ExportSink& sink) : sink_(sink) {}

  Result<void> add(const LineWriter& writer) {
    const std::string line = writer.finish();
    digest_.add(line);
    ++count_;
    return sink_(line);
  }

  template <typename Record>
  Result<void> add(std::string_view kind, const Record& record) {
    LineWriter line(kind);
    fields_of(line, record);
    return add(line);
  }

  Result<void> end() {
    return sink_(LineWriter("end").number("lines", count_).text("sha256", digest_.hex()).finish());
  }

 private:
  const ExportSink& sink_;
  Sha256 digest_;
  std::uint64_t count_ = 0;
};

Result<void> add_packs(Store& store, const Campaign& campaign, Lines& lines) {
  Result<std::vector<std::string>> packs = store.packs(campaign.id);
  if (!packs) return std::move(packs).error();
  for (const std::string& hash : *packs) {
    Result<std::string> bytes = store.pack(hash);
    if (!bytes) return std::move(bytes).error();
    LineWriter line("pack");
    line.text("hash", hash).bytes("bytes", *bytes);
    if (Result<void> added = lines.add(line); !added) return added;
  }
  return {};
}

// Those of one branch, as far as it went when the call began.
Result<void> add_turns(Store& store, const Campaign& campaign, const Branch& branch, Lines& lines) {
  for (std::uint64_t first = branch.fork_version + 1; first <= branch.version;) {
    TurnQuery query;
    query.branch = branch.id;
    query.first = first;
    Result<std::vector<Turn>> turns = store.turns(campaign.id, query);
    if (!turns) return std::move(turns).error();
    if (turns->empty()) return {};
    for (const Turn& turn : *turns) {
      if (turn.version > branch.version) return {};
      if (Result<void> added = lines.add("turn", turn); !added) return added;
    }
    first = turns->back().version + 1;
  }
  return {};
}

Result<void> add_checkpoints(Store& store, const Campaign& campaign, Lines& lines) {
  for (const CheckpointEntry& entry : campaign.checkpoints) {
    Result<std::optional<Checkpoint>> checkpoint = store.checkpoint(campaign.id, entry.turn);
    if (!checkpoint) return std::move(checkpoint).error();
    // Dropped meanwhile: then an earlier one came, which has its own line.
    if (!*checkpoint || (*checkpoint)->turn != entry.turn) continue;
    if (Result<void> added = lines.add("checkpoint", **checkpoint); !added) return added;
  }
  return {};
}

}  // namespace

Result<void> export_campaign(Store& store, std::string_view id, const ExportSink& sink) {
  Result<Campaign> campaign = store.load(id);
  if (!campaign) return std::move(campaign).error();
  if (Result<void> all = store.check_part(id, CheckPart::kRows); !all) return all;
  Lines lines(sink);
  const std::uint64_t format = 1;
  LineWriter first("campaign");
  fields_of(first, *campaign, format);
  if (Result<void> added = lines.add(first); !added) return added;
  if (Result<void> added = add_packs(store, *campaign, lines); !added) return added;
  std::vector<const Branch*> branches;
  for (const Branch& branch : campaign->branches) {
    if (Result<void> added = lines.add("branch", branch); !added) return added;
    branches.push_back(&branch);
  }
  // A branch leaves its parent later than that left its own: so a parent's turns come before.
  std::stable_sort(branches.begin(), branches.end(),
                   [](const Branch* a, const Branch* b) { return a->fork_version < b->fork_version; });
  for (const Branch* branch : branches) {
    if (Result<void> added = add_turns(store, *campaign, *branch, lines); !added) return added;
  }
  if (Result<void> added = add_checkpoints(store, *campaign, lines); !added) return added;
  Result<std::vector<Attempt>> attempts = store.attempts(id);
  if (!attempts) return std::move(attempts).error();
  for (const Attempt& attempt : *attempts) {
    if (Result<void> added = lines.add("attempt", attempt); !added) return added;
  }
  return lines.end();
}

}  // namespace gavel
