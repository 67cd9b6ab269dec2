// ttl and expiresAt: places that go by themselves.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kNow = "2025-09-20T08:00:00Z";
constexpr const char* kNothing = "[]";

Asking later(const char* time) { return at(time); }

// Whether the place of `key` stands at a time, looking with a turn that does nothing.
bool stands(Table& table, const char* time, const char* key) {
  table.turn(kNothing, at(time));
  return table.data()[key].there;
}

TEST_CASE("a place with ttl is removed at the first turn whose clock has reached the time [R000-13]") {
  Table table("{}");
  CHECK(table.turn(R"({"verb":"set","path":["buff"],"value":5,"options":{"ttl":60}})", at(kNow)).said ==
        "applied");
  CHECK(table.data() == R"({"buff":5})");
  CHECK(stands(table, "2025-09-20T08:00:59.999Z", "buff"));
  CHECK_FALSE(stands(table, "2025-09-20T08:01:00Z", "buff"));
  CHECK(table.meta()["expires"]["/buff"] == "nothing");
}

TEST_CASE("ttl may be a fraction of a second [R000-13]") {
  Table table("{}");
  table.turn(R"({"verb":"set","path":["buff"],"value":5,"options":{"ttl":0.5}})", at(kNow));
  CHECK(stands(table, "2025-09-20T08:00:00.499Z", "buff"));
  CHECK_FALSE(stands(table, "2025-09-20T08:00:00.500Z", "buff"));
}

TEST_CASE("a place with expiresAt is removed at that time, whatever the zone [R000-13]") {
  Table table("{}");
  table.turn(
      R"({"verb":"set","path":["buff"],"value":5,"options":{"expiresAt":"2025-09-20T17:00:00+08:00"}})",
      at(kNow));
  CHECK(stands(table, "2025-09-20T08:59:59Z", "buff"));
  CHECK_FALSE(stands(table, "2025-09-20T09:00:00Z", "buff"));
}

TEST_CASE("a version with an expiry stays behind in a move, and so does its expiry [R000-13]") {
  Table table(R"({"m":{"x":{"deep":{"__version":1}},"__version":7}})");
  Asking operated = at(kNow);
  operated.actor = Actor::kOperator;
  table.turn(R"([{"verb":"set","path":["m","x","deep","__version"],"value":1,"options":{"ttl":1}},
                 {"verb":"move","from":["m","x","deep"],"path":["m"]}])",
             operated);
  CHECK(table.turn(kNothing, later("2025-09-20T09:00:00Z")).data["m"]["__version"].there);
}

TEST_CASE("an impossible expiry is refused [R000-13]") {
  check_rows({
      {"both", "{}",
       R"({"verb":"set","path":["a"],"value":1,"options":{"ttl":5,"expiresAt":"2030-01-01T00:00:00Z"}})",
       "rejected parse.malformed", nullptr, nullptr, "not both"},
      {"in the past", R"({"a":0})",
       R"({"verb":"set","path":["a"],"value":1,"options":{"expiresAt":"2025-09-20T07:59:59Z"}})",
       "rejected value.range", nullptr, nullptr, "2025-09-20T07:59:59Z"},
      {"now is not past", "{}",
       R"({"verb":"set","path":["a"],"value":1,"options":{"expiresAt":"2025-09-20T08:00:00Z"}})", "applied",
       R"({"a":1})"},
      {"without a zone", "{}",
       R"({"verb":"set","path":["a"],"value":1,"options":{"expiresAt":"2030-01-01T00:00:00"}})",
       "rejected parse.malformed"},
  });
}

TEST_CASE(
    "what has expired is removed before the turn's first command, and audited with the cause ttl [R000-13]") {
  Table table(R"({"m":{"__version":1}})");
  table.turn(R"({"verb":"set","path":["m","buff"],"value":{"n":5},"options":{"ttl":60}})", at(kNow));
  const Judged judged =
      table.turn(R"([{"verb":"get","path":["m","buff"]},{"verb":"set","path":["x"],"value":1}])",
                 later("2025-09-20T09:00:00Z"));
  CHECK(judged.said == "rejected path.unknown, applied");
  CHECK(judged.changes[0]["path"] == R"(["m","buff","n"])");
  CHECK(judged.changes[0]["before"] == "5");
  CHECK(judged.changes[0]["cause"] == R"("ttl")");
  CHECK(judged.changes[judged.changes.size() - 1]["cause"] == R"("command 1")");
  CHECK(judged.audit.size() == 3);
  const Shown record = judged.audit[0];
  CHECK(record["opId"] == R"("t-2/1")");
  CHECK(record["time"] == R"("2025-09-20T09:00:00Z")");
  CHECK(record["actor"] == R"("host")");
  CHECK(record["action"] == R"("delete")");
  CHECK(record["key"] == R"("m.buff")");
  CHECK(record["before"] == R"({"n":5})");
  CHECK(record["after"] == "nothing");
  CHECK(record["status"] == R"("applied")");
  CHECK(record["cause"] == R"("ttl")");
  CHECK(record["turn"] == R"("t-2")");
  CHECK(judged.audit[1]["opId"] == R"("t-2/2")");
}

TEST_CASE("what expired is restored when the turn is undone [R000-13]") {
  Table table("{}");
  table.turn(R"({"verb":"set","path":["buff"],"value":5,"options":{"ttl":60}})", at(kNow));
  table.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(table.data() == "{}");
  table.undo();
  CHECK(table.data() == R"({"buff":5})");
  CHECK_FALSE(stands(table, "2025-09-20T09:00:00Z", "buff"));
}

TEST_CASE("all places that are due are removed at once, with a record for each [R000-13]") {
  Table table(R"({"l":[0],"m":{"x":1}})");
  table.turn(R"([{"verb":"push","path":["l"],"value":"a","options":{"ttl":60}},
                 {"verb":"push","path":["l"],"value":"b","options":{"ttl":9000}},
                 {"verb":"push","path":["l"],"value":"c","options":{"ttl":90}},
                 {"verb":"insert","path":["l",0],"value":"d","options":{"ttl":90}},
                 {"verb":"merge","path":["m"],"value":{"y":1},"options":{"ttl":60}},
                 {"verb":"set","path":["m","x"],"value":2,"options":{"ttl":30}}])",
             at(kNow));
  const Judged judged = table.turn(kNothing, later("2025-09-20T08:02:00Z"));
  CHECK(judged.data == R"({"l":[0,"b"]})");
  CHECK(judged.audit.size() == 5);
  std::string keys;
  for (const Json& record : judged.audit.json) keys += string_of(record["key"]) + " ";
  for (const char* key : {"l[0] ", "l[2] ", "l[4] ", "m.x ", "m "}) CHECK_MESSAGE(contains(keys, key), keys);
  table.turn(kNothing, later("2025-09-20T10:30:00Z"));
  CHECK(table.data() == R"({"l":[0]})");
}

TEST_CASE(
    "every verb that writes a value may set an expiry, and the node at the path is what expires [R000-13]") {
  struct Case {
    const char* name;
    const char* command;
    const char* after;  // an hour later
  };
  const char* const state = R"({"n":4,"m":{"x":1},"l":[1,2],"s":{"y":1}})";
  for (const Case& item : {
           Case{"set", R"("verb":"set","path":["n"],"value":1)", R"({"m":{"x":1},"l":[1,2],"s":{"y":1}})"},
           Case{"merge", R"("verb":"merge","path":["m"],"value":{"z":1})",
                R"({"n":4,"l":[1,2],"s":{"y":1}})"},
           Case{"ensure", R"("verb":"ensure","path":["a","b"],"value":1)",
                R"({"n":4,"m":{"x":1},"l":[1,2],"s":{"y":1},"a":{}})"},
           Case{"add", R"("verb":"add","path":["n"],"value":1)", R"({"m":{"x":1},"l":[1,2],"s":{"y":1}})"},
           Case{"mul", R"("verb":"mul","path":["n"],"value":1)", R"({"m":{"x":1},"l":[1,2],"s":{"y":1}})"},
           Case{"div", R"("verb":"div","path":["n"],"value":1)", R"({"m":{"x":1},"l":[1,2],"s":{"y":1}})"},
           Case{"insert where nothing stands", R"("verb":"insert","path":["q"],"value":1)", state},
           Case{"insert members", R"("verb":"insert","path":["m"],"value":{"z":1,"w":2})", state},
           Case{"insert at an index", R"("verb":"insert","path":["l",1],"value":9)", state},
           Case{"insert into an array", R"("verb":"insert","path":["l"],"value":9)", state},
           Case{"push", R"("verb":"push","path":["l"],"value":9)", state},
           Case{"move", R"("verb":"move","from":["n"],"path":["k"])",
                R"({"m":{"x":1},"l":[1,2],"s":{"y":1}})"},
           Case{"copy", R"("verb":"copy","from":["n"],"path":["k"])", state},
           Case{"copy into an array", R"("verb":"copy","from":["n"],"path":["l",0])", state},
       }) {
    SUBCASE(item.name) {
      Table table(state);
      CHECK(table.turn("{" + std::string(item.command) + R"(,"options":{"ttl":60}})", at(kNow)).said ==
            "applied");
      table.turn(kNothing, later("2025-09-20T09:00:00Z"));
      CHECK(table.data() == std::string(item.after).c_str());
    }
  }
}

TEST_CASE("push at the head, and insert with uniqueBy, put the expiry on what was added [R000-13]") {
  for (const char* command : {
           R"({"verb":"push","path":["l"],"value":9,"options":{"ttl":60,"position":"head"}})",
           R"({"verb":"push","path":["l"],"value":9,"options":{"ttl":60,"position":"head","limit":3}})",
           R"({"verb":"insert","path":["m"],"value":{"id":"z"},"options":{"ttl":60,"uniqueBy":"id"}})",
           R"({"verb":"insert","path":["l"],"value":{"id":"z"},"options":{"ttl":60,"uniqueBy":"id"}})",
           R"({"verb":"insert","path":["m"],"value":{"x":1,"z":1},"options":{"ttl":60,"dedupe":true}})",
       }) {
    SUBCASE(command) {
      Table table(R"({"l":[1,2],"m":{"x":1}})");
      CHECK(table.turn(command, at(kNow)).said == "applied");
      table.turn(kNothing, later("2025-09-20T09:00:00Z"));
      CHECK(table.data() == R"({"l":[1,2],"m":{"x":1}})");
    }
  }
}

TEST_CASE("an expiry moves with its element [R000-13]") {
  Table table(R"({"l":["a","b"],"x":"x"})");
  table.turn(R"({"verb":"push","path":["l"],"value":"gone","options":{"ttl":60}})", at(kNow));
  table.turn(R"([{"verb":"delete","path":["l",0]},{"verb":"insert","path":["l",0],"value":"c"},
                 {"verb":"push","path":["l"],"value":"d","options":{"position":"head"}}])",
             at(kNow));
  CHECK(table.data()["l"] == R"(["d","c","b","gone"])");
  table.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(table.data()["l"] == R"(["d","c","b"])");
}

// A document with an expiry on /a/x at 08:01.
Table with_expiry() {
  Table table(R"({"a":{},"b":{},"l":[]})");
  REQUIRE(table.turn(R"({"verb":"set","path":["a","x"],"value":1,"options":{"ttl":60}})", at(kNow)).said ==
          "applied");
  return table;
}

TEST_CASE("a move keeps an expiry, and a copy does not [R000-13]") {
  Table table = with_expiry();
  SUBCASE("the place itself") {
    table.turn(R"({"verb":"move","from":["a","x"],"path":["b","y"]})", at(kNow));
    table.turn(kNothing, later("2025-09-20T09:00:00Z"));
    CHECK(table.data() == R"({"a":{},"b":{},"l":[]})");
  }
  SUBCASE("with what holds it") {
    table.turn(R"({"verb":"move","from":["a"],"path":["b"]})", at(kNow));
    table.turn(kNothing, later("2025-09-20T09:00:00Z"));
    CHECK(table.data() == R"({"b":{},"l":[]})");
  }
  SUBCASE("into an array") {
    table.turn(R"({"verb":"move","from":["a"],"path":["l","-"]})", at(kNow));
    table.turn(kNothing, later("2025-09-20T09:00:00Z"));
    CHECK(table.data() == R"({"b":{},"l":[{}]})");
  }
  SUBCASE("a new ttl on the move wins") {
    table.turn(R"({"verb":"move","from":["a","x"],"path":["b","y"],"options":{"ttl":7200}})", at(kNow));
    table.turn(kNothing, later("2025-09-20T09:00:00Z"));
    CHECK(table.data() == R"({"a":{},"b":{"y":1},"l":[]})");
  }
  SUBCASE("a copy") {
    table.turn(R"({"verb":"copy","from":["a","x"],"path":["b","y"]})", at(kNow));
    table.turn(kNothing, later("2025-09-20T09:00:00Z"));
    CHECK(table.data() == R"({"a":{},"b":{"y":1},"l":[]})");
  }
}

TEST_CASE("setting or removing the place later drops the expiry [R000-13]") {
  for (const char* command : {
           R"({"verb":"set","path":["a","x"],"value":2})",
           R"({"verb":"set","path":["a"],"value":{"x":2}})",
           R"({"verb":"merge","path":["a"],"value":{"x":2}})",
           R"([{"verb":"delete","path":["a","x"]},{"verb":"set","path":["a","x"],"value":2}])",
           R"([{"verb":"delete","path":["a"]},{"verb":"set","path":["a","x"],"value":2}])",
           R"([{"verb":"move","from":["a","x"],"path":["b","x"]},{"verb":"set","path":["a","x"],"value":2},
               {"verb":"delete","path":["b","x"]}])",
       }) {
    SUBCASE(command) {
      Table table = with_expiry();
      table.turn(command, at(kNow));
      table.turn(kNothing, later("2025-09-20T09:00:00Z"));
      CHECK(table.data() == R"({"a":{"x":2},"b":{},"l":[]})");
      CHECK(table.meta()["expires"]["/a/x"] == "nothing");
    }
  }
}

TEST_CASE("adding to a number keeps its expiry [R000-13]") {
  Table table = with_expiry();
  table.turn(R"([{"verb":"add","path":["a","x"],"value":2},{"verb":"mul","path":["a","x"],"value":2}])",
             at(kNow));
  CHECK(table.data()["a"]["x"] == "6");
  table.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(table.data() == R"({"a":{},"b":{},"l":[]})");
}

TEST_CASE("a new ttl replaces the old one [R000-13]") {
  Table table = with_expiry();
  table.turn(R"({"verb":"set","path":["a","x"],"value":2,"options":{"ttl":600}})", at(kNow));
  table.turn(kNothing, at("2025-09-20T08:05:00Z"));
  CHECK(table.data()["a"]["x"] == "2");
  table.turn(kNothing, at("2025-09-20T08:10:00Z"));
  CHECK(table.data()["a"] == "{}");
}

TEST_CASE("a command that was not applied sets no expiry [R000-13]") {
  Table table(R"({"a":1,"l":[1]})");
  table.turn(R"([{"verb":"set","path":["a"],"value":2,"options":{"ttl":60,"expect":{"equals":3}}},
                 {"verb":"ensure","path":["a"],"value":2,"options":{"ttl":60}},
                 {"verb":"push","path":["l"],"value":1,"options":{"ttl":60,"dedupe":true}}])",
             at(kNow));
  CHECK(table.meta() == "{}");
  table.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(table.data() == R"({"a":1,"l":[1]})");
}

TEST_CASE("an expiry is kept from file to file [R000-13]") {
  Table table = with_expiry();
  Table again(table.data().text(), table.meta().text());
  again.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(again.data() == R"({"a":{},"b":{},"l":[]})");
}

TEST_CASE("a node that became protected before it expired stays, and its expiry is dropped [R000-13]") {
  Table table("{}");
  table.turn(R"({"verb":"set","path":["npc"],"value":{"n":{}},"options":{"ttl":60}})", at(kNow));
  table.turn(R"({"verb":"set","path":["npc","n","_is_protected"],"value":true})", at(kNow));
  const Judged judged = table.turn(kNothing, later("2025-09-20T09:00:00Z"));
  CHECK(judged.audit[0]["status"] == R"("rejected")");
  CHECK(judged.audit[0]["code"] == R"("protected")");
  CHECK(judged.audit[0]["cause"] == R"("ttl")");
  CHECK(contains(judged.warnings.text(), "expiry.protected"));
  CHECK(judged.changes == "[]");
  CHECK(judged.data == R"({"npc":{"n":{"_is_protected":true}}})");
  CHECK(judged.meta["expires"]["/npc"] == "nothing");
}

TEST_CASE("the root cannot expire [R000-13]") {
  check_rows({{"set", R"({"a":1})", R"({"verb":"set","path":[],"value":{},"options":{"ttl":60}})",
               "rejected path.invalid", nullptr, nullptr, "root"}});
}

}  // namespace
}  // namespace gavel::testing
