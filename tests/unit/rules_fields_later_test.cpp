// Attacks around the table of fields that come in two steps: what goes off later, and what is taken out of a
// bin. Each row is tried by the model, and again by the player.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;

namespace {

constexpr Actor kOutsiders[] = {Actor::kModel, Actor::kPlayer};
constexpr const char* kOpen = "  - {path: '**', write: [model, player, operator]}\nrecycle_bin: bin\n";

std::string all_of(const Played& played) {
  std::string all = played.verdict["warnings"].text() + played.verdict["feedback"].text();
  for (const auto& line : played.verdict["commands"].json)
    for (const char* part : {"code", "message", "hint", "result", "path"})
      if (line.contains(part)) all += line[part].dump() + " ";
  return all;
}

// What an operator does between an outsider's text and its time, and what stands after that for good.
struct Later {
  const char* state;
  const char* text;
  const char* meanwhile;  // by the operator
  const char* stays;      // in the state's text
};

void check_stays(const std::string& rules, std::initializer_list<Later> rows) {
  for (const Actor actor : kOutsiders) {
    for (const Later& row : rows) {
      CAPTURE(row.text);
      CAPTURE(row.meanwhile);
      Game game({}, "fields:\n" + rules, row.state);
      const std::string said = game.play(row.text, actor).said();
      CAPTURE(said);
      game.play(row.meanwhile, Actor::kOperator);
      game.now = "2025-09-20T09:30:00Z";
      Game again = game.restarted();
      CHECK(contains(again.play("[]", actor).data.text(), row.stays));
    }
  }
}

}  // namespace

TEST_CASE(
    "attack expire-described-pair: no way of setting a ttl takes a pair from the owner of a part of it") {
  const std::string rules = "  - {path: 'stats.*.hp', write: [operator]}\n" + std::string(kOpen) +
                            "described_pairs: [\"stats.*\", \"stats.*.in\"]\n";
  const char* bob = R"({"stats":{"bob":[{"hp":5,"name":"x"},"desc"]},"z":{"name":"y"},"l":[1]})";
  const char* stays = R"("hp":5)";
  check_stays(
      rules,
      {{bob, R"([{"verb":"set","path":["stats","bob"],"value":{"hp":5,"name":"x"},"options":{"ttl":1}}])",
        "[]", stays},
       {bob,
        R"([{"verb":"set","path":["stats","bob"],"value":[{"hp":5,"name":"z"},"d"],"options":{"ttl":1}}])",
        "[]", stays},
       {bob,
        R"([{"verb":"merge","path":["stats","bob"],"value":{"name":"y"},"options":{"ttl":1,"mergeStrategy":"deep"}}])",
        "[]", stays},
       {bob, R"([{"verb":"merge","path":["stats","bob",0],"value":{"name":"y"},"options":{"ttl":1}}])", "[]",
        stays},
       {bob,
        R"([{"verb":"set","path":["stats"],"value":{"bob":[{"hp":5,"name":"x"},"desc"]},"options":{"ttl":1}}])",
        "[]", stays},
       {bob, R"([{"verb":"merge","path":["stats"],"value":{"tom":[{},"t"]},"options":{"ttl":1}}])", "[]",
        stays},
       {bob,
        R"([{"verb":"merge","path":["stats","bob"],"value":{},"options":{"expiresAt":"2025-09-20T08:30:00Z"}}])",
        "[]", stays},
       {bob, R"([{"verb":"move","from":["stats","bob"],"path":["stats","bob"],"options":{"ttl":1}}])", "[]",
        stays},
       {bob, R"([{"verb":"copy","from":["z"],"path":["stats","bob"],"options":{"ttl":1}}])", "[]", stays},
       {bob, R"([{"verb":"merge","raw_path":"stats.bob","value":{},"options":{"ttl":1}}])", "[]", stays},
       {bob, R"([{"verb":"merge","raw_path":"/stats/bob/0","value":{},"options":{"ttl":1}}])", "[]", stays},
       {bob, R"([{"verb":"set","path":["stats","bob","name"],"value":"y","options":{"ttl":1}}])", "[]",
        stays},
       {bob, R"([{"verb":"insert","path":["stats","bob"],"value":{"age":1},"options":{"ttl":1}}])", "[]",
        stays},
       {bob, R"([{"verb":"insert","path":["stats"],"value":{"tom":[{},"t"]},"options":{"ttl":1}}])", "[]",
        stays},
       {bob, R"([{"verb":"set","path":["stats","bob",1],"value":"new","options":{"ttl":1}}])", "[]", stays},
       {R"({"stats":{"bob":[{"hp":5,"in":[{"a":1},"d"]},"desc"]}})",
        R"([{"verb":"merge","path":["stats","bob","in"],"value":{},"options":{"ttl":1}}])", "[]", stays},
       // Set on what was theirs alone, under what became a pair, or into one.
       {R"({"stats":{}})",
        R"([{"verb":"set","path":["stats","bob"],"value":[{"name":"x"},"d"],"options":{"ttl":1}}])",
        R"([{"verb":"set","path":["stats","bob","hp"],"value":5}])", stays},
       {R"({"stats":{},"l":[1]})",
        R"([{"verb":"set","path":["z"],"value":[{"name":"x"},"d"],"options":{"ttl":1}}])",
        R"([{"verb":"move","from":["z"],"path":["stats","bob"]},{"verb":"set","path":["stats","bob","hp"],"value":5}])",
        stays},
       {R"({"stats":{}})",
        R"([{"verb":"set","path":["stats","bob"],"value":{"name":"x"},"options":{"ttl":1}}])",
        R"([{"verb":"set","path":["stats","bob"],"value":[{"hp":5},"d"]},{"verb":"get","path":[]}])",
        stays}});
}

TEST_CASE("attack expire-later: a value that an operator added meanwhile stays, however the ttl was set") {
  const std::string rules =
      "  - {path: 'c.*.hp', write: [operator]}\n  - {path: 'c.*.s', write: [operator], read: [operator]}\n" +
      std::string(kOpen);
  const char* hp = R"([{"verb":"set","path":["c","bob","hp"],"value":77}])";
  const char* hidden = R"([{"verb":"set","path":["c","bob","s"],"value":77}])";
  for (const char* meanwhile : {hp, hidden})
    check_stays(
        rules,
        {{R"({"c":{}})", R"([{"verb":"ensure","path":["c","bob"],"value":{},"options":{"ttl":1}}])",
          meanwhile, "77"},
         {R"({"c":{}})", R"([{"verb":"merge","path":["c","bob"],"value":{"a":1},"options":{"ttl":1}}])",
          meanwhile, "77"},
         {R"({"c":{}})", R"([{"verb":"insert","path":["c"],"value":{"bob":{}},"options":{"ttl":1}}])",
          meanwhile, "77"},
         {R"({"c":{}})",
          R"([{"verb":"insert","path":["c"],"value":{"n":"bob"},"options":{"ttl":1,"uniqueBy":"n"}}])",
          meanwhile, "77"},
         {R"({"c":{},"z":{"a":1}})",
          R"([{"verb":"copy","from":["z"],"path":["c","bob"],"options":{"ttl":1}}])", meanwhile, "77"},
         {R"({"c":{},"z":{"a":1}})",
          R"([{"verb":"move","from":["z"],"path":["c","bob"],"options":{"ttl":1}}])", meanwhile, "77"},
         {R"({"c":{}})",
          R"([{"verb":"set","path":["c","bob"],"value":{},"options":{"expiresAt":"2025-09-20T08:30:00Z"}}])",
          meanwhile, "77"},
         {R"({})", R"([{"verb":"set","path":["c"],"value":{},"options":{"ttl":1}}])", meanwhile, "77"},
         {R"({})", R"([{"verb":"set","path":["c"],"value":{"bob":{}},"options":{"ttl":1}},
                       {"verb":"set","path":["c","bob"],"value":{},"options":{"ttl":2}}])",
          meanwhile, "77"},
         {R"({"c":{}})", R"([{"verb":"set","path":["t"],"value":{},"options":{"ttl":1}},
                             {"verb":"move","from":["t"],"path":["c","bob"]}])",
          meanwhile, "77"},
         {R"({"c":{"bob":{"a":[1]}}})",
          R"([{"verb":"push","path":["c","bob","a"],"value":2,"options":{"ttl":1}}])", meanwhile, "77"},
         {R"({"c":{}})", R"(<UpdateVariable>_.set('c.bob', {});</UpdateVariable>)", meanwhile, "77"}});
  check_stays(
      rules,
      {{R"({"c":{}})", R"([{"verb":"set","path":["z"],"value":{},"options":{"ttl":1}}])",
        R"([{"verb":"set","path":["z","k"],"value":{"_is_protected":true,"n":77}}])", "77"},
       {R"({"c":{}})", R"([{"verb":"set","path":["z"],"value":{"hp":1},"options":{"ttl":1}}])",
        R"([{"verb":"move","from":["z"],"path":["c","bob"]},{"verb":"set","path":["c","bob","hp"],"value":77}])",
        "77"}});
}

TEST_CASE("attack restore-hidden-bin: no recycle bin, entry or name of one reveals hidden values") {
  struct Row {
    const char* rows;
    const char* state;
    const char* text;
  };
  const char* sealed = "  - {path: 'bin.**', read: [operator]}\n";
  const char* held =
      "  - {path: 'bin.*.value.s', read: [operator]}\n  - {path: 'bin.*.path', read: [model, player, "
      "operator]}\n";
  const char* from = R"({"bin":{"x#1":{"value":{"s":"SECRET"},"path":["x"]}},"l":[1],"y":{}})";
  const Row rows[] = {
      {sealed, from, R"([{"verb":"restore","path":["bin","x#1"]}])"},
      {sealed, from, R"([{"verb":"restore","path":["x"]}])"},
      {sealed, from,
       R"([{"verb":"restore","path":["x"],"options":{"recycleBinKey":"bin","allowMissing":true}}])"},
      {sealed, from,
       R"([{"verb":"set","path":["bin","x#1","path"],"value":["y","x"]},{"verb":"restore","path":["y","x"]}])"},
      {sealed, from,
       R"([{"verb":"move","from":["bin"],"path":["b"]},{"verb":"restore","path":["b","x#1"],"options":{"recycleBinKey":"b"}}])"},
      {sealed, from,
       R"([{"verb":"copy","from":["bin","x#1"],"path":["b","x#1"]},{"verb":"restore","path":["x"],"options":{"recycleBinKey":"b"}}])"},
      {sealed, from,
       R"([{"verb":"delete","path":["bin"],"options":{"softDelete":true,"recycleBinKey":"b"}},{"verb":"restore","path":["bin"],"options":{"recycleBinKey":"b"}}])"},
      {sealed, from,
       R"([{"verb":"delete","path":["bin","x#1"],"options":{"softDelete":true,"recycleBinKey":"b"}}])"},
      {held, from, R"([{"verb":"restore","path":["bin","x#1"]}])"},
      {held, from,
       R"([{"verb":"set","path":["bin","x#1","path"],"value":["l",0]},{"verb":"restore","path":["bin","x#1"]}])"},
      {held, from,
       R"([{"verb":"set","path":["bin","x#1","path"],"value":["l",1]},{"verb":"restore","path":["l",1]}])"},
      {held, from,
       R"([{"verb":"merge","path":["bin","x#1"],"value":{"path":["y","z"]}},{"verb":"restore","path":["y","z"]}])"},
      {held, from,
       R"([{"verb":"move","from":["bin","x#1"],"path":["bin","x#2"]},{"verb":"restore","path":["x"]}])"},
      {held, from,
       R"([{"verb":"move","from":["bin","x#1"],"path":["b","x#1"]},{"verb":"restore","path":["x"],"options":{"recycleBinKey":"b"}}])"},
      {held, from, R"([{"verb":"move","from":["bin","x#1","value"],"path":["y","x"]}])"},
      {held,
       R"({"bin":{"x#1":{"value":[{"s":1}],"path":["x"]},"y#1":{"value":{"s":"SECRET"},"path":["bin","x#1","value",0]}}})",
       R"([{"verb":"restore","path":["bin","y#1"]},{"verb":"restore","path":["x"]}])"},
      {"  - {path: goal, read: [operator]}\n",
       R"({"goal":"SECRET","g":{"goal#1":{"value":1,"path":["goal"]}}})",
       R"([{"verb":"restore","path":["g","goal#1"],"options":{"recycleBinKey":"g"}},
           {"verb":"restore","path":["goal"],"options":{"recycleBinKey":"g"}}])"},
      {"  - {path: goal, read: [operator]}\n", R"({"goal":"SECRET"})",
       R"([{"verb":"delete","path":["goal"],"options":{"softDelete":true}},{"verb":"restore","path":["goal"]},{"verb":"get","path":["bin"]}])"},
      {"  - {path: 'v.*', read: [operator]}\n", R"({"v":{"SECRET#1":{"value":1,"path":["x"]}}})",
       R"([{"verb":"restore","path":["x"],"options":{"recycleBinKey":"v"}}])"},
  };
  for (const Actor actor : kOutsiders)
    for (const Row& row : rows) {
      CAPTURE(row.text);
      Game game({}, std::string("fields:\n") + row.rows + kOpen, row.state);
      std::string told = all_of(game.play(row.text, actor));
      told += all_of(game.play(R"([{"verb":"get","path":[]}])", actor));
      CAPTURE(told);
      CHECK_FALSE(contains(told, "SECRET"));
    }
}

TEST_CASE("attack restore-outside-root: no entry, however it was made, leads out of the root") {
  const char* const entries[] = {
      R"([{"verb":"set","path":["c","bin","x#1"],"value":{"value":6,"path":["host","v"]}}])",
      R"([{"verb":"set","path":["c","bin","x#1"],"value":{"value":6,"path":["host","new","deep"]}}])",
      R"([{"verb":"set","path":["c","bin","x#1"],"value":{"value":6,"path":["c2"]}}])",
      R"([{"verb":"set","path":["c","bin","x#1"],"value":{"value":6,"path":["c.v"]}}])",
      R"([{"verb":"set","path":["c","bin","x#1"],"value":{"value":6,"path":["host","list","-"]}}])",
      R"([{"verb":"merge","path":["c","bin"],"value":{"x#1":{"value":6,"path":["host","w"]}}}])",
      R"([{"verb":"merge","path":["c"],"value":{"bin":{"x#1":{"value":6,"path":["host","w"]}}},"options":{"mergeStrategy":"deep"}}])",
      R"([{"verb":"insert","path":["c","bin"],"value":{"x#1":{"value":6,"path":["host","w"]}}}])",
      R"([{"verb":"set","path":["c","e"],"value":{"value":6,"path":["host","w"]}},{"verb":"move","from":["c","e"],"path":["c","bin","x#1"]}])",
      R"([{"verb":"set","path":["c","e"],"value":{"value":6,"path":["host","w"]}},{"verb":"copy","from":["c","e"],"path":["c","bin","x#1"]}])",
      R"([{"verb":"delete","path":["c","old"],"options":{"softDelete":true}},{"verb":"set","path":["c","bin","old#1","path"],"value":["host","w"]},
          {"verb":"move","from":["c","bin","old#1"],"path":["c","bin","x#1"]}])",
      R"([{"verb":"set","raw_path":"c.bin.x#1","value":{"value":6,"path":["host","v"]}}])",
      R"(<UpdateVariable>_.set('c.bin["x#1"]', {"value":6,"path":["host","v"]});</UpdateVariable>)"};
  const char* const ways[] = {
      R"([{"verb":"restore","path":["c","bin","x#1"]}])",
      R"([{"verb":"restore","path":["host","v"]},{"verb":"restore","path":["host","w"]}])",
      R"([{"verb":"restore","path":["c","bin","x#1"],"options":{"recycleBinKey":["c","bin"]}}])",
      R"([{"verb":"restore","path":["x#1"],"options":{"recycleBinKey":["host"]}}])"};
  for (const char* entry : entries)
    for (const char* way : ways) {
      CAPTURE(entry);
      CAPTURE(way);
      Game game({}, "root: c\nrecycle_bin: c.bin", R"({"c":{"bin":{},"old":1},"host":{"v":1,"list":[1]}})");
      game.play(entry);
      const Played played = game.play(way);
      CHECK(played.data["host"] == R"({"v":1,"list":[1]})");
      CHECK_FALSE(played.data["c2"].there);
      CHECK_FALSE(played.data["c.v"].there);
    }
}
