// The rows of a store in ordinary maps.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "tables.hpp"

namespace gavel {

class MemoryTables final : public Tables {
 public:
  Result<std::optional<Place>> place(std::string_view campaign) override;
  Result<std::string> record(Key key) override;
  Result<std::string> origin(Key key) override;
  Result<std::vector<std::string>> ids(std::string_view after, std::size_t most) override;
  Result<std::vector<CampaignEntry>> campaigns(std::string_view after, std::size_t most) override;
  Result<std::optional<Branch>> branch(Key key, std::string_view id) override;
  Result<std::vector<Branch>> branches(Key key) override;
  Result<std::optional<Commit>> commit(Key key, std::string_view turn) override;
  Result<std::optional<Turn>> turn(Key key, std::string_view id) override;
  Result<void> turns(Key key, std::string_view branch, std::uint64_t first, std::uint64_t last,
                     std::size_t most, bool bodies, std::vector<Turn>& out) override;
  Result<void> visit_audit(Key key, std::uint64_t version, std::string_view branch,
                           const AuditVisitor& visit) override;
  Result<Attempts> attempts_of(Key key, std::string_view turn) override;
  Result<std::vector<Attempt>> attempts(Key key, std::optional<std::string_view> turn) override;
  Result<std::vector<CheckpointEntry>> checkpoints(Key key) override;
  Result<std::optional<Checkpoint>> checkpoint(Key key, std::string_view turn) override;
  Result<bool> has_pack(std::string_view hash) override;
  Result<std::optional<std::string>> pack(std::string_view hash) override;
  Result<std::vector<std::string>> packs(Key key) override;

  Result<Salvage> salvage(std::string_view campaign,
                          const std::function<bool(const std::string& bytes)>& is_it) override;
  Result<std::vector<Error>> strays() override;
  Result<std::uint64_t> count_turns(Key key) override;
  Result<bool> names_all(Key key) override;

  Result<Key> put_campaign(std::string_view id, const Head& head, std::string_view record,
                           std::string_view origin) override;
  Result<void> set_campaign(Key key, std::string_view id, const Head& head, std::string_view record) override;
  Result<void> erase_campaign(Key key) override;
  Result<void> erase_salvaged(const Salvage& salvaged) override;
  Result<void> put_branch(Key key, const Branch& branch) override;
  Result<void> set_label(Key key, const Branch& branch) override;
  Result<void> put_turn(Key key, const Turn& turn, std::string_view seal) override;
  Result<void> put_attempt(Key key, const Attempt& attempt) override;
  Result<void> put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) override;
  Result<void> drop_checkpoint(Key key, std::string_view turn) override;
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override;
  Result<void> use_pack(Key key, std::string_view hash) override;

 private:
  template <typename T>
  using ById = std::map<std::string, T, std::less<>>;
  struct Rows {
    std::string id;
    Head head;
    std::string record;
    std::string origin;
    std::string first_branch;
    ById<Branch> branches;  // turn, version and hash are those of the last turn
    ById<Turn> turns;
    std::map<std::pair<std::uint64_t, std::string>, const Turn*> by_version;             // and branch
    std::map<std::string, std::map<std::uint64_t, const Turn*>, std::less<>> by_branch;  // and version
    ById<std::vector<Attempt>> attempts;
    ById<std::pair<Checkpoint, std::uint64_t>> checkpoints;
    std::set<std::string, std::less<>> packs;
  };

  ById<Key> keys_;
  std::map<Key, Rows> rows_;
  ById<std::string> packs_;
  Key next_ = 1;
};

}  // namespace gavel
