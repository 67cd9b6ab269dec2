// Rules and budgets judge effects, whoever wrote them and however.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kStep = {"love", R"(
rule "step" { path = "**.mood", mode = "amend", run = function(effect, ctx)
  if not effect.delta then return abstain() end
  if effect.delta > 5 then return amend((effect.before or 0) + 5, "step_limit") end
  return allow()
end }
)"};

const PluginText kCap = {"cap", R"(
rule "cap" { path = "**.gold", run = function(effect)
  if effect.after ~= nil and effect.after > 100 then
    return deny("nobody carries more than 100", "give it to somebody else")
  end
  return allow()
end }
)"};

const PluginText kDaily = {"daily", R"(
budget "per_day" { path = "**.mood", max = 10, counts = "increase", over = "deny",
  window = function(ctx) return ctx.get("date") end }
)"};

}  // namespace

TEST_CASE("an amended command shows the proposed value, the final value, and the rule with its line [B-02]") {
  Game game({kStep}, "", R"({"li":{"mood":10}})");
  const Played played = game.play("_.add('li.mood', 8);//a gift");
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"li":{"mood":15}})");
  const auto line = played.verdict["commands"][0];
  CHECK(line["proposed"] == "8");
  CHECK(line["effective"] == "5");
  CHECK(line["rule"] == R"("love/step")");
  CHECK(line["at"] == R"("plugins/love/love.lua:2")");
  CHECK(line["effects"] == R"([{"path":["li","mood"],"before":10,"after":15}])");
}

TEST_CASE("a rule's message is in the ruleset's language") {
  const PluginText plugin = {"p", R"(
rule "deny" { path = "a", run = function() return deny({ en = "it stays", zh = "不可更改" }, { en = "ask", zh = "去问" }) end }
rule "cut" { path = "b", mode = "amend", run = function() return amend(1, { en = "one", zh = "只能是一" }) end })"};
  struct Row {
    const char *language, *why, *hint, *cut;
  };
  for (const Row& row :
       {Row{"zh", "a: 不可更改", "去问", "只能是一"}, Row{"en", "a: it stays", "ask", "one"}}) {
    Game game({plugin}, std::string("language: ") + row.language, R"({"a":0,"b":0})");
    const Played played = game.play("_.set('a', 2);\n_.set('b', 2);");
    CHECK(played.said() == "rejected rule.denied, amended");
    CHECK(contains(played.message(), row.why));
    CHECK(contains(played.message(), row.hint));
    CHECK(contains(played.verdict.text(), row.cut));
  }
}

TEST_CASE("a denied effect is undone, with the rule's message, its id, and its line [B-02]") {
  Game game({kCap}, "", R"({"li":{"gold":90}})");
  const Played played = game.play("_.set('li.gold', 101);");
  CHECK(played.said() == "rejected rule.denied");
  CHECK(played.data == R"({"li":{"gold":90}})");
  CHECK(contains(played.message(), "li.gold: nobody carries more than 100"));
  CHECK(contains(played.message(), "give it to somebody else"));
  CHECK(played.verdict["commands"][0]["rule"] == R"("cap/cap")");
  CHECK(played.verdict["commands"][0]["at"] == R"("plugins/cap/cap.lua:4")");
}

TEST_CASE("the same forbidden effect gets the same refusal in every dialect and by every verb [B-01]") {
  const char* const ways[] = {
      // leaf
      R"({"tavern_commands":[{"action":"set","key":"li.gold","value":500}]})",
      R"({"tavern_commands":[{"action":"add","key":"li.gold","value":499}]})",
      R"({"op":"assign","path":["li","gold"],"value":500})",
      "_.set('li.gold', 500);",
      "_.add('li.gold', 499);",
      R"(<JSONPatch>[{"op":"replace","path":"/li/gold","value":500}]</JSONPatch>)",
      R"(<JSONPatch>[{"op":"delta","path":"/li/gold","value":499}]</JSONPatch>)",
      "<variable_update>[SET, li.gold, 500]</variable_update>",
      "<variable_update>[ADD, li.gold, 499]</variable_update>",
      R"([{"verb":"set","path":["li","gold"],"value":500}])",
      // parent
      R"({"tavern_commands":[{"action":"update","key":"li","value":{"gold":500}}]})",
      R"({"op":"merge","path":["li"],"value":{"gold":500}})",
      R"({"op":"assign","path":["li"],"value":{"gold":500}})",
      "_.merge('li', {gold: 500});",
      "_.assign('li', 'gold', 500);",
      R"(<JSONPatch>[{"op":"replace","path":"/li","value":{"gold":500}}]</JSONPatch>)",
      // move and copy
      "_.move('chest.much', 'li.gold');",
      R"(<JSONPatch>[{"op":"copy","from":"/chest/much","path":"/li/gold"}]</JSONPatch>)",
      R"([{"verb":"copy","from":["chest","much"],"path":["li","gold"],"options":{"overwrite":true}}])",
      // the root
      R"(<JSONPatch>[{"op":"replace","path":"","value":{"li":{"gold":500}}}]</JSONPatch>)",
      R"([{"verb":"merge","path":[],"value":{"li":{"gold":500}},"options":{"mergeStrategy":"deep"}}])",
  };
  for (const char* way : ways) {
    CAPTURE(way);
    Game game({kCap}, "", R"({"li":{"gold":1},"chest":{"much":500}})");
    const Played played = game.play(way);
    CHECK(played.said() == "rejected rule.denied");
    CHECK(contains(played.message(), "li.gold: nobody carries more than 100"));
    CHECK(played.data == R"({"li":{"gold":1},"chest":{"much":500}})");
  }
}

TEST_CASE("the same forbidden effect gets the same refusal in the dialect memory, under its mounts [B-01]") {
  for (const char* way :
       {"set_status('li.gold', 500);", "<updateMemory>set_status('li.gold', 500);</updateMemory>"}) {
    CAPTURE(way);
    Game game({kCap}, "", R"({"stat_data":{"li":{"gold":1}}})");
    CHECK(game.play(way).said() == "rejected rule.denied");
  }
}

TEST_CASE(
    "a budget gives no more than its maximum in a window, however the increase is written [B-01] [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":0}})");
  CHECK(game.play("_.add('li.mood', 7);").said() == "applied");
  Played played = game.play("_.add('li.mood', 4);");
  CHECK(played.said() == "rejected budget.exceeded");
  CHECK(contains(played.message(), "daily/per_day has 3 of 10 left in \"1st\", and this takes 4"));
  CHECK(game.play(R"({"op":"merge","path":["li"],"value":{"mood":11}})").said() ==
        "rejected budget.exceeded");
  CHECK(game.play("_.add('li.mood', 3);").said() == "applied");
  CHECK(game.play("_.add('li.mood', 1);").said() == "rejected budget.exceeded");
}

TEST_CASE("a budget without its own message uses the ruleset's language") {
  Game game({kDaily}, "language: zh\n", R"({"date":"1st","li":{"mood":0}})");
  const Played played = game.play("_.add('li.mood', 11);");
  CHECK(played.said() == "rejected budget.exceeded");
  CHECK(contains(played.message(), "li.mood：daily/per_day 在 \"1st\" 内还剩 10（共 10），此次变动需要 11"));
}

TEST_CASE("a budget is full again in a new window, survives a restart, and rolls back with its turn [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":0}})");
  CHECK(game.play("_.add('li.mood', 10);").said() == "applied");
  Game other = game.restarted();
  CHECK(other.play("_.add('li.mood', 1);").said() == "rejected budget.exceeded");
  CHECK(other.play("_.set('date', '2nd');").said() == "applied");
  CHECK(other.play("_.add('li.mood', 9);").said() == "applied");
  other.undo();
  CHECK(other.play("_.add('li.mood', 10);").said() == "applied");
}

TEST_CASE("adding a removed value again uses the budget; each place has its own [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":4},"wu":{"mood":0}})");
  CHECK(game.play("_.remove('li.mood');").said() == "applied");
  CHECK(game.play("_.set('li.mood', 11);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.set('li.mood', 10);").said() == "applied");
  CHECK(game.play("_.set('li.mood', 11);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.set('wu.mood', 10);").said() == "applied");
}

TEST_CASE("a budget for numbers does not accept text [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":4}})");
  CHECK(game.play("_.set('li.mood', '100');").said() == "rejected type.mismatch");
}

TEST_CASE("deleting a value that a budget would clamp is refused [B-03]") {
  Game game(
      {{"clamp", R"(budget "turn" { path = "**.mood", max = 3, counts = "decrease", over = "clamp" })"}}, "",
      R"({"a":{"mood":10}})");
  CHECK(game.play("_.unset('a.mood');").said() == "rejected budget.exceeded");
  CHECK(game.play("_.unset('a');").said() == "rejected budget.exceeded");
  CHECK(game.play("_.add('a.mood', -5);").data == R"({"a":{"mood":7}})");
}

TEST_CASE("a clamping budget gives what is left [B-03]") {
  Game game({{"clamp", R"(budget "day" { path = "**.mood", max = 10, over = "clamp" })"}}, "",
            R"({"li":{"mood":0}})");
  CHECK(game.play("_.add('li.mood', 7);").said() == "applied");
  const Played played = game.play("_.add('li.mood', 7);");
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"li":{"mood":10}})");
  CHECK(played.verdict["commands"][0]["effective"] == "3");
  CHECK(played.verdict["commands"][0]["rule"] == R"("clamp/day")");
}

TEST_CASE("a failed command spends nothing [B-03]") {
  Game game({kDaily, kCap}, "", R"({"date":"1st","li":{"mood":0,"gold":1}})");
  CHECK(game.play(R"({"op":"merge","path":["li"],"value":{"mood":9,"gold":500}})").said() ==
        "rejected rule.denied");
  CHECK(game.play("_.add('li.mood', 10);").said() == "applied");
}

TEST_CASE("amending rules come first, in ruleset order, and all others judge the final value") {
  const PluginText three_rules = {"aaa", R"(
rule "double" { path = "x", mode = "amend", run = function(effect) return amend(effect.after * 2) end }
rule "plus" { path = "x", mode = "amend", run = function(effect) return amend(effect.after + 1) end }
rule "odd" { path = "x", run = function(effect)
  if effect.after % 2 == 1 then return allow() end
  return deny("even: " .. effect.after)
end }
)"};
  Game game({three_rules}, "", R"({"x":0})");
  const Played played = game.play("_.set('x', 3);");
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"x":7})");
  CHECK(played.verdict["commands"][0]["amendments"].size() == 2);
}

TEST_CASE("a node that a rule restores has no parts left to judge [B-02]") {
  const PluginText plugin = {"p", R"(
rule "flag" { path = "**.shown", mode = "amend", run = function(effect)
  if effect.after == effect.before then return allow() end
  return amend(effect.before or false, "it stays")
end }
rule "parts" { path = "**.shown.*", run = function() return deny("nothing below a flag") end })"};
  Game game({plugin}, "", R"({"ann":{"shown":true}})");
  const Played played = game.play("_.set('ann.shown', {'a': {'b': 1}, 'c': 2});");
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"ann":{"shown":true}})");
}

TEST_CASE("a value that a rule puts in is judged by all rules of its members [B-02]") {
  const PluginText gives = {"gives", R"(
rule "box" { path = "box", mode = "amend", run = function(effect)
  if type(effect.after) == "table" then return allow() end
  return amend({ gold = 500, silk = 2 }, "a box")
end })"};
  const PluginText cuts = {"cuts", R"(
rule "cut" { path = "box.gold", mode = "amend", run = function(effect)
  if effect.after and effect.after > 100 then return amend(100, "100 at most") end
  return allow()
end })"};
  Game denied({gives, kCap}, "", R"({"box":1})");
  CHECK(denied.play("_.set('box', 2);").said() == "rejected rule.denied");
  CHECK(denied.play("_.set('box', 2);").data == R"({"box":1})");
  Game amended({gives, cuts, kCap}, "", R"({"box":1})");
  const Played played = amended.play("_.set('box', 2);");
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"box":{"gold":100,"silk":2}})");
  CHECK(played.verdict["commands"][0]["amendments"].size() == 2);
}

TEST_CASE(
    "a rule does not amend its own value again; rules that amend each other for ever are stopped, by name") {
  const PluginText grows = {"grows", R"(
rule "deeper" { path = "**.x", mode = "amend", run = function() return amend({ x = 1 }) end })"};
  Game once({grows}, "", R"({"a":{"x":0}})");
  CHECK(once.play("_.set('a.x', 2);").said() == "amended");
  CHECK(once.play("_.set('a.x', 2);").data == R"({"a":{"x":{"x":1}}})");

  const PluginText ladder = {"ladder", R"(
for i = 12, 1, -1 do
  rule("rung_" .. i, { path = "**.r" .. i, mode = "amend", run = function() return amend({ ["r" .. i + 1] = 1 }) end })
end)"};
  Game game({ladder}, "", R"({"r1":0})");
  const Played played = game.play("_.set('r1', 2);");
  CHECK(played.said() == "rejected plugin.error");
  CHECK(contains(played.message(), "ladder/rung_8"));
  CHECK(played.data == R"({"r1":0})");
}

TEST_CASE(
    "rules for a node and for its members are asked about each other's changes in either order [B-02]") {
  const PluginText marks = {"marks", R"(
rule "mark" { path = "box", mode = "amend", run = function(effect)
  if type(effect.after) ~= "table" or effect.after.seen then return allow() end
  return amend({ gold = effect.after.gold + 1, seen = true }, "seen")
end })"};
  const PluginText cuts = {"cuts", R"(
rule "cut" { path = "box.gold", mode = "amend", run = function(effect)
  if type(effect.after) == "number" and effect.after > 100 then return amend(100, "100 at most") end
  return allow()
end })"};
  const PluginText denies = {"denies", R"(
rule "deny" { path = "box.gold", mode = "amend", run = function(effect)
  if type(effect.after) == "number" and effect.after > 100 then return deny("too much") end
  return allow()
end })"};
  const PluginText carries = {"carries", R"(
rule "carry" { path = "box", mode = "amend", run = function(effect)
  if type(effect.after) ~= "table" or effect.after.seen then return allow() end
  return amend({ gold = effect.after.gold, seen = true }, "seen")
end })"};
  const PluginText doubles = {"doubles", R"(
rule "double" { path = "box.gold", mode = "amend", run = function(effect) return amend(effect.after * 2) end })"};
  const PluginText balance = {"balance", R"(
budget "balance" { path = "box.gold", max = 100, counts = "increase", over = "clamp", window = false })"};
  for (const auto& plugins : {std::vector<PluginText>{marks, cuts}, {cuts, marks}}) {
    Game game(plugins, "", R"({"box":1})");
    const Played played = game.play("_.set('box', {'gold': 500});");
    CHECK(played.said() == "amended");
    CHECK(played.data == R"({"box":{"gold":100,"seen":true}})");
  }
  for (const auto& plugins : {std::vector<PluginText>{marks, denies}, {denies, marks}}) {
    Game game(plugins, "", R"({"box":1})");
    CHECK(game.play("_.set('box', {'gold': 100});").said() == "rejected rule.denied");
  }
  // What is carried along as it was is nothing new.
  for (const auto& plugins : {std::vector<PluginText>{carries, doubles}, {doubles, carries}}) {
    Game game(plugins, "", R"({"box":1})");
    CHECK(game.play("_.set('box', {'gold': 5});").data == R"({"box":{"gold":10,"seen":true}})");
  }
  for (const auto& plugins : {std::vector<PluginText>{marks, balance}, {balance, marks}}) {
    Game game(plugins, "", R"({"box":1})");
    CHECK(game.play("_.set('box', {'gold': 500});").data == R"({"box":{"gold":100,"seen":true}})");
  }
}

TEST_CASE("the fields table judges amended values") {
  const PluginText breaks = {"breaks", R"(
rule "text" { path = "x", mode = "amend", run = function() return amend("text") end })"};
  Game game({breaks}, R"(fields: [{path: "x", type: integer}])", R"({"x":0})");
  const Played played = game.play("_.set('x', 3);");
  CHECK(played.said() == "rejected type.mismatch");
  CHECK(played.data == R"({"x":0})");
}

TEST_CASE("a rule sees the effect, its place, and what its wildcards matched") {
  const PluginText shows = {"shows", R"(
rule "all" { path = "a.*.**.leaf", run = function(effect, ctx)
  ctx.log(effect.path, effect.before, effect.after, effect.delta, effect.match[1], effect.match[2], effect.verb, effect.actor)
  ctx.log(effect.reason)
  return allow()
end })"};
  Game game({shows}, "", R"({"a":{"b":{"c":{"d":{"leaf":1}}}}})");
  const Played played = game.play("_.set('a.b.c.d.leaf', 4);//because");
  CHECK(played.said() == "applied");
  CHECK(played.verdict["logs"][0]["text"] == R"("a.b.c.d.leaf 1 4 3 b c.d set model")");
  CHECK(played.verdict["logs"][1]["text"] == R"("because")");
}

TEST_CASE("a rule with no answer, or an invalid one, fails and lets nothing pass") {
  for (const char* body : {"", "return true", "return 5", "return reject('x')", "return amend(1)"}) {
    CAPTURE(body);
    Game game({{"odd", "rule \"r\" { path = \"x\", run = function(effect) " + std::string(body) + " end }"}},
              "", R"({"x":0})");
    const Played played = game.play("_.set('x', 3);");
    CHECK(played.said() == "rejected plugin.error");
    CHECK(played.data == R"({"x":0})");
    CHECK(contains(played.message(), "odd/r"));
  }
}

TEST_CASE("a rule's error names the plugin, the handler and the line, and shows the source [B-02]") {
  Game game({{"broken",
              "rule \"r\" {\n  path = \"x\",\n  run = function(effect)\n    return "
              "effect.after.missing.more\n  end,\n}"}},
            "", R"({"x":0})");
  const Played played = game.play("_.set('x', 3);");
  CHECK(played.said() == "rejected plugin.error");
  const auto line = played.verdict["commands"][0];
  CHECK(line["rule"] == R"("broken/r")");
  CHECK(line["at"] == R"("plugins/broken/broken.lua:4")");
  CHECK(contains(line["detail"].text(), "return effect.after.missing.more"));
}

TEST_CASE("rules are asked about writes of the actors that they name") {
  Game game(
      {{"who",
        R"(rule "r" { path = "x", actors = {"player"}, run = function() return deny("not you") end })"}},
      "", R"({"x":0})");
  CHECK(game.play("_.set('x', 1);", Actor::kModel).said() == "applied");
  CHECK(game.play("_.set('x', 2);", Actor::kPlayer).said() == "rejected rule.denied");
}

TEST_CASE("a rule in shadow judges and reports, and decides nothing [B-07]") {
  Game game({kCap, kStep}, "shadow: [cap/cap, love/step]", R"({"li":{"gold":1,"mood":0}})");
  const Played played = game.play("_.set('li.gold', 500);\n_.set('li.mood', 50);");
  CHECK(played.said() == "applied, applied");
  CHECK(played.data == R"({"li":{"gold":500,"mood":50}})");
  CHECK(played.verdict["shadow"].size() == 2);
  CHECK(played.verdict["shadow"][0]["rule"] == R"("cap/cap")");
  CHECK(played.verdict["shadow"][0]["decision"] == R"("deny")");
  CHECK(played.verdict["shadow"][1]["decision"] == R"("amend")");
  CHECK(played.verdict["shadow"][1]["value"] == "5");
}

TEST_CASE(
    "a rule that keeps failing is quarantined, named, and what it should have judged is refused [B-07]") {
  const PluginText broken_one = {"broken",
                                 R"(rule "r" { path = "x", run = function(effect) error("no") end })"};
  Game game({broken_one}, "quarantine: 3", R"({"x":0,"y":0})");
  for (int i = 0; i < 3; ++i) CHECK(game.play("_.set('x', 1);").said() == "rejected plugin.error");
  Game other = game.restarted();
  const Played played = other.play("_.set('x', 1);\n_.set('y', 1);");
  CHECK(played.said() == "rejected plugin.error, applied");
  CHECK(contains(played.message(), "quarantine"));
  CHECK(contains(played.verdict["warnings"].text(), "rule.quarantined"));
  CHECK(contains(played.verdict["warnings"].text(), "broken/r (plugins/broken/broken.lua:1)"));
}

TEST_CASE("a rule may be set to fail open, and then writes that it cannot judge pass [B-07]") {
  Game game(
      {{"open", R"(rule "r" { path = "x", on_failure = "allow", run = function(effect) error("no") end })"}},
      "", R"({"x":0})");
  const Played played = game.play("_.set('x', 1);");
  CHECK(played.said() == "applied");
  CHECK(contains(played.verdict["warnings"].text(), "rule.failed"));
}

TEST_CASE("one success resets the count of failures [B-07]") {
  const PluginText sometimes = {"some", R"(rule "r" { path = "x", run = function(effect)
    if effect.after == 13 then error("thirteen") end
    return allow() end })"};
  Game game({sometimes}, "quarantine: 2", R"({"x":0})");
  for (int i = 0; i < 4; ++i) {
    CHECK(game.play("_.set('x', 13);").said() == "rejected plugin.error");
    CHECK(game.play("_.set('x', " + std::to_string(i + 1) + ");").said() == "applied");
  }
  CHECK_FALSE(game.play("_.set('x', 9);").meta["quarantine"].there);
}

TEST_CASE("a turn in which a handler fails counts as failed, whatever else it managed [B-07]") {
  const PluginText sometimes = {"some", R"(rule "r" { path = "x", run = function(effect)
    if effect.after == 13 then error("thirteen") end
    return allow() end })"};
  Game game({sometimes}, "quarantine: 2", R"({"x":0})");
  CHECK(game.play("_.set('x', 1);\n_.set('x', 13);\n_.set('x', 2);")
            .meta["quarantine"]["some/r"]["failures"]
            .text() == "1");
  CHECK(game.play("_.set('x', 1);\n_.set('x', 13);\n_.set('x', 2);")
            .meta["quarantine"]["some/r"]["failures"]
            .text() == "2");
  CHECK(game.play("_.set('x', 3);").said() == "rejected plugin.error");
}

TEST_CASE("the number of recomputed derived values does not influence the count of failures [B-07] [B-09]") {
  const PluginText doubled = {"w", R"(derive "v" { path = "chars.*.v",
    run = function(ctx, who) return ctx.get({ "chars", who, "x" }) * 2 end })"};
  Game game({doubled}, "", R"({"chars":{"a":{"x":1,"v":0},"b":{"x":2,"v":0}}})");
  game.play("_.set('chars.a.x', 3);");
  for (const char* count : {"1", "2"})
    CHECK(game.play("_.set('chars.a.x', 't');").meta["quarantine"]["w/v"]["failures"].text() == count);
}

TEST_CASE("changing a value only from 10 to 10.0 is an effect and is judged [B-01]") {
  const PluginText whole = {"whole", R"(rule "r" { path = "x", run = function(effect)
    if math.type(effect.after) ~= "integer" then return deny("whole") end
    return allow() end })"};
  Game game({whole}, "", R"({"x":10})");
  CHECK(game.play(R"([{"verb":"set","path":["x"],"value":10.0}])").said() == "rejected rule.denied");
  CHECK(game.play(R"([{"verb":"merge","path":[],"value":{"x":10.0}}])").said() == "rejected rule.denied");
}

TEST_CASE("a value that a rule would not let go cannot be set to expire [B-01]") {
  const PluginText keep = {"keep", R"(rule "r" { path = "vault", run = function(effect)
    if effect.after == nil then return deny("it stays") end
    return allow() end })"};
  Game game({keep}, "", R"({"vault":{"a":1}})");
  CHECK(game.play(R"([{"verb":"merge","path":["vault"],"value":{},"options":{"ttl":60}}])").said() ==
        "rejected rule.denied");
  CHECK(game.play(R"([{"verb":"set","path":["vault","a"],"value":1,"options":{"ttl":60}}])").said() ==
        "rejected rule.denied");
}

TEST_CASE("returning to an earlier window does not refill its budget [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":0}})");
  CHECK(game.play("_.add('li.mood', 10);").said() == "applied");
  game.play("_.set('date', '2nd');");
  CHECK(game.play("_.add('li.mood', 10);").said() == "applied");
  game.play("_.set('date', '1st');");
  CHECK(game.play("_.add('li.mood', 1);").said() == "rejected budget.exceeded");
}

TEST_CASE("an element named by its index is judged at its position, whoever shifts it [B-01]") {
  const PluginText second = {"second", R"(
rule "second" { path = "list.1", run = function(effect) return deny("the second stays") end })"};
  const char* const ways[] = {
      R"([{"verb":"delete","path":["list",0]}])",
      R"([{"verb":"insert","path":["list",0],"value":77}])",
      R"([{"verb":"splice","path":["list"],"value":{"start":0,"deleteCount":1,"items":[]}}])",
      R"([{"verb":"pull","path":["list"],"value":1}])",
      R"([{"verb":"move","from":["list",0],"path":["list",2]}])",
      R"([{"verb":"set","path":["list"],"value":[2,3]}])",
      R"([{"verb":"set","path":["list"],"value":[1]}])",
      R"([{"verb":"delete","path":["list"]}])",
  };
  for (const char* way : ways) {
    CAPTURE(way);
    Game rules({second}, "", R"({"list":[1,2,3]})");
    CHECK(rules.play(way).said() == "rejected rule.denied");
    Game fields({}, "fields: [{path: list.1, write: [operator]}]", R"({"list":[1,2,3]})");
    CHECK(fields.play(way).said() == "rejected authority.denied");
  }
  Game game({second}, "", R"({"list":[1,2,3]})");
  CHECK(game.play(R"([{"verb":"push","path":["list"],"value":4},{"verb":"set","path":["list",0],"value":9}])")
            .said() == "applied, applied");
}

TEST_CASE("a balance moves with its place when elements before it come and go [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","team":[{"mood":0}]})");
  CHECK(game.play("_.add('team[0].mood', 10);").said() == "applied");
  CHECK(game.play(R"([{"verb":"insert","path":["team",0],"value":{"mood":0}},
                      {"verb":"add","path":["team",1,"mood"],"value":1},
                      {"verb":"add","path":["team",0,"mood"],"value":1}])")
            .said() == "applied, rejected budget.exceeded, applied");
  CHECK(
      game.play(R"([{"verb":"delete","path":["team",0]},{"verb":"add","path":["team",0,"mood"],"value":1}])")
          .said() == "applied, rejected budget.exceeded");
}

TEST_CASE("a balance moves with a renamed node, and the move itself is no increase [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","c":{"a":{"mood":-50},"x":{"mood":30}},"tmp":{"load":90}})");
  CHECK(game.play("_.add('c.a.mood', 10);").said() == "applied");
  CHECK(game.play("_.move('c.a', 'c.b');").said() == "applied");
  CHECK(game.play("_.add('c.b.mood', 1);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.move('c.b', 'c.a');").said() == "applied");
  CHECK(game.play("_.add('c.a.mood', 1);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.move('c.x', 'c.y');").said() == "applied");
  CHECK(game.play("_.add('c.y.mood', 10);").said() == "applied");
  // What was not counted where it came from is counted where it comes to.
  CHECK(game.play(R"([{"verb":"move","from":["tmp","load"],"path":["c","y","mood"]}])").said() ==
        "rejected budget.exceeded");
}

TEST_CASE("a node that moves onto another keeps its own balance, whichever was used first [B-03]") {
  for (const char* first : {"a", "b"}) {
    CAPTURE(first);
    Game game({kDaily}, "", R"({"date":"1st","c":{"a":{"mood":-50},"b":{"mood":-50}}})");
    const std::string more = "_.add('c.a.mood', 10);", less = "_.add('c.b.mood', 1);";
    std::string both = *first == 'a' ? more : less;
    both.append("\n").append(*first == 'a' ? less : more);
    CHECK(game.play(both).said() == "applied, applied");
    CHECK(
        game.play(R"([{"verb":"delete","path":["c","b"]},{"verb":"move","from":["c","a"],"path":["c","b"]}])")
            .said() == "applied, applied");
    CHECK(game.play("_.add('c.b.mood', 1);").said() == "rejected budget.exceeded");
  }
}

TEST_CASE("a value that was negative when removed counts from there when it returns [B-03]") {
  Game game({kDaily}, "", R"({"date":"1st","li":{"mood":-50}})");
  CHECK(game.play("_.remove('li.mood');").said() == "applied");
  CHECK(game.play("_.set('li.mood', 0);").said() == "rejected budget.exceeded");
  CHECK(game.restarted().play("_.set('li.mood', 0);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.set('li.mood', -45);").said() == "applied");
  CHECK(game.play("_.add('li.mood', 6);").said() == "rejected budget.exceeded");
  CHECK(game.play("_.add('li.mood', 5);").said() == "applied");
}

TEST_CASE("commands of a dialect that the game does not accept each get a line") {
  Game game({}, "dialects: [mvu]", R"({"x":1})");
  const Played played = game.play(
      "{\"op\":\"assign\",\"path\":[\"x\"],\"value\":5}\n_.set('x', 2);\n"
      "<JSONPatch>[{\"op\":\"replace\",\"path\":\"/x\",\"value\":9}]</JSONPatch>");
  CHECK(played.said() == "rejected dialect.unlisted, applied, rejected dialect.unlisted");
  CHECK(contains(played.message(0), "write them as mvu"));
  CHECK(played.data == R"({"x":2})");
}
