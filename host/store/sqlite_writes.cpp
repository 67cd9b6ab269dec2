// What SqliteTables writes.
#include "refusals.hpp"
#include "seal.hpp"
#include "sqlite_tables.hpp"

namespace gavel {

Result<Tables::Key> SqliteTables::put_campaign(std::string_view id, const Head& head, std::string_view record,
                                               std::string_view origin) {
  const std::string seal = seal_of(id, head, record);
  Result<void> put = Query(connection_,
                           "INSERT INTO campaign (id, branch, version, turn, hash, revision, record, seal) "
                           "VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
                         .bind(id)
                         .bind(head.branch)
                         .bind_number(head.version)
                         .bind(head.turn)
                         .bind(head.hash)
                         .bind_number(head.revision)
                         .bind_bytes(record)
                         .bind_bytes(seal)
                         .run();
  if (!put) return std::move(put).error();
  const Key key = sqlite3_last_insert_rowid(connection_.handle());
  const std::string origin_seal = seal_of({origin});
  put = Query(connection_, "INSERT INTO origin (campaign, bytes, seal) VALUES (?, ?, ?)")
            .bind(key)
            .bind_bytes(origin)
            .bind_bytes(origin_seal)
            .run();
  if (!put) return std::move(put).error();
  return key;
}

Result<void> SqliteTables::set_campaign(Key key, std::string_view id, const Head& head,
                                        std::string_view record) {
  const std::string seal = seal_of(id, head, record);
  return Query(connection_,
               "UPDATE campaign SET branch = ?, version = ?, turn = ?, hash = ?, revision = ?, record = ?, "
               "seal = ? WHERE key = ?")
      .bind(head.branch)
      .bind_number(head.version)
      .bind(head.turn)
      .bind(head.hash)
      .bind_number(head.revision)
      .bind_bytes(record)
      .bind_bytes(seal)
      .bind(key)
      .run();
}

Result<void> SqliteTables::erase_campaign(Key key) {
  // Its packs are noted first: what belongs to the campaign goes with its row, the note included.
  Result<std::vector<std::string>> used = packs(key);
  if (!used) return std::move(used).error();
  if (Result<void> gone = Query(connection_, "DELETE FROM campaign WHERE key = ?").bind(key).run(); !gone)
    return gone;
  for (const std::string& hash : *used) {
    Result<void> gone = Query(connection_,
                              "DELETE FROM pack WHERE hash = ?1 AND "
                              "NOT EXISTS (SELECT 1 FROM campaign_pack WHERE hash = ?1)")
                            .bind(hash)
                            .run();
    if (!gone) return gone;
  }
  return {};
}

Result<void> SqliteTables::put_branch(Key key, const Branch& branch) {
  const std::string seal = seal_of(branch);
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
      .bind_bytes(seal)
      .run();
}

Result<void> SqliteTables::set_label(Key key, const Branch& branch) {
  const std::string seal = seal_of(branch);
  return Query(connection_, "UPDATE branch SET label = ?, seal = ? WHERE campaign = ? AND id = ?")
      .bind(branch.label)
      .bind_bytes(seal)
      .bind(key)
      .bind(branch.id)
      .run();
}

Result<void> SqliteTables::put_turn(Key key, const Turn& turn, std::string_view seal) {
  return Query(connection_,
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
      .bind_bytes(seal)
      .bind_bytes(turn.record)
      .bind_bytes(turn.verdict)
      .bind_bytes(turn.audit)
      .run();
}

Result<void> SqliteTables::put_attempt(Key key, const Attempt& attempt) {
  const std::string seal = seal_of(attempt);
  return Query(connection_,
               "INSERT INTO attempt (campaign, turn, number, text_hash, last, time, seal, record, verdict) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(key)
      .bind(attempt.turn)
      .bind_number(attempt.number)
      .bind(attempt.text_hash)
      .bind(std::int64_t{attempt.last ? 1 : 0})
      .bind(attempt.time.ms)
      .bind_bytes(seal)
      .bind_bytes(attempt.record)
      .bind_bytes(attempt.verdict)
      .run();
}

Result<void> SqliteTables::put_checkpoint(Key key, const Checkpoint& checkpoint, std::uint64_t version) {
  const std::string seal = seal_of(checkpoint);
  return Query(connection_,
               "INSERT INTO checkpoint (campaign, turn, version, label, time, seal, bytes) "
               "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (campaign, turn) DO UPDATE SET "
               "label = excluded.label, time = excluded.time, seal = excluded.seal, bytes = excluded.bytes")
      .bind(key)
      .bind(checkpoint.turn)
      .bind_number(version)
      .bind(checkpoint.label)
      .bind(checkpoint.time.ms)
      .bind_bytes(seal)
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
  return Query(connection_, "INSERT INTO pack (hash, bytes) VALUES (?, ?)")
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
