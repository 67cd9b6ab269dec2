// What SqliteTables writes.
#include <string>

#include "store/refusals.hpp"

#include "row_checksum.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

// A number that no row has: one that has lost its campaign must not come to another.
Result<std::int64_t> free_key(Connection& connection) {
  const std::int64_t last = TRY(connection.number(
      "SELECT ifnull(max(key), 0) FROM campaign WHERE key BETWEEN 0 AND 4611686018427387904"));
  for (std::int64_t key = last + 1;; ++key) {
    Query used(connection,
               "SELECT 1 FROM campaign WHERE key = ?1 UNION ALL SELECT 1 FROM origin WHERE campaign = ?1 "
               "UNION ALL SELECT 1 FROM branch WHERE campaign = ?1 UNION ALL SELECT 1 FROM turn WHERE "
               "campaign = ?1 UNION ALL SELECT 1 FROM attempt WHERE campaign = ?1 UNION ALL SELECT 1 FROM "
               "checkpoint WHERE campaign = ?1 UNION ALL SELECT 1 FROM campaign_pack WHERE campaign = ?1");
    const bool found = TRY(used.bind(key).step());
    if (!found) return key;
  }
}

// Writes a row, in whose place one of another campaign may lie.
template <typename Put>
Result<void> put_among(Connection& connection, std::int64_t key, const Put& put) {
  Result<void> done = put();
  if (done || done.error().code != Code::kStoreCorrupt) return done;
  TRY(send_home(connection, key));
  return put();
}

}  // namespace

Result<Tables::Key> SqliteTables::put_campaign(std::string_view id, const Head& head, std::string_view record,
                                               std::string_view origin) {
  const std::string checksum = checksum_of(id, head, record);
  const Key key = TRY(free_key(connection_));
  Result<void> put =
      Query(connection_,
            "INSERT INTO campaign (key, id, branch, version, turn, hash, revision, record, seal) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .bind(key)
          .bind(id)
          .bind(head.branch)
          .bind_number(head.version)
          .bind(head.turn)
          .bind(head.hash)
          .bind_number(head.revision)
          .bind_bytes(record)
          .bind_bytes(checksum)
          .run();
  if (!put) return std::move(put).error();
  const std::string origin_checksum = checksum_of({origin});
  put = Query(connection_, "INSERT INTO origin (campaign, bytes, seal) VALUES (?, ?, ?)")
            .bind(key)
            .bind_bytes(origin)
            .bind_bytes(origin_checksum)
            .run();
  if (!put) return std::move(put).error();
  return key;
}

Result<void> SqliteTables::set_campaign(Key key, std::string_view id, const Head& head,
                                        std::string_view record) {
  const std::string checksum = checksum_of(id, head, record);
  return Query(connection_,
               "UPDATE campaign SET branch = ?, version = ?, turn = ?, hash = ?, revision = ?, record = ?, "
               "seal = ? WHERE key = ?")
      .bind(head.branch)
      .bind_number(head.version)
      .bind(head.turn)
      .bind(head.hash)
      .bind_number(head.revision)
      .bind_bytes(record)
      .bind_bytes(checksum)
      .bind(key)
      .run();
}

Result<void> SqliteTables::erase_campaign(Key key) {
  // Its packs are noted first: what belongs to the campaign goes with its row, the note included.
  std::vector<std::string> used = TRY(packs(key));
  TRY(Query(connection_, "DELETE FROM campaign WHERE key = ?").bind(key).run());
  for (const std::string& hash : used) {
    TRY(Query(connection_,
              "DELETE FROM pack WHERE hash = ?1 AND "
              "NOT EXISTS (SELECT 1 FROM campaign_pack WHERE hash = ?1)")
            .bind(hash)
            .run());
  }
  return {};
}

Result<void> SqliteTables::erase_salvaged(const Salvage& salvaged) {
  TRY(send_home(connection_, salvaged.key));
  std::string sql;
  for (const Salvage::Place& row : salvaged.elsewhere)
    sql += "DELETE FROM " + row.table + " WHERE rowid = " + std::to_string(row.row) + ";";
  const std::string keys =
      " IN (" + std::to_string(salvaged.key) + ", " + std::to_string(salvaged.origin_key) + ");";
  for (const char* table : {"campaign_pack", "branch", "turn", "attempt", "checkpoint", "origin"})
    sql += std::string("DELETE FROM ") + table + " WHERE campaign" + keys;
  // Which packs a campaign uses, its repair says again.
  sql +=
      "DELETE FROM campaign_pack WHERE campaign NOT IN (SELECT key FROM campaign UNION SELECT campaign FROM "
      "origin);";
  sql += "DELETE FROM campaign WHERE key = " + std::to_string(salvaged.key);
  return connection_.execute(sql);
}

Result<void> SqliteTables::put_branch(Key key, const Branch& branch) {
  const std::string checksum = checksum_of(branch);
  return put_among(connection_, key, [&] {
    return Query(connection_,
                 "INSERT INTO branch (campaign, id, parent, fork_turn, fork_version, fork_hash, label, seal) "
                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(key)
        .bind(branch.id)
        .bind(branch.parent)
        .bind(branch.fork_turn)
        .bind_number(branch.fork_version)
        .bind(branch.fork_hash)
        .bind(branch.label)
        .bind_bytes(checksum)
        .run();
  });
}

Result<void> SqliteTables::set_label(Key key, const Branch& branch) {
  const std::string checksum = checksum_of(branch);
  return Query(connection_, "UPDATE branch SET label = ?, seal = ? WHERE campaign = ? AND id = ?")
      .bind(branch.label)
      .bind_bytes(checksum)
      .bind(key)
      .bind(branch.id)
      .run();
}

Result<void> SqliteTables::put_turn(Key key, const Turn& turn, std::string_view checksum) {
  return put_among(connection_, key, [&] {
    return Query(
               connection_,
               "INSERT INTO turn (campaign, id, branch, version, text_hash, hash, parent, attempt, previous, "
               "time, seal, record, verdict, audit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(key)
        .bind(turn.id)
        .bind(turn.branch)
        .bind_number(turn.version)
        .bind(turn.text_hash)
        .bind(turn.hash)
        .bind(turn.parent)
        .bind_number(turn.attempt)
        .bind(turn.previous)
        .bind(turn.time.ms)
        .bind_bytes(checksum)
        .bind_bytes(turn.record)
        .bind_bytes(turn.verdict)
        .bind_bytes(turn.audit)
        .run();
  });
}

Result<void> SqliteTables::put_attempt(Key key, const Attempt& attempt) {
  const std::string checksum = checksum_of(attempt);
  return Query(connection_,
               "INSERT INTO attempt (campaign, turn, number, text_hash, last, time, seal, record, verdict) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(key)
      .bind(attempt.turn)
      .bind_number(attempt.number)
      .bind(attempt.text_hash)
      .bind(std::int64_t{attempt.last ? 1 : 0})
      .bind(attempt.time.ms)
      .bind_bytes(checksum)
      .bind_bytes(attempt.record)
      .bind_bytes(attempt.verdict)
      .run();
}

Result<void> SqliteTables::put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) {
  static const std::string kHash = "SELECT " + hash_at("?1", "?2");
  Query stands(connection_, kHash.c_str());
  TRY(stands.bind(key).bind(checkpoint.turn).step());
  const std::string checksum = bound_checksum(checksum_of(checkpoint), stands.text(0));
  return Query(connection_,
               "INSERT INTO checkpoint (campaign, turn, version, label, time, seal, bytes) "
               "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (campaign, turn) DO UPDATE SET "
               "label = excluded.label, time = excluded.time, seal = excluded.seal, bytes = excluded.bytes")
      .bind(key)
      .bind(checkpoint.turn)
      .bind_number(version)
      .bind(checkpoint.label)
      .bind(checkpoint.time.ms)
      .bind_bytes(checksum)
      .bind_bytes(checkpoint.bytes)
      .run();
}

Result<void> SqliteTables::drop_checkpoint(Key key, std::string_view turn) {
  return Query(connection_, "DELETE FROM checkpoint WHERE campaign = ? AND turn = ?")
      .bind(key)
      .bind(turn)
      .run();
}

Result<void> SqliteTables::put_pack(std::string_view hash, std::string_view bytes) {
  return Query(connection_,
               "INSERT INTO pack (hash, bytes) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET bytes = "
               "excluded.bytes")
      .bind(hash)
      .bind_bytes(bytes)
      .run();
}

Result<void> SqliteTables::use_pack(Key key, std::string_view hash) {
  return Query(connection_, "INSERT OR IGNORE INTO campaign_pack (campaign, hash) VALUES (?, ?)")
      .bind(key)
      .bind(hash)
      .run();
}

}  // namespace gavel
