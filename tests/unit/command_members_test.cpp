// The members of a command besides its options: which are needed, which fit together, and what they must be.

#include "command/command.hpp"
#include "state/json_writer.hpp"
#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kMembersState = R"({"a":{"b":1,"c":2},"list":[1,2,3]})";

TEST_CASE("a command without a required member is refused, and the member is named") {
  check_rows({
      {"no verb", kMembersState, R"({"path":["a"],"value":1})", "rejected parse.malformed", nullptr, nullptr,
       "`verb`"},
      {"a verb that is not a string", kMembersState, R"({"verb":1,"path":["a"]})", "rejected parse.malformed",
       nullptr, nullptr, "`verb`"},
      {"no such verb", kMembersState, R"({"verb":"sett","path":["a"],"value":1})", "rejected parse.malformed",
       nullptr, nullptr, "did you mean \"set\""},
      {"a verb far from all", kMembersState, R"({"verb":"frobnicate","path":["a"]})",
       "rejected parse.malformed", nullptr, nullptr, "frobnicate"},
      {"verbs are case-sensitive", kMembersState, R"({"verb":"SET","path":["a"],"value":1})",
       "rejected parse.malformed"},
      {"no path", kMembersState, R"({"verb":"set","value":1})", "rejected parse.malformed", nullptr, nullptr,
       "`path`"},
      {"a path that is a string", kMembersState, R"({"verb":"set","path":"a.b","value":1})",
       "rejected parse.malformed", nullptr, nullptr, "path"},
      {"a path with a negative index", kMembersState, R"({"verb":"set","path":["list",-1],"value":1})",
       "rejected parse.malformed", nullptr, nullptr, "path"},
      {"a path with a float", kMembersState, R"({"verb":"set","path":["list",0.5],"value":1})",
       "rejected parse.malformed"},
      {"a path with null", kMembersState, R"({"verb":"set","path":[null],"value":1})",
       "rejected parse.malformed"},
      {"a raw path that is not a string", kMembersState, R"({"verb":"set","raw_path":["a"],"value":1})",
       "rejected parse.malformed", nullptr, nullptr, "raw_path"},
      {"two paths", kMembersState, R"({"verb":"set","path":["a"],"raw_path":"a","value":1})",
       "rejected parse.malformed", nullptr, nullptr, "not both"},
      {"move without from", kMembersState, R"({"verb":"move","path":["a"]})", "rejected parse.malformed",
       nullptr, nullptr, "from"},
      {"copy without from", kMembersState, R"({"verb":"copy","path":["a"]})", "rejected parse.malformed",
       nullptr, nullptr, "from"},
      {"two froms", kMembersState, R"({"verb":"move","path":["x"],"from":["a"],"raw_from":"a"})",
       "rejected parse.malformed", nullptr, nullptr, "not both"},
      {"a raw from that is not a string", kMembersState, R"({"verb":"move","path":["x"],"raw_from":1})",
       "rejected parse.malformed", nullptr, nullptr, "raw_from"},
      {"from where it has no meaning", kMembersState, R"({"verb":"set","path":["a"],"from":["b"],"value":1})",
       "rejected parse.malformed", nullptr, nullptr, "from"},
      {"options that are no object", kMembersState, R"({"verb":"set","path":["a"],"value":1,"options":[]})",
       "rejected parse.malformed", nullptr, nullptr, "`options`"},
      {"a reason that is not a string", kMembersState, R"({"verb":"set","path":["a"],"value":1,"reason":1})",
       "rejected parse.malformed", nullptr, nullptr, "`reason`"},
      {"an id that is not a string", kMembersState, R"({"verb":"set","path":["a"],"value":1,"id":1})",
       "rejected parse.malformed", nullptr, nullptr, "`id`"},
  });
}

TEST_CASE("a verb that needs a value is refused without one") {
  for (const char* verb :
       {"set", "merge", "ensure", "add", "mul", "div", "insert", "push", "splice", "test"}) {
    SUBCASE(verb) {
      const Judged judged =
          judge(kMembersState, R"({"verb":")" + std::string(verb) + R"(","path":["list"]})");
      CHECK(judged.said == "rejected parse.malformed");
      CHECK(contains(judged.message(), "`value` is missing"));
      CHECK(contains(judged.message(), "for example"));
      CHECK(judged.data == kMembersState);
    }
  }
}

TEST_CASE("a verb that takes no value is refused with one") {
  for (const char* verb : {"pop", "delete", "restore", "move", "copy", "get"}) {
    SUBCASE(verb) {
      const bool relocates = contains("move copy", verb);
      const std::string text = R"({"verb":")" + std::string(verb) + R"(","path":["list"],"value":1)" +
                               (relocates ? R"(,"from":["a"]})" : "}");
      const Judged judged = judge(kMembersState, text);
      CHECK(judged.said == "rejected parse.malformed");
      CHECK(contains(judged.message(), "`value`"));
      CHECK(judged.data == kMembersState);
    }
  }
}

TEST_CASE("pull takes either a value or where [R000-08]") {
  check_rows({
      {"neither", kMembersState, R"({"verb":"pull","path":["list"]})", "rejected parse.malformed", nullptr,
       nullptr, "where"},
      {"both", kMembersState, R"({"verb":"pull","path":["list"],"value":1,"options":{"where":{"id":1}}})",
       "rejected parse.malformed", nullptr, nullptr, "not both"},
      {"null is a value", R"({"list":[1,null]})", R"({"verb":"pull","path":["list"],"value":null})",
       "applied", R"({"list":[1]})"},
  });
}

TEST_CASE("a delete may carry null [R000-06]") {
  check_rows({{"null", kMembersState, R"({"verb":"delete","path":["a"],"value":null})", "applied",
               R"({"list":[1,2,3]})"}});
}

TEST_CASE("where a value is required, null is a value like any other") {
  check_rows({
      {"set", kMembersState, R"({"verb":"set","path":["a"],"value":null})", "applied",
       R"({"a":null,"list":[1,2,3]})"},
      {"push", kMembersState, R"({"verb":"push","path":["list"],"value":null})", "applied",
       R"({"a":{"b":1,"c":2},"list":[1,2,3,null]})"},
      {"test", kMembersState, R"({"verb":"test","path":["a","b"],"value":null})", "rejected test.failed"},
  });
}

TEST_CASE("all problems of a command are reported at once") {
  const Judged judged =
      judge(kMembersState,
            R"({"verb":"set","reason":7,"options":{"ttl":-1,"limit":3,"tags":"x","position":"mid"}})");
  CHECK(judged.said == "rejected parse.malformed");
  for (const char* part : {"`path`", "`value`", "`reason`", "ttl", "limit", "tags", "position"}) {
    CHECK_MESSAGE(contains(judged.message(), part), part);
  }
}

TEST_CASE("an element that is not an object is no command, and the others are judged all the same") {
  const Judged judged = judge(R"({})", R"([1,"set",null,[],{"verb":"set","path":["a"],"value":1}])");
  CHECK(judged.said ==
        "rejected parse.malformed, rejected parse.malformed, rejected parse.malformed, "
        "rejected parse.malformed, applied");
  CHECK(judged.data == R"({"a":1})");
}

TEST_CASE("an origin in the JSON is accepted, and its actor ignored") {
  const Judged judged = judge(
      R"({"a":{"__version":1}})",
      R"({"verb":"set","path":["a","__version"],"value":9,"origin":{"dialect":"mvu","actor":"operator"}})");
  CHECK(judged.said == "rejected authority.denied");
  CHECK(judged.audit[0]["actor"] == R"("model")");
  CHECK(judged.warnings == "[]");
}

TEST_CASE("a line of the verdict names its command: index, verb, place, dialect, span and id") {
  const Judged judged =
      judge(R"({})", R"([{"verb":"set","path":["a"],"value":1,"id":"c-7"}, {"verb":"nope","path":["b"]}])");
  CHECK(judged.commands[0]["index"] == "0");
  CHECK(judged.commands[0]["verb"] == R"("set")");
  CHECK(judged.commands[0]["path"] == R"(["a"])");
  CHECK(judged.commands[0]["dialect"] == R"("ir")");
  CHECK(judged.commands[0]["span"] == "[1,49]");
  CHECK(judged.commands[0]["id"] == R"("c-7")");
  CHECK(judged.commands[1]["index"] == "1");
  CHECK(judged.commands[1]["verb"] == R"("nope")");
  CHECK(judged.commands[1]["path"] == R"(["b"])");
}

TEST_CASE("writing a command's JSON form and reading it back gives the same command") {
  for (
      const char* text : {
          R"({"verb":"set","path":["a",0,"k.x"],"value":{"x":[1,2.5,null]},"reason":"why","metadata":{"m":1},"id":"i"})",
          R"({"verb":"merge","raw_path":"a.b[0]","value":{},"options":{"mergeStrategy":"deep","ttl":60}})",
          R"({"verb":"move","path":["a"],"from":["b",1]})",
          R"({"verb":"copy","raw_path":"a","raw_from":"/b/0"})",
          R"({"verb":"pull","path":["a"],"options":{"where":{"id":1},"count":2,"position":"tail"}})",
          R"({"verb":"test","path":[],"value":{},"expect_old":null})",
      }) {
    SUBCASE(text) {
      std::vector<Warning> warnings;
      const Result<Command> command = read_command(parsed(text), Limits(), warnings);
      REQUIRE(command.ok());
      Json written = write_command(*command);
      CHECK(written["origin"]["dialect"] == "ir");
      CHECK(written["origin"]["actor"] == "model");
      const Result<Command> again = read_command(written, Limits(), warnings);
      REQUIRE(again.ok());
      CHECK(to_text(write_command(*again)) == to_text(written));
      written.erase("origin");
      CHECK(Shown{written} == text);
      CHECK(warnings.empty());
    }
  }
}

TEST_CASE("every verb of the tavern actions works [R000-01]") {
  check_rows({
      {"set", R"({})", R"({"verb":"set","path":["a"],"value":1})", "applied", R"({"a":1})"},
      {"add, on a number", R"({"a":1})", R"({"verb":"add","path":["a"],"value":2})", "applied", R"({"a":3})"},
      {"add, into a map", R"({"m":{}})", R"({"verb":"insert","path":["m"],"value":{"x":1}})", "applied",
       R"({"m":{"x":1}})"},
      {"update and patch", R"({"a":{"x":1}})", R"({"verb":"merge","path":["a"],"value":{"y":2}})", "applied",
       R"({"a":{"x":1,"y":2}})"},
      {"push", R"({"l":[1]})", R"({"verb":"push","path":["l"],"value":2})", "applied", R"({"l":[1,2]})"},
      {"pull", R"({"l":[1,2]})", R"({"verb":"pull","path":["l"],"value":1})", "applied", R"({"l":[2]})"},
      {"delete", R"({"a":1})", R"({"verb":"delete","path":["a"]})", "applied", R"({})"},
      {"ensure", R"({})", R"({"verb":"ensure","path":["a"],"value":1})", "applied", R"({"a":1})"},
  });
}

TEST_CASE("without a ruleset, call reports that there is no such tool") {
  check_rows(
      {{"call", kMembersState, R"({"verb":"call","path":["roll"],"value":{"n":1}})", "rejected tool.unknown",
        nullptr, nullptr, "roll"},
       {"without arguments", kMembersState, R"({"verb":"call","path":["roll"]})", "rejected tool.unknown"}});
}

}  // namespace
}  // namespace gavel::testing
