// The columns of each table in the order in which its rows are read, and a row of them as a record.
#pragma once

#include <string>

#include "store/records.hpp"

#include "sqlite_connection.hpp"

namespace gavel {

// `sql` with the alias in the place of every @.
std::string with_alias(std::string sql, const std::string& alias);

inline constexpr const char* kBytesChanged = "its bytes are not those that were stored";

// Of `campaign`, behind its id.
inline constexpr const char* kHeadColumns = "@.branch, @.version, @.turn, @.hash, @.revision";
Head head_in(const Query& row, int first);

// Ends with the row's own checksum, as do those below.
inline constexpr const char* kBranchColumns =
    "@.id, @.parent, @.fork_turn, @.fork_version, @.fork_hash, @.label, @.seal";
inline constexpr int kBranchEnd = 7;  // the number of the column behind them
// Its last turn is the one that it leaves.
Branch branch_in(const Query& row);
bool is_as_stored(const Query& row, const Branch& branch);

inline constexpr const char* kTurnColumns =
    "@.id, @.branch, @.version, @.text_hash, @.hash, @.parent, @.attempt, @.previous, @.time";
inline constexpr const char* kTurnTexts = ", @.record, @.verdict, @.audit, @.seal";
inline constexpr int kTurnEnd = 9, kTurnTextsEnd = 13;
// `texts`: kTurnTexts follow.
Turn turn_in(const Query& row, bool texts);
bool is_as_stored(const Query& row, const Turn& turn);

inline constexpr const char* kAttemptColumns =
    "@.turn, @.number, @.text_hash, @.last, @.time, @.record, @.verdict, @.seal";
inline constexpr int kAttemptEnd = 8;
Attempt attempt_in(const Query& row);
bool is_as_stored(const Query& row, const Attempt& attempt);

inline constexpr const char* kCheckpointColumns = "@.turn, @.label, @.time, @.bytes, @.seal";
inline constexpr int kCheckpointEnd = 5;
Checkpoint checkpoint_in(const Query& row);
// Where its turn, or the origin, has this hash; a checksum without one is of an earlier Gavel.
bool is_as_stored(const Query& row, const Checkpoint& checkpoint, std::string_view hash);

}  // namespace gavel
