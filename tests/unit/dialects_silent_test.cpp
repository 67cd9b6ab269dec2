// What would otherwise be silent or done twice: a block that is repeated, JSON that nobody reads, an object
// that takes the place of a fuller one.

#include <string>
#include <vector>

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

struct Block {
  const char* title;
  std::string text;
};

// One that adds 1 to `a`, in every form that counts as an envelope.
const std::vector<Block>& blocks() {
  static const std::vector<Block> kBlocks = {
      {"tagged", "<variable_update>[[ADD, a, 1]]</variable_update>"},
      {"tagged patch", R"(<JSONPatch>[{"op":"delta","path":"/a","value":1}]</JSONPatch>)"},
      {"tagged calls", "<UpdateVariable>\n_.add('a', 1);\n</UpdateVariable>"},
      {"fenced", "```json\n[{\"verb\":\"add\",\"path\":[\"a\"],\"value\":1}]\n```"},
      {"fenced tag", "```\n<variable_update>[[ADD, a, 1]]</variable_update>\n```"},
      {"a list of commands", R"({"tavern_commands":[{"action":"add","key":"a","value":1}]})"},
      {"a list with a story",
       R"({"narrative":"雪停了。","tavern_commands":[{"action":"add","key":"a","value":1}]})"},
  };
  return kBlocks;
}

TEST_CASE("a block that repeats the one right before it is judged once") {
  for (const Block& block : blocks()) {
    INFO(std::string(block.title));
    const Told once = tell(R"({"a":5,"b":0})", block.text);
    REQUIRE(once.data["a"] == "6");
    for (const std::string gap : {"", "\n", "\r\n\r\n", " \t\n"}) {
      if (gap.empty() && block.text.starts_with('`')) continue;  // a fence starts a line
      const Told twice = tell(R"({"a":5,"b":0})", block.text + gap + block.text);
      CHECK(twice.data.text() == once.data.text());
      CHECK(twice.warned("repeat.envelope") == 1);
      CHECK(contains(twice.said, "duplicate precondition.unique"));
      CHECK(contains(once.narration, "雪") == contains(twice.narration, "雪"));
      CHECK(twice.narration.find("雪停") == twice.narration.rfind("雪停"));
    }
    const Told three = tell(R"({"a":5,"b":0})", block.text + "\n" + block.text + "\n" + block.text);
    CHECK(three.data.text() == once.data.text());
    CHECK(three.warned("repeat.envelope") == 2);
  }
}

TEST_CASE("what differs in a byte, or has a word between, is no repetition") {
  for (const Block& block : blocks()) {
    INFO(std::string(block.title));
    for (const char* gap : {"\n又一次。\n", "\n<think>x</think>\n", "\n**\n"}) {
      const Told twice = tell(R"({"a":5,"b":0})", block.text + gap + block.text);
      CHECK(twice.data["a"] == "7");
      CHECK(twice.warned("repeat.envelope") == 0);
    }
  }
  CHECK(tell(R"({"a":5})",
             "<variable_update>[[ADD, a, 1]]</variable_update>\n"
             "<variable_update>[[ADD,  a, 1]]</variable_update>")
            .data["a"] == "7");
  CHECK(tell(R"({"a":5})",
             "<variable_update>[[ADD, a, 1]]</variable_update>\n"
             "<Variable_update>[[ADD, a, 1]]</variable_update>")
            .data["a"] == "7");
}

TEST_CASE("equal commands within a block, and equal commands by themselves, are two") {
  for (const char* text :
       {"<variable_update>[[ADD, a, 1], [ADD, a, 1]]</variable_update>",
        R"({"tavern_commands":[{"action":"add","key":"a","value":1},{"action":"add","key":"a","value":1}]})",
        "_.add('a', 1);\n_.add('a', 1);",
        "{\"verb\":\"add\",\"path\":[\"a\"],\"value\":1}\n{\"verb\":\"add\",\"path\":[\"a\"],\"value\":1}"}) {
    const Told told = tell(R"({"a":5})", text);
    INFO(std::string(text));
    CHECK(told.data["a"] == "7");
    CHECK(told.warned("repeat.envelope") == 0);
  }
}

TEST_CASE("a block that stands in taken-back reasoning has no twin behind it") {
  const std::string block = "<variable_update>[[ADD, a, 1]]</variable_update>";
  const Told told = tell(R"({"a":5})", block + "</think>" + block);
  CHECK(told.said == "applied");
  CHECK(told.data["a"] == "6");
}

TEST_CASE("JSON that speaks of the state or of commands and is none is left out and warned of") {
  struct Case {
    const char* title;
    std::string text;
  };
  const std::string state = R"({"lamps":{"stairs":{"oil":6}},"她":{"好感度":12}})";
  for (const Case& one : std::initializer_list<Case>{
           {"a state in a fence", "```json\n{\"lamps\": {\"stairs\": {\"oil\": 12}}}\n```"},
           {"a fence without a language", "```\n{\"lamps\": {\"stairs\": {\"oil\": 12}}}\n```"},
           {"two values in a fence", "```json\n{\"x\":1}\n{\"lamps\": 2}\n```"},
           {"a state by itself", R"({"她": {"好感度": 30}})"},
           {"a path as a key", R"({"lamps.stairs.oil": 12})"},
           {"a pointer as a key", R"({"/lamps/stairs": 12})"},
           {"a state in a wrapper", R"({"state": {"lamps": 1}})"},
           {"a tag's name", R"({"variable_update": [["ADD","她.好感度",2]]})"},
           {"a tag's name in another case", R"({"UpdateVariable": {"x": 1}})"},
           {"opcodes", R"([["ADD","她.好感度",2]])"},
           {"opcodes in lower case", R"([["set","她.好感度",2]])"},
           {"ops", R"({"ops": 3, "x": 1})"},
           {"sections", R"({"set": {"hp": 3}})"}}) {
    INFO(std::string(one.title));
    const Told told = tell(state, "灯灭了。\n" + one.text + "\n她走了。");
    CHECK(told.said == "");
    CHECK(told.narration == "灯灭了。\n\n她走了。");
    CHECK(told.warned("json.unread") == 1);
    CHECK(told.data.text() == Shown{parsed(state)}.text());
  }
}

TEST_CASE("JSON that only looks like a command is left out, with the one warning that it has") {
  const Told told = tell(R"({"a":1})", "前{\"op\":3,\"value\":3}后");
  CHECK(told.narration == "前后");
  CHECK(told.warned("json.not_commands") == 1);
  CHECK(told.warned("json.unread") == 0);
}

TEST_CASE("other JSON, and JSON that is quoted, stays narration") {
  for (const char* text : {
           "{\"weather\":\"rain\"}",
           "```json\n{\"分析\":\"陷阱\",\"风险\":[\"落石\"]}\n```",
           "```json\n{\"lamps\": 1} and more\n```",
           "`{\"lamps\": 1}`",
           "> {\"lamps\": 1}",
           "她念道：“{\"lamps\": 1}”。",
           "[[1, 2], [3]]",
           "[[\"a\", \"b\"]]",
           "{\"deep\": {\"deeper\": {\"lamps\": 1}}}",
           "{\"Lamps\": 1}",
       }) {
    INFO(std::string(text));
    const Told told = tell(R"({"lamps":{"stairs":{"oil":6}}})", text);
    CHECK(told.narration == text);
    CHECK(told.warned("json.unread") == 0);
  }
}

TEST_CASE("where the narration came from is known when JSON was taken out of it") {
  Read got = read("一{\"a\":1}二\xFF{\"b\":{\"a\":2}}三```\n{\"a\":3}\n```四");
  REQUIRE(got.reading.unread.size() == 3);
  std::vector<Span> spans;
  for (const UnreadJson& json : got.reading.unread) spans.push_back(json.span);
  got.reading.leave_out(spans);
  CHECK(got.reading.narration == "一二?三四");
  CHECK(got.stands(Region::Kind::kUnread) == "{\"a\":1} | {\"b\":{\"a\":2}} | ```\n{\"a\":3}\n```");
  const std::size_t third = got.reading.narration.find("三");
  const Span source = got.reading.source_of({third, third + 3});
  CHECK(got.text.substr(source.begin, source.end - source.begin) == "三");
}

TEST_CASE("of very many pieces of JSON, the first are looked at") {
  const Told told = tell(R"({"a":1})", repeated("{\"a\":1} ", 1000));
  CHECK(told.warned("json.unread") == 64);
}

TEST_CASE("an object that takes the place of a fuller one: what was lost is named") {
  const std::string state = R"({"story":{"scene":"x","clues":["a"],"favour":{"ann":1}},"n":1})";
  for (const char* text :
       {R"({"tavern_commands":[{"action":"set","key":"story","value":{"scene":"y"}}]})",
        "_.set('story', {\"scene\": \"y\"});",
        R"(<JSONPatch>[{"op":"replace","path":"/story","value":{"scene":"y"}}]</JSONPatch>)"}) {
    INFO(std::string(text));
    const Told told = tell(state, text);
    CHECK(told.said == "applied");
    REQUIRE(told.warned("set.dropped") == 1);
    CHECK(contains(told.warnings.text(), "story has lost clues, favour"));
  }
  for (const char* text :
       {R"({"tavern_commands":[{"action":"update","key":"story","value":{"scene":"y"}}]})",
        R"({"tavern_commands":[{"action":"set","key":"story","value":{"scene":1,"clues":[],"favour":{}}}]})",
        R"({"tavern_commands":[{"action":"set","key":"n","value":{"a":1}}]})",
        R"({"tavern_commands":[{"action":"delete","key":"story"}]})",
        R"({"tavern_commands":[{"action":"set","key":"story.clues","value":[]}]})"}) {
    INFO(std::string(text));
    CHECK(tell(state, text).warned("set.dropped") == 0);
  }
  std::string many = R"({"m":{)";
  for (int i = 0; i < 12; ++i) many += (i == 0 ? "\"k" : ",\"k") + std::to_string(i + 10) + "\":1";
  const Told told = tell(many + "}}", "_.set('m', {});");
  CHECK(contains(told.warnings.text(), "k10, k11, k12, k13, k14, k15, k16, k17 and 4 more"));
}

}  // namespace
}  // namespace gavel::testing
