// Attacks that need the whole referee: what handlers do to the document, to each other and to the loader. The
// ids are those of the reference; R rows are our own.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::testing::build;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

std::string tool(const std::string& name, const std::string& body) {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = {}, "
         "settles = {},\n run = function(args, ctx)\n" +
         body + "\n end }\n";
}

std::string call(const std::string& name) {
  return R"({"tool_calls":[{"tool":")" + name + R"(","args":{}}]})";
}

struct Row {
  const char* id;
  const char* body;  // of a tool, on its third line
  const char* said;
  const char* words;  // in the message; nullptr: not looked at
};

constexpr const char* kState = R"({"x":0,"list":[1,2,3],"map":{"a":1,"b":2}})";

// The attack is refused, nothing of it is kept, and another plugin's tool is right afterwards.
void run(const Row& row) {
  const std::string id = row.id;
  CAPTURE(id);
  Game game({{"p", tool("attack", row.body)},
             {"q", tool("good", "ctx.set('x', ctx.get('x') + 1) return ctx.get('x')")}},
            "", kState);
  const Played attacked = game.play(call("attack"));
  CHECK(attacked.said() == row.said);
  if (row.words != nullptr) CHECK_MESSAGE(contains(attacked.message(), row.words), attacked.message());
  if (attacked.said().starts_with("rejected")) {
    CHECK(attacked.data == kState);
    CHECK(attacked.verdict["commands"][0]["rule"] == R"("p/attack")");
    CHECK(contains(attacked.verdict["commands"][0]["at"].text(), "plugins/p/p.lua:"));
    CHECK_FALSE(attacked.verdict["events"].there);
  }
  CHECK(game.play(call("good")).said() == "applied");
}

}  // namespace

TEST_CASE("what a failing handler wrote, emitted and remembered is undone, and the next one works") {
  const Row rows[] = {
      {"H04", "for i = 1, 1e7 do ctx.set('x', i) end", "rejected plugin.error", "max_host_calls"},
      {"H04b", "for i = 1, 1e7 do ctx.emit('e', i) end", "rejected plugin.error", nullptr},
      {"H09", "ctx.get('map').a = 5", "rejected plugin.error", "read-only"},
      {"H09b", "table.insert(ctx.get('list'), 1)", "rejected plugin.error", "read-only"},
      {"H09c", "table.sort(ctx.get('list'))", "rejected plugin.error", "read-only"},
      {"H10", "for k in pairs(ctx.get('map')) do ctx.delete({'map', k}) end return ctx.len('map')", "applied",
       nullptr},
      {"H11", "ctx.set('x', 9) ctx.emit('e') ctx.memory.n = 1 error('late')", "rejected plugin.error",
       "late"},
      {"H12", "ctx.set('x', 9) ctx.emit('e') while true do end", "rejected plugin.fuel", "max_handler_fuel"},
      {"H12b", "ctx.set('x', 9) local t = {} while true do t[#t + 1] = ('x'):rep(100000) end",
       "rejected plugin.memory", nullptr},
      {"H17", "for i = 1, 1000 do ctx.log(('x'):rep(100000)) end error('end')", "rejected plugin.error",
       nullptr},
      {"H18", "error('\\27[31mred\\n[error] fake line')", "rejected plugin.error", nullptr},
      {"R01", "ctx.set('', 5)", "rejected type.mismatch", nullptr},
      {"R02", "ctx.set('__proto__.x', 1)", "rejected path.forbidden", nullptr},
      {"R03", "ctx.set('list[9]', 1)", "rejected path.invalid", nullptr},
      {"R04", "ctx.set('x', 0/0)", "rejected plugin.error", "nan"},
      {"R05", "ctx.set('x', function() end)", "rejected plugin.error", "function"},
      {"R06", "ctx.set('x', ctx)", "rejected plugin.error", nullptr},
      {"R07", "ctx.set('x', '\\255')", "rejected plugin.error", "UTF-8"},
      {"R08", "local t = {} t.t = t ctx.set('x', t)", "rejected plugin.error", nullptr},
      {"R09", "ctx.memory[5] = 1", "rejected plugin.error", nullptr},
      {"R10", "ctx.emit('turn_end')", "rejected plugin.error", "the host's own"},
      {"R11", "ctx.roll('9999999d6')", "rejected plugin.error", nullptr},
      {"R12", "ctx.set('x', 1, {mergestrategy = 'deep'})", "rejected plugin.error", "unknown"},
      {"R13", "return deny('x')", "rejected plugin.error", "deny()"},
      {"R15", "local t = {} for i = 1, 14 do t[i] = ('x'):rep(1000000) end return t",
       "rejected plugin.memory", nullptr},
      {"R16", "for i = 1, 9999 do ctx.roll('100d1000000') end for i = 1, 9999 do ctx.roll('100d6') end",
       "rejected plugin.error", nullptr},
      {"R17", "for i = 1, 5 do ctx.memory['x' .. i] = ('x'):rep(1000000) end", "rejected plugin.error",
       "max_memory_bytes"},
      {"R18", "return reject('no', ('x'):rep(1000000))", "rejected tool.rejected", nullptr},
      {"R19", "return reject('no', ('x'):rep(8000000))", "rejected plugin.error", "max_string_bytes"},
      {"R20", "ctx.set('x', ('x'):rep(1100000))", "rejected plugin.error", "max_string_bytes"},
      {"R21", "ctx.memory.x = ('x'):rep(1100000)", "rejected plugin.error", "max_string_bytes"},
      {"R22", "error('plugins/q/q.lua:1: blame them', 0)", "rejected plugin.error", "blame them"},
      {"R14", "pcall(ctx.set, '__proto__', 1) return 1", "rejected path.forbidden", nullptr},
  };
  for (const Row& row : rows) run(row);
}

TEST_CASE("H19: a derive returns a value that its field allows, or nothing changes") {
  for (const char* body : {"return 0/0", "return math.huge", "return '1e400'", "return true", "error('x')",
                           "while true do end", "return function() end"}) {
    CAPTURE(body);
    Game game({{"d", "derive \"d\" { path = \"d\", run = function(ctx) " + std::string(body) + " end }"}},
              "fields: [{path: d, type: number}]", R"({"d":1})");
    const Played played = game.play("");
    CHECK(played.data == R"({"d":1})");
    CHECK(contains(played.verdict["warnings"].text(), "d/d"));
  }
}

TEST_CASE("H16: functions that a reloaded plugin left are not called any more") {
  Game game({{"p", tool("t", "return 1")}}, "", kState);
  CHECK(game.play(call("t")).verdict["commands"][0]["result"] == "1");
  game.replace(build({{"p", tool("t", "return 2")}}, "", kState).ruleset);
  CHECK(game.play(call("t")).verdict["commands"][0]["result"] == "2");
}

TEST_CASE(
    "H02, H03: rules that a tool's writes call are paid from the share of the tool's plugin, and use no "
    "native stack") {
  const PluginText slow = {
      "r", "rule \"r\" { path = \"x\", run = function() for i = 1, 1e4 do end return allow() end }"};
  Game game({slow, {"t", tool("t", "for i = 1, 9000 do ctx.set('x', i) end return 1")}},
            "limits: {max_handler_fuel: 2000000, max_turn_fuel: 20000000}", kState);
  const Played played = game.play(call("t"));
  CHECK(played.said() == "rejected plugin.fuel");
  CHECK_MESSAGE(contains(played.message(), "t has spent its share"), played.message());
  CHECK(played.data == kState);
}

TEST_CASE("H22: a plugin for another api does not load, before any of its code runs") {
  std::vector<gavel::Problem> problems;
  gavel::read_manifest("plugin: p\nversion: 1.0.0\napi: 2\nsummary: {en: e, zh: z}\n", "plugin.yaml",
                       gavel::Limits(), problems);
  REQUIRE_FALSE(problems.empty());
  CHECK(contains(problems[0].error.message + problems[0].found + problems[0].expected, "2"));
  CHECK(problems[0].error.where.line == 3);
}

TEST_CASE("two plugins with one name for different things do not touch each other") {
  const std::string body = "ctx.memory.n = (ctx.memory.n or 0) + 1 return ctx.memory.n";
  Game game({{"p", "shared = {1}\n" + tool("a", body)},
             {"q", "local ok = pcall(function() return shared end)\n" +
                       tool("b", body + " + (shared and 1 or 0)")}},
            "", "{}");
  CHECK(game.play(call("a")).verdict["commands"][0]["result"] == "1");
  CHECK(game.play(call("b")).said() == "rejected plugin.error");  // there is no global `shared` in q
}

TEST_CASE("C35: keys that collide in one chain end by the deadline, and nothing of the turn is kept") {
  const std::string walk =
      "local t = {} for i = 1, 8000 do t[i * 8191] = i end while true do local _ = t[8191], t[8191 * 8001] "
      "end";
  const std::string rules = "limits: {max_turn_milliseconds: 100}";
  Game game({{"p", tool("attack", walk)}, {"q", tool("good", "ctx.set('x', 1) ctx.emit('e') return 1")}},
            rules, R"({"x":0,"y":0})");
  const Played played = game.play(
      R"({"tool_calls":[{"tool":"good","args":{}},{"tool":"attack","args":{}},{"tool":"good","args":{}}]})"
      "\n"
      R"([{"verb":"set","path":["y"],"value":1}])");
  CHECK(played.said() ==
        "rejected plugin.deadline, rejected plugin.deadline, rejected plugin.deadline, rejected "
        "plugin.deadline");
  CHECK(played.data == R"({"x":0,"y":0})");
  CHECK(played.meta == "{}");
  CHECK_FALSE(played.verdict["events"].there);
  CHECK(game.play(R"({"tool_calls":[{"tool":"good","args":{}}]})").said() == "applied");
}
