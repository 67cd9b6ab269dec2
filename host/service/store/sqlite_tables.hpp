// The rows of a store in SQLite, over one connection with an open transaction.
#pragma once

#include "sqlite_connection.hpp"
#include "tables.hpp"

namespace gavel {

class SqliteTables final : public Tables {
 public:
  // REQUIRES: the connection outlives it.
  explicit SqliteTables(Connection& connection) : connection_(connection) {}

  Connection& connection() { return connection_; }

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
  Result<std::vector<Error>> file_damage() override;
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
  Result<void> put_turn(Key key, const Turn& turn, std::string_view checksum) override;
  Result<void> put_attempt(Key key, const Attempt& attempt) override;
  Result<void> put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) override;
  Result<void> drop_checkpoint(Key key, std::string_view turn) override;
  Result<void> put_pack(std::string_view hash, std::string_view bytes) override;
  Result<void> use_pack(Key key, std::string_view hash) override;

 private:
  // REQUIRES: no page and no index is damaged.
  Result<Salvage> salvage_rows(std::string_view campaign,
                               const std::function<bool(const std::string& bytes)>& is_it);
  Result<std::optional<Key>> find_lost(std::string_view campaign,
                                       const std::function<bool(const std::string& bytes)>& is_it);
  Result<void> add_tip(Key key, Branch& branch);

  Connection& connection_;
};

}  // namespace gavel
