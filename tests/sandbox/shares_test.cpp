// What a plugin's writes take of a turn's work and growth is its own share: the others and the text keep
// theirs.

#include <doctest/doctest.h>

#include "support/game.hpp"

namespace gavel::test {

using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;

namespace {

constexpr const char* kVictim =
    "rule \"cap\" { path = \"gold\", run = function(effect, ctx) if effect.after > 100 then return "
    "deny('no') "
    "end return allow() end }\n"
    "automation \"a\" { on = \"turn_end\", run = function(e, ctx) ctx.set('vic.seen', (ctx.get('vic.seen') "
    "or "
    "0) + 1) end }\n"
    "derive \"d\" { path = \"vic.gold2\", run = function(ctx) return (ctx.get('gold') or 0) * 2 end }\n"
    "tool \"vic\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = "
    "{}, "
    "settles = {}, run = function(args, ctx) ctx.set('vic.t', (ctx.get('vic.t') or 0) + 1) return 1 end }\n";

constexpr const char* kState = R"({"gold":10,"vic":{},"g":{},"x":0})";
constexpr const char* kLimits = "limits: {max_turn_work: 2000000, max_turn_growth: 500000}";
constexpr const char* kText = R"({"tool_calls":[{"tool":"vic","args":{}}]})";

std::string tool(const std::string& name, const std::string& body) {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = {}, "
         "settles "
         "= {}, run = function(args, ctx) " +
         body + " end }\n";
}

// Many automations, each of which writes as much as still fits: whatever is left in the end is too little for
// a write of theirs.
std::string automations(const std::string& on, std::initializer_list<const char*> bodies) {
  std::string all;
  int number = 0;
  for (const char* body : bodies)
    for (int i = 0; i < 12; ++i, ++number)
      all += "automation \"w" + std::to_string(number) + "\" { on = \"" + on +
             "\", run = function(e, ctx) local id = 'k" + std::to_string(number) +
             "' .. ctx.turn:gsub('-', '') " + body + " end }\n";
  return all;
}

struct Greed {
  const char* id;
  std::string lua;
};

std::vector<Greed> greeds() {
  return {
      {"work-tax",
       automations("turn_start",
                   {"local t = {} for i = 1, 9000 do t[i] = i end ctx.set('big', t) for i = 1, 3 do "
                    "ctx.move('big', 'b2') ctx.move('b2', 'big') end ctx.delete('big')",
                    "local t = {} for i = 1, 400 do t[i] = i end ctx.set('big', t) for i = 1, 20 do "
                    "ctx.move('big', 'b2') ctx.move('b2', 'big') end ctx.delete('big')",
                    "for i = 1, 30 do ctx.set('x', i) end"})},
      {"growth-tax",
       automations("turn_start",
                   {"ctx.set('g.' .. id, ('x'):rep(100000))", "ctx.set('g.' .. id, ('x'):rep(10000))",
                    "ctx.set('g.' .. id, ('x'):rep(1000))", "ctx.set('g.' .. id, ('x'):rep(100))",
                    "ctx.set('g.' .. id, 1)"})},
      {"growth by merge", automations("turn_start", {"ctx.merge('g', {[id] = ('x'):rep(90000)})",
                                                     "ctx.merge('g', {[id] = ('x'):rep(900)})",
                                                     "ctx.merge('g', {[id] = 'x'})"})},
      {"growth by memory",
       automations("turn_start", {"ctx.memory[id] = ('x'):rep(50000)", "ctx.memory[id] = ('x'):rep(500)"})},
      {"work that is refused",
       automations("turn_start",
                   {"local t = {} for i = 1, 9000 do t[i] = i end ctx.set('big', t) error('x')"})},
      {"work that is caught",
       automations("turn_start", {"local t = {} for i = 1, 9000 do t[i] = i end for i = 1, "
                                  "9 do pcall(ctx.set, 'big', t) end"})},
      {"growth at a command", automations("command(gold)", {"ctx.set('g.' .. id, ('x'):rep(100000))",
                                                            "ctx.set('g.' .. id, ('x'):rep(5000))",
                                                            "ctx.set('g.' .. id, ('x'):rep(50))"})},
      {"work at a change", automations("changed(gold)", {"local t = {} for i = 1, 9000 do t[i] = i end "
                                                         "ctx.set('big', t) ctx.delete('big')"})},
      {"work of expiries",
       automations("turn_start", {"local t = {} for i = 1, 5000 do t[i] = i end ctx.set('big', "
                                  "t, {ttl_ms = 1}) "})},
  };
}

}  // namespace

TEST_CASE("attack work-tax, growth-tax: a plugin's writes use up its own share, and the others work") {
  for (const Greed& greed : greeds()) {
    const std::string id = greed.id;
    CAPTURE(id);
    Game game({{"leak", greed.lua}, {"victim", kVictim}}, kLimits, kState);
    for (int turn = 1; turn <= 5; ++turn) {
      const std::string gold = std::to_string(10 + turn);
      const Played played = game.play(std::string(kText) + "\n_.set('gold', " + gold + ");");
      CHECK_MESSAGE(played.said() == "applied, applied", (played.message(0) + played.message(1)));
      CHECK(contains(played.data.text(), "\"gold2\":" + std::to_string(2 * (10 + turn))));
      CHECK(contains(played.data.text(), "\"seen\":" + std::to_string(turn)));
      CHECK_FALSE(contains(played.verdict["warnings"].text(), "victim"));
      CHECK_FALSE(contains(played.meta.text(), "victim/"));
      CHECK(game.failed_calls().empty());
    }
  }
}

TEST_CASE("whoever used up a share is named: plugin, handler and limit") {
  const std::string work =
      "local t = {} for i = 1, 9000 do t[i] = i end for i = 1, 40 do ctx.set('big', t) end";
  const std::string growth = "for i = 1, 9 do ctx.set('g.a' .. i, ('x'):rep(90000)) end";
  for (const auto& spent : {std::pair{work, "max_turn_work"}, std::pair{growth, "max_turn_growth"}}) {
    const std::string& body = spent.first;
    const char* const limit = spent.second;
    CAPTURE(body);
    Game game({{"leak", tool("spend", body)}, {"victim", kVictim}}, kLimits, kState);
    for (int turn = 0; turn < 4; ++turn) {
      const Played played =
          game.play(R"({"tool_calls":[{"tool":"spend","args":{}},{"tool":"vic","args":{}}]})");
      CHECK(played.said() == "rejected limit.size, applied");
      CHECK_MESSAGE(contains(played.message(0), "leak has used up its share"), played.message(0));
      CHECK_MESSAGE(contains(played.message(0), limit), played.message(0));
      CHECK(played.verdict["commands"][0]["rule"] == R"("leak/spend")");
      CHECK(played.meta == "{}");
    }
  }
}

TEST_CASE("a value that a rule puts in is charged to the rule, not to the writer") {
  const std::string amends =
      "rule \"fat\" { path = \"x\", mode = \"amend\", run = function(effect, ctx) return "
      "amend(('x'):rep(400000), "
      "'fat') end }\nrule \"fatter\" { path = \"g.*\", mode = \"amend\", run = function(effect, ctx) return "
      "amend(('x'):rep(200000), 'fat') end }\n";
  Game game({{"leak", amends}, {"victim", kVictim}}, kLimits, kState);
  const Played played =
      game.play("_.set('x', 1);\n_.set('g.a', 1);\n_.set('gold', 20);\n" + std::string(kText));
  CHECK_MESSAGE(played.said() == "amended, rejected limit.size, applied, applied", played.said());
  CHECK(contains(played.message(1), "leak has used up its share"));
  CHECK(played.verdict["commands"][1]["rule"] == R"("leak/fatter")");
  CHECK(contains(played.data.text(), "\"gold2\":40"));
}

TEST_CASE("a single plugin may use up all of a limit, and no more") {
  Game game({{"p", tool("good", "for i = 1, 4 do ctx.set('g.a' .. i, ('x'):rep(120000)) end return 1") +
                       tool("more", "ctx.set('g.b', ('x'):rep(120000)) return 1")},
             {"q", kVictim}},
            kLimits, kState);
  const Played played = game.play(R"({"tool_calls":[{"tool":"good","args":{}},{"tool":"more","args":{}}]})");
  CHECK_MESSAGE(played.said() == "applied, rejected limit.size", played.message(0));
}

TEST_CASE("a text that has used up its share is named, and the plugins work") {
  Game game({{"leak", tool("idle", "return 1")}, {"victim", kVictim}}, kLimits, kState);
  std::string text;
  for (int i = 0; i < 7; ++i)
    text += "_.set('g.a" + std::to_string(i) + "', '" + std::string(90000, 'x') + "');\n";
  const Played played = game.play(text + kText);
  CHECK(contains(played.said(), "rejected limit.size"));
  CHECK_MESSAGE(contains(played.message(6), "max_turn_growth"), played.message(6));
  CHECK_FALSE(contains(played.message(6), "plugin"));
  CHECK(contains(played.said(), ", applied"));
  CHECK(contains(played.data.text(), "\"seen\":1"));
}

TEST_CASE("undoing returns what was charged, whoever paid") {
  Game game({{"p", tool("fails", "for i = 1, 4 do ctx.set('g.a' .. i, ('x'):rep(120000)) end error('x')") +
                       tool("good", "for i = 1, 4 do ctx.set('g.a' .. i, ('x'):rep(120000)) end return 1")},
             {"q", kVictim}},
            "limits: {max_turn_growth: 500000}", kState);
  const Played played = game.play(
      R"({"tool_calls":[{"tool":"fails","args":{}},{"tool":"fails","args":{}},{"tool":"good","args":{}}]})");
  CHECK_MESSAGE(contains(played.said(), ", applied"), played.message(2));
}

TEST_CASE("a derived value that exceeds its plugin's share undoes the turn") {
  const std::string leak =
      automations("turn_start",
                  {"ctx.set('g.' .. id, ('x'):rep(100000))", "ctx.set('g.' .. id, ('x'):rep(1000))"}) +
      "derive \"own\" { path = \"own\", run = function(ctx) return ('y'):rep(4000 * ctx.get('gold')) end }\n";
  Game game({{"leak", leak}, {"victim", kVictim}}, kLimits, kState);
  const Played played = game.play("_.set('gold', 50);");
  CHECK(played.verdict["outcome"] == R"("conflict_report")");
  CHECK_MESSAGE(
      contains(played.verdict.text(), "own cannot be derived: leak/own: leak has used up its share"),
      played.verdict.text().substr(0, 2000));
  CHECK(contains(played.data.text(), "\"gold\":10"));
}

TEST_CASE("a derived value whose plugin has no fuel left undoes the turn") {
  const std::string leak =
      "automation \"burn\" { on = \"turn_start\", run = function(e, ctx) for i = 1, 900000 do end end }\n"
      "automation \"burn2\" { on = \"turn_start\", run = function(e, ctx) for i = 1, 900000 do end end }\n"
      "derive \"own\" { path = \"own\", run = function(ctx) for i = 1, 900000 do end return ctx.get('gold') "
      "end }\n";
  Game game({{"leak", leak}, {"victim", kVictim}},
            "limits: {max_turn_fuel: 2000000, max_handler_fuel: 1000000}", kState);
  const Played played = game.play("_.set('gold', 50);");
  CHECK(played.verdict["outcome"] == R"("conflict_report")");
  CHECK(contains(played.verdict.text(), "leak has spent its share of the turn's fuel"));
}

TEST_CASE("attack blame-by-fuel: when the deadline ends a turn, the plugin that took the time is named") {
  Game game({{"leak", tool("spin", "while true do end")}, {"victim", kVictim}},
            "limits: {max_turn_milliseconds: 300, max_turn_fuel: 1000000000, max_handler_fuel: 1000000000}",
            kState);
  const Played played = game.play(R"({"tool_calls":[{"tool":"vic","args":{}},{"tool":"spin","args":{}}]})");
  CHECK(contains(played.verdict.text(), "most of this turn's time was taken by leak"));
}

TEST_CASE(
    "attack rule-fuel-blame: an expensive answer is charged neither to the rule that gives it nor to the "
    "writer") {
  for (const char* shadow : {"", "shadow = true, "}) {
    const std::string leak = std::string("rule \"r\" { path = \"x\", ") + shadow +
                             "run = function() for i = 1, 900000 do end return allow() end }\n";
    Game game(
        {{"leak", leak}, {"good", kVictim + tool("much", "for i = 1, 60 do ctx.set('x', i) end return 1")}},
        "limits: {max_turn_fuel: 20000000, max_handler_fuel: 1000000}", kState);
    const Played played = game.play(R"({"tool_calls":[{"tool":"much","args":{}}]})"
                                    "\n_.set('gold', 5);");
    CHECK_FALSE_MESSAGE(contains(played.verdict.text(), "good has spent"), played.verdict.text());
    CHECK(contains(played.said(), ", applied"));
    CHECK(contains(played.said(), "rejected") == (*shadow == 0));
    if (*shadow == 0)
      CHECK_MESSAGE(contains(played.message(0), "leak/r ran because of a write by good"), played.message(0));
  }
  // The other way round: who writes again and again to be answered dearly.
  const std::string dear = kVictim + std::string(
                                         "rule \"r\" { path = \"x\", run = function() for i = 1, 100000 do "
                                         "end return allow() end }\n");
  Game game(
      {{"leak", tool("tax", "for i = 1, 400 do pcall(ctx.set, 'x', i) end return 1")}, {"victim", dear}},
      "limits: {max_turn_fuel: 20000000, max_handler_fuel: 1000000}", kState);
  const Played played = game.play(
      R"({"tool_calls":[{"tool":"tax","args":{}},{"tool":"tax","args":{}},{"tool":"vic","args":{}}]})"
      "\n_.set('gold', 5);");
  CHECK_FALSE_MESSAGE(contains(played.verdict.text(), "victim has spent"), played.verdict.text());
  CHECK_MESSAGE(contains(played.said(), "applied, applied"), played.said());
}

TEST_CASE("attack fuel-tax: repeated calls of handlers are charged to the writer that causes them") {
  const std::string leak = tool("tax", "for i = 1, 1000 do pcall(ctx.set, 'gold', i % 50) end return 1");
  Game game({{"leak", leak}, {"victim", kVictim}},
            "limits: {max_turn_fuel: 1000000, max_handler_fuel: 500000}", kState);
  std::string calls;
  for (int i = 0; i < 40; ++i) calls += std::string(i == 0 ? "" : ",") + R"({"tool":"tax","args":{}})";
  const Played played = game.play("{\"tool_calls\":[" + calls + R"(,{"tool":"vic","args":{}}]})");
  CHECK(contains(played.verdict.text(), "leak has spent its share of the turn's fuel"));
  CHECK_FALSE(contains(played.verdict.text(), "victim has spent"));
  CHECK(contains(played.said(), ", applied"));
}

TEST_CASE("attack nested-memory: a rule may hold the same memory whoever's write calls it") {
  const std::string good =
      "rule \"r\" { path = \"x\", run = function() local t = {} for i = 1, 40 do "
      "t[i] = ('x'):rep(1000000 + i) end return #t == 40 and allow() or deny('') end }\n";
  Game game({{"good", good}, {"other", tool("write", "ctx.set('x', 1) return 1")}}, "", kState);
  CHECK(game.play("_.set('x', 2);").said() == "applied");
  const Played played = game.play(R"({"tool_calls":[{"tool":"write","args":{}}]})");
  CHECK_MESSAGE(played.said() == "applied", played.message(0));
}

TEST_CASE("attack load-metatables: metatables of one plugin are not counted against another") {
  const auto many = [](int count, const std::string& name) {
    return "for i = 1, " + std::to_string(count) + " do setmetatable({}, {__index = {}}) end\n" +
           tool(name, "return 1");
  };
  for (const int first : {8000, 200}) {
    Game game({{"one", many(first, "a")}, {"two", many(8200 - first, "b")}}, "", kState);
    CHECK(game.play(R"({"tool_calls":[{"tool":"a","args":{}},{"tool":"b","args":{}}]})").said() ==
          "applied, applied");
  }
}

TEST_CASE("variables that outlive a call are checked for fuel, one by one") {
  const auto fuel_fits = [](int count, const char* most) {
    const std::string lua = "local all = {}\nfor i = 1, " + std::to_string(count) +
                            " do local x = 0 all[i] = function() x = x + 1 return x end end\n" +
                            tool("a", "return #all");
    Game game({{"p", lua}}, std::string("limits: {max_handler_fuel: ") + most + "}", kState);
    return game.play(R"({"tool_calls":[{"tool":"a","args":{}}]})").said();
  };
  CHECK(fuel_fits(30, "1000") == "applied");
  CHECK(fuel_fits(30000, "100000") == "applied");
  CHECK(fuel_fits(30000, "20000") == "rejected plugin.fuel");
}

TEST_CASE("a list of many small objects can be written") {
  Game game(
      {{"p", tool("write", "local t = {} for i = 1, 32000 do t[i] = {n = i} end ctx.set('x', t) return 1") +
                 tool("pairs",
                      "local t = {} for i = 1, 8000 do t['k' .. i] = {{i}, {}} end ctx.set('x', t) "
                      "return t")}},
      "", kState);
  const Played played =
      game.play(R"({"tool_calls":[{"tool":"write","args":{}},{"tool":"pairs","args":{}}]})");
  CHECK_MESSAGE(played.said() == "applied, applied", (played.message(0) + played.message(1)));
}

}  // namespace gavel::test
