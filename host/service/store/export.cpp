#include "store/export.hpp"

#include <algorithm>

#include "export_line.hpp"
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

  Result<void> end() {
    return sink_(LineWriter("end").number("lines", count_).text("sha256", digest_.hex()).finish());
  }

 private:
  const ExportSink& sink_;
  Sha256 digest_;
  std::uint64_t count_ = 0;
};

LineWriter line_of(const Campaign& campaign) {
  const Head& head = campaign.head;
  LineWriter line("campaign");
  line.number("gavel_export", 1).text("id", campaign.id).text("branch", head.branch);
  line.number("version", head.version).text("turn", head.turn).text("hash", head.hash);
  line.number("revision", head.revision).bytes("record", campaign.record).bytes("origin", campaign.origin);
  return line;
}

LineWriter line_of(const Branch& branch) {
  LineWriter line("branch");
  line.text("id", branch.id).text("parent", branch.parent).text("fork_turn", branch.fork_turn);
  line.number("fork_version", branch.fork_version).text("fork_hash", branch.fork_hash);
  line.text("label", branch.label);
  return line;
}

LineWriter line_of(const Turn& turn) {
  LineWriter line("turn");
  line.text("id", turn.id).text("parent", turn.parent).text("branch", turn.branch);
  line.number("version", turn.version).number("attempt", turn.attempt).text("text_hash", turn.text_hash);
  line.text("previous", turn.previous).text("hash", turn.hash).time("time", turn.time.ms);
  line.bytes("record", turn.record).bytes("verdict", turn.verdict).bytes("audit", turn.audit);
  return line;
}

LineWriter line_of(const Attempt& attempt) {
  LineWriter line("attempt");
  line.text("turn", attempt.turn).number("number", attempt.number).text("text_hash", attempt.text_hash);
  line.number("last", attempt.last ? 1 : 0).time("time", attempt.time.ms);
  line.bytes("record", attempt.record).bytes("verdict", attempt.verdict);
  return line;
}

LineWriter line_of(const Checkpoint& checkpoint) {
  LineWriter line("checkpoint");
  line.text("turn", checkpoint.turn).text("label", checkpoint.label).time("time", checkpoint.time.ms);
  line.bytes("bytes", checkpoint.bytes);
  return line;
}

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
      if (Result<void> added = lines.add(line_of(turn)); !added) return added;
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
    if (Result<void> added = lines.add(line_of(**checkpoint)); !added) return added;
  }
  return {};
}

}  // namespace

Result<void> export_campaign(Store& store, std::string_view id, const ExportSink& sink) {
  Result<Campaign> campaign = store.load(id);
  if (!campaign) return std::move(campaign).error();
  if (Result<void> all = store.check_part(id, CheckPart::kRows); !all) return all;
  Lines lines(sink);
  if (Result<void> added = lines.add(line_of(*campaign)); !added) return added;
  if (Result<void> added = add_packs(store, *campaign, lines); !added) return added;
  std::vector<const Branch*> branches;
  for (const Branch& branch : campaign->branches) {
    if (Result<void> added = lines.add(line_of(branch)); !added) return added;
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
    if (Result<void> added = lines.add(line_of(attempt)); !added) return added;
  }
  return lines.end();
}

}  // namespace gavel
