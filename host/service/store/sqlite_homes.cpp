#include "sqlite_homes.hpp"

#include <string_view>

#include "store/hash.hpp"

#include "sha256.hpp"
#include "sqlite_rows.hpp"

namespace gavel {
namespace {

std::string_view bytes_of(sqlite3_value* value) {
  // The pointer first: asking for it may change the size.
  const void* bytes = sqlite3_value_blob(value);
  const int size = sqlite3_value_bytes(value);
  if (bytes == nullptr) return "";
  return {static_cast<const char*>(bytes), static_cast<std::size_t>(size)};
}

// chain_hash(previous, record)
void chain_in_sql(sqlite3_context* context, int /*count*/, sqlite3_value** values) {
  const std::string hash = chain_hash(bytes_of(values[0]), bytes_of(values[1]));
  sqlite3_result_text(context, hash.data(), static_cast<int>(hash.size()), SQLITE_TRANSIENT);
}

// checksum_of(columns)
void checksum_in_sql(sqlite3_context* context, int count, sqlite3_value** values) {
  Sha256 sha;
  for (int i = 0; i < count; ++i) sha.add_sized(bytes_of(values[i]));
  const std::string checksum = sha.finish();
  sqlite3_result_blob(context, checksum.data(), static_cast<int>(checksum.size()), SQLITE_TRANSIENT);
}

// What follows SELECT: the campaigns that a turn, or a branch, would fit in. What it fits to must itself lie
// where it belongs, else the turn after a strayed one would seem to have strayed too. Every row is found by
// an index, so that it costs by the campaigns and not by their turns.
std::string turn_homes(const std::string& turn) {
  return with_alias(
      " h.key FROM campaign AS h WHERE h.key <> @.campaign AND (EXISTS (SELECT 1 FROM turn AS q WHERE "
      "q.campaign = h.key AND q.id = @.parent AND q.hash = @.previous AND " +
          fits("q") +
          ") OR EXISTS (SELECT 1 FROM branch AS q WHERE q.campaign = h.key AND q.id = @.branch AND "
          "q.fork_hash = @.previous))",
      turn);
}

std::string branch_homes(const std::string& branch) {
  return with_alias(
      " h.key FROM campaign AS h WHERE h.key <> @.campaign AND EXISTS (SELECT 1 FROM turn AS q WHERE "
      "q.campaign = h.key AND ((@.fork_turn <> '' AND q.id = @.fork_turn AND q.hash = @.fork_hash AND " +
          fits("q") +
          ") OR (@.fork_turn = '' AND q.branch = @.id AND q.version = 1 AND q.previous = "
          "@.fork_hash)))",
      branch);
}

}  // namespace

std::string fits(const std::string& turn) {
  return with_alias(
      "(EXISTS (SELECT 1 FROM turn AS f WHERE f.campaign = @.campaign AND f.id = @.parent AND f.hash = "
      "@.previous) OR EXISTS (SELECT 1 FROM branch AS f WHERE f.campaign = @.campaign AND f.id = "
      "@.branch AND f.fork_hash = @.previous))",
      turn);
}

std::string chained(const std::string& turn) {
  return with_alias("@.hash = chain_hash(@.previous, @.record)", turn);
}

std::string foreign_turn(const std::string& turn) {
  return "(NOT " + fits(turn) + " AND EXISTS (SELECT" + turn_homes(turn) + ") AND " + chained(turn) + ")";
}

// One that leaves a turn leaves one that is here; of those that begin the campaign, one other says so.
std::string foreign_branch(const std::string& branch) {
  return with_alias(
      "(CASE WHEN @.fork_turn <> '' THEN NOT EXISTS (SELECT 1 FROM turn AS f WHERE f.campaign = "
      "@.campaign AND f.id = @.fork_turn AND f.hash = @.fork_hash) ELSE EXISTS (SELECT 1 FROM branch AS f "
      "WHERE f.campaign = @.campaign AND f.fork_turn = '' AND f.fork_hash <> @.fork_hash) END AND "
      "EXISTS (SELECT" +
          branch_homes(branch) +
          ") AND @.seal = checksum_of(@.id, @.parent, @.fork_turn, @.fork_version, @.fork_hash, @.label))",
      branch);
}

std::string hash_at(const std::string& campaign, const std::string& turn) {
  return "CASE " + turn +
         " WHEN '' THEN (SELECT chain_hash('', o.bytes) FROM origin AS o WHERE o.campaign = " + campaign +
         ") ELSE (SELECT h.hash FROM turn AS h WHERE h.campaign = " + campaign + " AND h.id = " + turn +
         ") END";
}

int add_hashes(sqlite3* db) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  const int made =
      sqlite3_create_function(db, "chain_hash", 2, kFlags, nullptr, chain_in_sql, nullptr, nullptr);
  if (made != SQLITE_OK) return made;
  return sqlite3_create_function(db, "checksum_of", -1, kFlags, nullptr, checksum_in_sql, nullptr, nullptr);
}

Result<void> send_home(Connection& connection, std::int64_t key) {
  const std::string here = " WHERE campaign = " + std::to_string(key) + " AND ";
  return connection.execute("UPDATE OR IGNORE turn SET campaign = (SELECT" + turn_homes("turn") + ")" + here +
                            foreign_turn("turn") + "; UPDATE OR IGNORE branch SET campaign = (SELECT" +
                            branch_homes("branch") + ")" + here + foreign_branch("branch"));
}

}  // namespace gavel
