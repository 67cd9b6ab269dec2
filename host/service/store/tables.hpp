// Tables: the rows of a store, as the few operations that timeline.cpp and reading.cpp need. What a store
// does is written once, over these (table_store.cpp); a database only keeps rows.
//
// An object of it stands for one open transaction: everything read belongs together, and everything written
// is kept or dropped together by whoever made it. Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/records.hpp"

namespace gavel {

class Tables {
 public:
  using Key = std::int64_t;  // of a campaign
  struct Place {
    Key key = 0;
    Head head;
  };
  // A committed turn without its texts.
  struct Commit {
    std::string id;
    std::string branch;
    std::uint64_t version = 0;
    std::string hash;
    std::string text_hash;
  };
  struct Attempts {
    std::uint64_t count = 0;
    bool closed = false;
  };
  // A turn's audit text, and whether to go on.
  using AuditVisitor = std::function<Result<bool>(const Commit& turn, const std::string& audit)>;

  Tables() = default;
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;
  virtual ~Tables() = default;

  // ---- reading
  virtual Result<std::optional<Place>> place(std::string_view campaign) = 0;
  virtual Result<std::string> record(Key key) = 0;
  virtual Result<std::string> origin(Key key) = 0;
  virtual Result<std::vector<std::string>> ids(std::string_view after, std::size_t most) = 0;
  virtual Result<std::vector<CampaignEntry>> campaigns(std::string_view after, std::size_t most) = 0;

  virtual Result<std::optional<Branch>> branch(Key key, std::string_view id) = 0;
  virtual Result<std::vector<Branch>> branches(Key key) = 0;  // in the order of Campaign::branches

  virtual Result<std::optional<Commit>> commit(Key key, std::string_view turn) = 0;
  virtual Result<std::optional<Turn>> turn(Key key, std::string_view id) = 0;
  // Appends those of one branch, by version.
  virtual Result<void> turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                             std::size_t most, bool bodies, std::vector<Turn>& out) = 0;
  // From (version, branch) on, in the order of version and branch.
  virtual Result<void> visit_audit(Key key, std::uint64_t version, std::string_view branch,
                                   const AuditVisitor& visit) = 0;

  virtual Result<Attempts> attempts_of(Key key, std::string_view turn) = 0;
  virtual Result<std::vector<Attempt>> attempts(Key key, std::optional<std::string_view> turn) = 0;

  virtual Result<std::vector<CheckpointEntry>> checkpoints(Key key) = 0;
  virtual Result<std::optional<Checkpoint>> checkpoint(Key key, std::string_view turn) = 0;

  virtual Result<bool> has_pack(std::string_view hash) = 0;
  virtual Result<std::optional<std::string>> pack(std::string_view hash) = 0;
  virtual Result<std::vector<std::string>> packs(Key key) = 0;

  virtual Result<Salvage> salvage(std::string_view campaign,
                                  const std::function<bool(const std::string& bytes)>& is_it) = 0;
  // Errors of the pages and indexes of the file that holds the rows.
  virtual Result<std::vector<Error>> file_damage() = 0;
  // Errors of rows that belong to no campaign.
  virtual Result<std::vector<Error>> strays() = 0;
  // The campaign's turns, counted by their ids: another index than the one by which turns() finds them.
  virtual Result<std::uint64_t> count_turns(Key key) = 0;
  // Whether what names its other rows leads to as many as there are. Price: looking through those of all
  // campaigns.
  virtual Result<bool> names_all(Key key) = 0;

  // ---- writing. `checksum` is checksum_of() the row, made by the caller where that costs something
  virtual Result<Key> put_campaign(std::string_view id, const Head& head, std::string_view record,
                                   std::string_view origin) = 0;
  virtual Result<void> set_campaign(Key key, std::string_view id, const Head& head,
                                    std::string_view record) = 0;
  virtual Result<void> erase_campaign(Key key) = 0;
  // Every row of it, whether or not there is a campaign's, and those that belong to none.
  virtual Result<void> erase_salvaged(const Salvage& salvaged) = 0;
  virtual Result<void> put_branch(Key key, const Branch& branch) = 0;
  virtual Result<void> set_label(Key key, const Branch& branch) = 0;
  virtual Result<void> put_turn(Key key, const Turn& turn, std::string_view checksum) = 0;
  virtual Result<void> put_attempt(Key key, const Attempt& attempt) = 0;
  virtual Result<void> put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) = 0;
  virtual Result<void> drop_checkpoint(Key key, std::string_view turn) = 0;
  // Replaces bytes that are damaged.
  virtual Result<void> put_pack(std::string_view hash, std::string_view bytes) = 0;
  virtual Result<void> use_pack(Key key, std::string_view hash) = 0;
};

}  // namespace gavel
