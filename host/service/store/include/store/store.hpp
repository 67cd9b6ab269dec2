// Store: where campaigns live. The contract that every implementation keeps (memory, SQLite, later
// PostgreSQL), and that tests/store checks of all of them.
//
// Promises:
// - A call that changes something does all of it or nothing, and answers only when it is durable. An error
//   means that nothing was changed, with one exception: `store.io` may come when the outcome is unknown; the
//   same request sent again then tells it (a turn is known by its id and text, an update by its head).
// - A change names the head it has seen. If the campaign has moved on since, it is refused (`store.moved`)
//   and the maker reads again. So any number of hosts may work on one campaign: none loses, doubles or forks
//   a turn.
// - A turn is stored once. Its id and text sent again are answered with the verdict stored then, byte for
//   byte; another text under the id is `turn.conflict`, and one that is no longer on the way to the head
//   `turn.rolled_back`.
// - What is read back is what was stored, or `store.corrupt` says which row is not.
//
// The store knows nothing of what its texts mean: no rules, no documents, no clock. Ids and times are given
// to it. Ids are UTF-8 without control characters, 1 to 200 bytes.
//
// Thread-safe: any thread may call anything at any time, as long as the store lives. Nothing throws.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "store/records.hpp"
#include "store/requests.hpp"

namespace gavel {

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // ---- campaigns

  // `store.exists` where the id is taken.
  virtual Result<Head> create(const NewCampaign& campaign) = 0;
  // `store.unknown_campaign` here and everywhere below where there is none of that id.
  virtual Result<Campaign> load(std::string_view campaign) = 0;
  // Those behind the id `after`, by the bytes of their ids.
  virtual Result<std::vector<CampaignEntry>> list(std::string_view after, std::size_t most) = 0;
  // With everything that belongs to it; packs that no other campaign uses go too.
  virtual Result<void> remove(std::string_view campaign) = 0;

  // ---- changes; each refused with `store.moved` where the head is no longer the one seen

  // The turn's branch is the one whose last turn is its parent, or a new id: then it opens that branch. The
  // head moves to the turn. Refused also where the attempts kept do not end right before the turn's.
  virtual Result<Appended> append(const Append& append) = 0;
  // The same attempt again is answered with the verdict stored then; nothing: it is stored now. The revision
  // stays, for the campaign has not changed.
  virtual Result<std::optional<std::string>> add_attempt(const NewAttempt& attempt) = 0;
  virtual Result<Head> update(const Update& update) = 0;

  // ---- reading

  // Nothing known under the id is no error.
  virtual Result<Known> find(std::string_view campaign, std::string_view turn) = 0;
  // By version.
  virtual Result<std::vector<Turn>> turns(std::string_view campaign, const TurnQuery& query) = 0;
  // Of all turns, by turn and number.
  virtual Result<std::vector<Attempt>> attempts(std::string_view campaign) = 0;
  virtual Result<AuditPage> audit(std::string_view campaign, const AuditQuery& query) = 0;
  // The nearest one at the turn or on the way to it; nothing where there is none.
  virtual Result<std::optional<Checkpoint>> checkpoint(std::string_view campaign, std::string_view turn) = 0;

  // ---- packs: bytes by their SHA-256 in hexadecimal

  // One that is there already is no error; bytes of another hash are `store.invalid`.
  virtual Result<void> put_pack(std::string_view hash, std::string_view bytes) = 0;
  virtual Result<std::string> pack(std::string_view hash) = 0;
  // Every pack that the campaign has ever used, by hash.
  virtual Result<std::vector<std::string>> packs(std::string_view campaign) = 0;

  // ---- the whole

  // Puts a campaign back as it was taken out, after checking that it is whole. See export.hpp.
  virtual Result<void> restore(const WholeCampaign& whole) = 0;
  // Looks at everything stored, of one campaign or ("") of all and of the file that they are in, and says all
  // that is damaged; each error names the row. Price: reading all of it.
  virtual Result<std::vector<Error>> check(std::string_view campaign) = 0;
  // What a look at a campaign can afford to check each time: the first damage is `store.corrupt`.
  virtual Result<void> check_part(std::string_view campaign, CheckPart part) = 0;
  // What can be read of a campaign, whatever is damaged, indexes and pages of the file included. Found also
  // where a row's link to it is damaged or its own row is gone: then `is_it`, asked with an origin or an
  // attempt's record, says whether it is this one's.
  using IsIt = std::function<bool(const std::string& bytes)>;
  virtual Result<Salvage> salvage(std::string_view campaign, const IsIt& is_it) = 0;
  // Puts `whole`, which must be whole, in the place of what was salvaged, in one change. Refused
  // (`store.moved`) where the campaign's head is no longer the one that was found.
  virtual Result<void> replace(const Salvage& salvaged, const WholeCampaign& whole) = 0;
  // Copies everything stored, damaged rows as they are, to a new file. `store.invalid`: it is in no file.
  virtual Result<void> copy_to(const std::string& path) = 0;
  // Makes the file's pages and indexes new out of the rows of all campaigns, in one change: every row that
  // can be read is there afterwards, also one that is damaged itself.
  virtual Result<void> rebuild_file() = 0;
};

}  // namespace gavel
