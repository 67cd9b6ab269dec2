// Described places: [value, "text"] where a ruleset's patterns turn them on.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kDescribed =
    R"({"stat":{"hp":[5,"health"],"bag":[{"gold":3},"what she carries"]},"other":[1,"x"]})";

Asking described() { return describing("stat.**"); }

TEST_CASE("commands address the value of a described place and keep its text") {
  check_rows(
      {
          {"get", kDescribed, R"({"verb":"get","path":["stat","hp"]})", "applied", nullptr, "5"},
          {"test", kDescribed, R"({"verb":"test","path":["stat","hp"],"value":5})", "applied"},
          {"set", R"({"stat":{"hp":[5,"health"]}})", R"({"verb":"set","path":["stat","hp"],"value":6})",
           "applied", R"({"stat":{"hp":[6,"health"]}})"},
          {"set of a whole pair replaces only the value", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","path":["stat","hp"],"value":[6,"other words"]})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"set of an array that is no pair", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","path":["stat","hp"],"value":[1,2]})", "applied",
           R"({"stat":{"hp":[[1,2],"health"]}})"},
          {"add", R"({"stat":{"hp":[5,"health"]}})", R"({"verb":"add","path":["stat","hp"],"value":-2})",
           "applied", R"({"stat":{"hp":[3,"health"]}})"},
          {"a text path", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"mul","raw_path":"stat.hp","value":2})", "applied", R"({"stat":{"hp":[10,"health"]}})"},
          {"who writes out the first element means the value", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","raw_path":"stat.hp[0]","value":6})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"and so does an addition", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"add","path":["stat","hp","0"],"value":1})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"but once", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","raw_path":"stat.hp[0][0]","value":6})", "rejected type.mismatch"},
          {"the first element of a list is the list's", R"({"stat":{"l":[[7],"list"]}})",
           R"({"verb":"set","raw_path":"stat.l[0]","value":8})", "applied", R"({"stat":{"l":[[8],"list"]}})"},
          {"ensure", kDescribed, R"({"verb":"ensure","path":["stat","hp"],"value":9})",
           "skipped precondition.exists"},
          {"ifEquals", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","path":["stat","hp"],"value":6,"options":{"ifEquals":5}})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"expect_old", kDescribed, R"({"verb":"set","path":["stat","hp"],"value":6,"expect_old":4})",
           "rejected precondition.old"},
          {"expect", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"add","path":["stat","hp"],"value":1,"options":{"expect":{"equals":6,"type":"integer"}}})",
           "applied", R"({"stat":{"hp":[6,"health"]}})"},
          {"push into an array that is described", R"({"stat":{"l":[[1],"list"]}})",
           R"({"verb":"push","path":["stat","l"],"value":2})", "applied", R"({"stat":{"l":[[1,2],"list"]}})"},
          {"pop out of it", R"({"stat":{"l":[[1],"list"]}})", R"({"verb":"pop","path":["stat","l"]})",
           "applied", R"({"stat":{"l":[[],"list"]}})", "1"},
          {"insert into a map that is described", R"({"stat":{"m":[{},"map"]}})",
           R"({"verb":"insert","path":["stat","m"],"value":{"id":"x"},"options":{"uniqueBy":"id"}})",
           "applied", R"({"stat":{"m":[{"x":{"id":"x"}},"map"]}})"},
          {"merge into a map that is described", R"({"stat":{"m":[{"a":1},"map"]}})",
           R"({"verb":"merge","path":["stat","m"],"value":{"b":2}})", "applied",
           R"({"stat":{"m":[{"a":1,"b":2},"map"]}})"},
          {"clearing one", R"({"stat":{"m":[{"a":1},"map"]}})",
           R"({"verb":"delete","path":["stat","m"],"options":{"all":true}})", "applied",
           R"({"stat":{"m":[{},"map"]}})"},
      },
      described());
}

TEST_CASE("a path continues through the value of a described place") {
  check_rows(
      {
          {"get", kDescribed, R"({"verb":"get","path":["stat","bag","gold"]})", "applied", nullptr, "3"},
          {"set", R"({"stat":{"bag":[{"gold":3},"t"]}})",
           R"({"verb":"set","path":["stat","bag","gold"],"value":4})", "applied",
           R"({"stat":{"bag":[{"gold":4},"t"]}})"},
          {"a new member", R"({"stat":{"bag":[{"gold":3},"t"]}})",
           R"({"verb":"set","path":["stat","bag","gem"],"value":1})", "applied",
           R"({"stat":{"bag":[{"gold":3,"gem":1},"t"]}})"},
          {"delete of a member", R"({"stat":{"bag":[{"gold":3},"t"]}})",
           R"({"verb":"delete","path":["stat","bag","gold"]})", "applied", R"({"stat":{"bag":[{},"t"]}})"},
          {"described inside described", R"({"stat":{"bag":[{"gold":[3,"g"]},"t"]}})",
           R"({"verb":"add","path":["stat","bag","gold"],"value":1})", "applied",
           R"({"stat":{"bag":[{"gold":[4,"g"]},"t"]}})"},
          {"no ttl for what becomes the text of a pair", R"({"stat":{"l":[1,2]}})",
           R"({"verb":"set","path":["stat","l",1],"value":"x","options":{"ttl":60}})",
           "rejected path.invalid"},
          {"a scalar value is no way through", kDescribed,
           R"({"verb":"set","path":["stat","hp","x"],"value":1})", "rejected type.mismatch"},
      },
      described());
}

TEST_CASE("writing a container of described places keeps their texts") {
  check_rows(
      {
          {"set of the parent with bare values", R"({"stat":{"hp":[5,"health"],"mp":[1,"mana"]}})",
           R"({"verb":"set","path":["stat"],"value":{"hp":6}})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"set of the parent with whole pairs", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","path":["stat"],"value":{"hp":[6,"new words"]}})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"merge of the parent", R"({"stat":{"hp":[5,"health"],"n":1}})",
           R"({"verb":"merge","path":["stat"],"value":{"hp":6,"n":2}})", "applied",
           R"({"stat":{"hp":[6,"health"],"n":2}})"},
          {"set of the root", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"set","path":[],"value":{"stat":{"hp":6}}})", "applied",
           R"({"stat":{"hp":[6,"health"]}})"},
          {"a deep merge", R"({"stat":{"bag":[{"gold":3},"t"]}})",
           R"({"verb":"merge","path":["stat"],"value":{"bag":{"gem":1}},"options":{"mergeStrategy":"deep"}})",
           "applied", R"({"stat":{"bag":[{"gold":3,"gem":1},"t"]}})"},
          {"inside a described value", R"({"stat":{"bag":[{"gold":[3,"g"]},"t"]}})",
           R"({"verb":"set","path":["stat","bag"],"value":{"gold":4}})", "applied",
           R"({"stat":{"bag":[{"gold":[4,"g"]},"t"]}})"},
          {"a version inside is kept", R"({"stat":{"bag":[{"__version":3,"x":1},"t"]}})",
           R"({"verb":"set","path":["stat"],"value":{"bag":{"y":1}}})", "applied",
           R"({"stat":{"bag":[{"__version":3,"y":1},"t"]}})"},
      },
      described());
}

TEST_CASE("delete, move and copy take the whole pair") {
  check_rows(
      {
          {"delete", R"({"stat":{"hp":[5,"health"]}})", R"({"verb":"delete","path":["stat","hp"]})",
           "applied", R"({"stat":{}})"},
          {"soft delete", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"delete","path":["stat","hp"],"options":{"softDelete":true,"recycleBinKey":"bin"}})",
           "applied",
           R"({"stat":{},"bin":{"hp#1":{"value":[5,"health"],"path":["stat","hp"],"time":"2025-09-20T08:00:00Z"}}})"},
          {"restore", R"({"stat":{},"bin":{"hp#1":{"value":[5,"health"],"path":["stat","hp"],"time":""}}})",
           R"({"verb":"restore","path":["stat","hp"],"options":{"recycleBinKey":"bin"}})", "applied",
           R"({"stat":{"hp":[5,"health"]},"bin":{}})"},
          {"move", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"move","from":["stat","hp"],"path":["stat","life"]})", "applied",
           R"({"stat":{"life":[5,"health"]}})"},
          {"copy", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"copy","from":["stat","hp"],"path":["stat","life"]})", "applied",
           R"({"stat":{"hp":[5,"health"],"life":[5,"health"]}})"},
          {"copy out of the patterns", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"copy","from":["stat","hp"],"path":["x"]})", "applied",
           R"({"stat":{"hp":[5,"health"]},"x":[5,"health"]})"},
          {"a bare value copied onto one keeps the text there", R"({"stat":{"hp":[5,"health"]},"n":9})",
           R"({"verb":"copy","from":["n"],"path":["stat","hp"]})", "applied",
           R"({"stat":{"hp":[9,"health"]},"n":9})"},
          {"a pair copied onto one keeps the text there", R"({"stat":{"hp":[5,"health"],"mp":[1,"mana"]}})",
           R"({"verb":"copy","from":["stat","mp"],"path":["stat","hp"]})", "applied",
           R"({"stat":{"hp":[1,"health"],"mp":[1,"mana"]}})"},
          {"cascade:false asks the value", R"({"stat":{"hp":[5,"health"]}})",
           R"({"verb":"delete","path":["stat","hp"],"options":{"cascade":false}})", "applied",
           R"({"stat":{}})"},
      },
      described());
}

TEST_CASE("only pairs of a value and a text that a pattern covers are described") {
  check_rows(
      {
          {"outside the patterns", kDescribed, R"({"verb":"get","path":["other"]})", "applied", nullptr,
           R"([1,"x"])"},
          {"three elements", R"({"stat":{"l":[1,"x",2]}})", R"({"verb":"get","path":["stat","l"]})",
           "applied", nullptr, R"([1,"x",2])"},
          {"no text", R"({"stat":{"l":[1,2]}})", R"({"verb":"push","path":["stat","l"],"value":3})",
           "applied", R"({"stat":{"l":[1,2,3]}})"},
          {"a new place is not made a pair", R"({"stat":{}})",
           R"({"verb":"set","path":["stat","x"],"value":1})", "applied", R"({"stat":{"x":1}})"},
          {"a new place may be given as a pair", R"({"stat":{}})",
           R"({"verb":"set","path":["stat","x"],"value":[1,"words"]})", "applied",
           R"({"stat":{"x":[1,"words"]}})"},
      },
      described());
}

TEST_CASE("without patterns no array is a value with a description") {
  check_rows({
      {"get", kDescribed, R"({"verb":"get","path":["stat","hp"]})", "applied", nullptr, R"([5,"health"])"},
      {"add", kDescribed, R"({"verb":"add","path":["stat","hp"],"value":1})", "rejected type.mismatch"},
      {"set", R"({"stat":{"hp":[5,"health"]}})", R"({"verb":"set","path":["stat","hp"],"value":6})",
       "applied", R"({"stat":{"hp":6}})"},
  });
}

TEST_CASE("verdict and effects name a described place without the index into the pair") {
  Table table(R"({"stat":{"hp":[5,"health"],"bag":[{"gold":3},"t"]}})");
  const Judged judged = table.turn(
      R"([{"verb":"set","path":["stat","hp"],"value":6},{"verb":"add","path":["stat","bag","gold"],"value":1}])",
      described());
  CHECK(judged.commands[0]["path"] == R"(["stat","hp"])");
  CHECK(judged.commands[0]["effects"] == R"([{"path":["stat","hp"],"before":5,"after":6}])");
  CHECK(judged.commands[1]["effects"] == R"([{"path":["stat","bag","gold"],"before":3,"after":4}])");
  CHECK(judged.audit[0]["key"] == R"("stat.hp")");
  CHECK(judged.audit[0]["before"] == "5");
  CHECK(judged.audit[0]["after"] == "6");
}

TEST_CASE("an expiry on a described place removes the whole pair") {
  Table table(R"({"stat":{"hp":[5,"health"]}})");
  CHECK(
      table.turn(R"({"verb":"set","path":["stat","hp"],"value":6,"options":{"ttl":60}})", described()).said ==
      "applied");
  Asking later = described();
  later.now = "2025-09-20T09:00:00Z";
  table.turn("[]", later);
  CHECK(table.data() == R"({"stat":{}})");
}

TEST_CASE("protection reaches through described places [R002-11]") {
  check_rows(
      {
          {"set of the value", R"({"stat":{"li":[{"_is_protected":true},"t"]}})",
           R"({"verb":"set","path":["stat","li"],"value":5})", "rejected protected"},
          {"delete", R"({"stat":{"li":[{"_is_protected":true},"t"]}})",
           R"({"verb":"delete","path":["stat","li"]})", "rejected protected"},
          {"a field", R"({"stat":{"li":[{"_is_protected":true},"t"]}})",
           R"({"verb":"set","path":["stat","li","hp"],"value":5})", "applied",
           R"({"stat":{"li":[{"_is_protected":true,"hp":5},"t"]}})"},
      },
      described());
}

}  // namespace
}  // namespace gavel::testing
