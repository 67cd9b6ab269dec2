#include <doctest/doctest.h>

#include "support/sandbox.hpp"

namespace gavel::test {

TEST_CASE("a handler receives its arguments and ctx, and its result becomes JSON") {
  CHECK(eval("return 1 + 2") == "3");
  CHECK(eval("return ctx.get('a.b.c')") == "7");
  CHECK(eval("return {ctx.get('name'), 3.0, 3, true, null}") == R"(["Li Si",3.0,3,true,null])");
  Box box(handler("return args.x + args.list[2]"));
  CHECK(box.said("p/t", json(R"({"x":1,"list":[5,6]})")) == "7");
  CHECK(eval("") == "nothing");
}

TEST_CASE("a handler answers with words and their arguments") {
  CHECK(eval("return allow()") == "allow[]");
  CHECK(eval("return deny('no', {x = 1})") == R"(deny["no",{"x":1}])");
  CHECK(eval("allow() return deny('a')") == R"(deny["a"])");
  CHECK(eval("return deny()").find("deny takes 1 to 2 values, got 0") != std::string::npos);
}

TEST_CASE("an endless handler ends by fuel, at its line, and the next call works") {
  Box box(
      "tool \"t\" { run = function(args, ctx)\n  while true do end\nend }\ntool \"ok\" { run = function() "
      "return 5 end }");
  const auto result = box.run();
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == Code::kPluginFuel);
  CHECK(result.error().where.file == "plugins/p/init.lua");
  CHECK(result.error().where.line == 2);
  CHECK(result.error().where.rule == "p/t");
  CHECK(result.error().message ==
        "p/t (run) used up its fuel: more than 5000000 steps (limits.max_handler_fuel)");
  CHECK(result.error().hint == "do less work in one call, or raise limits.max_handler_fuel in ruleset.yaml");
  CHECK(result.error().detail.find("-->     2 |   while true do end") != std::string::npos);
  CHECK(box.said("p/ok") == "5");
}

TEST_CASE("an error names handler, file and line, and shows the source around it") {
  Box box(
      "local function deep(x)\n  return x.y.z\nend\ntool \"t\" { run = function(args, ctx)\n  return "
      "deep({}) + 1\nend }");
  const auto result = box.run();
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().message == "p/t (run): attempt to index a nil value (field 'y')");
  CHECK(result.error().where.line == 2);
  CHECK(result.error().detail ==
        "        1 | local function deep(x)\n"
        "-->     2 |   return x.y.z\n"
        "        3 | end\n"
        "plugins/p/init.lua:2 in function 'deep'\n"
        "plugins/p/init.lua:5 in the function at line 4\n");
}

TEST_CASE("a Lua error at run time suggests a fix: what was nil, and where it came from [B-14]") {
  const auto hint = [](const std::string& body) {
    const auto result = Box("tool \"t\" { run = function(args, ctx)\n" + body + "\nend }").run();
    return result.ok() ? std::string("no error") : result.error().hint;
  };
  CHECK(hint("return ctx.get(\"a.z\") - 1") ==
        "ctx.get(\"a.z\") gives nil where there is no value; correct the name or the path, or give a "
        "default: (ctx.get(\"a.z\") or 0)");
  CHECK(hint("local hp = ctx.get(\"a.z\")\nreturn hp .. \"!\"") ==
        "'hp' is nil: it was set in line 2, `local hp = ctx.get(\"a.z\")`; correct the name or the path, or "
        "give a default: (hp or \"\")");
  CHECK(hint("local t = {}\nreturn t.x.y.z").starts_with("there is no value in 't.x'; "));
  CHECK(hint("local t = {}\nt.x.burn()") ==
        "there is no value in 't.x'; correct the name or the path, or ask for it first: if t.x then … end");
  CHECK(
      hint("local t = {}\nt.burn()") ==
      "there is no value in 't.burn'; correct the name, or call it only where it is there: if t.burn then … "
      "end");
  CHECK(hint("local none = ctx.get(\"none\")\nreturn none + 1")
            .ends_with("ask first: if none ~= null then … end"));
  CHECK(hint("return ctx.get(\"a.z\") < 2").ends_with("(ctx.get(\"a.z\") or 0)"));
  CHECK(hint("return {} < {}") == "compare a number or a text of each table: a.value < b.value");
  CHECK(hint("return 1 < \"2\"").starts_with("compare like with like"));
  CHECK(hint("local s = \"3\"\nreturn s + 1") == "convert the string to a number: tonumber(s)");
  CHECK(hint("return math.floor(ctx.get(\"a.z\"))").ends_with("(x or 0)"));
  CHECK(hint("local n = 0\nreturn 1 // n") == "ask first: if y ~= 0 then … end");
  CHECK(hint("nights = 1").starts_with("write `local` in front of it"));
  CHECK(hint("return maths.floor(1)") == "did you mean 'math'?");
  // Of what the author says himself, nobody knows the mending.
  CHECK(hint("error(\"no oil\")") == "");
  // Another function's local of the same name says nothing of this one.
  CHECK(hint("local function other() local hp = 1\nreturn hp end\nlocal function f(hp) return hp + other() "
             "end\nreturn f()")
            .starts_with("'hp' is nil here; "));
}

TEST_CASE("plugins see exactly these names") {
  Vocabulary none;
  std::string names;
  for (const std::string& name : visible_names(none)) names += name + " ";
  CHECK(names ==
        "array assert error getmetatable ipairs math math.abs math.acos math.asin math.atan math.ceil "
        "math.cos math.deg "
        "math.exp math.floor math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger "
        "math.modf "
        "math.pi math.rad math.sin math.sqrt math.tan math.tointeger math.type math.ult next null pairs "
        "pcall require "
        "select setmetatable string string.byte string.char string.find string.format string.gmatch "
        "string.gsub "
        "string.len string.lower string.match string.rep string.reverse string.sub string.upper table "
        "table.concat "
        "table.insert table.move table.pack table.remove table.sort table.unpack tonumber tostring type utf8 "
        "utf8.char "
        "utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset ");
  CHECK(visible_names(vocabulary()).size() == visible_names(none).size() + 3 + 3 + 2);
}

TEST_CASE("string, table, math and utf8 behave as in Lua") {
  CHECK(eval("return string.format('%5.2f|%-5d|%05d|%x|%X|%q|%s|%%|%c|%g|%i', 3.14159, 42, 7, 255, 255, "
             "'a\\nb', {}, 65, 1e20, 3)") == R"(" 3.14|42   |00007|ff|FF|\"a\\\nb\"|table|%|A|1e+20|3")");
  CHECK(eval("return {('hello world'):find('o w'), ('hello'):find('l+')}") == "[5,3,4]");
  CHECK(eval("return {('key = value'):match('^(%w+)%s*=%s*(%w+)$')}") == R"(["key","value"])");
  CHECK(eval("return {('abc'):gsub('', '-')}") == R"(["-a-b-c-",4])");
  CHECK(eval("return {('hello world'):gsub('(%w+)', '<%1>')}") == R"(["<hello> <world>",2])");
  CHECK(eval("return {('THE (quick) fox'):find('%((%a+)%)')}") == R"([5,11,"quick"])");
  CHECK(eval("return {('f(a(b)c)d'):match('%b()'), ('THE fox'):gsub('%f[%a]%a+', 'x'), "
             "('abab'):match('(ab)%1')}") == R"x(["(a(b)c)","x x","ab"])x");
  CHECK(eval("return {('  x '):match('^%s*(.-)%s*$'), ('a,b,,c'):gsub(',', ';', 2), ('x'):rep(3, '-')}") ==
        R"(["x","a;b;,c","x-x-x"])");
  CHECK(
      eval(
          "local o = {} for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do o[#o + 1] = k .. v end return o") ==
      R"(["a1","b2"])");
  CHECK(eval("return {('abc'):byte(1, -1), ('abc'):sub(-2), ('x'):len(), #'é', utf8.len('é'), utf8.char(233, "
             "8364), utf8.codepoint('€')}") == R"([97,"bc",1,2,1,"é€",8364])");
  CHECK(eval("return {tonumber('0x10'), tonumber('  12  '), tonumber('1e1'), tonumber('z', 36), "
             "tonumber('x') == nil, tonumber('ff', 16)}") == "[16,12,10.0,35,true,255]");
  CHECK(eval("local t = {1, 2, 3} table.insert(t, 2, 9) local r = table.remove(t, 1) table.move(t, 1, 3, 2) "
             "return {t, r, table.concat({1, 2, 3}, '-', 2)}") == R"([[9,9,2,3],1,"2-3"])");
  CHECK(eval("local t = {'b', 'a', 'c'} table.sort(t) table.sort(t, function(a, b) return a > b end) return "
             "t") == R"(["c","b","a"])");
  CHECK(eval("return {math.floor(-3.5), math.ceil(3.2), math.max(1, 5, 3), math.min(2.5, 1), math.type(1), "
             "math.type(1.0), math.tointeger(3.0), math.fmod(-5, 3)}") ==
        R"([-4,4,5,1,"integer","float",3,-2])");
  CHECK(eval("return {select('#', 1, nil, 3), select(-1, 1, 2), pcall(error, {code = 1})}") ==
        R"([3,2,false,{"code":1}])");
}

}  // namespace gavel::test
