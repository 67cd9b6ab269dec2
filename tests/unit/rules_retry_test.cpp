// What becomes of an attempt: accepted, to be tried again, or reported.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kRetryTools = {"p", R"(
tool "hurt" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { n = int{} },
  rejects = { too_much = { en = "nobody survives that", zh = "没有人能活下来" } }, settles = {},
  run = function(args, ctx)
    if args.n > 5 then return reject("too_much") end
    ctx.set("hp", ctx.get("hp") - args.n) ctx.emit("hurt") return ctx.get("hp") end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("(%d+) left")
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "hp", equals = math.tointeger(tonumber(n)), span = { b, e } } }
  end }
derive "double" { path = "double", run = function(ctx) return (ctx.get("hp") or 0) * 2 end })"};

constexpr const char* kRetriedState = R"({"hp":10})";
const std::string kGood = R"({"tool_calls":[{"id":"c1","tool":"hurt","args":{"n":2}}]})";
const std::string kBad = R"({"tool_calls":[{"id":"c2","tool":"hurt","args":{"n":9}}]})";

Game retry_table(const std::string& retry, const std::string& more = "") {
  return Game({kRetryTools}, "retry: " + retry + "\n" + more, kRetriedState);
}

}  // namespace

TEST_CASE(
    "a refused call or a contradicting narration asks for another attempt, and nothing is kept [R001-10] "
    "[R001-12]") {
  Game game = retry_table("{max: 2}");
  Played played = game.play(kGood + "\n" + kBad);
  CHECK(played.verdict["outcome"] == R"("retry")");
  CHECK(played.said() == "rejected batch.rolled_back, rejected tool.rejected");
  CHECK(played.data == kRetriedState);
  CHECK(played.meta == "{}");
  CHECK(played.verdict["changes"] == "[]");
  CHECK_FALSE(played.verdict["events"].there);
  const auto call = played.verdict["feedback"]["failed_calls"][0];
  CHECK(call["id"] == R"("c2")");
  CHECK(call["tool"] == R"("hurt")");
  CHECK(call["status"] == R"("rejected")");
  CHECK(contains(call["reason"].text(), "nobody survives that"));
  CHECK(contains(played.verdict["messages_to_append"][0]["content"].text(), "The call of hurt failed"));

  played = game.play(kGood + "\nKim has 3 left.");
  CHECK(played.verdict["outcome"] == R"("retry")");
  CHECK(played.verdict["conflicts"].size() == 1);
  CHECK(played.data == kRetriedState);
  const auto debug = played.verdict["feedback"]["conflict_debug"][0];
  CHECK(debug["kind"] == R"("hp_value")");
  CHECK(debug["mismatch_reason"].there);
  CHECK(debug["instructions"].there);

  played = game.play(kGood + "\nKim has 8 left.");
  CHECK(played.verdict["outcome"] == R"("accepted")");
  CHECK(played.data == R"({"hp":8,"double":16})");
}

TEST_CASE("after the last retry there is a report for people, and still nothing is kept [R001-12]") {
  Game game = retry_table("{max: 1}");
  game.attempt = 2;
  const Played played = game.play(kBad);
  CHECK(played.verdict["outcome"] == R"("conflict_report")");
  CHECK(played.verdict["attempt"] == "2");
  CHECK(played.verdict["feedback"]["failed_calls"].size() == 1);
  CHECK_FALSE(played.verdict["messages_to_append"].there);
  CHECK(played.data == kRetriedState);
}

TEST_CASE("the ruleset decides what asks for a retry [R001-12]") {
  Game none = retry_table("{on: []}");
  CHECK(none.play(kGood + "\n" + kBad).verdict["outcome"] == R"("accepted")");
  CHECK(none.document().data()["hp"] == 8);
  Game commands = retry_table("{on: [command]}");
  CHECK(commands.play(kBad).verdict["outcome"] == R"("accepted")");
  const Played refused = commands.play("_.add('nothing', 1);");
  CHECK(refused.verdict["outcome"] == R"("retry")");
  CHECK(refused.verdict["feedback"]["failed_commands"][0]["code"] == R"("path.unknown")");
  CHECK(
      contains(refused.verdict["messages_to_append"][0]["content"].text(), "The command on nothing failed"));
  Game calls = retry_table("{on: [tool]}");
  CHECK(calls.play("_.add('nothing', 1);").verdict["outcome"] == R"("accepted")");
  CHECK(calls.play("Kim has 3 left.").verdict["outcome"] == R"("accepted")");
  CHECK(calls.play(kBad, Actor::kPlayer).verdict["outcome"] == R"("accepted")");
}

TEST_CASE("feedback is written in the game's language, and within its bytes [R001-13]") {
  Game game = retry_table("{max: 2}", "language: zh\nlimits: {max_feedback_bytes: 600}");
  std::string text;
  for (int i = 0; i < 30; ++i) text += kBad + "\n";
  const Played played = game.play(text);
  const std::string content = string_of(played.verdict["messages_to_append"][0]["content"].json);
  CHECK(contains(content, "没有人能活下来"));
  CHECK(contains(content, "请重写整个回复"));
  CHECK(contains(content, "处失败未列出"));
  CHECK(content.size() <= 600);
}
