// What crosses from call to call and from process to process: what loading left and no table shows any more,
// the seed of Lua's hashes, addresses. Every Lua state has another seed and other addresses, so that many
// states stand for many processes.

#include <set>

#include <doctest/doctest.h>

#include "support/sandbox.hpp"

namespace gavel::test {

namespace {

struct Crossing {
  const char* top;   // runs while loading
  const char* body;  // of a handler
  const char* said;  // in every call of every state; nullptr: whatever it is, it is the same
};

// In `states` states, `times` each.
void run(const Crossing& one, int states, int times) {
  const std::string top = one.top;
  const std::string body = one.body;
  CAPTURE(top);
  CAPTURE(body);
  Program::Loaded loaded = load(handler(one.body, one.top));
  REQUIRE_MESSAGE(loaded.program != nullptr, problems_of(loaded));
  std::set<std::string> said;
  std::set<std::uint64_t> fuel;
  std::vector<std::unique_ptr<Sandbox>> all;  // side by side: each state has addresses of its own
  for (int state = 0; state < states; ++state) {
    all.push_back(std::move(*loaded.program->make()));
    World world;
    const Json nothing;
    const Argument args[] = {&nothing};
    const Call call{.handler = 0, .args = args, .more = {}, .functions = kAllFunctions, .allowance = {}};
    for (int time = 0; time < times; ++time) {
      Spent spent;
      said.insert(text_of(all.back()->call(call, world, spent)));
      fuel.insert(spent.fuel);
    }
  }
  CHECK(said.size() == 1);
  CHECK(fuel.size() == 1);
  if (one.said != nullptr) CHECK_MESSAGE(said.begin()->find(one.said) != std::string::npos, *said.begin());
}

constexpr const char* kStore =
    "local M = {} do local store = {} local function keep(_, k) store[#store + 1] = tostring(k) "
    "return table.concat(store, ',') end ";

}  // namespace

TEST_CASE("attack stale-metatable: functions left from loading call nothing that was not frozen") {
  const std::string store = kStore;
  struct Row {
    std::string top;
    const char* body;
    const char* said;
  };
  const Row rows[] = {
      {store + "M.__index = keep setmetatable({}, M) M.__index = nil end", "return setmetatable({}, M).x",
       "nothing"},
      {store + "M.__index = keep setmetatable({}, M) M.__index = nil M.__gc = true end",
       "return setmetatable({}, M).x", "__gc is not allowed"},
      {store + "M.__index = keep setmetatable({}, M) M.__index = nil M.__mode = 'k' end",
       "return setmetatable({}, M).x", "__mode is not allowed"},
      {store + "M.__call = keep setmetatable({}, M) M.__call = nil end", "return setmetatable({}, M)('x')",
       "attempt to call a table value"},
      {store + "M.__newindex = keep setmetatable({}, M) M.__newindex = nil end",
       "local o = setmetatable({}, M) o.x = 1 return o.x", "1"},
      {store + "M.__len = keep setmetatable({}, M) M.__len = nil end", "return #setmetatable({}, M)", "0"},
      {store + "M.__tostring = keep setmetatable({}, M) M.__tostring = nil end",
       "return tostring(setmetatable({}, M))", "\"table\""},
      {store + "M.__concat = keep setmetatable({}, M) M.__concat = nil end",
       "return setmetatable({}, M) .. 'x'", "attempt to concatenate"},
      {store + "M.__pairs = keep setmetatable({}, M) M.__pairs = nil end",
       "return #{pairs(setmetatable({}, M))}", "2"},
      {store + "M.__eq = keep setmetatable({}, M) M.__eq = nil end",
       "return setmetatable({}, M) == setmetatable({}, M)", "false"},
      {store + "M.__index = keep setmetatable({}, M) M.__index = { x = 7 } end",
       "return setmetatable({}, M).x", "7"},
      {store + "local N = { __index = keep } setmetatable(M, N) M.__index = M N.__index = nil end",
       "return setmetatable({}, M).x", nullptr},
      {store + "M.__index = keep local o = setmetatable({}, M) M.o = o M.__index = nil end",
       "return pcall(function() return M.o.x end)", nullptr},
      {store + "local o = setmetatable({}, { __index = keep }) getmetatable(o).__index = nil M.o = o end",
       "return setmetatable({}, getmetatable(M.o)).x", "nothing"},
      {store + "M.__index = keep for i = 1, 3 do setmetatable({}, M) end M.__index = nil M.y = 1 end",
       "return { x = setmetatable({}, M).x, y = M.y }", "{\"y\":1}"},
      {store + "local ok = pcall(setmetatable, {}, { __index = keep, __close = keep }) M.ok = ok end",
       "return M.ok", "false"},
      {store + "M.w = deny({ 1 }, 'x') end", "return M.w", "deny[[1],\"x\"]"},
      {store + "M.step, M.of, M.at = pairs(store) store[1] = 'a' end",
       "return tostring(pcall(M.step, M.of, M.at))", "\"false\""},
      {store + "M.each = ('a b'):gmatch('%a') M.each() end", "return tostring(pcall(M.each))", "\"false\""},
      {store + "M.each, M.of, M.at = ipairs(store) end", "return tostring(M.each(M.of, M.at))", "\"nil\""},
  };
  for (const Row& row : rows) run({row.top.c_str(), row.body, row.said}, 2, 3);
}

TEST_CASE("attack hash-border: the length of a table with holes is the same in every process") {
  const Crossing rows[] = {
      {"", R"(local bits = {}
       for b = 1, 16 do
         local t = {}
         for i = 1, 16 do t['k' .. i] = true end
         for i = 1, 16 do t['k' .. i] = nil end
         t[1], t[2], t[3], t[5], t[6], t[7], t[8] = 1, 2, 3, 5, 6, 7, 8
         t['z' .. b] = true
         bits[b] = #t
       end
       return table.concat(bits, ' '))",
       nullptr},
      {"local function filled(key, gone) local t = {} for i = 1, 16 do t[key(i)] = true end "
       "if gone then for k = 1, 16 do t[key(k)] = nil end end "
       "t[1], t[2], t[3], t[5], t[6], t[7], t[8], t[10], t[16], t[17] = 1, 2, 3, 5, 6, 7, 8, 10, 16, 17 "
       "t[key(99)] = true return t end",
       "local s = '' for i = 1, 20 do s = s .. #filled(function(n) return { n } end) .. ' ' end return s",
       nullptr},
      {"",
       "local s = '' for j = 1, 20 do local t = {} for i = 1, 9 do t[function() return i + j end] = i end "
       "t[1], t[2], t[4], t[5], t[7] = 1, 2, 4, 5, 7 s = s .. #t .. ' ' end return s",
       nullptr},
      {"",
       "local s = '' for j = 1, 9 do local t = { [string.len] = 1, [pcall] = 2, [ctx] = 3, [null] = 4, "
       "[type] = 5, "
       "[ctx.get] = j } t[1], t[2], t[4], t[5], t[7], t[8] = 1, 2, 4, 5, 7, 8 s = s .. #t .. ' ' end return "
       "s",
       nullptr},
      {"",
       "local s = '' for j = 1, 20 do local t = { [('x'):rep(50 + j)] = 1, [('y'):rep(50)] = 2 } "
       "t[2], t[1], t[4], t[5], t[7], t[8] = 1, 2, 4, 5, 7, 8 s = s .. #t .. ' ' end return s",
       nullptr},
      {"",
       "local s = '' for j = 1, 20 do local t = { ['a' .. j] = 1, b = 2, c = 3 } t[1], t[2], t[4], t[8] = 1, "
       "2, 4, 8 "
       "table.insert(t, 'n') table.remove(t) s = s .. #t .. select('#', table.unpack(t)) .. table.concat(t) "
       "end return s",
       nullptr},
      {"",
       "local s = '' for j = 1, 20 do local t = { ['a' .. j] = 1, b = 2 } t[1], t[2], t[3], t[4], t[9] = 4, "
       "3, 2, 1, 0 "
       "t[3] = nil pcall(table.sort, t) for i, v in ipairs(t) do s = s .. i .. v end s = s .. #t end return "
       "s",
       nullptr},
      {"",
       "local s = '' for j = 1, 20 do local t = { ['a' .. j] = 1, b = 2 } for i = 20, 1, -1 do if i % 5 ~= j "
       "% 5 then "
       "t[i] = i end end s = s .. #t .. ' ' table.move(t, 1, #t, 3) s = s .. #t .. ' ' end return s",
       nullptr},
      // The same without names is Lua's own answer, and depends on no seed.
      {"",
       "return { #{ 1, nil, 3 }, #{ nil, nil, 3 }, #{ 1, 2, nil, 4 }, #table.pack(1, 2, 3), #{ n = 1, 1, 2, "
       "3 } }",
       "[3,3,4,3,3]"},
      {"",
       "local s = '' for j = 1, 20 do local t = { [1.5] = 1, [true] = 2, [false] = 3, [-j] = 4, [1e300] = 5 "
       "} "
       "t[1], t[2], t[4], t[5], t[7] = 1, 2, 4, 5, 7 s = s .. #t .. ' ' end return s",
       nullptr},
      // What loading left was laid out again when it was frozen.
      {"local T = {} for i = 1, 40 do T['k' .. i] = true end for i = 1, 40 do T['k' .. i] = nil end "
       "for _, i in ipairs{ 1, 2, 3, 5, 6, 7, 8, 9, 12, 13, 16, 17, 33 } do T[i] = i end T.z = 1",
       "return { #T, select('#', table.unpack(T)), #table.concat(T) }", nullptr},
      {"local T = {} for i = 1, 40 do T['k' .. i] = true end for i = 1, 40 do T['k' .. i] = nil end "
       "for _, i in ipairs{ 1, 2, 3, 5, 6, 7, 8, 9, 12, 13, 16, 17, 33 } do T[i] = i end",
       "return #T", nullptr},
      // What has no holes has its length, whatever else is in it.
      {"",
       "local t = {} for i = 1, 1000 do t[#t + 1] = i t['k' .. i] = i t[{}] = i end for i = 1, 400 do t[#t] "
       "= nil "
       "end return #t",
       "600"},
  };
  for (const Crossing& row : rows) run(row, 40, 1);
}

TEST_CASE("attack hash-border: of several mistakes every process reports the same one") {
  const Crossing rows[] = {
      {"", "return { a = print_ == nil and function() end, b = 0/0, c = ('x'):rep(2000000), d = '\\255' }",
       nullptr},
      {"", "local t = {} for i = 1, 30 do t['k' .. i] = i end t[1] = 1 return t",
       "has the key \"k1\" beside"},
      {"", "local t = array{} for i = 1, 30 do t['k' .. i] = i end return t",
       "is an array and has the key \"k1\""},
      {"", "return { [{}] = 1, [function() end] = 2, [1.5] = 3, [true] = 4, [-1] = 5 }", "has the key"},
      {"", "return { [('a'):rep(5000)] = 1, [('b'):rep(6000)] = 2, ['\\255'] = 3, [('c'):rep(7000)] = 4 }",
       "has a key of 7000 bytes"},
      {"", "return { ['\\255a'] = 1, ['\\254'] = 2, b = 3 }", "has a key that is not valid UTF-8"},
      {"",
       "local t = { [{}] = 1, [function() end] = 2, [ctx] = 3 } for i = 1, 500 do t['k' .. i] = i end "
       "local ok, e = pcall(pairs, t) return e",
       "type function"},
      {"",
       "local t = { [{}] = 1, [function() end] = 2 } for i = 1, 500 do t['k' .. i] = i end "
       "local ok, e = pcall(next, t) return e",
       "type function"},
      {"",
       "local t = {} for i = 1, 500 do t['k' .. i] = i end local s = '' for k in pairs(t) do s = s .. k end "
       "return s",
       nullptr},
      {"local a, b, c, d = 1, 2, 3, 4 M = { w = function() d = 0 end, x = function() c = 0 end, "
       "y = function() b = 0 end, z = function() a = 0 end }",
       "M.z() M.y() M.x() M.w()", "changed 'a'"},
      {"local a, b, c = 1, 2, 3 for i, f in ipairs{ function() c = 0 end, function() b = 0 end, function() a "
       "= 0 end } "
       "do _ENV['f' .. i] = f end",
       "f1() f2() f3() return 1", "changed 'a'"},
      {"", "return strng", "there is no global 'strng'"},
      {"", "return string.uper", "did you mean 'upper'"},
  };
  for (const Crossing& row : rows) run(row, 40, 1);
}

}  // namespace gavel::test
