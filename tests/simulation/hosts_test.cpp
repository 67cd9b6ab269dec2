// Two hosts over one store, and what the simulator once found there.

#include <string>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "store/memory_store.hpp"

#include "game.hpp"

using gavel::Campaigns;
using gavel::Decision;
using gavel::Json;
using gavel::Result;
using gavel::Time;
using gavel::TurnAnswer;
using gavel::simulation::Ask;
using gavel::simulation::game_image;
using gavel::simulation::request_of;

namespace {

constexpr Time kNow{1'735'689'600'000};

struct Table {
  Table() : store(gavel::open_memory_store()), one(*store), other(*store) {
    REQUIRE(one.create({"c", game_image(), "seed", Json(), std::nullopt, kNow}).ok());
  }

  TurnAnswer play(Campaigns& host, const std::string& id, const Ask& ask = {.added = 1}) {
    const Result<TurnAnswer> answer = host.turn("c", request_of(0, id, ask, 1).turn);
    REQUIRE(answer.ok());
    return *answer;
  }

  std::unique_ptr<gavel::Store> store;
  Campaigns one;
  Campaigns other;
};

std::string shown(Campaigns& host) {
  const Result<Json> json = host.show("c");
  REQUIRE(json.ok());
  return to_text(*json);
}

std::string head(Campaigns& host) {
  const Result<Json> json = host.show("c");
  REQUIRE(json.ok());
  return string_of((*json)["head"]["turn"]);
}

}  // namespace

TEST_CASE("a change by one host is visible to the others at once") {
  Table table;
  CHECK(head(table.other) == "");
  table.play(table.one, "t1");
  CHECK(head(table.other) == "t1");
  const Result<Json> state = table.other.state("c", std::nullopt);
  REQUIRE(state.ok());
  CHECK((*state)["data"]["n"] == 1);
  CHECK(table.other.timeline("c").value()["turns"].size() == 1);
  REQUIRE(table.one.change("c", Json{{"settings", {{"sim.factor", 3}}}}, kNow).ok());
  CHECK(table.other.settings("c").value()["values"]["sim.factor"] == 3);
}

TEST_CASE("a host refuses by what the store holds now, not by its cache") {
  Table table;
  table.play(table.one, "t1");
  CHECK(head(table.other) == "t1");
  REQUIRE(table.one.rollback("c", "", kNow).ok());
  CHECK(table.other.undo("c", kNow).ok());
  CHECK(head(table.one) == "t1");
  // Where the one stands by now is where the other stood.
  REQUIRE(table.one.rollback("c", "", kNow).ok());
  REQUIRE(table.one.restore("c", "t1", kNow).ok());
  CHECK(table.other.rollback("c", "", kNow).ok());
}

TEST_CASE("a host can restore a turn that is still in its cache") {
  Table table;
  table.play(table.one, "t1");
  CHECK(head(table.other) == "t1");
  REQUIRE(table.one.rollback("c", "", kNow).ok());
  CHECK(table.other.restore("c", "t1", kNow).ok());
  CHECK(head(table.one) == "t1");
}

TEST_CASE("a request sent again is recognised, whichever turn is current") {
  Table table;
  const TurnAnswer refused = table.play(table.one, "t1", {.refused = true});
  CHECK(refused.decision == Decision::kRetry);
  const TurnAnswer played = table.play(table.one, "t2");
  REQUIRE(table.one.change("c", Json{{"selected", {{"active_actor_id", "kim"}}}}, kNow).ok());
  for (Campaigns* host : {&table.one, &table.other}) {
    CHECK(table.play(*host, "t1", {.refused = true}).verdict == refused.verdict);
    CHECK(table.play(*host, "t2").verdict == played.verdict);
  }
}

TEST_CASE("every host lists checkpoints in the same order") {
  const std::unique_ptr<gavel::Store> store = gavel::open_memory_store();
  Campaigns one(*store, {.checkpoint_turns = 1});
  REQUIRE(one.create({"c", game_image(), "seed", Json(), std::nullopt, kNow}).ok());
  for (const char* id : {"b1", "b2"}) REQUIRE(one.turn("c", request_of(0, id, {.added = 1}, 1).turn).ok());
  REQUIRE(one.branch("c", "side", "", "", kNow).ok());
  for (const char* id : {"a1", "a2"}) REQUIRE(one.turn("c", request_of(0, id, {.added = 1}, 1).turn).ok());
  Campaigns other(*store);
  CHECK(shown(one) == shown(other));
}

TEST_CASE("time does not go back in a game without a history") {
  std::string image = game_image();
  const std::string limit = "\"max_history_turns\":";
  image.replace(image.find(limit) + limit.size(), 1, "0");
  const std::unique_ptr<gavel::Store> store = gavel::open_memory_store();
  Campaigns one(*store);
  REQUIRE(one.create({"c", image, "seed", Json(), std::nullopt, kNow}).ok());
  gavel::TurnInput late = request_of(0, "t1", {.added = 1}, 1).turn;
  late.now = {kNow.ms + 10'000};
  REQUIRE(one.turn("c", late).ok());
  Campaigns other(*store);
  gavel::TurnInput early = request_of(0, "t2", {.added = 1}, 2).turn;
  early.now = kNow;
  REQUIRE(other.turn("c", early).ok());
  CHECK(store->find("c", "t2").value().turn->time == late.now);
}

TEST_CASE("rebuild looks back as far as the game's rules may") {
  Table table;
  for (const char* id : {"t1", "t2", "t3"}) table.play(table.one, id);
  table.play(table.one, "t4", {.step = 1});
  const auto found = table.other.rebuild("c", 2);
  REQUIRE(found.ok());
  CHECK(found->empty());
}
