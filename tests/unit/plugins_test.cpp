// Plugins that ship, in rulesets made for the case: what no game of the house shows.

#include <string>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "support/game.hpp"
#include "support/scratch.hpp"

using gavel::Actor;
using gavel::Ruleset;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::Scratch;

namespace {

// A game of one shipped plugin. `uses`: its entry in `plugins`.
Game game_of(const std::string& uses, const std::string& state, const std::string& language = "en") {
  const Scratch scratch;
  scratch.write("r/ruleset.yaml", "ruleset: r\nversion: 1.0.0\nlanguage: " + language + "\nplugins: [" +
                                      uses + "]\nstate: s.json\n");
  scratch.write("r/s.json", state);
  const std::string house = GAVEL_SOURCE_DIR;
  gavel::RulesetPlaces places;
  places.folder = scratch.path("r");
  places.plugin_dirs = {house + "/plugins"};
  places.library_dir = house + "/scripts/lib";
  std::vector<gavel::Problem> problems;
  std::optional<gavel::RulesetSource> source = gavel::read_ruleset(places, gavel::Limits(), problems);
  for (const gavel::Problem& problem : problems) FAIL(problem.error.message);
  REQUIRE(source.has_value());
  Ruleset::Built built = Ruleset::build(std::move(*source));
  REQUIRE(built.ruleset != nullptr);
  return Game(built.ruleset);
}

}  // namespace

TEST_CASE("times in words go forward, whatever their calendar [R000-20]") {
  struct Row {
    const char* now;
    const char* then;
    bool passes;
  };
  for (const Row& row :
       {Row{"永昌三年四月初九 酉时", "永昌三年四月初九 戌时", true},
        Row{"永昌三年四月初九 酉时", "永昌三年四月初九 申时", false},
        Row{"永昌三年四月初九 酉时", "永昌三年四月初十 子时", true},
        Row{"永昌三年四月初九 酉时", "永昌三年四月十一", true},
        Row{"永昌三年四月廿三", "永昌三年四月二十二", false},
        Row{"永昌三年四月廿三", "永昌三年四月二十四", true},
        Row{"永昌三年四月三十", "永昌三年五月初一", true}, Row{"永昌三年腊月初八", "永昌四年正月初一", true},
        Row{"永昌四年正月初一", "永昌三年腊月初八", false}, Row{"永昌元年冬月初一", "永昌元年腊月初一", true},
        Row{"开阳历 230 年 3 月 初六 日出", "开阳历230年3月6日 午时", true},
        Row{"开阳历 230 年 3 月 初六", "开阳历二百三十一年正月", true},
        Row{"开阳历 230 年 3 月 初六", "开阳历 229 年 12 月 30", false},
        Row{"2025-09-20 08:00", "2025-09-20 07:59", false}, Row{"2025-09-20 08:00", "2025-10-01 00:00", true},
        Row{"2025-09-20 08:00", "永昌三年四月初九", true},  // nobody knows
        Row{"第3天 夜", "第2天 晨", false}, Row{"黄昏", "清晨", true}, Row{"a", "", false}}) {
    CAPTURE(row.now);
    CAPTURE(row.then);
    Game game =
        game_of("quests", R"({"时间":{"当前":")" + std::string(row.now) + R"(","线索":[],"时间轴":[]}})");
    const Played played = game.play("_.set('时间.当前', '" + std::string(row.then) + "');");
    CHECK(played.said() == (row.passes ? "applied" : "rejected rule.denied"));
  }
}

TEST_CASE("one day has one balance, however the date is written [B-03]") {
  Game game =
      game_of("{id: quests, with: {date: 今日, strict: true}}, {id: affection, with: {date: 时间.今日}}",
              R"({"时间":{"当前":"永昌三年四月初九 酉时","今日":"永昌3年4月9日"},"甲":{"好感度":0}})");
  CHECK(game.play("_.add('甲.好感度', 5);\n_.add('甲.好感度', 5);").said() == "applied, applied");
  CHECK(game.play("_.set('时间.当前', '永昌 3 年 4 月 9 日 亥时');").said() == "applied");
  CHECK(game.play("_.add('甲.好感度', 5);").data["甲"]["好感度"] == "10");
  CHECK(game.play("_.set('时间.当前', '新元一年一月一日');").said() == "rejected rule.denied");
  game.play("_.set('时间.当前', '永昌三年四月初十');");
  CHECK(game.play("_.add('甲.好感度', 5);").data["甲"]["好感度"] == "15");
}

TEST_CASE("a timeline keeps its newest entries, and quests are stamped by the host's clock [R000-20]") {
  Game game = game_of("{id: quests, with: {max_timeline: 2, in_step: true}}",
                      R"({"时间":{"时间轴":[{"时间":"1","事件":"a"},{"时间":"2","事件":"b"}]},"任务":{}})");
  CHECK(game.play("_.push('时间.时间轴', {\"时间\":\"3\",\"事件\":\"c\"});").said() == "applied");
  CHECK(game.play("_.set('任务.q', {\"阶段\":\"x\"});").data ==
        R"({"时间":{"时间轴":[{"时间":"2","事件":"b"},{"时间":"3","事件":"c"}]},)"
        R"("任务":{"q":{"阶段":"x","更新时间":"2025-09-20T08:00:00Z"}}})");
  game.now = "2024-02-29T23:59:59Z";
  CHECK(game.play("_.set('任务.q.备注', 'y');").data["任务"]["q"]["更新时间"] == R"("2024-02-29T23:59:59Z")");
}

TEST_CASE(
    "a limit applies only to its listed actors, clamps or denies as configured, and gives its own message") {
  Game game = game_of(
      "{id: limits, with: {limits: [{id: a, path: \"*.a\", max: 5, actors: [player]}, {id: b, path: \"*.b\", "
      "step: 2, "
      "over: deny, why: {en: slowly}}, {id: c, path: \"*.c\", max_beside: most}]}}",
      R"({"x":{"a":1,"b":1,"c":1,"most":3}})");
  CHECK(game.play("_.set('x.a', 9);").said() == "applied");
  CHECK(game.play("_.set('x.a', 9);\n_.set('x.a', 8);", Actor::kPlayer).data["x"]["a"] == "5");
  const Played refused = game.play("_.set('x.b', 9);");
  CHECK(refused.said() == "rejected rule.denied");
  CHECK(contains(refused.message(), "x.b: slowly"));
  CHECK(game.play("_.set('x.c', 9);").data["x"]["c"] == "3");
  CHECK(game.play("_.set('x', {\"most\": 100, \"c\": 50, \"a\": 0, \"b\": 1});").data["x"]["c"] == "50");
}

TEST_CASE("affection cannot be deleted, and its fall may be limited too [B-01]") {
  Game game =
      game_of("{id: affection, with: {path: \"*.mood\", step: 5, step_down: 3, per_day_down: 4, date: day}}",
              R"({"day":1,"kim":{"mood":20}})");
  CHECK(game.play("_.add('kim.mood', -9);").data["kim"]["mood"] == "17");
  CHECK(game.play("_.add('kim.mood', -9);").data["kim"]["mood"] == "16");
  CHECK(game.play("_.delete('kim.mood');").said() == "rejected rule.denied");
  CHECK(game.play("_.delete('kim');").said() == "rejected rule.denied");
  CHECK(game.play("_.set('kim', 'gone');").said() == "rejected rule.denied");
}

TEST_CASE("a bond deepens one step at a time, and the default is the loosest") {
  Game game = game_of(
      "{id: bonds, with: {path: \"*.bond\", beside: mood, bonds: [{name: strange}, {name: friend, from: "
      "10}, {name: dear, from: 30}]}}",
      R"({"kim":{"mood":40},"ann":{"mood":5,"bond":"strange"}})");
  CHECK(game.play("_.set('kim.bond', 'dear');").said() == "rejected rule.denied");
  CHECK(game.play("_.set('kim.bond', 'friend');\n_.set('kim.bond', 'dear');").said() == "applied, applied");
  CHECK(game.play("_.set('kim.bond', 'strange');").said() == "applied");
  CHECK(game.play("_.set('ann.bond', 'friend');").said() == "rejected rule.denied");
  CHECK(game.play("_.set('ann.bond', 'frend');").said() == "rejected rule.denied");
  CHECK(game.play("_.set('new', {\"bond\":\"dear\",\"mood\":99});").said() == "rejected rule.denied");
}

TEST_CASE("messages are events, and a log of them keeps the newest [R003-06]") {
  Game game = game_of("{id: messages, with: {log: log, keep: 2}}", R"({"log":[]})");
  const Played played = game.play(
      "_.callback('showMessage', 'a');\n_.callback('showMessage', 'b', "
      "{\"x\":1});\n_.callback('showMessage', 'c');");
  CHECK(played.said() == "applied, applied, applied");
  CHECK(played.data == R"({"log":["b","c"]})");
  CHECK(played.verdict["events"].size() == 3);
  CHECK(game.play("_.callback('showMessage', '');").said() == "rejected tool.invalid_args");
}
