// What a look at a whole ruleset finds, beside its Lua.
#include <algorithm>
#include <string>
#include <vector>

#include "check/review.hpp"
#include "support/game.hpp"

namespace gavel::testing {
namespace {

std::vector<Problem> reviewed(const std::vector<PluginText>& plugins, const std::string& ruleset,
                              const std::string& state) {
  const Ruleset::Built built = build(plugins, ruleset, state);
  REQUIRE(built.ruleset != nullptr);
  std::vector<PluginReading> readings = read_plugins(built.ruleset->packs(), Limits());
  std::vector<Problem> all = review(*built.ruleset, readings);
  for (PluginReading& one : readings)
    for (Problem& problem : one.source.problems) all.push_back(std::move(problem));
  return all;
}

std::vector<Problem> reviewed(const std::string& lua, const std::string& ruleset = "",
                              const std::string& state = "{}", const std::string& manifest = "") {
  return reviewed({{"p", lua, manifest}}, ruleset, state);
}

// "no_such_place plugins/p/p.lua:1", in order.
std::string listed(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    REQUIRE(problem.finding);
    CHECK_FALSE(problem.error.hint.empty());
    out += (out.empty() ? "" : ", ") + std::string(finding_row(*problem.finding).name) + " " +
           problem.error.where.file + ":" + std::to_string(problem.error.where.line);
  }
  return out;
}

std::string found(const std::string& lua, const std::string& ruleset = "", const std::string& state = "{}",
                  const std::string& manifest = "") {
  return listed(reviewed(lua, ruleset, state, manifest));
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

TEST_CASE("a pattern that matches nothing is reported with the nearest place [B-14]") {
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
  // Whoever waits or counts there is told as well as whoever judges.
  for (const char* on : {"changed(people.li.hpp)", "command(people.li.hpp)"})
    CHECK(found("automation \"a\" { on = \"" + std::string(on) + "\", run = function() end }", "", kState) ==
          "no_such_place plugins/p/p.lua:1");
  CHECK(found("budget \"b\" { path = \"people.li.hpp\", max = 1, window = false }", "", kState) ==
        "no_such_place plugins/p/p.lua:1");
}

TEST_CASE(
    "a pattern segment that looks like a placeholder is reported, unless the state has such a key [B-14]") {
  const auto told = [](const std::string& path, const std::string& state) {
    const std::vector<Problem> all = reviewed("", "fields: [{path: '" + path + "', write: [model]}]", state);
    CHECK(all.size() < 2);
    return all.empty() ? "" : all.front().error.message + " | " + all.front().error.hint;
  };
  CHECK(told("<user>.hp", kState) ==
        "in the pattern \"<user>.hp\", `<user>` has no special meaning here: it is a name like any other | "
        "write "
        "'[\"<user>\"].hp' for that very name; for any name at all, '*.hp'");
  // At the row itself, so that a comment there allows it.
  CHECK(reviewed("", "fields: [{path: '<user>.hp', write: [model]}]", kState).front().error.where.column ==
        17);
  CHECK(told("<user>.hp", R"({"<user>":{"hp":1}})") == "");
  CHECK(told("people.<user>.hp", R"({"people":[{"<user>":{"hp":1}}]})") == "");
  CHECK(told("[\"<user>\"].hp", kState) == "");
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"people.{id}.hp",
       "write 'people[\"{id}\"].hp' for that very name; for any name at all, 'people.*.hp'"},
      {"people.:id", "write 'people[\":id\"]' for that very name; for any name at all, 'people.*'"},
      {"people/*/hp", "write '[\"people/*/hp\"]' for that very name; for a wildcard, 'people.*.hp'"},
      {"$.people.li",
       "write '[\"$\"].people.li' for that very name; for the place below the root, 'people.li'"},
      {"“day”", "write '[\"“day”\"]' for that very name; for plain quotes, 'day'"},
      {"people。li", "write '[\"people。li\"]' for that very name; for `.`, 'people.li'"},
  };
  for (const auto& [path, hint] : rows) {
    const std::string all = told(path, kState);
    CHECK_MESSAGE(all.ends_with(" | " + hint), all);
  }
  CHECK(told("a.疯“狗”.hp", kState) == "");
  // Wherever a pattern stands, and once, at its line.
  CHECK(found(rule("people.{id}.hp"), "", kState) == "no_such_place plugins/p/p.lua:1");
  CHECK(found("automation \"a\" { on = \"command(people.{id}.hp)\", run = function() end }", "", kState) ==
        "no_such_place plugins/p/p.lua:1");
  CHECK(found("rule \"r\" { path = params.where, run = function() return allow() end }",
              "plugins: [{id: p, with: {where: \"people.{id}.hp\"}}]", kState,
              "params: {where: {type: pattern}}") == "no_such_place ruleset.yaml:3");
}

TEST_CASE("paths that a ruleset gives to plugins are checked wherever they are in the parameters") {
  const auto given = [](const std::string& with, const std::string& type) {
    return found("local _ = params.where", "plugins:\n  - id: p\n    with: {where: " + with + "}", kState,
                 "params: {where: " + type + "}");
  };
  const std::string lost = "no_such_place ruleset.yaml:5";
  CHECK(given("people.li.hp", "{type: path}") == "");
  CHECK(given("people.li.hpp", "{type: path}") == lost);
  CHECK(given("people.li.hpp", "{type: string}") == "");
  CHECK(given("[people.li.hp, people.li.hpp]", "{type: list, each: {type: path}}") == lost);
  CHECK(given("{a: people.li.hpp}", "{type: object, members: {a: {type: path}}}") == lost);
}

TEST_CASE(
    "a place that only one line names beside a similar one is reported, even if the state has neither yet "
    "[B-14]") {
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

// A name of twelve letters that is near to none of another number.
std::string word_of(std::uint64_t number) {
  std::string word;
  for (int i = 0; i < 12; ++i) {
    number = number * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    word += static_cast<char>('a' + (number >> 33U) % 26);
  }
  return word;
}

TEST_CASE("thousands of similar names are compared quickly") {
  std::string lua =
      setting("ctx.set(\"mill.flor\", ctx.get(\"mill.flour\")) ctx.log(ctx.get(\"mill.flour\"))");
  lua += "\nautomation \"all\" { on = \"turn_end\", run = function(event, ctx)\n";
  const auto add = [&](std::uint64_t number) { lua += "ctx.set(\"mill." + word_of(number) + "\", 1)\n"; };
  for (std::uint64_t i = 0; i < 4'000; ++i) {
    add(i * 7'919);
    add(i * 7'919);
    add(1'000'000'000 + i * 7'919);
  }
  CHECK(found(lua + "end }") == "no_such_place plugins/p/p.lua:1");
}

TEST_CASE("a write that the fields table denies is reported with both places") {
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
  // Every way of writing, and whoever writes.
  for (const char* call : {"set", "add", "merge", "insert", "push", "pull"})
    CHECK(found(setting("ctx." + std::string(call) + "(\"day\", 2)"), fields, kState) ==
          "denied_write plugins/p/p.lua:1");
  CHECK(found(setting("ctx.delete(\"day\")"), fields, kState) == "denied_write plugins/p/p.lua:1");
  const std::string migrate =
      "migrate { from = \"0.9.x\", up = function(ctx) ctx.set(\"day\", 2) end, "
      "down = function(ctx) ctx.set(\"people.li.hp\", 2) end }";
  CHECK(found(migrate, "fields: [{path: day, write: [migration]}, {path: \"**\", write: [tool]}]", kState) ==
        "denied_write plugins/p/p.lua:1");
  CHECK(reviewed(migrate, "fields: [{path: day, write: [migration]}, {path: \"**\", write: [tool]}]", kState)
            .front()
            .error.message.find("does not allow the actor migration to write there") != std::string::npos);
  // Who may not write at all is told that, and not to let others write there.
  CHECK(
      found("derive \"d\" { path = \"people.li.hp\", run = function(ctx) ctx.set(\"day\", 2) return 1 end }",
            fields, kState)
          .find("denied_write") == std::string::npos);
  CHECK(
      found("derive \"d\" { path = \"people.li.hp\", run = function(ctx) ctx.set(\"day\", 2) return 1 end }",
            fields, kState)
          .find("forbidden_call plugins/p/p.lua:1") != std::string::npos);
  // A star in a path is a key like any other, and no pattern: the row of that text does not deny it.
  CHECK(found(setting("ctx.set(\"people.*.hp\", 2)"),
              "fields: [{path: \"people.*.hp\", write: [model]}, {path: \"**\", write: [automation]}]",
              kState) == "no_such_place plugins/p/p.lua:1");
  // A container whose inner places are open.
  CHECK(found(setting("ctx.set(\"people.li\", { hp = 1 })"), some, kState) == "");
}

TEST_CASE("rows and rules without an effect are reported") {
  CHECK(found("", "fields: [{path: a, write: [model]}, {path: \"a.**\", write: [tool]}]") ==
        "idle_row ruleset.yaml:3");
  CHECK(found("", "fields: [{path: a, write: [model], type: object}, {path: \"a.**\", write: [tool]}]") ==
        "");
  CHECK(found("", "fields: [{path: \"a.*.b\", write: [model]}, {path: \"**\", write: [tool]}]") == "");
  // A part of a described pair, by index; an element of another array.
  constexpr const char* kPairs = "fields: [{path: \"hp[1]\", read: [tool]}]\ndescribed_pairs: [hp]";
  CHECK(found("", kPairs, R"({"hp":[5,"health"]})") == "idle_row ruleset.yaml:3");
  CHECK(found("", kPairs, R"({"hp":[5,6]})") == "");
  constexpr const char* kInPair = "fields: [{path: \"hp[0].max\", read: [tool]}]\ndescribed_pairs: [hp]";
  CHECK(found("", kInPair, R"({"hp":[{"max":5},"health"]})") == "idle_row ruleset.yaml:3");
  const auto rules = [](const std::string& first, const std::string& second) {
    return "for i, path in ipairs({ \"" + first + "\", \"" + second +
           "\" }) do rule(\"r\" .. i) { path = path, run = function() return allow() end } end";
  };
  CHECK(found(rules("x.y", "x.y")) == "shadowed_rule plugins/p/p.lua:1");
  CHECK(found(rules("x.y", "x.z")) == "");
  // Of one place, but not the same: by mode, by actors, by the line that registers them.
  const auto two = [](const std::string& member, const std::string& first, const std::string& second) {
    return "for i, it in ipairs({ " + first + ", " + second + " }) do rule(\"r\" .. i) { path = \"x.y\", " +
           member + " = it, run = function() return allow() end } end";
  };
  CHECK(found(two("mode", "\"check\"", "\"check\"")) == "shadowed_rule plugins/p/p.lua:1");
  CHECK(found(two("mode", "\"check\"", "\"amend\"")) == "");
  CHECK(found(two("actors", "{ \"model\" }", "{ \"player\" }")) == "");
  CHECK(found("rule \"a\" { path = \"x.y\", run = function() return allow() end }\n"
              "rule \"b\" { path = \"x.y\", run = function() return allow() end }") == "");
}

// Every rule was once held against every other one: this took a quarter of an hour.
TEST_CASE("attack check-pairs: thousands of similar rules, and no more findings than are listed") {
  const std::string many =
      "for i = 1, 9000 do rule(\"r\" .. i) { path = \"**.a.**.a.**.a.**.a.**.a.**.a.**.a.*\", "
      "run = function() return allow() end } end";
  const std::vector<Problem> problems = reviewed(many, "", R"({"b":1})");
  REQUIRE(problems.size() == Limits().max_problems + 1);
  CHECK(problems.front().error.message.find("r2 judges the same places") != std::string::npos);
  CHECK(problems.back().warning);
  CHECK(problems.back().error.message.find("max_problems") != std::string::npos);
  // In the order of the pairs.
  CHECK(problems[1].error.message.find("p/r3 judges") == 0);
  CHECK(problems[1].error.message.find("as p/r1,") != std::string::npos);
  CHECK(problems[2].error.message.find("as p/r2,") != std::string::npos);
}

TEST_CASE("attack check-pairs: many different patterns against many rows and writes") {
  std::string rows;
  for (int i = 0; i < 2000; ++i)
    rows += "  - {path: \"q" + std::to_string(i) + ".**.a.**.b.**.c.**.d\", write: [tool]}\n";
  const std::string many =
      "for i = 1, 8000 do rule(\"r\" .. i) { path = \"**.a.**.b.**.c\" .. i .. \".**.d\" .. i, "
      "run = function() return allow() end } end\n" +
      setting("ctx.set(\"people.li.hp\", 2)");
  CHECK(reviewed(many, "fields:\n" + rows, kState).size() <= Limits().max_problems + 1);
}

TEST_CASE("the parts of a ruleset are checked against each other") {
  CHECK(found("budget \"b\" { path = \"day\", max = 1 }") == "budget_without_window plugins/p/p.lua:1");
  CHECK(found("budget \"b\" { path = \"day\", max = 1, window = false }") == "");
  CHECK(found("budget \"b\" { path = \"day\", max = 1, window = function(ctx) return ctx.turn end }") == "");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }") ==
        "silent_event plugins/p/p.lua:1");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }\n" + setting("ctx.emit(\"dawn\")")) ==
        "");
  CHECK(found("automation \"a\" { on = \"dawn\", run = function() end }\n" +
              setting("ctx.emit(event.name)")) == "");
  CHECK(found("automation \"a\" { on = \"turn_start\", run = function() end }") == "");
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
  // Others are read by whoever shows the game.
  CHECK(found("setting \"ui.hard\" { type = \"bool\", default = false, effect_tags = { \"ui\" } }") == "");
}

TEST_CASE("a tool that settles a kind that no claim finds is reported with the nearest one") {
  const std::string claim =
      "claim \"c\" { find = function(narration, ctx) return { { kind = \"fall\" }, { kind = \"rise\" } } end "
      "}";
  const auto tool = [](const std::string& kinds) {
    return "tool \"t\" { summary = { en = \"a\", zh = \"a\" }, guidance = { en = \"a\", zh = \"a\" }, args = "
           "{}, rejects = {}, settles = { " +
           kinds + " }, run = function() end }";
  };
  const auto both = [&](const std::string& kinds) {
    return reviewed({{"p", claim}, {"q", tool(kinds)}}, "", "{}");
  };
  CHECK(listed(both("\"fall\", \"rise\"")) == "");
  CHECK(listed(both("\"fall\", \"rise\", \"rize\"")) == "unknown_claim plugins/q/q.lua:1");
  CHECK(both("\"fall\", \"rise\", \"rize\"").front().error.hint.find("\"rise\"") != std::string::npos);
  CHECK(both("\"fall\", \"rise\", \"marriage\"").front().error.hint ==
        "correct the kind, or use a plugin whose claims find it");
}

TEST_CASE("unused and undeclared parameters are reported") {
  CHECK(found("", "plugins: [{id: p, with: {n: 1}}]", "{}", "params: {n: {type: integer}}")
            .starts_with("unused_param plugins/p/plugin.yaml"));
  CHECK(found("local _ = params.n", "plugins: [{id: p, with: {n: 1}}]", "{}",
              "params: {n: {type: integer}}") == "");
  CHECK(found("local _ = params.m", "", "{}", "params: {n: {type: integer, default: 1}}")
            .find("unknown_param plugins/p/p.lua:1") != std::string::npos);
  // By a name that is a text, or the whole table: then it may be read.
  const std::string one = "params: {n: {type: integer, default: 1}}";
  CHECK(found("local function f(c) return c.params[\"n\"] end\nlocal _ = f", "", "{}", one) == "");
  CHECK(found("local _ = pairs(params)", "", "{}", one) == "");
  // A plugin that is used twice is read once.
  CHECK(found("", "plugins: [{id: p, as: a, with: {n: 1}}, {id: p, as: b, with: {n: 2}}]", "{}",
              "params: {n: {type: integer}}") == "unused_param plugins/p/plugin.yaml:6");
}

TEST_CASE("texts in only one language are reported") {
  CHECK(found("", "title: {en: Lamps}") == "missing_language ruleset.yaml:3");
  CHECK(found("", "title: {en: Lamps, zh: 灯}") == "");
  const auto param = [](const std::string& more) {
    return found("local _ = params.n", "", "{}", "params:\n  n: {" + more + "}");
  };
  CHECK(param("type: integer, default: 1, summary: {en: How many.}") ==
        "missing_language plugins/p/plugin.yaml:7");
  CHECK(param("type: integer, default: 1, summary: {en: How many., zh: 几个。}") == "");
  CHECK(param("type: object, members: {summary: {type: object, members: {en: {type: string}}}}, "
              "default: {summary: {en: A value of the game's own.}}") == "");
}

}  // namespace
}  // namespace gavel::testing
