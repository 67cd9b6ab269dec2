// Derived values and automations: what follows from a turn's commands.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

TEST_CASE("a derived value is computed from what it reads, and again when that changes") {
  Game game(
      {{"d", R"(derive "sum" { path = "sum", run = function(ctx) return ctx.get("a") + ctx.get("b") end })"}},
      "", R"({"a":1,"b":2,"c":0})");
  CHECK(game.play("nothing").data["sum"] == "3");
  CHECK(game.computed() == 1);
  CHECK(game.play("_.set('c', 5);").data["sum"] == "3");
  CHECK(game.computed() == 1);
  const Played played = game.play("_.set('a', 5);");
  CHECK(played.data["sum"] == "7");
  CHECK(game.computed() == 2);
  CHECK(played.verdict["changes"][1] == R"({"path":["sum"],"before":3,"after":7,"cause":"derive d/sum"})");
}

TEST_CASE("derived values of derived values are correct, whatever the order of registration") {
  Game game({{"d", R"(
    derive "c" { path = "c", run = function(ctx) return (ctx.get("b") or 0) * 2 end }
    derive "b" { path = "b", run = function(ctx) return (ctx.get("a") or 0) + 1 end })"}},
            "", R"({"a":1})");
  CHECK(game.play("").data == R"({"a":1,"c":4,"b":2})");
  CHECK(game.play("_.set('a', 10);").data == R"({"a":10,"c":22,"b":11})");
}

TEST_CASE(
    "a derive with wildcards runs for every existing parent, also later ones, and receives what the "
    "wildcards matched") {
  Game game({{"d", R"(derive "full" { path = "people.*.full", run = function(ctx, who)
    return ctx.get({"people", who, "name"}) .. " of " .. who end })"}},
            "", R"({"people":{"li":{"name":"Li"}}})");
  CHECK(game.play("").data["people"]["li"]["full"] == R"("Li of li")");
  CHECK(game.play("_.insert('people', 'wu', {name: 'Wu'});").data["people"]["wu"]["full"] == R"("Wu of wu")");
  CHECK(game.computed() == 2);
  CHECK(game.play("_.remove('people.li');").data["people"]["li"].there == false);
  CHECK(game.play("_.set('people.wu.name', 'Mei');").data["people"]["wu"]["full"] == R"("Mei of wu")");
}

TEST_CASE("a key with dots does not replace a path that a handler names") {
  // Whoever may write at the root could else give every handler another lamp.
  Game game(
      {{"d",
        R"(derive "light" { path = "light", run = function(ctx) return (ctx.get("lamp.oil") or 0) * 2 end }
    automation "see" { on = "turn_end", run = function(event, ctx) ctx.set("lamp.seen", ctx.get("lamp.oil")) end })"}},
      "fields:\n  - {path: light, write: [derive]}\n", R"({"lamp":{"oil":6}})");
  CHECK(game.play("_.set('[\"lamp.oil\"]', 99);").data ==
        R"({"lamp":{"oil":6,"seen":6},"lamp.oil":99,"light":12})");
  CHECK(game.play("_.set('[\"lamp.seen\"]', 1);").data["lamp"]["seen"] == "6");
  // Where there is no lamp, a name with dots may still be meant; what was computed from nothing is computed
  // again.
  CHECK(game.play("_.delete('lamp');").data["light"] == "198");
  CHECK(game.play("_.set('[\"lamp.oil\"]', 3);").data["light"] == "6");
  CHECK(game.play("_.delete('[\"lamp.oil\"]');").data["light"] == "0");
  CHECK(game.play("_.set('[\"lamp.oil\"]', 4);").data["light"] == "8");
}

TEST_CASE("nobody can write a derived value") {
  Game game({{"d", R"(derive "sum" { path = "sum", run = function(ctx) return ctx.get("a") + 1 end })"}}, "",
            R"({"a":1,"sum":2})");
  for (const Actor actor : {Actor::kModel, Actor::kPlayer, Actor::kOperator}) {
    const Played played = game.play("_.set('sum', 9);", actor);
    CHECK(played.said() == "rejected authority.denied");
    CHECK(contains(played.message(), "computed by d/sum"));
    CHECK(played.data["sum"] == "2");
  }
}

TEST_CASE("derived values that depend on each other fail the turn, and all are named") {
  Game game({{"d", R"(
    derive "a" { path = "a", run = function(ctx) return (ctx.get("b") or 0) + 1 end }
    derive "b" { path = "b", run = function(ctx) return (ctx.get("a") or 0) + 1 end })"}},
            "", R"({"x":0})");
  const Played played = game.play("_.set('x', 1);");
  CHECK(played.said() == "rejected automation.loop");
  CHECK(contains(played.message(), "d/a (a)"));
  CHECK(contains(played.message(), "d/b (b)"));
  CHECK(played.data == R"({"x":0})");
}

TEST_CASE("a derived value has no dice, clock, turn or history") {
  for (const char* what :
       {"ctx.now", "ctx.turn", "ctx.actor", "ctx.memory.x", "ctx.roll(6)", "#ctx.history(1)"}) {
    CAPTURE(what);
    Game game(
        {{"d", "derive \"d\" { path = \"d\", run = function(ctx) return " + std::string(what) + " end }"}},
        "", R"({"d":1})");
    const Played played = game.play("");
    CHECK(contains(played.verdict["warnings"].text(), "derive.failed"));
    CHECK(played.data["d"] == "1");
  }
}

TEST_CASE("computing all derived values again gives the same as computing only what changed") {
  const PluginText sums = {"d", R"(
    derive "total" { path = "total", run = function(ctx) local n = 0 for _, v in pairs(ctx.get("items")) do n = n + v.count end return n end }
    derive "each" { path = "items.*.double", run = function(ctx, id) return ctx.get({"items", id, "count"}) * 2 end }
    derive "label" { path = "label", run = function(ctx) return "have " .. ctx.get("total") end })"};
  Game warm({sums}, "", R"({"items":{"a":{"count":1}},"total":0,"label":""})");
  for (int i = 0; i < 20; ++i) {
    const std::string id = "i" + std::to_string(i % 5);
    warm.play(i % 4 == 3 ? "_.remove('items." + id + "');"
                         : "_.insert('items', '" + id + "', {count: " + std::to_string(i) + "});");
    warm.play("_.set('items.a.count', " + std::to_string(i) + ");");
    Game cold = warm.restarted();
    cold.play("");
    CHECK(gavel::equal(cold.document().data(), warm.document().data()));
  }
}

TEST_CASE("changing a formula changes the value with the next turn") {
  const auto speed = [](const char* by) {
    return PluginText{"d",
                      "derive \"speed\" { path = \"speed\", run = function(ctx) return (ctx.get(\"a\") + "
                      "ctx.get(\"b\")) / " +
                          std::string(by) + " end }"};
  };
  Game game({speed("3")}, "", R"({"a":6,"b":6,"speed":0})");
  CHECK(game.play("").data["speed"] == "4");
  game.replace(gavel::testing::build({speed("4")}).ruleset);
  CHECK(game.play("").data["speed"] == "3");
}

TEST_CASE("automations are called for changes, for events of plugins, and at the turn's start and end") {
  Game game({{"a", R"(
    automation "start" { on = "turn_start", run = function(event, ctx) ctx.push("heard", "start") end }
    automation "date" { on = 'changed(date)', run = function(event, ctx)
      ctx.push("heard", event.before .. ">" .. event.after) ctx.emit("day_changed", { to = event.after }) end }
    automation "day" { on = "day_changed", run = function(event, ctx) ctx.push("heard", event.data.to .. " came") end }
    automation "end" { on = "turn_end", run = function(event, ctx) ctx.push("heard", "end") end })"}},
            "", R"({"date":"1st","heard":[]})");
  const Played played = game.play("_.set('date', '2nd');");
  CHECK(played.data["heard"] == R"(["start","1st>2nd","end","2nd came"])");
  CHECK(contains(played.verdict["changes"].text(), "automation a/day"));
}

TEST_CASE("what automations write is judged, and a denied write changes nothing and is named") {
  const PluginText gold_rule = {"r",
                                R"(rule "r" { path = "gold", run = function() return deny("no gold") end })"};
  Game game(
      {gold_rule,
       {"a",
        R"(automation "x" { on = "turn_end", run = function(event, ctx) ctx.set("seen", true) ctx.set("gold", 5) end })"}},
      "", R"({"gold":0,"seen":false})");
  const Played played = game.play("");
  CHECK(played.data == R"({"gold":0,"seen":false})");
  CHECK(contains(played.verdict["warnings"].text(), "a/x"));
  CHECK(contains(played.verdict["warnings"].text(), "no gold"));
}

TEST_CASE(
    "automations that trigger each other for ever fail the turn, with their names, and change nothing") {
  Game game({{"a", R"(
    automation "ping" { on = 'changed(ping)', run = function(event, ctx) ctx.add("pong", 1) end }
    automation "pong" { on = 'changed(pong)', run = function(event, ctx) ctx.add("ping", 1) end })"}},
            "", R"({"ping":0,"pong":0})");
  const Played played = game.play("_.set('ping', 1);");
  CHECK(played.said() == "rejected automation.loop");
  CHECK(contains(played.message(), "a/ping"));
  CHECK(played.data == R"({"ping":0,"pong":0})");
}

TEST_CASE("an automation that corrects a value settles, and derived values follow") {
  Game game({{"a", R"(
    automation "floor" { on = 'changed(hp)',
              run = function(event, ctx) if event.after < 0 then ctx.set("hp", 0) end end
        }
    derive "down" { path = "down", run = function(ctx) return ctx.get("hp") <= 0 end })"}},
            "", R"({"hp":10,"down":false})");
  CHECK(game.play("_.set('hp', -5);").data == R"({"hp":0,"down":true})");
}

TEST_CASE("settings are registered, checked, and visible to handlers [R001-03]") {
  const PluginText with_settings = {"s", R"(
    setting "rules.hard" { type = "bool", default = false, scope = "campaign", ui_hint = "switch", effect_tags = {"rules"} }
    setting "rules.level" { type = "int", default = 1, min = 1, max = 5, effect_tags = {"rules"} }
    rule "r" { path = "x", run = function(effect, ctx) if ctx.settings["rules.hard"] then return deny("hard") end return allow() end })"};
  Game game({with_settings}, "", R"({"x":0})");
  CHECK(game.play("_.set('x', 1);").said() == "applied");
  game.settings["rules.hard"] = true;
  CHECK(game.play("_.set('x', 2);").said() == "rejected rule.denied");
  CHECK(game.ruleset().settings({{"rules.level", 6}}).error().message == "rules.level is from 1 to 5, not 6");
  CHECK(game.ruleset().settings({{"rules.hard", 6}}).error().code == gavel::Code::kTypeMismatch);
  CHECK(game.ruleset().settings({{"rules.hart", true}}).error().hint == "did you mean \"rules.hard\"?");
}

TEST_CASE("plugins see earlier turns, and what changed in this one") {
  Game game({{"a", R"(automation "x" { on = "turn_end", run = function(event, ctx)
    ctx.set("last", ctx.history(1)[1].user_input)
    ctx.set("rows", #ctx.changes("a.**"))
    ctx.set("was", ctx.before("a.b"))
  end })"}},
            "", R"({"a":{"b":1},"last":"","rows":0,"was":0})");
  game.history = gavel::Json::array({{{"user_input", "one"}}, {{"user_input", "two"}}});
  CHECK(game.play("_.set('a.b', 5);").data == R"({"a":{"b":5},"last":"two","rows":1,"was":1})");
}

TEST_CASE(
    "attack before-index: ctx.before means the value at a path at the turn's start, whatever changed since") {
  const std::string paths = R"lua({
    "l", "l[0]", "l[2][1]", "l.1", "/l/0", { "l", 0 }, { "l", 2, 1 }, "l[9]", { "l", 9 },
    "o.0", "o[0]", { "o", "0" }, { "o", 0 }, "o.k.x", "a.b", "a.b.c", { "a.b", "c" }, { "a", "b", "c" }, "a.q",
    "m.x", "m.x.y", "m.x.z", { "m", "x.y" }, { "m", "x", "y" }, "st.hp", "st.hp[0]", { "st", "hp", 0 }, "st.deep.v",
    { "st", "deep", "v" }, { "st", "deep", 0, "v" }, "st", "t", "t.x", "nothing", "nothing[0].x" })lua";
  const char* const changes[] = {
      "ctx.set('t', 'other')",
      "for _, k in ipairs({'l', 'o', 'a', 'm', 'st', 't'}) do ctx.delete(k) end ctx.delete({'a.b'})",
      "for _, k in ipairs({'l', 'o', 'a', 'm', 'st', 't'}) do ctx.set(k, 'text') end ctx.set({'a.b'}, 7)",
      "for _, k in ipairs({'l', 'o', 'a', 'm', 'st', 't'}) do ctx.set(k, {k = {x = 7}, hp = 9, x = 8}) end",
      "for _, k in ipairs({'l', 'o', 'a', 'm', 'st', 't'}) do ctx.set(k, {7, {8, 9}, {5}}) end",
      "ctx.insert({'l', 0}, 'new') ctx.insert({'l', 2}, 'new') ctx.delete({'l', 1})",
      "ctx.move('l', 'moved') ctx.move('o', 'l') ctx.move('moved', 'o')",
      "ctx.set({'a', 'b'}, {c = 'other'}) ctx.set({'l.1'}, 'other') ctx.set({'m', 'x', 'y'}, 'other')",
      "ctx.set({'a', 'b'}, {c = 'other'}) ctx.delete({'a.b'}) ctx.delete({'m', 'x.y'})",
      "ctx.set('st.hp', 3) ctx.set('st.deep.v', 4)",
      "ctx.delete('st.hp') ctx.set('st.deep', 'x')",
      "ctx.delete('st') ctx.set('st', {hp = {1, 'a'}, deep = 5}) ctx.set('nothing', {{x = 1}})",
      "ctx.set({'l', 2, 1}, {1, 'text'}) ctx.delete({'l', 2, 1}) ctx.set({'l', 2}, {9})",
  };
  const std::string state = R"({"l":[1,2,[3,4]],"o":{"0":"zero","k":{"x":1}},"a.b":{"c":5},"a":{"q":1},
    "m":{"x":{"z":2},"x.y":1},"st":{"deep":[{"v":1},"text"],"hp":[50,"points"]},"t":"text"})";
  for (const std::string change : changes) {
    CAPTURE(change);
    const std::string lua =
        std::string("automation 'x' { on = 'turn_end', run = function(event, ctx)\n local paths = ")
            .append(paths)
            .append(
                "\n local now, first, later = {}, {}, {}\n for i, p in ipairs(paths) do now[i] = "
                "ctx.get(p) or 'nil' first[i] = ctx.before(p) or 'nil' end ctx.set('now', now)\n")
            .append(change)
            .append(
                "\n for i, p in ipairs(paths) do later[i] = ctx.before(p) or 'nil' end\n"
                "ctx.set('first', first) ctx.set('later', later) end }");
    Game game({{"a", lua}}, "described_pairs: [\"st.*\"]", state);
    const Played played = game.play("nothing");
    CHECK(played.verdict["warnings"].text() == "[]");
    CHECK(contains(played.data["first"].text(), "\"zero\""));
    CHECK(played.data["first"].text() == played.data["now"].text());
    CHECK(played.data["later"].text() == played.data["first"].text());
  }
  // What the text itself did before.
  Game game(
      {{"a",
        "automation 'x' { on = 'turn_end', run = function(event, ctx) ctx.set('was', {ctx.before('l[0]'), "
        "ctx.before({'l', 1})}) end }"}},
      "", R"({"l":[1,2]})");
  CHECK(game.play("_.set('l', 'text');").data["was"] == "[1,2]");
}

TEST_CASE("a value that is derived from itself fails the turn") {
  Game game({{"d", R"(derive "a" { path = "a", run = function(ctx) return (ctx.get("a") or 0) + 1 end })"}},
            "", R"({"x":0})");
  const Played played = game.play("_.set('x', 1);");
  CHECK(played.said() == "rejected automation.loop");
  CHECK(contains(played.message(), "derived from itself"));
}

TEST_CASE("nobody can create a derived value in advance") {
  Game game({{"d", R"(derive "power" { path = "ps.*.power", run = function() return 1 end })"}}, "",
            R"({"ps":{}})");
  CHECK(game.play(R"([{"verb":"set","path":["ps","new"],"value":{"power":999}}])").said() ==
        "rejected authority.denied");
  CHECK(game.play(R"([{"verb":"set","path":["ps","new"],"value":{}}])").data["ps"]["new"]["power"] == "1");
}

TEST_CASE("the events of an undone batch trigger nothing") {
  const PluginText plugin = {
      "t",
      R"(tool "t" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = {}, rejects = {}, settles = {},
    run = function(args, ctx) ctx.emit("e") return 1 end }
  automation "a" { on = "e", run = function(event, ctx) ctx.set("got", 1) end })"};
  Game game({plugin}, "batch: atomic", R"({"got":0})");
  const Played played =
      game.play(R"([{"verb":"call","path":["t"],"value":{}},{"verb":"add","path":["nope"],"value":1}])");
  CHECK(played.said() == "rejected batch.rolled_back, rejected path.unknown");
  CHECK(played.data == R"({"got":0})");
  CHECK_FALSE(played.verdict["events"].there);
}

TEST_CASE("automations and derived values see what has expired") {
  Game game({{"p", R"(
automation "gone" { on = 'changed(hp)', run = function(event, ctx)
  ctx.set("seen", event.after == nil and "gone" or "there") end }
derive "twice" { path = "twice", run = function(ctx) return (ctx.get("hp") or 0) * 2 end })"}},
            "", "{}");
  CHECK(game.play(R"([{"verb":"set","path":["hp"],"value":3,"options":{"ttl":60}}])").data ==
        R"({"hp":3,"twice":6,"seen":"there"})");
  game.now = "2025-09-20T09:00:00Z";
  CHECK(game.play("nothing").data == R"({"twice":0,"seen":"gone"})");
}

TEST_CASE("a refused write is no failure of an automation [B-07]") {
  Game game(
      {{"p", R"(automation "a" { on = "turn_end", run = function(event, ctx) ctx.set("locked", 1) end })"}},
      "fields: [{path: locked, write: [operator]}]\nquarantine: 2", R"({"locked":0})");
  for (int i = 0; i < 4; ++i) {
    const Played played = game.play("nothing");
    CHECK(contains(played.verdict["warnings"].text(), "automation.failed"));
    CHECK_FALSE(contains(played.verdict["warnings"].text(), "quarantine"));
  }
}

TEST_CASE("a setting that does not exist or does not fit is reported at its line [R001-03]") {
  const PluginText plugin = {"p", "setting 'rules.harsh' { type = 'bool', default = true }"};
  for (const char* wrong : {"rules.hars: true", "rules.harsh: 7"}) {
    CAPTURE(wrong);
    const auto built = gavel::testing::build({plugin}, "settings:\n  " + std::string(wrong));
    CHECK(built.ruleset == nullptr);
    REQUIRE(built.problems.size() == 1);
    CHECK(built.problems[0].error.where.file == "ruleset.yaml");
    CHECK(built.problems[0].error.where.line == 4);
  }
}

TEST_CASE("an automation may wait for commands, and sees what each of them removed") {
  const PluginText keeper = {"k", R"lua(
    automation "keep" { on = "command(room.**)", run = function(event, ctx)
      local gone = ctx.before("room")
      if ctx.len("room") > 0 or gone == nil then return end
      ctx.set("kept", { gone = gone, path = event.path, verb = event.data.verb, actor = event.data.actor,
                        changes = #ctx.changes("room.**") })
    end })lua"};
  Game game({keeper}, "", R"({"room":{"a":{"n":1}},"kept":null})");
  const Played played = game.play(
      "_.set('room.a.n', 2);\n_.insert('room', 'b', {n: 3});\n_.remove('room', 'b');\n_.remove('room.a');\n"
      "_.insert('room', 'c', {n: 4});");
  CHECK(played.data["kept"]["gone"] == R"({"a":{"n":2}})");
  CHECK(played.data["kept"]["path"] == R"("room.a")");
  CHECK(played.data["kept"]["verb"] == R"("delete")");
  CHECK(played.data["kept"]["actor"] == R"("model")");
  CHECK(played.data["kept"]["changes"] == "2");
  CHECK(played.data["room"] == R"({"c":{"n":4}})");
  CHECK(contains(played.verdict["changes"].text(), "automation k/keep"));
}

TEST_CASE("the consequences of a command are undone with its failed batch") {
  const PluginText counter = {"k", R"lua(
    automation "count" { on = "command(a)", run = function(event, ctx)
      ctx.set("seen", (ctx.get("seen") or 0) + 1) ctx.emit("seen", {}) end })lua"};
  Game game({counter}, "batch: atomic", R"({"a":1,"seen":0})");
  const Played played =
      game.play("<UpdateVariable>\n_.set('a', 2);\n_.add('nowhere.x', 1);\n</UpdateVariable>");
  CHECK(played.data == R"({"a":1,"seen":0})");
  CHECK(played.verdict["changes"] == "[]");
  CHECK(!played.verdict["events"].there);
  CHECK(game.play("_.set('a', 2);").data["seen"] == "1");
}

TEST_CASE("turn_end carries the model's narration") {
  const PluginText listener = {"k", R"lua(
    automation "hear" { on = "turn_end", run = function(event, ctx)
      ctx.set("heard", event.data and event.data.narration or "nothing") end })lua"};
  Game game({listener}, "", R"({"a":1,"heard":""})");
  CHECK(contains(game.play("The fog lifts.\n_.set('a', 2);").data["heard"].text(), "The fog lifts."));
  CHECK(!contains(game.play("The fog lifts.\n_.set('a', 3);").data["heard"].text(), "_.set"));
  CHECK(game.play("I look.", Actor::kPlayer).data["heard"] == R"("nothing")");
}
