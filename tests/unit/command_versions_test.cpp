// `__version`, which the host keeps, and idempotency keys.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("ifVersion compares with the nearest object that has a version [R000-10]") {
  const char* const state = R"({"__version":7,"a":{"__version":3,"b":{"c":1}},"d":1})";
  const auto said = [&](const char* path, const char* version) {
    return judge(state, R"({"verb":"get","path":)" + std::string(path) + R"(,"options":{"ifVersion":)" +
                            version + "}}")
        .said;
  };
  CHECK(said(R"(["a","b","c"])", "3") == "applied");
  CHECK(said(R"(["a","b","c"])", "7") == "rejected precondition.version");
  CHECK(said(R"(["a"])", "3") == "applied");
  CHECK(said(R"(["a","b"])", "2") == "rejected precondition.version");
  CHECK(said(R"(["d"])", "7") == "applied");
  CHECK(said("[]", "7") == "applied");
  CHECK(said(R"(["a","x","y"])", "3") == "rejected path.unknown");
  CHECK(judge(R"({"a":1})", R"({"verb":"get","path":["a"],"options":{"ifVersion":0}})").said == "applied");
  CHECK(judge(R"({"a":1})", R"({"verb":"get","path":["a"],"options":{"ifVersion":1}})").said ==
        "rejected precondition.version");
  const Judged judged =
      judge(state, R"({"verb":"set","path":["a","b"],"value":1,"options":{"ifVersion":2}})");
  CHECK(contains(judged.message(), "3"));
  CHECK(contains(judged.message(), "2"));
  CHECK(judged.data == state);
}

TEST_CASE("anything but an integer from 0 is not a version [R000-10]") {
  for (const char* version : {R"("3")", "3.5", "-1", "-2", "null", "true", "[3]"}) {
    SUBCASE(version) {
      const std::string state = R"({"__version":5,"a":{"__version":)" + std::string(version) + R"(,"x":1}})";
      const Judged judged =
          judge(state, R"({"verb":"set","path":["a","x"],"value":2,"options":{"ifVersion":5}})");
      CHECK(judged.said == "applied");
      CHECK(judged.data["__version"] == "6");
      CHECK(judged.data["a"]["__version"] == version);
    }
  }
}

TEST_CASE("a version can be at most 2^64-2 [R000-10]") {
  Table table(R"({"__version":18446744073709551614,"a":1})");
  CHECK(table.turn(R"({"verb":"set","path":["a"],"value":2,"options":{"ifVersion":18446744073709551614}})")
            .said == "applied");
  CHECK(table.data()["__version"] == "18446744073709551615");
  CHECK(table.turn(R"({"verb":"set","path":["a"],"value":3,"options":{"ifVersion":0}})").said == "applied");
  CHECK(table.data() == R"({"__version":18446744073709551615,"a":3})");
}

TEST_CASE("of two writers with the same version the second is refused [R000-10]") {
  Table table(R"({"npc":{"__version":3,"mood":1}})");
  const std::string command = R"({"verb":"add","path":["npc","mood"],"value":1,"options":{"ifVersion":3}})";
  CHECK(table.turn(command).said == "applied");
  CHECK(table.turn(command).said == "rejected precondition.version");
  CHECK(table.data() == R"({"npc":{"__version":4,"mood":2}})");
  table.turn(R"([{"verb":"set","path":["npc","mood"],"value":0,"options":{"ifVersion":4}},
                 {"verb":"set","path":["npc","mood"],"value":9,"options":{"ifVersion":5}}])");
  CHECK(table.data() == R"({"npc":{"__version":6,"mood":9}})");
}

TEST_CASE("every applied write raises the nearest version by one, and no other [R000-10]") {
  const char* const state =
      R"({"__version":1,"a":{"__version":1,"x":1,"m":{},"l":[3,4]},"b":{"__version":1,"y":1}})";
  const auto versions = [&](const char* command) {
    const Judged judged = judge(state, command);
    CHECK(judged.said == "applied");
    return judged.data["__version"].text() + judged.data["a"]["__version"].text() +
           judged.data["b"]["__version"].text();
  };
  CHECK(versions(R"({"verb":"set","path":["a","x"],"value":2})") == "121");
  CHECK(versions(R"({"verb":"set","path":["a","x"],"value":1})") == "121");
  CHECK(versions(R"({"verb":"merge","path":["a"],"value":{"x":2}})") == "121");
  CHECK(versions(R"({"verb":"ensure","path":["a","n"],"value":2})") == "121");
  CHECK(versions(R"({"verb":"add","path":["a","x"],"value":2})") == "121");
  CHECK(versions(R"({"verb":"insert","path":["a","m"],"value":{"k":1}})") == "121");
  CHECK(versions(R"({"verb":"push","path":["a","l"],"value":2})") == "121");
  CHECK(versions(R"({"verb":"pop","path":["a","l"]})") == "121");
  CHECK(versions(R"({"verb":"pull","path":["a","l"],"value":3})") == "121");
  CHECK(versions(R"({"verb":"splice","path":["a","l"],"value":[0,1]})") == "121");
  CHECK(versions(R"({"verb":"delete","path":["a","x"]})") == "121");
  CHECK(versions(R"({"verb":"delete","path":["a","l",0]})") == "121");
  CHECK(versions(R"({"verb":"delete","path":["a","l"],"options":{"all":true}})") == "121");
  CHECK(versions(R"({"verb":"set","path":["c"],"value":2})") == "211");
  CHECK(versions(R"({"verb":"copy","from":["a","x"],"path":["b","x"]})") == "112");
  CHECK(versions(R"({"verb":"move","from":["a","x"],"path":["b","x"]})") == "122");
  CHECK(versions(R"({"verb":"move","from":["a","x"],"path":["a","z"]})") == "121");
  CHECK(versions(R"({"verb":"get","path":["a","x"]})") == "111");
  CHECK(versions(R"({"verb":"test","path":["a","x"],"value":1})") == "111");
}

TEST_CASE("a removed place raises the version of its parent [R000-10]") {
  check_rows({
      {"delete of an object with a version", R"({"__version":1,"a":{"__version":5}})",
       R"({"verb":"delete","path":["a"]})", "applied", R"({"__version":2})"},
      {"move of an object with a version", R"({"__version":1,"a":{"__version":5,"x":1}})",
       R"({"verb":"move","from":["a"],"path":["b"]})", "applied", R"({"__version":2,"b":{"x":1}})"},
      {"delete all counts by the place itself", R"({"__version":1,"a":{"__version":5,"l":[1]}})",
       R"({"verb":"delete","path":["a","l"],"options":{"all":true}})", "applied",
       R"({"__version":1,"a":{"__version":6,"l":[]}})"},
      {"delete all leaves the version standing", R"({"a":{"__version":5,"x":1}})",
       R"({"verb":"delete","path":["a"],"options":{"all":true}})", "applied", R"({"a":{"__version":6}})"},
      {"an element of an array of versions", R"({"l":[{"__version":1},{"__version":5}],"__version":2})",
       R"({"verb":"delete","path":["l",0]})", "applied", R"({"l":[{"__version":5}],"__version":3})"},
      {"move of an element: the next one takes its index, not its raise",
       R"({"__version":1,"l":[{"x":1},{"__version":5}],"b":{}})",
       R"({"verb":"move","from":["l",0],"path":["b","x"]})", "applied",
       R"({"__version":2,"l":[{"__version":5}],"b":{"x":{"x":1}}})"},
      {"a place inside an element", R"({"__version":1,"l":[{},{"__version":5,"x":1}]})",
       R"({"verb":"set","path":["l",1,"x"],"value":2})", "applied",
       R"({"__version":1,"l":[{},{"__version":6,"x":2}]})"},
      {"move onto itself raises here and above", R"({"__version":1,"a":{"__version":5}})",
       R"({"verb":"move","from":["a"],"path":["a"]})", "applied", R"({"__version":2,"a":{"__version":6}})"},
      {"restore counts by the place it came back to",
       R"({"__version":1,"a":{"__version":1},"bin":{"__version":1,"x#1":{"value":1,"path":["a","x"],"time":""}}})",
       R"({"verb":"restore","path":["bin","x#1"],"options":{"recycleBinKey":"bin"}})", "applied",
       R"({"__version":1,"a":{"__version":2,"x":1},"bin":{"__version":1}})"},
  });
}

TEST_CASE(
    "commands that were not applied raise no version, and none is created where there is none [R000-10]") {
  check_rows({
      {"rejected", R"({"__version":1,"a":1})", R"({"verb":"add","path":["a"],"value":"x"})",
       "rejected type.mismatch"},
      {"skipped", R"({"__version":1,"a":1})", R"({"verb":"ensure","path":["a"],"value":2})",
       "skipped precondition.exists"},
      {"duplicate", R"({"__version":1,"l":[1]})",
       R"({"verb":"push","path":["l"],"value":1,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"none there", R"({"a":{"x":1}})", R"({"verb":"set","path":["a","x"],"value":2})", "applied",
       R"({"a":{"x":2}})"},
  });
}

TEST_CASE("writing a value does not remove a version [R000-10]") {
  check_rows({
      {"set of the object", R"({"a":{"__version":3,"x":1}})",
       R"({"verb":"set","path":["a"],"value":{"y":2}})", "applied", R"({"a":{"__version":4,"y":2}})"},
      {"set of its parent", R"({"a":{"b":{"__version":3,"x":1}}})",
       R"({"verb":"set","path":["a"],"value":{"b":{"y":2}}})", "applied",
       R"({"a":{"b":{"__version":3,"y":2}}})"},
      {"set of the root", R"({"__version":1,"a":{"__version":3}})",
       R"({"verb":"set","path":[],"value":{"a":{}}})", "applied", R"({"__version":2,"a":{"__version":3}})"},
      {"merge, shallow", R"({"a":{"b":{"__version":3,"x":1}}})",
       R"({"verb":"merge","path":["a"],"value":{"b":{"y":2}}})", "applied",
       R"({"a":{"b":{"__version":3,"y":2}}})"},
      {"a move over it", R"({"a":{"__version":3},"b":{"x":1}})",
       R"({"verb":"move","from":["b"],"path":["a"]})", "applied", R"({"a":{"__version":4,"x":1}})"},
      {"the place became no object", R"({"a":{"__version":3}})", R"({"verb":"set","path":["a"],"value":5})",
       "applied", R"({"a":5})"},
      {"copy carries none along", R"({"a":{"__version":3,"x":{"__version":1,"l":[{"__version":9}]}}})",
       R"({"verb":"copy","from":["a"],"path":["b"]})", "applied",
       R"({"a":{"__version":3,"x":{"__version":1,"l":[{"__version":9}]}},"b":{"x":{"l":[{}]}}})"},
  });
}

TEST_CASE("model and player cannot write a version [R000-10]") {
  const char* const state =
      R"({"a":{"__version":3,"x":{"__version":1},"l":[{"__version":2}]},"l":[],"m":{},"s":[0,0,{"__version":6}]})";
  for (const Actor actor : {Actor::kModel, Actor::kPlayer}) {
    for (const char* command : {
             R"({"verb":"set","path":["a","__version"],"value":9})",
             R"({"verb":"set","path":["a","__version"],"value":3})",
             R"({"verb":"set","raw_path":"a.__version","value":9})",
             R"({"verb":"add","path":["a","__version"],"value":1})",
             R"({"verb":"delete","path":["a","__version"]})",
             R"({"verb":"ensure","path":["m","__version"],"value":9})",
             R"({"verb":"set","path":["m","__version","x"],"value":9})",
             R"({"verb":"move","from":["a","__version"],"path":["m","v"]})",
             R"({"verb":"copy","from":["a","__version"],"path":["m","v"]})",
             R"({"verb":"copy","from":["m"],"path":["a","__version"]})",
             R"({"verb":"set","path":["a"],"value":{"__version":4}})",
             R"({"verb":"set","path":["m"],"value":{"__version":0}})",
             R"({"verb":"set","path":["a"],"value":{"x":{"__version":2}}})",
             R"({"verb":"merge","path":["a"],"value":{"__version":4}})",
             R"({"verb":"merge","path":["a"],"value":{"l":[{"__version":3}]}})",
             R"({"verb":"ensure","path":["n"],"value":{"__version":1}})",
             R"({"verb":"insert","path":["m"],"value":{"k":{"__version":1}}})",
             R"({"verb":"insert","path":["a"],"value":{"__version":3,"k":1},"options":{"dedupe":true}})",
             R"({"verb":"splice","path":["s"],"value":[0,0,{"__version":6}]})",
             R"({"verb":"push","path":["l"],"value":{"__version":1}})",
             R"({"verb":"push","path":["l"],"value":[{"__version":1}]})",
             R"({"verb":"splice","path":["l"],"value":[0,0,{"__version":1}]})",
             R"({"verb":"pull","path":["l"],"value":{"__version":1}})",
         }) {
      SUBCASE(command) {
        const Judged judged = judge(state, command, by(actor));
        CHECK(judged.said == "rejected authority.denied");
        CHECK(contains(judged.message(), "__version"));
        CHECK(judged.data == state);
      }
    }
  }
}

TEST_CASE("a version in a value is accepted if it is the current one [R000-10]") {
  check_rows({
      {"set", R"({"a":{"__version":3,"x":1}})",
       R"({"verb":"set","path":["a"],"value":{"__version":3,"x":2}})", "applied",
       R"({"a":{"__version":4,"x":2}})"},
      {"merge", R"({"a":{"b":{"__version":3}}})",
       R"({"verb":"merge","path":["a"],"value":{"b":{"__version":3.0,"x":1}}})", "applied",
       R"({"a":{"b":{"__version":3,"x":1}}})"},
      {"in an array", R"({"a":{"l":[{"__version":2}]}})",
       R"({"verb":"set","path":["a"],"value":{"l":[{"__version":2,"x":1}]}})", "applied",
       R"({"a":{"l":[{"__version":2,"x":1}]}})"},
      {"ensure of what stands there", R"({"a":{"__version":3}})",
       R"({"verb":"ensure","path":["a"],"value":{"__version":3}})", "skipped precondition.exists"},
      {"reading one", R"({"a":{"__version":3}})", R"({"verb":"get","path":["a","__version"]})", "applied",
       nullptr, "3"},
      {"testing one", R"({"a":{"__version":3}})", R"({"verb":"test","path":["a"],"value":{"__version":3}})",
       "applied"},
  });
}

TEST_CASE("other actors may write a version, and it is stored as written [R000-10]") {
  check_rows(
      {
          {"by its path", R"({"__version":1,"a":{"__version":3}})",
           R"({"verb":"set","path":["a","__version"],"value":9})", "applied",
           R"({"__version":1,"a":{"__version":9}})"},
          {"in the value", R"({"a":{"__version":3}})",
           R"({"verb":"set","path":["a"],"value":{"__version":9}})", "applied", R"({"a":{"__version":9}})"},
          {"where there was none", R"({"__version":1,"a":{}})",
           R"({"verb":"set","path":["a"],"value":{"__version":0}})", "applied",
           R"({"__version":1,"a":{"__version":0}})"},
          {"deeper in the value it is not the one raised", R"({"__version":1})",
           R"({"verb":"set","path":["a"],"value":{"b":{"__version":4}}})", "applied",
           R"({"__version":2,"a":{"b":{"__version":4}}})"},
          {"inserted as a member", R"({"m":{}})",
           R"({"verb":"insert","path":["m"],"value":{"__version":7,"x":1}})", "applied",
           R"({"m":{"__version":7,"x":1}})"},
          {"in a value that entered below the place", R"({"m":{"__version":3}})",
           R"({"verb":"insert","path":["m"],"value":{"id":"x","__version":7},"options":{"uniqueBy":"id"}})",
           "applied", R"({"m":{"__version":4,"x":{"id":"x","__version":7}}})"},
          {"other writes raise as ever", R"({"a":{"__version":3,"x":1}})",
           R"({"verb":"set","path":["a","x"],"value":2})", "applied", R"({"a":{"__version":4,"x":2}})"},
          {"taken away by its path", R"({"__version":1,"a":{"__version":3,"x":1}})",
           R"({"verb":"delete","path":["a","__version"]})", "applied", R"({"__version":2,"a":{"x":1}})"},
      },
      by(Actor::kOperator));
}

TEST_CASE("the same key and path again is a duplicate, within a turn and across turns [R000-11]") {
  Table table(R"({"gold":10,"silver":10})");
  const std::string pay = R"({"verb":"add","path":["gold"],"value":-3,"options":{"idempotencyKey":"pay-1"}})";
  const Judged first = table.turn("[" + pay + "," + pay + "]");
  CHECK(first.said == "applied, duplicate precondition.unique");
  CHECK(contains(first.message(1), "pay-1"));
  CHECK(table.turn(pay).said == "duplicate precondition.unique");
  CHECK(table.data() == R"({"gold":7,"silver":10})");
  SUBCASE("another path is another command") {
    CHECK(table.turn(R"({"verb":"add","path":["silver"],"value":-3,"options":{"idempotencyKey":"pay-1"}})")
              .said == "applied");
  }
  SUBCASE("another key is another command") {
    CHECK(table.turn(R"({"verb":"add","path":["gold"],"value":-3,"options":{"idempotencyKey":"pay-2"}})")
              .said == "applied");
    CHECK(table.turn(pay).said == "duplicate precondition.unique");
  }
  SUBCASE("the path counts as the document reads it, and the verb does not count") {
    CHECK(table.turn(R"({"verb":"set","raw_path":"gold","value":0,"options":{"idempotencyKey":"pay-1"}})")
              .said == "duplicate precondition.unique");
    CHECK(table.turn(R"({"verb":"set","raw_path":"/gold","value":0,"options":{"idempotencyKey":"pay-1"}})")
              .said == "duplicate precondition.unique");
  }
  SUBCASE("it is carried from file to file") {
    Table later(table.data().text(), table.meta().text());
    CHECK(later.turn(pay).said == "duplicate precondition.unique");
  }
  SUBCASE("it comes before the conditions") {
    CHECK(
        table
            .turn(
                R"({"verb":"add","path":["gold"],"value":1,"options":{"idempotencyKey":"pay-1","ifMissing":true}})")
            .said == "duplicate precondition.unique");
  }
}

TEST_CASE("an idempotency key rolls back with its turn [R000-11]") {
  Table table(R"({"gold":10})");
  const std::string pay = R"({"verb":"add","path":["gold"],"value":-3,"options":{"idempotencyKey":"pay-1"}})";
  table.turn(pay);
  table.undo();
  CHECK(table.meta() == "{}");
  CHECK(table.turn(pay).said == "applied");
  CHECK(table.data() == R"({"gold":7})");
}

TEST_CASE("only an applied command records its idempotency key [R000-11]") {
  Table table(R"({"a":"text"})");
  const auto said = [&](const char* verb, const char* more) {
    return table
        .turn(R"({"verb":")" + std::string(verb) +
              R"(","path":["a"],"value":1,"options":{"idempotencyKey":"k")" + more + "}}")
        .said;
  };
  CHECK(said("add", "") == "rejected type.mismatch");
  CHECK(said("set", R"(,"ifMissing":true)") == "skipped precondition.exists");
  CHECK(said("set", R"(,"expect":{"equals":2})") == "rejected expect.failed");
  CHECK(said("set", R"(,"transaction":true)") == "applied");
  CHECK(said("set", "") == "duplicate precondition.unique");
}

TEST_CASE("a reading command records its key as well [R000-11]") {
  Table table(R"({"a":1})");
  const std::string get = R"({"verb":"get","path":["a"],"options":{"idempotencyKey":"k"}})";
  CHECK(table.turn(get).said == "applied");
  CHECK(table.turn(get).said == "duplicate precondition.unique");
}

}  // namespace
}  // namespace gavel::testing
