// The shape of a command: what the reader of the JSON form accepts, refuses, and warns of.

#include <array>

#include "command/command.hpp"
#include "state/json_writer.hpp"
#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr std::array kVerbNames = {"set",     "merge", "ensure", "add",  "mul",    "div",
                                   "insert",  "push",  "pop",    "pull", "splice", "delete",
                                   "restore", "move",  "copy",   "get",  "test",   "call"};

// A command of this verb that has everything it needs. `pull` gets its value unless `where` is to come.
Json command_of(std::string_view verb, bool with_where = false) {
  Json json = parsed(R"({"verb":"","path":["a","b"]})");
  json["verb"] = std::string(verb);
  if (verb == "move" || verb == "copy") json["from"] = parsed(R"(["a","c"])");
  const bool bare = verb == "pop" || verb == "delete" || verb == "restore" || verb == "move" ||
                    verb == "copy" || verb == "get" || verb == "call" || (verb == "pull" && with_where);
  if (!bare) json["value"] = verb == "splice" ? parsed(R"({"start":0})") : Json(1);
  return json;
}

struct Option {
  const char* name;
  const char* value;
  const char* wrong;  // an array of values of the wrong type
  const char* verbs;  // of table 2, the ✓ cells
};

constexpr const char* kEvery =
    " set merge ensure add mul div insert push pop pull splice delete restore move copy get test call ";
constexpr const char* kOnPlaces =
    " set merge ensure add mul div insert push pop pull splice delete restore move copy get test ";
constexpr const char* kKeeping = " set merge ensure add mul div insert push move copy ";
constexpr const char* kNoFlag = R"(["yes",1,0,[],{}])";

// Table 2.
constexpr std::array kOptions = {
    Option{"reason", R"("why")", "[1,true,[],{}]", kEvery},
    Option{"tags", R"(["a","b"])", R"(["a",1,true,{},[1],["a",null]])", kEvery},
    Option{"transaction", "true", kNoFlag, kEvery},
    Option{"idempotencyKey", R"("k")", R"(["",1,true,[],{}])", kEvery},
    Option{"ifMissing", "true", kNoFlag, kOnPlaces},
    Option{"ifExists", "true", kNoFlag, kOnPlaces},
    Option{"ifEquals", "1", "[]", kOnPlaces},
    Option{"ifVersion", "0", R"(["1",1.5,true,[],{}])", kOnPlaces},
    Option{"expect", R"({"exists":true})", R"([true,1,"x",[]])", kOnPlaces},
    Option{"allowMissing", "true", kNoFlag, kOnPlaces},
    Option{"ttl", "60", R"([0,-1,-0.5,"60",true,[],{}])", kKeeping},
    Option{"expiresAt", R"("2030-01-01T00:00:00Z")",
           R"([1,true,"soon","2030-01-01","2030-01-01T00:00:00","2030-13-01T00:00:00Z",[],{}])", kKeeping},
    Option{"mergeStrategy", R"("deep")", R"(["Deep","",1,true,[],{}])", " set merge ensure "},
    Option{"dedupe", "true", kNoFlag, " insert push "},
    Option{"uniqueBy", R"(["id","kind"])", R"([1,true,[],{},[1],["id",2]])", " insert push "},
    Option{"limit", "5", R"([0,-1,1.5,"5",true,[],{}])", " insert push "},
    Option{"position", R"("head")", R"(["front","",0,true,[],{}])", " insert push pull "},
    Option{"where", R"({"id":1})", R"([{},[],"x",1,true])", " pull "},
    Option{"count", "2", R"([0,-1,1.5,"2",true,[],{}])", " pull "},
    Option{"softDelete", "true", kNoFlag, " delete "},
    Option{"recycleBinKey", R"("bin")", "[1,true,{}]", " delete restore "},
    Option{"cascade", "true", kNoFlag, " delete "},
    Option{"all", "true", kNoFlag, " delete "},
    Option{"overwrite", "false", kNoFlag, " move copy "},
};

bool has_meaning(const Option& option, std::string_view verb) {
  return contains(option.verbs, " " + std::string(verb) + " ");
}

Json command_with(const Option& option, std::string_view verb, const Json& value) {
  Json json = command_of(verb, std::string_view(option.name) == "where" && has_meaning(option, verb));
  json["options"] = Json(Json::value_t::object);
  json["options"][option.name] = value;
  const bool bin = std::string_view(option.name) == "recycleBinKey";
  if (bin && verb == "delete") json["options"]["softDelete"] = true;
  return json;
}

Result<Command> read(const Json& json, std::vector<Warning>& warnings) {
  return read_command(json, Limits(), warnings);
}

constexpr const char* kShapedState = R"({"a":{"b":1,"c":2}})";

TEST_CASE("an option that applies to a verb is accepted silently [R000-19]") {
  for (const Option& option : kOptions) {
    SUBCASE(option.name) {
      for (const char* verb : kVerbNames) {
        if (!has_meaning(option, verb)) continue;
        const Json json = command_with(option, verb, parsed(option.value));
        INFO(to_text(json));
        std::vector<Warning> warnings;
        const Result<Command> command = read(json, warnings);
        CHECK_MESSAGE(command.ok(), (command.ok() ? "" : command.error().message));
        CHECK(warnings.empty());
      }
    }
  }
}

TEST_CASE("an option that does not apply to a verb is refused by name and nothing changes [R000-19]") {
  for (const Option& option : kOptions) {
    SUBCASE(option.name) {
      for (const char* verb : kVerbNames) {
        if (has_meaning(option, verb)) continue;
        const std::string text = to_text(command_with(option, verb, parsed(option.value)));
        INFO(text);
        const Judged judged = judge(kShapedState, text);
        CHECK(judged.said == "rejected parse.malformed");
        CHECK(contains(judged.message(), option.name));
        CHECK(contains(judged.message(), verb));
        CHECK(judged.data == kShapedState);
      }
    }
  }
}

TEST_CASE("an option of the wrong type is refused by name and nothing changes [R000-19]") {
  for (const Option& option : kOptions) {
    SUBCASE(option.name) {
      for (const char* verb : kVerbNames) {
        if (!has_meaning(option, verb)) continue;
        for (const Json& wrong : parsed(option.wrong)) {
          const std::string text = to_text(command_with(option, verb, wrong));
          INFO(text);
          const Judged judged = judge(kShapedState, text);
          CHECK(judged.said == "rejected parse.malformed");
          CHECK(contains(judged.message(), option.name));
          CHECK(judged.data == kShapedState);
        }
      }
    }
  }
}

TEST_CASE("null as an option's value counts as absent, except for ifEquals [R000-19]") {
  for (const Option& option : kOptions) {
    const bool is_if_equals = std::string_view(option.name) == "ifEquals";
    SUBCASE(option.name) {
      for (const char* verb : kVerbNames) {
        Json json = command_of(verb);
        json["options"] = Json(Json::value_t::object);
        json["options"][option.name] = Json();
        INFO(to_text(json));
        std::vector<Warning> warnings;
        const Result<Command> command = read(json, warnings);
        CHECK(command.ok() == (!is_if_equals || has_meaning(option, verb)));
        CHECK(warnings.empty());
        if (command.ok()) CHECK(command->options.if_equals.has_value() == is_if_equals);
      }
    }
  }
}

TEST_CASE("false counts as absent for options that apply only when true [R000-19]") {
  for (const char* name : {"ifMissing", "ifExists", "dedupe", "softDelete", "transaction", "all"}) {
    SUBCASE(name) {
      for (const char* verb : kVerbNames) {
        Json json = command_of(verb);
        json["options"] = Json(Json::value_t::object);
        json["options"][name] = false;
        INFO(to_text(json));
        std::vector<Warning> warnings;
        CHECK(read(json, warnings).ok());
        CHECK(warnings.empty());
      }
    }
  }
}

TEST_CASE("allowMissing, cascade and overwrite apply when they are false") {
  std::vector<Warning> warnings;
  const Json refused = parsed(R"({"verb":"get","path":["a"],"options":{"cascade":false}})");
  CHECK_FALSE(read(refused, warnings).ok());
  const Json taken = parsed(R"({"verb":"get","path":["a"],"options":{"allowMissing":false}})");
  CHECK(read(taken, warnings)->options.allow_missing == false);
}

TEST_CASE("uniqueBy takes one name or several, and recycleBinKey a text or an array") {
  check_rows({
      {"one name", R"({})",
       R"({"verb":"insert","path":["m"],"value":{"id":"x"},"options":{"uniqueBy":"id"}})", "applied",
       R"({"m":{"x":{"id":"x"}}})"},
      {"an empty name", R"({})",
       R"({"verb":"insert","path":["m"],"value":{"id":"x"},"options":{"uniqueBy":""}})",
       "rejected parse.malformed", nullptr, nullptr, "uniqueBy"},
      {"a bin as an array", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":["b.c"]}})", "applied",
       R"({"b.c":{"a#1":{"value":1,"path":["a"],"time":"2025-09-20T08:00:00Z"}}})"},
      {"a bin as a text", R"({"a":1})",
       R"({"verb":"delete","path":["a"],"options":{"softDelete":true,"recycleBinKey":"b.c"}})", "applied",
       R"({"b":{"c":{"a#1":{"value":1,"path":["a"],"time":"2025-09-20T08:00:00Z"}}}})"},
  });
}

TEST_CASE("expect's members have types, and a wrong one is refused [R000-12]") {
  for (const char* expect :
       {R"({"exists":1})", R"({"exists":null})", R"({"type":"text"})", R"({"type":1})", R"({"min":"1"})",
        R"({"max":true})", R"({"length":-1})", R"({"length":1.5})", R"({"length":"1"})"}) {
    SUBCASE(expect) {
      const std::string command =
          R"({"verb":"set","path":["a","b"],"value":5,"options":{"expect":)" + std::string(expect) + "}}";
      const Judged judged = judge(kShapedState, command);
      CHECK(judged.said == "rejected parse.malformed");
      CHECK(contains(judged.message(), "expect"));
      CHECK(judged.data == kShapedState);
    }
  }
}

TEST_CASE("an unknown member of expect is ignored with a warning [R000-19]") {
  const Judged judged =
      judge(kShapedState,
            R"({"verb":"set","path":["a","b"],"value":5,"options":{"expect":{"exits":true,"min":5}}})");
  CHECK(judged.said == "applied");
  CHECK(judged.warnings[0]["code"] == R"("option.unknown")");
  CHECK(contains(judged.warnings.text(), "exits"));
  CHECK(judged.warnings.size() == 1);
}

TEST_CASE("an unknown option is ignored with a warning that names the nearest [R000-19]") {
  const Judged judged =
      judge(kShapedState, R"({"verb":"set","path":["a","b"],"value":5,"options":{"reasn":"x","zzz":1}})");
  CHECK(judged.said == "applied");
  CHECK(judged.data == R"({"a":{"b":5,"c":2}})");
  CHECK(judged.warnings.size() == 2);
  CHECK(judged.warnings[0]["code"] == R"("option.unknown")");
  CHECK(contains(judged.warnings[0].text(), "reasn"));
  CHECK(contains(judged.warnings[0].text(), "did you mean \\\"reason\\\""));
  CHECK(contains(judged.warnings[1].text(), "zzz"));
  CHECK_FALSE(contains(judged.warnings[1].text(), "did you mean"));
}

TEST_CASE("an unknown member is ignored with a warning that names the nearest [R000-19]") {
  const Judged judged = judge(kShapedState, R"({"verb":"set","path":["a","b"],"vallue":6,"value":5})");
  CHECK(judged.said == "applied");
  CHECK(judged.warnings.size() == 1);
  CHECK(contains(judged.warnings[0].text(), "vallue"));
  CHECK(contains(judged.warnings[0].text(), "did you mean \\\"value\\\""));
  CHECK(judged.warnings[0]["span"] == "[0,52]");
}

TEST_CASE("warnings are kept even if the command is refused") {
  const Judged judged = judge(kShapedState, R"({"verb":"set","path":["a","b"],"options":{"reasn":"x"}})");
  CHECK(judged.said == "rejected parse.malformed");
  CHECK(contains(judged.warnings.text(), "reasn"));
}

}  // namespace
}  // namespace gavel::testing
