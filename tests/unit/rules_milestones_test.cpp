// When a campaign's milestone advances.

#include <string>

#include <doctest/doctest.h>

#include "ruleset/milestone_policy.hpp"
#include "state/json_writer.hpp"
#include "support/game.hpp"

using gavel::Json;
using gavel::TurnInput;
using gavel::testing::build;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::parsed;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kPolicies = {"m", R"(
milestone "by_turns" { params = { n = int{ default = 2, min = 1 } },
  run = function(campaign, ctx) return campaign.turns_since >= ctx.params.n end }
milestone "by_tokens" { params = { most = int{} },
  run = function(campaign, ctx) return campaign.tokens_since >= ctx.params.most end }
milestone "by_summary" { run = function(campaign, ctx) return campaign.summary_version_since >= 1 end }
milestone "broken" { run = function(campaign, ctx) if ctx.get("break") then error("no") end return false end }
milestone "vague" { run = function(campaign, ctx) return 1 end }
milestone "tells" { run = function(campaign, ctx) ctx.log(campaign.title, campaign.value, campaign.turns) return true end })"};

Game campaign(const std::string& policy, const char* with = "null", const std::string& ruleset = "") {
  Game game({kPolicies}, ruleset, "{}");
  game.campaign = TurnInput{};
  game.campaign->milestone_policy = policy;
  game.campaign->milestone_with = parsed(with);
  return game;
}

std::string problems(const std::string& ruleset, const std::vector<PluginText>& plugins = {kPolicies}) {
  std::string all;
  for (const auto& problem : build(plugins, ruleset).problems)
    all += problem.error.where.file + ":" + std::to_string(problem.error.where.line) + ":" +
           std::to_string(problem.error.where.column) + ": " + problem.error.message + " " +
           problem.error.hint + "\n";
  return all;
}

}  // namespace

TEST_CASE("a milestone advances every n turns, and records the turn [R001-14]") {
  Game game = campaign("m/by_turns", R"({"n":3})");
  for (int turn = 1; turn <= 7; ++turn) {
    const Played played = game.play("");
    const bool now = turn % 3 == 0;
    CHECK(played.verdict["events"].there == now);
    if (!now) continue;
    CHECK(played.verdict["events"] ==
          (R"([{"name":"milestone_advanced","data":{"value":)" + std::to_string(turn / 3) + R"(,"turn":)" +
           std::to_string(turn) + R"(},"by":"m/by_turns"}])")
              .c_str());
    CHECK(played.meta["campaign"]["milestone"]["value"] == std::to_string(turn / 3).c_str());
    CHECK(played.meta["campaign"]["milestone"]["last_advanced_at_turn"] == std::to_string(turn).c_str());
  }
}

TEST_CASE("a milestone advances by tokens, or by the summary's version, since its last advance [R001-14]") {
  Game tokens = campaign("by_tokens", R"({"most":10})");
  CHECK_FALSE(tokens.play("一二三四五六").verdict["events"].there);
  CHECK(tokens.play("一二三四五六").meta["campaign"]["milestone"] ==
        R"({"value":1,"last_advanced_at_turn":2,"tokens":12})");
  CHECK_FALSE(tokens.play("一二三四五六").verdict["events"].there);
  CHECK(tokens.play("一二三四").verdict["events"].there);

  Game summary = campaign("by_summary");
  CHECK_FALSE(summary.play("").verdict["events"].there);
  summary.campaign->summary = parsed(R"({"summary_text":"so far"})");
  CHECK(summary.play("").meta["campaign"]["milestone"] ==
        R"({"value":1,"last_advanced_at_turn":2,"summary_version":1})");
  summary.campaign->summary = Json();
  CHECK_FALSE(summary.play("").verdict["events"].there);
}

TEST_CASE("a milestone rolls back with its turn, and does not advance for discarded attempts [R001-14]") {
  Game game = campaign("by_turns", R"({"n":1})", "retry: {max: 2}");
  game.play("");
  game.undo();
  CHECK(game.document().meta().empty());
  const Played retry = game.play(R"({"tool_calls":[{"tool":"none","args":{}}]})");
  CHECK(retry.verdict["outcome"] == R"("retry")");
  CHECK_FALSE(retry.verdict["events"].there);
  CHECK(retry.meta == "{}");
  game.campaign->milestone_policy = "tells";
  game.campaign->milestone_with = Json();
  game.campaign_fields = parsed(R"({"title":"Barrow"})");
  CHECK_FALSE(game.play(R"({"tool_calls":[{"tool":"none","args":{}}]})").verdict["logs"].there);
  CHECK(game.play("").verdict["logs"].size() == 1);
}

TEST_CASE("a policy receives the campaign as it is after the turn [R001-14]") {
  Game game = campaign("tells");
  game.campaign_fields = parsed(R"({"title":"Barrow"})");
  CHECK(game.play("").verdict["logs"][0]["text"] == R"("Barrow 0 1")");
  CHECK(game.play("").verdict["logs"][0]["text"] == R"("Barrow 1 2")");
}

TEST_CASE("a failing policy advances nothing, gives a warning, is quarantined, and fails no turn [R001-14]") {
  Game game = campaign("broken");
  game.document().put(gavel::Path(), parsed(R"({"break":true})"));
  for (int i = 0; i < 3; ++i) {
    const Played played = game.play("");
    CHECK(played.verdict["outcome"] == R"("accepted")");
    CHECK(contains(played.verdict["warnings"].text(), "milestone.failed"));
    CHECK(contains(played.verdict["warnings"].text(), "plugins/m/m.lua:7"));
    CHECK_FALSE(played.meta["campaign"]["milestone"].there);
  }
  CHECK(contains(game.play("").verdict["warnings"].text(), "rule.quarantined"));
  CHECK(game.document().meta()["campaign"]["turns"] == 4);

  Game vague = campaign("vague");
  CHECK(contains(vague.play("").verdict["warnings"].text(), "it returns true or false"));
  CHECK(vague.document().meta()["quarantine"]["m/vague"]["failures"] == 1);
  Game gone = campaign("by_moon");
  CHECK(contains(gone.play("").verdict["warnings"].text(), "there is no milestone \\\"by_moon\\\""));
  Game none = campaign("");
  CHECK(none.play("").verdict["warnings"] == "[]");
}

TEST_CASE("a campaign's policy and its parameters are checked when they are chosen [R001-14]") {
  const Game game = campaign("");
  const auto said = [&](const char* policy, const char* with) {
    const auto params = milestone_params(game.ruleset(), policy, parsed(with));
    return params ? to_text(*params) : params.error().message + " " + params.error().hint;
  };
  CHECK(said("by_turns", "{}") == R"({"n":2})");
  CHECK(said("m/by_turns", R"({"n":7})") == R"({"n":7})");
  CHECK(said("by_summary", "null") == "{}");
  CHECK(contains(said("by_turns", R"({"n":0})"), "at least 1"));
  CHECK(contains(said("by_tokens", R"({"mots":1})"), "did you mean `most`?"));
  CHECK(contains(said("by_tokens", "{}"), "`most` is missing"));
  CHECK(contains(said("by_turn", "{}"), "did you mean \"by_turns\"?"));
  CHECK(contains(said("m/by_turn", "{}"), "did you mean \"m/by_turns\"?"));
}

TEST_CASE("a ruleset names its policy, and mistakes in it are reported with line and column [R001-14]") {
  const auto built = build({kPolicies}, "milestone: {policy: by_turns, with: {n: 4}}");
  REQUIRE(built.ruleset != nullptr);
  REQUIRE(built.ruleset->milestone().has_value());
  CHECK(built.ruleset->milestone()->policy == "m/by_turns");
  CHECK(built.ruleset->milestone()->with == parsed(R"({"n":4})"));
  CHECK_FALSE(build({kPolicies}).ruleset->milestone().has_value());
  CHECK(problems("milestone: {policy: by_turn}")
            .starts_with("ruleset.yaml:3:21: there is no milestone \"by_turn\""));
  CHECK(
      problems("milestone:\n  policy: by_turns\n  with: {n: 0}").starts_with("ruleset.yaml:5:9: m/by_turns"));
  const std::string twice = "plugins: [{id: m, as: a}, {id: m, as: b}]\n";
  CHECK(contains(problems(twice + "milestone: {policy: by_turns}"), "one of a/by_turns, b/by_turns"));
  CHECK(problems(twice + "milestone: {policy: b/by_turns}").empty());
}

TEST_CASE("a milestone's parameters are shapes [R001-14]") {
  const auto wrong = [](const char* params) {
    return problems("", {{"m", std::string("milestone \"x\" { params = ") + params +
                                   ", run = function() return true end }"}});
  };
  CHECK(contains(wrong("{ n = 5 }"), "`n` has no shape"));
  CHECK(contains(wrong("{ n = int{ default = \"x\" } }"), "the default of `n`"));
  CHECK(contains(wrong("{ int{} }"), "has `params`, which is a table"));
  CHECK(wrong("{}").empty());
}
