// Damaged indexes of a SQLite file: a row that is found is the one that was asked for, one that is not found
// is missed, and new indexes lose nothing.
#include <filesystem>
#include <fstream>
#include <map>

#include <sqlite3.h>

#include "store/sqlite_store.hpp"

#include "subject.hpp"

namespace gavel::testing {
namespace {

// Two campaigns alike, so that an index can lead from one to the other.
void play_alike(Store& store) {
  const std::string bytes = "a pack";
  must(store.put_pack(sha256_hex(bytes), bytes));
  for (const char* id : {"c-1", "c-2"}) {
    Play play(store, id);
    for (const char* turn : {"t-1", "t-2", "t-3", "t-4"}) play.take(turn, std::string(id) + turn);
    play.take(play.branching("s-3", "t-2", "side"));
    play.take("s-4");
    must(store.add_attempt(play.attempt("s-5", 1, id)));
    Update update = play.change();
    update.checkpoints.push_back({"t-2", "here", Time{5}, "{}"});
    update.packs.push_back(sha256_hex(bytes));
    play.make(update);
  }
}

// By name, the bytes of each index's first page that are not 0.
std::map<std::string, std::vector<std::size_t>> indexed_bytes(const std::string& file,
                                                              const std::string& bytes) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
  std::map<std::string, std::vector<std::size_t>> all;
  sqlite3_stmt* rows = nullptr;
  sqlite3_prepare_v2(db, "SELECT name, rootpage FROM sqlite_schema WHERE type = 'index'", -1, &rows, nullptr);
  constexpr std::size_t kPage = 16384;
  while (sqlite3_step(rows) == SQLITE_ROW) {
    const auto page = static_cast<std::size_t>(sqlite3_column_int64(rows, 1));
    auto& used = all[reinterpret_cast<const char*>(sqlite3_column_text(rows, 0))];
    for (std::size_t at = (page - 1) * kPage; at < page * kPage; ++at)
      if (bytes.at(at) != 0) used.push_back(at);
  }
  sqlite3_finalize(rows);
  sqlite3_close(db);
  return all;
}

struct Answers {
  std::map<std::string, std::string> all;  // by what was asked; what was refused is not there

  template <typename T, typename Text>
  void add(const std::string& asked, const Result<T>& answer, const Text& text) {
    if (answer) all[asked] = text(*answer);
  }
};

Answers answers_of(Store& store) {
  Answers answers;
  for (const std::string id : {"c-1", "c-2"}) {
    for (const char* turn : {"t-1", "t-2", "t-4", "s-3", "s-4"}) {
      const std::string asked = id + " " + turn;
      answers.add("find " + asked, store.find(id, turn), [](const Known& known) {
        return known.turn ? known.turn->record + known.turn->hash : "none";
      });
      TurnQuery query;
      query.to = turn;
      for (const bool bodies : {true, false}) {
        query.bodies = bodies;
        answers.add("turns " + asked, store.turns(id, query), [](const std::vector<Turn>& turns) {
          std::string hashes;
          for (const Turn& one : turns) hashes += one.id + one.hash;
          return hashes;
        });
      }
    }
    answers.add("here " + id, store.turns(id, {}), [](const std::vector<Turn>& turns) {
      return turns.back().id + std::to_string(turns.size());
    });
    answers.add("audit " + id, store.audit(id, {}),
                [](const AuditPage& page) { return std::to_string(page.hits.size()); });
    std::string file;
    const auto sink = [&](std::string_view piece) -> Result<void> {
      file += piece;
      return {};
    };
    if (export_campaign(store, id, sink)) answers.all["export " + id] = file;
  }
  answers.add("list", store.list("", 10),
              [](const std::vector<CampaignEntry>& all) { return std::to_string(all.size()); });
  return answers;
}

}  // namespace

TEST_CASE("store: a damaged index changes no answer and hides no row, and rebuilding it loses nothing") {
  const Scratch scratch;
  const std::string whole = scratch.file("whole.db"), file = scratch.file("games.db");
  Answers right;
  {
    const std::unique_ptr<Store> store = must(open_sqlite_store(whole));
    play_alike(*store);
    right = answers_of(*store);
  }
  std::ifstream in(whole, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  int damaged = 0;
  for (const auto& index : indexed_bytes(whole, bytes)) {
    const std::string& name = index.first;
    const std::vector<std::size_t>& used = index.second;
    for (std::size_t i = 0; i < used.size(); i += std::max<std::size_t>(1, used.size() / 12)) {
      CAPTURE(name);
      CAPTURE(used[i]);
      std::string flipped = bytes;
      flipped[used[i]] = static_cast<char>(flipped[used[i]] ^ (i % 2 == 0 ? 1 : 16));
      std::ofstream(file, std::ios::binary) << flipped;
      const std::unique_ptr<Store> store = must(open_sqlite_store(file));
      const bool found = !must(store->check("")).empty();
      damaged += found ? 1 : 0;
      for (const auto& one : answers_of(*store).all) {
        const std::string &asked = one.first, &answer = one.second;
        // By its id alone a turn that the index hides is not known; no other one is found in its place.
        CAPTURE(asked);
        CHECK((answer == right.all.at(asked) || (found && asked.starts_with("find") && answer == "none")));
      }
      if (!found) continue;
      const Salvage salvage = must(store->salvage("c-1", {}));
      CHECK(salvage.damage.front().kind == "file");
      CHECK(salvage.turns.size() == 6);
      must(store->rebuild_file());
      CHECK(must(store->check("")).empty());
      CHECK(answers_of(*store).all == right.all);
    }
  }
  CHECK(damaged > 60);
}

TEST_CASE("store: rows with the same name in a damaged table are all kept, under numbers of their own") {
  const Scratch scratch;
  const std::string file = scratch.file("games.db");
  {
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    play_alike(*store);
  }
  // In the table alone: t-2 of the first campaign becomes another t-4.
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  in.close();
  const std::size_t at = bytes.find("t-2main");
  REQUIRE(at != std::string::npos);
  bytes[at + 2] = '4';
  std::ofstream(file, std::ios::binary) << bytes;
  const std::unique_ptr<Store> store = must(open_sqlite_store(file));
  CHECK_FALSE(must(store->salvage("c-1", {})).damage.empty());
  must(store->rebuild_file());
  const Salvage salvage = must(store->salvage("c-1", {}));
  for (const Salvage::Row& row : salvage.damage) CHECK(row.kind != "file");
  CHECK(salvage.turns.size() == 6);
}

TEST_CASE("store: the place that a turn's row gives is checked") {
  for (const char* change : {"branch = 'maim'", "branch = 'main', version = 5", "version = 40", "version = 0",
                             "id = 'x'", "parent = 'x'", "previous = 'x'", "hash = 'x'"}) {
    CAPTURE(change);
    const Scratch scratch;
    const std::string file = scratch.file("games.db");
    {
      const std::unique_ptr<Store> store = must(open_sqlite_store(file));
      play_alike(*store);
    }
    sqlite3* db = nullptr;
    REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
    const std::string sql = std::string("UPDATE turn SET ") + change + " WHERE campaign = 1 AND id = 's-4'";
    REQUIRE(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(db);
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    CHECK(refusal(store->check_part("c-1", CheckPart::kStanding)) == "store.corrupt");
    must(store->check_part("c-2", CheckPart::kStanding));
    CHECK(refusal(store->turns("c-1", {})) == "store.corrupt");
    TurnQuery query;
    query.to = "s-4";
    CHECK(refusal(store->turns("c-1", query)).starts_with("store."));
    query.to = "t-4";
    CHECK(must(store->turns("c-1", query)).size() == 4);
  }
}

}  // namespace gavel::testing
