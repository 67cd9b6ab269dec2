#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "guards/guards.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

using gavel::Actor;
using gavel::Context;
using gavel::Document;
using gavel::FieldTable;
using gavel::Guards;
using gavel::Json;
using gavel::Limits;
using gavel::Outcome;
using gavel::Status;

namespace {

Json parse(const std::string& text) {
  auto json = gavel::read_json(text, Limits());
  REQUIRE_MESSAGE(json.ok(), text);
  return std::move(*json);
}

// A document under guards. `run` gives "applied", or the code and the rule of the refusal.
struct Scene {
  Document document;
  Guards guards;
  Context context{};
  Actor actor = Actor::kModel;

  explicit Scene(const std::string& data, const std::string& fields = "[]") {
    auto loaded = Document::load(parse(data), Json(), Limits());
    REQUIRE(loaded.ok());
    document = std::move(*loaded);
    auto table = FieldTable::from_json(parse(fields), Limits());
    REQUIRE_MESSAGE(table.ok(), fields);
    guards = Guards(std::move(*table));
  }

  std::string run(const std::string& command_json) {
    std::vector<gavel::Warning> warnings;
    auto command = read_command(parse(command_json), Limits(), warnings);
    REQUIRE_MESSAGE(command.ok(), command_json);
    command->origin.actor = actor;
    const std::string before = to_text(document.data());
    const Outcome outcome = execute(document, *command, context,
                                    [&](const gavel::Proposed& proposed) { return guards.judge(proposed); });
    if (outcome.status == Status::kApplied) return "applied";
    CHECK(to_text(document.data()) == before);
    const std::string& rule = outcome.error->where.rule;
    return std::string(code_name(outcome.error->code)) + (rule.empty() ? "" : " " + rule);
  }

  std::string data() const { return to_text(document.data()); }
};

constexpr const char* kToolsOnly =
    R"([{"path":"c.*.hp","write":["tool"]},{"path":"**","write":["model","player","operator"]}])";
constexpr const char* kHero = R"({"c":{"li":{"hp":5,"name":"李四"},"empty":{}},"x":1})";

}  // namespace

TEST_CASE("a place that may not be written cannot be deleted with its parent either") {
  for (const char* command :
       {R"({"verb":"delete","path":["c","li","hp"]})", R"({"verb":"delete","path":["c","li"]})",
        R"({"verb":"delete","path":["c"]})", R"({"verb":"delete","path":[],"options":{"all":true}})",
        R"({"verb":"set","path":["c"],"value":5})", R"({"verb":"set","path":["c"],"value":{}})",
        R"({"verb":"set","path":[],"value":{}})", R"({"verb":"move","from":["c","li"],"path":["c","wang"]})",
        R"({"verb":"move","from":["x"],"path":["c"]})", R"({"verb":"copy","from":["x"],"path":["c","li"]})",
        R"({"verb":"delete","path":["c"],"options":{"softDelete":true}})"}) {
    CAPTURE(command);
    Scene scene(kHero, kToolsOnly);
    CHECK(scene.run(command) == "authority.denied c.*.hp");
  }
  Scene scene(kHero, kToolsOnly);
  CHECK(scene.run(R"({"verb":"delete","path":["c","li","name"]})") == "applied");
  CHECK(scene.run(R"({"verb":"delete","path":["c","empty"]})") == "applied");
}

TEST_CASE("a value is judged at its destination, however it got there") {
  const char* fields = R"([{"path":"c.*.hp","type":"integer","min":0,"max":9}])";
  Scene scene(kHero, fields);
  CHECK(scene.run(R"({"verb":"set","path":["c","li","hp"],"value":10})") == "value.range c.*.hp");
  CHECK(scene.run(R"({"verb":"add","path":["c","li","hp"],"value":5})") == "value.range c.*.hp");
  CHECK(
      scene.run(
          R"({"verb":"merge","path":["c"],"value":{"li":{"hp":"many"}},"options":{"mergeStrategy":"deep"}})") ==
      "type.mismatch c.*.hp");
  CHECK(scene.run(R"({"verb":"set","path":["c","new"],"value":{"hp":-1}})") == "value.range c.*.hp");
  CHECK(scene.run(R"({"verb":"set","path":["hp"],"value":99})") == "applied");
  CHECK(scene.run(R"({"verb":"copy","from":["hp"],"path":["c","li","hp"]})") == "value.range c.*.hp");
  CHECK(scene.run(R"({"verb":"insert","path":["c"],"value":{"wang":{"hp":"x"}}})") == "type.mismatch c.*.hp");
  CHECK(scene.run(R"({"verb":"add","path":["c","li","hp"],"value":4})") == "applied");
}

TEST_CASE("an enum of whole containers is checked when something inside one changes") {
  const char* fields =
      R"([{"path":"pos","enum":[{"x":0,"y":0},{"x":1,"y":0}]},{"path":"list","enum":[[1],[1,2]]}])";
  Scene scene(R"({"pos":{"x":0,"y":0},"list":[1]})", fields);
  CHECK(scene.run(R"({"verb":"set","path":["pos","x"],"value":1})") == "applied");
  CHECK(scene.run(R"({"verb":"set","path":["pos","y"],"value":1})") == "value.enum pos");
  CHECK(scene.run(R"({"verb":"set","path":["pos","z"],"value":1})") == "value.enum pos");
  CHECK(scene.run(R"({"verb":"delete","path":["pos","y"]})") == "value.enum pos");
  CHECK(scene.run(R"({"verb":"push","path":["list"],"value":2})") == "applied");
  CHECK(scene.run(R"({"verb":"push","path":["list"],"value":3})") == "value.enum list");
  CHECK(scene.run(R"({"verb":"delete","path":["pos"]})") == "applied");
}

TEST_CASE(
    "[R002-11] a protected node survives deletion, `all`, parents, overwriting and being unset by model and "
    "player") {
  const std::string data =
      R"({"a":{"b":{"_is_protected":true,"v":1},"n":2},"l":[{"_is_protected":true,"v":1},7],"z":1})";
  for (const char* command :
       {R"({"verb":"delete","path":["a","b"]})", R"({"verb":"delete","path":["a"]})",
        R"({"verb":"set","path":["a","b"],"value":1})", R"({"verb":"set","path":["a","b"],"value":{"v":1}})",
        R"({"verb":"set","path":["a"],"value":{"n":2}})",
        R"({"verb":"set","path":["a","b","_is_protected"],"value":false})",
        R"({"verb":"set","path":["a","b","_is_protected"],"value":1})",
        R"({"verb":"delete","path":["a","b","_is_protected"]})",
        R"({"verb":"move","from":["a","b"],"path":["c"]})",
        R"({"verb":"move","from":["z"],"path":["a","b"]})",
        R"({"verb":"copy","from":["z"],"path":["a","b"]})", R"({"verb":"set","path":[],"value":{}})",
        R"({"verb":"delete","path":["a","b"],"options":{"softDelete":true}})",
        R"({"verb":"delete","path":["l",0]})", R"({"verb":"delete","path":["l"]})",
        R"({"verb":"splice","path":["l"],"value":[0,1]})", R"({"verb":"set","path":["l"],"value":[7]})",
        R"({"verb":"pull","path":["l"],"options":{"where":{"v":1}}})",
        R"({"verb":"set","path":["a","b","v"],"value":2,"options":{"ttl":-1}})"}) {
    std::vector<gavel::Warning> warnings;
    if (!read_command(parse(command), Limits(), warnings)) continue;
    for (const Actor actor : {Actor::kModel, Actor::kPlayer}) {
      CAPTURE(command);
      Scene scene(data);
      scene.actor = actor;
      CHECK(scene.run(command) == "protected");
    }
  }
  Scene scene(data);
  CHECK(scene.run(R"({"verb":"delete","path":[],"options":{"all":true}})") == "applied");
  CHECK(scene.data() == R"({"a":{"b":{"_is_protected":true,"v":1}},"l":[{"_is_protected":true,"v":1}]})");
}

TEST_CASE("fields of a protected node may change, it may move up in its array, and other actors are free") {
  const std::string data = R"({"a":{"_is_protected":true,"v":1},"l":[7,{"_is_protected":true,"v":1}]})";
  Scene scene(data);
  CHECK(scene.run(R"({"verb":"set","path":["a","v"],"value":2})") == "applied");
  CHECK(scene.run(R"({"verb":"set","path":["a","new"],"value":2})") == "applied");
  CHECK(scene.run(R"({"verb":"set","path":["a"],"value":{"_is_protected":true}})") == "applied");
  CHECK(scene.run(R"({"verb":"delete","path":["l",0]})") == "applied");
  CHECK(scene.run(R"({"verb":"insert","path":["l",0],"value":1})") == "applied");
  CHECK(scene.run(R"({"verb":"set","path":["l",1,"v"],"value":9})") == "applied");
  CHECK(scene.run(R"({"verb":"set","path":["fresh"],"value":{"_is_protected":true}})") == "applied");
  CHECK(scene.run(R"({"verb":"delete","path":["fresh"]})") == "protected");
  scene.actor = Actor::kOperator;
  CHECK(scene.run(R"({"verb":"delete","path":["fresh"]})") == "applied");
  CHECK(scene.run(R"({"verb":"delete","path":["l"]})") == "applied");
}

TEST_CASE("of equal protected elements none may be removed") {
  const std::string data =
      R"({"l":[{"_is_protected":true},{"_is_protected":true},5],"n":[[{"_is_protected":true}],[{"_is_protected":true}]]})";
  for (const char* command : {R"({"verb":"delete","path":["l",0]})", R"({"verb":"delete","path":["l",1]})",
                              R"({"verb":"delete","path":["n",0]})",
                              R"({"verb":"set","path":["l"],"value":[{"_is_protected":true},5]})",
                              R"({"verb":"splice","path":["n"],"value":[0,1]})"}) {
    CAPTURE(command);
    Scene scene(data);
    CHECK(scene.run(command) == "protected");
  }
  Scene scene(data);
  CHECK(scene.run(R"({"verb":"pop","path":["l"]})") == "applied");
}

TEST_CASE("a protection flag that is not true protects nothing") {
  Scene scene(
      R"({"a":{"_is_protected":false},"b":{"_is_protected":1},"c":{"_is_protected":"true"},"_is_protected":null})");
  for (const char* command : {R"({"verb":"delete","path":["a"]})", R"({"verb":"delete","path":["b"]})",
                              R"({"verb":"delete","path":["c"]})"}) {
    CHECK(scene.run(command) == "applied");
  }
}

TEST_CASE("a place that is set to expire is judged as if it were deleted now") {
  Scene scene(R"({"p":{"q":{"_is_protected":true}},"c":{"li":{"hp":5}},"n":1})", kToolsOnly);
  CHECK(scene.run(R"({"verb":"set","path":["n"],"value":2,"options":{"ttl":5}})") == "applied");
  CHECK(scene.run(R"({"verb":"merge","path":["p"],"value":{"x":1},"options":{"ttl":5}})") == "protected");
  CHECK(scene.run(R"({"verb":"merge","path":["c","li"],"value":{"x":1},"options":{"ttl":5}})") ==
        "authority.denied c.*.hp");
}

TEST_CASE("the size of the document is limited, and shrinking it is always allowed") {
  Scene scene(R"({"a":"0123456789"})");
  scene.context.limits.max_document_weight = scene.document.weight() + 20;
  CHECK(scene.run(R"({"verb":"set","path":["b"],"value":"0123456789"})") == "limit.size");
  CHECK(scene.run(R"({"verb":"set","path":["b"],"value":1})") == "applied");
  CHECK(scene.run(R"({"verb":"delete","path":["a"]})") == "applied");
}

TEST_CASE("keys inside a value are checked like keys of a path") {
  Scene scene("{}");
  CHECK(scene.run(R"({"verb":"set","path":["a"],"value":{"b":[{"__proto__":1}]}})") == "path.forbidden");
  CHECK(scene.run(R"({"verb":"set","path":["a"],"value":{"constructor":{}}})") == "path.forbidden");
  CHECK(scene.run(R"({"verb":"set","path":["a"],"value":{"":1}})") == "path.invalid");
  CHECK(scene.run(R"({"verb":"push","path":["a"],"value":{"x\u0000y":1}})") == "path.invalid");
  CHECK(scene.run(R"({"verb":"set","path":["a"],"value":{"constructor_guild":1}})") == "applied");
}
