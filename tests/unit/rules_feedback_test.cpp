// What goes back to the model for an attempt that failed, and what people are told in the end.

#include <doctest/doctest.h>

#include "base/tokens.hpp"
#include "support/game.hpp"
#include "support/problems.hpp"

using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kHurt = {"p", R"(
tool "hurt" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"},
  args = { who = enum{ values = {"kim", "ann"} }, n = int{ min = 0, max = 9 }, why = str{ max = 20, optional = true } },
  rejects = { too_much = { en = "nobody survives that", zh = "没有人能活下来" } }, settles = {},
  run = function(args, ctx)
    if args.n > 5 then return reject("too_much") end
    ctx.set("hp", ctx.get("hp") - args.n) return ctx.get("hp") end }
tool "gate" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = {}, settles = {},
  rejects = { locked = { en = "it is locked", zh = "上锁了" } },
  run = function(args, ctx) return reject("locked", { disabled_until = "dawn" }) end }
tool "broken" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = {}, rejects = {}, settles = {},
  run = function(args, ctx) error("the vault's word is swordfish") end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("(%d+) left")
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "hp", equals = math.tointeger(tonumber(n)), span = { b, e } } }
  end })"};

std::string told_call(const std::string& tool, const std::string& args, const std::string& id = "c1") {
  return R"({"tool_calls":[{"id":")" + id + R"(","tool":")" + tool + R"(","args":)" + args + "}]}";
}

const std::string kTooMuch = told_call("hurt", R"({"who":"kim","n":9})");

Game told_table(const std::string& more = "") {
  const bool retries = contains(more, "retry:");
  return Game({kHurt}, more + (retries ? "" : "\nretry: {max: 2}"), R"({"hp":10})");
}

std::string content(const Played& played) {
  return string_of(played.verdict["messages_to_append"][0]["content"].json);
}

}  // namespace

TEST_CASE("a corrected call is in the feedback, and in the message as a line to copy [B-13] [R001-10]") {
  Game game = told_table();
  const Played played = game.play(told_call("hurt", R"({"who":"Kim","n":"3","y":1})", "c7"));
  const auto row = played.verdict["feedback"]["failed_calls"][0];
  CHECK(row["id"] == R"("c7")");
  CHECK(row["code"] == R"("tool.invalid_args")");
  const std::string example = R"({"tool_calls":[{"id":"c7","tool":"hurt","args":{"who":"kim","n":3}}]})";
  CHECK(string_of(row["example"].json) == example);
  CHECK(contains(content(played), "For example: " + example + "\n"));
  CHECK(game.play(example).verdict["outcome"] == R"("accepted")");
}

TEST_CASE(
    "the budget counts tokens: examples of later failures are dropped first, then later failures, with a "
    "count [B-13]") {
  std::string text;
  for (int i = 0; i < 6; ++i)
    text += told_call("hurt", R"({"who":"kim","n":")" + std::to_string(i) + "\"}", "c" + std::to_string(i)) +
            "\n";
  std::size_t examples = 99, failures = 99;
  for (const int tokens : {1000, 400, 300, 200, 120, 60}) {
    CAPTURE(tokens);
    Game game = told_table("retry: {feedback_tokens: " + std::to_string(tokens) + "}");
    const std::string said = content(game.play(text));
    CHECK(gavel::estimated_tokens(said) <= static_cast<std::size_t>(tokens));
    const auto count = [&said](std::string_view word) {
      std::size_t n = 0;
      for (std::size_t at = said.find(word); at != std::string::npos; at = said.find(word, at + 1)) ++n;
      return n;
    };
    const std::size_t some = count("For example"), all = count("The call of hurt");
    CHECK(some <= examples);
    CHECK(all <= failures);
    if (all < 6) CHECK(some == 0);
    if (all < 6) CHECK(contains(said, "And " + std::to_string(6 - all) + " more failures"));
    if (some > 0 && some < 6) CHECK(contains(said, R"("id":"c0")"));
    if (some > 0 && some < 6) CHECK_FALSE(contains(said, R"("id":"c5")"));
    examples = some;
    failures = all;
  }
  CHECK(failures < 6);
}

TEST_CASE("a Chinese character counts one token, other text a quarter of its bytes") {
  CHECK(gavel::estimated_tokens("") == 0);
  CHECK(gavel::estimated_tokens("abcd") == 1);
  CHECK(gavel::estimated_tokens("abcde") == 2);
  CHECK(gavel::estimated_tokens("李四，好") == 4);
  CHECK(gavel::estimated_tokens("李四ab") == 3);
  CHECK(gavel::estimated_tokens("éé") == 1);
  CHECK(gavel::estimated_tokens("\xE6\x9D") == 1);
}

TEST_CASE("Chinese feedback names the kind of failure in Chinese [B-13]") {
  Game game = told_table("language: zh\nretry: {on: [command, tool]}");
  const std::string said = content(game.play("_.add('hpp', 1);\n" + kTooMuch));
  CHECK(contains(said, "上一次回复未被接受"));
  CHECK(contains(said, "路径不存在："));
  CHECK(contains(said, "没有人能活下来"));
  CHECK(contains(said, "例如：<UpdateVariable>\n_.add('hp', 1);"));
}

TEST_CASE("an operator's own texts replace the host's, and an empty one drops its line [B-13]") {
  Game game = told_table(
      "retry: {max: 2}\n"
      "feedback:\n  en:\n    head: \"Hm {{sic}}.\"\n    call: \"! {tool}/{id}: {reason} ({code})\"\n"
      "    ask: \"\"\n    example: \"\"\n    hint: \"\"\n");
  CHECK(content(game.play(told_call("hurt", R"({"who":"{tool}","n":1})", "x")))
            .starts_with("Hm {sic}.\n! hurt/x: "));
  const std::string said = content(game.play(kTooMuch));
  CHECK(said == "Hm {sic}.\n! hurt/c1: p/hurt: too_much: nobody survives that (tool.rejected)\n");
}

TEST_CASE("a wrong text, placeholder or brace in `feedback` is reported at its line [B-13]") {
  const auto said = [](const std::string& lines) {
    std::vector<gavel::Problem> problems;
    gavel::read_ruleset_file("ruleset: r\nversion: 1.0.0\n" + lines, "r", gavel::Limits(), problems);
    std::string all;
    for (const gavel::Problem& one : problems)
      all += std::to_string(one.error.where.line) + ":" + std::to_string(one.error.where.column) + " " +
             one.error.message + " | " + one.error.hint + "\n";
    return all;
  };
  CHECK(said("feedback: {en: {head: x}, zh: {call: \"{tool}：{reason}\"}}\n") == "");
  CHECK(said("feedback:\n  en:\n    haed: x\n") == "5:5 unknown text \"haed\" | did you mean \"head\"?\n");
  CHECK(said("feedback:\n  fr: {head: x}\n").starts_with("4:3 unknown name `fr`"));
  CHECK(said("feedback:\n  en:\n    call: \"{tol} {reason}\"\n") ==
        "5:11 call: no placeholder is called \"tol\" here | did you mean \"tool\"?\n");
  CHECK(said("feedback:\n  en:\n    ask: \"{zzzzzzz}\"\n") ==
        "5:10 ask: no placeholder is called \"zzzzzzz\" here | this text has no placeholders\n");
  CHECK(said("feedback:\n  en:\n    call: \"a } b\"\n") ==
        "5:11 call: a brace is alone | write {{ or }} where a brace is meant\n");
  CHECK(said("feedback:\n  en:\n    call: 5\n").starts_with("5:11 `call` is the"));
  CHECK(contains(said("feedback:\n  en:\n    call: \"" + std::string(1001, 'x') + "\"\n"), "at most 1000"));
  CHECK(said("retry: {feedback_tokens: 5}\n").starts_with("3:26 `feedback_tokens` is out of range"));
}

TEST_CASE(
    "feedback reports an error in a plugin as the game's own, without the Lua error message [R001-10]") {
  Game game = told_table();
  const Played played = game.play(told_call("broken", "{}"));
  const auto row = played.verdict["feedback"]["failed_calls"][0];
  CHECK(row["status"] == R"("error")");
  CHECK(row["code"] == R"("plugin.error")");
  CHECK(contains(content(played), "the game's own rules failed here"));
  CHECK_FALSE(contains(content(played), "swordfish"));
  CHECK(contains(played.verdict["tool_results"][0]["reason"].text(), "the game's own rules failed here"));
  CHECK_FALSE(contains(played.verdict["tool_results"][0].text(), "swordfish"));
  CHECK(contains(played.message(), "swordfish"));  // the author reads it in the verdict
}

TEST_CASE("feedback and message say until when a call is refused [R001-10]") {
  Game game = told_table();
  const Played played = game.play(told_call("gate", "{}"));
  CHECK(played.verdict["feedback"]["failed_calls"][0]["disabled_until"] == R"("dawn")");
  CHECK(contains(content(played), "It may not be called until: dawn\n"));
  CHECK(
      contains(content(told_table("language: zh").play(told_call("gate", "{}"))), "在此之前不可调用：dawn"));
}

TEST_CASE(
    "without debug, feedback on a conflict asks for another reply and gives no details [R001-12] [R001-13]") {
  Game game = told_table("retry: {with_debug: false}");
  Played played = game.play("Kim has 3 left.");
  CHECK(played.verdict["outcome"] == R"("retry")");
  CHECK_FALSE(played.verdict["feedback"].there);
  CHECK(content(played) ==
        "Your last reply was not accepted, and none of it has happened. Please write it again.\n");
  played = game.play("Kim has 3 left." + kTooMuch);
  CHECK_FALSE(played.verdict["feedback"]["conflict_debug"].there);
  CHECK(contains(content(played), "nobody survives that"));
  CHECK_FALSE(contains(content(played), "contradicts"));
}

TEST_CASE("a draft is withheld, and a ruleset that intercepts nothing accepts what was shown [R001-12]") {
  Game shut = told_table("retry: {max: 1}");
  const Played hidden = shut.play("Kim has 3 left.");
  CHECK(hidden.verdict["outcome"] == R"("retry")");
  CHECK_FALSE(hidden.verdict["narration"].there);
  CHECK_FALSE(contains(hidden.verdict.text(), "Kim has 3 left"));
  shut.attempt = 2;
  const Played reported = shut.play("Kim has 3 left.");
  CHECK(reported.verdict["outcome"] == R"("conflict_report")");
  CHECK_FALSE(contains(reported.verdict.text(), "Kim has 3 left"));
  shut.attempt = 1;
  const Played fine = shut.play("Kim has 10 left.");
  CHECK(fine.verdict["narration"] == R"("Kim has 10 left.")");
  CHECK_FALSE(fine.verdict["narration_is_draft"].there);

  Game open = told_table("retry: {max: 1, intercept_output: false}");
  const Played shown = open.play("Kim has 3 left.");
  CHECK(shown.verdict["outcome"] == R"("accepted")");
  CHECK(shown.verdict["narration"] == R"("Kim has 3 left.")");
  CHECK(shown.verdict["conflicts"].size() == 1);
  CHECK_FALSE(shown.verdict["narration_is_draft"].there);
}

TEST_CASE(
    "a report tells a player what the narration said, what the state says, and what to do next [R001-12]") {
  Game game = told_table("retry: {max: 0}");
  Played played = game.play("Kim has 3 left." + kTooMuch);
  CHECK(played.verdict["outcome"] == R"("conflict_report")");
  std::string text = string_of(played.verdict["report"]["text"].json);
  CHECK(contains(text, "The story says (hp_value): kim, 3\n  The state says: hp is 10\n"));
  CHECK(contains(text, "The call to hurt was refused: p/hurt: too_much: nobody survives that"));
  const auto options = played.verdict["report"]["options"];
  REQUIRE(options.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(options[i]["id"] == std::vector{R"("retry")", R"("correct")", R"("accept")", R"("rollback")"}[i]);
    CHECK_FALSE(string_of(options[i]["text"].json).empty());
  }
  CHECK_FALSE(played.verdict["messages_to_append"].there);

  Game chinese = told_table("language: zh\nretry: {max: 0}");
  played = chinese.play("Kim has 3 left.");
  text = string_of(played.verdict["report"]["text"].json);
  CHECK(contains(text, "叙述称（hp_value）：kim，3\n  状态中：hp 为 10"));
  CHECK(string_of(played.verdict["report"]["options"][0]["text"].json) == "让模型再试一次。");
}

TEST_CASE("a report hides from a player what only the model may read [R001-12] [R001-15]") {
  Game game =
      told_table("retry: {max: 0, on: [conflict, command]}\nfields: [{path: hp, read: [model, operator]}]");
  const Played played = game.play("Kim has 3 left.\n[{\"verb\":\"test\",\"path\":[\"hp\"],\"value\":4}]");
  const std::string report = played.verdict["report"].text();
  CHECK(contains(report, "The state says otherwise."));
  CHECK(contains(report, "The change of"));
  CHECK_FALSE(contains(report, "10"));
  CHECK(contains(played.verdict["feedback"].text(), "10"));
}
