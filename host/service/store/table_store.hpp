// TableStore: what every store does, done once over Tables. Whoever keeps rows says how a piece of work gets
// a transaction, and what there is of a file.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "store/store.hpp"

#include "tables.hpp"

namespace gavel {

class TableStore : public Store {
 public:
  Result<Head> create(const NewCampaign& campaign) final;
  Result<Campaign> load(std::string_view campaign) final;
  Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) final;
  Result<void> remove(std::string_view campaign) final;
  Result<Appended> append(const Append& append) final;
  Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) final;
  Result<Head> update(const Update& update) final;
  Result<Known> find(std::string_view campaign, std::string_view turn) final;
  Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) final;
  Result<std::vector<Attempt>> attempts(std::string_view campaign) final;
  Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) final;
  Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) final;
  Result<void> put_pack(std::string_view hash, std::string_view bytes) final;
  Result<std::string> pack(std::string_view hash) final;
  Result<std::vector<std::string>> packs(std::string_view campaign) final;
  Result<void> restore(const WholeCampaign& whole) final;
  Result<std::vector<Error>> check(std::string_view campaign) final;
  Result<void> check_part(std::string_view campaign, CheckPart part) final;
  Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) final;
  Result<void> replace(const Salvage& salvaged, const WholeCampaign& whole) final;

 protected:
  // May be run again from the start, when a transaction had to be given up: it must only read what it
  // captured, and set its results anew. An error without anything written concerns this work alone.
  using Work = std::function<Result<void>(Tables&)>;

  // Runs work over one unchanging view of the rows; it writes nothing. Any thread.
  virtual Result<void> read_rows(const Work& work) = 0;
  // Runs work in a transaction; returns when it is durable, or refused and undone. Any thread.
  virtual Result<void> write_rows(const Work& work) = 0;

 private:
  // `call` takes the tables and returns a Result: so do these.
  template <typename Call>
  auto read(const Call& call);
  template <typename Call>
  auto write(const Call& call);
};

}  // namespace gavel
