// The dialect `tavern`: every shape of 000, in one envelope each.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

std::string commands(const std::string& entries) { return "{\"tavern_commands\":[" + entries + "]}"; }

TEST_CASE("[R000-15] tavern_inspect answers and changes nothing") {
  const std::string text = R"({"tavern_inspect":[{"key":"a.b"},{"key":"gone"}]})";
  const Told told = tell(R"({"a":{"b":[1,2]}})", text);
  CHECK(told.said == "applied, rejected path.unknown");
  CHECK(told.data == R"({"a":{"b":[1,2]}})");
  CHECK(told.commands[0]["result"] == "[1,2]");
  CHECK(told.commands[0]["verb"] == R"("get")");
  const Told both =
      tell(R"({"a":1})", R"({"text":"…","tavern_commands":[{"action":"add","key":"a","value":1}],)"
                         R"("tavern_inspect":[{"key":"a"}]})");
  CHECK(both.said == "applied, applied");
  CHECK(both.data == R"({"a":2})");
  CHECK(both.commands[1]["result"] == "2");
}

TEST_CASE("[R000-16] partition objects: arrays, maps, and deletes that are strings") {
  check_forms(
      "tavern",
      {
          {"arrays", R"({"a":0,"l":[]})",
           R"({"tavern_commands":{"set":[{"action":"set","key":"a","value":1}],"push":[{"key":"l",)"
           R"("value":2}]}})",
           "applied, applied", R"({"a":1,"l":[2]})"},
          {"the action is the partition's", R"({"a":0})",
           R"({"tavern_commands":{"set":[{"key":"a","value":1}],"add":[{"key":"a","value":5}]}})",
           "applied, applied", R"({"a":6})"},
          {"maps", R"({"a":{"b":0},"n":1,"l":[]})",
           R"({"tavern_commands":{"set":{"a.b":1},"add":{"n":2},"push":{"l":"x"}}})",
           "applied, applied, applied", R"({"a":{"b":1},"n":3,"l":["x"]})"},
          {"deletes as strings", R"({"a":1,"b":2,"c":3})", R"({"tavern_commands":{"delete":["a","b"]}})",
           "applied, applied", R"({"c":3})"},
          {"one delete as a string", R"({"a":1,"c":3})", R"({"tavern_commands":{"delete":"a"}})", "applied",
           R"({"c":3})"},
          {"a delete map", R"({"a":1,"c":3})", R"({"tavern_commands":{"delete":{"a":null}}})", "applied",
           R"({"c":3})"},
          {"every section", R"({"s":0,"n":1,"o":{"x":1},"p":[],"q":["x","y"],"d":1})",
           R"({"tavern_commands":{"set":{"s":1},"add":{"n":1},"update":{"o":{"y":2}},"ensure":{"e":5},)"
           R"("push":{"p":1},"pull":{"q":"x"},"delete":["d"]}})",
           "applied, applied, applied, applied, applied, applied, applied",
           R"({"s":1,"n":2,"o":{"x":1,"y":2},"p":[1],"q":["y"],"e":5})"},
          {"an array of entries", R"({"a":0})",
           R"([{"action":"set","key":"a","value":1},{"action":"add","key":"a","value":1}])",
           "applied, applied", R"({"a":2})"},
          {"the block itself, its entries whole", R"({"a":0,"l":[]})",
           R"({"set":[{"action":"set","key":"a","value":1}],"push":[{"action":"push","key":"l","value":2}]})",
           "applied, applied", R"({"a":1,"l":[2]})"},
      });
}

TEST_CASE("[R000-16] a partition with long paths works without its wrapper") {
  check_forms("tavern", {{"maps and strings", R"({"a":{"b":0,"c":1},"l":{"m":[]}})",
                          R"({"set":{"a.b":1},"push":{"l.m":"x"},"delete":["a.c"]})",
                          "applied, applied, applied", R"({"a":{"b":1},"l":{"m":["x"]}})"}});
}

TEST_CASE("a map of keys without the word tavern_commands is read as tavern only on request") {
  const std::string text = R"({"set":{"a":1},"delete":["b"]})";
  CHECK(tell(R"({"a":0,"b":1})", text, "tavern").data == R"({"a":1})");
}

TEST_CASE("an entry is {action, key, value?, options?}, and path or target may replace key") {
  check_forms(
      "tavern",
      {
          {"set", R"({"a":0})", commands(R"({"action":"set","key":"a","value":{"x":[1]}})"), "applied",
           R"({"a":{"x":[1]}})"},
          {"update", R"({"a":{"x":{"p":1},"y":2}})",
           commands(R"({"action":"update","key":"a","value":{"x":{"q":1}}})"), "applied",
           R"({"a":{"x":{"q":1},"y":2}})"},
          {"patch", R"({"a":{"x":{"p":1}}})",
           commands(
               R"({"action":"patch","key":"a","value":{"x":{"q":1}},"options":{"mergeStrategy":"deep"}})"),
           "applied", R"({"a":{"x":{"p":1,"q":1}}})"},
          {"ensure", R"({"a":0})",
           commands(R"({"action":"ensure","key":"a","value":1},{"action":"ensure","key":"b","value":1})"),
           "skipped precondition.exists, applied", R"({"a":0,"b":1})"},
          {"add to a number", R"({"a":1})", commands(R"({"action":"add","key":"a","value":-1.5})"), "applied",
           R"({"a":-0.5})"},
          {"add to an array", R"({"a":[1]})", commands(R"({"action":"add","key":"a","value":2})"), "applied",
           R"({"a":[1,2]})"},
          {"add to a map", R"({"a":{"x":1}})", commands(R"({"action":"add","key":"a","value":{"y":2}})"),
           "applied", R"({"a":{"x":1,"y":2}})"},
          {"push and pull", R"({"a":[1]})",
           commands(R"({"action":"push","key":"a","value":2},{"action":"pull","key":"a","value":1})"),
           "applied, applied", R"({"a":[2]})"},
          {"delete", R"({"a":1,"b":2})",
           commands(R"({"action":"delete","key":"a"},{"action":"delete","key":"b","value":null})"),
           "applied, applied", "{}"},
          {"path", R"({"a":0})", commands(R"({"action":"set","path":"a","value":1})"), "applied",
           R"({"a":1})"},
          {"target", R"({"a":0})", commands(R"({"action":"set","target":"a","value":1})"), "applied",
           R"({"a":1})"},
          {"one entry alone", R"({"a":0})", R"({"action":"set","key":"a","value":1})", "applied",
           R"({"a":1})"},
          {"the document's root is literal", R"({"character":{"saveData":{"a":0}}})",
           commands(R"({"action":"set","key":"character.saveData.a","value":1})"), "applied",
           R"({"character":{"saveData":{"a":1}}})"},
      });
}

TEST_CASE("[R000-19] unknown members are ignored with a warning, known ones never") {
  const Told options =
      tell(R"({"a":0})",
           commands(R"({"action":"set","key":"a","value":1,"options":{"blinkRate":3,"ifMissing":false}})"));
  CHECK(options.said == "applied");
  CHECK(options.warned("option.unknown") == 1);
  const Told fields =
      tell(R"({"a":0})", commands(R"({"action":"set","key":"a","value":1,"scope":"chat","colour":"red"})"));
  CHECK(fields.said == "applied");
  CHECK(fields.data == R"({"a":1})");
  CHECK(fields.warnings.size() >= 1);
  const Told wrong =
      tell(R"({"a":0})", commands(R"({"action":"set","key":"a","value":1,"options":{"ifMissing":"yes"}})"));
  CHECK(wrong.said == "rejected parse.malformed");
  CHECK(wrong.data == R"({"a":0})");
}

TEST_CASE("the other fields of an answer are not commands") {
  const Told told =
      tell(R"({"a":0})",
           R"({"text":"{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":9}]}",)"
           R"("mid_term_memory":"_.set('a', 9);","tavern_commands":[{"action":"add","key":"a","value":1}],)"
           R"("action_options":["{\"op\":\"delete\",\"path\":[\"a\"]}"]})");
  CHECK(told.said == "applied");
  CHECK(told.data == R"({"a":1})");
}

TEST_CASE("an empty or malformed list of commands is reported, and changes nothing") {
  CHECK(tell(R"({"a":0})", commands("")).data == R"({"a":0})");
  for (const char* text :
       {R"({"tavern_commands":5})", R"({"tavern_commands":"set a 1"})", R"({"tavern_commands":[5]})",
        R"({"tavern_commands":[["set","a",1]]})", R"({"tavern_commands":{"explode":{"a":1}}})"}) {
    INFO(std::string(text));
    const Told told = tell(R"({"a":0})", text);
    CHECK(told.data == R"({"a":0})");
    CHECK(told.said.starts_with("rejected parse.malformed"));
  }
}

TEST_CASE("each bad entry is refused by its own line, which lists all problems and shows a correct entry") {
  const Read got = read(commands(
      R"({"action":"set","key":"a","value":1},{"action":"explode","value":1},{"key":"a","value":1},)"
      R"({"action":"set","key":"a"},{"action":"set","key":7,"value":1,"options":[]},{"action":"set",)"
      R"("key":"b","value":2})"));
  CHECK(got.said() == "set, parse.malformed, parse.malformed, parse.malformed, parse.malformed, set");
  CHECK(contains(got.error(1), "explode"));
  CHECK(contains(got.error(1), "key"));
  CHECK(contains(got.error(2), "action"));
  CHECK(contains(got.error(3), "value"));
  CHECK(contains(got.error(4), "key"));
  CHECK(contains(got.error(4), "options"));
  for (const std::size_t i : {1U, 2U, 3U, 4U}) CHECK(contains(got.error(i), "\"action\""));
}

TEST_CASE("reasons, tags and idempotency keys are kept") {
  const Read got = read(commands(
      R"({"action":"set","key":"a","value":1,"options":{"reason":"因","tags":["t"],"idempotencyKey":"k",)"
      R"("ttl":5}})"));
  REQUIRE(got.said() == "set");
  const Command& command = *got.reading.proposals[0].command;
  CHECK(command.why() == "因");
  CHECK(command.options.tags == std::vector<std::string>{"t"});
  CHECK(command.options.idempotency_key == "k");
  CHECK(command.raw_path == "a");
  CHECK(got.commands()[0]["options"] == R"({"reason":"因","tags":["t"],"idempotencyKey":"k","ttl":5})");
}

}  // namespace
}  // namespace gavel::testing
