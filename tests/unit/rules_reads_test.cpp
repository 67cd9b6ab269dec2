// Who may not read a place learns nothing of it.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;

namespace {

constexpr const char* kFields =
    "fields:\n"
    "  - {path: goal, read: [operator]}\n"
    "  - {path: people.*.secret, read: [operator]}\n"
    "recycle_bin: bin\n";
constexpr const char* kReadState =
    R"({"goal":{"text":"the butler did it","n":42},"people":{"li":{"name":"Li","secret":"spy","age":30}},)"
    R"("list":[{"name":"a"}],"free":{}})";

Game read_table() { return Game({}, kFields, kReadState); }

}  // namespace

TEST_CASE("a model learns nothing of a place that it may not read, whatever it asks with") {
  const char* const asking[] = {
      R"([{"verb":"get","path":["goal"]}])",
      R"([{"verb":"get","path":["goal","n"]}])",
      R"([{"verb":"get","raw_path":"goal.nothing"}])",
      R"([{"verb":"test","path":["goal","n"],"value":42}])",
      R"([{"verb":"test","path":["goal","n"],"value":41}])",
      R"([{"verb":"test","path":[],"value":{}}])",
      R"([{"verb":"set","path":["goal","n"],"value":1,"options":{"ifEquals":7}}])",
      R"([{"verb":"set","path":["goal","n"],"value":1,"expect_old":42}])",
      R"([{"verb":"add","path":["goal","n"],"value":0,"options":{"expect":{"max":41}}}])",
      R"([{"verb":"copy","from":["goal"],"path":["free","g"]}])",
      R"([{"verb":"move","from":["goal","text"],"path":["free","g"]}])",
      R"([{"verb":"copy","from":["people"],"path":["free","p"]}])",
      R"([{"verb":"delete","path":["people","li"],"options":{"softDelete":true}}])",
      "_.set('goal.n', 7, 8);",
      R"(<JSONPatch>[{"op":"test","path":"/goal/n","value":42}]</JSONPatch>)",
  };
  for (const char* text : asking) {
    CAPTURE(text);
    for (const Actor actor : {Actor::kModel, Actor::kPlayer}) {
      Game game = read_table();
      const Played played = game.play(text, actor);
      CHECK(played.said() == "rejected authority.denied");
      CHECK(contains(played.message(), "may not read"));
      for (const char* secret : {"butler", "42", "spy"}) CHECK_FALSE(contains(played.message(), secret));
      CHECK(played.data == kReadState);
    }
  }
}

TEST_CASE("a container is returned without the members that may not be read") {
  Game game = read_table();
  CHECK(game.play(R"([{"verb":"get","path":["people"]}])").verdict["commands"][0]["result"] ==
        R"({"li":{"name":"Li","age":30}})");
  const Played all = game.play(R"([{"verb":"get","path":[]}])");
  CHECK_FALSE(contains(all.verdict["commands"][0]["result"].text(), "butler"));
  CHECK(contains(all.verdict["commands"][0]["result"].text(), R"("free":{})"));
}

TEST_CASE("the reason of a refusal at a hidden place is not given, and no hint names one") {
  Game game = read_table();
  Played played = game.play(R"([{"verb":"insert","path":["goal","text"],"value":"x"}])");
  CHECK(played.said().starts_with("rejected"));
  CHECK_FALSE(contains(played.message(), "butler"));
  played = game.play(R"([{"verb":"add","path":["goal","text"],"value":1}])");
  CHECK(played.said().starts_with("rejected"));
  CHECK(contains(played.message(), "may not read"));
  CHECK_FALSE(contains(played.message(), "butler"));
  played = game.play(R"([{"verb":"add","path":["goap"],"value":1}])");
  CHECK_FALSE(contains(played.message(), "goal"));
}

TEST_CASE("a hidden value moves with its container to a place that is hidden too, and others may read all") {
  Game game = read_table();
  CHECK(game.play("_.move('people.li', 'people.wang');").said() == "applied");
  CHECK(game.play(R"([{"verb":"get","path":["goal","n"]}])", Actor::kOperator)
            .verdict["commands"][0]["result"] == "42");
  CHECK(game.play(R"([{"verb":"set","path":["people","wang","age"],"value":31,"expect_old":30}])").said() ==
        "applied");
}
