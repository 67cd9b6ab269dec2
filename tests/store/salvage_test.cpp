// What can be read of a damaged campaign, and what takes its place, for every store; rows are damaged in
// SQLite.
#include <sqlite3.h>

#include "store/sqlite_store.hpp"

#include "subject.hpp"

namespace gavel::testing {
namespace {

WholeCampaign image_of(Store& store, const std::string& id) {
  std::string file;
  must(export_campaign(store, id, [&](std::string_view piece) -> Result<void> {
    file += piece;
    return {};
  }));
  return must(read_export(file));
}

void damage(const std::string& file, const char* sql) {
  sqlite3* db = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &db) == SQLITE_OK);
  CHECK(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  CHECK(sqlite3_changes(db) > 0);
  sqlite3_close(db);
}

}  // namespace

TEST_CASE("store: a whole campaign is salvaged completely, and can replace itself") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    play.take("t-2");
    const Salvage found = must(store.salvage("c-1", {}));
    CHECK(found.damage.empty());
    CHECK(found.record_whole);
    CHECK(found.origin_whole);
    CHECK(found.turns.size() == 2);
    const std::string before = exported(store, "c-1");
    must(store.replace(found, image_of(store, "c-1")));
    CHECK(exported(store, "c-1") == before);
    CHECK(must(store.check("c-1")).empty());
    CHECK(refusal(store.salvage("c-2", {})) == "store.unknown_campaign");
  });
}

TEST_CASE("store: a campaign that changed after it was salvaged is not replaced") {
  on_every_store([](Store& store) {
    Play play(store, "c-1");
    play.take("t-1");
    const Salvage found = must(store.salvage("c-1", {}));
    const WholeCampaign image = image_of(store, "c-1");
    play.take("t-2");
    CHECK(refusal(store.replace(found, image)) == "store.moved");
    CHECK(must(store.load("c-1")).head.turn == "t-2");
  });
}

TEST_CASE("store: every damaged row is reported") {
  const Scratch scratch;
  const std::string file = scratch.file("games.db");
  const auto open = [&] { return must(open_sqlite_store(file)); };
  WholeCampaign whole;
  {
    const std::unique_ptr<Store> store = open();
    Play play(*store, "c-1");
    for (const char* turn : {"t-1", "t-2", "t-3"}) play.take(turn);
    Play(*store, "c-2").take("t-1");
    whole = image_of(*store, "c-1");
  }
  damage(file, "UPDATE turn SET record = x'00' WHERE id = 't-2' AND campaign = 1");
  damage(file, "UPDATE turn SET verdict = x'00' WHERE id = 't-3' AND campaign = 1");
  damage(file, "UPDATE campaign SET record = x'00' WHERE id = 'c-1'");
  const std::unique_ptr<Store> store = open();
  const Salvage found = must(store->salvage("c-1", {}));
  REQUIRE(found.damage.size() == 3);
  CHECK(found.damage[0].kind == "campaign");
  CHECK(found.damage[1].id == "t-2");
  CHECK(found.damage[2].id == "t-3");
  CHECK(found.turns.size() == 3);
  CHECK(found.turns[0].whole);
  const std::vector<CampaignEntry> all = must(store->list("", 10));
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].damage.empty());
  CHECK(all[1].damage.empty());
  const std::string copy = scratch.file("copy.db");
  must(store->copy_to(copy));
  CHECK(refusal(store->copy_to(copy)) == "store.io");
  must(store->replace(found, whole));
  CHECK(must(store->check("")).empty());
  CHECK_FALSE(must(must(open_sqlite_store(copy))->check("c-1")).empty());  // as it was
}

TEST_CASE("store: a campaign is found even if its id or row is damaged") {
  for (const char* sql : {"UPDATE campaign SET id = 'c-9' WHERE id = 'c-1'", "DELETE FROM campaign"}) {
    CAPTURE(sql);
    const Scratch scratch;
    const std::string file = scratch.file("games.db");
    {
      const std::unique_ptr<Store> store = must(open_sqlite_store(file));
      Play(*store, "c-1").take("t-1");
    }
    damage(file, sql);
    const std::unique_ptr<Store> store = must(open_sqlite_store(file));
    const Salvage found = must(store->salvage("c-1", [](const std::string&) { return true; }));
    CHECK(found.turns.size() == 1);
    CHECK(found.origin_whole);
    CHECK_FALSE(found.damage.empty());
  }
}

}  // namespace gavel::testing
