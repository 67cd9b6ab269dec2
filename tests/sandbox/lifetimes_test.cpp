// What outlives what it points to: views, names and words of handlers, where writes are taken back, memory is
// collected and rulesets make room for others.

#include <doctest/doctest.h>

#include "lua/probe.hpp"
#include "support/game.hpp"
#include "support/sandbox.hpp"

using gavel::testing::build;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

std::string tool(const std::string& name, const std::string& body) {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = { n = int{ default = "
         "0 } }, "
         "rejects = { no = \"no\" }, settles = {},\n run = function(args, ctx)\n" +
         body + "\n end }\n";
}

std::string calls(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& one : all) out += (out.empty() ? "" : ",") + one;
  return "{\"tool_calls\":[" + out + "]}";
}

constexpr const char* kState = R"({"n":1,"map":{"a":{"x":1},"b":[1,2,3]},"other":{},
  "list":[{"name":"aaaaaaaaaaaaaaaaaaaa0","sub":{"x":0}},{"name":"aaaaaaaaaaaaaaaaaaaa1","sub":{"x":1}},
          {"name":"aaaaaaaaaaaaaaaaaaaa2","sub":{"x":2}},{"name":"aaaaaaaaaaaaaaaaaaaa3","sub":{"x":3}}]})";

// Views and iterators are held, `%s` is tried and refused, blocks of every size are filled with other bytes,
// and all that was held is compared with what stands there.
constexpr const char* kHold = R"(
  local function text(v)
    if type(v) ~= 'table' then return tostring(v) end
    local all = {}
    for k, one in pairs(v) do all[#all + 1] = tostring(k) .. '=' .. text(one) end
    return '{' .. table.concat(all, ',') .. '}'
  end
  ctx.memory.t = { deep = { 1, 2, { 3 } } }
  local held = {}
  for _, place in ipairs{ 'list', 'list[2]', 'list[1].sub', 'map', 'map.a', 'map.b', 'other' } do
    local view = ctx.get(place)
    held[#held + 1] = { view, text(view), pairs(view) }
  end
  held[#held + 1] = { ctx.memory.t, text(ctx.memory.t), pairs(ctx.memory.t) }
  held[#held + 1] = { ctx.memory.t.deep, text(ctx.memory.t.deep), pairs(ctx.memory.t.deep) }
)";
constexpr const char* kLook = R"(
  local keep = {}
  for i = 1, 2000 do keep[i] = ('%8d'):format(i) .. '\1\0\0\0\0\0\0\0AAAAAAAA' .. ('B'):rep(i % 300) end
  for i = 1, #held do
    local one = held[i]
    if text(one[1]) ~= one[2] then ctx.log('differs: ' .. text(one[1]) .. ' was ' .. one[2]) end
    local count = 0
    for _, v in one[3], one[4], one[5] do count = count + #text(v) end
  end
  ctx.log('looked')
)";

}  // namespace

TEST_CASE("attack view-uaf: a refused and caught write leaves no view of the values in between") {
  for (const char* write :
       {"ctx.push('list', {name = 'evil'})", "ctx.push('map.b', 4)", "ctx.delete('list[1]')",
        "ctx.delete('map.a')", "ctx.set('list[0]', 1)", "ctx.set('list', {})",
        "ctx.set('list[2].sub', {y = {}})", "ctx.set('map.new', {1, {2}})",
        "ctx.merge('map', {a = {x = 2}, c = {}})", "ctx.move('list[0]', 'gone')",
        "ctx.move('map.a', 'other.a')", "ctx.pull('list', 0)", "ctx.insert('list', {name = 'evil'})",
        "ctx.add('n', 1)", "ctx.set('', {})", "ctx.memory.x = ('x'):rep(2000000)",
        "ctx.set('map.a', {x = 3}, {ttl = 5})"}) {
    CAPTURE(write);
    Game game({{"p", "rule \"no\" { path = \"**\", run = function() return deny(\"no\") end }\n" +
                         tool("t", kHold + std::string("for i = 1, 5 do pcall(function() ") + write +
                                       " end) end\n" + kLook)}},
              "", kState);
    const Played played = game.play(calls({R"({"tool":"t","args":{}})"}));
    CHECK(played.verdict["logs"].size() == 1);
    CHECK_MESSAGE(played.verdict["logs"][0]["text"] == "\"looked\"", played.verdict["logs"].text());
    CHECK(played.data == kState);
  }
}

TEST_CASE("attack view-uaf: a write that is kept shows in every view at once") {
  Game game({{"p", tool("t", R"(
    local list, first, map = ctx.get('list'), ctx.get('list[0]'), ctx.get('map')
    for i = 1, 40 do
      ctx.push('list', { name = 'n' .. i })
      ctx.set('map.k' .. i, { i })
      if #list ~= 4 + i or list[4 + i].name ~= 'n' .. i or map['k' .. i][1] ~= i then return 'stale ' .. i end
    end
    ctx.delete('list[0]')
    return first.name
  )")}},
            "", kState);
  CHECK(game.play(calls({R"({"tool":"t","args":{}})"})).verdict["commands"][0]["result"] ==
        R"("aaaaaaaaaaaaaaaaaaaa1")");
}

TEST_CASE("attack names-stale: ctx.find_names finds the current names, whatever was undone before") {
  const std::string body = R"(
    %s
    local found = {}
    for _, row in ipairs(ctx.find_names('Alice met Bob and Zoe, Eve and Tom',
        { { path = 'people.*', names = { 'name', 'also' }, keys = %k } })) do found[#found + 1] = row.name end
    if args.n == 1 then return reject('no') end
    if args.n == 2 then error('late') end
    return table.concat(found, ',')
  )";
  struct Row {
    const char* first;
    const char* then;
  };
  const Row rows[] = {
      {"ctx.set('people.a.name', 'Bob')", "ctx.set('people.a.name', 'Alice')"},
      {"ctx.set('people.a.name', 'Bob')", "ctx.delete('people.a.name')"},
      {"ctx.set('people.b', {name = 'Bob'})", "ctx.set('people.b', {name = 'Eve'})"},
      {"ctx.set('people.Eve', {})", "ctx.set('people.Tom', {})"},
      {"ctx.delete('people.a')", "ctx.set('people.a.x', 1)"},
      {"ctx.push('people.a.also', 'Tom')", "ctx.push('people.a.also', 'Eve')"},
      {"ctx.set('people.a.also[0]', 'Tom')", "ctx.set('people.a.also[0]', 'Eve')"},
      {"ctx.set('people', {})", "ctx.set('other', {})"},
      {"ctx.move('people.a', 'other.a')", "ctx.move('other', 'people.Tom')"},
      {"ctx.merge('people.a', {name = 'Tom'})", "ctx.merge('people.a', {name = 'Eve'})"},
      {"ctx.memory.x = 1", "ctx.memory.x = 2"},
      {"ctx.set('people.a.name', 'Bob')", ""},
      {"ctx.delete('people.a')", "ctx.log('nothing is written')"},
      {"pcall(ctx.set, 'people.a.name', 'Bob')", "ctx.set('people.a.name', 'Bob')"},
  };
  for (const Row& row : rows) {
    for (const char* how : {"1", "2"}) {
      for (const char* keys : {"true", "false"}) {
        CAPTURE(row.first);
        const auto made = [&](const char* write) {
          std::string text = body;
          text.replace(text.find("%k"), 2, keys);
          return text.replace(text.find("%s"), 2, write);
        };
        const std::vector<PluginText> plugins = {
            {"p", tool("first", made(row.first)) + tool("then", made(row.then))}};
        constexpr const char* kPeople = R"({"people":{"a":{"name":"Zoe","also":["Bob"]}},"other":{}})";
        const std::string then = R"({"tool":"then","args":{}})";
        Game alone(plugins, "", kPeople);
        Game behind(plugins, "", kPeople);
        const Played expected = alone.play(calls({then}));
        const Played played =
            behind.play(calls({std::string(R"({"tool":"first","args":{"n":)") + how + "}}", then}));
        CHECK(played.verdict["commands"][1]["result"].text() ==
              expected.verdict["commands"][0]["result"].text());
        CHECK(played.data == expected.data);
      }
    }
  }
}

TEST_CASE("attack names-stale: the index of names confuses no text of a state with two others") {
  const auto found = [](Game& game) {
    return game.play(calls({R"({"tool":"t","args":{}})"})).verdict["commands"][0]["result"].text();
  };
  const PluginText plugin = {"p", tool("t", R"(
    local found = {}
    for _, row in ipairs(ctx.find_names('Alice met Bob', { { path = 'people.*', itself = true } })) do
      found[#found + 1] = row.name
    end
    return table.concat(found, ',')
  )")};
  const auto ruleset = build({plugin}, "", R"({"people":{"a":"Alice","b":"Bob"}})").ruleset;
  Game two(ruleset);
  CHECK(found(two) == "\"Alice,Bob\"");
  Game one(ruleset);
  gavel::Path people;
  people.push_key("people");
  const std::string both(
      "Alice\x1f"
      "a\x1f\0\0Bob",
      13);
  one.document().erase(people.child("a"));
  one.document().put(people.child("b"), both);
  CHECK(found(one) == "\"\"");
}

TEST_CASE("attack word-uaf: a word keeps its source place after the chunk that registered it is gone") {
  const std::string junk =
      "local t = {} for i = 1, 3000 do t[i] = ('@SECRET-of-other-%05d'):format(i) .. ('x'):rep(i % 60) end ";
  struct Row {
    const char* module;  // wwww.lua
    const char* returned;
    const char* line;
  };
  const Row rows[] = {
      {"return { R = deny('no') }", "w.R", "1"},
      {"\n\nreturn deny('no')", "w", "3"},
      {"local a = deny('no') return { { a } }", "w[1][1]", "1"},
      {"local a = deny('no', { 1 }) return function() return a end", "w()", "1"},
      {"return { deny('a'),\n deny('b') }", "w[2]", "2"},
      {"return { R = amend(1, 'no') }", "w.R", "1"},
      {"shared = deny('no')", "shared", "1"},
      {"return (function() return { deny('no') } end)()", "w[1]", "1"},
      {"local function f() local x = deny('no') return x end return f()", "w", "1"},
      {"local t = setmetatable({}, { __index = { R = deny('no') } }) return t", "w.R", "1"},
      {"return { pcall(deny, 'no') }", "w[2]", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.module);
    gavel::test::Box box(gavel::test::handler(junk + "return " + row.returned,
                                              "local w = require 'wwww_of_a_name_longer_than_forty_bytes'"),
                         {{"wwww_of_a_name_longer_than_forty_bytes.lua", row.module}});
    for (int i = 0; i < 3; ++i) {
      const auto returned = box.run();
      REQUIRE(returned.ok());
      const std::string line = returned->line == 0 ? "" : std::to_string(returned->line);
      CHECK(line == row.line);
      CHECK(returned->file == (line.empty() ? "" : "plugins/p/wwww_of_a_name_longer_than_forty_bytes.lua"));
    }
  }
}

TEST_CASE("attack word-uaf: lines are counted for the file that ran them") {
  class Lines final : public gavel::Probe {
   public:
    void begins() override {}
    void ended(const Ended&) override {}
    gavel::FileLines* lines_of(const std::string& file) override { return &files[file]; }
    bool wants_lines() const override { return true; }
    bool counts() const override { return true; }
    std::map<std::string, gavel::FileLines> files;
  };
  // Chunks of which nothing is left, one after the other: their names may come to stand where others stood.
  std::string init;
  std::vector<gavel::PackFile> files;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "module_with_a_name_of_more_than_forty_bytes_" + std::to_string(i);
    init += "require '" + name + "'\n";
    files.push_back(
        {name + ".lua", std::string(static_cast<std::size_t>(i), '\n') + "local x = 1\nreturn 1"});
  }
  Lines lines;
  auto loaded = gavel::test::load(init + gavel::test::handler("return 1"), files, {}, {}, &lines);
  REQUIRE(loaded.program != nullptr);
  for (int state = 0; state < 3; ++state) REQUIRE(loaded.program->make().ok());
  for (int i = 0; i < 40; ++i) {
    const auto& runs =
        lines.files["plugins/p/module_with_a_name_of_more_than_forty_bytes_" + std::to_string(i) + ".lua"]
            .runs;
    REQUIRE(runs.size() > static_cast<std::size_t>(i) + 1);
    CHECK(runs[static_cast<std::size_t>(i) + 1] == 3);
  }
}

TEST_CASE("derived values follow the ruleset that judges, even at the memory address of another") {
  const auto rules = [](const char* value, int more) {
    std::string lua;
    for (int i = 0; i < more; ++i)
      lua += "derive \"e" + std::to_string(i) + "\" { path = \"e" + std::to_string(i) +
             "\", run = function() return 0 end }\n";
    return build({{"p", lua + "derive \"d\" { path = \"d\", run = function(ctx) return ctx.get(\"n\") + " +
                            std::string(value) + " end }"}},
                 "", R"({"n":1,"d":0})")
        .ruleset;
  };
  Game game(rules("1", 9));
  CHECK(game.play(R"([{"verb":"set","path":["n"],"value":1}])").data["d"] == "2");
  for (int i = 0; i < 20; ++i) {
    const std::string value = std::to_string(10 + i);
    game.replace(rules("0", 1));  // judges nothing; what stood there before it is freed
    game.replace(rules(value.c_str(), 8 - i % 8));
    const std::string n = std::to_string(i);
    const Played played = game.play(R"([{"verb":"set","path":["n"],"value":)" + n + "}]");
    CHECK(played.data["d"].text() == std::to_string(10 + 2 * i));
  }
}

TEST_CASE(
    "attack view-as-path: a value of ctx that is given as a path is read as a list of keys, or refused") {
  constexpr const char* kPlaces =
      R"({"way":["map","a"],"map":{"a":{"x":1}},"empty":{},"none":[],"rows":[{"x":1}]})";
  for (const char* reader : {"get", "has", "len", "keys", "before"}) {
    for (const char* place : {"ctx.get('map')", "ctx.get('empty')", "ctx.get('rows')", "ctx.memory",
                              "ctx.settings", "ctx.campaign", "args"}) {
      CAPTURE(reader);
      CAPTURE(place);
      Game game({{"p", tool("t", "ctx.memory.x = 1\nlocal ok, told = pcall(ctx." + std::string(reader) +
                                     ", " + place + ")\nreturn ok and 'taken' or 'refused'")}},
                "", kPlaces);
      const Played played = game.play(calls({R"({"tool":"t","args":{}})"}));
      CHECK_MESSAGE(played.verdict["commands"][0]["result"] == R"("refused")", played.verdict.text());
    }
  }
  Game game({{"p", tool("t", "return ctx.get(ctx.get('way')).x + #ctx.keys(ctx.get('none'))")}}, "", kPlaces);
  CHECK(game.play(calls({R"({"tool":"t","args":{}})"})).verdict["commands"][0]["result"] == "6");
}
