// Work is paid for: what takes long costs as much, and the same everywhere.

#include <doctest/doctest.h>

#include "support/game.hpp"
#include "support/sandbox.hpp"

namespace gavel::test {

using gavel::testing::contains;
using gavel::testing::Game;

TEST_CASE("attack integer-collisions: no table has more keys in one chain than the limit allows") {
  const char* const bodies[] = {
      "for i = 1, 10000 do t[i * 65535] = i end",
      "for i = 1, 10000 do t[i * 131071] = i end",
      "for i = 1, 10000 do t[-i] = i end",
      "for i = 1, 10000 do t[i * 65535 + (1 << 40)] = i end",
      "for i = 1, 10000 do t[1 + i * 2^-40] = i end",
      "for i = 1, 10000 do t[-(1 + i * 2^-45)] = i end",
      "for i = 1, 10000 do t[2^60 * i] = i end",
      "for i = 1, 10000 do t['k' .. i] = i end",
      "for i = 1, 10000 do t[{}] = i end",
      "for i = 1, 10000 do t[function() return i end] = i end",
      "for i = 10000, 1, -1 do t[i * 65535] = i end",
      "for i = 1, 9000 do t[i * 65535] = i t[i * 65535] = nil t[-i] = i end",
      "table.insert(t, 1) for i = 1, 10000 do t[i * 65535] = i end",
  };
  for (const std::string body : bodies) {
    CAPTURE(body);
    Box a(handler("local t = {} " + std::string(body) + " return 1"));
    CHECK(contains(a.said(), "plugin.memory: p/t (run) put too many keys into one table"));
    const auto fuel = a.spent.fuel;
    Box b(handler("local t = {} pcall(function() " + std::string(body) + " end) return 1"));
    CHECK(contains(b.said(), "limits.max_table_keys"));
    CHECK(a.said() != "");
    CHECK(a.spent.fuel == fuel);
    CHECK_FALSE(a.spent.by_chance);
  }
}

TEST_CASE("lists of any length do not count as tables of keys") {
  CHECK(eval("local t = {} for i = 1, 300000 do t[i] = i end return #t") == "300000");
  CHECK(eval("local t = {} for i = 1, 8000 do t['k' .. i] = i end return t.k8000") == "8000");
  for (const int size : {6144, 12288, 24576, 49152, 98304}) {
    CAPTURE(size);
    Box box(
        handler("local n = 0 for i, v in ipairs(args) do n = n + v end return {n, #table.move(args, 1, "
                "#args, 1, {})}"));
    gavel::Json list = gavel::Json::array();
    for (int i = 0; i < size; ++i) list.push_back(1);
    CHECK(box.said("p/t", list) == "[" + std::to_string(size) + "," + std::to_string(size) + "]");
    Box sorted(handler("table.sort(args) return #args"));
    CHECK(sorted.said("p/t", list) == std::to_string(size));
  }
}

TEST_CASE("attack gc-stall: a call close to its memory limit ends, however little each step costs") {
  const char* const spins[] = {
      "local t = {table.unpack(base)}",
      "local t = table.pack(table.unpack(base))",
      "local t = {} for i = 1, 2000 do t[i] = i end",
      "local t = {} for i = 1, 500 do t['k' .. i] = i end",
      "local s = ('x'):rep(60000) .. i",
      "local t = table.move(base, 1, #base, 1, {})",
      "local f = function() return i end local t = {f, table.unpack(base)}",
      "local t = {('x'):rep(100000):byte(1, 3000)}",
      "local s = table.concat(base, 'x')",
      "local t = {} for w in ('a '):rep(3000):gmatch('%S') do t[#t + 1] = w end",
      "local t = setmetatable({table.unpack(base)}, {})",
  };
  for (const char* spin : spins) {
    CAPTURE(spin);
    gavel::Limits limits;
    limits.max_lua_bytes = 4U << 20U;
    limits.max_handler_bytes = 1U << 30U;
    limits.max_handler_fuel = 1'000'000'000;
    Box box(handler("local base = {} for i = 1, 4000 do base[i] = i end local keep = {} "
                    "for i = 1, 62 do keep[i] = {table.unpack(base)} end "
                    "for i = 1, 100000 do " +
                    std::string(spin) + " end return #keep"),
            {}, {}, limits);
    CHECK(contains(box.said(), "plugin.memory: p/t (run) held too much memory"));
    CHECK(box.spent.by_chance);
    CHECK(box.spent.fuel < 20'000'000);
  }
}

TEST_CASE("attack changes-unpaid: what ctx searches, moves and returns costs fuel") {
  struct Row {
    const char* once;
    std::size_t fits;  // times, of a turn that has written a list of 20,000
  };
  const Row rows[] = {
      {"ctx.changes('zzz')", 50},
      {"ctx.changes()", 400},
      {"ctx.move('big', 'big2') ctx.move('big2', 'big')", 200},
      {"ctx.set('big', t)", 200},
      {"ctx.merge('map', {big = t})", 200},
      {"ctx.set('copy' .. i, ctx.get('big'))", 200},
      {"local v = ctx.changes('big[5]')", 50},
      {"ctx.history()", 9000},
      {"ctx.set('map.x', i) ctx.changes('map.x')", 50},
      {"local n = 0 for k, v in pairs(ctx.get('big')) do n = n + v end", 200},
  };
  for (const Row& row : rows) {
    const std::string once = row.once;
    CAPTURE(once);
    const std::string body = "local t = {} for i = 1, 20000 do t[i] = i end ctx.set('big', t) for i = 1, " +
                             std::to_string(row.fits) + " do " + row.once + " end return 1";
    Game game({{"p",
                "tool \"t\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, "
                "rejects = {}, settles = {}, run = function(args, ctx) " +
                    body + " end }"}},
              "limits: {max_turn_milliseconds: 60000, max_handler_fuel: 1000000}", R"({"map":{}})");
    const auto played = game.play(R"({"tool_calls":[{"tool":"t","args":{}}]})");
    if (once == "ctx.history()") {
      CHECK(played.said() == "applied");  // there is none
    } else {
      CHECK_MESSAGE(played.said() == "rejected plugin.fuel", played.message());
    }
  }
}

TEST_CASE("attack fields-unpaid: searching many rows with wildcards is charged to the text") {
  // Every row speaks for the beginning of every path that is written.
  std::string rows = "fields:\n";
  for (int i = 0; i < 1024; ++i) {
    rows += "  - {path: \"";
    for (int bit = 0; bit < 10; ++bit) rows += ((i >> bit) & 1) != 0 ? "a." : "*.";
    rows += "z\", write: [tool]}\n";
  }
  std::string text;
  for (int i = 0; i < 200; ++i) text += "_.set('a.a.a.a.a.a.a.a.a.a.k" + std::to_string(i) + "', 1);\n";
  const std::string state = R"({"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}}}})";
  const auto said = [&](const std::string& limits) {
    Game game({}, rows + limits, state);
    const auto played = game.play(text);
    return played.said() + played.message(199);
  };
  CHECK_FALSE(contains(said(""), "rejected"));
  CHECK(contains(said("limits: {max_turn_work: 2000000}"), "max_turn_work"));
  rows = "fields:\n  - {path: \"**.z\", write: [tool]}\n";
  CHECK_FALSE(contains(said("limits: {max_turn_work: 2000000}"), "rejected"));
}

TEST_CASE(
    "attack enum-unpaid: reporting values that are not allowed is charged to the text that contains them") {
  std::string values, names;
  for (int i = 0; i < 4000; ++i) {
    values += (i == 0 ? "e" : ",e") + std::to_string(i);
    names += (i == 0 ? "'e" : ",'e") + std::to_string(i) + "'";
  }
  const std::string tool =
      "tool 't' { summary = {en='s', zh='s'}, guidance = {en='g', zh='g'}, args = {l = list{of = enum{values "
      "= "
      "{" +
      names + "}}}}, rejects = {}, settles = {}, run = function() end }";
  std::string writes, calls;
  for (int i = 0; i < 100; ++i) {
    writes += "_.set('q.k" + std::to_string(i) + "', 'x1');\n";
    calls += std::string(i == 0 ? "" : ",") + R"({"tool":"t","args":{"l":["x1","x2","x3"]}})";
  }
  const auto last = [&](const std::string& text, const std::string& limits) {
    Game game({{"p", tool}}, "fields: [{path: \"q.*\", enum: [" + values + "]}]\n" + limits, R"({"q":{}})");
    return game.play(text).message(99);
  };
  calls = R"({"tool_calls":[)" + calls + "]}";
  CHECK_FALSE(contains(last(writes, ""), "max_turn_work"));
  CHECK_FALSE(contains(last(calls, ""), "max_turn_work"));
  CHECK(contains(last(writes, "limits: {max_turn_work: 1000000}"), "max_turn_work"));
  CHECK(contains(last(calls, "limits: {max_turn_work: 1000000}"), "max_turn_work"));
}

TEST_CASE("after many small writes at the head of a list, looking back costs in proportion to the list") {
  const auto fuel_of = [](int writes) {
    Game game({{"p",
                "tool \"t\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, "
                "rejects = {}, settles = {}, run = function(args, ctx) for i = 1, " +
                    std::to_string(writes) +
                    " do ctx.push('list', i, {position = 'head'}) end ctx.changes('zzz') "
                    "for i = 1, 100000 do end return 1 end }"}},
              "limits: {max_handler_fuel: " + std::to_string(writes * 1000) + "}", R"({"list":[]})");
    return game.play(R"({"tool_calls":[{"tool":"t","args":{}}]})").said();
  };
  CHECK(fuel_of(400) == "applied");
  CHECK(fuel_of(3200) == "applied");
}

TEST_CASE("library functions pay for everything they read, even if they find nothing") {
  // What `once` costs where its text has two million bytes, next to one of two thousand.
  const char* const reads[] = {
      "f(x, 1)",  // what utf8.codes steps by, over bytes that only continue
      "('y'):find(a .. '.')",
      "('y'):match(a .. '.')",
      "string.format('%.3s', a)",
      "a:find('b')",
      "a:find('b', 1, true)",
      "a:match('b')",
      "a:gsub('b', '')",
      "a:gmatch('b')()",
      "a:upper()",
      "a:reverse()",
      "a:rep(2)",
      "tonumber(a)",
      "tonumber(a, 36)",
      "utf8.len(a)",
      "utf8.offset(a, -1)",
      "table.concat({a, a})",
      "string.format('%q', a)",
      "string.format(a)",
      "pcall(error, a, 1)",
      "ctx.log(a)",
  };
  for (const std::string once : reads) {
    CAPTURE(once);
    const auto fuel_of = [&once](int size) {
      Box box(handler(
          "local a, x = ('a'):rep(" + std::to_string(size) + "), ('\\x80'):rep(" + std::to_string(size) +
          ") local f = utf8.codes('x') pcall(function() for i = 1, 20 do pcall(function() local v = " + once +
          " end) end end) return 1"));
      box.said();
      return box.spent.fuel;
    };
    CHECK(fuel_of(1'000'000) > 5 * fuel_of(1'000));
    CHECK(fuel_of(1'000'000) > 20 * 1'000'000 / 100);
  }
}

TEST_CASE("iterating over a table costs by its slots, including emptied ones") {
  const char* const walks[] = {
      "next(t)",
      "for _ in pairs(t) do end",
      "pcall(ctx.set, '/kept', t)",
  };
  const char* const fills[] = {"t[i]", "t['k' .. i]", "t[i + 0.5]", "t[-i]", "t[i * 1000]"};
  for (const std::string walk : walks)
    for (const std::string place : fills) {
      CAPTURE(walk);
      CAPTURE(place);
      const auto fuel_of = [&](int size, int times) {
        const std::string members = "for i = 1, " + std::to_string(size) + " do " + place;
        const std::string walks_on = "for i = 1, " + std::to_string(times) + " do " + walk + " end return 1";
        Box box(handler(std::string("local t = {} ")
                            .append(members)
                            .append(" = i end ")
                            .append(members)
                            .append(" = nil end ")
                            .append(walks_on)));
        box.said();
        return box.spent.fuel;
      };
      const auto walked = [&](int size) { return fuel_of(size, 101) - fuel_of(size, 1); };
      CHECK(walked(8'000) > walked(10) + 100 * 8'000 / 8);
    }
  // What was only filled costs what it did: two steps a member, and the call.
  Box full(handler("local t = {} for i = 1, 1000 do t['k' .. i] = i end next(t) return 1"));
  Box none(handler("local t = {} for i = 1, 1000 do t['k' .. i] = i end return 1"));
  CHECK(full.said() == none.said());
  CHECK(full.spent.fuel - none.spent.fuel < 1'100);
}

namespace {

// What a tool spends that does `once` ten times behind `first`, in a state as large as what the rows look at.
std::uint64_t fuel_of(const std::string& first, const std::string& once) {
  std::string deep = "1", people;
  for (int i = 1; i < 57; ++i) deep.insert(0, "{\"a\":").append("}");
  for (int i = 0; i < 400; ++i) people += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + "\":{\"mood\":1}";
  const auto built = gavel::testing::build(
      {{"p",
        "local far = 'a' .. ('.a'):rep(54)\n"
        "local function members(n) local all = {} for i = 1, n do all['k' .. i] = i end return all end\n"
        "local function nested(n) local all = {b = 1} for i = 2, n do all = {a = all} end return all end\n"
        "tool \"t\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, args = {}, rejects = "
        "{}, "
        "settles = {}, run = function(args, ctx) " +
            first + " for i = 1, 10 do " + once + " end end }"}},
      "", R"({"n":1,"map":{"b":{"c":{"d":{"e":1}}}},"people":{)" + people + "},\"a\":" + deep + "}");
  const auto sandbox = std::move(built.ruleset->pool().take()).value();
  const Limits& limits = built.ruleset->limits();
  Document document = std::move(Document::load(built.ruleset->initial_state(), Json(), limits)).value();
  Trace trace;
  trace.with_asks = true;
  TurnInput input;
  TurnRules rules;
  input.parts.back().text = R"({"tool_calls":[{"tool":"t","args":{}}]})";
  rules.ruleset = built.ruleset.get();
  rules.sandbox = sandbox.get();
  input.settings = Json(Json::value_t::object);
  rules.trace = &trace;
  const Result<Verdict> verdict = run_turn(document, input, rules);
  REQUIRE(verdict.ok());
  REQUIRE(verdict->lines.size() == 1);
  CHECK_MESSAGE(!verdict->lines[0].outcome.error, verdict->lines[0].outcome.error->message);
  return trace.spent().fuel;
}

struct Price {
  const char *first, *usual, *large;
  std::uint64_t least;  // steps that each large one takes more
};

}  // namespace

TEST_CASE("work-by-size: library functions pay fuel for what they process") {
  const Price prices[] = {
      {"local v = {} for i = 1, 32 do v[('k'):rep(60) .. i + 10] = 1 v[i] = ('k'):rep(8000) .. i end "
       "local w = {} for i = 1, 32 do w[v[i]] = 1 end",
       "local k = next(v)", "local k = next(w)", 2 * 32 * 100},
      {"local v = {} for i = 1, 32 do v[('k'):rep(60) .. i + 10] = 1 v[i] = ('k'):rep(8000) .. i end "
       "local w = {} for i = 1, 32 do w[v[i]] = 1 end",
       "local f = pairs(v)", "local f = pairs(w)", 5 * 32 * 100},
      {"", "local v = ('%.99f'):format(1.5)", "local v = ('%.99f'):format(2.0 ^ 1000)", 75 + 150},
      {"", "local v = math.fmod(2.0 ^ 60, 3)", "local v = math.fmod(2.0 ^ 1000, 3)", 15},
  };
  for (const Price& price : prices) {
    const std::string large = price.large;
    CAPTURE(large);
    CHECK(fuel_of(price.first, price.large) >= fuel_of(price.first, price.usual) + 10 * price.least);
  }
}

TEST_CASE("work-by-size: ctx pays fuel for what it processes") {
  const Price prices[] = {
      {"", "local v = ctx.get('map.b.c.d.e')", "local v = ctx.get(far)", 3000},
      {"", "local v = ctx.has('map.b.c.d.e')", "local v = ctx.has(far)", 1500},
      {"", "local v = ctx.exists('map.b.c.d.e')", "local v = ctx.exists(far)", 1500},
      {"", "local v = ctx.before('map.b.c.d.e')", "local v = ctx.before(far)", 1500},
      {"", "local v = ctx.get('a.a.b.c')", "local v = ctx.get(('a.'):rep(50) .. 'b.c')", 1000},
      {"", "local v = ctx.get('a.' .. ('b'):rep(1000))",
       "local v = ctx.get(('a.'):rep(7) .. ('b'):rep(1000))", 90},
      {"local v = ctx.get('map.b') local w = ctx.get(far)", "ctx.set('n', i) local x = v.c",
       "ctx.set('n', i) local x = w.a", 32},
      {"local v, k = ctx.get('map'), ('k'):rep(1000)", "local w = v.k", "local w = v[k]", 15},
      {"", "local v = ctx.roll('10d6')", "local v = ctx.roll('100d6')", 360},
      {"", "local v = ctx.find_names('x', {{path = 'map.*', names = {'none'}}})",
       "local v = ctx.find_names('x', {{path = 'people.*', names = {'none'}}})", 500},
      {"", "local v = ctx.find_names('x', {{path = 'map.*', names = {'a', 'b', 'c'}}})",
       "local v = ctx.find_names('x', {{path = 'people.*', names = {'a', 'b', 'c'}}})", 1300},
      {"ctx.set('told', {('words '):rep(3000)}) ctx.set('tale', {'words'})",
       "local v = ctx.find_names('x', {{path = 'tale.*', itself = true, pieces = true, parts = {'words'}}})",
       "local v = ctx.find_names('x', {{path = 'told.*', itself = true, pieces = true, parts = {'words'}}})",
       3500},
      {"ctx.set(far, members(200))", "local v = ctx.changes('zzz')",
       "local v = ctx.changes(('**.a.'):rep(20) .. 'b')", 10000},
      {"", "ctx.set('map.b.c.d.e', i)", "ctx.set(far .. '.a', i)", 1500},
      {"local v, w = nested(2), nested(56)", "ctx.merge('map', v, {mergeStrategy = 'deep'})",
       "ctx.merge('a', w, {mergeStrategy = 'deep'})", 300},
      {"ctx.set('l', {1}) local v = members(200)", "ctx.pull('l', null, {where = {k1 = 1}})",
       "ctx.pull('l', null, {where = v})", 1000},
      {"ctx.memory.v = members(5000)", "local v = ctx.memory.w", "ctx.memory.w = i", 600},
  };
  for (const Price& price : prices) {
    const std::string large = price.large;
    CAPTURE(large);
    CHECK(fuel_of(price.first, price.large) >= fuel_of(price.first, price.usual) + 10 * price.least);
  }
}

TEST_CASE("work-by-size: a usual call pays nothing beyond the call") {
  CHECK(fuel_of("", "local v = ctx.roll('10d6')") == fuel_of("", "local v = ctx.roll('1d6')"));
  CHECK(fuel_of("", "local v = ctx.roll('10d6')") == fuel_of("", "local v = ctx.roll('2d6+1')"));
  CHECK(fuel_of("", "local v = ctx.has('map.b.c.d.e.f.g')") == fuel_of("", "local v = ctx.has('map.b')"));
  CHECK(fuel_of("", "local v = ctx.find_names('x', {{path = 'map.*', names = {'none'}}})") ==
        fuel_of("", "local v = ctx.find_names('x', {{path = 'n.none', names = {'none'}}})"));
  CHECK(fuel_of("local v = {reason = 'because'}", "ctx.set('n', i, v)") <
        fuel_of("local v = {reason = 'because'}", "ctx.set('n', i)") + 10 * 8);
  CHECK(fuel_of("", "local v = math.fmod(1e9, 7.5)") == fuel_of("", "local v = math.fmod(1, 7.5)"));
}

TEST_CASE("an instruction that does the work of many costs as much") {
  struct Case {
    const char* name;
    const char* first;  // with `n`
    const char* once;
    int small, large;
    double least;  // steps that the large one costs more, each time
  };
  const Case cases[] = {
      {"a full table that changes a key", "local t = {} for i = 1, n do t['k' .. i] = i end",
       "t.k1 = nil t.x = 1 t.x = nil t.k1 = 1", 64, 8192, 8192},
      {"the same of numbers", "local t = {} for i = 1, n do t[-i] = i end",
       "t[-1] = nil t[-n - 1] = 1 t[-n - 1] = nil t[-1] = 1", 64, 8192, 8192},
      {"a chain of __index", "local t = {} for i = 1, n do t = setmetatable({}, {__index = t}) end",
       "local v = t.x", 2, 1900, 1900},
      {"a chain of __newindex", "local t = {} for i = 1, n do t = setmetatable({}, {__newindex = t}) end",
       "t.x = nil", 2, 1900, 1900},
      {"a chain of __call", "local t = function() end for i = 1, n do t = setmetatable({}, {__call = t}) end",
       "t()", 2, 200, 2000},
      {"__call of many arguments",
       "local g = function() end for i = 1, 20 do g = setmetatable({}, {__call = g}) end "
       "local f = function(...) for i = 1, 5 do g(...) end end local u = {} for i = 1, n do u[i] = i end",
       "f(table.unpack(u))", 8, 3500, 5 * 20 * 3500 / 16.0},
      {"texts of zero bytes", "local a, b = ('\\0'):rep(n) .. 'a', ('\\0'):rep(n) .. 'b'", "local v = a < b",
       8, 8000, 8000},
      {"texts of zero bytes, or equal", "local a, b = ('\\0'):rep(n) .. 'a', ('\\0'):rep(n) .. 'b'",
       "local v = a <= b", 8, 8000, 8000},
      {"many arguments",
       "local g = function() end local f = function(...) for i = 1, 200 do g(...) end end local u = {} "
       "for i = 1, n do u[i] = i end",
       "f(table.unpack(u))", 8, 3500, 200 * 3500 / 16.0},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const auto fuel_of = [&one](int size, int times) {
      Box box(handler("local n = " + std::to_string(size) + " " + one.first + " for i = 1, " +
                      std::to_string(times) + " do " + one.once + " end return 1"));
      CHECK(box.said() == "1");
      return static_cast<double>(box.spent.fuel);
    };
    const auto each = [&](int size) { return (fuel_of(size, 20) - fuel_of(size, 10)) / 10; };
    CHECK(each(one.large) > each(one.small) + one.least);
  }
  // A table that grows, a class of three levels and a short list of arguments cost one step an instruction.
  Box plain(
      handler("local b = {x = 1} b.__index = b local c = setmetatable({}, b) local t = {} for i = 1, 1000 do "
              "t['k' .. i] = c.x end "
              "local f = function(...) return select('#', ...) end return f(1, 2, 3)"));
  CHECK(plain.said() == "3");
  CHECK(plain.spent.fuel < 12'000);
}

TEST_CASE("attack call-chain: a chain of __call ends in a function, or in a clear error") {
  // What calls `t`, a chain of so many links in front of a function.
  const char* const calls[] = {
      "t()",
      "return t()",
      "(function(...) t(...) end)(table.unpack(u))",
      "table.sort({m, m, m})",
      "for k in t do break end",
      "local v = m < m",
      "local v = m <= m",
      "local v = m == setmetatable({}, getmetatable(m))",
      "local v = m .. m",
      "local v = #m",
      "local v = -m",
      "local v = ~m",
      "local v = m + 1",
      "local ok, why = pcall(t) error(why, 0)",
  };
  const std::string_view refused = "more than 200 values lead to one another by `__call`";
  for (const std::string call : calls) {
    CAPTURE(call);
    const auto chain = [&](const std::string& links) {
      return handler(
          std::string(
              "local t, u = function(...) return nil end, {} for i = 1, 3000 do u[i] = i end for i = 1, ")
              .append(links)
              .append(" do t = setmetatable({}, {__call = t}) end "
                      "local m = setmetatable({}, {__lt = t, __le = t, __eq = t, __concat = t, __len = t, "
                      "__unm = t, __bnot = t, __add = t}) "
                      "local ok, why = pcall(function() ")
              .append(call)
              .append(" end) return tostring(why)"));
    };
    CHECK_FALSE(contains(Box(chain("200")).said(), std::string(refused)));
    for (const std::string links : {"202", "4000", "60000"}) {
      CAPTURE(links);
      Box box(chain(links));
      CHECK(contains(box.said(), std::string(refused)));
      Box again(chain(links));
      CHECK(again.said() == box.said());
      CHECK(again.spent.fuel == box.spent.fuel);
    }
  }
  Box endless(handler("local t = {} setmetatable(t, {__call = t}) return t()"));
  CHECK(contains(endless.said(), std::string(refused)));
}

TEST_CASE("hidden steps are paid by the call that took them, not by an inner or outer one") {
  const char* const chain = "local t = {} for i = 1, 1900 do t = setmetatable({}, {__index = t}) end ";
  const auto spent_of = [&](const std::string& before) {
    Box box(handler(std::string(chain) + before + " return 1"));
    CHECK(box.said() == "1");
    return box.spent.fuel;
  };
  // Fewer instructions than the hook waits for: paid when the call ends.
  CHECK(spent_of("local v = t.x v = t.x v = t.x") > spent_of("local v = 1 v = 1 v = 1") + 3 * 1900);
}

TEST_CASE("nan is nan, whatever its sign") {
  for (const char* letter : {"f", "e", "g", "a", "F", "E", "G", "A", "5.1f", "+f", " f"}) {
    CAPTURE(letter);
    const std::string format = "('%" + std::string(letter) + "'):format(";
    const auto of = [&format](const char* number) { return format + number; };
    CHECK(eval(std::string("return ")
                   .append(of("0/0) == "))
                   .append(of("-(0/0)) and "))
                   .append(of("math.huge - math.huge) == "))
                   .append(of("0/0)"))) == "true");
  }
}

TEST_CASE("a text used as a loop's number is quoted by its beginning, and charged for that") {
  Box box(
      handler("local a = ('x'):rep(4000000) local n = 0 for i = 1, 100 do if not pcall(function() for j = a, "
              "0 do end end) "
              "then n = n + 1 end end return n"));
  CHECK(box.said() == "100");
  CHECK(contains(eval("local a = ('x'):rep(4000) for j = a, 0 do end return 1"), "is the text \"xxx"));
}

}  // namespace gavel::test
