// What SqliteTables can still read of a damaged campaign: every row for itself, whatever the others are like.
#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "store/hash.hpp"
#include "store/refusals.hpp"

#include "row_checksum.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_rows.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

// Of a row that is not under ?1, the campaign's number, nor under ?2, that of its origin.
constexpr const char* kElsewhere =
    "ifnull(campaign, 0) NOT IN (?1, ?2) AND (ifnull(campaign, 0) NOT IN (SELECT key FROM campaign) OR ";

class Salvaging {
 public:
  Salvaging(Connection& connection, const std::function<bool(const std::string& bytes)>& is_it, Salvage& out)
      : connection_(connection), is_it_(is_it), out_(out) {}

  void run() {
    read_campaign();
    read_origin();
    read_branches();
    read_turns();
    find_turns();
    find_branches();
    read_attempts();
    read_checkpoints();
    read_packs();
  }

 private:
  void note(const char* kind, const std::string& id, std::string what) {
    out_.damage.push_back({kind, id, std::move(what)});
  }

  // A page that SQLite cannot read ends its table, and no other.
  template <typename Row>
  void each(const char* kind, const char* sql, const Row& row) {
    Query query(connection_, sql);
    query.bind(out_.key).bind(out_.origin_key);
    for (;;) {
      const Result<bool> more = query.step();
      if (!more) return note(kind, "", more.error().message);
      if (!*more) return;
      row(query);
    }
  }

  void read_campaign() {
    bool there = false;
    each("campaign",
         "SELECT id, branch, version, turn, hash, revision, record, seal FROM campaign "
         "WHERE key = ?1 AND ?2 = ?2",
         [&](const Query& row) {
           there = true;
           out_.campaign.head = head_in(row, 1);
           std::string record = row.text(6);
           const std::string id = row.text(0);
           out_.record_whole = row.has_checksum(7, checksum_of(out_.campaign.id, out_.campaign.head, record));
           if (out_.record_whole) out_.campaign.record = std::move(record);
           if (!out_.record_whole) note("campaign", id, kBytesChanged);
           if (out_.record_whole && id != out_.campaign.id)
             note("campaign", id, "its id was " + named("campaign", out_.campaign.id));
         });
    if (!there) note("campaign", out_.campaign.id, "its row is gone");
  }

  void read_origin() {
    bool there = false;
    each("origin", "SELECT bytes, seal FROM origin WHERE campaign = ?1 AND ?2 = ?2", [&](const Query& row) {
      there = true;
      std::string bytes = row.text(0);
      out_.origin_whole = row.has_checksum(1, checksum_of({bytes}));
      if (out_.origin_whole) out_.campaign.origin = std::move(bytes);
      if (!out_.origin_whole) note("origin", "", kBytesChanged);
    });
    if (there) return;
    note("origin", "", "its row is gone");
    Query strays(connection_,
                 "SELECT bytes, seal, campaign FROM origin WHERE campaign NOT IN (SELECT key FROM campaign)");
    for (;;) {
      const Result<bool> more = strays.step();
      if (!more || !*more) return;
      std::string bytes = strays.text(0);
      if (!strays.has_checksum(1, checksum_of({bytes})) || !is_it_ || !is_it_(bytes)) continue;
      out_.origin_whole = true;
      out_.origin_key = strays.integer(2);
      out_.campaign.origin = std::move(bytes);
      return;
    }
  }

  bool has_campaign(std::int64_t number) {
    Query query(connection_, "SELECT 1 FROM campaign WHERE key = ?");
    const Result<bool> found = query.bind(number).step();
    return found && *found;
  }
  void take_from(const char* table, const std::string& id, const Query& row, int column) {
    const std::int64_t number = row.integer(column);
    if (number == out_.key) return;
    note(table, id,
         has_campaign(number) ? "its row lies under another campaign" : "its row belongs to no campaign");
    if (number != out_.origin_key) out_.elsewhere.push_back({table, row.integer(column + 1)});
  }

  // The campaign and rowid of each are its last columns.
  void read_branch(const Query& row) {
    Branch branch = branch_in(row);
    take_from("branch", branch.id, row, kBranchEnd);
    if (!is_as_stored(row, branch)) return note("branch", branch.id, kBytesChanged);
    if (std::ranges::find(out_.campaign.branches, branch.id, &Branch::id) == out_.campaign.branches.end())
      out_.campaign.branches.push_back(std::move(branch));
  }

  static std::string all_of_branches() {
    return "SELECT " + with_alias(kBranchColumns, "b") + ", campaign, rowid FROM branch AS b WHERE ";
  }

  void read_branches() {
    static const std::string kSql = all_of_branches() + "campaign IN (?1, ?2) AND NOT " +
                                    foreign_branch("b") + " ORDER BY parent <> '', id";
    each("branch", kSql.c_str(), [&](const Query& row) { read_branch(row); });
  }

  // Those under other numbers, known by the turn that they leave.
  void find_branches() {
    static const std::string kSql = all_of_branches() + std::string(kElsewhere) + foreign_branch("b") + ")";
    each("branch", kSql.c_str(), [&](const Query& row) {
      if (hashes_.contains(row.text(4))) read_branch(row);
    });
  }

  void read_turn(const Query& row) {
    Turn turn = turn_in(row, true);
    take_from("turn", turn.id, row, kTurnTextsEnd);
    const bool whole = is_as_stored(row, turn);
    if (!whole) note("turn", turn.id, kBytesChanged);
    hashes_.insert(turn.hash);
    followed_.insert(turn.previous);
    if (ids_.insert(turn.id).second || row.integer(kTurnTextsEnd) == out_.key)
      out_.turns.push_back({std::move(turn), whole});
  }

  // Columns, campaign and rowid.
  static std::string all_of_turns() {
    return "SELECT " + with_alias(std::string(kTurnColumns) + kTurnTexts, "t") +
           ", campaign, rowid FROM turn AS t WHERE ";
  }

  void read_turns() {
    static const std::string kSql =
        all_of_turns() + "campaign IN (?1, ?2) AND NOT " + foreign_turn("t") + " ORDER BY version, branch";
    each("turn", kSql.c_str(), [&](const Query& row) { read_turn(row); });
  }

  // Those under other numbers that do not fit there. Which of them are this campaign's, the chain says: they
  // follow a turn of it, or one of it follows them.
  void find_turns() {
    if (out_.origin_whole) hashes_.insert(chain_hash("", out_.campaign.origin));
    followed_.insert(out_.campaign.head.hash);
    for (const Branch& branch : out_.campaign.branches) {
      hashes_.insert(branch.fork_hash);
      followed_.insert(branch.fork_hash);
    }
    struct Candidate {
      std::int64_t row;
      std::string previous, hash;
      bool ours = false;
    };
    std::vector<Candidate> found;
    static const std::string kSql = "SELECT rowid, previous, hash FROM turn AS t WHERE " +
                                    std::string(kElsewhere) + "NOT " + fits("t") + ") AND " + chained("t") +
                                    " ORDER BY version";
    each("turn", kSql.c_str(), [&](const Query& row) {
      found.push_back({row.integer(0), row.text(1), row.text(2)});
    });
    for (Candidate& one : found) {
      one.ours = hashes_.contains(one.previous);
      if (one.ours) hashes_.insert(one.hash);
    }
    for (auto one = found.rbegin(); one != found.rend(); ++one) {
      one->ours = one->ours || followed_.contains(one->hash);
      if (one->ours) followed_.insert(one->previous);
    }
    static const std::string kRow = all_of_turns() + "rowid = ?";
    for (const Candidate& one : found) {
      if (!one.ours) continue;
      Query query(connection_, kRow.c_str());
      const Result<bool> there = query.bind(one.row).step();
      if (there && *there) read_turn(query);
    }
    std::ranges::stable_sort(out_.turns, {},
                             [](const Salvage::FoundTurn& each) { return each.turn.version; });
  }

  // Those under other numbers at no turn that there came after them, known by their record.
  void read_attempts() {
    static const std::string kSql =
        "SELECT " + with_alias(kAttemptColumns, "a") +
        ", campaign, rowid FROM attempt AS a WHERE campaign IN (?1, ?2) OR (" + std::string(kElsewhere) +
        "NOT EXISTS (SELECT 1 FROM turn AS t WHERE t.campaign = a.campaign AND t.id = a.turn AND t.attempt > "
        "a.number))) ORDER BY campaign <> ?1, turn, number";
    each("attempt", kSql.c_str(), [&](const Query& row) {
      Attempt attempt = attempt_in(row);
      const std::int64_t number = row.integer(kAttemptEnd);
      if (number != out_.key && number != out_.origin_key && (!is_it_ || !is_it_(attempt.record))) return;
      take_from("attempt", attempt.turn, row, kAttemptEnd);
      if (is_as_stored(row, attempt)) return out_.attempts.push_back(std::move(attempt));
      note("attempt", attempt.turn, kBytesChanged);
    });
    std::ranges::stable_sort(out_.attempts, {},
                             [](const Attempt& one) { return std::tie(one.turn, one.number); });
  }

  // What the rows know of each turn's hash; a turn that is damaged, those that follow it know. "": the
  // origin's.
  std::multimap<std::string, std::string, std::less<>> known_hashes() const {
    std::multimap<std::string, std::string, std::less<>> known;
    if (out_.origin_whole) known.emplace("", chain_hash("", out_.campaign.origin));
    known.emplace(out_.campaign.head.turn, out_.campaign.head.hash);
    for (const Branch& branch : out_.campaign.branches) known.emplace(branch.fork_turn, branch.fork_hash);
    for (const auto& [turn, whole] : out_.turns) {
      known.emplace(turn.id, whole ? turn.hash : chain_hash(turn.previous, turn.record));
      known.emplace(turn.parent, turn.previous);
    }
    return known;
  }

  // Nothing but its checksum says whose a checkpoint is, and in older stores not even that: one whose number
  // nobody has is that one's which alone lacks it.
  void read_checkpoints() {
    static const std::string kSql =
        "SELECT " + with_alias(kCheckpointColumns, "p") +
        ", campaign, rowid FROM checkpoint AS p WHERE campaign "
        "IN (?1, ?2) OR (campaign NOT IN (SELECT key FROM campaign UNION SELECT campaign FROM origin) AND "
        "CAST(?1 AS TEXT) = (SELECT group_concat(key) FROM campaign AS c WHERE NOT EXISTS (SELECT 1 FROM "
        "checkpoint AS q WHERE q.campaign = c.key AND q.turn = p.turn) AND (p.turn = '' OR EXISTS (SELECT 1 "
        "FROM turn AS t WHERE t.campaign = c.key AND t.id = p.turn AND t.version = p.version)))) ORDER BY "
        "version, turn";
    const auto hashes = known_hashes();
    each("checkpoint", kSql.c_str(), [&](const Query& row) {
      Checkpoint checkpoint = checkpoint_in(row);
      take_from("checkpoint", checkpoint.turn, row, kCheckpointEnd);
      const auto [first, last] = hashes.equal_range(checkpoint.turn);
      const bool ours = std::any_of(
          first, last, [&](const auto& one) { return is_as_stored(row, checkpoint, one.second); });
      if (ours || is_as_stored(row, checkpoint, "")) return out_.checkpoints.push_back(std::move(checkpoint));
      note("checkpoint", checkpoint.turn, kBytesChanged);
    });
  }

  // By their bytes, which name them: where the row that says which are used was damaged, all are looked at.
  void read_packs() {
    std::set<std::string> used, there;
    each("pack", "SELECT hash FROM campaign_pack WHERE campaign IN (?1, ?2)",
         [&](const Query& row) { used.insert(row.text(0)); });
    each("pack", "SELECT hash, bytes FROM pack WHERE ?1 = ?1 AND ?2 = ?2", [&](const Query& row) {
      std::string bytes = row.text(1);
      const std::string hash = row.text(0);
      there.insert(hash);
      if (used.contains(hash) && sha256_hex(bytes) != hash) note("pack", hash, kBytesChanged);
      out_.packs.push_back(std::move(bytes));
    });
    for (const std::string& hash : used)
      if (!there.contains(hash)) note("pack", hash, "its row is gone");
  }

  Connection& connection_;
  const std::function<bool(const std::string& bytes)>& is_it_;
  Salvage& out_;
  std::set<std::string> hashes_, followed_, ids_;  // of the turns: their own, of those before them; their ids
};

}  // namespace

// The row that was the campaign's by its checksum, or the origin that has lost its campaign.
Result<std::optional<Tables::Key>> SqliteTables::find_lost(
    std::string_view campaign, const std::function<bool(const std::string& bytes)>& is_it) {
  Query rows(connection_, "SELECT key, branch, version, turn, hash, revision, record, seal FROM campaign");
  for (;;) {
    const bool more = TRY(rows.step());
    if (!more) break;
    if (rows.has_checksum(7, checksum_of(campaign, head_in(rows, 1), rows.text(6))))
      return std::optional<Key>(rows.integer(0));
  }
  Query origins(connection_,
                "SELECT campaign, bytes FROM origin WHERE campaign NOT IN (SELECT key FROM campaign)");
  for (;;) {
    const bool more = TRY(origins.step());
    if (!more) return std::optional<Key>();
    if (is_it && is_it(origins.text(1))) return std::optional<Key>(origins.integer(0));
  }
}

Result<Salvage> SqliteTables::salvage_rows(std::string_view campaign,
                                           const std::function<bool(const std::string& bytes)>& is_it) {
  std::optional<Place> place = TRY(this->place(campaign));
  Salvage out;
  out.campaign.id = campaign;
  if (place) {
    out.key = place->key;
  } else {
    const std::optional<Key> lost = TRY(find_lost(campaign, is_it));
    if (!lost) return unknown_campaign(campaign);
    out.key = *lost;
  }
  out.origin_key = out.key;
  Salvaging(connection_, is_it, out).run();
  return out;
}

Result<std::vector<Error>> SqliteTables::strays() {
  Query query(connection_,
              "SELECT kind, id FROM (SELECT 'branch' AS kind, id, campaign FROM branch UNION ALL "
              "SELECT 'turn', id, campaign FROM turn UNION ALL "
              "SELECT 'attempt at turn', turn, campaign FROM attempt UNION ALL "
              "SELECT 'checkpoint at turn', turn, campaign FROM checkpoint UNION ALL "
              "SELECT 'pack', hash, campaign FROM campaign_pack UNION ALL "
              "SELECT 'origin', campaign, campaign FROM origin) "
              "WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)");
  std::vector<Error> errors;
  for (;;) {
    const bool more = TRY(query.step());
    if (!more) return errors;
    errors.push_back(corrupt(named(query.text(0), query.text(1)), "its row belongs to no campaign"));
  }
}

}  // namespace gavel
