// The rows of ctx, of the views that it gives, and of the records that handlers are given.

#include "lua/program.hpp"
#include "ruleset/vocabulary.hpp"

#include "linear_game.hpp"

namespace gavel::bench {
namespace {

using State = std::string (*)(std::size_t size);

std::string repeated(std::size_t times, const std::string& one) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += (i == 0 ? "" : ",") + one;
  return text;
}

std::string numbers(std::size_t size) { return ",\"list\":[" + repeated(size, "1") + "]"; }

std::string elements(std::size_t size) {
  std::string text = ",\"list\":[";
  for (std::size_t i = 0; i < size; ++i)
    text += (i == 0 ? "" : ",") + std::string("{\"id\":") + std::to_string(i) + ",\"name\":\"an element\"}";
  return text + "]";
}

std::string members(std::size_t size) {
  std::string text = ",\"map\":{";
  for (std::size_t i = 0; i < size; ++i)
    text += (i == 0 ? "" : ",") + std::string("\"k") + std::to_string(i) + "\":{\"v\":1}";
  return text + "}";
}

std::string both(std::size_t size) { return elements(size) + members(size); }
std::string letters(std::size_t size) { return ",\"text\":\"" + std::string(size, 'a') + "\""; }

std::string people(std::size_t size) {
  std::string text = ",\"people\":{";
  for (std::size_t i = 0; i < size; ++i)
    text += (i == 0 ? "" : ",") + std::string("\"p") + std::to_string(i) + R"(":{"name":"Person )" +
            std::to_string(i) + R"(","mood":1})";
  return text + "}";
}

// A text of many words in every place.
std::string stories(std::size_t size) {
  std::string text = ",\"people\":{";
  for (std::size_t i = 0; i < 4; ++i)
    text += (i == 0 ? "" : ",") + std::string("\"p") + std::to_string(i) + "\":{\"name\":\"" +
            repeated(size / 16, "Word" + std::to_string(i) + " and more ") + "\"}";
  return text + "}";
}

std::string deep(std::size_t size) {
  std::string open, close;
  for (std::size_t i = 1; i < size; ++i) {
    open += "{\"a\":";
    close += "}";
  }
  return ",\"a\":" + open + "{\"x\":1}" + close;
}

struct Trial {
  const char *name, *prepare, *once;
  State state = nullptr;
  std::size_t size = 1024;
  std::size_t times = 256;
};

constexpr Trial kReads[] = {
    {"ctx.get deep", "local p = 'a' .. ('.a'):rep(n - 2)", "local v = ctx.get(p)", deep, 7},
    {"ctx.get deep, by segments", "local p = {} for i = 1, n - 1 do p[i] = 'a' end", "local v = ctx.get(p)",
     deep, 7},
    {"ctx.get what is not there", "local p = 'b' .. ('.a'):rep(n - 2)", "local v = ctx.get(p)", deep, 7},
    {"ctx.get what ends too soon", "local p = ('a.'):rep(n - 1) .. 'b.c'", "local v = ctx.get(p)", deep, 7},
    {"ctx.get a long key", "", "local v = ctx.get({s})", nullptr, 120},
    {"ctx.get a key too long", "", "local v = ctx.get({s})"},
    {"ctx.get a long path", "", "local v = ctx.get(s)", nullptr, 120},
    {"ctx.get a path too long", "", "fails(ctx.get, s)", nullptr, 16384},
    {"ctx.get the path has too many segments", "local p = ('a.'):rep(n)", "fails(ctx.get, p)", nullptr, 512},
    {"ctx.get too many segments", "local p = items(n)", "fails(ctx.get, p)", nullptr, 512},
    {"ctx.get no path", "local p = members(n)", "fails(ctx.get, p)", nullptr, 128},
    {"ctx.get many paths", "", "for i = 1, n do local v = ctx.get('map.k' .. i) end", members, 256, 2},
    {"ctx.get text", "", "local v = ctx.get('text')", letters},
    {"ctx.get list", "", "local v = ctx.get('list')", numbers, 512},
    {"ctx.get map", "", "local v = ctx.get('map')", members, 512},
    {"ctx.get member", "", "local v = ctx.get('map.k1.v')", members, 512},
    {"ctx.get element", "", "local v = ctx.get('list[5].id')", elements, 512},
    {"ctx.has member", "", "local v = ctx.has('map.k1')", members, 512},
    {"ctx.has deep", "local p = 'a' .. ('.a'):rep(n - 2)", "local v = ctx.has(p)", deep, 7},
    {"ctx.has text", "", "local v = ctx.has('text')", letters},
    {"ctx.len text", "", "local v = ctx.len('text')", letters},
    {"ctx.len list", "", "local v = ctx.len('list')", numbers, 512},
    {"ctx.len map", "", "local v = ctx.len('map')", members, 512},
    {"ctx.keys", "", "local v = ctx.keys('map')", members, 128},
    {"ctx.keys of a list", "", "fails(ctx.keys, 'list')", numbers, 512},
    {"ctx.exists deep", "local p = 'a' .. ('.a'):rep(n - 2)", "local v = ctx.exists(p)", deep, 7},
    {"ctx.exists by segments", "local p = {} for i = 1, n - 1 do p[i] = 'a' end", "local v = ctx.exists(p)",
     deep, 7},
    {"ctx.exists member", "", "local v = ctx.exists('map.k1')", members, 512},
    {"ctx.exists a path too long", "", "fails(ctx.exists, s)", nullptr, 16384},
    {"ctx.before of nothing", "", "local v = ctx.before('map')", members, 128},
    {"ctx.before changes", "for i = 1, n do ctx.set('list[' .. i % 9 .. '].id', i) end",
     "local v = ctx.before('list[5].id')", elements, 128},
    {"ctx.before inserts", "for i = 1, n do ctx.push('list', i, {position = 'head'}) end",
     "local v = ctx.before('list[5].id')", elements, 64},
    {"ctx.before what went", "ctx.delete('map')", "local v = ctx.before('map.k5')", members, 128},
    {"ctx.before all that went", "ctx.delete('map')", "local v = ctx.before('map')", members, 128},
    {"ctx.before element of what went", "ctx.delete('list')", "local v = ctx.before('list[5].id')", elements,
     128},
    {"ctx.before element of what moved", "ctx.move('list', 'v')",
     "local v = ctx.before('list[5].id') local w = ctx.before({'list', n - 1, 'id'})", elements, 128},
    {"ctx.before deep what went", "local p = 'a' .. ('.a'):rep(n - 2) ctx.delete('a')",
     "local v = ctx.before(p)", deep, 7},
    {"ctx.before a long path", "ctx.delete('map')", "local v = ctx.before(s)", members, 120},
    {"ctx.before elements written to", "for i = 1, n do ctx.set({'list', i * 7 % n, 'id'}, i) end",
     "local v = ctx.before({'list', n - 1, 'id'}) local w = ctx.before('list[0].id')", elements, 64},
    {"ctx.before a long text", "ctx.set('text', '')", "local v = ctx.before('text')", letters},
    {"ctx.changes none", "", "local v = ctx.changes()", both, 128},
    {"ctx.changes many", "for i = 1, n do ctx.set('map.k' .. i % 100 .. '.v', -i) end",
     "local v = ctx.changes()", members, 128},
    {"ctx.changes that no pattern covers", "for i = 1, n do ctx.set('map.k' .. i % 100 .. '.v', -i) end",
     "local v = ctx.changes('zzz')", members, 128},
    {"ctx.changes one beside many", "ctx.set('map.k1.v', 5)", "local v = ctx.changes()", members, 128},
    {"ctx.changes at the head of a list", "ctx.push('list', 0, {position = 'head'})",
     "local v = ctx.changes()", elements, 128},
    {"ctx.changes a list turned around", "local v = {} for i = 1, n do v[i] = n - i end ctx.set('list', v)",
     "local v = ctx.changes('zzz')", numbers, 32, 2},
    {"ctx.changes all that went", "ctx.delete('map') ctx.delete('list')", "local v = ctx.changes('zzz')",
     both, 128},
    {"ctx.changes a list that came again", "ctx.set('list', ctx.get('list'))", "local v = ctx.changes()",
     elements, 128},
    {"ctx.changes long texts", "ctx.set('text', s)", "local v = ctx.changes()", letters},
    {"ctx.changes deep", "ctx.set('a' .. ('.a'):rep(n - 2) .. '.x', 2)", "local v = ctx.changes()", deep, 7},
    {"ctx.changes wildcards",
     "local v = {} for i = 1, 100 do v['a' .. i] = i end "
     "ctx.set('a' .. ('.a'):rep(54), v) local p = ('**.a.'):rep(n) .. 'b'",
     "local v = ctx.changes(p)", [](std::size_t) { return deep(57); }, 3, 4},
    {"ctx.changes at a long key", "ctx.set({s}, 1)", "local v = ctx.changes('*')", nullptr, 120},
    {"ctx.history all", "", "local v = ctx.history()", nullptr, 128},
    {"ctx.history one", "", "local v = ctx.history(1)", nullptr, 128},
    {"ctx.log text", "", "ctx.log(s)", nullptr, 512, 2},
    {"ctx.log values", "local v = members(n)", "ctx.log(v, 1, v)", nullptr, 16, 2},
    {"ctx.log control characters", "local v = ('\\1'):rep(n)", "ctx.log(v)", nullptr, 512, 2},
    {"ctx.roll dice", "local d = n .. 'd6'", "local v = ctx.roll(d)", nullptr, 12},
    {"ctx.roll sides", "local d = '2d' .. n", "local v = ctx.roll(d)", nullptr, 120000},
    {"ctx.roll a long text", "", "fails(ctx.roll, s)"},
    {"ctx.roll wide", "", "local v = ctx.roll(1, n * n * n)", nullptr, 120000},
    {"ctx.roll often", "", "for i = 1, n do local v = ctx.roll(6) end", nullptr, 64, 1},
    {"ctx.find_names", "local q = {{path = 'people.*', names = {'name'}}}",
     "local v = ctx.find_names('Person 1 and Person 2', q)", people, 128},
    {"ctx.find_names again after a write", "local q = {{path = 'people.*', names = {'name'}}}",
     "ctx.set('n', i) local v = ctx.find_names('Person 1 and Person 2', q)", people, 128},
    {"ctx.find_names that are not there", "local q = {{path = 'people.*', names = {'nothing'}}}",
     "ctx.set('n', i) local v = ctx.find_names('Person 1 and Person 2', q)", people, 128},
    {"ctx.find_names built again", "local q = {{path = 'people.*', names = {'name'}}}",
     "ctx.set('people.p1.name', 'Word' .. i) local v = ctx.find_names('Person 1', q)", people, 64, 4},
    {"ctx.find_names many fields",
     "local f = {} for i = 1, n do f[i] = 'nothing' .. i end local q = {{path = 'people.*', names = f}}",
     "ctx.set('n', i) local v = ctx.find_names('Person 1', q)", [](std::size_t) { return people(100); }, 32},
    {"ctx.find_names many sources",
     "local q = {} for i = 1, n do q[i] = {path = 'people.*', names = {'nothing'}} end",
     "ctx.set('n', i) local v = ctx.find_names('Person 1', q)", [](std::size_t) { return people(100); }, 4},
    {"ctx.find_names text", "local q, v = {{path = 'people.*', names = {'name'}}}, ('xyz '):rep(n // 4)",
     "local v = ctx.find_names(v, q)", [](std::size_t) { return people(9); }},
    {"ctx.find_names hits", "local q, v = {{path = 'people.*', names = {'name'}}}, ('Person 1 '):rep(n // 9)",
     "local v = ctx.find_names(v, q)", [](std::size_t) { return people(9); }},
    {"ctx.find_names pieces", "local q = {{path = 'people.*', names = {'name'}, pieces = true}}",
     "ctx.set('people.p1.mood', i) ctx.set('people.p1.name', 'Word' .. i) local v = ctx.find_names('x', q)",
     stories, 64, 4},
    {"ctx.find_names words that are none",
     "local w = {} for i = 1, n do w[i] = 'other' .. i end w[n] = 'words' "
     "local q = {{path = 'people.*', names = {'name'}, pieces = true, parts = w}} "
     "ctx.set('people', {a = {name = ('words '):rep(2000)}})",
     "ctx.set('n', i) local v = ctx.find_names('x', q)", nullptr, 256, 4},
    {"ctx.find_names words that are no names",
     "local q = {{path = 'people.*', names = {'name'}, pieces = true, parts = {'words'}}} "
     "ctx.set('people', {a = {name = ('words '):rep(n)}})",
     "ctx.set('n', i) local v = ctx.find_names('x', q)"},
};

constexpr Trial kWrites[] = {
    {"ctx.set number beside many", "", "ctx.set('n', i)", both, 128},
    {"ctx.set member", "", "ctx.set('map.k1.v', i)", members, 128},
    {"ctx.set element", "", "ctx.set('list[5]', i)", elements, 128},
    {"ctx.set text", "", "ctx.set('text', s)"},
    {"ctx.set list", "local v = items(n)", "ctx.set('v', v)", nullptr, 128},
    {"ctx.set map", "local v = members(n)", "ctx.set('v', v)", nullptr, 128},
    {"ctx.set nested", "local v = nested(n)", "ctx.set('v', v)", nullptr, 7},
    {"ctx.set a table too deep", "local v = nested(n)", "fails(ctx.set, 'v', v)", nullptr, 128},
    {"ctx.set keys too long", "local v = {[s] = 1}", "fails(ctx.set, 'v', v)", nullptr, 2048},
    {"ctx.set long keys", "local v = {} for i = 1, 16 do v[i .. s] = i end", "ctx.set('v', v)", nullptr, 120},
    {"ctx.set long keys alike", "local v = set_of(alike(64, n))", "ctx.set('v', v)", nullptr, 120, 4},
    {"ctx.set deep", "local p = 'a' .. ('.a'):rep(n - 2) .. '.x'", "ctx.set(p, i)", deep, 7},
    {"ctx.set a view", "local v = ctx.get('list')", "ctx.set('v', v)", elements, 128},
    {"ctx.set what stands there", "local v = ctx.get('list')", "ctx.set('list', v)", elements, 128},
    {"ctx.set many", "", "for i = 1, n do ctx.set('n', i) end", nullptr, 64, 1},
    {"ctx.set tags", "local v = items(n) for i = 1, n do v[i] = 'tag' end", "ctx.set('n', i, {tags = v})",
     nullptr, 128},
    {"ctx.set ifEquals", "local v = ctx.get('list')", "ctx.set('list', v, {ifEquals = v})", elements, 128},
    {"ctx.set an option too much", "", "fails(ctx.set, 'n', 1, {[s] = 1})", nullptr, 120},
    {"ctx.set options too many", "local v = members(n)", "fails(ctx.set, 'n', 1, v)", nullptr, 64},
    {"ctx.merge into many", "", "ctx.merge('map', {x = {v = i}})", members, 128},
    {"ctx.merge many", "local v = members(n)", "ctx.merge('map', v)", members, 64},
    {"ctx.merge deep", "local v = ctx.get('map')", "ctx.merge('map', v, {mergeStrategy = 'deep'})", members,
     64},
    {"ctx.merge nested", "local v = {} for i = 1, n do v = {a = v} end",
     "ctx.merge('a', v, {mergeStrategy = 'deep'})", deep, 7},
    {"ctx.insert in front", "", "ctx.insert({'list', 0}, i)", elements, 128},
    {"ctx.insert member", "", "ctx.insert('map.new' .. i, 1)", members, 128},
    {"ctx.insert unless it is there", "", "ctx.insert({'list', 0}, {id = -1}, {dedupe = true})", elements,
     128},
    {"ctx.insert unique", "local v = {id = 0, name = 'x'}",
     "ctx.insert({'list', 0}, v, {uniqueBy = {'name', 'id'}})", elements, 128},
    {"ctx.insert unique by many fields",
     "local f, v = {}, {id = 0} for i = 1, n do f[i] = 'f' .. i v[f[i]] = 1 end f[1], v[f[1]] = 'id', -1",
     "ctx.insert({'list', 0}, v, {uniqueBy = f})", [](std::size_t) { return elements(100); }, 32},
    {"ctx.push", "", "ctx.push('list', i)", elements, 128},
    {"ctx.push in front", "", "ctx.push('list', i, {position = 'head'})", elements, 128},
    {"ctx.push unless it is there", "", "ctx.push('list', {id = -1}, {dedupe = true})", elements, 128},
    {"ctx.push large unless it is there", "local v = items(n)", "ctx.push('list', v, {dedupe = true})",
     [](std::size_t) { return elements(100); }, 128},
    {"ctx.push within a limit", "", "ctx.push('list', i, {limit = n})", elements, 128},
    {"ctx.push what goes", "", "ctx.push('list', i, {ttl = 60})", elements, 128},
    {"ctx.pull value", "", "ctx.pull('list', {id = -1})", elements, 128},
    {"ctx.pull where", "", "ctx.pull('list', null, {where = {id = 5}})", elements, 128},
    {"ctx.pull where nothing is", "", "ctx.pull('list', null, {where = {name = 'another'}})", elements, 128},
    {"ctx.pull where many fields are", "local v = members(n)", "ctx.pull('list', null, {where = v})",
     [](std::size_t) { return elements(100); }, 64},
    {"ctx.delete first", "", "ctx.delete({'list', 0})", elements, 128},
    {"ctx.delete member", "", "ctx.delete('map.k' .. i)", members, 128},
    {"ctx.delete all", "", "ctx.delete('map', {all = true}) ctx.set('map', 1)", members, 128, 1},
    {"ctx.delete softly", "", "ctx.delete('map.k' .. i, {softDelete = true})", members, 128},
    {"ctx.move", "", "ctx.move('list', 'v') ctx.move('v', 'list')", elements, 128},
    {"ctx.move element", "", "ctx.move({'list', 0}, {'list', '-'})", elements, 128},
    {"ctx.add", "", "ctx.add('n', 1)", both, 128},
    {"ctx.emit data", "local v = members(n)", "ctx.emit('e', v)", nullptr, 64, 8},
    {"ctx.emit often", "", "for i = 1, n do ctx.emit('e', i) end", nullptr, 64, 1},
    {"ctx.emit a name too long", "", "fails(ctx.emit, s)"},
    {"ctx.remember value", "local v = items(n)", "ctx.remember('v', v)", nullptr, 128},
    {"ctx.remember beside much", "ctx.remember('v', members(n))", "ctx.remember('w', i)", nullptr, 256},
    {"ctx.remember rows", "for i = 1, n do ctx.remember('v' .. i, i) end", "ctx.remember('w', i)", nullptr,
     128, 32},
    {"ctx.remember a name too long", "", "fails(ctx.remember, s, 1)", nullptr, 2048},
    {"ctx.memory rows written", "for i = 1, n do ctx.memory['v' .. i] = i end", "ctx.memory.w = i", nullptr,
     128, 32},
    {"ctx.memory row read", "ctx.memory.v = members(n) ctx.memory.w = 1", "local v = ctx.memory.w", nullptr,
     64},
    {"ctx.memory much read", "ctx.memory.v = members(n)", "local v = ctx.memory.v.k5", nullptr, 64},
    {"ctx.memory gone through", "ctx.memory.v = members(n)", "for k, v in pairs(ctx.memory.v) do end",
     nullptr, 64},
    {"ctx.memory a long name", "", "local v = ctx.memory[s]"},
};

constexpr Trial kFields[] = {
    {"ctx.actor", "", "local v = ctx.actor", both, 128},
    {"ctx.turn", "", "local v = ctx.turn", both, 128},
    {"ctx.now", "", "local v = ctx.now", both, 128},
    {"ctx.settings", "", "local v = ctx.settings", both, 128},
    {"ctx.settings a long name", "", "local v = ctx.settings[s]", nullptr, 120},
    {"ctx.params", "", "local v = ctx.params", both, 128},
    {"ctx.campaign", "", "local v = ctx.campaign", both, 128},
    {"ctx unknown", "", "fails(function() return ctx[s] end)"},
    {"ctx written", "", "fails(function() ctx[s] = 1 end)"},
};

constexpr Trial kViews[] = {
    {"view element", "local v = ctx.get('list')", "local w = v[n // 2]", numbers, 512},
    {"view member", "local v = ctx.get('map')", "local w = v.k1", members, 512},
    {"view no member", "local v = ctx.get('map')", "local w = v[s]", members, 128},
    {"view text", "local v = ctx.get('map')", "local w = v.text",
     [](std::size_t size) { return ",\"map\":{\"text\":\"" + std::string(size, 'a') + "\"}"; }},
    {"view into the depth", "", "local v = ctx.get('a') for j = 3, n do v = v.a end", deep, 7},
    {"view of a long key", "ctx.set({s}, {a = {b = 1}}) local v = ctx.get({s})", "local w = v.a.b", nullptr,
     120},
    {"view length", "local v = ctx.get('list')", "local w = #v", numbers, 512},
    {"view length after a write", "local v = ctx.get('list')", "ctx.set('n', i) local w = #v", numbers, 512},
    {"view element after a write", "local v = ctx.get('list')", "ctx.set('n', i) local w = v[5]", elements,
     128},
    {"view deep after a write", "local v = ctx.get('a' .. ('.a'):rep(n - 2))",
     "ctx.set('n', i) local w = v.x", deep, 7},
    {"view pairs", "local v = ctx.get('map')", "for k, w in pairs(v) do end", members, 128},
    {"view pairs start", "local v = ctx.get('map')", "local f = pairs(v)", members, 128},
    {"view pairs of a list", "local v = ctx.get('list')", "for k, w in pairs(v) do end", numbers, 128},
    {"view pairs while it is written", "local v = ctx.get('map')",
     "for k, w in pairs(v) do ctx.set('n', i) end", members, 64, 2},
    {"view ipairs", "local v = ctx.get('list')", "for k, w in ipairs(v) do end", numbers, 128},
    {"view next", "local v = ctx.get('map')", "fails(next, v)", members, 128},
    {"view written", "local v = ctx.get('map')", "fails(function() v[s] = 1 end)", members, 128},
    {"view table.concat", "local v = ctx.get('list')", "local w = table.concat(v)", numbers, 128},
    {"view table.unpack", "local v = ctx.get('list')", "local w = table.unpack(v)", numbers, 128},
    {"view table.move", "local v = ctx.get('list')", "local w = table.move(v, 1, n, 1, {})", numbers, 128},
    {"view string.gsub", "local v = ctx.get('map')", "local w = s:gsub('a', v)", members, 128},
    {"view tostring", "local v = ctx.get('map')", "local w = tostring(v)", members, 128},
    {"view as a path", "local v = ctx.get('p')", "local w = ctx.get(v)",
     [](std::size_t size) { return deep(size) + ",\"p\":[" + repeated(size - 1, "\"a\"") + "]"; }, 7},
};

// A rule that looks at what a tool writes; an automation that looks at what a tool told, or changed; a
// derived value; a claim.
struct Record {
  const char *name, *prepare, *once;
  std::size_t size = 128;
};

constexpr Record kEffects[] = {
    {"effect.path", "", "local v = effect.path", 7},
    {"effect.before", "", "local v = effect.before"},
    {"effect.after", "", "local v = effect.after"},
    {"effect.delta", "", "local v = effect.delta"},
    {"effect.match", "", "local v = effect.match", 7},
    {"effect.verb", "", "local v = effect.verb"},
    {"effect.actor", "", "local v = effect.actor"},
    {"effect.reason", "", "local v = effect.reason"},
    {"effect unknown", "", "fails(function() return effect[s] end)"},
    {"effect pairs", "", "for k, v in pairs(effect) do end"},
};
constexpr Record kEvents[] = {
    {"event.name", "", "local v = event.name"},
    {"event.path", "", "local v = event.path"},
    {"event.before", "", "local v = event.before"},
    {"event.after", "", "local v = event.after"},
    {"event.match", "", "local v = event.match"},
    {"event.data", "", "local v = event.data"},
    {"event unknown", "", "fails(function() return event[s] end)"},
};

constexpr const char* kCall = R"({"tool_calls":[{"tool":"t","args":{}}]})";

std::string tool_of(const std::string& body) {
  return "tool 't' { summary = t, guidance = t, args = {}, rejects = {}, settles = {}, run = function(args, "
         "ctx) local n = ctx.get('n') local s = ('b'):rep(n) " +
         body + " end }\n";
}

Row row_of(const Trial& trial) {
  Scene scene = tool_scene(trial.prepare, trial.once, trial.times);
  scene.state = trial.state;
  return game_row(trial.name, std::move(scene), trial.size);
}

Row row_of_effect(const Record& record) {
  const std::string place = record.size == 7 ? "'a' .. ('.a'):rep(n - 2) .. '.x', 2" : "'text', ('b'):rep(n)";
  return game_row(record.name,
                  {kHelpers +
                       ("rule 'r' { path = '**', run = function(effect, ctx)\n" +
                        measured_loop(record.prepare, record.once) + "return allow() end }\n") +
                       tool_of("ctx.set(" + place + ")"),
                   kCall, record.size == 7 ? deep : letters},
                  record.size);
}

Row row_of_event(const Record& record) {
  return game_row(record.name,
                  {kHelpers +
                       ("automation 'a' { on = {'e', 'changed(*)'}, run = function(event, ctx)\n" +
                        measured_loop(record.prepare, record.once) + "end }\n") +
                       tool_of("ctx.emit('e', {v = s}) ctx.set('text', ('b'):rep(n))"),
                   kCall, letters},
                  record.size);
}

Row row_of_derive(const Trial& trial) {
  return game_row(trial.name,
                  {kHelpers +
                       ("derive 'd' { path = 'd', run = function(ctx)\n" +
                        measured_loop(trial.prepare, trial.once) + "return 1 end }\n") +
                       tool_of("ctx.set('n', n)"),
                   kCall, trial.state, trial.times},
                  trial.size);
}

Row row_of_claim(const Trial& trial) {
  return game_row(
      trial.name,
      {kHelpers + ("claim 'c' { cues = { 'w.go' }, words = { w = { go = { 'teleported' } } }, find = "
                   "function(narration, ctx)\n" +
                   measured_loop(trial.prepare, trial.once) + "return {} end }\n"),
       "She teleported.", trial.state, trial.times},
      trial.size);
}

constexpr Trial kDerives[] = {
    {"derive deep", "local p = 'b' .. ('.a'):rep(n - 2)", "local v = ctx.get(p)", deep, 7},
    {"derive what ends too soon", "local p = ('a.'):rep(n // 2) .. 'b' .. ('.c'):rep(n // 2)",
     "local v = ctx.get(p)", deep, 7},
    {"derive many", "", "for j = 1, n do local v = ctx.has('map.k' .. j) end", members, 64, 2},
    {"derive view", "local v = ctx.get('map')", "for k, w in pairs(v) do end", members, 64},
};
constexpr Trial kClaims[] = {
    {"ctx.find_words none", "", "local v = ctx.find_words(s, 'w')"},
    {"ctx.find_words hits", "local v = ('teleported '):rep(n // 11)", "local w = ctx.find_words(v, 'w')"},
    {"ctx.find_words nearly", "local v = ('teleporte'):rep(n // 9)", "local w = ctx.find_words(v, 'w')"},
    {"ctx.find_words a list that is none", "", "fails(ctx.find_words, 'x', s)"},
};

std::vector<std::string> names_of_ctx() {
  const Vocabulary& words = vocabulary();
  std::vector<std::string> names;
  for (const std::string& name : reader_names()) names.push_back(words.context + "." + name);
  for (const std::string& name : words.fields) names.push_back(words.context + "." + name);
  for (const HostFunction& function : words.functions) names.push_back(words.context + "." + function.name);
  for (const HostTable& table : words.tables) names.push_back(words.context + "." + table.name);
  for (const RecordShape& record : words.records)
    for (const std::string& name : record.members) names.push_back(record.name + "." + name);
  return names;
}

}  // namespace

Registry ctx_rows() {
  Registry registry{"ctx: time over fuel", names_of_ctx(), {}};
  for (const Trial& trial : kReads) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kWrites) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kFields) registry.rows.push_back(row_of(trial));
  for (const Trial& trial : kViews) registry.rows.push_back(row_of(trial));
  for (const Record& record : kEffects) registry.rows.push_back(row_of_effect(record));
  for (const Record& record : kEvents) registry.rows.push_back(row_of_event(record));
  for (const Trial& trial : kDerives) registry.rows.push_back(row_of_derive(trial));
  for (const Trial& trial : kClaims) registry.rows.push_back(row_of_claim(trial));
  return registry;
}

}  // namespace gavel::bench
