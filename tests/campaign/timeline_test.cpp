// Rollback, undo, branches, re-rolls; verify and rebuild over all of them.
#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

#include "table.hpp"

using gavel::Json;
using gavel::testing::Table;

namespace {

std::string coins(int n) { return R"({"op":"assign","path":["coins"],"value":)" + std::to_string(n) + "}"; }

std::string hurt(int n) {
  return R"({"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":)" + std::to_string(n) + "}}]}";
}

void check_proven(Table& table) {
  const auto verified = table.campaigns().verify("c");
  REQUIRE(verified.ok());
  for (const gavel::Finding& one : *verified) FAIL_CHECK(one.turn << ": " << one.what);
  for (const std::size_t workers : {1, 3}) {
    const auto rebuilt = table.campaigns().rebuild("c", workers);
    REQUIRE(rebuilt.ok());
    for (const gavel::Finding& one : *rebuilt) FAIL_CHECK(one.turn << ": " << one.what);
  }
}

void play(Table& table, int turns) {
  for (int i = 1; i <= turns; ++i)
    REQUIRE(table.turn("t-" + std::to_string(i), hurt(i)) == "accepted " + std::to_string(i));
}

}  // namespace

TEST_CASE(
    "a rollback restores state, memory, budgets and dice, and can be undone until the next turn [R001-16]") {
  Table table;
  CHECK(table.turn("t-1", coins(6)) == "accepted 1");
  CHECK(table.turn("t-2", hurt(1)) == "accepted 2");
  const std::string rolled = table.verdict;
  CHECK(table.turn("t-3", hurt(2)) == "accepted 3");
  const std::string later = gavel::to_text(*table.campaigns().state("c", std::nullopt));

  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(table.value("/strength") == "30");
  CHECK(table.meta("/memory/small") == "nothing");
  const Json pending = table.shown()["rollback_pending"];
  CHECK(pending["is_pending"] == true);
  CHECK(pending["from_turn_id"] == "t-3");
  CHECK(pending["to_turn_id"] == "t-1");
  CHECK(pending["can_undo"] == true);

  table.reopen();
  CHECK(Table::said(table.campaigns().undo("c", table.now)) == "ok");
  CHECK(gavel::to_text(*table.campaigns().state("c", std::nullopt)) == later);
  CHECK(table.shown()["rollback_pending"]["can_undo"] == false);
  CHECK(Table::said(table.campaigns().undo("c", table.now)) == "store.invalid");

  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(table.turn("t-2", hurt(1)) == "turn.rolled_back");
  // The budget is that of the turn: 6 of 10 are used.
  CHECK(table.turn("t-4", coins(11)) == "accepted 2");
  CHECK(table.value("/coins") == "6");
  CHECK(table.turn("t-5", coins(10)) == "accepted 3");
  CHECK(table.value("/coins") == "10");
  CHECK(Table::said(table.campaigns().undo("c", table.now)) == "store.invalid");
  CHECK(table.shown()["branches"].size() == 2);
  check_proven(table);
}

TEST_CASE("a rollback sent again is answered as the first time, as long as nothing else was done [R001-16]") {
  Table table;
  play(table, 3);
  CHECK(Table::said(table.campaigns().rollback("c", "t-3", table.now)) == "store.invalid");
  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(Table::said(table.campaigns().undo("c", table.now)) == "ok");
  CHECK(table.shown()["head"]["turn"] == "t-3");
  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  CHECK(table.turn("t-4", hurt(1)) == "accepted 2");
  CHECK(Table::said(table.campaigns().rollback("c", "t-1", table.now)) == "ok");
  check_proven(table);
}

TEST_CASE("a campaign that was deleted meanwhile is unknown to a host that has it open [B-14]") {
  Table table;
  REQUIRE(table.turn("t-1", "I wait.") == "accepted 1");
  REQUIRE(table.store().remove("c").ok());
  CHECK(table.turn("t-2", "I wait.") == "store.unknown_campaign");
  CHECK(table.turn("t-1", "I wait.") == "store.unknown_campaign");
  CHECK(Table::said(table.campaigns().show("c")) == "store.unknown_campaign");
  CHECK(Table::said(table.campaigns().rollback("c", "", table.now)) == "store.unknown_campaign");
  CHECK(Table::said(table.campaigns().state("c", "t-1")) == "store.unknown_campaign");
  CHECK(Table::said(table.campaigns().change("c", Json(Json::value_t::object), table.now)) ==
        "store.unknown_campaign");
}

TEST_CASE("the state after any turn is available, on any branch [R002-15]") {
  Table table;
  play(table, 4);
  CHECK(table.value("/strength", "t-1") == "29");
  CHECK(table.value("/strength", "t-3") == "24");
  CHECK(table.value("/strength", "") == "30");
  CHECK(table.value("/strength", "t-9") == "store.unknown");
  CHECK(Table::said(table.campaigns().rollback("c", "t-2", table.now)) == "ok");
  CHECK(table.turn("t-5", hurt(9)) == "accepted 3");
  CHECK(table.value("/strength", "t-4") == "20");
  CHECK(table.value("/strength", "t-5") == "18");
}

TEST_CASE("a re-roll starts from the state before the turn, and the replaced turn stays reachable [B-11]") {
  Table table;
  play(table, 3);
  CHECK(table.turn("t-3b", hurt(5), "", "t-3") == "accepted 3");
  CHECK(table.value("/strength") == "22");
  CHECK(table.meta("/memory/small/hurts") == "3");
  CHECK(table.turn("t-3b", hurt(5), "", "t-3") == "again accepted 3");
  CHECK(table.turn("t-3", hurt(3)) == "turn.rolled_back");
  CHECK(table.turn("t-3c", hurt(1), "", "t-3") == "turn.rolled_back");
  CHECK(table.turn("t-3c", hurt(1), "", "t-3b") == "accepted 3");
  CHECK(table.turn("t-9", hurt(1), "", "t-8") == "store.unknown");
  CHECK(table.turn("t-4", hurt(1)) == "accepted 4");
  CHECK(Table::said(table.campaigns().restore("c", "t-3", table.now)) == "ok");
  CHECK(table.value("/strength") == "24");
  CHECK(table.turn("t-4b", hurt(4)) == "accepted 4");
  check_proven(table);
}

TEST_CASE("a refused re-roll leaves the turn that it should have replaced [B-11]") {
  Table table;
  play(table, 2);
  CHECK(table.turn("t-2b", hurt(50), "", "t-2") == "retry");
  CHECK(table.value("/strength") == "27");
  CHECK(table.shown()["head"]["turn"] == "t-2");
  CHECK(table.turn("t-2b", hurt(4), "", "t-2") == "accepted 2");
  CHECK(table.value("/strength") == "25");
  // The very first turn too; what followed it stays where it was.
  CHECK(table.turn("t-1b", hurt(7), "", "t-1") == "accepted 1");
  CHECK(table.value("/strength") == "23");
  check_proven(table);
}

TEST_CASE("all attempts of a re-roll replace the same turn [B-11]") {
  Table table;
  play(table, 3);
  CHECK(table.turn("t-2b", hurt(50), "", "t-2") == "retry");
  CHECK(table.turn("t-2b", hurt(4)) == "turn.conflict");
  CHECK(table.turn("t-2b", hurt(4), "", "t-1") == "turn.conflict");
  CHECK(table.shown()["head"]["turn"] == "t-3");
  CHECK(table.turn("t-2b", hurt(4), "", "t-2") == "accepted 2");
  CHECK(table.turn("t-5", hurt(50)) == "retry");
  CHECK(table.turn("t-5", hurt(4), "", "t-1") == "turn.conflict");
  CHECK(table.turn("t-5", hurt(4)) == "accepted 3");
  check_proven(table);
}

TEST_CASE("branches have names, continue independently, and are all listed [R001-16]") {
  Table table;
  play(table, 3);
  CHECK(Table::said(table.campaigns().branch("c", "kinder", "t-1", "a kinder world", table.now)) == "ok");
  CHECK(table.value("/strength") == "29");
  CHECK(table.turn("k-2", hurt(0)) == "accepted 2");
  CHECK(Table::said(table.campaigns().branch("c", "kinder", "t-1", "", table.now)) == "store.exists");
  const Json timeline = *table.campaigns().timeline("c");
  CHECK(timeline["branches"].size() == 2);
  CHECK(timeline["turns"].size() == 4);
  CHECK(table.shown()["head"]["branch"] == "kinder");
  CHECK(Table::said(table.campaigns().undo("c", table.now)) == "store.invalid");
  CHECK(Table::said(table.campaigns().restore("c", "t-3", table.now)) == "ok");
  CHECK(table.shown()["head"]["branch"] == "main");
  CHECK(table.turn("t-4", hurt(1)) == "accepted 4");
  CHECK(table.shown()["head"]["branch"] == "main");
  check_proven(table);
}

TEST_CASE("checkpoints carry labels, and beyond rollback.max_checkpoints the oldest is dropped [R001-16]") {
  Table table;
  play(table, 3);
  Json fields(Json::value_t::object);
  fields["settings"]["rollback.max_checkpoints"] = 2;
  REQUIRE(Table::said(table.campaigns().change("c", fields, table.now)) == "ok");
  for (const char* turn : {"t-1", "t-2", "t-3"})
    CHECK(Table::said(table.campaigns().checkpoint("c", turn, std::string("at ") + turn, table.now)) == "ok");
  std::string labels;
  const Json shown = table.shown();
  for (const Json& one : shown["checkpoints"]) labels += one["label"].get<std::string>() + ";";
  CHECK(labels == ";at t-2;at t-3;");
  CHECK(table.value("/strength", "t-1") == "29");
  check_proven(table);
}

TEST_CASE("labelled checkpoints do not displace those that the host keeps for itself [R001-16]") {
  Table table;
  for (int i = 1; i <= 600; ++i)
    REQUIRE(table.turn("t-" + std::to_string(i), hurt(0)) == "accepted " + std::to_string(i));
  const std::size_t own = table.shown()["checkpoints"].size();
  REQUIRE(own > 1);
  Json fields(Json::value_t::object);
  fields["settings"]["rollback.max_checkpoints"] = 1;
  REQUIRE(Table::said(table.campaigns().change("c", fields, table.now)) == "ok");
  for (const char* turn : {"t-1", "t-2"})
    CHECK(Table::said(table.campaigns().checkpoint("c", turn, "", table.now)) == "ok");
  const Json shown = table.shown();
  CHECK(shown["checkpoints"].size() == own + 1);
  CHECK(shown["checkpoints"][1]["label"] == Json("t-2"));
  check_proven(table);
}

TEST_CASE("a long campaign has checkpoints, and is rebuilt byte for byte by other workers [B-09] [R002-16]") {
  Table table;
  for (int i = 1; i <= 600; ++i) {
    const std::string text =
        i % 7 == 0 ? hurt(0) : R"({"op":"push","path":["log"],"value":)" + std::to_string(i) + "}";
    REQUIRE(table.turn("t-" + std::to_string(i), text) == "accepted " + std::to_string(i));
  }
  CHECK(table.shown()["checkpoints"].size() > 1);
  const std::string here = gavel::to_text(*table.campaigns().state("c", std::nullopt));
  table.reopen();
  CHECK(gavel::to_text(*table.campaigns().state("c", std::nullopt)) == here);
  check_proven(table);
}
