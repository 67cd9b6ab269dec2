// A turn in which the player speaks before the model does.

#include <string>

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kPlayerTools = {"p", R"(
tool "hurt" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { n = int{} }, settles = {},
  rejects = { too_much = { en = "nobody survives that", zh = "没有人能活下来" } },
  run = function(args, ctx)
    if args.n > 5 then return reject("too_much") end
    ctx.set("hp", ctx.get("hp") - args.n) return ctx.actor end }
rule "who" { path = "seen", mode = "amend", run = function(effect, ctx)
    return amend(effect.after .. " by " .. effect.actor .. "/" .. ctx.actor) end }
rule "not_the_player" { path = "secret", actors = { "player" }, run = function() return deny("not for players") end }
automation "start" { on = "turn_start", run = function(event, ctx) ctx.push("starts", ctx.actor) end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("(%d+) left")
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "hp", equals = math.tointeger(tonumber(n)), span = { b, e } } }
  end })"};

constexpr const char* kPlayerState = R"({"hp":10,"seen":"","secret":0,"starts":[]})";

Game player_table(const std::string& more = "") { return Game({kPlayerTools}, more, kPlayerState); }

std::string hurt(int n) {
  return R"({"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":)" + std::to_string(n) + "}}]}";
}

}  // namespace

TEST_CASE("commands count in the player's text and in the model's, the player's first [R002-04]") {
  Game game = player_table();
  game.said = "I strike.\n_.set('hp', 7);";
  const Played played = game.play("It hurts.\n_.add('hp', -2);\n_.set('hp', 7, 6);");
  CHECK(played.said() == "applied, applied, applied");
  CHECK(played.data["hp"] == "6");
  const auto commands = played.verdict["commands"];
  CHECK(commands[0]["actor"] == R"("player")");
  CHECK_FALSE(commands[1]["actor"].there);
  CHECK(commands[0]["span"] == "[10,25]");
  CHECK(commands[1]["span"] == "[10,26]");
  CHECK(commands[1]["effects"] == R"([{"path":["hp"],"before":7,"after":5}])");
  CHECK(played.verdict["user"] == R"({"narration":"I strike.\n"})");
  CHECK(played.verdict["narration"] == R"("It hurts.\n\n")");
  game.said.clear();
  const Played alone = game.play("_.add('hp', 1);");
  CHECK_FALSE(alone.verdict["user"].there);
  CHECK_FALSE(alone.verdict["commands"][0]["actor"].there);
}

TEST_CASE("rules, fields and tools see the speaker, and a turn starts once [R002-04] [R001-08]") {
  Game game = player_table("fields: [{path: hp, write: [model]}]");
  game.said = "_.set('seen', 'a');\n_.set('secret', 1);\n_.set('hp', 1);";
  Played played = game.play("nothing");
  CHECK(played.said() == "amended, rejected rule.denied, rejected authority.denied");
  CHECK(played.data["seen"] == R"("a by player/player")");
  game.said = "_.get('hp');";
  played = game.play("_.set('seen', 'b');\n_.set('secret', 1);\n_.set('hp', 9);");
  CHECK(played.said() == "applied, amended, applied, applied");
  CHECK(played.data["seen"] == R"("b by model/model")");
  CHECK(played.data["starts"] == R"(["model","model"])");
  Game tools = player_table();
  tools.said = hurt(1);
  played = tools.play(hurt(1));
  CHECK(played.verdict["tool_results"] ==
        R"([{"id":"c1","actor":"player","tool":"hurt","status":"ok","result":"player"},)"
        R"({"id":"c1","tool":"hurt","status":"ok","result":"model"}])");
}

TEST_CASE("a refusal of the player's command does not count against the model [R001-10] [R002-04]") {
  Game game = player_table("retry: {max: 2, on: [tool, command, conflict]}");
  game.said = hurt(9) + "\n_.set('secret', 1);";
  Played played = game.play("The blow misses. Kim has 10 left.");
  CHECK(played.verdict["outcome"] == R"("accepted")");
  CHECK(played.said() == "rejected tool.rejected, rejected rule.denied");
  CHECK_FALSE(played.verdict["feedback"].there);
  CHECK(game.failed_calls().empty());

  played = game.play(hurt(8) + " Kim has 10 left.");
  CHECK(played.verdict["outcome"] == R"("retry")");
  CHECK(played.verdict["feedback"]["failed_calls"].size() == 1);
  CHECK_FALSE(played.verdict["feedback"]["failed_commands"].there);
  CHECK(game.failed_calls() == std::vector<std::string>{R"(hurt {"n":8})"});
}

TEST_CASE(
    "one transaction: a retry undoes the player's commands too, and claims read only the model's text") {
  Game game = player_table("retry: {max: 2}");
  game.said = "_.set('hp', 4); I think I have 9 left.";
  Played played = game.play("Kim has 5 left.");
  CHECK(played.verdict["outcome"] == R"("retry")");
  CHECK(played.said() == "rejected batch.rolled_back");
  CHECK(played.verdict["conflicts"].size() == 1);
  CHECK(played.verdict["conflicts"][0]["span"] == "[8,14]");
  CHECK(played.data == kPlayerState);
  CHECK(played.meta == "{}");
  game.attempt = 2;
  played = game.play("Kim has 4 left.");
  CHECK(played.verdict["outcome"] == R"("accepted")");
  CHECK(played.data["hp"] == "4");
}

TEST_CASE("repairs of the player's text are reported for that text, and its reasoning is never run") {
  Game game = player_table();
  game.said = "<think>_.set('hp', 1);</think>\n_.set('hp', 2)";
  const Played played = game.play("_.set('hp', 3)");
  CHECK(played.said() == "applied, applied");
  CHECK(played.data["hp"] == "3");
  CHECK(played.verdict["user"]["warnings"].size() >= 1);
  CHECK(played.verdict["warnings"].size() == 1);
  CHECK(contains(played.verdict["user"]["warnings"].text(), "reasoning"));
  CHECK_FALSE(contains(played.verdict["warnings"].text(), "reasoning"));
}

TEST_CASE("an all-or-nothing envelope does not cancel the other speaker's commands") {
  Game game = player_table("batch: atomic");
  game.said = "_.set('hp', 4);";
  Played played = game.play(R"([{"op":"assign","path":["hp"],"value":5},{"op":"pop","path":["nothing"]}])");
  CHECK(played.said() == "applied, rejected batch.rolled_back, rejected path.unknown");
  CHECK(played.verdict["commands"][1]["culprit"] == "2");
  CHECK(played.data["hp"] == "4");
}
