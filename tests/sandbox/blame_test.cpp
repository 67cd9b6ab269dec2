// One plugin spends: another is neither short of anything nor blamed.

#include <doctest/doctest.h>

#include "support/game.hpp"
#include "support/sandbox.hpp"

namespace gavel::test {

using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;

namespace {

std::string greedy_tool(const std::string& body, const std::string& top = {}) {
  return top +
         "tool \"spend\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, "
         "rejects = {}, settles = {},\n run = function(args, ctx)\n" +
         body + "\n end }\n";
}

std::string good_tool(const std::string& body) {
  return "tool \"good\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, "
         "rejects = {}, settles = {},\n run = function(args, ctx)\n" +
         body + "\n end }\n";
}

std::string rule_on_gold(const std::string& body) {
  return "rule \"cap\" { path = \"gold\", run = function(effect, ctx)\n" + body +
         "\n if effect.after > 100 then return deny('too much') end return allow() end }";
}

constexpr const char* kGold = R"({"gold":1,"x":0})";

std::string calls(std::initializer_list<const char*> names) {
  std::string all;
  for (const char* name : names)
    all += std::string(all.empty() ? "" : ",") + R"({"tool":")" + name + R"(","args":{}})";
  return R"({"tool_calls":[)" + all + "]}";
}

}  // namespace

TEST_CASE("attack quarantine-neighbour: a rule has its full fuel and memory, whatever the writer has spent") {
  struct Row {
    const char* id;
    const char* spends;  // before the tool writes
    const char* needs;   // what the neighbour's rule does before it answers
  };
  const Row rows[] = {
      {"fuel", "for i = 1, 4999500 do end", "local n = 0 for i = 1, 300 do n = n + i end"},
      {"fuel for a long rule", "for i = 1, 4999500 do end", "for i = 1, 4900000 do end"},
      {"long string", "local s = ('x'):rep(8000000) s = s .. s", "for i = 1, 100000 do end"},
      {"stack", "local function f(n) if n > 0 then return (f(n - 1)) end ctx.set('gold', 50) end f(1700)",
       "local function f(n) return n == 0 and 0 or 1 + f(n - 1) end f(1700)"},
      {"stack of values",
       "local t = {} for i = 1, 4000 do t[i] = i end "
       "(function(...) ctx.set('gold', 50) end)(table.unpack(t))",
       "local t = {} for i = 1, 4000 do t[i] = i end if select('#', table.unpack(t)) ~= 4000 then return "
       "deny('short') end"},
      {"nested pcalls",
       "local function f(n) if n > 0 then return pcall(f, n - 1) end ctx.set('gold', 50) end f(150)",
       "local function f(n) if n > 0 then return pcall(f, n - 1) end end f(150)"},
      {"bytes", "local t for i = 1, 7 do t = ('x'):rep(8000000) end",
       "local t for i = 1, 7 do t = ('x'):rep(8000000) end"},
      {"tables", "local t = {} for i = 1, 200000 do t[i] = {} end",
       "local t = {} for i = 1, 100000 do t[i] = {} end"},
      {"errors", "for i = 1, 9000 do pcall(error, 'x') end", "for i = 1, 9000 do pcall(error, 'x') end"},
      {"host calls", "for i = 1, 9900 do ctx.exists('x') end", "for i = 1, 9900 do ctx.exists('x') end"},
      {"log", "for i = 1, 15 do ctx.log(('x'):rep(1000)) end", "ctx.log(('x'):rep(1000))"},
  };
  for (const Row& row : rows) {
    const std::string id = row.id;
    CAPTURE(id);
    Game game({{"leak", greedy_tool(std::string(row.spends) + " ctx.set('gold', 50) return 1")},
               {"victim", rule_on_gold(row.needs)}},
              "limits: {max_turn_milliseconds: 60000}", kGold);
    for (int turn = 0; turn < 4; ++turn) {
      const Played played = game.play(calls({"spend"}));
      CHECK_MESSAGE(played.said() == "applied", played.message());
      CHECK(played.data == R"({"gold":50,"x":0})");
      CHECK(played.meta == "{}");
    }
    CHECK(game.play("_.set('gold', 20);").said() == "applied");
    CHECK(game.play("_.set('gold', 200);").said() == "rejected rule.denied");
  }
}

TEST_CASE("the work of other plugins' rules is not counted against the writer") {
  Game game({{"p", greedy_tool("for i = 1, 4 do ctx.set('gold', i) end return 1")},
             {"q", rule_on_gold("for i = 1, 3000000 do end")}},
            "", kGold);
  for (int turn = 0; turn < 4; ++turn) CHECK(game.play(calls({"spend"})).said() == "applied");
  CHECK(game.play("").meta == "{}");
}

TEST_CASE("a rule that fails by itself is named and quarantined; the writer is not") {
  for (const char* fault :
       {"while true do end", "local function f() return 1 + f() end f()", "error('x')",
        "local t = {} for i = 1, 10000 do t[-i] = i end", "local s = 'x' while true do s = s .. s end"}) {
    CAPTURE(fault);
    Game game({{"p", greedy_tool("pcall(ctx.set, 'gold', 5) return 1") + good_tool("return 1")},
               {"q", rule_on_gold(fault)}},
              "", kGold);
    for (int turn = 0; turn < 3; ++turn) {
      const Played played = game.play(calls({"spend", "good"}));
      CHECK(contains(played.verdict["commands"][0]["rule"].text(), "q/cap"));
      CHECK(contains(played.said(), ", applied"));
    }
    CHECK(contains(game.play("").meta.text(), "q/cap"));
    CHECK_FALSE(contains(game.play("").meta.text(), "p/"));
  }
}

TEST_CASE("a plugin that used up a turn's fuel fails by itself, and no other is quarantined for it") {
  const std::string limits = "limits: {max_turn_fuel: 2000000, max_handler_fuel: 1000000}";
  Game game({{"p", greedy_tool("for i = 1, 900000 do end return 1")},
             {"q", good_tool("for i = 1, 100000 do end return 1")}},
            limits, kGold);
  for (int turn = 0; turn < 4; ++turn) {
    const Played played = game.play(calls({"spend", "spend", "spend", "good"}));
    CHECK(played.said() == "applied, applied, rejected plugin.fuel, applied");
    CHECK_MESSAGE(contains(played.message(2), "p has spent its share of the turn's fuel"), played.message(2));
    CHECK(played.verdict["commands"][2]["rule"] == R"("p/spend")");
    CHECK(played.meta == "{}");
  }
}

TEST_CASE("events, rolls, results and memory of one plugin leave room for those of others") {
  const char* const floods[] = {
      "while pcall(ctx.emit, 'e', ('x'):rep(100000)) do end return 1",
      "while pcall(ctx.emit, 'e') do end return 1",
      "while pcall(ctx.roll, '1d6') do end return 1",
      "local s, i = ('x'):rep(1e6), 0 while pcall(function() ctx.memory[i % 3 .. ''] = s end) do i = i+1 end",
  };
  for (const char* flood : floods) {
    CAPTURE(flood);
    Game game(
        {{"p", greedy_tool(flood)},
         {"q",
          good_tool("ctx.emit('mine', {n = 1}) ctx.roll('1d6') ctx.memory.n = 1 return ('x'):rep(10000)")}},
        "", kGold);
    const Played played = game.play(calls({"spend", "good"}));
    CHECK_MESSAGE(contains(played.said(), ", applied"), played.message(1));
    CHECK(contains(played.meta.text(), R"("q":{"n":1})"));
  }
}

TEST_CASE("log lines of one plugin leave room for those of others") {
  Game game({{"p", greedy_tool("for i = 1, 5000 do ctx.log('flood') end return 1")},
             {"q", good_tool("ctx.log('mine') return 1")}},
            "", kGold);
  CHECK(contains(game.play(calls({"spend", "good"})).verdict["logs"].text(), "mine"));
}

TEST_CASE("attack fuel-tax: what one plugin leaves or drops while loading costs others nothing") {
  const std::string good = handler(
      "local t = {} for i = 1, 500 do t[i] = { i } end local s = 'ab' return #t + (s == 'ba' and 1 or 0)");
  Box alone(load_packs({pack("q", {{"init.lua", good}})}));
  REQUIRE(alone.said("q/t") == "500");
  const char* const tops[] = {
      "local s = ('x'):rep(8 << 20) s = s .. s .. s .. s s = nil",
      "s = ('x'):rep(8 << 20) s = s .. s",
      "local t = {} t[('x'):rep(1 << 20)] = 1 keep = t",
      "local s = ('x'):rep(8 << 20) function keep() return s end",
      "keep = setmetatable({}, { __index = { s = ('x'):rep(8 << 20) } })",
      "for i = 1, 100 do local s = ('x'):rep(100000) end",
      "keep = {} for i = 1, 8000 do keep['k' .. i] = i end",
      "keep = {} for i = 1, 100000 do keep[i] = {} end",
      "local function f(n) return n == 0 and 0 or 1 + f(n - 1) end f(1000)",
      "pcall(error, ('x'):rep(1 << 20))",
  };
  for (const char* top : tops) {
    CAPTURE(top);
    std::vector<gavel::Pack> packs;
    packs.push_back(pack("p", {{"init.lua", handler("return 1", std::string(top) + "\n")}}));
    packs.push_back(pack("q", {{"init.lua", good}}));
    Box both(load_packs(std::move(packs)));
    CHECK(both.said("p/t") == "1");
    CHECK(both.said("q/t") == "500");
    CHECK(both.spent.fuel == alone.spent.fuel);
    CHECK(both.spent.bytes == alone.spent.bytes);
  }
}

TEST_CASE("attack load-hog: memory that one plugin keeps is not taken from another's call") {
  gavel::Limits limits;
  limits.max_lua_bytes = 4U << 20U;
  std::vector<gavel::Pack> packs;
  packs.push_back(pack(
      "p", {{"init.lua", handler("return #hoard",
                                 "hoard = {} for i = 1, 180 do hoard[i] = ('x'):rep(16000) .. i end\n")}}));
  packs.push_back(
      pack("q", {{"init.lua", handler("local t = {} for i = 1, 20000 do t[i] = { i } end return #t")}}));
  Box box(load_packs(std::move(packs), {}, limits));
  for (int i = 0; i < 3; ++i) {
    CHECK(box.said("p/t") == "180");
    CHECK(box.said("q/t") == "20000");
  }
}

TEST_CASE("plugins that keep too much memory together are named, and the small ones load") {
  gavel::Limits limits;
  limits.max_lua_bytes = 1U << 20U;
  std::vector<gavel::Pack> packs;
  packs.reserve(13);
  const std::string hog =
      handler("return 1", "hoard = {} for i = 1, 45 do hoard[i] = ('x'):rep(16000) .. i end\n");
  for (int i = 0; i < 12; ++i) packs.push_back(pack("hog" + std::to_string(i), {{"init.lua", hog}}));
  packs.push_back(pack(
      "modest", {{"init.lua",
                  handler("return 1", "mine = {} for i = 1, 8 do mine[i] = ('x'):rep(16000) .. i end\n")}}));
  const auto loaded = load_packs(std::move(packs), {}, limits);
  CHECK(loaded.program == nullptr);
  const std::string problems = problems_of(loaded);
  CHECK_MESSAGE(contains(problems, "plugins/hog11/plugin.yaml"), problems);
  CHECK(contains(problems, "limits.max_lua_bytes"));
  CHECK_FALSE(contains(problems, "hog0"));
  CHECK_FALSE(contains(problems, "modest"));
}

TEST_CASE("a call that exceeds its stack costs later calls nothing, and reloads nothing") {
  std::vector<gavel::Pack> packs;
  packs.push_back(pack("p", {{"init.lua", handler("local function f() return 1 + f() end return f()")}}));
  packs.push_back(pack(
      "q",
      {{"init.lua", handler("local function f(n) return n == 0 and 0 or 1 + f(n - 1) end return f(1700)")}}));
  Box box(load_packs(std::move(packs)));
  REQUIRE(box.said("q/t") == "1700");
  const gavel::Spent spent = box.spent;
  const std::size_t held = box.sandbox->held_bytes();
  for (int i = 0; i < 200; ++i) {
    CHECK(contains(box.said("p/t"), "nested its calls too deeply"));
    CHECK(box.said("q/t") == "1700");
    CHECK(box.spent.fuel == spent.fuel);
  }
  CHECK(box.sandbox->held_bytes() < held + (2U << 20U));
}

}  // namespace gavel::test
