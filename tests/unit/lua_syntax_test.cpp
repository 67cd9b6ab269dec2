#include <doctest/doctest.h>

#include "support/sandbox.hpp"

// What a text that does not compile is told: the place, and a way out that works when it is followed.

namespace gavel::test {
namespace {

std::string told(const std::string& source) {
  const auto loaded = load(source);
  CHECK(loaded.program == nullptr);
  return problems_of(loaded);
}

void says(const std::string& source, const std::string& part) {
  const std::string text = told(source);
  CHECK_MESSAGE(text.find(part) != std::string::npos, source, "\n", text);
}

}  // namespace

TEST_CASE("Chinese punctuation is reported with the ASCII sign that is meant [B-14]") {
  says("local t = { a = 1， b = 2 }", "`，` is not a Lua character");
  says("local t = { a = 1， b = 2 }", "write `,` for `，`");
  says("local t = “x”", "write `\"` for `“`");
  says("local t = tostring（1）", "write `(` for `（`");
  says("local t ＝ 1", "write `=` for `＝`");
  says("local t\xC2\xA0= 1", "write a plain blank");
  says("local t = 线索", "put a text into quotes: \"线索\"");
  CHECK(load("local t = '，“”（）' -- ，").program != nullptr);
}

TEST_CASE("habits of other languages are reported with Lua's own words [B-14]") {
  says("local t = 1\nif t != 2 then t = 3 end", "unequal is written ~=");
  says("local t = 1\nif t = 2 then t = 3 end", "compare with ==");
  says("local t = 1\nif t and !t then t = 3 end", "write `not `");
  says("local t = 1 && 2", "write `and`");
  says("local t = 1 || 2", "write `or`");
  says("local t = 1\nt += 2", "write t = t + …");
  says("local t = 1\nt++", "write t = t + 1");
  says("// note", "a comment begins with --");
  says("local t = 1\n# note", "a comment begins with --");
  says("local t = { a: 1 }", "a member is written name = value: a = …");
  says("local t = { \"a\" = 1 }", "[\"a\"] = value");
  says("local t = { function run() end }", "run = function(…) … end");
  says("local t = { run = (x) => 1 }", "function(…) … end");
  says("local t = { run = def(x)\n if x then end }", "in line 1: a function is written");
  says("local t = 1\nif (t) {\n t = 2\n}", "blocks have no braces");
  says("var t = 1", "write `local` instead of `var`");
  says("local t = true ? 1 : 2", "condition and a or b");
}

TEST_CASE("a missing end, bracket or comma is reported at the likely line [B-14]") {
  says("local function f()\n  for i = 1, 2 do\n    f()\n  return 1\nend\nlocal x = 1",
       "the `do` in line 2 has no `end` of its own: write it before the `end` in line 5");
  says("local function f(a)\n  if a then return 1\n  f()\n  return 2\nend",
       "write `end` in front of this line");
  says(
      "local function f(a)\n  if a then return 1 else if f() then return 2 end\n  return 3\nend\nlocal t = "
      "{}",
      "write `elseif` as one word in line 2");
  says("local x = 1\nend", "the `end` in line 2 closes nothing");
  says("local t = {\n  a = 1\n  b = 2\n}", "write a comma after the member above it");
  says("local t = {\n  a = 1,\nlocal b = 2", "close the `{` of line 1 before this line");
  says("rule 'a' { run = function(e)\n  local x =\n  return 1\nend }", "look at this line");
  says("if 1 == 1 tostring(1) end", "write `then` after the condition");
  says("local t = 'abc\n", "close the quotes on the same line");
}

TEST_CASE("a keyword of another language is accepted as a plain name [B-14]") {
  const auto silent = [](const std::string& source, const std::string& part) {
    const std::string text = told(source);
    CHECK_MESSAGE(text.find(part) == std::string::npos, source, "\n", text);
  };
  silent("local a = {}\na.let b = 3", "write `local`");
  silent("local a = {}\na.elif = 3 3", "write elseif");
  silent("local function fn(x) return x end\nlocal y = fn(1) + + 2", "function(…)");
  silent("local y = fn(1) + ) 2", "function(…)");
  says("local y = fn(1) != 2", "unequal is written ~=");
}

TEST_CASE("a keyword of Lua used as a name is reported as a keyword [B-14]") {
  says("local if = 3", "`if` is a word of Lua's own: take another name");
  says("local elseif = 3", "`elseif` is a word of Lua's own: take another name");
  says("f{ if = 1 }", "write [\"if\"] = …");
  says("local t = { a = 1,\n  end = 2 }", "write [\"end\"] = …");
  says("local t = {}\nt.for = 2", "write [\"for\"] for .for");
}

TEST_CASE("a misspelt function is reported where it begins one, and nowhere else [B-14]") {
  says("rule 'a' {\n  run = fucntion(effect)\n    local x = 1\n  end }",
       "did you mean function instead of fucntion?");
  says("local f = fucntion(a) return a end", "did you mean function instead of fucntion?");
  says("local f = fucntion(a, ...) if a then return 1 end return 2 end",
       "did you mean function instead of fucntion?");
  const auto silent = [](const std::string& source) {
    const std::string text = told(source);
    CHECK_MESSAGE(text.find("did you mean") == std::string::npos, source, "\n", text);
  };
  says("local x = fraction(1) != 2", "unequal is written ~=");
  says("local x = junction(t) && 2", "write `and`");
  silent("local x = fraction(1) != 2");
  silent("local x = fraction(a) +");
  silent("local fraction = 1\nlocal x = fraction(a) local y = 1 end");
  silent("local function fraction(a) return a end\nlocal x = fraction(a) local y = 1 end");
  silent("local x = fraction(a)\nlocal y = ( return 1");
}

TEST_CASE("one long line without an explanation is read once") {
  const auto many = [](std::string_view part) {
    std::string text;
    while (text.size() < 250'000) text += part;
    return text;
  };
  for (const char* part : {"if ", "if x if ", "do end ", "fucntion(", "fucntion(a) ", "fn(", "{ a: b, "})
    CHECK_MESSAGE(told(many(part) + "end").find("init.lua:1") != std::string::npos, part);
  CHECK(told("if x then\n" + many("elseif ")).find("init.lua:2") != std::string::npos);
  CHECK(told("if x then\n" + many("while ")).find("init.lua:2") != std::string::npos);
}

}  // namespace gavel::test
