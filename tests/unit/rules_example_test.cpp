// Corrected examples: for each kind of failure what the model may copy, in the dialect that it wrote; and
// that every one of them passes alone on the same state.

#include <random>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "support/game.hpp"

using gavel::Json;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kTools = {"p", R"(
tool "walk" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"},
  args = { who = str{}, to = enum{ values = {"cellar", "yard"} }, speed = num{ min = 1, max = 5, optional = true },
           quiet = bool{ default = false }, with = list{ of = str{}, max = 2, optional = true } },
  rejects = { nobody = { en = "no such person", zh = "无此人" } }, settles = {},
  run = function(args, ctx)
    if not ctx.exists("people." .. args.who) then return reject("nobody") end
    ctx.set("people." .. args.who .. ".at", args.to) end }
tool "shut" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = {}, rejects = {}, settles = {},
  run = function(args, ctx) end }
callback "show" { args = { str{}, int{ max = 3 } }, run = function(args, ctx) ctx.set("shown", args[2]) end }
rule "no_ann" { path = "people.ann.**", run = function(effect, ctx) return deny("Ann is not yours") end })"};

constexpr const char* kRules = R"(
retry: {on: [tool, command, conflict, parse], feedback_tokens: 20000}
limits: {max_feedback_bytes: 100000}
tools: {allow: [walk]}
fields:
  - {path: "people.*.hp", type: integer, min: 0, max: 20}
  - {path: "people.*.mood", enum: [calm, angry, afraid]}
  - {path: "people.*.name", type: string}
  - {path: "people.*.bag.*", type: string}
  - {path: "people.*.armed", type: boolean}
)";
constexpr const char* kExampleState =
    R"({"people":{"kim":{"name":"Kim","hp":12,"mood":"calm","armed":false,"at":"yard","bag":["rope"]},)"
    R"("ann":{"hp":3,"mood":"afraid"}},"world":{"day":4},)"
    R"("stat_data":{"weather":"rain"},"list":[1,2]})";

Game table() {
  static const std::shared_ptr<const gavel::Ruleset> kRuleset =
      gavel::testing::build({kTools}, kRules, kExampleState).ruleset;
  REQUIRE(kRuleset != nullptr);
  return Game(kRuleset);
}

struct Row {
  const char* text;
  const char* code;
  const char* example;  // "": none is honest
};

// The first failure that the feedback tells; null: there is none.
Json failed_row(const Played& played) {
  const Json feedback = played.verdict["feedback"].json;
  for (const char* name : {"failed_calls", "failed_commands"})
    if (const Json* rows = gavel::member(feedback, name)) return array_of(*rows)[0];
  return {};
}

// Without the line breaks that writers make.
std::string compact(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n') {
      out += text[at];
    } else if (text.substr(at + 1, 2) == "  ") {
      at += 2;
    }
  }
  return out;
}

std::string text_of(const Json& row, const char* name) {
  const Json* text = gavel::member(row, name);
  return text == nullptr ? "" : string_of(*text);
}

}  // namespace

TEST_CASE(
    "a failure has one corrected example, in the dialect of the failed command, and it passes when copied "
    "[B-13]") {
  const Row rows[] = {
      // calls
      {R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"kim","to":"celar","speed":"9"}}]})",
       "tool.invalid_args",
       R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"kim","to":"cellar","speed":5}}]})"},
      {R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"kim","too":"YARD","quiet":"true","with":"ann"}}]})",
       "tool.invalid_args",
       R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"kim","to":"yard","quiet":true,"with":["ann"]}}]})"},
      {R"({"tool_calls":[{"id":"c1","tool":"wakl","args":{"who":"kim","to":"yard"}}]})", "tool.unknown",
       R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"kim","to":"yard"}}]})"},
      {R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"to":"yard"}}]})", "tool.invalid_args", ""},
      {R"({"tool_calls":[{"id":"c1","tool":"walk","args":{"who":"bob","to":"yard"}}]})", "tool.rejected", ""},
      {R"({"tool_calls":[{"id":"c1","tool":"shut","args":{}}]})", "tool.not_allowed", ""},
      {R"({"tool_calls":[{"id":"c1","tool":"zzzzzz","args":{}}]})", "tool.unknown", ""},
      {"_.callback('shwo', 'a', 2);", "tool.unknown",
       "<UpdateVariable>\n_.callback('show', 'a', 2);\n</UpdateVariable>"},
      {R"([{"op":"callback","path":["show"],"value":["a",7]}])", "tool.invalid_args",
       R"([{"op":"callback","path":["show"],"value":["a",3]}])"},
      // paths
      {"_.add('people.kin.hp', 1);", "path.unknown",
       "<UpdateVariable>\n_.add('people.kim.hp', 1);\n</UpdateVariable>"},
      {"_.add('people.kin.ph', 1);", "path.unknown",
       "<UpdateVariable>\n_.add('people.kim.hp', 1);\n</UpdateVariable>"},
      {"_.add('day', 1);", "path.unknown", "<UpdateVariable>\n_.add('world.day', 1);\n</UpdateVariable>"},
      {R"(<JSONPatch>[{"op":"remove","path":"/world/dya"}]</JSONPatch>)", "path.unknown",
       "<JSONPatch>\n[{\"op\":\"remove\",\"path\":\"/world/day\"}]\n</JSONPatch>"},
      {"_.delete('people.kim.weapon');", "path.unknown", ""},
      {R"({"op":"assign","path":["list",7],"value":3})", "path.invalid",
       R"([{"op":"assign","path":["list",2],"value":3}])"},
      // values
      {R"({"op":"assign","path":["people","kim","hp"],"value":"7"})", "type.mismatch",
       R"([{"op":"assign","path":["people","kim","hp"],"value":7}])"},
      {R"({"tavern_commands":[{"action":"set","key":"people.kim.name","value":5}]})", "type.mismatch",
       R"({"tavern_commands":[{"action":"set","key":"people.kim.name","value":"5"}]})"},
      {R"({"tavern_commands":[{"action":"update","key":"people.kim","value":{"hp":99,"mood":"clam"}}]})",
       "value.range",
       R"({"tavern_commands":[{"action":"update","key":"people.kim","value":{"hp":20,"mood":"calm"}}]})"},
      {"<variable_update>[[ADD, people.kim.hp, 30]]</variable_update>", "value.range",
       "<variable_update>\n[[ADD, people.kim.hp, 8]]\n</variable_update>"},
      {"_.set('people.kim.mood', 'calm', 'Angry');", "value.enum",
       "<UpdateVariable>\n_.set('people.kim.mood', 'calm', 'angry');\n</UpdateVariable>"},
      {"_.set('people.kim.mood', 'calm', 'hungover');", "value.enum", ""},
      {R"({"op":"push","path":["people","kim","bag"],"value":5})", "type.mismatch",
       R"([{"op":"push","path":["people","kim","bag"],"value":"5"}])"},
      // what was expected
      {R"({"op":"assign","path":["people","kim","hp"],"value":7,"old":3})", "precondition.old",
       R"([{"op":"assign","path":["people","kim","hp"],"value":7,"old":12}])"},
      {R"({"tavern_commands":[{"action":"set","key":"people.kim.hp","value":7,"options":{"ifEquals":3}}]})",
       "precondition.equals",
       R"({"tavern_commands":[{"action":"set","key":"people.kim.hp","value":7,"options":{"ifEquals":12}}]})"},
      {R"([{"verb":"insert","path":["people","kim","hp"],"value":5}])", "precondition.exists",
       R"([{"verb":"set","path":["people","kim","hp"],"value":5}])"},
      // what nobody can mend
      {"_.set('people.ann.hp', 3, 5);", "rule.denied", ""},
      {R"({"op":"assign","path":["people","ann","hp"],"value":"7"})", "type.mismatch", ""},
      // what could not be read: the form, with what is so already
      {R"({"op":"asign","path":["people","kim","hp"],"value":7})", "parse.malformed",
       R"([{"op":"assign","path":["people","kim","hp"],"value":12}])"},
      {"<variable_update>[[SETT, world.day, 5]]</variable_update>", "parse.malformed",
       "<variable_update>\n[[SET, world.day, 4]]\n</variable_update>"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    Game game = table();
    const Played played = game.play(row.text);
    CHECK(played.verdict["outcome"] == R"("retry")");
    CHECK(played.data == kExampleState);
    const Json failed = failed_row(played);
    CHECK(text_of(failed, "code") == std::string(row.code));
    const std::string text = text_of(failed, "example");
    CHECK(compact(text) == compact(row.example));
    CHECK(contains(string_of(played.verdict["messages_to_append"][0]["content"].json), text));
    if (!text.empty()) CHECK(game.play(text).verdict["outcome"] == R"("accepted")");
  }
}

TEST_CASE("an example starts where the dialect's paths start, under mounts [B-13]") {
  Game game({}, "retry: {on: [command]}\nmounts: {tavern: {\"character.saveData\": \"\"}}", kExampleState);
  Played played =
      game.play(R"({"tavern_commands":[{"action":"add","key":"character.saveData.world.dya","value":1}]})");
  CHECK(compact(text_of(failed_row(played), "example")) ==
        R"({"tavern_commands":[{"action":"add","key":"character.saveData.world.day","value":1}]})");
  played = game.play(R"({"tavern_commands":[{"action":"add","key":"world.day","value":1}]})");
  CHECK(compact(text_of(failed_row(played), "example")) ==
        R"({"tavern_commands":[{"action":"set","key":"character.saveData.world.day","value":4}]})");
}

TEST_CASE("every example passes by itself on the same state, whatever failed [B-13]") {
  const char* const paths[] = {"people.kim.hp",
                               "people.kin.hp",
                               "people.kim.mood",
                               "people.kim.name",
                               "people.kim.bag",
                               "people.kim.armed",
                               "wrld.day",
                               "list",
                               "list[9]",
                               "people",
                               "stat_data.weather",
                               "stat_data.wether",
                               "people.ann.hp",
                               "nowhere.at.all",
                               ""};
  const char* const values[] = {"1",        "-40",         "\"7\"",
                                "\"clam\"", "\"x\"",       "true",
                                "[1]",      "{\"hp\":77}", "{\"kim\":{\"mood\":\"Calm\"}}",
                                "null",     "2.5",         "\"true\""};
  const char* const verbs[] = {"set",  "merge",  "ensure", "add",  "mul", "insert", "push",
                               "pull", "delete", "move",   "copy", "get", "test",   "pop"};
  std::mt19937 random(7);
  const auto pick = [&random](const auto& from) { return from[random() % std::size(from)]; };
  std::size_t examples = 0;
  for (int round = 0; round < 600; ++round) {
    std::string command =
        std::string("{\"verb\":\"") + pick(verbs) + "\",\"raw_path\":\"" + pick(paths) + "\"";
    if (random() % 4 != 0) command += std::string(",\"value\":") + pick(values);
    if (random() % 6 == 0) command += std::string(",\"raw_from\":\"") + pick(paths) + "\"";
    if (random() % 5 == 0) command += std::string(",\"expect_old\":") + pick(values);
    if (random() % 5 == 0) command += std::string(",\"options\":{\"ifEquals\":") + pick(values) + "}";
    command += "}";
    const std::string call = std::string(R"({"tool_calls":[{"tool":")") +
                             (random() % 2 != 0 ? "walk" : "wlak") + R"(","args":{"who":)" + pick(values) +
                             R"(,"to":)" + pick(values) + R"(,"speed":)" + pick(values) + "}}]}";
    const std::string mvu =
        std::string("_.set('") + pick(paths) + "', " + pick(values) + ", " + pick(values) + ");";
    for (const std::string& text : {"[" + command + "]", call, mvu}) {
      CAPTURE(text);
      Game game = table();
      const Played played = game.play(text);
      const std::string copied = text_of(failed_row(played), "example");
      if (copied.empty()) continue;
      ++examples;
      CAPTURE(copied);
      const Played again = game.play(copied);
      CHECK(again.verdict["outcome"] == R"("accepted")");
      for (std::size_t i = 0; i < again.verdict["commands"].size(); ++i) {
        const std::string status = string_of(again.verdict["commands"][i]["status"].json);
        CHECK((status == "applied" || status == "amended"));
      }
      CHECK(again.verdict["commands"].size() > 0);
    }
  }
  CHECK(examples > 100);
}
