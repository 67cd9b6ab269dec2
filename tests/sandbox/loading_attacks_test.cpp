// Attacks on what loads plugins and on the border between Lua and the host. The ids are those of the
// reference; its S rows are about objects of C++ that scripts hold, of which a plugin here has none but
// read-only views.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Problem;
using gavel::testing::build;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

// All that is said of plugins that do not load, a line each: "plugins/p/p.lua:2: plugin.error: …".
std::string refusal(const std::vector<PluginText>& plugins) {
  const gavel::Ruleset::Built built = build(plugins);
  if (built.ruleset != nullptr) return "it loads";
  std::string all;
  for (const Problem& problem : built.problems)
    all += problem.error.where.file + ":" + std::to_string(problem.error.where.line) + ": " +
           std::string(code_name(problem.error.code)) + ": " + problem.error.message + "\n";
  return all;
}

std::string tool(const std::string& name, const std::string& body) {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = {}, "
         "settles = {},\n run = function(args, ctx)\n" +
         body + "\n end }\n";
}

std::string named_tool(const std::string& lua_name) {
  return "tool(" + lua_name +
         ")\n{ summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = {}, "
         "settles = {}, run = function() end }";
}

}  // namespace

TEST_CASE("H05: endless registering ends by fuel or by the number of registrations, and nothing loads") {
  const std::string said =
      refusal({{"p", "for i = 1, 1e6 do rule('r' .. i) { path = 'a', run = function() end } end"}});
  CHECK(contains(said, "plugins/p/p.lua:1: plugin."));
  CHECK((contains(said, "max_registrations") || contains(said, "max_load_fuel")));
}

TEST_CASE("H05: a handler can register nothing") {
  Game game({{"p", tool("t", "tool('late') {}")}}, "", "{}");
  CHECK(game.play(R"({"tool_calls":[{"tool":"t","args":{}}]})").said() == "rejected plugin.error");
}

TEST_CASE("H06: a tool's name must be one that a model can call, whatever bytes are tried") {
  for (const char* name : {"'a\\0b'", "''", "'../x'", "('x'):rep(1e6)", "'A'", "'a b'", "'\\xff'", "'a-b'"}) {
    CAPTURE(name);
    const std::string said = refusal({{"p", named_tool(name)}});
    CHECK_MESSAGE(contains(said, "plugins/p/p.lua:"), said);
    CHECK(contains(said, "plugin.invalid"));
    CHECK(said.size() < 8000);
  }
}

TEST_CASE("H07: two plugins that register one id do not load, and both are named with their files") {
  const std::string said = refusal({{"p", tool("t", "return 1")}, {"q", tool("t", "return 2")}});
  CHECK(contains(said, "p/t"));
  CHECK(contains(said, "plugins/p/p.lua:1"));
  CHECK(contains(said, "plugins/q/q.lua:1"));
}

TEST_CASE("H13, H14: require finds a plugin's own files and shared modules, and nothing else") {
  for (const char* name :
       {"../../etc/passwd", "/abs", "q.private", "..", "a/../b", "./a", "C:\\\\x", "a\\0b", "q"}) {
    CAPTURE(name);
    const std::string said = refusal({{"p", "require('" + std::string(name) + "')"}, {"q", "x = 1"}});
    CHECK_MESSAGE(contains(said, "plugins/p/p.lua:1: plugin."), said);
  }
}

TEST_CASE("H15: a plugin that never finishes loading is stopped at its line, and named") {
  const std::string said = refusal({{"p", "\nwhile true do end"}, {"q", tool("t", "return 1")}});
  CHECK(contains(said, "plugins/p/p.lua:2: plugin.fuel"));
  CHECK(contains(said, "max_load_fuel"));
}

TEST_CASE("H20: derived values that depend on each other fail the turn, and are named") {
  Game game({{"p",
              "derive 'a' { path = 'a', run = function(ctx) return (ctx.get('b') or 0) + 1 end }\n"
              "derive 'b' { path = 'b', run = function(ctx) return (ctx.get('a') or 0) + 1 end }"}},
            "", R"({"x":0})");
  const Played played = game.play("_.set('x', 1);");
  CHECK(played.said() == "rejected automation.loop");
  CHECK(contains(played.message(), "p/a"));
  CHECK(contains(played.message(), "p/b"));
  CHECK(played.data == R"({"x":0})");
}

TEST_CASE("H21: a manifest that expands, nests or contradicts itself is refused with its line") {
  std::string nested = "plugin: ";
  for (int i = 0; i < 100'000; ++i) nested += '[';
  const std::string bomb = "a: &a [x]\nb: [*a, *a]\n";
  const std::string twice = "plugin: p\nplugin: q\n";
  const std::string tagged = "plugin: !!binary aGk=\n";
  const std::string large(std::size_t{50} << 20U, 'x');
  for (const std::string& text : {nested, bomb, twice, tagged, large}) {
    std::vector<Problem> problems;
    gavel::read_manifest(text, "plugin.yaml", gavel::Limits(), problems);
    REQUIRE_FALSE(problems.empty());
    CHECK(any_error(problems));
    CHECK(problems.size() <= gavel::Limits().max_problems);
    CHECK(problems[0].error.message.size() < 1000);
  }
}

TEST_CASE(
    "S01-S18: nothing of the host that a handler holds can be changed, freed, or made to misread a value") {
  struct Row {
    const char* id;
    const char* body;  // its first line is line 3 of the file
    const char* said;
    const char* words;  // in the message, or in the result
  };
  const Row rows[] = {
      {"S01", "local v = ctx.get('map') getmetatable(v).__gc(v)", "rejected plugin.error", nullptr},
      {"S02", "local v = ctx.get('map') v.__gc(v)", "rejected plugin.error", nullptr},
      {"S03", "local v = ctx.get('map') v.__gc({})", "rejected plugin.error", nullptr},
      {"S04", "ctx.get('map').__type.name = 'spoof'", "rejected plugin.error", nullptr},
      {"S05", "ctx.get = function() return 999 end", "rejected plugin.error", nullptr},
      {"S05b", "ctx.memory = {}", "rejected plugin.error", nullptr},
      {"S06", "getmetatable(ctx.get('map')).__index = function() return 'pwned' end", "rejected plugin.error",
       nullptr},
      {"S07", "ctx.get('map').newfield = 1", "rejected plugin.error", nullptr},
      {"S08", "ctx.get(nil)", "rejected plugin.error", nullptr},
      {"S08b", "ctx.get(print)", "rejected plugin.error", nullptr},
      {"S09", "ctx.set('x', 1 << 40) return ctx.get('x')", "applied", "1099511627776"},
      {"S09b", "ctx.set('x', math.mininteger) return ctx.get('x')", "applied", "-9223372036854775808"},
      {"S10", "ctx.history(-1)", "rejected plugin.error", nullptr},
      {"S10b", "ctx.roll(1, 1 << 62) ctx.roll(-5)", "rejected plugin.error", nullptr},
      {"S11", "ctx.history(1.5)", "rejected plugin.error", nullptr},
      {"S11b", "ctx.history('12')", "rejected plugin.error", nullptr},
      {"S11c", "ctx.set('x', 0/0)", "rejected plugin.error", nullptr},
      {"S12", "return tostring(setmetatable({}, { __index = function() error('no') end }).x)",
       "rejected plugin.error", "no"},
      {"S13", "local f = function() error('seen') end f()", "rejected plugin.error", "seen"},
      {"S14", "error({})", "rejected plugin.error", "use a string"},
      {"S14b", "error(nil)", "rejected plugin.error", "use a string"},
      {"S15", "kept = ctx.get('map')", "rejected plugin.error", nullptr},
      {"S16", "coroutine.yield()", "rejected plugin.error", nullptr},
      {"S17", "ctx.get('a[[[')", "rejected plugin.error", nullptr},
      {"S18", "local n = 0 for k in pairs(ctx.get('map')) do n = n + 1 end return n", "applied", "2"},
  };
  constexpr const char* kBefore = R"({"x":0,"map":{"a":1,"b":2}})";
  for (const Row& row : rows) {
    const std::string id = row.id;
    CAPTURE(id);
    Game game({{"p", tool("attack", row.body)}, {"q", tool("good", "return ctx.get('map.a')")}}, "", kBefore);
    const Played played = game.play(R"({"tool_calls":[{"tool":"attack","args":{}}]})");
    CHECK_MESSAGE(played.said() == row.said, played.said() << " " << played.message());
    if (played.said() != "applied") {
      CHECK(played.data == kBefore);
      CHECK(contains(played.verdict["commands"][0]["at"].text(), "plugins/p/p.lua:3"));
      if (row.words != nullptr) CHECK_MESSAGE(contains(played.message(), row.words), played.message());
      for (const char* inner : {"sol::", "std::", "0x", "userdata"})
        CHECK_FALSE(contains(played.message(), inner));
    } else if (row.words != nullptr) {
      CHECK(played.verdict["commands"][0]["result"].text() == row.words);
    }
    CHECK(game.play(R"({"tool_calls":[{"tool":"good","args":{}}]})").verdict["commands"][0]["result"] == "1");
  }
}
