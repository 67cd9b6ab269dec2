// What a look at a whole ruleset finds, beside its Lua.
#include <algorithm>
#include <string>
#include <vector>

#include "rules/review.hpp"
#include "support/game.hpp"

namespace gavel::testing {
namespace {

std::vector<Problem> reviewed(const std::string& lua, const std::string& ruleset = "",
                              const std::string& state = "{}", const std::string& manifest = "") {
  const Ruleset::Built built = build({{"p", lua, manifest}}, ruleset, state);
  REQUIRE(built.ruleset != nullptr);
  std::vector<PluginReading> readings = read_plugins(built.ruleset->packs(), Limits());
  std::vector<Problem> all = review(*built.ruleset, readings);
  for (PluginReading& one : readings)
    for (Problem& problem : one.source.problems) all.push_back(std::move(problem));
  return all;
}

// "no_such_place plugins/p/p.lua:1", in order.
std::string found(const std::string& lua, const std::string& ruleset = "", const std::string& state = "{}",
                  const std::string& manifest = "") {
  std::string out;
  for (const Problem& problem : reviewed(lua, ruleset, state, manifest)) {
    REQUIRE(problem.finding);
    CHECK_FALSE(problem.error.hint.empty());
    out += (out.empty() ? "" : ", ") + std::string(finding_row(*problem.finding).name) + " " +
           problem.error.where.file + ":" + std::to_string(problem.error.where.line);
  }
  return out;
}

std::string hint(const std::string& lua, const std::string& ruleset = "", const std::string& state = "{}") {
  const std::vector<Problem> problems = reviewed(lua, ruleset, state);
  return problems.empty() ? "" : problems.front().error.hint;
}

std::string rule(const std::string& path) {
  return "rule \"r\" { path = \"" + path + "\", run = function() return allow() end }";
}

std::string setting(const std::string& run) {
  return "automation \"s\" { on = \"turn_end\", run = function(event, ctx) " + run + " end }";
}

const std::string kState = R"({"people":{"li":{"hp":3,"name":"Li"}},"day":1,"rooms":{}})";

TEST_CASE("a pattern that matches nothing is told with the nearest that there is [B-14]") {
  CHECK(found(rule("people.*.hp"), "", kState) == "");
  CHECK(found(rule("people.*.hpp"), "", kState) == "no_such_place plugins/p/p.lua:1");
  CHECK(hint(rule("people.*.hpp"), "", kState) ==
        "did you mean \"hp\" for \"hpp\"? There is that in the initial state");
  CHECK(hint(rule("dya"), "", kState) == "did you mean \"day\"? There is that in the initial state");
  CHECK(found(rule("**.hp"), "", kState) == "");
  CHECK(found(rule("**.mood"), "", kState) == "no_such_place plugins/p/p.lua:1");
  // Where it plainly comes later, nothing is said.
  CHECK(found(rule("rooms.*.door"), "", kState) == "");
  CHECK(found(rule("people.*.mood"), "fields: [{path: \"people.*.mood\", type: integer}]", kState) == "");
  CHECK(found(rule("people.*.mood") + setting("ctx.set({ \"people\", event.name, \"mood\" }, 1)"), "",
              kState) == "");
  CHECK(found(rule("p.level"), "", kState) == "");  // the plugin's own corner
  CHECK(found(rule("p.level"), "", R"({"p":{"lvl":1}})") == "no_such_place plugins/p/p.lua:1");
  CHECK(found(rule("q.level"), "", kState) == "no_such_place plugins/p/p.lua:1");
  CHECK(found(rule("nowhere")) == "");  // no state: nothing is known
  CHECK(found("rule \"r\" { path = params.where, run = function() return allow() end }", "", kState,
              "params: {where: {type: pattern, default: \"people.*.hpp\"}}") == "");  // nobody gave it
  // What a parameter says wrong is told at the ruleset's line.
  CHECK(found("rule \"r\" { path = params.where, run = function() return allow() end }",
              "plugins: [{id: p, with: {where: \"people.*.hpp\"}}]", kState,
              "params: {where: {type: pattern}}") == "no_such_place ruleset.yaml:3");
}

TEST_CASE("a place that one line names beside a near one is told, though no state has either yet [B-14]") {
  const std::string flour =
      "local function left(ctx) return ctx.get(\"mill.flour\") end\n"
      "automation \"grind\" { on = \"turn_end\", run = function(event, ctx)\n"
      "  ctx.set(\"mill.flour\", left(ctx)) end }\n";
  CHECK(found(flour) == "");
  CHECK(found(flour + setting("ctx.set(\"mill.flor\", 1)")) == "no_such_place plugins/p/p.lua:4");
  CHECK(hint(flour + setting("ctx.set(\"mill.flor\", 1)")) ==
        "did you mean \"mill.flour\"? The ruleset speaks of that");
  CHECK(found(flour + setting("ctx.log(ctx.get({ \"mill\", \"flours\" }))")) ==
        "no_such_place plugins/p/p.lua:4");
  CHECK(found(flour + setting("ctx.set(\"mil.flour\", 1)")) == "no_such_place plugins/p/p.lua:4");
  // Behind a segment that is computed, and where only a pattern names what is meant.
  CHECK(found(rule("people.*.mood") + setting("ctx.set({ \"people\", event.name, \"moood\" }, 1)")) ==
        "no_such_place plugins/p/p.lua:1");
  CHECK(found(setting("ctx.set(\"mill.flor\", 1)"), "fields: [{path: mill.flour, type: integer}]") ==
        "no_such_place plugins/p/p.lua:1");
  CHECK(found(flour + rule("mill.flouur")) == "no_such_place plugins/p/p.lua:4");
  CHECK(found(flour + rule("p.flour") + "\n" + setting("ctx.add(\"p.flourr\", 1)")) ==
        "no_such_place plugins/p/p.lua:5");
  // What is spoken of elsewhere, is far from all else, is short or counted, or stands in the state, is none.
  CHECK(found(flour + setting("ctx.set(\"mill.flor\", 1) ctx.log(ctx.get(\"mill.flor\"))")) == "");
  CHECK(found(flour + setting("ctx.set(\"mill.flor\", 1) -- flor: old-fashioned\n")) == "");
  CHECK(found(flour + setting("ctx.set(\"mill.wheat\", 1)")) == "");
  CHECK(found(flour + setting("ctx.set(\"other.flor\", 1)")) == "");
  CHECK(found(flour + setting("ctx.set(\"mill.flor\", 1)"), "", R"({"mill":{"flor":0,"flour":0}})") == "");
  CHECK(found(setting("ctx.set(\"mill.day1\", ctx.get(\"mill.day2\")) ctx.log(ctx.get(\"mill.day2\"))")) ==
        "");
  CHECK(found(setting("ctx.set(\"mill.mp\", ctx.get(\"mill.hp\")) ctx.log(ctx.get(\"mill.hp\"))")) == "");
  // Where the state has it, too, and nobody else tells.
  CHECK(found(setting("ctx.set(\"mill.flor\", ctx.get(\"mill.flour\"))"), "", R"({"mill":{"flour":0}})") ==
        "no_such_place plugins/p/p.lua:1");
}

TEST_CASE("a write that the fields table denies is told with both places") {
  const std::string fields =
      "fields:\n  - {path: day, write: [model]}\n  - {path: \"**\", write: [automation]}";
  CHECK(found(setting("ctx.set(\"day\", 2)"), fields, kState) == "denied_write plugins/p/p.lua:1");
  CHECK(
      reviewed(setting("ctx.set(\"day\", 2)"), fields, kState).front().error.message.find("ruleset.yaml:4") !=
      std::string::npos);
  CHECK(found(setting("ctx.set(\"people.li.hp\", 2)"), fields, kState) == "");
  // One of the places that it may mean is open.
  const std::string some =
      "fields: [{path: people.li.hp, write: [automation]}, {path: \"**\", write: [model]}]";
  CHECK(found(setting("ctx.set({ \"people\", event.name, \"hp\" }, 2)"), some, kState) == "");
  CHECK(found(setting("ctx.set({ \"people\", event.name, \"name\" }, 2)"), some, kState) ==
        "denied_write plugins/p/p.lua:1");
  // A container whose inner places are open.
  CHECK(found(setting("ctx.set(\"people.li\", { hp = 1 })"), some, kState) == "");
}

TEST_CASE("rows and rules that say nothing more are told") {
  CHECK(found("", "fields: [{path: a, write: [model]}, {path: \"a.**\", write: [tool]}]") ==
        "idle_row ruleset.yaml:3");
  CHECK(found("", "fields: [{path: a, write: [model], type: object}, {path: \"a.**\", write: [tool]}]") ==
        "");
  CHECK(found("", "fields: [{path: \"a.*.b\", write: [model]}, {path: \"**\", write: [tool]}]") == "");
  const auto rules = [](const std::string& first, const std::string& second) {
    return "for i, path in ipairs({ \"" + first + "\", \"" + second +
           "\" }) do rule(\"r\" .. i) { path = path, run = function() return allow() end } end";
  };
  CHECK(found(rules("x.y", "x.y")) == "shadowed_rule plugins/p/p.lua:1");
  CHECK(found(rules("x.y", "x.z")) == "");
}

TEST_CASE("what parts of a ruleset say to one another is held together") {
  CHECK(found("budget \"b\" { path = \"day\", max = 1 }") == "budget_without_window plugins/p/p.lua:1");
  CHECK(found("budget \"b\" { path = \"day\", max = 1, window = false }") == "");
  CHECK(found("budget \"b\" { path = \"day\", max = 1, window = function(ctx) return ctx.turn end }") == "");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }") ==
        "silent_event plugins/p/p.lua:1");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }\n" + setting("ctx.emit(\"dawn\")")) ==
        "");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }\n" +
              setting("ctx.emit(event.name)")) == "");
  const std::string claim =
      "claim \"c\" { find = function(narration, ctx) return { { kind = \"fall\" } } end }\n";
  const auto tool = [](const std::string& settles) {
    return "tool \"t\" { summary = { en = \"a\", zh = \"a\" }, guidance = { en = \"a\", zh = \"a\" }, args = "
           "{}, rejects = {}, settles = " +
           settles + ", run = function() end }";
  };
  CHECK(found(claim + tool("{ \"fall\" }")) == "");
  CHECK(found(claim + tool("{ \"fal\" }")) == "unsettled_claim plugins/p/p.lua:1");
  CHECK(found(claim + tool("{}")) == "unsettled_claim plugins/p/p.lua:1");
  const std::string hard =
      "setting \"rules.hard\" { type = \"bool\", default = false, effect_tags = { \"rules\" } }\n";
  CHECK(found(hard) == "unread_setting plugins/p/p.lua:1");
  CHECK(found(hard + setting("ctx.log(ctx.settings[\"rules.hard\"])")) == "");
}

TEST_CASE("parameters that nobody reads, or nobody declares") {
  CHECK(found("", "plugins: [{id: p, with: {n: 1}}]", "{}", "params: {n: {type: integer}}")
            .starts_with("unused_param plugins/p/plugin.yaml"));
  CHECK(found("local _ = params.n", "plugins: [{id: p, with: {n: 1}}]", "{}",
              "params: {n: {type: integer}}") == "");
  CHECK(found("local _ = params.m", "", "{}", "params: {n: {type: integer, default: 1}}")
            .find("unknown_param plugins/p/p.lua:1") != std::string::npos);
}

TEST_CASE("texts in one language are told") {
  CHECK(found("", "title: {en: Lamps}") == "missing_language ruleset.yaml:3");
  CHECK(found("", "title: {en: Lamps, zh: 灯}") == "");
}

}  // namespace
}  // namespace gavel::testing
