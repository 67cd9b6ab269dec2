// The members of each kind of line in an export, by the names of records.hpp and in their order: once, for
// the writer (LineWriter) and the reader (LineReader).
#pragma once

#include <cstdint>
#include <type_traits>

#include "store/records.hpp"

namespace gavel {

// Either to be written or to be filled in.
template <typename T, typename Record>
concept OneOf = std::is_same_v<std::remove_const_t<T>, Record>;

template <typename Line>
void fields_of(Line& line, OneOf<Campaign> auto& campaign, OneOf<std::uint64_t> auto& format) {
  auto& head = campaign.head;
  line.number("gavel_export", format).text("id", campaign.id).text("branch", head.branch);
  line.number("version", head.version).text("turn", head.turn).text("hash", head.hash);
  line.number("revision", head.revision).bytes("record", campaign.record).bytes("origin", campaign.origin);
}

template <typename Line>
void fields_of(Line& line, OneOf<Branch> auto& branch) {
  line.text("id", branch.id).text("parent", branch.parent).text("fork_turn", branch.fork_turn);
  line.number("fork_version", branch.fork_version).text("fork_hash", branch.fork_hash);
  line.text("label", branch.label);
}

template <typename Line>
void fields_of(Line& line, OneOf<Turn> auto& turn) {
  line.text("id", turn.id).text("parent", turn.parent).text("branch", turn.branch);
  line.number("version", turn.version).number("attempt", turn.attempt).text("text_hash", turn.text_hash);
  line.text("previous", turn.previous).text("hash", turn.hash).time("time", turn.time);
  line.bytes("record", turn.record).bytes("verdict", turn.verdict).bytes("audit", turn.audit);
}

template <typename Line>
void fields_of(Line& line, OneOf<Attempt> auto& attempt) {
  line.text("turn", attempt.turn).number("number", attempt.number).text("text_hash", attempt.text_hash);
  line.flag("last", attempt.last).time("time", attempt.time);
  line.bytes("record", attempt.record).bytes("verdict", attempt.verdict);
}

template <typename Line>
void fields_of(Line& line, OneOf<Checkpoint> auto& checkpoint) {
  line.text("turn", checkpoint.turn).text("label", checkpoint.label).time("time", checkpoint.time);
  line.bytes("bytes", checkpoint.bytes);
}

}  // namespace gavel
