// The dialect `filament`: bare words of 2.x, the semantic tags of 2.3, and 3.0's state_update.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

std::string filament_update(std::string_view body) {
  return "<variable_update>" + std::string(body) + "</variable_update>";
}

TEST_CASE("[R004-11] the eight opcodes, with bare words") {
  check_forms(
      "filament",
      {
          {"SET", R"({"hp":0})", filament_update("[[SET, hp, 90]]"), "applied", R"({"hp":90})"},
          {"ADD", R"({"hp":1})", filament_update("[[ADD, hp, 2]]"), "applied", R"({"hp":3})"},
          {"SUB", R"({"hp":1})", filament_update("[[SUB, hp, 2.5]]"), "applied", R"({"hp":-1.5})"},
          {"MUL", R"({"hp":3})", filament_update("[[MUL, hp, 2]]"), "applied", R"({"hp":6})"},
          {"DIV", R"({"hp":6})", filament_update("[[DIV, hp, 4]]"), "applied", R"({"hp":1.5})"},
          {"PUSH", R"({"l":[]})", filament_update("[[PUSH, l, 短刀], [PUSH, l, {\"k\":[1,2]}]]"),
           "applied, applied", R"({"l":["短刀",{"k":[1,2]}]})"},
          {"POP", R"({"l":[1,2]})", filament_update("[[POP, l]]"), "applied", R"({"l":[1]})"},
          {"DELETE", R"({"a":{"b":1}})", filament_update("[[DELETE, a.b]]"), "applied", R"({"a":{}})"},
          {"any case", R"({"hp":1})", filament_update("[[set, hp, 2], [Add, hp, 3]]"), "applied, applied",
           R"({"hp":5})"},
          {"quoted", R"({"hp":1})", filament_update("[[\"SET\", \"hp\", 2]]"), "applied", R"({"hp":2})"},
          {"one without the outer brackets", R"({"hp":1})", filament_update("[SET, hp, 2]"), "applied",
           R"({"hp":2})"},
          {"dotted paths", R"({"纯田真奈":{"好感度":1}})", filament_update("[[ADD, 纯田真奈.好感度, 5]]"),
           "applied", R"({"纯田真奈":{"好感度":6}})"},
          {"an unknown opcode", R"({"hp":1})", filament_update("[[BLESS, hp, 2], [SET, hp, 3]]"),
           "rejected parse.malformed, applied", R"({"hp":3})"},
      });
}

TEST_CASE("[R004-11] a bare word is a JSON number, true, false, null, or else text") {
  const auto value = [](std::string_view word) {
    return tell(R"({"a":"?"})", filament_update("[[SET, a, " + std::string(word) + "]]")).data["a"];
  };
  CHECK(value("10") == "10");
  CHECK(value("-5.5") == "-5.5");
  CHECK(value("1e3") == "1000");
  CHECK(value("+5") == "5");
  CHECK(value("TRUE") == "true");
  CHECK(value("False") == "false");
  CHECK(value("null") == "null");
  CHECK(value("007") == R"("007")");
  CHECK(value("0x10") == R"("0x10")");
  CHECK(value("NaN") == R"("NaN")");
  CHECK(value("Infinity") == R"("Infinity")");
  CHECK(value("happy") == R"("happy")");
  CHECK(value("player.hp") == R"("player.hp")");
  CHECK(value("\"10\"") == R"("10")");
  CHECK(value("\"true\"") == R"("true")");
  CHECK(value("[\"a\", 1]") == R"(["a",1])");
  CHECK(value("{\"k\": {}}") == R"({"k":{}})");
  CHECK(value("+=50") == R"("+=50")");
  CHECK(value("player.max_hp * 0.5") == R"("player.max_hp * 0.5")");
  CHECK(value("\"She said: \\\"go, now\\\" ]\"") == R"("She said: \"go, now\" ]")");
}

TEST_CASE("bare text with blanks is that text") {
  CHECK(tell("{}", filament_update("[[SET, desc, She is angry]]")).data == R"({"desc":"She is angry"})");
}

TEST_CASE("analysis and comments may stand anywhere between the operations") {
  check_forms("filament",
              {
                  {"all of it", R"({"a":0,"b":0})",
                   filament_update("\n<analysis>\n - [SET, a, 9]\n</analysis>\n<!-- 前 -->\n[\n  [SET, a, "
                                   "1],   <!-- [SET, a, 8] -->\n"
                                   "  [SET, b, 2]\n] <!-- 后 -->\n"),
                   "applied, applied", R"({"a":1,"b":2})"},
                  {"nothing but analysis", R"({"a":0})", filament_update("<analysis>无</analysis>"), ""},
                  {"nothing at all", R"({"a":0})", filament_update(""), ""},
                  {"an empty list", R"({"a":0})", filament_update("[]"), ""},
              });
}

TEST_CASE("an operation with too few or too many elements is refused by its line") {
  const Read got = read(filament_update("[[SET, a], [POP], [ADD, a, 1, 2], [], [SET, a, 1]]"));
  CHECK(got.said() == "parse.malformed, parse.malformed, parse.malformed, parse.malformed, set");
  CHECK(contains(got.error(0), "SET"));
}

TEST_CASE("version 2.3: insert creates, edit changes an existing value, delete removes") {
  check_forms(
      "filament",
      {
          {"insert", R"({"a":1})",
           "<variable_insert><path>b</path><value>2</value></variable_insert>"
           "<variable_insert><path>a</path><value>2</value></variable_insert>",
           "applied, skipped precondition.exists", R"({"a":1,"b":2})"},
          {"in any order", "{}",
           "<variable_insert>\n<value>{ name: \"Potion\", count: 1 }</value>\n<!-- x "
           "-->\n<path>p</path>\n</variable_insert>",
           "applied", R"({"p":{"name":"Potion","count":1}})"},
          {"edit to a value", R"({"a":1})",
           "<variable_edit><path>a</path><value>\"5\"</value></variable_edit>", "applied", R"({"a":"5"})"},
          {"edit to a text", R"({"a":1})",
           "<variable_edit><path>a</path><value>空荡荡</value></variable_edit>", "applied",
           R"({"a":"空荡荡"})"},
          {"edit by an operator", R"({"a":10,"b":10,"c":10,"d":10})",
           "<variable_edit><path>a</path><value>+= 2</value></variable_edit>"
           "<variable_edit><path>b</path><value>-=2</value></variable_edit>"
           "<variable_edit><path>c</path><value>*= 2</value></variable_edit>"
           "<variable_edit><path>d</path><value>/= 2</value></variable_edit>",
           "applied, applied, applied, applied", R"({"a":12,"b":8,"c":20,"d":5})"},
          {"edit nothing", "{}", "<variable_edit><path>a</path><value>1</value></variable_edit>",
           "rejected path.unknown"},
          {"delete", R"({"a":{"b":1}})", "<variable_delete><path>a.b</path></variable_delete>", "applied",
           R"({"a":{}})"},
          {"no path", R"({"a":1})", "<variable_edit><value>1</value></variable_edit>",
           "rejected parse.malformed"},
          {"no value", R"({"a":1})", "<variable_edit><path>a</path></variable_edit>",
           "rejected parse.malformed"},
      });
}

TEST_CASE("version 3.0: state_update holds RFC 6902, and the form of the body decides under either tag") {
  const std::string ops = R"({"ops":[{"op":"replace","path":"/a","value":1}],"analysis":"x"})";
  check_forms(
      "filament",
      {
          {"state_update", R"({"a":0})", "<state_update>" + ops + "</state_update>", "applied", R"({"a":1})"},
          {"ops under the old tag", R"({"a":0})", filament_update(ops), "applied", R"({"a":1})"},
          {"words under the new tag", R"({"a":0})", "<state_update>[[SET, a, 1]]</state_update>", "applied",
           R"({"a":1})"},
          {"no ops", R"({"a":0})", "<state_update>{\"analysis\":\"x\"}</state_update>", ""},
          {"a test that fails", R"({"a":0})",
           R"(<state_update>{"ops":[{"op":"replace","path":"/a","value":1},{"op":"test","path":"/a",)"
           R"("value":5}]}</state_update>)",
           "rejected batch.rolled_back, rejected test.failed"},
          {"in a whole answer", R"({"a":0})",
           "<filament_output version=\"3.0\">\n<thought>_.set('a', 9);</thought>\n<state_update>" + ops +
               "</state_update>\n<content>好 & 妙 < 3。</content>\n</filament_output>",
           "applied", R"({"a":1})"},
      });
}

TEST_CASE("a bare {op: add} of a number is a sum where a number stands; under ops, RFC 6902 holds") {
  const std::string pointer = R"({"op":"add","path":"/a","value":3})";
  const std::string dotted = R"({"op":"add","path":"她.好感度","value":-3})";
  check_forms("filament",
              {
                  {"by itself", R"({"a":12})", filament_update(pointer), "applied", R"({"a":15})"},
                  {"in an array", R"({"a":12})", filament_update("[" + pointer + "," + pointer + "]"),
                   "applied, applied", R"({"a":18})"},
                  {"a path with dots", R"({"她":{"好感度":12}})", filament_update("[" + dotted + "]"),
                   "applied", R"({"她":{"好感度":9}})"},
                  {"onto no number", R"({"a":"x"})", filament_update(pointer), "applied", R"({"a":3})"},
                  {"onto nothing", R"({"b":1})", filament_update(pointer), "applied", R"({"b":1,"a":3})"},
                  {"into an array", R"({"a":[1,2]})",
                   filament_update(R"({"op":"add","path":"/a/-","value":3})"), "applied", R"({"a":[1,2,3]})"},
                  {"below nothing", R"({"b":1})", filament_update(R"({"op":"add","path":"/a/b","value":3})"),
                   "rejected path.unknown"},
                  {"of no number", R"({"a":12})", filament_update(R"({"op":"add","path":"/a","value":"3"})"),
                   "applied", R"({"a":"3"})"},
                  {"under ops", R"({"a":12})", filament_update(R"({"ops":[)" + pointer + "]}"), "applied",
                   R"({"a":3})"},
                  {"in state_update", R"({"a":12})", "<state_update>[" + pointer + "]</state_update>",
                   "applied", R"({"a":3})"},
              });
  check_forms("patch", {{"in a patch", R"({"a":12})", "<JSONPatch>[" + pointer + "]</JSONPatch>", "applied",
                         R"({"a":3})"}});
}

TEST_CASE("a model's use_protocol is narration, and so is a display component") {
  check_narration({"<use_protocol id=\"combat_mode\" />", "<use_protocol>live_stream</use_protocol>",
                   "<status_bar>HP 4</status_bar>", "<live><barrage>[SET, a, 1]</barrage></live>"});
}

}  // namespace
}  // namespace gavel::testing
