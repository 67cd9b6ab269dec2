// What calls into the sandbox cost, next to a bare lua_pcall: the least of several rounds.
#include <cstdio>
#include <string>
#include <unordered_map>

#include <lauxlib.h>
#include <lua.h>

#include "support/sandbox.hpp"

#include "rules.hpp"
#include "sol.hpp"
#include "timing.hpp"

namespace {
bool counting = true;
}

// The linker sends calls of lua_sethook here (tests/CMakeLists.txt). So one run measures one sandbox with its
// instructions counted and not.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): names that the linker makes
extern "C" void __real_lua_sethook(lua_State* lua, lua_Hook hook, int mask, int count);
extern "C" void __wrap_lua_sethook(lua_State* lua, lua_Hook hook, int mask, int count) {
  __real_lua_sethook(lua, counting ? hook : nullptr, counting ? mask : 0, counting ? count : 0);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace gavel::test {
namespace {

using bench::best;

// Three values at hand, as a turn has them after the first look.
class Ready final : public Host {
 public:
  const Json* read(const PathText& /*path*/) override { return &value; }
  const Json* read(PathView /*path*/) override { return &value; }
  Path locate(const PathText& /*path*/) override { return {}; }
  std::uint64_t generation() const override { return 0; }
  const Json* field(std::size_t /*field*/) override { return nullptr; }
  Result<Json> call(std::size_t /*function*/, std::span<const Json> /*args*/) override { return Json(); }
  Json value = 7;
};

std::string plugin(int number) {
  std::string text = "local words = require 'words'\nlocal M = {}\nM.__index = M\n";
  for (int i = 0; i < 10; ++i) {
    std::string one =
        "rule \"rN\" { path = 'people.*.xN', mode = 'check', run = function(effect, ctx)\n"
        "  local old, new = effect.before, effect.after\n"
        "  if new > (ctx.get('limits.x') or 10) then return deny('too_much', words.no) end\n"
        "  return allow()\nend }\n";
    const std::string name = std::to_string(number) + "_" + std::to_string(i);
    for (std::size_t at = one.find('N'); at != std::string::npos; at = one.find('N', at + name.size()))
      one.replace(at, 1, name);
    text += one;
  }
  return text;
}

// What stands behind ctx.get in the measured calls, without a sandbox around it: the same look-up by the text
// of a path.
int bare_get(lua_State* lua) {
  static const std::unordered_map<std::string, Json> kValues = {
      {"n", 7}, {"a.b.c", 7}, {"people.zoe.age", 7}};
  std::size_t size = 0;
  const char* text = luaL_checklstring(lua, 1, &size);
  lua_pushinteger(lua, kValues.at(std::string(text, size)).get<std::int64_t>());
  return 1;
}

struct Bare {
  double empty;
  double loop;
  double calls;
};

// The same functions in a plain state, called by lua_pcall.
Bare bare() {
  lua_State* lua = luaL_newstate();
  lua_register(lua, "get", bare_get);
  const auto call = [&] {
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    lua_pushnil(lua);
    lua_pcall(lua, 2, 1, 0);
    lua_settop(lua, 1);
  };
  const auto measure = [&](const char* text, int times) {
    lua_settop(lua, 0);
    luaL_loadstring(lua, text);
    lua_call(lua, 0, 1);
    return best(times, call);
  };
  const Bare found{
      measure("return function(a, b) end", 200'000),
      measure("return function() local s = 0 for i = 1, 1000 do s = s + i % 7 end return s end", 2'000),
      measure("return function() local s = 0 for i = 1, 100 do s = s + get('n') end return s end", 2'000)};
  lua_close(lua);
  return found;
}

int run() {
  using bench::figure;
  const Bare plain = bare();
  Box box(
      "tool 'empty' { run = function(args, ctx) end }\n"
      "tool 'three' { run = function(args, ctx) return ctx.get('a.b.c') + ctx.get('people.zoe.age') + "
      "ctx.get('n') end }\n"
      "tool 'loop' { run = function() local s = 0 for i = 1, 1000 do s = s + i % 7 end return s end }\n"
      "tool 'calls' { run = function(args, ctx) local s = 0 for i = 1, 100 do s = s + ctx.get('n') end "
      "return s end }\n");
  Ready host;
  const auto measure = [&](HandlerId handler, int times) {
    Call call;
    call.handler = handler;
    const Argument none = static_cast<const Json*>(nullptr);
    call.args = {&none, 1};
    Spent spent;
    return best(times, [&] { (void)box.sandbox->call(call, host, spent); });
  };
  const double empty = measure(0, 200'000);
  figure("bare lua_pcall of an empty function", plain.empty, "ns");
  figure("empty handler", empty, "ns");
  figure("empty handler, against the bare call", empty / plain.empty, "x", 2);
  figure("a rule reading three values", measure(1, 200'000), "ns", 400);
  // What counting instructions costs: the same handler in the same sandbox, counted and not.
  const double reads = measure(3, 2'000), additions = measure(2, 2'000);
  counting = false;
  const double free_reads = measure(3, 2'000), free_additions = measure(2, 2'000);
  counting = true;
  figure("100 reads in a loop, counted against not counted", reads / free_reads, "x", 1.2);
  figure("1,000 additions in a loop, counted against not counted", additions / free_additions, "x");
  figure("100 reads in a loop, against a bare table look-up in plain Lua", reads / plain.calls, "x", 2);
  figure("1,000 additions in a loop, against plain Lua", additions / plain.loop, "x", 2);

  std::vector<Pack> packs;
  packs.reserve(20);
  for (int i = 0; i < 20; ++i)
    packs.push_back(pack("plugin" + std::to_string(i),
                         {{"init.lua", plugin(i)}, {"words.lua", "return { no = 'too much' }"}}));
  Program::Loaded loaded;
  const double cold = best(20, [&] { loaded = load_packs(packs); });
  if (loaded.program == nullptr) return 1;
  std::unique_ptr<Sandbox> first = std::move(*loaded.program->make());
  std::unique_ptr<Sandbox> more;
  const double again = best(20, [&] { more = std::move(*loaded.program->make()); });
  figure("20 plugins with 200 rules, from source", cold / 1e6, "ms", 2);
  figure("another state of them, from bytecode", again / 1e6, "ms");
  figure("memory of a state", static_cast<double>(more->held_bytes()) / 1024, "KB");
  bench::measure_sol();
  return bench::measure_rules() ? 0 : 1;
}

}  // namespace
}  // namespace gavel::test

int main() { return gavel::test::run(); }
