// Numbers and links in a damaged SQLite file: no number that is stored is counted up to, and a row whose link
// was altered is its campaign's still, and no neighbour's.
#include <array>
#include <filesystem>
#include <utility>

#include <sqlite3.h>

#include "store/sqlite_store.hpp"

#include "subject.hpp"

namespace gavel::testing {
namespace {

constexpr std::array kNumbers = {"0",
                                 "-1",
                                 "2147483648",
                                 "9007199254740992",
                                 "9223372036854775807",
                                 "-9223372036854775807 - 1",
                                 "'abc'",
                                 "x'00'",
                                 "NULL",
                                 "2.5"};

constexpr std::array kColumns = {std::pair{"campaign", "key"},
                                 std::pair{"campaign", "version"},
                                 std::pair{"campaign", "revision"},
                                 std::pair{"origin", "campaign"},
                                 std::pair{"branch", "campaign"},
                                 std::pair{"branch", "fork_version"},
                                 std::pair{"turn", "campaign"},
                                 std::pair{"turn", "version"},
                                 std::pair{"turn", "attempt"},
                                 std::pair{"turn", "time"},
                                 std::pair{"attempt", "campaign"},
                                 std::pair{"attempt", "number"},
                                 std::pair{"attempt", "last"},
                                 std::pair{"attempt", "time"},
                                 std::pair{"checkpoint", "campaign"},
                                 std::pair{"checkpoint", "version"},
                                 std::pair{"checkpoint", "time"},
                                 std::pair{"campaign_pack", "campaign"},
                                 std::pair{"schema_migrations", "number"}};

class File {
 public:
  explicit File(const std::string& path) { REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { sqlite3_close(db_); }

  // Whether SQLite takes it, and it changes a row.
  bool run(const std::string& sql) {
    return sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK && sqlite3_changes(db_) > 0;
  }

 private:
  sqlite3* db_ = nullptr;
};

// Tables without types, as a byte altered in a page makes them.
constexpr const char* kLoose =
    "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), ' NOT "
    "NULL', "
    "'') WHERE type = 'table'; PRAGMA writable_schema=RESET";
constexpr const char* kStrict =
    "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE type = 'table' AND "
    "name NOT "
    "LIKE 'sqlite_%'; PRAGMA writable_schema=RESET";

// "c-1" with a branch, an attempt, a checkpoint and a pack, and its neighbour "c-2" with two turns.
void play_two(Store& store) {
  Play play(store, "c-1");
  const std::string bytes = "a pack";
  must(store.put_pack(sha256_hex(bytes), bytes));
  for (const char* turn : {"t-1", "t-2", "t-3", "t-4"}) play.take(turn);
  play.take(play.branching("s-3", "t-2", "side"));
  play.take("s-4");
  must(store.add_attempt(play.attempt("s-5", 1, "no")));
  Update update = play.change();
  update.checkpoints.push_back({"t-2", "here", Time{5}, "{}"});
  update.packs.push_back(sha256_hex(bytes));
  play.make(update);
  Play two(store, "c-2");
  two.take("t-1");
  two.take("t-2");
}

// Every kind of read, each of which must end.
void look(Store& store, const std::string& id) {
  (void)store.load(id);
  (void)store.check(id);
  (void)store.salvage(id, {});
  (void)store.packs(id);
  (void)store.attempts(id);
  (void)store.audit(id, {});
  (void)export_campaign(store, id, [](std::string_view) { return Result<void>(); });
  for (const char* turn : {"", "t-1", "t-4", "s-4"}) {
    (void)store.find(id, turn);
    (void)store.checkpoint(id, turn);
    TurnQuery query;
    query.to = turn;
    (void)store.turns(id, query);
  }
}

}  // namespace

TEST_CASE("attack store-version-hang: no loop counts up to a stored number") {
  const Scratch scratch;
  const std::string whole = scratch.file("whole.db"), file = scratch.file("games.db");
  {
    const std::unique_ptr<Store> store = must(open_sqlite_store(whole));
    play_two(*store);
  }
  int altered = 0, loose = 0;
  for (const auto& place : kColumns) {
    const char* const table = place.first;
    const char* const column = place.second;
    for (const char* number : kNumbers) {
      CAPTURE(std::string(table));
      CAPTURE(std::string(column));
      CAPTURE(std::string(number));
      std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
      {
        // The last of the table, which for a turn is the last of its branch.
        const std::string change = std::string("UPDATE ") + table + " SET " + column + " = " + number +
                                   " WHERE rowid = (SELECT max(rowid) FROM " + table + ")";
        File raw(file);
        if (!raw.run(change)) {
          raw.run(kLoose);
          if (!raw.run(change)) continue;  // it names the row, and SQLite takes nothing else there
          raw.run(kStrict);
          ++loose;
        }
      }
      ++altered;
      const Result<std::unique_ptr<Store>> store = open_sqlite_store(file);
      if (!store) continue;  // with the reason
      for (const char* id : {"c-1", "c-2"}) look(**store, id);
      std::vector<Error> found = must((*store)->check(""));
      const auto names = [](const std::string&) { return true; };
      const Result<Salvage> one = (*store)->salvage("c-1", names), two = (*store)->salvage("c-2", names);
      const bool said = !found.empty() || !one || !one->damage.empty() || !two || !two->damage.empty();
      const bool same = std::string_view(number) == "0" && std::string_view(column) == "last";
      CHECK((said || same));
    }
  }
  CHECK(altered > 100);
  CHECK(loose > 30);
}

TEST_CASE(
    "attack store-key-repair: a row whose campaign key was changed still belongs to its campaign, and to no "
    "neighbour") {
  const std::vector<const char*> changes = {
      "UPDATE campaign SET key = 7 WHERE id = 'c-1'",
      "UPDATE campaign SET key = -5 WHERE id = 'c-1'",
      "UPDATE origin SET campaign = 7 WHERE campaign = 1",
      "UPDATE branch SET campaign = 7 WHERE campaign = 1 AND id = 'main'",
      "UPDATE branch SET campaign = 7 WHERE id = 'side'",
      "UPDATE branch SET campaign = 2 WHERE id = 'side'",
      "UPDATE turn SET campaign = 7 WHERE campaign = 1 AND id = 't-1'",
      "UPDATE turn SET campaign = 7 WHERE campaign = 1 AND id = 't-3'",
      "UPDATE turn SET campaign = 7 WHERE id = 's-4'",
      "UPDATE turn SET campaign = 2 WHERE campaign = 1 AND id = 't-3'",
      "UPDATE turn SET campaign = 2 WHERE campaign = 1 AND id = 't-4'",
      "UPDATE turn SET campaign = 2 WHERE id = 's-3'",
      "UPDATE turn SET campaign = 2 WHERE id = 's-4'",
      "UPDATE attempt SET campaign = 7 WHERE campaign = 1",
      "UPDATE attempt SET campaign = 2 WHERE campaign = 1",
      "UPDATE checkpoint SET campaign = 7 WHERE campaign = 1 AND turn = 't-2'",
      "UPDATE campaign_pack SET campaign = 7",
      "UPDATE campaign_pack SET campaign = 2"};
  const Scratch scratch;
  const std::string whole = scratch.file("whole.db"), file = scratch.file("games.db");
  WholeCampaign image;
  {
    const std::unique_ptr<Store> store = must(open_sqlite_store(whole));
    play_two(*store);
    std::string text;
    must(export_campaign(*store, "c-1", [&](std::string_view piece) -> Result<void> {
      text += piece;
      return {};
    }));
    image = must(read_export(text));
  }
  for (const char* change : changes) {
    CAPTURE(std::string(change));
    std::filesystem::copy_file(whole, file, std::filesystem::copy_options::overwrite_existing);
    CHECK(File(file).run(change));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    CHECK(must(store->check("c-2")).empty());
    const auto none = [](const std::string&) { return false; };
    CHECK(must(store->salvage("c-2", none)).damage.empty());
    CHECK(must(store->salvage("c-2", none)).turns.size() == 2);
    const Campaign neighbour = must(store->load("c-2"));
    CHECK(neighbour.branches.size() == 1);
    CHECK(neighbour.branches.front().turn == "t-2");
    Play fresh(*store, "c-3");  // and none that comes after
    fresh.take("t-1");
    CHECK(must(store->check("c-3")).empty());
    const Salvage found = must(store->salvage("c-1", [](const std::string&) { return true; }));
    CHECK(found.turns.size() == 6);
    for (const Salvage::FoundTurn& turn : found.turns) CHECK(turn.whole);
    CHECK(found.campaign.branches.size() == 2);
    CHECK(found.origin_whole);
    must(store->replace(found, image));
    CHECK(must(store->check("c-1")).empty());
    CHECK(must(store->check("c-2")).empty());
    CHECK(must(store->load("c-1")).head.turn == "s-4");
  }
}

TEST_CASE("attack store-key-repair: a campaign continues although another's turn occupies its place") {
  for (const char* change : {"UPDATE turn SET campaign = 2 WHERE campaign = 1 AND id = 't-3'",
                             "UPDATE branch SET campaign = 2 WHERE id = 'side'"}) {
    CAPTURE(std::string(change));
    const Scratch scratch;
    const std::string file = scratch.file("games.db");
    {
      const std::unique_ptr<Store> store = must(open_sqlite_store(file));
      play_two(*store);
    }
    CHECK(File(file).run(change));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    Play third(*store, "c-3");
    third.take("t-1");
    const Campaign seen = must(store->load("c-2"));
    Append append = third.next("t-3");
    append.campaign = "c-2";
    append.seen = seen.head;
    append.turn.parent = "t-2";
    append.turn.branch = std::string(change).starts_with("UPDATE turn") ? "main" : "side";
    append.turn.version = 3;
    append.turn.previous = seen.head.hash;
    append.turn.hash = chain_hash(append.turn.previous, append.turn.record);
    must(store->append(append));
    CHECK(must(store->check("c-2")).empty());
    CHECK(must(store->check("c-1")).empty());  // what lay in the way went home
  }
}

namespace {

// The seal that a Gavel before 0.1.0 gave the checkpoint, in hex: it names no campaign.
std::string seal_without_turn(const Checkpoint& checkpoint) {
  std::string all;
  for (const std::string& column :
       {checkpoint.turn, checkpoint.label, std::to_string(checkpoint.time.ms), checkpoint.bytes}) {
    std::uint64_t size = column.size();
    for (int i = 0; i < 8; ++i, size >>= 8U) all.push_back(static_cast<char>(size & 0xFFU));
    all += column;
  }
  return sha256_hex(all);
}

}  // namespace

TEST_CASE("attack st-checkpoint: a checkpoint counts only where it was made, whatever its row says") {
  const Scratch scratch;
  const std::string file = scratch.file("games.db");
  {
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    play_two(*store);
  }
  const auto none = [](const std::string&) { return false; };
  SUBCASE("under its neighbour's number") {
    CHECK(File(file).run("UPDATE checkpoint SET campaign = 2 WHERE campaign = 1 AND turn = 't-2'"));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    CHECK(refusal(store->checkpoint("c-2", "t-2")) == "store.corrupt");
    CHECK(must(store->checkpoint("c-2", "t-1"))->turn.empty());
    CHECK(must(store->checkpoint("c-1", "t-2"))->turn.empty());
    CHECK_FALSE(must(store->check("c-2")).empty());
    const Salvage found = must(store->salvage("c-2", none));
    CHECK(found.checkpoints.size() == 1);
    CHECK(found.damage.size() == 1);
  }
  SUBCASE("beginnings that changed places") {
    File raw(file);
    CHECK(raw.run("UPDATE checkpoint SET campaign = 9 WHERE campaign = 1 AND turn = ''"));
    CHECK(raw.run("UPDATE checkpoint SET campaign = 1 WHERE campaign = 2 AND turn = ''"));
    CHECK(raw.run("UPDATE checkpoint SET campaign = 2 WHERE campaign = 9 AND turn = ''"));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    for (const char* id : {"c-1", "c-2"}) CHECK(refusal(store->checkpoint(id, "")) == "store.corrupt");
  }
  SUBCASE("where its turn's row or the origin's is damaged, it is sound still for a repair") {
    CHECK(File(file).run("UPDATE turn SET hash = 'x' WHERE campaign = 1 AND id = 't-2'"));
    CHECK(File(file).run("UPDATE origin SET bytes = x'00' WHERE campaign = 1"));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    CHECK(must(store->salvage("c-1", none)).checkpoints.size() == 2);
  }
  SUBCASE("one of an earlier Gavel, whose seal names no campaign, is read as before") {
    const Checkpoint old{"t-2", "here", Time{5}, "{}"};
    CHECK(File(file).run("UPDATE checkpoint SET seal = x'" + seal_without_turn(old) +
                         "' WHERE campaign = 1 AND turn = 't-2'"));
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    CHECK(must(store->checkpoint("c-1", "t-2")) == old);
    CHECK(must(store->salvage("c-1", none)).checkpoints.size() == 2);
    CHECK(must(store->check("c-1")).empty());
  }
}

}  // namespace gavel::testing
