// What passes through functions that plugins call by way of sol2: trips, which nothing may catch, and errors,
// which keep their text and their line. `require`, the kinds and the words of a vocabulary are such
// functions.

#include <doctest/doctest.h>

#include "support/sandbox.hpp"

namespace gavel::test {
namespace {

// What is said of a plugin that calls burn.lua by `pcall(require, …)` and would go on.
std::string loading(const std::string& burn, const Limits& limits = {}) {
  const std::string init = "for i = 1, 3 do pcall(require, 'burn') end\nerror('it was caught')";
  return problems_of(load_packs(
      {pack("p", {{"init.lua", init}, {"burn.lua", burn}}), pack("q", {{"init.lua", handler("return 1")}})},
      {}, limits));
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a trip inside a function called through sol passes every pcall while loading") {
  const std::string fuel = loading("while true do end");
  CHECK_MESSAGE(holds(fuel, "burn.lua:1: p used up its fuel"), fuel);
  CHECK_MESSAGE(!holds(fuel, "caught"), fuel);

  Limits small;
  small.max_lua_bytes = 1U << 20U;
  small.max_turn_milliseconds = 600'000;  // also where every block is refused once (sandbox_refusing)
  const std::string memory = loading("local t = {}\nfor i = 1, 1e9 do t[i] = {i} end", small);
  CHECK_MESSAGE(holds(memory, "held too much memory"), memory);
  CHECK_MESSAGE(!holds(memory, "caught"), memory);

  Limits limits;
  limits.max_turn_milliseconds = 20;
  limits.max_load_fuel = UINT64_MAX / 2;
  const std::string late = loading("while true do end", limits);
  CHECK_MESSAGE(holds(late, "burn.lua:1: p took too long"), late);
  CHECK_MESSAGE(!holds(late, "caught"), late);
}

TEST_CASE(
    "a handler that trips inside a function called through sol cannot catch it, and the next call works") {
  Box box(
      "tool 'fuel' { run = function()\n"
      "  for i = 1, 3 do pcall(function() while true do deny('no') end end) end return 'caught' end }\n"
      "tool 'bytes' { run = function()\n"
      "  for i = 1, 3 do pcall(function() while true do deny('no') end end) end return 'caught' end }\n"
      "tool 'next' { run = function() return 'works' end }");
  REQUIRE_MESSAGE(box.loaded.program != nullptr, problems_of(box.loaded));
  box.allowance = {.fuel = 5'000, .bytes = 0};
  const std::string fuel = box.said("p/fuel");
  CHECK_MESSAGE(holds(fuel, "plugin.fuel"), fuel);
  CHECK(box.said("p/next") == "\"works\"");
  box.allowance = {.fuel = 0, .bytes = 5'000};
  const std::string bytes = box.said("p/bytes");
  CHECK_MESSAGE(holds(bytes, "plugin.memory"), bytes);
  CHECK(box.said("p/next") == "\"works\"");
}

TEST_CASE("an error that passes a function called through sol keeps its text, its line and its value") {
  CHECK(eval("local ok, why = pcall(deny)\nlocal good, what = pcall(function() return nothing_such end)\n"
             "return what") == R"("plugins/p/init.lua:4: there is no global 'nothing_such'")");
  const std::string table = problems_of(load(
      "local ok, why = pcall(require, 'bad')\nif why ~= 'mine' and why.code ~= 7 then error('lost') end\n" +
          handler("return 1"),
      {{"bad.lua", "error({code = 7})"}}));
  CHECK_MESSAGE(table.empty(), table);
}

}  // namespace gavel::test
