// The rows of the functions that plugins find beside ctx: whatever each of them reads, makes or goes through
// is made larger, one after the other.

#include "lua/program.hpp"
#include "ruleset/vocabulary.hpp"

#include "linear_game.hpp"

namespace gavel::bench {
namespace {

struct Trial {
  const char *name, *prepare, *once;
  std::size_t size = 1024;
  std::size_t times = 256;
};

// Of what plugins find without a library around it.
constexpr Trial kBase[] = {
    {"assert values", "local v = items(n)", "assert(table.unpack(v))", 400},
    {"assert message", "", "fails(assert, false, s)"},
    {"error text", "", "fails(error, s)"},
    {"error plain", "", "fails(error, s, 0)"},
    {"error level", "local d = digits(n)", "fails(error, 'x', d)"},
    {"error table", "local v = members(n)", "fails(error, v)", 32},
    {"pcall values", "local v = items(n)", "pcall(type, table.unpack(v))", 400},
    {"pcall in pcall", "local function f(k) if k > 0 then return pcall(f, k - 1) end end", "f(n)", 16},
    {"pcall of what fails far below",
     "local function f(k) if k == 0 then error('x') end return 1 + f(k - 1) end", "fails(f, n)", 512},
    {"pcall of what fails in callbacks",
     "local function f(k) if k == 0 then error('x') end table.sort({1, 2}, function() return f(k - 1) end) "
     "end",
     "fails(f, n)", 16},
    {"select count", "local v = items(n)", "local c = select('#', table.unpack(v))", 400},
    {"select from the end", "local v = items(n)", "local c = select(-1, table.unpack(v))", 400},
    {"select all", "local v = items(n)", "local c = select(1, table.unpack(v))", 400},
    {"select index as text", "local d = digits(n)", "local c = select(d, 1, 2)"},
    {"tonumber digits", "local d = digits(n)", "local v = tonumber(d)"},
    {"tonumber decimals", "local d = '0.' .. ('123'):rep(n // 3)", "local v = tonumber(d)"},
    {"tonumber of a high power", "local d = '1e' .. digits(n)", "local v = tonumber(d)"},
    {"tonumber base 16", "local d = '0x' .. ('f'):rep(n)", "local v = tonumber(d)"},
    {"tonumber in a base", "local d = ('z'):rep(n)", "local v = tonumber(d, 36)"},
    {"tonumber blanks", "local d = (' '):rep(n) .. '1' .. (' '):rep(n)",
     "local v = tonumber(d) local w = tonumber(d, 10)"},
    {"tonumber no number", "", "local v = tonumber(s) local w = tonumber(s, 10)"},
    {"tostring text", "", "local v = tostring(s)"},
    {"tostring table", "local v = members(n)", "local w = tostring(v)", 64},
    {"tostring number", "local v = 2 ^ (n // 16)", "local w = tostring(v)"},
    {"tostring __tostring", "local v = setmetatable({}, {__tostring = function() return s end})",
     "local w = tostring(v)"},
    {"type", "local v = members(n)", "local w, x = type(v), type(s)", 64},
    {"array", "local v = items(n)", "local w = array(v)", 512},
    {"array of keys", "local v = members(n)", "local w = array(v)", 128},
    {"next list", "local v = items(n)", "local k = next(v, n // 2)", 512},
    {"next map", "local v = members(n)", "local k = next(v) k = next(v, k)", 128},
    {"next unordered", "local v = {} for i = 1, n do v[{}] = i end", "fails(next, v)", 512},
    {"next long keys", "local v = set_of(alike(32, n))", "local k = next(v) k = next(v, k)"},
    {"next behind a long key", "local v, k = set_of(alike(2, n)), s", "local w = next(v, k)"},
    {"pairs list", "local v = items(n)", "for k, w in pairs(v) do end", 512},
    {"pairs of a list", "local v = items(n)", "local f = pairs(v)", 512},
    {"pairs map", "local v = members(n)", "for k, w in pairs(v) do end", 128},
    {"pairs of a map", "local v = members(n)", "local f = pairs(v)", 128},
    {"pairs floats", "local v = {} for i = 1, n do v[i + 0.5] = i end", "local f = pairs(v)", 512},
    {"pairs unordered", "local v = {} for i = 1, n do v[{}] = i end", "fails(pairs, v)", 512},
    {"pairs long keys", "local v = set_of(alike(32, n))", "local f = pairs(v)"},
    {"pairs goes on where members went", "",
     "local v = members(n) for k in pairs(v) do for i = 1, n do v['k' .. i] = nil end end", 256, 4},
    {"pairs __pairs",
     "local w = members(n) local v = setmetatable({}, {__pairs = function() return next, w end})",
     "local f = pairs(v)", 256},
    {"ipairs", "local v = items(n)", "for i, w in ipairs(v) do end", 512},
    {"ipairs start", "local v = items(n)", "local f = ipairs(v)", 512},
    {"ipairs step with text", "local v, d, f = items(9), digits(n), ipairs({})", "local i = f(v, d)"},
    {"getmetatable", "local v = setmetatable(members(n), {})", "local w = getmetatable(v)", 64},
    {"setmetatable table", "local v = members(n)", "setmetatable(v, {})", 64},
    {"setmetatable events", "local m = members(n)", "setmetatable({}, m)", 64},
    {"setmetatable refused", "local m = members(n) m.__gc = s", "fails(setmetatable, {}, m)", 64},
    {"setmetatable __call chain",
     "local g = type for i = 1, n do g = setmetatable({}, {__call = g}) end local v = items(99)",
     "g(table.unpack(v))", 24},
    {"setmetatable __call of many values",
     "local g, v = type, items(n) for i = 1, 100 do g = setmetatable({}, {__call = g}) end",
     "g(table.unpack(v))", 400},
    {"require", "", "fails(require, s)"},
    {"require folders", "local d = ('a.'):rep(n // 2)", "fails(require, d)"},
    {"string unknown member", "", "fails(function() return string[s] end)"},
    {"string member of a text", "", "fails(function() return s[s] end)"},
    {"string written", "", "fails(function() string[s] = 1 end)"},
    {"table unknown member", "", "fails(function() return table[s] end)"},
    {"math unknown member", "", "fails(function() return math[s] end)"},
    {"utf8 unknown member", "", "fails(function() return utf8[s] end)"},
    {"null as a key", "local v = members(n)", "v[null] = 1 local w = v[null]", 64},
    {"null with members", "", "fails(function() return null[s] end)"},
};

constexpr Trial kString[] = {
    {"string.len", "", "local v = s:len()"},
    {"string.sub all", "", "local v = s:sub(1, -1)"},
    {"string.sub none", "", "local v = s:sub(5, 4)"},
    {"string.sub number as text", "local d = digits(n)", "local v = s:sub(d, 3)"},
    {"string.byte one", "", "local v = s:byte(-1)"},
    {"string.byte many", "", "local v = s:byte(1, -1)", 400},
    {"string.byte too many", "", "fails(string.byte, s, 1, -1)", 8192},
    {"string.char", "local v = items(n) for i = 1, n do v[i] = i % 256 end",
     "local w = string.char(table.unpack(v))", 400},
    {"string.rep one byte", "", "local v = ('x'):rep(n)"},
    {"string.rep long", "", "local v = s:rep(3)"},
    {"string.rep between", "", "local v = (''):rep(n, 'x')"},
    {"string.rep long between", "", "local v = ('x'):rep(3, s)"},
    {"string.rep nothing", "", "local v = (''):rep(n * n * n) local w = s:rep(0)"},
    {"string.rep too long", "", "fails(string.rep, s, n * n * n)"},
    {"string.reverse", "", "local v = s:reverse()"},
    {"string.lower", "", "local v = s:lower()"},
    {"string.upper", "", "local v = s:upper()"},
    {"string.find byte", "", "local v = s:find('b')"},
    {"string.find plain", "", "local v = s:find('b.', 1, true)"},
    {"string.find at once", "", "local v = s:find('a', 1, true) local w = s:find('a.')"},
    {"string.find from the end", "", "local v = s:find('b', -1)"},
    {"string.find behind the end", "", "local v = s:find(s, n + 2)"},
    {"string.find nearly", "local w = ('a'):rep(63) .. 'b'", "local v = s:find(w, 1, true)"},
    {"string.find nearly, long", "local w = ('a'):rep(n // 2) .. 'b'", "local v = s:find(w, 1, true)"},
    {"string.find itself", "", "local v = s:find(s, 1, true)"},
    {"string.find long in short", "", "local v = ('ab'):find(s) local w = ('ab'):find(s .. '.')"},
    {"string.find class", "", "local v = s:find('%d')"},
    {"string.find set", "local w = '[' .. ('bcd'):rep(n // 3) .. ']'", "local v = ('aaaa'):find(w)"},
    {"string.find repeated set", "local w = '[' .. ('bcd'):rep(n // 3) .. 'a]+b'",
     "local v = ('aaaa'):find(w)"},
    {"string.find set and subject", "local w = '[' .. ('bcd'):rep(n // 3) .. ']'", "local v = s:find(w)", 32,
     1},
    {"string.find frontier", "local w = '%f[' .. ('bcd'):rep(n // 3) .. ']'", "local v = ('aaaa'):find(w)"},
    {"string.find optional", "local w = ('b?'):rep(n // 16)", "local v = ('a'):find(w .. 'c')"},
    {"string.find anchored", "", "local v = s:find('^b.') local w = s:find('^a')"},
    {"string.find backwards", "", "local v = s:find('^a*b')"},
    {"string.find least", "", "local v = s:find('^.-b')"},
    {"string.find least everywhere", "", "local v = s:find('.-b')", 64, 1},
    {"string.find back reference", "", "local v = s:find('^(.*)%1b')", 64, 1},
    {"string.find balance", "local w = ('('):rep(n)", "local v = w:find('^%b()')"},
    {"string.find balance everywhere", "local w = ('('):rep(n)", "local v = w:find('%b()')", 64, 1},
    {"string.match all", "", "local v = s:match('.*')"},
    {"string.match captures", "", "local v = s:match('^(((((((((.*)))))))))$')"},
    {"string.match positions", "", "local v = s:match('()a*()')"},
    {"string.match none", "", "local v = s:match('b')"},
    {"string.match malformed", "local w = '[' .. s", "fails(string.match, s, w)"},
    {"string.gmatch", "local w = ('a b '):rep(n // 4)", "for v in w:gmatch('%a') do end"},
    {"string.gmatch start", "", "local v = s:gmatch(s)"},
    {"string.gmatch none", "", "local v = s:gmatch('b')()"},
    {"string.gmatch empty", "", "for v in s:gmatch('()') do end"},
    {"string.gmatch over", "local f = s:gmatch('b') f()", "f()"},
    {"string.gsub text", "", "local v = s:gsub('a', 'b')"},
    {"string.gsub none", "", "local v = s:gsub('b', '')"},
    {"string.gsub long text", "", "local v = ('x'):gsub('x', s)"},
    {"string.gsub escapes", "local w = ('%%'):rep(n // 2)", "local v = ('x'):gsub('x', w)"},
    {"string.gsub captures", "local w = ('%0'):rep(n // 2)", "local v = ('x'):gsub('x', w)"},
    {"string.gsub long captures", "", "local v = s:gsub('^(.*)$', '%1%1%1')"},
    {"string.gsub never", "", "local v = s:gsub('a', s, 0)"},
    {"string.gsub function", "", "local v = s:gsub('a', type)"},
    {"string.gsub table", "local w = {a = s}", "local v = ('aaa'):gsub('a', w)"},
    {"string.gsub long keys", "local w = {a = 'b'}", "local v = s:gsub('.*', w)"},
    {"string.format text", "", "local v = ('%s'):format(s)"},
    {"string.format wide", "", "local v = ('%50s'):format(s)"},
    {"string.format cut", "", "local v = ('%.3s'):format(s)"},
    {"string.format quoted", "", "local v = ('%q'):format(s)"},
    {"string.format escaped", "local w = ('\\1\\n'):rep(n // 2)", "local v = ('%q'):format(w)"},
    {"string.format itself", "", "local v = s:format()"},
    {"string.format percents", "local w = ('%%'):rep(n // 2)", "local v = w:format()"},
    {"string.format many", "local w, v = ('%d'):rep(n), items(n)", "local x = w:format(table.unpack(v))",
     400},
    {"string.format widths", "local w, v = ('%99d'):rep(n), items(n)", "local x = w:format(table.unpack(v))",
     400},
    {"string.format precisions", "local w, v = ('%.99f'):rep(n), items(n)",
     "local x = w:format(table.unpack(v))", 400, 1},
    {"string.format large numbers", "local v = 2.0 ^ n", "local w = ('%.99f'):format(v)", 120},
    {"string.format number as text", "local d = digits(n)", "local v = ('%d %f'):format(d, d)"},
    {"string.format flags", "local w = '%' .. ('-'):rep(n) .. 'd'", "fails(string.format, w, 1)"},
    {"string.format unknown", "local w = '%' .. ('z'):rep(n)", "fails(string.format, w, 1)"},
};

constexpr Trial kTable[] = {
    {"table.insert behind", "local v = items(n)", "table.insert(v, 1)", 512},
    {"table.insert in front", "local v = items(n)", "table.insert(v, 1, 0)", 512},
    {"table.insert in the middle", "local v = items(n)", "table.insert(v, n // 2, 0)", 512},
    {"table.insert beside keys", "local v = members(n * 3 // 4)", "table.insert(v, 1)", 128},
    {"table.insert position as text", "local v, d = {1, 2}, digits(n)", "table.insert(v, d, 1)"},
    {"table.remove the last", "local v = items(n)", "local w = table.remove(v)", 512},
    {"table.remove the first", "local v = items(n)", "local w = table.remove(v, 1)", 512},
    {"table.remove from nothing", "local v = members(n)", "local w = table.remove(v)", 128},
    {"table.remove beside holes", "local v = items(n) for i = n // 2, n - 1 do v[i] = nil end",
     "local w = table.remove(v)", 512},
    {"table.concat numbers", "local v = items(n)", "local w = table.concat(v)", 512},
    {"table.concat texts", "local v = {} for i = 1, 9 do v[i] = s end", "local w = table.concat(v)"},
    {"table.concat between", "local v = items(9)", "local w = table.concat(v, s)"},
    {"table.concat small texts", "local v = {} for i = 1, n do v[i] = 'fifteen letters' end",
     "local w = table.concat(v, ', ')", 512},
    {"table.concat nothing", "local v = items(n)", "local w = table.concat(v, s, 2, 1)", 512},
    {"table.concat what is none", "local v = items(n) v[n] = {}", "fails(table.concat, v)", 512},
    {"table.unpack", "local v = items(n)", "local w = table.unpack(v)", 400},
    {"table.unpack one", "local v = items(n)", "local w = table.unpack(v, n, n)", 512},
    {"table.unpack too many", "local v = items(n)", "fails(table.unpack, v)", 8192, 4},
    {"table.pack", "local v = items(n)", "local w = table.pack(table.unpack(v))", 400},
    {"table.move up", "local v = items(n)", "table.move(v, 1, n, 2)", 512},
    {"table.move down", "local v = items(n)", "table.move(v, 2, n, 1)", 512},
    {"table.move across", "local v = items(n)", "local w = table.move(v, 1, n, 1, {})", 512},
    {"table.move nothing", "local v = items(n)", "table.move(v, 2, 1, n)", 512},
    {"table.move holes", "", "local w = table.move({}, 1, n, 1, {})", 512},
    {"table.sort numbers", "", "local v = items(n) table.sort(v)", 512, 4},
    {"table.sort backwards", "", "local v = {} for i = 1, n do v[i] = -i end table.sort(v)", 512, 4},
    {"table.sort with a function", "local v = items(n)", "table.sort(v, function(a, b) return a > b end)",
     256, 4},
    {"table.sort with one that always agrees", "local v = items(n)",
     "table.sort(v, function() return true end)", 256, 4},
    {"table.sort with one that fails", "local v = items(n)",
     "fails(table.sort, v, function(a, b) if a == n or b == n then error('x') end return a < b end)", 256, 4},
    {"table.sort what has no order", "local v = items(n) v[n] = 'x'", "fails(table.sort, v)", 256, 4},
    {"table.sort long texts", "local v = alike(32, n)", "table.sort(v)"},
    {"table.sort texts of zeros", "local v = {} for i = 1, 8 do v[i] = ('\\0'):rep(n) .. (9 - i) end",
     "table.sort(v)", 1024, 2},
    {"table.sort a long and short ones", "local v = alike(2, n) for i = 3, 16 do v[i] = 'k' .. i end",
     "table.sort(v)"},
    {"table.sort one", "local v = members(n)", "table.sort(v)", 128},
    {"table of the length of a list", "local v = items(n)", "local w = #v", 512},
    {"table of the length beside keys", "local v = members(n) for i = 1, n do v[i] = i end", "local w = #v",
     128},
    {"table of the length beside holes",
     "local v = items(n) v.k = 1 for i = 1, n, 2 do v[i] = nil end for i = n, n // 2, -1 do v[i] = nil end",
     "local w = #v", 512},
};

constexpr Trial kUtf8[] = {
    {"utf8.len", "", "local v = utf8.len(s)"},
    {"utf8.len wide", "local w = ('\\u{96E8}'):rep(n // 3)", "local v = utf8.len(w)"},
    {"utf8.len none", "", "local v = utf8.len(s, n)"},
    {"utf8.len invalid", "local w = s .. '\\xff'", "local v = utf8.len(w)"},
    {"utf8.len surrogates", "local w = ('\\u{7FFFFFFF}'):rep(n // 6)", "local v = utf8.len(w, 1, -1, true)"},
    {"utf8.codepoint all", "", "local v = utf8.codepoint(s, 1, -1)", 400},
    {"utf8.codepoint one", "", "local v = utf8.codepoint(s, n)"},
    {"utf8.codepoint too many", "", "fails(utf8.codepoint, s, 1, -1)", 8192},
    {"utf8.char", "local v = items(n)", "local w = utf8.char(table.unpack(v))", 400},
    {"utf8.char number as text", "local d = digits(n)", "local v = utf8.char(d)"},
    {"utf8.offset", "", "local v = utf8.offset(s, n)"},
    {"utf8.offset back", "", "local v = utf8.offset(s, -n)"},
    {"utf8.offset of a start", "local w = ('\\x80'):rep(n)", "local v = utf8.offset(w, 0, n)"},
    {"utf8.offset over what goes on", "local w = 'a' .. ('\\x80'):rep(n)", "local v = utf8.offset(w, 2)"},
    {"utf8.codes", "", "for p, c in utf8.codes(s) do end"},
    {"utf8.codes start", "", "local f = utf8.codes(s)"},
    {"utf8.codes over what goes on", "local f, w = utf8.codes(''), 'a' .. ('\\x80'):rep(n)",
     "local v = f(w, 1)"},
    {"utf8.codes number as text", "local f, d = utf8.codes(''), digits(n)", "local v = f('aaa', d)"},
};

// Their cost does not grow with the number. One that is written as a text is read first.
constexpr const char* kMath[] = {"abs",  "floor", "ceil", "sqrt", "exp", "sin", "cos", "tan",
                                 "asin", "acos",  "atan", "log",  "deg", "rad", "modf"};
constexpr Trial kMathTrials[] = {
    {"math.tointeger", "local v = 2.0 ^ (n // 16)", "local w, x = math.tointeger(v), math.tointeger(s)"},
    {"math.type", "local v = members(n)", "local w, x = math.type(v), math.type(s)", 64},
    {"math.ult", "local d = digits(n)", "local w = math.ult(d, d)"},
    {"math.fmod text", "local d = digits(n)", "local w = math.fmod(d, 3)"},
    {"math.fmod powers", "local v = 1.7 * 2.0 ^ n", "local w = math.fmod(v, 3.3)", 120},
    {"math.max values", "local v = items(n)", "local w = math.max(table.unpack(v))", 400},
    {"math.max texts", "local d = digits(n)", "local w = math.max(d, d, d)"},
    {"math.min values", "local v = items(n)", "local w = math.min(table.unpack(v))", 400},
    {"math.min texts", "local d = digits(n)", "local w = math.min(d, d, d)"},
};

// What registers, what describes arguments, and what handlers answer: with a long text, and with a table of
// many members.
constexpr const char* kWords[] = {"allow", "amend", "deny", "abstain", "reject"};

Row row_of(const Trial& trial) {
  return game_row(trial.name, tool_scene(trial.prepare, trial.once, trial.times), trial.size);
}

void add_math(Registry& registry) {
  for (const std::string name : kMath) {
    const std::string call = "local v = math." + name + "(d)";
    registry.rows.push_back(
        game_row("math." + name + " text", tool_scene("local d = digits(n)", call, 256), 1024));
    registry.rows.push_back(
        game_row("math." + name + " powers", tool_scene("local d = 2.0 ^ n", call, 256), 120));
  }
}

void add_words(Registry& registry) {
  const auto add = [&](const std::string& name) {
    const std::string call = "pcall(" + name + ", ";
    registry.rows.push_back(
        game_row(name + " text", tool_scene("", call + "s) " + call + "s, s)", 256), 1024));
    registry.rows.push_back(game_row(
        name + " table", tool_scene("local v = members(n)", call + "v) " + call + "v, v)", 256), 64));
  };
  for (const char* name : kWords) add(name);
  for (const std::string& name : vocabulary().shapes) add(name);
  for (const Kind& kind : vocabulary().kinds) add(kind.name);
}

}  // namespace

Registry library_rows() {
  Registry registry{"library: time over fuel", no_scalars(visible_names(vocabulary())), {}};
  for (const Trial& trial : kBase) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kString) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kTable) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kUtf8) registry.rows.push_back(row_of(trial));
  add_math(registry);
  for (const Trial& trial : kMathTrials) registry.rows.push_back(row_of(trial));
  add_words(registry);
  return registry;
}

}  // namespace gavel::bench
