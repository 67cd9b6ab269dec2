// A ruleset in the place of another, and the same turns in other states, threads and orders.

#include <thread>

#include <doctest/doctest.h>

#include "check/trial.hpp"
#include "state/json_writer.hpp"
#include "support/game.hpp"

using gavel::testing::build;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::PluginText;
using gavel::testing::source_of;

namespace {

PluginText cap(const char* most) {
  return {"cap", "rule \"cap\" { path = \"x\", run = function(effect)\n  if effect.after > " +
                     std::string(most) + " then return deny(\"too much\") end\n  return allow() end }"};
}

}  // namespace

TEST_CASE(
    "a turn keeps the ruleset that it began with, and differences between two rulesets are named [B-06]") {
  const auto before = build({cap("10")}, "", R"({"x":0})").ruleset;
  const auto after =
      build({cap("20"), {"more", "rule \"r\" { path = \"y\", run = function() return allow() end }"}}, "",
            R"({"x":0})")
          .ruleset;
  CHECK(differences(*before, *after) ==
        std::vector<std::string>{"rule cap/cap: changed (plugins/cap/cap.lua:1)",
                                 "rule more/r: new (plugins/more/more.lua:1)",
                                 "plugin more: new (plugins/more/plugin.yaml)"});
  Game game(before);
  CHECK(game.play("_.set('x', 11);").said() == "rejected rule.denied");
  game.replace(after);
  CHECK(game.play("_.set('x', 11);").said() == "applied");
}

TEST_CASE("problems of a ruleset are found before anybody plays by it [B-06]") {
  struct Broken {
    const char* what;
    PluginText plugin;
    const char* said;
  };
  const Broken broken_one[] = {
      {"syntax", {"cap", "rule \"cap\" { path = \"x\" run = 5 }"}, "cap.lua"},
      {"raises", {"cap", "error(\"no\")"}, "no"},
      {"loops", {"cap", "while true do end"}, "max_load_fuel"},
      {"unknown kind", {"cap", "ruel \"x\" { path = \"x\", run = function() end }"}, "rule"},
      {"bad registration", {"cap", "rule \"x\" { path = 5 }"}, "path"},
      {"cycle",
       {"cap",
        "derive \"a\" { path = \"a\", run = function(ctx) return (ctx.get(\"b\") or 0) + 1 end }\n"
        "derive \"b\" { path = \"b\", run = function(ctx) return (ctx.get(\"a\") or 0) + 1 end }"},
       "depend on each other"},
  };
  for (const Broken& broken : broken_one) {
    CAPTURE(broken.what);
    const gavel::Ruleset::Built built = gavel::Ruleset::build(source_of({broken.plugin}, "", R"({"x":0})"));
    const std::vector<gavel::Problem> problems =
        built.ruleset == nullptr ? built.problems : gavel::try_out(*built.ruleset);
    CHECK(any_error(problems));
    REQUIRE_FALSE(problems.empty());
    CHECK(contains(problems[0].error.message + problems[0].error.hint + problems[0].error.where.file,
                   broken.said));
  }
}

TEST_CASE("the same turns give the same bytes with one worker and with two [B-09]") {
  const PluginText busy = {"busy", R"(
    rule "r" { path = "x.*", run = function(effect, ctx)
      local parts = {}
      for key, value in pairs(ctx.get("x")) do parts[#parts + 1] = key .. "=" .. tostring(value) end
      ctx.log(table.concat(parts, ","))
      if effect.after % 7 == 0 then error({}) end
      return allow() end }
    derive "sum" { path = "sum", run = function(ctx) local n = 0 for _, v in pairs(ctx.get("x")) do n = n + v end return n end })"};
  const auto ruleset = build({busy}, "", R"({"x":{"a":1,"b":2},"sum":0})").ruleset;
  const auto run = [&ruleset](std::string& bytes) {
    Game game(ruleset);
    for (int i = 0; i < 40; ++i) {
      const std::string key(1, static_cast<char>('a' + i % 13));
      bytes +=
          gavel::to_text(game.play("_.set('x." + key + "', " + std::to_string(i) + ");").verdict.json) + "\n";
    }
    bytes += gavel::to_text(game.document().data()) + gavel::to_text(game.document().meta());
  };
  std::string alone;
  run(alone);
  std::string one;
  std::string two;
  std::thread first([&] { run(one); });
  std::thread second([&] { run(two); });
  first.join();
  second.join();
  CHECK(one == alone);
  CHECK(two == alone);
}
