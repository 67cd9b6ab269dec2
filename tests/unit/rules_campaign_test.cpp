// What a campaign gives a turn, and what the turn keeps for it.

#include <string>

#include <doctest/doctest.h>

#include "base/tokens.hpp"
#include "support/game.hpp"

using gavel::Document;
using gavel::estimated_tokens;
using gavel::Json;
using gavel::Limits;
using gavel::TurnInput;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::parsed;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

// Refuses whatever `locked` says, for as long as it says.
const PluginText kDoor = {"p", R"(
local texts = { en = "t", zh = "t" }
tool "open" { summary = texts, guidance = texts, args = { n = int{ default = 1 } }, settles = {},
  rejects = { locked = { en = "the door is locked", zh = "门锁着" } },
  run = function(args, ctx)
    if ctx.get("locked") then return reject("locked", { disabled_until = ctx.get("until"), by = ctx.get("by") }) end
    return "open" end }
tool "knock" { summary = texts, guidance = texts, args = {}, settles = {}, rejects = {},
  when = function(ctx) if ctx.get("locked") then return reject("asleep", { disabled_until = "morning" }) end return true end,
  run = function(args, ctx) return "knock" end }
tool "look" { summary = texts, guidance = texts, args = {}, settles = {}, rejects = {},
  run = function(args, ctx) return ctx.campaign end }
callback "open_it" { run = function(args, ctx) return 1 end })"};

std::string campaign_call(const std::string& tool, const std::string& args = "{}") {
  return R"({"tool_calls":[{"id":"c1","tool":")" + tool + R"(","args":)" + args + "}]}";
}

Game campaign_of_rules(const std::string& ruleset = "",
                       const std::string& state = R"({"locked":true,"until":"dawn"})") {
  Game game({kDoor}, ruleset, state);
  game.campaign = TurnInput{};
  return game;
}

std::string problem_of(const char* meta) {
  auto loaded = Document::load(parsed("{}"), parsed(meta), Limits());
  return loaded ? "" : loaded.error().message;
}

}  // namespace

TEST_CASE("an accepted turn is counted with its tokens, and no other turn is [R001-14]") {
  Game game = campaign_of_rules("retry: {max: 2}");
  game.said = "Hello";                                                              // 5 bytes: 2 tokens
  CHECK(game.play("你好，世界").meta == R"({"campaign":{"turns":1,"tokens":7}})");  // 5 characters
  game.said.clear();
  const Played retry = game.play(campaign_call("open"));
  CHECK(retry.verdict["outcome"] == R"("retry")");
  CHECK(retry.meta == R"({"campaign":{"turns":1,"tokens":7}})");
  CHECK(game.play("").meta == R"({"campaign":{"turns":2,"tokens":7}})");
  game.campaign.reset();
  CHECK(game.play("nobody counts this").meta == R"({"campaign":{"turns":2,"tokens":7}})");
}

TEST_CASE(
    "tokens are estimated by characters of Chinese, Japanese and Korean, and by bytes of all else "
    "[R001-14]") {
  CHECK(estimated_tokens("") == 0);
  CHECK(estimated_tokens("a") == 1);
  CHECK(estimated_tokens("abcd") == 1);
  CHECK(estimated_tokens("abcde") == 2);
  CHECK(estimated_tokens("中文、「仮名」한글ＡＢ") == 11);
  CHECK(estimated_tokens("中a文b") == 3);
  CHECK(estimated_tokens("𠮷") == 1);
  CHECK(estimated_tokens("😀") == 1);
  CHECK(estimated_tokens("éé") == 1);
  CHECK(estimated_tokens("\xe4\xb8") == 1);
  CHECK(estimated_tokens("\xff\xff\xff\xff\xff") == 2);
}

TEST_CASE("a summary replaces the one before, and schemas stay until others are set") {
  Game game = campaign_of_rules();
  game.campaign->summary = parsed(R"({"summary_text":"one","facts_json":{"a":1},"pins":["p"]})");
  game.campaign->schemas = parsed(R"(["love"])");
  Played played = game.play("");
  CHECK(played.meta["campaign"]["summary"] ==
        R"({"version":1,"summary_text":"one","facts_json":{"a":1},"pins":["p"]})");
  CHECK(played.meta["campaign"]["schemas"] == R"(["love"])");
  game.campaign = TurnInput{};
  played = game.play("");
  CHECK(played.meta["campaign"]["summary"]["version"] == "1");
  CHECK(played.meta["campaign"]["schemas"] == R"(["love"])");
  game.campaign->summary = parsed(R"({"summary_text":"two"})");
  game.campaign->schemas = parsed("[]");
  played = game.play("");
  CHECK(played.meta["campaign"]["summary"] == R"({"version":2,"summary_text":"two"})");
  CHECK(played.meta["campaign"]["schemas"] == "[]");
  game.undo();
  CHECK(game.document().meta()["campaign"]["summary"]["version"] == 1);
}

TEST_CASE("plugins see the campaign's fields and its progress [R001-14]") {
  Game game = campaign_of_rules();
  game.campaign_fields =
      parsed(R"({"title":"T","milestone":{"advance_policy":{"n":5}},"summary":{"version":9}})");
  game.campaign->summary = parsed(R"({"summary_text":"so far"})");
  const Played played = game.play(campaign_call("look"));
  CHECK(played.verdict["commands"][0]["result"] == R"({"title":"T","turns":0,"tokens":0,
    "milestone":{"advance_policy":{"n":5},"value":0,"last_advanced_at_turn":0},
    "summary":{"version":1,"summary_text":"so far"}})");
  game.campaign_fields = Json();
  CHECK(game.play(campaign_call("look")).verdict["commands"][0]["result"]["turns"] == "1");
  game.campaign.reset();
  CHECK(game.play(campaign_call("look")).verdict["commands"][0]["result"] == "null");
}

TEST_CASE("a call that failed in three turns in a row is not run again until a turn without it [R001-10]") {
  Game game = campaign_of_rules();
  for (int i = 1; i <= 3; ++i) {
    const Played played = game.play(campaign_call("open"));
    CHECK(played.said() == "rejected tool.rejected");
    CHECK(played.meta["campaign"]["failing"] == ("{\"open {}\":" + std::to_string(i) + "}").c_str());
  }
  Played played = game.play(campaign_call("open"));
  CHECK(played.said() == "rejected tool.repeat_illegal");
  CHECK(contains(played.message(), "3 turns in a row"));
  CHECK(contains(played.message(), "let through again after a turn without it"));
  CHECK(played.verdict["commands"][0]["disabled_until"] == R"("after a turn without this call")");
  CHECK(played.verdict["tool_results"][0]["disabled_until"] == R"("after a turn without this call")");
  CHECK(game.play(campaign_call("open", R"({"n":2})")).said() == "rejected tool.rejected");  // another call
  CHECK(game.play("_.set('locked', false);").meta["campaign"]["failing"].there == false);
  CHECK(game.play(campaign_call("open")).said() == "applied");
}

TEST_CASE(
    "a repeated call is reported in the game's language, and calls of any length are distinguished "
    "[R001-10]") {
  Game game = campaign_of_rules("language: zh");
  for (int i = 0; i < 3; ++i) game.play(campaign_call("open"));
  Played played = game.play(campaign_call("open"));
  CHECK(contains(played.message(), "已连续 3 个回合失败"));
  CHECK(played.verdict["commands"][0]["disabled_until"] == R"("某一回合没有这一调用之后")");

  const std::string longer(2000, 'x');
  for (int i = 0; i < 3; ++i) game.play(campaign_call("open", R"({"m":")" + longer + "1\"}"));
  CHECK(game.document().meta()["campaign"]["failing"].size() == 1);
  CHECK(object_of(game.document().meta()["campaign"]["failing"]).begin()->first.size() < 40);
  CHECK(game.play(campaign_call("open", R"({"m":")" + longer + "1\"}")).said() ==
        "rejected tool.repeat_illegal");
  CHECK(game.play(campaign_call("open", R"({"m":")" + longer + "2\"}")).said() ==
        "rejected tool.invalid_args");
}

TEST_CASE("of many failed calls a bounded number is remembered") {
  Game game = campaign_of_rules();
  std::string calls = R"({"tool_calls":[)";
  for (int i = 0; i < 200; ++i)
    calls += (i == 0 ? "" : ",") + std::string(R"({"tool":"none","args":{"n":)") + std::to_string(i) + "}}";
  game.play(calls + "]}");
  CHECK(game.failed_calls().size() == 64);
  CHECK(game.document().meta()["campaign"]["failing"].size() == 64);
}

TEST_CASE(
    "a failed call counts once per turn, whichever attempt made it; a player's call never counts [R001-10]") {
  Game game = campaign_of_rules("retry: {max: 1}");
  for (int i = 0; i < 3; ++i) {
    game.campaign->failed_before.clear();
    const Played refused = game.play(campaign_call("open"));
    CHECK(refused.verdict["outcome"] == R"("retry")");
    CHECK_FALSE(refused.meta["campaign"]["failing"].there == (i == 0));
    game.campaign->failed_before = game.failed_calls();
    game.attempt = 2;
    CHECK(game.play("The door stays shut.").verdict["outcome"] == R"("accepted")");
    game.attempt = 1;
  }
  game.campaign->failed_before.clear();
  Played played = game.play(campaign_call("open"));
  CHECK(played.said() == "rejected tool.repeat_illegal");
  const auto failed = played.verdict["feedback"]["failed_calls"][0];
  CHECK(failed["code"] == R"("tool.repeat_illegal")");
  CHECK(failed["disabled_until"] == R"("after a turn without this call")");
  game.said = campaign_call("open");
  CHECK(game.play("").said() == "rejected tool.rejected");
}

TEST_CASE("a call that succeeds is forgotten, and so is one whose turn is undone") {
  Game game = campaign_of_rules();
  game.play(campaign_call("open"));
  game.play(campaign_call("open"));
  CHECK(game.document().meta()["campaign"]["failing"]["open {}"] == 2);
  game.undo();
  CHECK(game.document().meta()["campaign"]["failing"]["open {}"] == 1);
  game.play("_.set('locked', false);\n" + campaign_call("open"));
  CHECK_FALSE(game.document().meta()["campaign"].contains("failing"));
}

TEST_CASE("a refusal says until when it holds, if the tool knows [R001-10]") {
  Game game = campaign_of_rules("retry: {max: 2}");
  Played played = game.play(campaign_call("open"));
  CHECK(played.verdict["tool_results"][0]["disabled_until"] == R"("dawn")");
  CHECK(played.verdict["feedback"]["failed_calls"][0]["disabled_until"] == R"("dawn")");
  CHECK(played.message().ends_with("locked: the door is locked"));
  played = game.play(campaign_call("knock"));
  CHECK(played.said() == "rejected tool.actor_state");
  CHECK(played.verdict["commands"][0]["disabled_until"] == R"("morning")");
  Game named = campaign_of_rules("", R"({"locked":true,"by":"Kim","until":7})");
  played = named.play(campaign_call("open"));
  CHECK(played.message().ends_with("locked: the door is locked ({\"by\":\"Kim\"})"));
  CHECK(played.verdict["commands"][0]["disabled_until"] == R"("7")");
  Game forever = campaign_of_rules("", R"({"locked":true})");
  CHECK_FALSE(forever.play(campaign_call("open")).verdict["commands"][0]["disabled_until"].there);
}

TEST_CASE("a campaign may allow some of the ruleset's tools, in whatever dialect they are called [R001-08]") {
  Game game = campaign_of_rules("tools: {allow: [open, look]}", R"({"locked":false})");
  game.allowed_tools = {"look", "knock"};
  Played played =
      game.play(campaign_call("look") + "\n" + campaign_call("open") + "\n_.callback('open', 1);\n" +
                R"({"op":"callback","path":["open"],"value":{"n":1}})" + "\n" + campaign_call("knock"));
  CHECK(contains(played.message(1), "it allows look, knock"));
  for (std::size_t i = 0; i < played.verdict["commands"].size(); ++i) {
    const auto line = played.verdict["commands"][i];
    if (i == 0) CHECK(line["status"] == R"("applied")");
    if (i != 0 && line["status"] != R"("skipped")") CHECK(line["code"] == R"("tool.not_allowed")");
  }
  CHECK(game.play("_.callback('open');").said() == "rejected tool.not_allowed");
  CHECK(game.play("_.callback('open_it');").said() == "applied");
  game.allowed_tools = std::vector<std::string>{};
  CHECK(game.play(campaign_call("look")).said() == "rejected tool.not_allowed");
  CHECK(contains(game.play(campaign_call("loook")).message(), "did you mean \"look\"?"));
  game.allowed_tools.reset();
  CHECK(game.play(campaign_call("open")).said() == "applied");
}

TEST_CASE("an allowlist may name only existing tools [R001-08]") {
  const Game game = campaign_of_rules();
  const std::vector<std::string> good = {"open", "look"};
  CHECK(check_allowed(game.ruleset(), good).ok());
  const std::vector<std::string> wrong = {"open", "lok"};
  const auto checked = check_allowed(game.ruleset(), wrong);
  REQUIRE_FALSE(checked.ok());
  CHECK(contains(checked.error().message, "\"lok\""));
  CHECK(contains(checked.error().hint, "did you mean \"look\"?"));
}

TEST_CASE("a summary or schemas that no document can hold are the caller's error") {
  Game game = campaign_of_rules();
  const auto refused = [&](const TurnInput& campaign_of_rules) {
    Document document;
    gavel::TurnRules rules;
    rules.keeps_progress = true;
    auto verdict = gavel::run_turn(document, campaign_of_rules, rules);
    return verdict ? std::string() : verdict.error().message;
  };
  TurnInput turn;
  CHECK(refused(turn).empty());
  for (const char* summary : {"[]", R"({"text":"x"})", R"({"summary_text":1})", R"({"facts_json":[]})",
                              R"({"pins":"x"})", R"({"pins":[1]})"}) {
    turn.summary = parsed(summary);
    CHECK_FALSE(refused(turn).empty());
  }
  turn.summary = Json();
  for (const char* schemas : {"{}", "[1]"}) {
    turn.schemas = parsed(schemas);
    CHECK_FALSE(refused(turn).empty());
  }
}

TEST_CASE("a document with a campaign's progress loads, and one with invalid progress does not") {
  CHECK(problem_of(
            R"({"campaign":{"turns":3,"tokens":9,"milestone":{"value":-1,"last_advanced_at_turn":2,"tokens":5,
    "summary_version":1},"summary":{"version":1,"summary_text":"s","facts_json":{},"pins":["p"]},"schemas":["a"],
    "failing":{"open {}":2}}})")
            .empty());
  for (const char* meta :
       {R"({"campaign":[]})", R"({"campaign":{"turns":-1}})", R"({"campaign":{"tokens":1.5}})",
        R"({"campaign":{"milestone":3}})", R"({"campaign":{"milestone":{"value":"x"}}})",
        R"({"campaign":{"milestone":{"tokens":-1}}})", R"({"campaign":{"summary":{"pins":[1]}}})",
        R"({"campaign":{"summary":{"version":"1"}}})", R"({"campaign":{"schemas":[1]}})",
        R"({"campaign":{"failing":{"x":"y"}}})", R"({"campaign":{"failing":[]}})",
        R"({"campaign":{"score":1}})", R"({"campaign":{"milestone":{"score":1}}})"}) {
    INFO(meta);
    CHECK(contains(problem_of(meta), "meta.campaign"));
  }
}
