// Tools and callbacks: what a model may call by name.

#include <set>
#include <string>

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

// A tool with everything that one must have; `run` is its body.
std::string tool(const std::string& name, const std::string& run, const std::string& more = "args = {}") {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, settles = {},\n" +
         (more.find("rejects") == std::string::npos ? "rejects = {},\n" : "") + more +
         ",\nrun = function(args, ctx) " + run + " end }\n";
}

std::string call(const std::string& name, const std::string& args = "{}") {
  return R"({"tool_calls":[{"id":"c1","tool":")" + name + R"(","args":)" + args + "}]}";
}

}  // namespace

TEST_CASE("a tool receives its arguments, writes the state, and answers [R001-08]") {
  Game game(
      {{"p", tool("hurt", "ctx.set(\"hp\", ctx.get(\"hp\") + args.delta) return { hp = ctx.get(\"hp\") }",
                  "args = { delta = int{ min = -10, max = 10 } }")}},
      "", R"({"hp":20})");
  const Played played = game.play(call("hurt", R"({"delta":-5})"));
  CHECK(played.said() == "applied");
  CHECK(played.data == R"({"hp":15})");
  CHECK(played.verdict["tool_results"] == R"([{"id":"c1","tool":"hurt","status":"ok","result":{"hp":15}}])");
  CHECK(played.verdict["changes"] == R"([{"path":["hp"],"before":20,"after":15,"cause":"command 0"}])");
}

TEST_CASE("a call's line shows how rules amended the tool's writes") {
  Game game(
      {{"p",
        tool("hurt", "ctx.set(\"hp\", ctx.get(\"hp\") + args.delta) return ctx.get(\"hp\")",
             "args = { delta = int{ min = -100, max = 10 } }") +
            "rule \"step\" { path = \"hp\", mode = \"amend\", run = function(effect, ctx)\n"
            "if effect.after < effect.before - 9 then return amend(effect.before - 9, \"at most 9\") end\n"
            "return allow() end }"}},
      "", R"({"hp":20})");
  const Played played = game.play(call("hurt", R"({"delta":-15})"));
  CHECK(played.said() == "amended");
  CHECK(played.data == R"({"hp":11})");
  CHECK(played.verdict["commands"][0]["rule"] == "\"p/step\"");
  CHECK(played.verdict["commands"][0]["amendments"][0]["path"] == R"(["hp"])");
  CHECK(played.verdict["commands"][0]["proposed"] == "5");
  CHECK(played.verdict["commands"][0]["effective"] == "11");
  CHECK(played.verdict["tool_results"][0]["status"] == "\"ok\"");
  CHECK(game.play(call("hurt", R"({"delta":-1})")).said() == "applied");
}

TEST_CASE("a tool that is not registered is unknown, with the nearest name [R001-08]") {
  Game game({{"p", tool("hurt", "return 1")}});
  const Played played = game.play(call("hurtt"));
  CHECK(played.said() == "rejected tool.unknown");
  CHECK(contains(played.message(), "did you mean \"hurt\"?"));
}

TEST_CASE("without its plugin, a tool is unknown [R001-08]") {
  Game with({{"p", tool("hurt", "return 1")}});
  CHECK(with.play(call("hurt")).said() == "applied");
  Game without({{"q", tool("heal", "return 1")}});
  CHECK(without.play(call("hurt")).said() == "rejected tool.unknown");
}

TEST_CASE("a tool that the ruleset does not allow is refused, even if it is registered [R001-08]") {
  Game game({{"p", tool("hurt", "return 1") + tool("heal", "return 1")}}, "tools: {allow: [heal]}");
  CHECK(game.play(call("heal")).said() == "applied");
  CHECK(game.play(call("hurt")).said() == "rejected tool.not_allowed");
}

TEST_CASE("all arguments that do not fit are named, with a correct call [R001-08]") {
  Game game({{"p", tool("hurt", "return 1",
                        "args = { who = str{max = 4}, delta = int{min = -10, max = 10}, how = enum{values = "
                        "{\"fire\", \"ice\"}} }")}});
  const Played played = game.play(call("hurt", R"({"who":"somebody","delta":"5","how":"fir","much":1})"));
  CHECK(played.said() == "rejected tool.invalid_args");
  for (const char* part : {"`who` is 8 characters; at most 4", "`delta` is string", "did you mean \"fire\"?",
                           "there is no argument `much`", R"("tool":"hurt")"})
    CHECK(contains(played.message(), part));
}

TEST_CASE(
    "a tool refuses with one of its reasons, in the ruleset's language, and nothing of it is kept "
    "[R001-08]") {
  const PluginText plugin = {
      "p", tool("go", "ctx.set(\"x\", 1) return reject(\"locked\", \"north\")",
                "args = {}, rejects = { locked = { en = \"the way is locked\", zh = \"道路已锁\" } }")};
  Game english({plugin}, "language: en", R"({"x":0})");
  Played played = english.play(call("go"));
  CHECK(played.said() == "rejected tool.rejected");
  CHECK(contains(played.message(), "locked: the way is locked (north)"));
  CHECK(played.data == R"({"x":0})");
  Game chinese({plugin}, "language: zh", R"({"x":0})");
  CHECK(contains(chinese.play(call("go")).message(), "locked: 道路已锁"));
}

TEST_CASE("a tool declares in which state and for whom it may be called [R001-08] [R001-02]") {
  Game game(
      {{"p",
        tool("go", "return 1",
             "args = {}, when = function(ctx) return ctx.get(\"alive\") and ctx.actor == \"model\" end")}},
      "", R"({"alive":true})");
  CHECK(game.play(call("go")).said() == "applied");
  CHECK(game.play(call("go"), Actor::kPlayer).said() == "rejected tool.actor_state");
  game.play("_.set('alive', false);");
  CHECK(game.play(call("go")).said() == "rejected tool.actor_state");
}

TEST_CASE("a write that rules deny fails the whole tool, even if it catches the error [R001-08]") {
  const PluginText gold_rule = {"r",
                                R"(rule "r" { path = "gold", run = function() return deny("no gold") end })"};
  Game game({gold_rule, {"t", tool("take", "ctx.set(\"bag\", 1) pcall(ctx.set, \"gold\", 5) return 1")}}, "",
            R"({"bag":0,"gold":0})");
  const Played played = game.play(call("take"));
  CHECK(played.said() == "rejected rule.denied");
  CHECK(played.data == R"({"bag":0,"gold":0})");
  CHECK(played.verdict["commands"][0]["rule"] == R"("r/r")");
}

TEST_CASE("a tool sees its own writes, and fields decide what tools may write [R001-08]") {
  Game game({{"t", tool("add", "ctx.set(\"hp\", 5) ctx.add(\"hp\", 2) return ctx.get(\"hp\")")}},
            R"(fields: [{path: hp, write: [tool]}])", R"({"hp":1})");
  CHECK(game.play("_.set('hp', 9);").said() == "rejected authority.denied");
  const Played played = game.play(call("add"));
  CHECK(played.said() == "applied");
  CHECK(played.verdict["commands"][0]["result"] == "7");
}

TEST_CASE("every writing function of ctx writes") {
  Game game({{"t", tool("all", R"(
    ctx.set("a", 1) ctx.merge("m", {x = 2}) ctx.insert("m", {z = 3}) ctx.push("l", 4) ctx.push("l", 5)
    ctx.pull("l", 4) ctx.move("old", "new") ctx.delete("gone") ctx.set({"k.with.dots"}, 6)
    return null)")}},
            "", R"({"m":{},"l":[],"old":7,"gone":8})");
  const Played played = game.play(call("all"));
  CHECK(played.said() == "applied");
  CHECK(played.data == R"({"m":{"x":2,"z":3},"l":[5],"a":1,"new":7,"k.with.dots":6})");
}

TEST_CASE("a failing tool changes nothing, and the next one works") {
  Game game({{"t", tool("bad", "ctx.set(\"x\", 1) error(\"late\")") +
                       tool("slow", "ctx.set(\"x\", 1) while true do end") +
                       tool("good", "ctx.set(\"x\", 2) return 1")}},
            "", R"({"x":0})");
  const Played played = game.play(
      R"({"tool_calls":[{"tool":"bad","args":{}},{"tool":"slow","args":{}},{"tool":"good","args":{}}]})");
  CHECK(played.said() == "rejected plugin.error, rejected plugin.fuel, applied");
  CHECK(played.data == R"({"x":2})");
  CHECK(contains(played.message(0), "late"));
  CHECK(contains(played.message(1), "max_handler_fuel"));
}

TEST_CASE(
    "what a plugin must remember is stored in the document, per instance, and rolls back with the turn "
    "[B-03]") {
  const PluginText counter = {"c",
                              tool("count", "ctx.memory.n = (ctx.memory.n or 0) + 1 return ctx.memory.n")};
  Game game({counter});
  CHECK(game.play(call("count")).verdict["commands"][0]["result"] == "1");
  Game other = game.restarted();
  CHECK(other.play(call("count")).verdict["commands"][0]["result"] == "2");
  other.undo();
  CHECK(other.play(call("count")).verdict["commands"][0]["result"] == "2");
}

TEST_CASE("dice belong to the host: seeded, logged, and the same however often a turn is tried [B-04]") {
  const PluginText dice_plugin = {"d", tool("throw", "return ctx.roll(\"3d6\")")};
  Game game({dice_plugin});
  game.seed = "a";
  game.turn = "t-9";
  const Played first = game.play(call("throw"));
  CHECK(first.verdict["rolls"][0]["handler"] == R"("d/throw")");
  CHECK(first.verdict["rolls"][0]["dice"] == R"("3d6")");
  game.undo();
  CHECK(game.play("another try " + call("throw")).verdict["rolls"] == first.verdict["rolls"]);
  game.undo();
  game.turn = "t-10";
  const Played other = game.play(call("throw"));
  game.undo();
  game.turn = "t-9";
  game.seed = "b";
  const Played seeded = game.play(call("throw"));
  CHECK_FALSE((other.verdict["rolls"] == first.verdict["rolls"] &&
               seeded.verdict["rolls"] == first.verdict["rolls"]));
}

TEST_CASE("refused calls do not advance the dice: nobody can roll again until it suits [B-04]") {
  const PluginText dice_plugin = {
      "d", tool("throw", "local n = ctx.roll(1000000) if args.fail then error(\"x\") end return n",
                "args = { fail = bool{default = false} }")};
  Game once({dice_plugin});
  Game twice({dice_plugin});
  const Played both =
      twice.play(R"({"tool_calls":[{"tool":"throw","args":{"fail":true}},{"tool":"throw","args":{}},
                                   {"tool":"throw","args":{}}]})");
  const Played one = once.play(call("throw"));
  CHECK(both.verdict["commands"][1]["result"] == one.verdict["commands"][0]["result"]);
  CHECK_FALSE(both.verdict["commands"][2]["result"] == one.verdict["commands"][0]["result"]);
  CHECK(both.verdict["rolls"].size() == 3);
  CHECK(both.verdict["rolls"][0]["undone"] == "true");
  CHECK(both.verdict["rolls"][1]["number"] == "1");
}

TEST_CASE("retrying a refused command does not roll again [B-04]") {
  const PluginText luck = {"luck", R"(rule "luck" { path = "x", run = function(effect, ctx)
    if ctx.roll(1000000) <= 999990 then return deny("no luck") end return allow() end })"};
  Game game({luck}, "", R"({"x":0})");
  std::string text = "[";
  for (int i = 1; i <= 20; ++i)
    text +=
        (i == 1 ? "" : ",") + std::string(R"({"verb":"set","path":["x"],"value":)") + std::to_string(i) + "}";
  const Played played = game.play(text + "]");
  std::set<std::string> totals;
  for (std::size_t i = 0; i < played.verdict["rolls"].size(); ++i)
    totals.insert(played.verdict["rolls"][i]["total"].text());
  CHECK(totals.size() == 1);
}

TEST_CASE("callbacks receive their arguments in order; unknown callbacks are refused [R003-06]") {
  const PluginText callback = {
      "c", R"(callback "showMessage" { args = { str{}, int{optional = true} }, run = function(args, ctx)
    ctx.emit("message", { text = args[1] }) end })"};
  Game game({callback});
  Played played = game.play(R"({"op":"callback","path":["showMessage"],"value":["hello"]})");
  CHECK(played.said() == "applied");
  CHECK(played.verdict["events"] == R"([{"name":"message","data":{"text":"hello"},"by":"c/showMessage"}])");
  CHECK(game.play("_.callback('showMessage', 'hello');").said() == "applied");
  CHECK(game.play(R"({"op":"callback","path":["showMessage"],"value":[5]})").said() ==
        "rejected tool.invalid_args");
  CHECK(game.play(R"({"op":"callback","path":["showMassage"],"value":[]})").said() ==
        "rejected tool.unknown");
}

TEST_CASE("a tool with missing parts does not load, and all missing parts are named [R001-17]") {
  struct Lack {
    const char* without;
    const char* named;
  };
  const std::string all[] = {"summary = {en=\"s\", zh=\"s\"}",
                             "guidance = {en=\"g\", zh=\"g\"}",
                             "args = {}",
                             "rejects = {}",
                             "settles = {}",
                             "run = function() end"};
  for (const Lack& lack :
       {Lack{"summary", "`summary`"}, Lack{"guidance", "`guidance`"}, Lack{"args", "`args`"},
        Lack{"rejects", "`rejects`"}, Lack{"settles", "`settles`"}, Lack{"run", "`run`"}}) {
    CAPTURE(lack.without);
    std::string lua = "tool \"t\" { ";
    for (const std::string& member : all)
      if (!member.starts_with(lack.without)) lua += member + ", ";
    const auto built = gavel::testing::build({{"p", lua + "}"}});
    CHECK(built.ruleset == nullptr);
    REQUIRE_FALSE(built.problems.empty());
    CHECK(contains(built.problems[0].error.message, lack.named));
    CHECK(built.problems[0].error.where.file == "plugins/p/p.lua");
    CHECK(built.problems[0].error.where.line == 1);
  }
  CHECK(gavel::testing::build({{"p", tool("ok", "return 1")}}).ruleset != nullptr);
}

TEST_CASE("an allowlist with an unregistered tool does not load [R001-17]") {
  const auto built = gavel::testing::build({{"p", tool("hurt", "return 1")}}, "tools: {allow: [hurtt]}");
  CHECK(built.ruleset == nullptr);
  REQUIRE_FALSE(built.problems.empty());
  CHECK(contains(built.problems[0].error.message, "hurtt"));
  CHECK(contains(built.problems[0].error.hint, "hurt"));
}

TEST_CASE("two plugins that register one tool do not load, and both are named") {
  const auto built =
      gavel::testing::build({{"p", tool("hurt", "return 1")}, {"q", tool("hurt", "return 1")}});
  CHECK(built.ruleset == nullptr);
  REQUIRE_FALSE(built.problems.empty());
  CHECK(contains(built.problems[0].error.message, "p/hurt (plugins/p/p.lua:1)"));
}

TEST_CASE("no arguments of a model make a handler fail: forbidden keys, numbers beyond Lua's") {
  Game game({{"t", R"(tool "look" {
    summary = { en = "a", zh = "b" }, guidance = { en = "a", zh = "b" }, args = { who = str{}, n = int{ optional = true } },
    rejects = { nobody = "nobody" }, settles = {},
    run = function(args, ctx)
      if args.n then ctx.set({ "people", args.who }, args.n) return {} end
      if not ctx.exists({ "people", args.who }) or not ctx.get({ "people", args.who, "hp" }) then return reject("nobody") end
      return {}
    end,
  }
  rule "most" { path = "people.*.hp", run = function(effect, ctx)
    if effect.after > 100 then return deny("too much") end
    return allow()
  end })"}},
            "", R"({"people":{"li":{"hp":5}}})");
  for (const std::string& who :
       {std::string("constructor"), std::string("__proto__"), std::string(), std::string(3000, 'x')}) {
    CAPTURE(who);
    const std::string called = R"({"tool_calls":[{"id":"a","tool":"look","args":{"who":")" + who + "\"";
    CHECK(game.play(called + "}}]}").said() == "rejected tool.rejected");
    const std::string wrote = game.play(called + R"(,"n":1}}]})").said();
    CHECK((wrote == "rejected path.forbidden" || wrote == "rejected path.invalid" ||
           wrote == "rejected limit.size"));
  }
  CHECK(game.play("_.set('people.li.hp', 18446744073709551615);").said() == "rejected rule.denied");
  CHECK(game.play("_.set('people.li.hp', 9223372036854775808);").said() == "rejected rule.denied");
}

namespace {

// Names that differ in their last digits only: each is near to all others.
std::string long_name(const std::string& first, std::size_t number) {
  return first + std::string(20, 'x') + std::to_string(1000 + number);
}

struct Hints {
  std::size_t told = 0;  // "did you mean", in all lines and examples
  std::size_t work = 0;
};

// One turn of that many calls, as `call_of` makes them.
template <typename CallOf>
Hints hints_of(Game& game, std::size_t calls, const CallOf& call_of) {
  std::string text = R"({"tool_calls":[)";
  for (std::size_t i = 0; i < calls; ++i) text += (i == 0 ? "" : ",") + call_of(i);
  const Played played = game.play(text + "]}");
  REQUIRE(played.verdict["commands"].size() == calls);
  Hints hints{0, game.document().work()};
  for (std::size_t i = 0; i < calls; ++i) {
    const std::string told = played.message(i);
    CHECK(contains(told, "rejected") == false);
    for (std::size_t at = 0; (at = told.find("did you mean", at)) != std::string::npos; ++at) ++hints.told;
  }
  return hints;
}

std::string call_of(const std::string& name, std::size_t id, const std::string& args) {
  return R"({"id":"c)" + std::to_string(id) + R"(","tool":")" + name + R"(","args":{)" + args + "}}";
}

std::string slips(std::size_t count) {
  std::string args;
  for (std::size_t i = 0; i < count; ++i) args += (i == 0 ? "\"" : ",\"") + long_name("b", i) + "\":1";
  return args;
}

Game game_of_arguments(const std::string& ruleset = "") {
  std::string args;
  for (std::size_t i = 0; i < 100; ++i) args += long_name("a", i) + " = int{optional = true}, ";
  return Game({{"p", tool("peek", "return 1", "args = {" + args + "}")}}, ruleset);
}

}  // namespace

TEST_CASE(
    "attack unknown-arguments: suggestions that are not shown are not searched, and searching is charged") {
  Game game = game_of_arguments();
  const auto one = [&](std::size_t slips_of_it) {
    return hints_of(game, 1, [&](std::size_t i) { return call_of("peek", i, slips(slips_of_it)); });
  };
  const Hints few = one(8), many = one(4000);
  CHECK(few.told == 8);
  CHECK(many.told == 8);
  CHECK(few.work > 8 * 100 * 64);  // compared with each of the declared
  CHECK(many.work < few.work * 3 / 2);
}

TEST_CASE("attack unknown-arguments: a text with many slips gets suggestions for the first ones") {
  Game game = game_of_arguments("limits: {max_turn_work: 4000000}\nretry: {max: 1, on: [tool]}");
  const Hints hints = hints_of(game, 100, [](std::size_t i) { return call_of("peek", i, slips(8)); });
  CHECK(hints.told > 0);
  CHECK(hints.told < 80);
  CHECK(hints.work > 1'000'000);
  CHECK(hints.work < 2'000'000);
}

TEST_CASE("attack unknown-tools: a text with many slips gets suggestions for the first ones") {
  std::string tools;
  for (std::size_t i = 0; i < 100; ++i) tools += tool(long_name("t", i), "return 1");
  Game game({{"p", tools}}, "limits: {max_turn_work: 4000000}\nretry: {max: 1, on: [tool]}");
  const Hints hints = hints_of(game, 300, [](std::size_t i) { return call_of(long_name("y", i), i, ""); });
  CHECK(hints.told > 0);
  CHECK(hints.told < 30);
  CHECK(hints.work > 1'000'000);
  CHECK(hints.work < 2'000'000);
  // The next turn has suggestions again.
  CHECK(contains(game.play(call(long_name("y", 1))).message(), "did you mean"));
}

TEST_CASE("attack unknown-tools: unregistered names in tools.allow") {
  std::string tools, allow;
  for (std::size_t i = 0; i < 100; ++i) tools += tool(long_name("t", i), "return 1");
  for (std::size_t i = 0; i < 1000; ++i) allow += (i == 0 ? "" : ", ") + long_name("y", i);
  const gavel::Ruleset::Built built =
      gavel::testing::build({{"p", tools}}, "tools: {allow: [" + allow + "]}");
  std::size_t told = 0, hinted = 0;
  for (const gavel::Problem& problem : built.problems) {
    if (contains(problem.error.message, "no plugin registers that tool")) ++told;
    if (contains(problem.error.hint, "did you mean")) ++hinted;
  }
  CHECK(told == 1000);
  CHECK(hinted > 0);
  CHECK(hinted < 500);
}
