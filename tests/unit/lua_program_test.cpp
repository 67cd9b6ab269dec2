#include <doctest/doctest.h>

#include "support/sandbox.hpp"

using namespace gavel;
using namespace gavel::test;

TEST_CASE("a handler gets its arguments and ctx, and what it returns comes back as JSON") {
  CHECK(eval("return 1 + 2") == "3");
  CHECK(eval("return ctx.get('a.b.c')") == "7");
  CHECK(eval("return {ctx.get('name'), 3.0, 3, true, null}") == R"(["Li Si",3.0,3,true,null])");
  Box box(handler("return args.x + args.list[2]"));
  CHECK(box.said("p/t", json(R"({"x":1,"list":[5,6]})")) == "7");
  CHECK(eval("") == "nothing");
}

TEST_CASE("words say what a handler means, with their arguments") {
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
