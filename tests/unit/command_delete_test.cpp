// delete, the recycle bin, and restore: table 4.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kTime = "2025-09-20T08:00:00Z";

TEST_CASE("delete removes the value at its place [R000-06]") {
  check_rows({
      {"a member", R"({"a":1,"b":2})", R"({"verb":"delete","path":["a"]})", "applied", R"({"b":2})"},
      {"a container with all it holds", R"({"a":{"x":{"y":1}},"b":2})", R"({"verb":"delete","path":["a"]})",
       "applied", R"({"b":2})"},
      {"null", R"({"a":null})", R"({"verb":"delete","path":["a"]})", "applied", R"({})"},
      {"an element: the array closes the gap", R"({"l":[1,2,3]})", R"({"verb":"delete","path":["l",1]})",
       "applied", R"({"l":[1,3]})"},
      {"nothing there", R"({"a":1})", R"({"verb":"delete","path":["b"]})", "rejected path.unknown"},
      {"nothing there, allowMissing", R"({"a":1})",
       R"({"verb":"delete","path":["b","c"],"options":{"allowMissing":true}})", "skipped path.unknown"},
      {"nothing there, allowMissing:false", R"({"a":1})",
       R"({"verb":"delete","path":["b"],"options":{"allowMissing":false}})", "rejected path.unknown"},
      {"below a scalar", R"({"a":1})", R"({"verb":"delete","path":["a","b"]})", "rejected path.unknown"},
      {"`-` of an array", R"({"l":[1]})", R"({"verb":"delete","path":["l","-"]})", "rejected path.unknown"},
  });
}

TEST_CASE("cascade:false refuses to delete a container that is not empty [R000-06]") {
  const char* const state = R"({"full":{"x":1},"empty":{},"list":[0],"none":[],"s":"text"})";
  check_rows({
      {"an object", state, R"({"verb":"delete","path":["full"],"options":{"cascade":false}})",
       "rejected precondition.not_empty", nullptr, nullptr, "cascade"},
      {"an array", state, R"({"verb":"delete","path":["list"],"options":{"cascade":false}})",
       "rejected precondition.not_empty"},
      {"softly", state, R"({"verb":"delete","path":["full"],"options":{"cascade":false,"softDelete":true}})",
       "rejected precondition.not_empty"},
      {"an empty object goes", state, R"({"verb":"delete","path":["empty"],"options":{"cascade":false}})",
       "applied", R"({"full":{"x":1},"list":[0],"none":[],"s":"text"})"},
      {"an empty array goes", state, R"({"verb":"delete","path":["none"],"options":{"cascade":false}})",
       "applied", R"({"full":{"x":1},"empty":{},"list":[0],"s":"text"})"},
      {"a string goes", state, R"({"verb":"delete","path":["s"],"options":{"cascade":false}})", "applied",
       R"({"full":{"x":1},"empty":{},"list":[0],"none":[]})"},
      {"cascade:true takes all", state, R"({"verb":"delete","path":["full"],"options":{"cascade":true}})",
       "applied", R"({"empty":{},"list":[0],"none":[],"s":"text"})"},
  });
}

TEST_CASE("softDelete moves into the game's recycle bin, which is created if it is missing [R000-06]") {
  Table table(R"({"bag":{"sword":{"dmg":3}}})");
  const Judged judged = table.turn(
      R"({"verb":"delete","path":["bag","sword"],"reason":"broke","options":{"softDelete":true,"tags":["junk"]}})");
  CHECK(judged.said == "applied");
  CHECK(judged.data["bag"] == "{}");
  CHECK(
      judged.data["character"]["saveData"]["回收站"]["sword#1"] ==
      R"({"value":{"dmg":3},"path":["bag","sword"],"time":"2025-09-20T08:00:00Z","reason":"broke","tags":["junk"]})");
  CHECK(judged.meta["recycled"] == "1");
}

TEST_CASE(
    "softDelete stores the reason from its options if the command has none, and no reason if both lack one "
    "[R000-14]") {
  Table table(R"({"a":1,"b":2,"c":3})");
  table.turn(
      R"([{"verb":"delete","path":["a"],"options":{"softDelete":true,"reason":"x","recycleBinKey":"bin"}},
                 {"verb":"delete","path":["b"],"options":{"softDelete":true,"recycleBinKey":"bin"}},
                 {"verb":"delete","path":["c"],"reason":"mine","options":{"softDelete":true,"reason":"x","recycleBinKey":"bin"}}])");
  CHECK(table.data()["bin"]["a#1"]["reason"] == R"("x")");
  CHECK(table.data()["bin"]["b#2"]["reason"] == "nothing");
  CHECK(table.data()["bin"]["b#2"]["tags"] == "nothing");
  CHECK(table.data()["bin"]["c#3"]["reason"] == R"("mine")");
}

TEST_CASE("the bin can be chosen, by text or by path [R000-06]") {
  check_rows({
      {"by text", R"({"a":1,"trash":{}})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"trash"}})", "applied",
       R"({"trash":{"a#1":{"value":1,"path":["a"],"time":"2025-09-20T08:00:00Z"}}})"},
      {"below a path, parents created", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":["x","y"]}})", "applied",
       R"({"x":{"y":{"a#1":{"value":1,"path":["a"],"time":"2025-09-20T08:00:00Z"}}}})"},
      {"an element's entry is named by its index", R"({"l":["x","y"]})",
       R"({"verb":"delete","path":["l",1],"options":{"softDelete":true,"recycleBinKey":"bin"}})", "applied",
       R"({"l":["x"],"bin":{"1#1":{"value":"y","path":["l",1],"time":"2025-09-20T08:00:00Z"}}})"},
      {"a bin that is not an object", R"({"a":1,"trash":[]})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"trash"}})",
       "rejected type.mismatch", nullptr, nullptr, "trash"},
      {"a bin below a scalar", R"({"a":1,"trash":5})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"trash.x"}})",
       "rejected type.mismatch"},
      {"a bin that is what is deleted", R"({"trash":{}})",
       R"({"verb":"delete","path":["trash"],"options":{"softDelete":true,"recycleBinKey":"trash"}})",
       "rejected path.invalid", nullptr, nullptr, "trash"},
      {"a bin below what is deleted", R"({"a":{"trash":{}}})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"a.trash"}})",
       "rejected path.invalid"},
      {"the game's bin below what is deleted", R"({"character":{}})",
       R"({"verb":"delete","path":["character"],"options":{"softDelete":true}})", "rejected path.invalid"},
      {"a chosen bin without softDelete", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"recycleBinKey":"trash"}})", "rejected parse.malformed",
       nullptr, nullptr, "softDelete"},
      {"a chosen bin with softDelete:false", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":false,"recycleBinKey":"trash"}})",
       "rejected parse.malformed"},
      {"a malformed bin", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"trash["}})",
       "rejected path.invalid"},
      {"nothing to delete leaves no bin", R"({})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"allowMissing":true}})",
       "skipped path.unknown"},
  });
}

TEST_CASE("a path that cannot be a recycle bin is refused before anything else is checked") {
  check_rows({
      {"a missing node", R"({"a":1})",
       R"({"verb":"delete","path":["q"],"options":{"softDelete":true,"recycleBinKey":"prototype","allowMissing":true}})",
       "rejected path.forbidden"},
      {"a condition that says no", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":["x",""],"ifMissing":true}})",
       "rejected path.invalid"},
      {"restore", R"({"a":1})",
       R"({"verb":"restore","path":["a"],"options":{"recycleBinKey":"a[","allowMissing":true}})",
       "rejected path.invalid"},
  });
}

TEST_CASE("entries of the bin are numbered through the campaign and never collide [R000-06]") {
  Table table(R"({"a":1,"b":2,"bin":{"a#2":"somebody else's"}})");
  const std::string soft = R"(,"options":{"softDelete":true,"recycleBinKey":"bin"}})";
  table.turn(R"({"verb":"delete","path":["b"])" + soft);
  table.turn(R"({"verb":"delete","path":["a"])" + soft);
  CHECK(table.data()["bin"]["b#1"]["value"] == "2");
  CHECK(table.data()["bin"]["a#2"] == R"("somebody else's")");
  CHECK(table.data()["bin"]["a#3"]["value"] == "1");
  CHECK(table.meta()["recycled"] == "3");
  table.undo();
  CHECK(table.meta()["recycled"] == "1");
  CHECK(table.data()["a"] == "1");
}

TEST_CASE("all empties a container and keeps it [R000-06]") {
  check_rows({
      {"an object", R"({"m":{"a":1,"b":{"c":2}},"x":1})",
       R"({"verb":"delete","path":["m"],"options":{"all":true}})", "applied", R"({"m":{},"x":1})",
       R"({"removed":2,"kept":[]})"},
      {"an array", R"({"l":[1,[2],3]})", R"({"verb":"delete","path":["l"],"options":{"all":true}})",
       "applied", R"({"l":[]})", R"({"removed":3,"kept":[]})"},
      {"an empty one", R"({"m":{}})", R"({"verb":"delete","path":["m"],"options":{"all":true}})",
       "skipped path.unknown"},
      {"a scalar", R"({"m":5})", R"({"verb":"delete","path":["m"],"options":{"all":true}})",
       "rejected type.mismatch"},
      {"nothing there", R"({})", R"({"verb":"delete","path":["m"],"options":{"all":true}})",
       "rejected path.unknown"},
      {"nothing there, allowMissing", R"({})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"allowMissing":true}})",
       "skipped path.unknown"},
      {"cascade:false and a full one inside", R"({"m":{"a":1,"b":{"c":2}}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"cascade":false}})",
       "rejected precondition.not_empty", nullptr, nullptr, "cascade"},
      {"cascade:false and empty ones inside", R"({"m":{"a":1,"b":{},"c":[]}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"cascade":false}})", "applied", R"({"m":{}})"},
      {"all:false is a plain delete", R"({"m":{"a":1}})",
       R"({"verb":"delete","path":["m"],"options":{"all":false}})", "applied", R"({})"},
      {"softly, each is an entry of its own", R"({"m":{"a":1,"b":2}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"softDelete":true,"recycleBinKey":"bin"}})",
       "applied",
       R"({"m":{},"bin":{"a#1":{"value":1,"path":["m","a"],"time":"2025-09-20T08:00:00Z"},
                         "b#2":{"value":2,"path":["m","b"],"time":"2025-09-20T08:00:00Z"}}})"},
      {"softly, elements by the index they had", R"({"l":["x","y"]})",
       R"({"verb":"delete","path":["l"],"options":{"all":true,"softDelete":true,"recycleBinKey":"bin"}})",
       "applied",
       R"({"l":[],"bin":{"0#1":{"value":"x","path":["l",0],"time":"2025-09-20T08:00:00Z"},
                         "1#2":{"value":"y","path":["l",1],"time":"2025-09-20T08:00:00Z"}}})"},
      {"softly, with the bin inside", R"({"m":{"a":1,"bin":{}}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"softDelete":true,"recycleBinKey":"m.bin"}})",
       "rejected path.invalid"},
      {"softly, into itself", R"({"m":{"a":1}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"softDelete":true,"recycleBinKey":"m"}})",
       "rejected path.invalid"},
  });
}

// A document in which something was put into the bin.
Table after_soft_delete(const char* state, const char* path) {
  Table table(state);
  const Judged judged = table.turn(R"({"verb":"delete","path":)" + std::string(path) +
                                   R"(,"options":{"softDelete":true,"recycleBinKey":"bin"}})");
  REQUIRE(judged.said == "applied");
  return table;
}

std::string restore(const char* path, const char* more = "") {
  return R"({"verb":"restore","path":)" + std::string(path) + R"(,"options":{"recycleBinKey":"bin")" + more +
         "}}";
}

TEST_CASE("restore brings back what was deleted, by its old path or by its entry [R000-06]") {
  const char* const state = R"({"bag":{"sword":{"dmg":3},"bow":1}})";
  Table table = after_soft_delete(state, R"(["bag","sword"])");
  SUBCASE("by the old path") {
    const Judged judged = table.turn(restore(R"(["bag","sword"])"));
    CHECK(judged.said == "applied");
    CHECK(judged.commands[0]["path"] == R"(["bag","sword"])");
    CHECK(judged.data["bag"] == R"({"sword":{"dmg":3},"bow":1})");
    CHECK(judged.data["bin"] == "{}");
    table.undo();
    CHECK(table.data()["bin"]["sword#1"]["value"] == R"({"dmg":3})");
  }
  SUBCASE("by the entry") {
    const Judged judged = table.turn(restore(R"(["bin","sword#1"])"));
    CHECK(judged.said == "applied");
    CHECK(judged.commands[0]["path"] == R"(["bag","sword"])");
    CHECK(judged.data["bag"]["sword"] == R"({"dmg":3})");
    CHECK(judged.data["bin"] == "{}");
  }
  SUBCASE("once only") {
    CHECK(table.turn(restore(R"(["bag","sword"])")).said == "applied");
    CHECK(table.turn(restore(R"(["bag","sword"])")).said == "rejected path.unknown");
    CHECK(table.turn(restore(R"(["bin","sword#1"])", R"(,"allowMissing":true)")).said ==
          "skipped path.unknown");
  }
  SUBCASE("not what was never deleted") {
    const Judged judged = table.turn(restore(R"(["bag","bow"])"));
    CHECK(judged.said == "rejected path.unknown");
    CHECK(contains(judged.message(), "bag.bow"));
    CHECK(table.turn(restore(R"(["bag","bow"])", R"(,"allowMissing":false)")).said ==
          "rejected path.unknown");
    CHECK(table.turn(restore(R"(["bag","bow"])", R"(,"allowMissing":true)")).said == "skipped path.unknown");
  }
}

TEST_CASE("restore finds the game's recycle bin by itself [R000-06]") {
  Table table(R"({"a":{"x":1}})");
  table.turn(R"({"verb":"delete","path":["a"],"options":{"softDelete":true}})");
  CHECK(table.turn(R"({"verb":"restore","path":["a"]})").said == "applied");
  CHECK(table.data() == R"({"a":{"x":1},"character":{"saveData":{"回收站":{}}}})");
}

TEST_CASE("restore of an old path takes the newest entry [R000-06]") {
  Table table(R"({"a":0})");
  for (int i = 1; i <= 11; ++i) {
    table.turn(R"([{"verb":"set","path":["a"],"value":)" + std::to_string(i) + R"(},
                   {"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"bin"}}])");
  }
  CHECK(table.turn(restore(R"(["a"])")).data["a"] == "11");
  CHECK(table.turn(R"({"verb":"delete","path":["a"]})").said == "applied");
  CHECK(table.turn(restore(R"(["a"])")).data["a"] == "10");
}

TEST_CASE("the newest entry is the one with the highest number, at any position [R000-06]") {
  const char* const state = R"({"bin":{"a#9":{"value":9,"path":["a"]},"a#10":{"value":10,"path":["a"]},
      "a#2":{"value":2,"path":["a"]},"b#11":{"value":11,"path":["b"]}}})";
  CHECK(judge(state, restore(R"(["a"])")).data["a"] == "10");
}

TEST_CASE("a model cannot restore a version") {
  const char* const state = R"({"m":{},"bin":{"x#1":{"value":9,"path":["m","__version"]}}})";
  const Judged judged = judge(state, restore(R"(["bin","x#1"])"));
  CHECK(judged.said == "rejected authority.denied");
  CHECK(judged.data == state);
  CHECK(judge(state, restore(R"(["bin","x#1"])"), by(Actor::kOperator)).said == "applied");
}

TEST_CASE("a model cannot name a version as a recycle bin") {
  const char* const state = R"({"m":{"__version":1,"x":2}})";
  const Judged judged = judge(
      state,
      R"({"verb":"delete","path":["m","x"],"options":{"softDelete":true,"recycleBinKey":"m.__version"}})");
  CHECK(judged.said == "rejected authority.denied");
  CHECK(judge(state, R"({"verb":"restore","path":["m","y"],"options":{"recycleBinKey":["m","__version"]}})")
            .said == "rejected authority.denied");
}

TEST_CASE("restore never replaces an existing value [R000-06]") {
  Table table = after_soft_delete(R"({"a":1})", R"(["a"])");
  table.turn(R"({"verb":"set","path":["a"],"value":2})");
  const Shown before = table.data();
  const Judged judged = table.turn(restore(R"(["a"])"));
  CHECK(judged.said == "rejected precondition.exists");
  CHECK(judged.data == before);
}

TEST_CASE("restore creates missing parents like set [R000-06]") {
  Table table = after_soft_delete(R"({"a":{"b":{"c":1}}})", R"(["a","b","c"])");
  table.turn(R"({"verb":"delete","path":["a"]})");
  CHECK(table.turn(restore(R"(["a","b","c"])")).said == "applied");
  CHECK(table.data() == R"({"a":{"b":{"c":1}},"bin":{}})");
  table.turn(R"([{"verb":"delete","path":["a","b","c"],"options":{"softDelete":true,"recycleBinKey":"bin"}},
                 {"verb":"set","path":["a"],"value":5}])");
  CHECK(table.turn(restore(R"(["a","b","c"])")).said == "rejected type.mismatch");
}

TEST_CASE("restore into an array inserts at the old index, or at the end [R000-06]") {
  Table table = after_soft_delete(R"({"l":["x","y","z"]})", R"(["l",1])");
  SUBCASE("at the old index") {
    CHECK(table.turn(restore(R"(["l",1])")).said == "applied");
    CHECK(table.data() == R"({"l":["x","y","z"],"bin":{}})");
  }
  SUBCASE("at the end, where the array has become shorter") {
    table.turn(R"({"verb":"delete","path":["l"],"options":{"all":true}})");
    CHECK(table.turn(restore(R"(["bin","1#1"])")).said == "applied");
    CHECK(table.data() == R"({"l":["y"],"bin":{}})");
  }
  SUBCASE("where the array is gone, parents are objects") {
    table.turn(R"({"verb":"delete","path":["l"]})");
    CHECK(table.turn(restore(R"(["bin","1#1"])")).said == "applied");
    CHECK(table.data() == R"({"l":{"1":"y"},"bin":{}})");
  }
}

TEST_CASE("restore considers only entries of the bin") {
  const char* const state =
      R"({"bin":{"x":5,"y#1":{"value":1},"z#1":{"path":["z"]},"w#1":{"value":1,"path":"w"},
          "p#1":{"value":1,"path":["__proto__"]},"ok#7":{"value":1,"path":["ok"]}}})";
  for (const char* path :
       {R"(["bin","x"])", R"(["bin","y#1"])", R"(["bin","z#1"])", R"(["bin","w#1"])", R"(["z"])"}) {
    CHECK(judge(state, restore(path)).said == "rejected path.unknown");
  }
  CHECK(judge(state, restore(R"(["bin","p#1"])")).said == "rejected path.forbidden");
  CHECK(judge(state, restore(R"(["ok"])")).data["ok"] == "1");
  CHECK(judge(R"({"bin":5})", restore(R"(["ok"])")).said == "rejected path.unknown");
}

TEST_CASE("restore's expect applies to the recorded path") {
  Table table = after_soft_delete(R"({"a":3})", R"(["a"])");
  CHECK(table.turn(restore(R"(["bin","a#1"])", R"(,"expect":{"equals":4})")).said ==
        "rejected expect.failed");
  CHECK(table.data()["bin"]["a#1"]["value"] == "3");
  CHECK(table.turn(restore(R"(["bin","a#1"])", R"(,"expect":{"equals":3})")).said == "applied");
}

TEST_CASE("the time in a recycle bin is the turn's clock, in UTC") {
  Table table(R"({"a":1})");
  table.turn(R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"bin"}})",
             at("2025-09-20T16:00:00+08:00"));
  CHECK(table.data()["bin"]["a#1"]["time"].text() == "\"" + std::string(kTime) + "\"");
}

}  // namespace
}  // namespace gavel::testing
