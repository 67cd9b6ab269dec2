#include "sqlite_rows.hpp"

#include "store/hash.hpp"

#include "row_checksum.hpp"

namespace gavel {

std::string with_alias(std::string sql, const std::string& alias) {
  for (std::size_t at = sql.find('@'); at != std::string::npos; at = sql.find('@', at + alias.size()))
    sql.replace(at, 1, alias);
  return sql;
}

Head head_in(const Query& row, int first) {
  return {row.text(first), row.count(first + 1), row.text(first + 2), row.text(first + 3),
          row.count(first + 4)};
}

Branch branch_in(const Query& row) {
  Branch branch;
  branch.id = row.text(0);
  branch.parent = row.text(1);
  branch.fork_turn = branch.turn = row.text(2);
  branch.fork_version = branch.version = row.count(3);
  branch.fork_hash = branch.hash = row.text(4);
  branch.label = row.text(5);
  return branch;
}

bool is_as_stored(const Query& row, const Branch& branch) {
  return row.has_checksum(kBranchEnd - 1, checksum_of(branch));
}

Turn turn_in(const Query& row, bool texts) {
  Turn turn;
  turn.id = row.text(0);
  turn.branch = row.text(1);
  turn.version = row.count(2);
  turn.text_hash = row.text(3);
  turn.hash = row.text(4);
  turn.parent = row.text(5);
  turn.attempt = row.count(6);
  turn.previous = row.text(7);
  turn.time = Time{row.integer(8)};
  if (!texts) return turn;
  turn.record = row.text(kTurnEnd);
  turn.verdict = row.text(kTurnEnd + 1);
  turn.audit = row.text(kTurnEnd + 2);
  return turn;
}

bool is_as_stored(const Query& row, const Turn& turn) {
  return row.has_checksum(kTurnTextsEnd - 1, checksum_of(turn)) &&
         chain_hash(turn.previous, turn.record) == turn.hash;
}

Attempt attempt_in(const Query& row) {
  return {row.text(0),          row.count(1), row.text(2), row.integer(3) != 0,
          Time{row.integer(4)}, row.text(5),  row.text(6)};
}

bool is_as_stored(const Query& row, const Attempt& attempt) {
  return row.has_checksum(kAttemptEnd - 1, checksum_of(attempt)) && row.count(3) <= 1;
}

Checkpoint checkpoint_in(const Query& row) {
  return {row.text(0), row.text(1), Time{row.integer(2)}, row.text(3)};
}

bool is_as_stored(const Query& row, const Checkpoint& checkpoint, std::string_view hash) {
  const std::string checksum = checksum_of(checkpoint);
  return row.has_checksum(kCheckpointEnd - 1, bound_checksum(checksum, hash)) ||
         row.has_checksum(kCheckpointEnd - 1, checksum);
}

}  // namespace gavel
