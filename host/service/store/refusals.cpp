#include "store/refusals.hpp"

#include <algorithm>

#include "base/utf8.hpp"
#include "store/hash.hpp"

namespace gavel {
namespace {

bool is_hash(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

Result<void> check_packs(const std::vector<std::string>& packs) {
  for (const std::string& hash : packs) {
    if (!is_hash(hash)) return invalid(named("pack", hash) + " is not a SHA-256 in hexadecimal");
  }
  return {};
}

std::string shown(const Head& head) {
  return "branch \"" + printable(head.branch) + "\", version " + std::to_string(head.version) + ", hash " +
         head.hash.substr(0, 12) + ", revision " + std::to_string(head.revision);
}

}  // namespace

std::string named(std::string_view what, std::string_view id) {
  return std::string(what) + " \"" + printable(shortened(id, 100)) + "\"";
}

Error unknown_campaign(std::string_view campaign) {
  return {Code::kStoreUnknownCampaign, "there is no " + named("campaign", campaign),
          "check the id; list shows those there are"};
}

Error unknown(std::string_view what, std::string_view id, std::string hint) {
  return {Code::kStoreUnknown, "there is no " + named(what, id), std::move(hint)};
}

Error campaign_exists(std::string_view campaign) {
  return {Code::kStoreExists, named("campaign", campaign) + " is there already",
          "choose another id, or another store"};
}

Error moved(std::string_view campaign, const Head& seen, const Head& found) {
  return {Code::kStoreMoved,
          named("campaign", campaign) + " has changed since it was read: seen was " + shown(seen) +
              "; it stands at " + shown(found),
          "load it again and judge the turn again"};
}

Error other_text(std::string_view turn) {
  return {Code::kTurnConflict, named("turn", turn) + " was committed with another text",
          "send the same text, replace the turn, or use a new turn id"};
}

Error rolled_back(std::string_view turn) {
  return {Code::kTurnRolledBack, named("turn", turn) + " was rolled back or replaced",
          "send it under a new id, or restore it"};
}

Error gone_to_report(std::string_view turn) {
  return {Code::kTurnConflict, named("turn", turn) + " ended in a conflict report",
          "send it under a new turn id"};
}

Error invalid(std::string message, std::string hint) {
  return {Code::kStoreInvalid, std::move(message), std::move(hint)};
}

Error corrupt(const std::string& what, const std::string& how) {
  return {Code::kStoreCorrupt, what + " is damaged: " + how,
          "restore the file from a copy, or export what is whole and import it into a new store"};
}

Result<void> check_id(std::string_view what, std::string_view id) {
  constexpr std::size_t kMost = 200;
  const auto bad = [&](const std::string& how) {
    return invalid(named("the id of the " + std::string(what), id) + " " + how,
                   "an id is 1 to 200 bytes of UTF-8 without control characters");
  };
  if (id.empty()) return bad("is empty");
  if (id.size() > kMost) return bad("has " + std::to_string(id.size()) + " bytes");
  if (!is_valid_utf8(id)) return bad("is not valid UTF-8");
  if (std::any_of(id.begin(), id.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    return bad("holds a control character");
  return {};
}

Result<void> check_request(const NewCampaign& campaign) {
  TRY(check_id("campaign", campaign.id));
  TRY(check_id("branch", campaign.branch));
  for (const Checkpoint& checkpoint : campaign.checkpoints) {
    if (!checkpoint.turn.empty())
      return invalid("a new campaign has no " + named("turn", checkpoint.turn) + " to keep a checkpoint of");
  }
  return check_packs(campaign.packs);
}

Result<void> check_request(const Append& append) {
  const Turn& turn = append.turn;
  TRY(check_id("turn", turn.id));
  TRY(check_id("branch", turn.branch));
  if (turn.attempt == 0) return invalid("attempts count from 1");
  if (turn.parent == turn.id) return invalid(named("turn", turn.id) + " cannot follow itself");
  if (!is_hash(turn.text_hash) || !is_hash(turn.previous))
    return invalid("text_hash and previous must be SHA-256 in hexadecimal");
  if (turn.hash != chain_hash(turn.previous, turn.record)) {
    return invalid("the hash of " + named("turn", turn.id) + " is not that of its record",
                   "it is chain_hash(previous, record)");
  }
  return check_packs(append.packs);
}

Result<void> check_request(const NewAttempt& attempt) {
  TRY(check_id("turn", attempt.attempt.turn));
  if (attempt.attempt.number == 0) return invalid("attempts count from 1");
  if (!is_hash(attempt.attempt.text_hash)) return invalid("text_hash must be a SHA-256 in hexadecimal");
  return {};
}

Result<void> check_request(const Update& update) {
  if (update.branch) TRY(check_id("branch", update.branch->id));
  return check_packs(update.packs);
}

Result<void> check_pack(std::string_view hash, std::string_view bytes) {
  const std::string found = sha256_hex(bytes);
  if (found == hash) return {};
  return invalid("the pack's bytes have the hash " + found + ", not " + printable(shortened(hash, 100)),
                 "send the bytes unchanged; their name is their SHA-256 in hexadecimal");
}

}  // namespace gavel
