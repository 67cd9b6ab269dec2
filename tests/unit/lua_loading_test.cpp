#include <algorithm>
#include <thread>

#include <doctest/doctest.h>

#include "support/sandbox.hpp"

namespace gavel::test {

namespace {

std::string trouble(const std::string& init, std::vector<PackFile> more = {},
                    std::vector<PackFile> library = {}) {
  Limits limits;
  limits.max_load_fuel = 200'000;
  limits.max_registrations = 100;
  return problems_of(load(init, std::move(more), std::move(library), limits));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("registrations are in the registry in load order, with their specs, places and handlers") {
  const auto loaded = load(
      "rule 'first' { path = '**.x', mode = 'check', run = function() end,\n when = function() end }\n"
      "tool 'second' { args = { n = int{ min = 1 }, s = str{} }, run = function() end }\n"
      "migrate { from = '1.x', up = function() end }\nmigrate { from = '2.x' }");
  REQUIRE_MESSAGE(loaded.program != nullptr, problems_of(loaded));
  const Registry& registry = loaded.program->registry();
  REQUIRE(registry.all.size() == 4);
  CHECK(registry.all[0].id == "p/first");
  CHECK(registry.all[0].kind == "rule");
  CHECK(to_text(registry.all[0].spec) == R"({"mode":"check","path":"**.x"})");
  CHECK(registry.all[0].file == "plugins/p/init.lua");
  CHECK(registry.all[0].line == 1);
  CHECK(*registry.all[0].handler("when") == 1);
  CHECK(registry.handlers[1].line == 2);
  CHECK(to_text(registry.all[1].spec) == R"({"args":{"n":{"kind":"int","min":1},"s":{"kind":"str"}}})");
  CHECK(registry.all[2].id == "p/1");
  CHECK(registry.all[3].id == "p/2");
  CHECK(registry.handlers.size() == 4);
}

TEST_CASE("every problem of every plugin is reported with file and line, and then nothing loads") {
  std::vector<Pack> packs;
  packs.push_back(pack("a", {{"init.lua", "rule 'r' { pth = 'x' }\nrule 'r' {}\nrule 'r' {}"}}));
  packs.push_back(pack("b", {{"init.lua", "local x = = 1"}}));
  packs.push_back(pack("c", {{"init.lua", "\nlocal t = nil\nt.x = 1"}, {"unused.lua", "if"}}));
  packs.push_back(pack("a", {{"init.lua", "tool 't' { run = 5 }"}}));
  const auto loaded = load_packs(std::move(packs));
  CHECK(loaded.program == nullptr);
  CHECK(problems_of(loaded) ==
        "plugins/a/plugin.yaml:0: two plugins are called 'a' (give one of them a name of its own with 'as')\n"
        "plugins/a/init.lua:1: rule \"r\" has no member 'pth' (did you mean 'path'?)\n"
        "plugins/a/init.lua:2: rule \"r\" is registered twice: first here (give one of them another name)\n"
        "plugins/a/init.lua:3: rule \"r\" is registered twice: first here (give one of them another name)\n"
        "plugins/b/init.lua:1: unexpected symbol near '=' (look at this line and the one above it: a comma, "
        "a bracket, `then` or `end` is missing or too many)\n"
        "plugins/c/init.lua:3: c: attempt to index a nil value (local 't') ('t' is nil: it was set in line "
        "2, `local t = nil`; "
        "correct the name or the path, or ask for it first: if t then … end)\n"
        "plugins/a/init.lua:1: 'run' of tool \"t\" must be a function, got number\n"
        "plugins/c/unused.lua:1: unexpected symbol near <eof> (the `if` in line 1 has no `end`)\n");
}

TEST_CASE("invalid registrations are refused") {
  CHECK(has(trouble("tool 't'"), "plugins/p/init.lua:1: tool \"t\" has no table (write tool \"t\" { … })"));
  CHECK(has(trouble("tool '' {}"), "the name of tool \"\" is empty"));
  CHECK(has(trouble("tool 'a\\0b' {}"), "holds a control character"));
  CHECK(has(trouble("tool '../x' {}"), "holds '/'"));
  CHECK(has(trouble("tool(('x'):rep(65)) {}"), "has 65 bytes; at most 64"));
  CHECK(has(trouble("tool 't' { args = { f = function() end } }"), "tool \"t\".args.f is a function"));
  CHECK(has(trouble("tool 't' { other = function() end }"), "functions are allowed only in: run"));
  CHECK(has(trouble("for i = 1, 1000 do tool('t' .. i) {} end"),
            "registers too much; at most 100 (limits.max_registrations)"));
  CHECK(has(trouble("tool 't' { x = 0/0 }"), "tool \"t\".x is nan"));
  CHECK(has(trouble("tool(5) {}"), "tool needs a name") == true);
}

TEST_CASE("loading ends by fuel, at its line") {
  CHECK(has(trouble("\nwhile true do pcall(function() while true do end end) end"),
            "plugins/p/init.lua:2: p used up its fuel: more than 200000 steps (limits.max_load_fuel)"));
}

TEST_CASE("require finds own files and shared modules only, and runs each once per plugin") {
  CHECK(has(trouble("require '../x'"), "a module is named by letters"));
  CHECK(has(trouble("require '/etc/passwd'"), "a module is named by letters"));
  CHECK(has(trouble("require 'other.private'"), "a module is named by letters"));
  CHECK(has(trouble("require 'words'"), "the plugin has no words.lua and no lib/words.lua"));
  CHECK(has(trouble("require 'a'", {{"a.lua", "require 'b'"}, {"b.lua", "require 'a'"}}),
            "files require one another in a circle: plugins/p/a.lua -> plugins/p/b.lua -> plugins/p/a.lua"));
  CHECK(
      has(trouble("require 'a'", {{"a.lua", "\nlocal = 1"}}), "plugins/p/a.lua:2: <name> expected near '='"));
  Box box(
      handler("return {words.hello, text.count, require_again}",
              "words = require 'words' text = require 'text' require 'text' require_again = require('text') "
              "== text"),
      {{"lib/words.lua", "return {hello = 'hi'}"}},
      {{"text", "local s = require 'seen' s.n = s.n + 1 return {count = s.n}"}, {"seen", "return {n = 0}"}});
  CHECK(box.said() == R"(["hi",1,true])");
}

TEST_CASE("plugins share nothing that one of them could change") {
  std::vector<Pack> packs;
  packs.push_back(pack("a", {{"init.lua",
                              "leak = 1 local s = require 'shared' s.mark = 'a'\nlocal ok = pcall(function() "
                              "string.rep = 1 end)"}}));
  packs.push_back(
      pack("b", {{"init.lua",
                  "local s = require 'shared' local found = pcall(function() return leak end)\n"
                  "tool 't' { run = function() return {s.mark == nil, found, ('x'):rep(2)} end }"}}));
  Box box(load_packs(std::move(packs), {{"shared", "return {}"}}));
  CHECK(box.said("b/t") == R"([true,false,"xx"])");
}

TEST_CASE("text that would take the compiler too long is refused wherever it comes from") {
  std::string chain = "\nlocal a return a";
  for (std::size_t i = 0; i <= Limits().max_lua_jumps; ++i) chain += " or a";
  const std::string refused =
      ":2: one expression has too many `and` and `or`; at most 1024 (limits.max_lua_jumps)";
  CHECK(has(trouble(chain), "plugins/p/init.lua" + refused));
  CHECK(has(trouble("require 'a'", {{"a.lua", chain}}), "plugins/p/a.lua" + refused));
  CHECK(has(trouble("require 'words'", {}, {{"words", chain}}), "lib/words.lua" + refused));
  // Nothing has required it, and the text is changed for its loop before it is compiled.
  CHECK(has(trouble("return 1", {{"a.lua", "local b for i = 1, b do end " + chain}}),
            "plugins/p/a.lua" + refused));
  Limits more;
  more.max_lua_jumps = 2000;
  CHECK_FALSE(has(problems_of(load(chain, {}, {}, more)), "max_lua_jumps"));
}

TEST_CASE("only text is loaded, never bytecode") {
  CHECK(has(trouble("\x1bLua\x54"), "attempt to load a binary chunk"));
}

TEST_CASE("a handler that calls something forbidden is told so, with the words of the vocabulary") {
  Box box("rule 'r' { path = 'x', run = function(e, ctx) ctx.set('a', 1) end }");
  CHECK(text_of(box.run("p/r", nullptr, 0)) ==
        "plugin.error: p/r (run): ctx.set is not allowed here: a rule only judges: tools and automations "
        "write");
}

TEST_CASE("a record's members are computed on demand") {
  Box box(
      "rule 'r' { run = function(e, ctx) local keys = {} for k, v in pairs(e) do keys[#keys + 1] = k end\n"
      "return {e.path, e.before, e.after.deep[2], e.delta == nil, keys, type(e)} end }\n"
      "rule 's' { run = function(e) return e.befor end }\nrule 'w' { run = function(e) e.after = 1 end }");
  Effect effect;
  const Argument argument = &effect;
  const auto run = [&](HandlerId handler) {
    Call call;
    call.handler = handler;
    call.args = {&argument, 1};
    return text_of(box.sandbox->call(call, box.world, box.spent));
  };
  CHECK(run(0) == R"(["a.b",1,2,true,["path","before","after"],"table"])");
  CHECK(has(run(1), "there is no effect.befor; did you mean 'before'?"));
  CHECK(has(run(2), "cannot write 'after': this value is read-only"));
}

TEST_CASE("the deadline ends a call that still has fuel") {
  Limits limits;
  limits.max_handler_fuel = 1'000'000'000'000;
  Box box(handler("while true do pcall(function() while true do end end) end"), {}, {}, limits);
  box.sandbox->set_deadline(30);
  CHECK(box.said().starts_with("plugin.deadline: p/t (run) took too long"));
}

TEST_CASE("a pool gives sandboxes to any thread") {
  const auto loaded = load("tool 't' { run = function(ctx) return ctx.get('n') end }");
  SandboxPool pool(loaded.program, 2);
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::vector<int> right(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      World world;
      for (int i = 0; i < 50; ++i) {
        auto sandbox = pool.take();
        Spent spent;
        Call call;
        if (sandbox.ok() && text_of((*sandbox)->call(call, world, spent)) == "3")
          ++right[static_cast<std::size_t>(t)];
        if (sandbox.ok()) pool.give_back(std::move(*sandbox));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::ranges::all_of(right, [](int count) { return count == 50; }));
}

}  // namespace gavel::test
