// What calls into the sandbox cost, next to a bare lua_pcall: nanoseconds on stdout, best of several rounds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include <lauxlib.h>
#include <lua.h>

#include "support/sandbox.hpp"

namespace gavel::test {
namespace {

template <typename Work>
double best(int times, Work work) {
  double least = 1e18;
  for (int round = 0; round < 7; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < times; ++i) work();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    least = std::min(least, took.count() / times);
  }
  return least;
}

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

void bare() {
  lua_State* lua = luaL_newstate();
  luaL_loadstring(lua, "return function(a, b) end");
  lua_call(lua, 0, 1);
  const auto call = [&] {
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    lua_pushnil(lua);
    lua_pcall(lua, 2, 1, 0);
    lua_settop(lua, 1);
  };
  std::printf("bare lua_pcall of an empty function   %7.0f ns\n", best(200'000, call));
  luaL_loadstring(lua, "local s = 0 for i = 1, 1000 do s = s + i % 7 end return s");
  lua_replace(lua, 1);
  std::printf("bare loop of 1000                     %7.0f ns\n", best(2'000, call));
  lua_close(lua);
}

int run() {
  bare();
  Box box(
      "tool 'empty' { run = function(args, ctx) end }\n"
      "tool 'three' { run = function(args, ctx) return ctx.get('a.b.c') + ctx.get('people.zoe.age') + "
      "ctx.get('n') end }\n"
      "tool 'loop' { run = function() local s = 0 for i = 1, 1000 do s = s + i % 7 end return s end }\n"
      "tool 'calls' { run = function(args, ctx) local s = 0 for i = 1, 100 do s = s + ctx.get('n') end "
      "return s end }\n");
  Ready host;
  const auto measure = [&](const char* title, HandlerId handler, int times) {
    Call call;
    call.handler = handler;
    const Argument none = static_cast<const Json*>(nullptr);
    call.args = {&none, 1};
    Spent spent;
    std::printf("%-37s %7.0f ns\n", title, best(times, [&] { (void)box.sandbox->call(call, host, spent); }));
  };
  measure("empty handler", 0, 200'000);
  measure("three values by text path", 1, 200'000);
  measure("loop of 1000", 2, 2'000);
  measure("100 calls of ctx.get", 3, 2'000);

  std::vector<Pack> packs;
  packs.reserve(20);
  for (int i = 0; i < 20; ++i)
    packs.push_back(pack("plugin" + std::to_string(i),
                         {{"init.lua", plugin(i)}, {"words.lua", "return { no = 'too much' }"}}));
  Program::Loaded loaded;
  std::printf("20 plugins, 200 rules, from source    %7.0f ns\n",
              best(20, [&] { loaded = load_packs(packs); }));
  if (loaded.program == nullptr) return 1;
  std::unique_ptr<Sandbox> first = std::move(*loaded.program->make());
  std::unique_ptr<Sandbox> more;
  std::printf("another state of them                 %7.0f ns\n",
              best(20, [&] { more = std::move(*loaded.program->make()); }));
  std::printf("a state holds                         %7zu bytes\n", more->held_bytes());
  return 0;
}

}  // namespace
}  // namespace gavel::test

int main() { return gavel::test::run(); }
