// The writers: what each says, what it says in another way, and what it refuses.
#include <string>

#include <doctest/doctest.h>

#include "dialects/dialect.hpp"
#include "state/json_reader.hpp"

using gavel::Command;
using gavel::Json;
using gavel::Limits;
using gavel::Result;
using gavel::Written;

namespace {

// IR commands as text, in one dialect: the text and its notes; or the refusal and its hint.
struct Told {
  std::string text;
  std::string notes;
  std::string refusal;
};

Told tell(std::string_view dialect, std::string_view commands, std::string_view from = "ir") {
  std::vector<Command> list;
  const Result<Json> json = gavel::read_json(commands, Limits());
  REQUIRE(json);
  for (const Json& item : *json) {
    std::vector<gavel::Warning> warnings;
    Result<Command> command = gavel::read_command(item, Limits(), warnings);
    REQUIRE(command);
    command->origin.dialect = from;
    list.push_back(std::move(*command));
  }
  const auto found = gavel::find_dialect(dialect);
  REQUIRE(found);
  const Result<Written> written = (*found)->write(list, gavel::Mounts());
  if (!written) return {"", "", written.error().message + "; " + written.error().hint};
  Told told{written->text, "", ""};
  for (const gavel::Warning& note : written->notes) {
    CHECK(note.code == "lowered");
    told.notes += (told.notes.empty() ? "" : "; ") + note.message;
  }
  return told;
}

struct Row {
  const char* command;
  const char* text;       // without the envelope
  const char* note = "";  // words of the notes; "": there is none
};

void check_lines(std::string_view dialect, std::string_view before, std::string_view after,
                 std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.command);
    const Told told = tell(dialect, "[" + std::string(row.command) + "]");
    CHECK(told.refusal == "");
    CHECK(told.text == std::string(before) + row.text + std::string(after));
    if (std::string_view(row.note).empty()) {
      CHECK(told.notes == "");
    } else {
      CHECK(told.notes.find(row.note) != std::string::npos);
    }
  }
}

struct Refused {
  const char* dialect;
  const char* command;
  const char* words;
};

TEST_CASE("mvu: all calls, as translated from other dialects [R003-07]") {
  check_lines(
      "mvu", "<UpdateVariable>\n", "\n</UpdateVariable>",
      {{R"({"verb":"set","path":["player","hp"],"value":80,"expect_old":100})",
        "_.set('player.hp', 100, 80);"},
       {R"({"verb":"set","path":["player","hp"],"value":80,"reason":"受到伤害"})",
        "_.set('player.hp', 80);//受到伤害"},
       {R"({"verb":"get","path":["player","hp"]})", "_.get('player.hp');"},
       {R"({"verb":"delete","path":["player","temp_buff"]})", "_.delete('player.temp_buff');"},
       {R"({"verb":"merge","path":["p"],"value":{"a":1},"options":{"mergeStrategy":"deep"}})",
        R"(_.merge('p', {"a":1});)"},
       {R"({"verb":"push","path":["bag"],"value":"药水"})", "_.push('bag', '药水');"},
       {R"({"verb":"call","path":["showMessage"],"value":["恭喜升级！",{"level":2}]})",
        R"(_.callback('showMessage', '恭喜升级！', {"level":2});)"},
       {R"({"verb":"add","path":["hp"],"value":-5})", "_.add('hp', -5);"},
       {R"({"verb":"move","from":["a"],"path":["b"]})", "_.move('a', 'b');"},
       {R"({"verb":"insert","path":["list",0],"value":"x"})", "_.insert('list', 0, 'x');"},
       {R"({"verb":"pull","path":["list"],"value":"x","options":{"count":1}})", "_.remove('list', 'x');"}});
}

TEST_CASE("strings are quoted so that nothing in them looks like markup or ends them [R003-07]") {
  check_lines(
      "mvu", "<UpdateVariable>\n", "\n</UpdateVariable>",
      {{R"({"verb":"set","path":["it's"],"value":"a'b\\c\nd"})", R"(_.set('["it\'s"]', 'a\'b\\c\nd');)"},
       {R"({"verb":"set","path":["a.b"],"value":"</UpdateVariable>"})",
        R"(_.set('["a.b"]', '\u003c/UpdateVariable>');)"},
       {R"({"verb":"set","path":["a"],"value":"```-->\u2028\u0001"})",
        R"(_.set('a', '\u0060\u0060\u0060--\u003e\u2028\u0001');)"},
       {R"({"verb":"set","path":["a"],"value":{"</think>":"1 < 2"}})",
        R"(_.set('a', {"\u003c/think>":"1 < 2"});)"},
       {R"({"verb":"set","path":["a"],"value":18446744073709551615})", "_.set('a', 18446744073709551615);"},
       {R"({"verb":"set","path":["a"],"value":0.1})", "_.set('a', 0.1);"}});
}

TEST_CASE("ops: all instructions [R003-07]") {
  check_lines(
      "ops", "[\n  ", "\n]",
      {{R"({"verb":"set","path":["a",0],"value":1,"expect_old":null,"reason":"r","id":"c1","metadata":{"t":1}})",
        R"({"op":"assign","path":["a",0],"value":1,"old":null,"reason":"r","metadata":{"t":1},"id":"c1"})"},
       {R"({"verb":"set","raw_path":"a.b","value":1,"options":{"ttl":5,"reason":"r"}})",
        R"({"op":"assign","path":"a.b","value":1,"options":{"ttl":5},"reason":"r"})"},
       {R"({"verb":"merge","path":["a"],"value":{},"options":{"mergeStrategy":"deep"}})",
        R"({"op":"merge","path":["a"],"value":{}})"},
       {R"({"verb":"merge","path":["a"],"value":{}})",
        R"({"op":"merge","path":["a"],"value":{},"options":{"mergeStrategy":"shallow"}})", "so many words"},
       {R"({"verb":"splice","path":["a"],"value":{"start":0,"deleteCount":1,"items":[]}})",
        R"({"op":"splice","path":["a"],"value":{"start":0,"deleteCount":1,"items":[]}})"},
       {R"({"verb":"pop","path":["a"]})", R"({"op":"pop","path":["a"]})"},
       {R"({"verb":"call","path":["f"],"value":[1]})", R"({"op":"callback","path":["f"],"value":[1]})"},
       {R"({"verb":"ensure","path":["a"],"value":1})",
        R"({"op":"assign","path":["a"],"value":1,"options":{"ifMissing":true}})", "ifMissing"},
       {R"({"verb":"insert","path":["a",2],"value":"x"})",
        R"({"op":"splice","path":["a"],"value":{"start":2,"deleteCount":0,"items":["x"]}})", "splice"},
       {R"({"verb":"insert","path":["a","-"],"value":"x"})", R"({"op":"push","path":["a"],"value":"x"})",
        "push"},
       {R"({"verb":"test","path":["a"],"value":1})", R"({"op":"get","path":["a"],"options":{"ifEquals":1}})",
        "ifEquals"}});
}

TEST_CASE("tavern: all commands with their options [R003-07]") {
  check_lines(
      "tavern", "{\"tavern_commands\":[\n  ", "\n]}",
      {{R"({"verb":"set","path":["a","b"],"value":1,"reason":"r","options":{"ifMissing":true}})",
        R"({"action":"set","key":"a.b","value":1,"options":{"ifMissing":true,"reason":"r"}})"},
       {R"({"verb":"merge","raw_path":"a","value":{}})", R"({"action":"update","key":"a","value":{}})"},
       {R"({"verb":"add","path":["a"],"value":-1.5})", R"({"action":"add","key":"a","value":-1.5})"},
       {R"({"verb":"insert","path":["a"],"value":{"b":1},"options":{"uniqueBy":"id"}})",
        R"({"action":"add","key":"a","value":{"b":1},"options":{"uniqueBy":"id"}})"},
       {R"({"verb":"delete","path":["a"],"options":{"softDelete":true}})",
        R"({"action":"delete","key":"a","options":{"softDelete":true}})"},
       {R"({"verb":"set","path":["a"],"value":2,"expect_old":1})",
        R"({"action":"set","key":"a","value":2,"options":{"ifEquals":1}})", "ifEquals"}});
  CHECK(tell("tavern", R"([{"verb":"get","path":["a"]},{"verb":"push","path":["b"],"value":1}])").text ==
        "{\"tavern_inspect\":[\n  {\"key\":\"a\"}\n]}\n"
        "{\"tavern_commands\":[\n  {\"action\":\"push\",\"key\":\"b\",\"value\":1}\n]}");
}

TEST_CASE("patch: RFC 6902 with MVU's delta [R003-07]") {
  check_lines("patch", "<JSONPatch>\n[\n  ", "\n]\n</JSONPatch>",
              {{R"({"verb":"set","path":["a/b","~"],"value":1,"options":{"allowMissing":false}})",
                R"({"op":"replace","path":"/a~1b/~0","value":1})"},
               {R"({"verb":"set","raw_path":"a.b","value":1})", R"({"op":"add","path":"/a/b","value":1})",
                "no parents"},
               {R"({"verb":"set","path":["a",1],"value":1})", R"({"op":"replace","path":"/a/1","value":1})",
                "missing"},
               {R"({"verb":"add","path":["hp"],"value":-5,"reason":"hit"})",
                R"({"op":"delta","path":"/hp","value":-5,"reason":"hit"})"},
               {R"({"verb":"insert","path":["l","-"],"value":1})", R"({"op":"add","path":"/l/-","value":1})"},
               {R"({"verb":"insert","path":["l","k"],"value":1})", R"({"op":"add","path":"/l/k","value":1})",
                "replaces"},
               {R"({"verb":"push","path":["l"],"value":1,"options":{"position":"head"}})",
                R"({"op":"add","path":"/l/0","value":1})", "push"},
               {R"({"verb":"delete","raw_path":"/l/0"})", R"({"op":"remove","path":"/l/0"})"},
               {R"({"verb":"copy","from":["a"],"path":["b"]})", R"({"op":"copy","from":"/a","path":"/b"})"}});
  const Told two = tell("patch", R"([{"verb":"delete","path":["a"]},{"verb":"test","path":["b"],"value":1},
                                     {"verb":"set","path":["c"],"value":2,"expect_old":1}])");
  CHECK(two.text ==
        "<JSONPatch>\n[\n  {\"op\":\"remove\",\"path\":\"/a\"}\n]\n</JSONPatch>\n"
        "<JSONPatch>\n[\n  {\"op\":\"test\",\"path\":\"/b\",\"value\":1}\n]\n</JSONPatch>\n"
        "<JSONPatch>\n[\n  {\"op\":\"test\",\"path\":\"/c\",\"value\":1},\n"
        "  {\"op\":\"add\",\"path\":\"/c\",\"value\":2}\n]\n</JSONPatch>");
  const Told atomic = tell("patch", R"([{"verb":"delete","path":["a"],"options":{"transaction":true}},
                                        {"verb":"test","path":["b"],"value":1}])");
  CHECK(atomic.text ==
        "<JSONPatch>\n[\n  {\"op\":\"remove\",\"path\":\"/a\"},\n"
        "  {\"op\":\"test\",\"path\":\"/b\",\"value\":1}\n]\n</JSONPatch>");
}

TEST_CASE(
    "filament: bare words where they are safe, tags and patches where only they can express it [R003-07]") {
  check_lines(
      "filament", "<variable_update>\n[\n  ", "\n]\n</variable_update>",
      {{R"({"verb":"set","path":["hp"],"value":90})", "[SET, hp, 90]"},
       {R"({"verb":"set","path":["真奈","好感"],"value":"happy"})", "[SET, 真奈.好感, happy]"},
       {R"({"verb":"set","path":["l",0],"value":"a, b"})", R"([SET, "l[0]", "a, b"])"},
       {R"({"verb":"set","path":["a"],"value":"TRUE"})", R"([SET, a, "TRUE"])"},
       {R"({"verb":"set","path":["a"],"value":"007"})", R"([SET, a, "007"])"},
       {R"({"verb":"div","path":["a"],"value":2})", "[DIV, a, 2]"},
       {R"({"verb":"pop","path":["a"]})", "[POP, a]"},
       {R"({"verb":"push","path":["a"],"value":{"b":[1]}})", R"([PUSH, a, {"b":[1]}])"},
       {R"({"verb":"delete","path":["a"],"reason":"gone"})", "[DELETE, a]", "the reason was left out"}});
  check_lines("filament", "", "",
              {{R"({"verb":"ensure","path":["a","b"],"value":"x"})",
                "<variable_insert><path>a.b</path><value>\"x\"</value></variable_insert>"},
               {R"({"verb":"set","path":["</p>"],"value":{"a":1},"options":{"allowMissing":false}})",
                R"(<variable_edit><path>["\</p\>"]</path><value>{"a":1}</value></variable_edit>)"},
               {R"({"verb":"set","path":["a"],"value":"+=5","options":{"allowMissing":false}})",
                "<state_update>\n{\"ops\":[\n  "
                "{\"op\":\"replace\",\"path\":\"/a\",\"value\":\"+=5\"}\n]}\n</state_update>"},
               {R"({"verb":"move","from":["a"],"path":["b"]})",
                "<state_update>\n{\"ops\":[\n  "
                "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"}\n]}\n</state_update>"}});
}

TEST_CASE("memory: three mounts, merges and moves [R003-07]") {
  check_lines(
      "memory", "<updateMemory>\n", "\n</updateMemory>",
      {{R"({"verb":"set","path":["stat_data","user","地点"],"value":"森林","reason":"走"})",
        "set_status('user.地点', '森林');//走"},
       {R"({"verb":"set","path":["play_character_data","力量"],"value":10,"expect_old":8})",
        "set_attribute('力量', 8, 10);"},
       {R"({"verb":"set","path":["play_character_data","力量"],"value":10,"expect_old":0})",
        "set_attribute('力量', 10);", "unknown"},
       {R"({"verb":"merge","raw_path":"assa_data.npc.李四","value":{"好感":1}})",
        R"(memory('npc.李四', {"好感":1});)"},
       {R"({"verb":"merge","path":["assa_data","npc","a.b"],"value":"map.x"})",
        R"(memory('npc', 'a.b', 'map.x');)"},
       {R"({"verb":"merge","path":["stat_data","a"],"value":1})", "memory('status.a', 1);"},
       {R"({"verb":"set","path":["assa_data","a"],"value":1})", "memory('a', 1);", "object"},
       {R"({"verb":"delete","path":["assa_data","world_set","npc"],"options":{"all":true}})",
        "delete('world_set.npc', 'all');"},
       {R"({"verb":"move","from":["assa_data","map","a"],"path":["assa_data","map","b"],"options":{"overwrite":false}})",
        "memory('map.a', 'map.b');"}});
}

TEST_CASE("a shallow merge becomes one set for each member") {
  const char* merge = R"([{"verb":"merge","raw_path":"a.b","value":{"c":1,"d.e":"x"},"reason":"r"}])";
  const Told mvu = tell("mvu", merge);
  CHECK(mvu.text ==
        "<UpdateVariable>\n_.set('a.b.c', 1);//r\n_.set('a.b[\"d.e\"]', 'x');//r\n</UpdateVariable>");
  CHECK(mvu.notes == "a shallow merge is said as one set for each member");
  CHECK(tell("filament", merge).text ==
        "<variable_update>\n[\n  [SET, a.b.c, 1],\n  [SET, \"a.b[\\\"d.e\\\"]\", x]\n]\n</variable_update>");
  CHECK(tell("patch", merge).text.find(R"({"op":"add","path":"/a/b/d.e","value":"x","reason":"r"})") !=
        std::string::npos);
}

TEST_CASE("a strategy that equals another verb is written as that verb") {
  check_lines("mvu", "<UpdateVariable>\n", "\n</UpdateVariable>",
              {{R"({"verb":"merge","path":["a"],"value":{"b":1},"options":{"mergeStrategy":"replace"}})",
                R"(_.set('a', {"b":1});)", "that replaces"},
               {R"({"verb":"merge","path":["a"],"value":{"b":1},"options":{"mergeStrategy":"shallow"}})",
                "_.set('a.b', 1);", "`mergeStrategy` asks for what holds anyway"},
               {R"({"verb":"set","path":["a"],"value":{"b":1},"options":{"mergeStrategy":"deep"}})",
                R"(_.merge('a', {"b":1});)", "as a merge"}});
  CHECK(tell("patch", R"([{"verb":"merge","path":["a"],"value":5,"options":{"mergeStrategy":"replace"}}])")
            .text == "<JSONPatch>\n[\n  {\"op\":\"add\",\"path\":\"/a\",\"value\":5}\n]\n</JSONPatch>");
}

TEST_CASE("members that matter only for the audit are left out with a note") {
  const char* set =
      R"([{"verb":"set","path":["a"],"value":1,"id":"c1","metadata":{"t":1},"reason":"two\nlines",
           "options":{"tags":["x"],"colour":"red","allowMissing":true}}])";
  const Told mvu = tell("mvu", set);
  CHECK(mvu.text == "<UpdateVariable>\n_.set('a', 1);//two lines\n</UpdateVariable>");
  for (const char* words : {"comment of one line", "the tags", "`colour` is unknown",
                            "`allowMissing` asks for what", "the metadata", "the id"}) {
    CAPTURE(words);
    CHECK(mvu.notes.find(words) != std::string::npos);
  }
}

TEST_CASE("an old value that was only a guess never becomes a condition") {
  const char* add = R"([{"verb":"add","path":["a"],"value":1,"expect_old":5}])";
  CHECK(tell("mvu", add).refusal.find("the old value of `add`") != std::string::npos);
  CHECK(tell("filament", add, "mvu").notes.find("could only have warned") != std::string::npos);
  const char* set = R"([{"verb":"set","path":["a"],"value":1,"expect_old":5}])";
  CHECK(tell("patch", set, "mvu").text.find("test") == std::string::npos);
  CHECK(tell("ir", set, "mvu").text.find(R"("origin":{"dialect":"mvu"})") != std::string::npos);
  CHECK(tell("tavern", set, "memory").text.find("ifEquals") == std::string::npos);
}

TEST_CASE("a command that a dialect cannot express is refused, with the name of one that can") {
  for (const Refused& row : std::initializer_list<Refused>{
           {"mvu", R"({"verb":"pull","path":["a"],"value":1})", "`pull`"},
           {"mvu", R"({"verb":"ensure","path":["a"],"value":1})", "mvu cannot express `ensure`; ir, tavern"},
           {"mvu", R"({"verb":"set","path":["a"],"value":1,"options":{"ttl":5}})",
            "the option `ttl` of `set`; ir, ops"},
           {"mvu", R"({"verb":"call","path":["f"],"value":{"a":1}})", "by name"},
           {"mvu", R"({"verb":"pull","path":["a"],"value":5,"options":{"count":1}})", "not an integer"},
           {"memory", R"({"verb":"merge","path":["assa_data","status","x"],"value":1})",
            "starts with `status`"},
           {"memory",
            R"({"verb":"merge","path":["assa_data","x"],"value":{},"options":{"mergeStrategy":"replace"}})",
            "that replaces"},
           {"ops", R"({"verb":"add","path":["a"],"value":1})", "ops cannot express `add`; ir, tavern, mvu"},
           {"ops", R"({"verb":"insert","path":["a","k"],"value":1})", "`insert`"},
           {"ops", R"({"verb":"insert","path":["a",0],"value":1,"options":{"dedupe":true}})", "`dedupe`"},
           {"ops", R"({"verb":"set","path":[],"value":{}})", "whole state"},
           {"tavern", R"({"verb":"mul","path":["a"],"value":2})",
            "tavern cannot express `mul`; ir or filament"},
           {"tavern", R"({"verb":"insert","path":["a",0],"value":2})", "`insert` of a number"},
           {"tavern", R"({"verb":"add","path":["a"],"value":"x"})", "`add` of what is not a number"},
           {"patch", R"({"verb":"set","path":["a"],"value":1,"options":{"ifMissing":true}})", "`ifMissing`"},
           {"patch", R"({"verb":"get","path":["a"]})", "patch cannot express `get`"},
           {"patch", R"({"verb":"delete","path":["a"],"options":{"transaction":true}})", "`transaction`"},
           {"filament", R"({"verb":"merge","path":["a"],"value":{},"options":{"mergeStrategy":"deep"}})",
            "deep"},
           {"filament", R"({"verb":"restore","path":["a"]})",
            "filament cannot express `restore`; ir or tavern can"},
           {"memory", R"({"verb":"push","path":["assa_data","a"],"value":1})",
            "memory cannot express `push`"},
           {"memory", R"({"verb":"set","path":["elsewhere"],"value":1})", "outside of its mounts"},
           {"memory", R"({"verb":"set","path":["assa_data","a"],"value":{}})", "`set` of an object"},
           {"memory", R"({"verb":"set","path":["stat_data","a"],"value":"{\"b\":1}"})", "JSON itself"}}) {
    CAPTURE(row.command);
    const std::string refusal = tell(row.dialect, "[" + std::string(row.command) + "]").refusal;
    CAPTURE(refusal);
    CHECK(refusal.find(row.words) != std::string::npos);
  }
}

}  // namespace
