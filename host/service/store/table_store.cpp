#include "table_store.hpp"

#include <utility>

#include "store/refusals.hpp"

#include "checking.hpp"
#include "reading.hpp"
#include "row_checksum.hpp"
#include "timeline.hpp"

namespace gavel {
namespace {

// What `call` answers when `run` runs it; or why it was not run, or not kept.
template <typename Run, typename Call>
auto answer_of_work(const Run& run, const Call& call) {
  using Answer = decltype(call(std::declval<Tables&>()));
  std::optional<Answer> answer;
  Result<void> done = run([&](Tables& tables) -> Result<void> {
    answer = call(tables);
    if (!*answer) return answer->error();
    return {};
  });
  if (!done) return Answer(std::move(done).error());
  return std::move(*answer);
}

}  // namespace

template <typename Call>
auto TableStore::read(const Call& call) {
  return answer_of_work([this](const Work& work) { return read_rows(work); }, call);
}

template <typename Call>
auto TableStore::write(const Call& call) {
  return answer_of_work([this](const Work& work) { return write_rows(work); }, call);
}

Result<Head> TableStore::create(const NewCampaign& campaign) {
  TRY(check_request(campaign));
  return write([&](Tables& tables) { return create_campaign(tables, campaign); });
}

Result<Campaign> TableStore::load(std::string_view campaign) {
  return read([&](Tables& tables) { return load_campaign(tables, campaign); });
}

Result<std::vector<CampaignEntry>> TableStore::list(std::string_view after, std::size_t most) {
  return read([&](Tables& tables) { return tables.campaigns(after, most); });
}

Result<void> TableStore::remove(std::string_view campaign) {
  return write([&](Tables& tables) { return remove_campaign(tables, campaign); });
}

Result<Appended> TableStore::append(const Append& append) {
  TRY(check_request(append));
  // Hashing is done here, by as many threads as call, and not in the transaction.
  const std::string checksum = checksum_of(append.turn);
  return write([&](Tables& tables) { return append_turn(tables, append, checksum); });
}

Result<std::optional<std::string>> TableStore::add_attempt(const NewAttempt& attempt) {
  TRY(check_request(attempt));
  return write([&](Tables& tables) { return keep_attempt(tables, attempt); });
}

Result<Head> TableStore::update(const Update& update) {
  TRY(check_request(update));
  return write([&](Tables& tables) { return update_campaign(tables, update); });
}

Result<Known> TableStore::find(std::string_view campaign, std::string_view turn) {
  return read([&](Tables& tables) { return find_turn(tables, campaign, turn); });
}

Result<std::vector<Turn>> TableStore::turns(std::string_view campaign, const TurnQuery& query) {
  return read([&](Tables& tables) { return query_turns(tables, campaign, query); });
}

Result<std::vector<Attempt>> TableStore::attempts(std::string_view campaign) {
  return read([&](Tables& tables) { return attempts_of(tables, campaign); });
}

Result<AuditPage> TableStore::audit(std::string_view campaign, const AuditQuery& query) {
  return read([&](Tables& tables) { return query_audit(tables, campaign, query); });
}

Result<std::optional<Checkpoint>> TableStore::checkpoint(std::string_view campaign, std::string_view turn) {
  return read([&](Tables& tables) { return nearest_checkpoint(tables, campaign, turn); });
}

Result<void> TableStore::put_pack(std::string_view hash, std::string_view bytes) {
  TRY(check_pack(hash, bytes));
  return write([&](Tables& tables) { return keep_pack(tables, hash, bytes); });
}

Result<std::string> TableStore::pack(std::string_view hash) {
  return read([&](Tables& tables) { return pack_bytes(tables, hash); });
}

Result<std::vector<std::string>> TableStore::packs(std::string_view campaign) {
  return read([&](Tables& tables) { return packs_of(tables, campaign); });
}

Result<void> TableStore::restore(const WholeCampaign& whole) {
  TRY(check_whole(whole));
  return write([&](Tables& tables) { return restore_campaign(tables, whole); });
}

Result<std::vector<Error>> TableStore::check(std::string_view campaign) {
  return read([&](Tables& tables) { return check_store(tables, campaign); });
}

Result<void> TableStore::check_part(std::string_view campaign, CheckPart part) {
  return read([&](Tables& tables) { return check_part_of(tables, campaign, part); });
}

Result<Salvage> TableStore::salvage(std::string_view campaign, const IsIt& is_it) {
  return read([&](Tables& tables) { return tables.salvage(campaign, is_it); });
}

Result<void> TableStore::replace(const Salvage& salvaged, const WholeCampaign& whole) {
  TRY(check_whole(whole));
  return write([&](Tables& tables) { return replace_campaign(tables, salvaged, whole); });
}

}  // namespace gavel
