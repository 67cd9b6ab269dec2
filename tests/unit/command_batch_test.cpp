// Several commands in one text: each alone, or all or nothing.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("one failing command undoes itself and no other [R000-18]") {
  const Judged judged = judge(R"({"a":1,"l":[1]})",
                              R"([{"verb":"add","path":["a"],"value":1},
                                  {"verb":"merge","path":["l"],"value":{"x":1}},
                                  {"verb":"push","path":["l"],"value":2}])");
  CHECK(judged.said == "applied, rejected type.mismatch, applied");
  CHECK(judged.data == R"({"a":2,"l":[1,2]})");
  CHECK(judged.changes.size() == 2);
}

TEST_CASE("a command that fails halfway leaves no trace [R000-18]") {
  check_rows({
      {"at a later member", R"({"m":{"a":1}})",
       R"({"verb":"merge","path":["m"],"value":{"a":2,"new":{"x":1},"__proto__":1}})",
       "rejected path.forbidden"},
      {"after creating parents", "{}",
       R"({"verb":"set","path":["a","b","c"],"value":1,"options":{"expect":{"equals":2},"ttl":60,"idempotencyKey":"k"}})",
       "rejected expect.failed"},
      {"after filling the bin", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"expect":{"exists":true}}})",
       "rejected expect.failed"},
      {"after taking the node out", R"({"a":{"x":1},"l":[]})",
       R"({"verb":"move","from":["a"],"path":["l",5]})", "rejected path.invalid"},
      {"after popping", R"({"l":[1]})", R"({"verb":"pop","path":["l"],"options":{"expect":{"length":5}}})",
       "rejected expect.failed", nullptr, "nothing"},
  });
}

TEST_CASE("each command sees the document as the one before left it [R000-18]") {
  const Judged judged =
      judge("{}", R"([{"verb":"set","path":["a"],"value":1},{"verb":"add","path":["a"],"value":1},
                                        {"verb":"get","path":["a"]},{"verb":"delete","path":["a"]},
                                        {"verb":"get","path":["a"]}])");
  CHECK(judged.said == "applied, applied, applied, applied, rejected path.unknown");
  CHECK(judged.result(2) == "2");
}

TEST_CASE("transaction: true on any command makes the batch all or nothing [R000-18]") {
  const char* const state = R"({"a":1,"l":[1]})";
  struct Case {
    const char* name;
    const char* first;
    const char* second;
    const char* third;
  };
  const char* const on = R"(,"options":{"transaction":true})";
  for (const Case& item : {Case{"on the first", on, "", ""}, Case{"on the culprit", "", on, ""},
                           Case{"on the last", "", "", on}, Case{"on all", on, on, on}}) {
    SUBCASE(item.name) {
      const Judged judged =
          judge(state, R"([{"verb":"set","path":["a"],"value":5)" + std::string(item.first) +
                           R"(},{"verb":"add","path":["nothing"],"value":1)" + item.second +
                           R"(},{"verb":"push","path":["l"],"value":2)" + item.third + "}]");
      CHECK(judged.said == "rejected batch.rolled_back, rejected path.unknown, rejected batch.rolled_back");
      CHECK(judged.data == state);
      CHECK(judged.meta == "{}");
      CHECK(judged.changes == "[]");
      CHECK(contains(judged.message(0), "command 1"));
      CHECK(contains(judged.message(2), "command 1"));
      CHECK_FALSE(contains(judged.message(1), "command 1"));
      CHECK(judged.commands[0]["effects"] == "nothing");
    }
  }
}

TEST_CASE("without a failure a transaction keeps everything [R000-18]") {
  const Judged judged = judge(R"({"a":1})",
                              R"([{"verb":"set","path":["a"],"value":2,"options":{"transaction":true}},
                                  {"verb":"set","path":["b"],"value":3}])");
  CHECK(judged.said == "applied, applied");
  CHECK(judged.data == R"({"a":2,"b":3})");
}

TEST_CASE("skipped and duplicate commands do not fail a transaction [R000-18]") {
  const Judged judged = judge(R"({"a":1,"l":[1]})",
                              R"([{"verb":"set","path":["b"],"value":2,"options":{"transaction":true}},
                                  {"verb":"ensure","path":["a"],"value":9},
                                  {"verb":"push","path":["l"],"value":1,"options":{"dedupe":true}}])");
  CHECK(judged.said == "applied, skipped precondition.exists, duplicate precondition.unique");
  CHECK(judged.data == R"({"a":1,"l":[1],"b":2})");
}

TEST_CASE("the first rejected command is named as the cause, and later ones are not tried [R000-18]") {
  const Judged judged = judge(R"({"l":[1]})",
                              R"([{"verb":"pop","path":["l"],"options":{"transaction":true}},
                                  {"verb":"get","path":["x"]},{"verb":"get","path":["y"]}])");
  CHECK(judged.said == "rejected batch.rolled_back, rejected path.unknown, rejected batch.rolled_back");
  CHECK(contains(judged.message(2), "command 1"));
  CHECK(judged.result(0) == "nothing");
  CHECK(judged.data == R"({"l":[1]})");
}

TEST_CASE("a command that cannot be read fails its transaction [R000-18]") {
  const char* const state = R"({"a":1})";
  SUBCASE("the transaction stands on another command") {
    const Judged judged =
        judge(state, R"([{"verb":"set","path":["a"],"value":2,"options":{"transaction":true}},
                                           {"verb":"sett","path":["b"],"value":3}])");
    CHECK(judged.said == "rejected batch.rolled_back, rejected parse.malformed");
    CHECK(judged.data == state);
    CHECK(contains(judged.message(0), "command 1"));
  }
  SUBCASE("the transaction stands on the one that cannot be read") {
    const Judged judged = judge(state, R"([{"verb":"set","path":["a"],"value":2},
                                           {"verb":"set","path":["b"],"options":{"transaction":true}},
                                           {"verb":"set","path":["c"],"value":3}])");
    CHECK(judged.said == "rejected batch.rolled_back, rejected parse.malformed, rejected batch.rolled_back");
    CHECK(judged.data == state);
  }
  SUBCASE("one that comes after the culprit is rolled back like the others") {
    const Judged judged =
        judge(state, R"([{"verb":"get","path":["q"],"options":{"transaction":true}},{"verb":"sett"}])");
    CHECK(judged.said == "rejected path.unknown, rejected batch.rolled_back");
  }
  SUBCASE("without a transaction the others go on") {
    const Judged judged = judge(state, R"([{"verb":"sett"},{"verb":"set","path":["a"],"value":2}])");
    CHECK(judged.said == "rejected parse.malformed, applied");
  }
}

TEST_CASE("a rolled-back transaction leaves no key, expiry or number behind [R000-18] [R000-11]") {
  Table table(R"({"a":1,"v":{"__version":1}})");
  const std::string text =
      R"([{"verb":"set","path":["b"],"value":2,"options":{"transaction":true,"idempotencyKey":"k","ttl":60}},
                               {"verb":"delete","path":["a"],"options":{"softDelete":true}},
                               {"verb":"set","path":["v","x"],"value":1},)";
  CHECK(contains(table.turn(text + R"({"verb":"get","path":["q"]}])").said, "batch.rolled_back"));
  CHECK(table.meta() == "{}");
  CHECK(table.data() == R"({"a":1,"v":{"__version":1}})");
  CHECK(table.turn(text + R"({"verb":"get","path":["v"]}])").said == "applied, applied, applied, applied");
  CHECK(table.data()["v"] == R"({"__version":2,"x":1})");
}

TEST_CASE(
    "a value that expired at the start of the turn stays deleted when the transaction fails [R000-13]") {
  Table table("{}");
  table.turn(R"({"verb":"set","path":["buff"],"value":1,"options":{"ttl":60}})");
  const Judged judged =
      table.turn(R"({"verb":"get","path":["q"],"options":{"transaction":true}})", at("2025-09-20T09:00:00Z"));
  CHECK(judged.data == "{}");
  CHECK(judged.changes.size() == 1);
}

TEST_CASE("a single command needs no array around it") {
  CHECK(judge("{}", R"({"verb":"set","path":["a"],"value":1})").said == "applied");
  CHECK(judge("{}", R"([{"verb":"set","path":["a"],"value":1}])").said == "applied");
  CHECK(judge("{}", "[]").said.empty());
}

TEST_CASE("undoing and redoing a turn restores the very same document [R000-18]") {
  Table table(R"({"a":{"x":1,"y":2},"l":[1,2,3],"__version":1})");
  const Judged judged = table.turn(R"([{"verb":"merge","path":["a"],"value":{"x":5,"z":{}}},
                                       {"verb":"splice","path":["l"],"value":[0,2,9]},
                                       {"verb":"delete","path":["a","y"],"options":{"softDelete":true}},
                                       {"verb":"move","from":["l"],"path":["a","l"]},
                                       {"verb":"push","path":["log"],"value":1,"options":{"ttl":5,"idempotencyKey":"k"}}])");
  CHECK(judged.said == "applied, applied, applied, applied, applied");
  table.undo();
  CHECK(table.data().text() == R"({"a":{"x":1,"y":2},"l":[1,2,3],"__version":1})");
  CHECK(table.meta() == "{}");
  table.redo();
  CHECK(table.data().text() == judged.data.text());
  CHECK(table.meta() == judged.meta);
}

}  // namespace
}  // namespace gavel::testing
