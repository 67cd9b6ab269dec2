// `retry.on` as a table: each trouble, in each attempt, with each word behind it.

#include <array>

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kTroubledPlugin = {"p", R"(
tool "hurt" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { n = int{} },
  rejects = { too_much = { en = "nobody survives that", zh = "没有人能活下来" } }, settles = {},
  run = function(args, ctx)
    if args.n > 5 then return reject("too_much") end
    ctx.set("hp", ctx.get("hp") - args.n) return ctx.get("hp") end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("(%d+) left")
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "hp", equals = math.tointeger(tonumber(n)), span = { b, e } } }
  end })"};
constexpr const char* kTroubledState = R"({"hp":10,"mood":"calm"})";

// In every reply, a command that passes.
const std::string kPassing = "You wait.\n_.set('mood', 'glad');\n";

struct TroubleRow {
  const char* trouble;
  std::string reply;
};
const std::array kTroubleRows = {
    TroubleRow{"tool", kPassing + R"({"tool_calls":[{"id":"c","tool":"hurt","args":{"n":9}}]})"},
    TroubleRow{"conflict", kPassing + "Kim has 3 left."},
    TroubleRow{"command", kPassing + "_.add('nothing', 1);"},
    TroubleRow{"parse", kPassing + "<JSONPatch>\n[{\"op\": \"add\" oops}]\n</JSONPatch>"},
    TroubleRow{"parse", kPassing + "The sign says\n```text\nbeware"},
    TroubleRow{"parse", kPassing + "The <JSONPatch> tag holds commands."},
    TroubleRow{"parse", kPassing + "<think>And now?"},
};

// Without a narration, as something in front of it was left open.
const std::array<std::string, 8> kCutOff = {
    "<think>And now?",
    "<think>And now?\n" + kPassing,
    "_.set('mood', 'glad');\n \n<think>",
    "<JSONPatch>\n[{\"op\": \"replace\", \"path\": \"/mood\",",
    "```json\n{\"tool_calls\":[{\"id\":\"c\",",
    "\xE2\x80\x8B\xEF\xBB\xBF\xE2\x80\xA9<think>And now?",
    "<variable_update>\n[[SET, mood, glad],",
    "<UpdateVariable>\n_.set('mood','x');\nN",
};

// "retry retry accepted": the outcomes of the attempts.
std::string outcomes_of(const std::string& on, const std::string& reply, const std::string& more = "") {
  Game game({kTroubledPlugin}, "retry: {max: 2, on: " + on + more + "}", kTroubledState);
  std::string all;
  for (game.attempt = 1; game.attempt <= 3; ++game.attempt) {
    const Played played = game.play(reply);
    const std::string outcome = string_of(played.verdict["outcome"].json);
    const bool kept = outcome == "accepted";
    if (kept && reply.starts_with(kPassing)) CHECK(played.data["mood"] == R"("glad")");
    if (!kept) CHECK(played.data == kTroubledState);
    CHECK(played.verdict["messages_to_append"].there == (outcome == "retry"));
    CHECK(played.verdict["report"].there == (outcome == "conflict_report"));
    CHECK(played.verdict["narration"].there == kept);
    if (kept) game.undo();
    all += (all.empty() ? "" : " ") + outcome;
  }
  return all;
}

constexpr const char* kNever = "accepted accepted accepted";
constexpr const char* kThenAccepted = "retry retry accepted";
constexpr const char* kThenReported = "retry retry conflict_report";

}  // namespace

TEST_CASE("each trouble in each attempt: accepted, retried, reported [R001-12]") {
  for (const TroubleRow& row : kTroubleRows) {
    const std::string name = row.trouble;
    INFO(name);
    CHECK(outcomes_of("[]", row.reply) == kNever);
    CHECK(outcomes_of("{" + name + ": accept}", row.reply) == kThenAccepted);
    CHECK(outcomes_of("{" + name + ": report}", row.reply) == kThenReported);
    CHECK(outcomes_of("[" + name + "]", row.reply) == kThenReported);
    for (const TroubleRow& other : kTroubleRows) {
      if (name == other.trouble) continue;
      // What is left open takes what follows it.
      const std::string both =
          name == "parse" ? other.reply + "\n" + row.reply : row.reply + "\n" + other.reply;
      CHECK(outcomes_of("{" + name + ": accept}", other.reply) == kNever);
      CHECK(outcomes_of("{" + name + ": accept}", both) == kThenAccepted);
      CHECK(outcomes_of("{" + name + ": accept, " + other.trouble + ": report}", both) == kThenReported);
      CHECK(outcomes_of("{" + name + ": accept, " + other.trouble + ": accept}", both) == kThenAccepted);
    }
  }
}

TEST_CASE("a reply that was cut off before its narration is never accepted, in no game [R001-12]") {
  for (const std::string& reply : kCutOff) {
    INFO(reply);
    for (const char* on : {"[]", "{parse: accept}", "{parse: report}", "[command]"})
      CHECK(outcomes_of(on, reply) == kThenReported);
    CHECK(outcomes_of("[]", reply, ", intercept_output: false") == kNever);
  }
  for (const char* alone : {"_.set('mood', 'glad');", "<think>And now?</think>\n_.set('mood', 'glad');"})
    CHECK(outcomes_of("{command: report, parse: report}", alone) == kNever);
}

TEST_CASE("where nothing can be sent back, every reply is accepted for what passed [R001-12]") {
  const std::string all = "{tool: report, conflict: report, command: report, parse: report}";
  for (const TroubleRow& row : kTroubleRows) {
    INFO(row.reply);
    CHECK(outcomes_of(all, row.reply, ", intercept_output: false") == kNever);
    Game game({kTroubledPlugin}, "retry: {on: " + all + "}", kTroubledState);
    game.campaign = gavel::TurnInput();
    CHECK(game.play(row.reply).verdict["outcome"] == R"("retry")");
    game.campaign->kind = gavel::TurnKind::kTool;
    CHECK(game.play(row.reply).verdict["outcome"] == R"("accepted")");
    CHECK(game.document().data()["mood"] == "glad");
  }
}

TEST_CASE("a model is told what it left open, and a player, too") {
  Game game({kTroubledPlugin}, "language: zh\nretry: {max: 1, on: {parse: report}}", kTroubledState);
  const Played told = game.play("```json\n{\"tool_calls\":[{\"id\":");
  const auto feedback = told.verdict["feedback"];
  CHECK(feedback["left_open"].text() == R"([{"code":"fence.unclosed","opener":"```json"}])");
  CHECK(feedback["no_narration"] == "true");
  std::string content = string_of(told.verdict["messages_to_append"][0]["content"].json);
  CHECK(contains(content, "- ```json 没有结束标记"));
  CHECK(contains(content, "- 回复在叙述开始之前就中断了"));
  game.attempt = 2;
  const std::string report = game.play("Well. <think>And now?").verdict["report"].text();
  CHECK(contains(report, "- 回复写了 <think>，却没有结束标记。"));
  CHECK_FALSE(contains(report, "回复中没有叙述"));
}

TEST_CASE("what is no trouble is never sent back: what looks, what is skipped, what a player wrote") {
  const std::string all = "{tool: report, conflict: report, command: report, parse: report}";
  CHECK(
      outcomes_of(
          all, kPassing + R"([{"verb":"test","path":["hp"],"value":4},{"verb":"get","path":["nothing"]}])") ==
      kNever);
  CHECK(outcomes_of(all, kPassing) == kNever);
  Game game({kTroubledPlugin}, "retry: {on: " + all + "}", kTroubledState);
  for (const TroubleRow& row : kTroubleRows)
    CHECK(game.play(row.reply, gavel::Actor::kPlayer).verdict["outcome"] == R"("accepted")");
}

namespace {

// A rule takes at most 12 of a hit, a tool rolls.
const PluginText kHitAndThrow = {"h", R"lua(
tool "hit" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { n = int{} }, settles = { "hp" },
  rejects = {}, run = function(args, ctx) ctx.add("hp", -args.n) return ctx.get("hp") end }
tool "throw" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { at = str{} }, settles = {},
  rejects = { miss = { en = "nobody is there", zh = "没有人" } }, run = function(args, ctx)
    if args.at == "nobody" then return reject("miss") end
    return ctx.roll("1d1000") end }
rule "most" { path = "hp", mode = "amend", run = function(effect, ctx)
  if type(effect.delta) == "number" and effect.delta < -12 then return amend(effect.before - 12, "at most 12") end
  return allow() end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("lost (%d+)")
    if not b then return {} end
    return { { kind = "hp", subject = "kim", path = "hp", delta = -math.tointeger(tonumber(n)), span = { b, e } } }
  end })lua"};

std::string hit_call(int n) {
  return R"({"tool_calls":[{"id":"c","tool":"hit","args":{"n":)" + std::to_string(n) + "}}]}";
}
std::string throw_call(const std::string& whom) {
  return R"({"tool_calls":[{"id":"d","tool":"throw","args":{"at":")" + whom + R"("}}]})";
}

}  // namespace

TEST_CASE("what a rule made of an amount is told, and not what was asked [R001-11]") {
  Game game({kHitAndThrow}, "retry: {max: 1}", R"({"hp":30})");
  const auto outcome = [&](const std::string& reply) {
    const Played played = game.play(reply);
    const bool kept = played.verdict["outcome"] == R"("accepted")";
    if (kept) game.undo();
    return kept ? std::string() : string_of(played.verdict["conflicts"][0]["why"].json);
  };
  CHECK(
      outcome("Kim lost 20.\n" + hit_call(20)) ==
      "the narration tells of a change of kim, -20, but a rule made it -12 (at most 12); the state says 18");
  CHECK(outcome("Kim lost 12.\n" + hit_call(20)) == "");
  CHECK(outcome("It hurts.\n" + hit_call(20)) == "");
  CHECK(outcome("Kim lost 5.\n" + hit_call(5)) == "");
  CHECK(outcome("Kim lost 24.\n" + hit_call(20) + "\n" + hit_call(20)) == "");
}

TEST_CASE("a call whose roll the feedback has shown cannot be left out [R001-10]") {
  Game game({kHitAndThrow}, "retry: {max: 2}", R"({"hp":30})");
  game.turn = "t-1";
  const Played first = game.play("Kim lost 3.\n" + throw_call("kim") + throw_call("nobody"));
  const auto rolled = first.verdict["feedback"]["rolled_calls"];
  REQUIRE(rolled.size() == 1);
  const std::string total = rolled[0]["rolls"][0].text();
  CHECK(rolled[0]["args"] == R"({"at":"kim"})");
  CHECK(contains(string_of(first.verdict["messages_to_append"][0]["content"].json),
                 R"(- throw {"at":"kim"} has rolled [)" + total + "]."));
  game.attempt = 2;
  game.campaign = gavel::TurnInput();
  game.campaign->rolled_before = {R"(throw {"at":"kim"})"};
  for (const std::string& other : {std::string("Nothing happens."), throw_call("bob"), hit_call(1)}) {
    const Played left_out = game.play(other);
    CHECK(left_out.verdict["outcome"] == R"("retry")");
    CHECK(left_out.verdict["conflicts"].size() == 1);
    CHECK(left_out.verdict["conflicts"][0]["kind"] == R"("roll.left_out")");
    CHECK(contains(
        string_of(left_out.verdict["messages_to_append"][0]["content"].json),
        R"(- A call was left out: its dice have been rolled this turn, so this call must stay: throw {"at":"kim"})"));
  }
  CHECK(game.play("It is thrown.\n" + throw_call("kim")).verdict["outcome"] == R"("accepted")");
  game.undo();
  game.attempt = 3;
  const Played last = game.play("Nothing happens.");
  CHECK(last.verdict["outcome"] == R"("conflict_report")");
  CHECK(contains(last.verdict["report"].text(), "left out a call of throw"));
}

TEST_CASE("a block that never ends is cut off, also in a dialect that the game does not take") {
  Game game({kTroubledPlugin}, "retry: {max: 0}\ndialects: [tavern]", kTroubledState);
  const Played played = game.play("<JSONPatch>\n[{\"op\": \"replace\", \"path\": \"/mood\",");
  CHECK(played.verdict["outcome"] == R"("conflict_report")");
  CHECK(played.verdict["commands"][0]["code"] == R"("parse.truncated")");
}
