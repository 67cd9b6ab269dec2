// Folding: a document as it was after a turn, made from the nearest checkpoint and the changes recorded
// since.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "state/document.hpp"
#include "store/store.hpp"

namespace gavel {

struct Folded {
  Document document;
  std::uint64_t version = 0;
  std::string hash, branch;  // of the turn; before the first one, of none
  std::optional<Time> time;  // the same
  std::uint64_t turns = 0;   // made on top of the checkpoint, and the bytes of their records
  std::size_t bytes = 0;
};

// "": before the first turn.
Result<Folded> fold_to(Store& store, std::string_view campaign, const std::string& turn,
                       const Limits& limits);

// A document as a checkpoint keeps it, and back. `what` names it in errors.
std::string checkpoint_text(const Json& data, const Json& meta);
std::string checkpoint_text(const Document& document);
Result<Document> read_checkpoint(const std::string& bytes, const std::string& what, const Limits& limits);

// The record of a turn, read. An error names the turn.
Result<Json> read_turn_record(const Turn& turn);
Result<Json> read_attempt_record(const Attempt& attempt);

// Calls `visit` with each turn on the way to `to`, behind version `after`; stops at the first error. `hash`:
// of the turn with that version, where it is known. What was visited ends with `to`, and follows that hash.
Result<void> for_each_turn(Store& store, std::string_view campaign, const std::string& to,
                           std::uint64_t after, const std::function<Result<void>(const Turn&)>& visit,
                           std::string hash = {});

}  // namespace gavel
