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
  std::vector<std::string> packs = TRY(store.packs(campaign.id));
  for (const std::string& hash : packs) {
    std::string bytes = TRY(store.pack(hash));
    LineWriter line("pack");
    line.text("hash", hash).bytes("bytes", bytes);
    TRY(lines.add(line));
  }
  return {};
}

// Those of one branch, as far as it went when the call began.
Result<void> add_turns(Store& store, const Campaign& campaign, const Branch& branch, Lines& lines) {
  for (std::uint64_t first = branch.fork_version + 1; first <= branch.version;) {
    TurnQuery query;
    query.branch = branch.id;
    query.first = first;
    std::vector<Turn> turns = TRY(store.turns(campaign.id, query));
    if (turns.empty()) return {};
    for (const Turn& turn : turns) {
      if (turn.version > branch.version) return {};
      TRY(lines.add("turn", turn));
    }
    first = turns.back().version + 1;
  }
  return {};
}

Result<void> add_checkpoints(Store& store, const Campaign& campaign, Lines& lines) {
  for (const CheckpointEntry& entry : campaign.checkpoints) {
    std::optional<Checkpoint> checkpoint = TRY(store.checkpoint(campaign.id, entry.turn));
    // Dropped meanwhile: then an earlier one came, which has its own line.
    if (!checkpoint || checkpoint->turn != entry.turn) continue;
    TRY(lines.add("checkpoint", *checkpoint));
  }
  return {};
}

}  // namespace

Result<void> export_campaign(Store& store, std::string_view id, const ExportSink& sink) {
  Campaign campaign = TRY(store.load(id));
  TRY(store.check_part(id, CheckPart::kRows));
  Lines lines(sink);
  const std::uint64_t format = 1;
  LineWriter first("campaign");
  fields_of(first, campaign, format);
  TRY(lines.add(first));
  TRY(add_packs(store, campaign, lines));
  std::vector<const Branch*> branches;
  for (const Branch& branch : campaign.branches) {
    TRY(lines.add("branch", branch));
    branches.push_back(&branch);
  }
  // A branch leaves its parent later than that left its own: so a parent's turns come before.
  std::stable_sort(branches.begin(), branches.end(),
                   [](const Branch* a, const Branch* b) { return a->fork_version < b->fork_version; });
  for (const Branch* branch : branches) TRY(add_turns(store, campaign, *branch, lines));
  TRY(add_checkpoints(store, campaign, lines));
  std::vector<Attempt> attempts = TRY(store.attempts(id));
  for (const Attempt& attempt : attempts) TRY(lines.add("attempt", attempt));
  return lines.end();
}

}  // namespace gavel
