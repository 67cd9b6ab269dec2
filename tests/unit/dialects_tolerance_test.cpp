// Tolerance of syntax, each repair reported with its place; strictness about meaning.

#include "state/json_writer.hpp"
#include "support/reading.hpp"

namespace gavel::testing {
namespace {

std::string codes(const Read& got) {
  std::string list;
  for (const Warning& warning : got.warnings()) list += warning.code + " ";
  return list;
}

std::string quoted(const char* text) { return to_text(Json(text)); }

struct Repair {
  const char* title;
  const char* dialect;
  std::string text;
  const char* at;  // what stands at the repair's span, or a part of it
  const char* after;
};

void check_repairs(std::initializer_list<Repair> repairs) {
  for (const Repair& repair : repairs) {
    INFO(std::string(repair.title) << " (" << std::string(repair.dialect) << "): " << repair.text);
    const Read got = read(repair.text);
    REQUIRE(got.reading.proposals.size() == 1);
    CHECK(got.reading.proposals[0].dialect == repair.dialect);
    CHECK_MESSAGE(got.warned("repair.") == 1, codes(got));
    const std::string warning = got.warning("repair.");
    CHECK_MESSAGE(contains(warning, repair.at), warning);
    const Told told = tell(R"({"a":0,"stat_data":{}})", repair.text);
    CHECK(told.said == "applied");
    CHECK(told.data == repair.after);
    CHECK(told.warned("repair.") == 1);
  }
}

std::string envelope(std::string_view tag, std::string_view body) {
  return "<" + std::string(tag) + ">" + std::string(body) + "</" + std::string(tag) + ">";
}

constexpr const char* kOne = R"({"a":1,"stat_data":{}})";
constexpr const char* kStatus = R"({"a":0,"stat_data":{"a":1}})";

TEST_CASE("[R003-03] comments are skipped, each with a warning and its place") {
  check_repairs({
      {"of a line", "ops", "{\"op\":\"assign\", // 一\n\"path\":[\"a\"],\"value\":1}", "// 一", kOne},
      {"of a block", "ops", R"({"op":"assign",/* 一 */"path":["a"],"value":1})", "/* 一 */", kOne},
      {"of a block", "tavern", R"({"tavern_commands":[/* 一 */{"action":"set","key":"a","value":1}]})",
       "/* 一 */", kOne},
      {"of a block", "patch", envelope("JSONPatch", R"([/* 一 */{"op":"replace","path":"/a","value":1}])"),
       "/* 一 */", kOne},
      {"of a line", "patch",
       envelope("JSONPatch", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1} // 一\n]"), "// 一", kOne},
  });
  const Told markup =
      tell("{}", "<variable_update>[ <!-- 一 --> [SET, a, 1], <!-- 二 --> ] <!-- 三 --></variable_update>");
  CHECK(markup.said == "applied");
}

TEST_CASE("a trailing comma is dropped, each with a warning and its place") {
  check_repairs({
      {"in an object", "ops", R"({"op":"assign","path":["a"],"value":1,})", ",", kOne},
      {"in an array", "ops", R"([{"op":"assign","path":["a"],"value":1},])", ",", kOne},
      {"in a path", "ops", R"({"op":"assign","path":["a",],"value":1})", ",", kOne},
      {"in entries", "tavern", R"({"tavern_commands":[{"action":"set","key":"a","value":1},]})", ",", kOne},
      {"in a patch", "patch", envelope("JSONPatch", R"([{"op":"replace","path":"/a","value":1},])"), ",",
       kOne},
      {"in operations", "filament", envelope("variable_update", "[[SET, a, 1],]"), ",", kOne},
      {"in arguments", "mvu", envelope("UpdateVariable", "_.set('a', 1,);"), ",", kOne},
  });
  const Read two = read(R"([{"op":"assign","path":["a"],"value":1,},{"op":"get","path":["a"],}])");
  CHECK(two.said() == "set, get");
  CHECK(two.warned("repair.trailing_comma") == 2);
}

TEST_CASE("single, smart and full-width quotes count as quotes where one is expected") {
  check_repairs({
      {"single", "ops", R"({"op":'assign',"path":["a"],"value":1})", "'", kOne},
      {"single", "patch", envelope("JSONPatch", R"([{"op":"replace","path":'/a',"value":1}])"), "'", kOne},
      {"smart", "ops", R"({"op":“assign”,"path":["a"],"value":1})", "“", kOne},
      {"smart", "mvu", envelope("UpdateVariable", "_.set(‘a’, 1);"), "‘", kOne},
      {"smart", "memory", "set_status(‘a’, 1);", "‘", kStatus},
      {"full-width", "ops", R"({"op":＂assign＂,"path":["a"],"value":1})", "＂", kOne},
      {"smart", "filament", envelope("variable_update", "[[SET, “a”, 1]]"), "“", kOne},
  });
  const Told told = tell("{}", "{“op”：“assign”，“path”：[“a”]，“value”：“他说：\"走\"，‘好’”}");
  CHECK(told.data == R"({"a":"他说：\"走\"，‘好’"})");
}

TEST_CASE("full-width punctuation counts as ASCII outside strings only") {
  check_repairs({
      {"a comma", "ops", R"({"op":"assign"，"path":["a"],"value":1})", "，", kOne},
      {"a colon", "ops", R"({"op"："assign","path":["a"],"value":1})", "：", kOne},
      {"a comma", "mvu", envelope("UpdateVariable", "_.set('a'， 1);"), "，", kOne},
      {"a semicolon", "mvu", envelope("UpdateVariable", "_.set('a', 1)；"), "；", kOne},
      {"a comma", "memory", "set_status('a'， 1);", "，", kStatus},
      {"a comma", "filament", envelope("variable_update", "[[SET， a, 1]]"), "，", kOne},
      {"a comma", "patch", envelope("JSONPatch", R"([{"op":"replace"，"path":"/a","value":1}])"), "，", kOne},
  });
  CHECK(tell("{}", "_.set('a', '，：；（）“”');").data == R"({"a":"，：；（）“”"})");
  CHECK(tell("{}", "<variable_update>[[SET, a, \"，：；\"]]</variable_update>").data == R"({"a":"，：；"})");
}

TEST_CASE("full-width brackets count as brackets") {
  CHECK(tell(R"({"a":0})", "_.set（'a', 1）;").data == R"({"a":1})");
  CHECK(tell(R"({"a":0})", "<variable_update>［［SET, a, 1］］</variable_update>").data == R"({"a":1})");
  CHECK(tell(R"({"stat_data":{}})", "set_status（'a', 1）；").data == R"({"stat_data":{"a":1}})");
}

TEST_CASE("a missing bracket before a real end tag is added") {
  check_repairs({
      {"of the array", "patch", envelope("JSONPatch", R"([{"op":"replace","path":"/a","value":1})"), "",
       kOne},
      {"of the array", "filament", envelope("variable_update", "[[SET, a, 1]"), "", kOne},
  });
  CHECK(tell(R"({"a":0})", "```json\n[{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}\n```").data ==
        R"({"a":1})");
}

TEST_CASE("a raw line break in a string is kept") {
  check_repairs({
      {"ops", "ops", "{\"op\":\"assign\",\"path\":[\"a\"],\"value\":\"一\n二\"}", "\n",
       R"({"a":"一\n二","stat_data":{}})"},
      {"patch", "patch", envelope("JSONPatch", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"一\n二\"}]"),
       "\n", R"({"a":"一\n二","stat_data":{}})"},
  });
  CHECK(tell("{}", "<UpdateVariable>\n_.set('a', '一\n二');\n</UpdateVariable>").data == R"({"a":"一\n二"})");
}

TEST_CASE("the words of Python mean those of JSON") {
  check_repairs({
      {"True", "ops", R"({"op":"assign","path":["a"],"value":True})", "True", R"({"a":true,"stat_data":{}})"},
      {"False", "ops", R"({"op":"assign","path":["a"],"value":False})", "False",
       R"({"a":false,"stat_data":{}})"},
      {"None", "ops", R"({"op":"assign","path":["a"],"value":None})", "None", R"({"a":null,"stat_data":{}})"},
      {"True", "mvu", envelope("UpdateVariable", "_.set('a', True);"), "True",
       R"({"a":true,"stat_data":{}})"},
      {"None", "patch", envelope("JSONPatch", R"([{"op":"replace","path":"/a","value":None}])"), "None",
       R"({"a":null,"stat_data":{}})"},
  });
}

TEST_CASE("a pointer without its first slash, a fence in a tag, keys without quotes, a missing semicolon") {
  check_repairs({
      {"a pointer", "patch", envelope("JSONPatch", R"([{"op":"replace","path":"a","value":1}])"), "a", kOne},
      {"a fence", "patch",
       envelope("JSONPatch", "\n```json\n[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]\n```\n"), "```",
       kOne},
      {"a key", "ops", R"({op:"assign","path":["a"],"value":1})", "op", kOne},
      {"a key in a value", "mvu", envelope("UpdateVariable", "_.set('a', {x: 1});"), "x",
       R"({"a":{"x":1},"stat_data":{}})"},
      {"a semicolon", "mvu", "<UpdateVariable>\n_.set('a', 1)\n</UpdateVariable>", "", kOne},
      {"a plus", "filament", envelope("variable_update", "[[SET, a, +1]]"), "+1", kOne},
  });
}

TEST_CASE("a byte order mark does not disturb any dialect") {
  CHECK(tell(R"({"a":0})", "\xEF\xBB\xBF_.set('a', 1);").data == R"({"a":1})");
  CHECK(tell(R"({"a":0})", "\xEF\xBB\xBF{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}").data ==
        R"({"a":1})");
  CHECK(tell(R"({"a":0})", "\xEF\xBB\xBF[{\"verb\":\"set\",\"path\":[\"a\"],\"value\":1}]", "ir").data ==
        R"({"a":1})");
  CHECK(tell(R"({"a":0})", "\xEF\xBB\xBF<variable_update>[[SET, a, 1]]</variable_update>").data ==
        R"({"a":1})");
}

TEST_CASE("a text that needs no repair gets no warning") {
  for (const char* text :
       {"{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}",
        "```json\n[{\"op\":\"assign\",\"path\":[\"a\"],\"value\":1}]\n```",
        "{\"tavern_commands\":[{\"action\":\"set\",\"key\":\"a\",\"value\":1}]}",
        "<UpdateVariable>\n<Analysis>x</Analysis>\n_.set('a', 0, 1);//原因\n</UpdateVariable>",
        "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]</JSONPatch>",
        "<variable_update>\n<analysis>x</analysis>\n[[SET, a, 1]]\n</variable_update>",
        "<updateMemory>\nset_status('a', 1); //原因\n</updateMemory>"}) {
    INFO(std::string(text));
    CHECK(read(text).warnings().empty());
  }
}

TEST_CASE("values are data: nothing is computed, guessed or executed") {
  for (const char* value : {
           "1+2",
           "2024-01-01",
           "50%",
           "e",
           "pi",
           "1/2",
           "10:30",
           "x = 5",
           "[globalThis.x=1]",
           "Math.max(1,2)",

           "{\"k\": (() => 777)()}",
           "0x10",
           "1_000",
           "NaN",
           "Infinity",
           "-",
           "(1)",
           "new Date()",
       }) {
    INFO(std::string(value));
    const Told told = tell(R"({"a":"before"})", "_.set('a', " + std::string(value) + ");\n");
    const std::string as_text = quoted(value);
    const bool kept = told.data == R"({"a":"before"})";
    const bool is_text = told.data == ("{\"a\":" + as_text + "}").c_str();
    CHECK_MESSAGE((kept || is_text), told.data.text());
    CHECK((told.said == "applied") == is_text);
  }
}

TEST_CASE("backticks are quotes, undefined is null, and both have a warning") {
  const Told quoted = tell("{}", "_.set('a', `${1+1}`);");
  CHECK(quoted.data == R"({"a":"${1+1}"})");
  const Told undefined = tell("{}", "_.set('a', undefined);");
  CHECK(undefined.data == R"({"a":null})");
  CHECK(undefined.warned("repair.") == 1);
}

TEST_CASE("quoted text stays text, whatever it looks like") {
  for (const char* value :
       {"1+2", "2024-01-01", "50%", "10:30", "007", "1", "true", "null", "", " ", "{\\\"a\\\":1}"}) {
    INFO(std::string(value));
    const std::string want = "{\"a\":\"" + std::string(value) + "\"}";
    CHECK(tell("{}", "_.set('a', \"" + std::string(value) + "\");").data == want.c_str());
    CHECK(tell("{}", "<variable_update>[[SET, a, \"" + std::string(value) + "\"]]</variable_update>").data ==
          want.c_str());
    CHECK(tell("{}", R"({"op":"assign","path":["a"],"value":")" + std::string(value) + "\"}").data ==
          want.c_str());
  }
}

TEST_CASE("arithmetic over numbers is computed only where it is switched on") {
  ReadOptions on;
  on.arithmetic = true;
  const auto value = [&on](const char* literal) {
    const Read got = read("_.set('a', " + std::string(literal) + ");\n", on);
    return got.reading.proposals.size() == 1 && got.reading.proposals[0].command
               ? Shown{*got.reading.proposals[0].command->value}
               : Shown{Json(), false};
  };
  CHECK(value("2+3*4") == "14");
  CHECK(value("(2+3)*4") == "20");
  CHECK(value("10 - 2 - 3") == "5");
  CHECK(value("-3 + 1") == "-2");
  CHECK(value("7/2") == "3.5");
  CHECK(value("6/2") == "3");
  CHECK(value("0.5 * 4") == "2");
  CHECK(value("'2+3'") == R"("2+3")");
  for (const char* literal :
       {"2+", "2+x", "1/0", "2**3", "e", "50%", "9223372036854775807*9", "2024-01-01-"}) {
    INFO(std::string(literal));
    const Shown got = value(literal);
    CHECK((!got.there || got.json.is_string()));
  }
}

TEST_CASE("attack number-chars: a sum, a sign and a short integer respect max_number_chars") {
  ReadOptions on;
  on.arithmetic = true;
  on.limits.max_number_chars = 3;
  for (const char* literal : {"2+3*4", "1234", "-123", "+1234", "1234+1", "(12+3)", "1.25"}) {
    INFO(std::string(literal));
    const Read got = read("_.set('a', " + std::string(literal) + ");\n", on);
    CHECK(got.said() == "limit.size");
    CHECK(got.error().find("max_number_chars") != std::string::npos);
  }
  CHECK(read("_.set('a', 2+3);\n", on).said() == "set");
  CHECK(read("_.set('a', '1234');\n", on).said() == "set");
}

TEST_CASE("ambiguous text is refused, and both readings are named") {
  for (const char* text :
       {R"({"op":"assign","path":["a"],"path":["b"],"value":1})",
        R"({"tavern_commands":[{"action":"set","key":"a","key":"b","value":1}]})",
        "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\",\"path\":\"/b\",\"value\":1}]</JSONPatch>",
        R"({"op":"assign","path":["a"],"value":{"k":1,"k":2}})", "_.set('a', {\"k\":1,\"k\":2});"}) {
    INFO(std::string(text));
    const Told told = tell(R"({"a":0,"b":0})", text);
    CHECK(told.data == R"({"a":0,"b":0})");
    CHECK(told.said.starts_with("rejected "));
    CHECK(told.commands.size() == 1);
  }
  const Told two =
      tell(R"({"a":0,"b":0})", R"({"tavern_commands":[{"action":"set","key":"a","path":"b","value":1}]})");
  CHECK(two.said == "rejected parse.ambiguous");
  CHECK(contains(two.commands[0]["message"].text(), "a"));
  CHECK(contains(two.commands[0]["message"].text(), "b"));
}

}  // namespace
}  // namespace gavel::testing
