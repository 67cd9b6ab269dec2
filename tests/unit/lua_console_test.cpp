// Lines that somebody types, and whoever watches what handlers ask of their host.

#include <algorithm>

#include <doctest/doctest.h>

#include "lua/console.hpp"
#include "lua/watched_host.hpp"
#include "support/sandbox.hpp"

namespace gavel::test {
namespace {

// A console on a plugin, with the world behind it.
struct Prompt {
  explicit Prompt(const std::string& init, const Limits& limits = {})
      : loaded(load(init, {}, {}, limits)), console(std::move(loaded.program->console()).value()) {}

  Result<Evaluated> run(const std::string& text, std::uint64_t functions = kAllFunctions) {
    ConsoleLine line{text, "line " + std::to_string(++lines), 0, functions, {}};
    return console->evaluate(line, world, spent);
  }
  // The texts of all rows; an error as its message.
  std::string said(const std::string& text) {
    const Result<Evaluated> evaluated = run(text);
    if (!evaluated) return evaluated.error().message;
    if (evaluated->incomplete) return "…";
    std::string out;
    for (const ValueRow& row : evaluated->rows)
      out += (out.empty() ? "" : " ") + (row.key.empty() ? "" : row.key + "=") +
             (row.text.empty() ? "{" + std::to_string(row.members) + "}" : row.text);
    return out;
  }

  Program::Loaded loaded;
  std::unique_ptr<Console> console;
  World world;
  Spent spent;
  int lines = 0;
};

constexpr const char* kPlugin =
    "local kept = 0\nlimit = 4\nlist = {1, 2}\n"
    "function bump() kept = kept + 1 return kept end\n"
    "tool \"t\" { run = function(args, ctx)\n"
    "  local a = ctx.get('a')\n"
    "  ctx.set('n', a.b.c + ctx.len('list'))\n"
    "  return n_is and n_is or (function() for k, v in pairs(ctx.get('people')) do ctx.log(k) end "
    "return ctx.actor end)()\n"
    "end }\n";

}  // namespace

TEST_CASE("a line is an expression or statements, sees the plugin's names and ctx, and may continue [B-14]") {
  Prompt prompt(kPlugin);
  CHECK(prompt.said("1 + 1, 'a', nil, null") == "2 \"a\" nil null");
  CHECK(prompt.said("limit * 2") == "8");
  CHECK(prompt.said("ctx.get('a.b.c')") == "7");
  CHECK(prompt.said("ctx.get('a')") == "{1} b={1} c=7");
  CHECK(prompt.said("for i = 1, 2 do") == "…");
  CHECK(prompt.said("x = 5") == "");
  CHECK(prompt.said("x + limit") == "9");
  CHECK(prompt.said("limit = 1 return limit") == "1");
  CHECK(prompt.said("local y = 1") == "");
  CHECK(prompt.said("y").find("there is no global 'y'") == 0);
}

TEST_CASE("a line does not change plugins: their tables, their upvalues, what handlers find [B-14]") {
  Prompt prompt(kPlugin);
  CHECK(prompt.said("list[1] = 5").find("read-only") != std::string::npos);
  CHECK(prompt.said("bump()").find("changed 'kept'") != std::string::npos);
  CHECK(prompt.said("bump()").find("changed 'kept'") != std::string::npos);
  CHECK(prompt.said("n_is = 3") == "");
  // A handler in the same state does not see the session's global.
  World world;
  Spent spent;
  Call call;
  const Json args;
  const std::array<Argument, 1> given = {&args};
  call.args = given;
  call.functions = kAllFunctions;
  const Result<Returned> returned = prompt.console->call(call, world, spent);
  REQUIRE_FALSE(returned.ok());
  CHECK(returned.error().message.find("there is no global 'n_is'") != std::string::npos);
}

TEST_CASE("a line is text only, registers nothing and is bounded like a handler [B-14]") {
  Prompt prompt(kPlugin);
  CHECK(prompt.said("\x1bLua").find("binary chunk") != std::string::npos);
  CHECK(prompt.said("tool 'x' { run = bump }").find("registers while the plugin loads") != std::string::npos);
  CHECK(prompt.said("require 'init'").find("while the plugin loads") != std::string::npos);
  CHECK(prompt.said("ctx = nil") == "");
  CHECK(prompt.said("string = 1").find("the sandbox's own") != std::string::npos);
  const Result<Evaluated> endless = prompt.run("pcall(function() while true do end end)");
  REQUIRE_FALSE(endless.ok());
  CHECK(endless.error().code == Code::kPluginFuel);
  CHECK(endless.error().message ==
        "the line used up its fuel: more than 5000000 steps (limits.max_handler_fuel)");
  const Result<Evaluated> deep = prompt.run("function f() return 1 + f() end f()");
  REQUIRE_FALSE(deep.ok());
  CHECK(deep.error().code == Code::kPluginMemory);
  const Result<Evaluated> next = prompt.run("x");
  CHECK_FALSE(next.ok());  // the state is a new one: nothing of the session is left
  const std::string nested(5000, '(');
  CHECK_FALSE(prompt.run("return " + nested).ok());
  CHECK(prompt.said("2") == "2");
}

TEST_CASE("any value can be printed: cyclic, long and deep tables, words, functions [B-14]") {
  Prompt prompt(kPlugin);
  CHECK(prompt.said("t = {} t.t = t t.n = 1 return t") == "{2} n=1 t=the table around it");
  CHECK(prompt.said("bump") == "function (plugins/p/init.lua:4)");
  CHECK(prompt.said("deny('no', 3)") == "deny(\"no\", 3)");
  CHECK(prompt.said("{[true] = 1, [2] = 'b', a = 1}") == "{3} [2]=\"b\" a=1");
  CHECK(prompt.said("ctx") == "ctx");
  const Result<Evaluated> many =
      prompt.run("(function() local t = {} for i = 1, 300 do t[i] = i end return t end)()");
  REQUIRE(many.ok());
  CHECK(many->rows.size() == 101);
  CHECK(many->rows[0].left_out == 200);
  const Result<Evaluated> deep =
      prompt.run("(function() local t = {} for i = 1, 100 do t = {t} end return t end)()");
  REQUIRE(deep.ok());
  CHECK(deep->rows.back().left_out == 1);
}

TEST_CASE("a value of ctx from an earlier line is shown as such, and using it says what to do [B-14]") {
  Prompt prompt(kPlugin);
  CHECK(prompt.said("v = ctx.get('a')") == "");
  CHECK(prompt.said("v") == "a value of ctx from an earlier line; read it again");
  CHECK(prompt.said("{v = v, n = 1}") == "{2} n=1 v=a value of ctx from an earlier line; read it again");
  for (const char* use : {"v.b", "#v", "pairs(v)"}) {
    const Result<Evaluated> used = prompt.run(use);
    REQUIRE_FALSE(used.ok());
    CHECK(used.error().message == "a value of ctx was used after its call; read it again through ctx");
    CHECK(used.error().hint == "read it again through the ctx of this call");
    CHECK(used.error().where.line == 1);
  }
  const Result<Evaluated> written = prompt.run("ctx.set('a', {v})");
  REQUIRE_FALSE(written.ok());
  CHECK(written.error().message.find("was used after its call; read it again through ctx") !=
        std::string::npos);
  CHECK(prompt.said("v = ctx.get('a') return v") == "{1} b={1} c=7");
  CHECK(prompt.said("m = ctx.memory") == "");
  CHECK(prompt.said("m.seen = 4") == "");
  CHECK(prompt.said("m.seen") == "4");
}

TEST_CASE("a line that would take the compiler too long is refused [B-14]") {
  Prompt prompt(kPlugin);
  std::string chain = "limit";
  for (std::size_t i = 0; i <= Limits().max_lua_jumps; ++i) chain += " or limit";
  for (const std::string& line : {chain, "local a = " + chain}) {
    const Result<Evaluated> refused = prompt.run(line);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().message.find("one expression has too many `and` and `or`") != std::string::npos);
  }
  CHECK(prompt.said("limit") == "4");
}

TEST_CASE("stopping ends the running line, and the next one runs [B-14]") {
  Limits limits;
  limits.max_handler_fuel = 1'000'000'000'000;
  Prompt prompt(kPlugin, limits);
  prompt.world.on_call = [&](std::span<const Json>) -> Result<Json> {
    prompt.console->stop();
    return Json();
  };
  const Result<Evaluated> stopped = prompt.run("ctx.call() pcall(function() while true do end end)");
  REQUIRE_FALSE(stopped.ok());
  CHECK(stopped.error().message == "the line was stopped");
  CHECK(prompt.spent.by_chance);
  CHECK(prompt.said("3") == "3");
}

TEST_CASE("a traced handler gives and spends the same, and every call is recorded [B-14]") {
  const std::string init = handler(
      "local a = ctx.get('a')\nctx.set('n', a.b.c + ctx.len('list'))\n"
      "for k, v in pairs(ctx.get('people')) do ctx.log(k .. v.age) end\nctx.memory.seen = true\n"
      "return { ctx.actor, ctx.has('nothing'), ctx.keys('people') }");
  Box plain(init), watched(init);
  const Result<Returned> one = plain.run();
  REQUIRE(one.ok());
  Trace trace;
  const Vocabulary words = vocabulary();
  WatchedHost host(watched.world, *watched.sandbox, words, std::nullopt, trace);
  const Json args;
  const std::array<Argument, 1> given = {&args};
  Call call;
  call.args = given;
  call.functions = kAllFunctions;
  Spent spent;
  const Result<Returned> other = watched.sandbox->call(call, host, spent);
  REQUIRE(other.ok());
  CHECK(to_text(one->value) == to_text(other->value));
  CHECK(spent.fuel == plain.spent.fuel);
  CHECK(spent.bytes == plain.spent.bytes);
  CHECK(to_text(plain.world.data) == to_text(watched.world.data));
  std::string names;
  std::uint64_t fuel = 0;
  for (const TraceEvent& event : trace.all()) {
    names += event.which + " ";
    CHECK(event.at.starts_with("plugins/p/init.lua:"));
    CHECK_FALSE(event.at.ends_with(":0"));
    CHECK(event.fuel >= fuel);
    fuel = event.fuel;
  }
  CHECK(names.starts_with("get view view len set get "));
  for (const char* name : {"log ", "remember ", "actor ", "has ", "keys "})
    CHECK(names.find(name) != std::string::npos);
  // An event shows what the handler was answered.
  const auto answered = [&trace](const std::string& name) {
    const auto event = std::ranges::find(trace.all(), name, &TraceEvent::which);
    return event == trace.all().end() ? std::string("no event") : to_text(event->said.value_or(Json()));
  };
  CHECK(answered("len") == "3");
  CHECK(answered("keys") == R"(["adam","zoe"])");
}

}  // namespace gavel::test
