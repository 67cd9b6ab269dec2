// The dialect `ops`: the instructions of 003.

#include <fstream>
#include <sstream>

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kPlayer =
    R"({"player":{"hp":100,"level":5,"skills":[],"inventory":["rope","lamp"]},"temp":{"data":1}})";

Json example(const std::string& id) {
  std::ifstream file("tests/conformance/spec_examples.jsonl");
  REQUIRE_MESSAGE(file.good(), "run from the top folder");
  for (std::string line; std::getline(file, line);) {
    Json row = parsed(line);
    if (string_of(row["id"]) == id) return row;
  }
  throw std::runtime_error("no example " + id);
}

TEST_CASE("[R003-03] the complete example of the format is exactly four commands") {
  const Json row = example("003:505 fence");
  const Read got = read(string_of(row["text"]));
  CHECK(got.said() == "set, set, push, call");
  CHECK(got.commands() ==
        R"([{"verb":"set","path":["player","level"],"value":6,"expect_old":5,"reason":"升级到6级"},
            {"verb":"set","path":["player","hp"],"value":120,"expect_old":100,"reason":"生命值上限提升"},
            {"verb":"push","path":["player","skills"],"value":{"id":"fireball","name":"火球术","level":1},
             "reason":"学会新技能"},
            {"verb":"call","path":["showMessage"],"value":["恭喜升级到6级！"]}])");
  CHECK(got.warnings().empty());
}

TEST_CASE("[R003-01] all eight operations, with path, value, old, reason and metadata") {
  const Read got = read(R"([
    {"op":"assign","path":["a","b"],"value":1,"old":0,"reason":"因","metadata":{"m":1},"id":"i1"},
    {"op":"get","path":["a"]}, {"op":"delete","path":["a",0]}, {"op":"merge","path":["a"],
    "value":{"x":1},"old":{"x":0}},
    {"op":"push","path":["l"],"value":[1]}, {"op":"pop","path":["l"]},
    {"op":"splice","path":["l"],"value":{"start":0,"deleteCount":1,"items":[]}},
    {"op":"callback","path":["showMessage"],"value":["x",{"level":2}]}])");
  CHECK(got.said() == "set, get, delete, merge, push, pop, splice, call");
  CHECK(
      got.commands() ==
      R"([{"verb":"set","path":["a","b"],"value":1,"expect_old":0,"reason":"因","metadata":{"m":1},"id":"i1"},
            {"verb":"get","path":["a"]},{"verb":"delete","path":["a",0]},
            {"verb":"merge","path":["a"],"value":{"x":1},"options":{"mergeStrategy":"deep"},
            "expect_old":{"x":0}},
            {"verb":"push","path":["l"],"value":[1]},{"verb":"pop","path":["l"]},
            {"verb":"splice","path":["l"],"value":{"start":0,"deleteCount":1,"items":[]}},
            {"verb":"call","path":["showMessage"],"value":["x",{"level":2}]}])");
}

TEST_CASE("[R003-01] single and batch, fenced and bare, in prose") {
  check_forms(
      "ops",
      {
          {"bare", kPlayer, R"(他受伤了。{"op":"assign","path":["player","hp"],"value":80} 好痛。)",
           "applied",
           R"({"player":{"hp":80,"level":5,"skills":[],"inventory":["rope","lamp"]},"temp":{"data":1}})"},
          {"a bare array", R"({"a":0})",
           "好\n[{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1},{\"op\":\"assign\",\"path\":[\"b\"],"
           "\"value\":2}]",
           "applied, applied", R"({"a":1,"b":2})"},
          {"one a line", R"({"a":0})",
           "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n{\"op\":\"assign\",\"path\":[\"b\"],\"value\":"
           "2}",
           "applied, applied", R"({"a":1,"b":2})"},
          {"over many lines", R"({"a":0})",
           "{\n  \"op\": \"assign\",\n  \"path\": [\n    \"a\"\n  ],\n  \"value\": {\n    \"x\": [{}]\n  "
           "}\n}",
           "applied", R"({"a":{"x":[{}]}})"},
          {"members in any order", R"({"a":0})", R"({"value":1,"reason":"r","path":["a"],"op":"assign"})",
           "applied", R"({"a":1})"},
          {"a text path", R"({"a":{"b":0}})", R"({"op":"assign","path":"a.b","value":1})", "applied",
           R"({"a":{"b":1}})"},
          {"a pointer", R"({"a":{"b":0}})", R"({"op":"assign","path":"/a/b","value":1})", "applied",
           R"({"a":{"b":1}})"},
          {"a path array is literal", R"({"a":{"b":0}})", R"({"op":"assign","path":["a.b"],"value":1})",
           "applied", R"({"a":{"b":0},"a.b":1})"},
          {"options", R"({"a":1})", R"({"op":"assign","path":["a"],"value":2,"options":{"ifEquals":9}})",
           "rejected precondition.equals"},
          {"merge is deep", R"({"a":{"x":{"p":1},"y":1}})",
           R"({"op":"merge","path":["a"],"value":{"x":{"q":2}}})", "applied",
           R"({"a":{"x":{"p":1,"q":2},"y":1}})"},
      });
}

TEST_CASE("[R003-02] get, pop and splice return their results") {
  const Told told =
      tell(kPlayer, R"([{"op":"get","path":["player","hp"]},{"op":"pop","path":["player","inventory"]},
      {"op":"splice","path":["player","inventory"],"value":{"start":0,"deleteCount":1,"items":["x"]}}])");
  CHECK(told.said == "applied, applied, applied");
  CHECK(told.commands[0]["result"] == "100");
  CHECK(told.commands[1]["result"] == R"("lamp")");
  CHECK(told.commands[2]["result"] == R"(["rope"])");
}

TEST_CASE("[R003-04] all problems of an instruction are reported at once, with a correct example") {
  struct Bad {
    const char* text;
    std::vector<const char*> words;
  };
  for (const Bad& bad : {
           Bad{R"({"op":"assign"})", {"path", "value"}},
           Bad{R"({"op":"teleport","path":[]})", {"teleport", "path"}},
           Bad{R"({"op":"assgin","path":["a"],"value":1})", {"assgin", "assign"}},
           Bad{R"({"op":"push","path":["a"]})", {"value"}},
           Bad{R"({"op":"assign","path":{},"value":1})", {"path"}},
           Bad{R"({"op":"assign","path":[true],"value":1})", {"path"}},
           Bad{R"({"op":"assign","path":[],"reason":5})", {"path", "value", "reason"}},
           Bad{R"({"op":"merge","path":["a"],"value":{},"options":7})", {"options"}},
       }) {
    const Read got = read(bad.text);
    INFO(got.text);
    REQUIRE(got.reading.proposals.size() == 1);
    REQUIRE(got.reading.proposals[0].error);
    const Error& error = *got.reading.proposals[0].error;
    CHECK(code_name(error.code).starts_with("pa"));  // parse.malformed or path.invalid
    for (const char* word : bad.words) CHECK_MESSAGE(contains(got.error(), word), got.error());
    // The suggestion can be read, and is an instruction of this dialect.
    const std::size_t from = error.hint.find('{');
    REQUIRE_MESSAGE(from != std::string::npos, error.hint);
    const Read suggested = read_as("ops", error.hint.substr(from, error.hint.rfind('}') + 1 - from));
    REQUIRE(suggested.reading.proposals.size() == 1);
    CHECK_MESSAGE(suggested.reading.proposals[0].command.has_value(), error.hint);
  }
}

TEST_CASE("[R003-04] forbidden segments are named") {
  for (const char* text : {R"({"op":"assign","path":["a","__proto__","x"],"value":1})",
                           R"({"op":"assign","path":["constructor"],"value":1})",
                           R"({"op":"merge","path":["prototype"],"value":{}})",
                           R"({"op":"assign","path":"a.__proto__.x","value":1})"}) {
    INFO(std::string(text));
    CHECK(tell(R"({"a":{}})", text).said == "rejected path.forbidden");
  }
  CHECK(tell("{}", R"({"op":"assign","path":["constructor_guild"],"value":1})").said == "applied");
}

TEST_CASE("[R003-05] a different old value is refused") {
  CHECK(tell(R"({"a":1})", R"({"op":"assign","path":["a"],"value":2,"old":5})").said ==
        "rejected precondition.old");
  CHECK(tell(R"({"a":1})", R"({"op":"assign","path":["a"],"value":2,"old":1.0})").said == "applied");
  CHECK(tell(R"({"a":{"x":1,"y":2}})", R"({"op":"merge","path":["a"],"value":{"x":5},"old":{"x":1}})").said ==
        "applied");
  CHECK(tell(R"({"a":{"x":1,"y":2}})", R"({"op":"merge","path":["a"],"value":{"x":5},"old":{"x":2}})").said ==
        "rejected precondition.old");
}

TEST_CASE("[R003-06] an unregistered callback is refused by its name") {
  const Told told = tell("{}", R"({"op":"callback","path":["showMessage"],"value":["x"]})");
  CHECK(told.said == "rejected tool.unknown");
  CHECK(contains(told.commands[0]["message"].text(), "showMessage"));
}

TEST_CASE("[R003-08] JSON first: MVU calls beside an instruction are skipped, and say so") {
  check_forms({
      {"calls after", R"({"a":0,"b":0})", "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n_.set('b', 1);",
       "applied, skipped dialect.superseded", R"({"a":1,"b":0})"},
      {"calls before", R"({"a":0,"b":0})",
       "<UpdateVariable>_.set('b', "
       "1);</UpdateVariable>\n```json\n{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```",
       "skipped dialect.superseded, applied", R"({"a":1,"b":0})"},
      {"MVU where there is no JSON", R"({"a":0,"b":0})", "_.set('b', 1);", "applied", R"({"a":0,"b":1})"},
      {"an instruction in a fence that is an example does not count", R"({"a":0,"b":0})",
       "```\n如 {\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```\n_.set('b', 1);", "applied",
       R"({"a":0,"b":1})"},
      {"other dialects run", R"({"a":0,"b":0,"c":0})",
       "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n<variable_update>[[SET, b, 1]]</variable_update>\n"
       "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/c\",\"value\":1}]</JSONPatch>",
       "applied, applied, applied", R"({"a":1,"b":1,"c":1})"},
      {"a patch does not supersede", R"({"a":0,"c":0})",
       "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/c\",\"value\":1}]</JSONPatch>\n_.set('a', 1);",
       "applied, applied", R"({"a":1,"c":1})"},
  });
}

TEST_CASE("an RFC 6902 operation outside its tag is not an instruction") {
  for (const char* text :
       {R"({"op":"replace","path":"/a","value":1})", R"([{"op":"add","path":"/b","value":1}])"}) {
    INFO(std::string(text));
    const Told told = tell(R"({"a":0})", text, "ops");
    CHECK(told.data == R"({"a":0})");
    CHECK(told.said.starts_with("rejected"));
  }
}

TEST_CASE("a batch is not all or nothing: each instruction has its own line") {
  check_forms("ops",
              {
                  {"one fails", R"({"a":0,"s":"x"})",
                   R"([{"op":"assign","path":["a"],"value":1},{"op":"push","path":["s"],"value":1},)"
                   R"({"op":"assign","path":["b"],"value":2}])",
                   "applied, rejected type.mismatch, applied", R"({"a":1,"s":"x","b":2})"},
                  {"other values in the array", R"({"a":0})",
                   R"([{"op":"assign","path":["a"],"value":1},5,"x",null])",
                   "applied, rejected parse.malformed, rejected parse.malformed, rejected parse.malformed",
                   R"({"a":1})"},
              });
}

}  // namespace
}  // namespace gavel::testing
