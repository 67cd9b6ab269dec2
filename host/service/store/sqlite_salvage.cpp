// What SqliteTables can still read of a damaged campaign: every row for itself, whatever the others are like.
#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <set>

#include "store/hash.hpp"

#include "refusals.hpp"
#include "row_checksum.hpp"
#include "sqlite_homes.hpp"
#include "sqlite_tables.hpp"

namespace gavel {
namespace {

constexpr const char* kOtherBytes = "its bytes are not those that were stored";
// Of a row that is not under ?1, the campaign's number, nor under ?2, that of its origin.
constexpr const char* kElsewhere =
    "ifnull(campaign, 0) NOT IN (?1, ?2) AND (ifnull(campaign, 0) NOT IN (SELECT key FROM campaign) OR ";

Head found_head(const Query& query, int column) {
  return {query.text(column), query.count(column + 1), query.text(column + 2), query.text(column + 3),
          query.count(column + 4)};
}

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
           out_.campaign.head = found_head(row, 1);
           std::string record = row.text(6);
           const std::string id = row.text(0);
           out_.record_whole = row.sealed(7, seal_of(out_.campaign.id, out_.campaign.head, record));
           if (out_.record_whole) out_.campaign.record = std::move(record);
           if (!out_.record_whole) note("campaign", id, kOtherBytes);
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
      out_.origin_whole = row.sealed(1, seal_of({bytes}));
      if (out_.origin_whole) out_.campaign.origin = std::move(bytes);
      if (!out_.origin_whole) note("origin", "", kOtherBytes);
    });
    if (there) return;
    note("origin", "", "its row is gone");
    Query strays(connection_,
                 "SELECT bytes, seal, campaign FROM origin WHERE campaign NOT IN (SELECT key FROM campaign)");
    for (;;) {
      const Result<bool> more = strays.step();
      if (!more || !*more) return;
      std::string bytes = strays.text(0);
      if (!strays.sealed(1, seal_of({bytes})) || !is_it_ || !is_it_(bytes)) continue;
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
    Branch branch;
    branch.id = row.text(0);
    branch.parent = row.text(1);
    branch.fork_turn = row.text(2);
    branch.fork_version = row.count(3);
    branch.fork_hash = row.text(4);
    branch.label = row.text(5);
    take_from("branch", branch.id, row, 7);
    if (!row.sealed(6, seal_of(branch))) return note("branch", branch.id, kOtherBytes);
    if (std::ranges::find(out_.campaign.branches, branch.id, &Branch::id) == out_.campaign.branches.end())
      out_.campaign.branches.push_back(std::move(branch));
  }

  void read_branches() {
    static const std::string kSql =
        "SELECT id, parent, fork_turn, fork_version, fork_hash, label, seal, campaign, rowid FROM branch AS "
        "b "
        "WHERE campaign IN (?1, ?2) AND NOT " +
        foreign_branch("b") + " ORDER BY parent <> '', id";
    each("branch", kSql.c_str(), [&](const Query& row) { read_branch(row); });
  }

  // Those under other numbers, known by the turn that they leave.
  void find_branches() {
    static const std::string kSql =
        "SELECT id, parent, fork_turn, fork_version, fork_hash, label, seal, campaign, rowid FROM branch AS "
        "b "
        "WHERE " +
        std::string(kElsewhere) + foreign_branch("b") + ")";
    each("branch", kSql.c_str(), [&](const Query& row) {
      if (hashes_.contains(row.text(4))) read_branch(row);
    });
  }

  void read_turn(const Query& row) {
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
    turn.record = row.text(10);
    turn.verdict = row.text(11);
    turn.audit = row.text(12);
    take_from("turn", turn.id, row, 13);
    const bool whole = row.sealed(9, seal_of(turn)) && chain_hash(turn.previous, turn.record) == turn.hash;
    if (!whole) note("turn", turn.id, kOtherBytes);
    hashes_.insert(turn.hash);
    followed_.insert(turn.previous);
    if (ids_.insert(turn.id).second || row.integer(13) == out_.key)
      out_.turns.push_back({std::move(turn), whole});
  }

  static std::string all_of_turns() {
    return "SELECT id, branch, version, text_hash, hash, parent, attempt, previous, time, seal, record, "
           "verdict, "
           "audit, campaign, rowid FROM turn AS t WHERE ";
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
        "SELECT turn, number, text_hash, last, time, seal, record, verdict, campaign, rowid FROM attempt AS "
        "a "
        "WHERE campaign IN (?1, ?2) OR (" +
        std::string(kElsewhere) +
        "NOT EXISTS (SELECT 1 FROM turn AS t WHERE t.campaign = a.campaign AND t.id = a.turn AND t.attempt > "
        "a.number))) ORDER BY campaign <> ?1, turn, number";
    each("attempt", kSql.c_str(), [&](const Query& row) {
      Attempt attempt;
      attempt.turn = row.text(0);
      attempt.number = row.count(1);
      attempt.text_hash = row.text(2);
      attempt.last = row.integer(3) != 0;
      attempt.time = Time{row.integer(4)};
      attempt.record = row.text(6);
      attempt.verdict = row.text(7);
      const std::int64_t number = row.integer(8);
      if (number != out_.key && number != out_.origin_key && (!is_it_ || !is_it_(attempt.record))) return;
      take_from("attempt", attempt.turn, row, 8);
      if (row.sealed(5, seal_of(attempt)) && row.count(3) <= 1)
        return out_.attempts.push_back(std::move(attempt));
      note("attempt", attempt.turn, kOtherBytes);
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

  // Nothing but its seal says whose a checkpoint is, and in older stores not even that: one whose number
  // nobody has is that one's which alone lacks it.
  void read_checkpoints() {
    static const char* const kSql =
        "SELECT turn, label, time, bytes, seal, version, campaign, rowid FROM checkpoint AS p WHERE campaign "
        "IN (?1, ?2) OR (campaign NOT IN (SELECT key FROM campaign UNION SELECT campaign FROM origin) AND "
        "CAST(?1 AS TEXT) = (SELECT group_concat(key) FROM campaign AS c WHERE NOT EXISTS (SELECT 1 FROM "
        "checkpoint AS q WHERE q.campaign = c.key AND q.turn = p.turn) AND (p.turn = '' OR EXISTS (SELECT 1 "
        "FROM turn AS t WHERE t.campaign = c.key AND t.id = p.turn AND t.version = p.version)))) ORDER BY "
        "version, turn";
    const auto hashes = known_hashes();
    each("checkpoint", kSql, [&](const Query& row) {
      Checkpoint checkpoint{row.text(0), row.text(1), Time{row.integer(2)}, row.text(3)};
      take_from("checkpoint", checkpoint.turn, row, 6);
      const std::string seal = seal_of(checkpoint);
      const auto [first, last] = hashes.equal_range(checkpoint.turn);
      const bool ours = std::any_of(
          first, last, [&](const auto& one) { return row.sealed(4, bound_seal(seal, one.second)); });
      if (ours || row.sealed(4, seal)) return out_.checkpoints.push_back(std::move(checkpoint));
      note("checkpoint", checkpoint.turn, kOtherBytes);
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
      if (used.contains(hash) && sha256_hex(bytes) != hash) note("pack", hash, kOtherBytes);
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

// The row that was the campaign's by its seal, or the origin that has lost its campaign.
Result<std::optional<Tables::Key>> SqliteTables::find_lost(
    std::string_view campaign, const std::function<bool(const std::string& bytes)>& is_it) {
  Query rows(connection_, "SELECT key, branch, version, turn, hash, revision, record, seal FROM campaign");
  for (;;) {
    const Result<bool> more = rows.step();
    if (!more) return more.error();
    if (!*more) break;
    if (rows.sealed(7, seal_of(campaign, found_head(rows, 1), rows.text(6))))
      return std::optional<Key>(rows.integer(0));
  }
  Query origins(connection_,
                "SELECT campaign, bytes FROM origin WHERE campaign NOT IN (SELECT key FROM campaign)");
  for (;;) {
    const Result<bool> more = origins.step();
    if (!more) return more.error();
    if (!*more) return std::optional<Key>();
    if (is_it && is_it(origins.text(1))) return std::optional<Key>(origins.integer(0));
  }
}

Result<Salvage> SqliteTables::salvage(std::string_view campaign,
                                      const std::function<bool(const std::string& bytes)>& is_it) {
  Result<std::optional<Place>> place = this->place(campaign);
  if (!place) return std::move(place).error();
  Salvage out;
  out.campaign.id = campaign;
  if (*place) {
    out.key = (*place)->key;
  } else {
    const Result<std::optional<Key>> lost = find_lost(campaign, is_it);
    if (!lost) return lost.error();
    if (!*lost) return unknown_campaign(campaign);
    out.key = **lost;
  }
  out.origin_key = out.key;
  Salvaging(connection_, is_it, out).run();
  return out;
}

Result<std::vector<Error>> SqliteTables::strays() {
  constexpr std::array kTables = {
      std::pair{"branch",
                "SELECT id FROM branch WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"},
      std::pair{"turn", "SELECT id FROM turn WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"},
      std::pair{"attempt at turn",
                "SELECT turn FROM attempt WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"},
      std::pair{"checkpoint at turn",
                "SELECT turn FROM checkpoint WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"},
      std::pair{"pack",
                "SELECT hash FROM campaign_pack WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"},
      std::pair{"origin",
                "SELECT campaign FROM origin WHERE ifnull(campaign, 0) NOT IN (SELECT key FROM campaign)"}};
  std::vector<Error> errors;
  for (const auto& [kind, sql] : kTables) {
    Query query(connection_, sql);
    for (;;) {
      const Result<bool> more = query.step();
      if (!more) return more.error();
      if (!*more) break;
      errors.push_back(corrupt(named(kind, query.text(0)), "its row belongs to no campaign"));
    }
  }
  return errors;
}

}  // namespace gavel
