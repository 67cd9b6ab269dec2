#include "fold_changes.hpp"

#include <optional>

#include "state/delta.hpp"
#include "state/json_writer.hpp"
#include "store/stored_json.hpp"

namespace gavel {
namespace {

constexpr std::size_t kPage = 64;

Error damaged(const std::string& what, const Error& why) {
  return {Code::kStoreCorrupt, what + " is damaged: " + why.message};
}

// The store knows a checkpoint of another campaign's by its checksum, if that is not of an earlier Gavel; so
// what the turn's own record says of the state is looked at too.
Result<void> check_fits(const Document& document, const Turn& turn, const std::string& what) {
  const Json record = TRY(read_turn_record(turn));
  const Json* changes = member(record, "changes");
  if (changes == nullptr || may_follow(document.data(), document.meta(), *changes, stored_limits()))
    return {};
  return damaged(what, Error(Code::kStoreCorrupt, "it is not the state that the turn led to"));
}

}  // namespace

std::string checkpoint_text(const Json& data, const Json& meta) {
  std::string text = "{\"data\":";
  append_text(text, data);
  text += ",\"meta\":";
  append_text(text, meta);
  return text + "}";
}

std::string checkpoint_text(const Document& document) {
  return checkpoint_text(document.data(), document.meta());
}

Result<Document> read_checkpoint(const std::string& bytes, const std::string& what, const Limits& limits) {
  Result<Json> json = read_stored_json(bytes);
  if (!json) return damaged(what, json.error());
  const Json* data = member(*json, "data");
  const Json* meta = member(*json, "meta");
  if (data == nullptr || meta == nullptr)
    return damaged(what, Error(Code::kStoreCorrupt, "no data or no meta"));
  Result<Document> document = Document::load(*data, *meta, limits);
  if (!document) return damaged(what, document.error());
  return document;
}

Result<Json> read_turn_record(const Turn& turn) {
  Result<Json> record = read_stored_json(turn.record);
  if (!record) return damaged("the record of turn \"" + turn.id + "\"", record.error());
  return record;
}

Result<Json> read_attempt_record(const Attempt& attempt) {
  Result<Json> record = read_stored_json(attempt.record);
  if (!record)
    return damaged("attempt " + std::to_string(attempt.number) + " at turn \"" + attempt.turn + "\"",
                   record.error());
  return record;
}

Result<void> for_each_turn(Store& store, std::string_view campaign, const std::string& to,
                           std::uint64_t after, const std::function<Result<void>(const Turn&)>& visit,
                           std::string hash) {
  if (to.empty()) return {};
  TurnQuery query;
  query.to = to;
  query.first = after + 1;
  query.most = kPage;
  std::string last = to;
  for (;;) {
    std::vector<Turn> turns = TRY(store.turns(campaign, query));
    for (const Turn& turn : turns) {
      // What is gone would be passed over without a word.
      if (turn.version != query.first || (!hash.empty() && turn.previous != hash))
        return Error(Code::kStoreCorrupt, "the turn before \"" + turn.id + "\", version " +
                                              std::to_string(query.first) + ", is missing");
      TRY(visit(turn));
      hash = turn.hash;
      last = turn.id;
      query.first = turn.version + 1;
    }
    if (turns.size() < kPage && last != to)
      return Error(Code::kStoreCorrupt, "turn \"" + to + "\" is not found where its row says");
    if (turns.size() < kPage) return {};
  }
}

namespace {

// What it is folded from: the nearest checkpoint on the way to the turn. `stands`: its turn.
Result<Folded> nearest_state(Store& store, std::string_view campaign, const std::string& turn,
                             const Limits& limits, std::string& stands) {
  std::optional<Checkpoint> nearest = TRY(store.checkpoint(campaign, turn));
  if (!nearest) return Error(Code::kStoreCorrupt, "the campaign has no state to begin with");
  const Checkpoint& checkpoint = *nearest;
  const std::string name = "the checkpoint at turn \"" + checkpoint.turn + "\"";
  Document document = TRY(read_checkpoint(checkpoint.bytes, name, limits));
  Folded folded;
  folded.document = std::move(document);
  stands = checkpoint.turn;
  if (stands.empty()) return folded;
  const Known known = TRY(store.find(campaign, stands));
  if (!known.turn) return Error(Code::kStoreCorrupt, "a checkpoint belongs to no turn of the campaign");
  TRY(check_fits(folded.document, *known.turn, name));
  folded.version = known.turn->version;
  folded.hash = known.turn->hash;
  folded.branch = known.turn->branch;
  folded.time = known.turn->time;
  return folded;
}

}  // namespace

Result<Folded> fold_to(Store& store, std::string_view campaign, const std::string& turn,
                       const Limits& limits) {
  std::string stands;
  Result<Folded> nearest = nearest_state(store, campaign, turn, limits, stands);
  if (!nearest || turn == stands) return nearest;
  Folded& folded = *nearest;
  Json data = folded.document.data(), meta = folded.document.meta();
  const auto made = for_each_turn(
      store, campaign, turn, folded.version,
      [&](const Turn& one) -> Result<void> {
        Json record = TRY(read_turn_record(one));
        const Json* changes = member(record, "changes");
        Result<void> applied =
            apply_delta(data, meta, changes == nullptr ? Json() : *changes, stored_limits());
        if (!applied) return damaged("the record of turn \"" + one.id + "\"", applied.error());
        folded.version = one.version;
        folded.hash = one.hash;
        folded.branch = one.branch;
        folded.time = one.time;
        folded.turns += 1;
        folded.bytes += one.record.size();
        return {};
      },
      folded.hash);
  if (!made) return made.error();
  if (folded.turns == 0)
    return Error(Code::kStoreCorrupt, "turn \"" + turn + "\" is not found where its row says");
  Result<Document> document = Document::load(std::move(data), std::move(meta), limits);
  if (!document) return damaged("the state after turn \"" + turn + "\"", document.error());
  folded.document = std::move(*document);
  return nearest;
}

}  // namespace gavel
