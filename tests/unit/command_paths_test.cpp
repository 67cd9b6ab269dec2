// Where a path leads: its two forms, arrays and objects on the way, and the paths that are never taken.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kPathsState =
    R"({"a":{"b":[{"k.x":7},8]},"list":[10,11,12],"m":{"5":"five"},"s":"text","n":null})";

TEST_CASE("a path in text form is dotted, with brackets and quotes, or a JSON Pointer") {
  check_rows({
      {"dotted", kPathsState, R"({"verb":"get","raw_path":"a.b[1]"})", "applied", nullptr, "8"},
      {"a quoted key", kPathsState, R"({"verb":"get","raw_path":"a.b[0][\"k.x\"]"})", "applied", nullptr,
       "7"},
      {"a dotted index", kPathsState, R"({"verb":"get","raw_path":"list.2"})", "applied", nullptr, "12"},
      {"a pointer", kPathsState, R"({"verb":"get","raw_path":"/a/b/0/k.x"})", "applied", nullptr, "7"},
      {"a pointer's escapes", R"({"a/b":{"c~d":1}})", R"({"verb":"get","raw_path":"/a~1b/c~0d"})", "applied",
       nullptr, "1"},
      {"escapes in quotes", R"({"a\"b\\":1})", R"({"verb":"get","raw_path":"[\"a\\\"b\\\\\"]"})", "applied",
       nullptr, "1"},
      {"Chinese", R"({"角色":{"李四":{"好感":3}}})", R"({"verb":"get","raw_path":"角色.李四.好感"})",
       "applied", nullptr, "3"},
      {"no closing bracket", kPathsState, R"({"verb":"set","raw_path":"a.b[0","value":1})",
       "rejected path.invalid", nullptr, nullptr, "a.b[0"},
      {"no index in brackets", kPathsState, R"({"verb":"set","raw_path":"a.b[x]","value":1})",
       "rejected path.invalid"},
      {"an open quote", kPathsState, R"({"verb":"set","raw_path":"a[\"b]","value":1})",
       "rejected path.invalid"},
      {"a bad pointer escape", kPathsState, R"({"verb":"set","raw_path":"/a~2b","value":1})",
       "rejected path.invalid"},
      {"from as text", kPathsState, R"({"verb":"copy","raw_from":"list[0]","raw_path":"m.6"})", "applied",
       R"({"a":{"b":[{"k.x":7},8]},"list":[10,11,12],"m":{"5":"five","6":10},"s":"text","n":null})"},
      {"a bad from", kPathsState, R"({"verb":"copy","raw_from":"list[","path":["x"]})",
       "rejected path.invalid"},
  });
}

TEST_CASE("an existing key with dots wins over splitting the text") {
  check_rows({
      {"the dotted key is read", R"({"a.b":{"c":1},"a":{"b":{"c":2}}})",
       R"({"verb":"get","raw_path":"a.b.c"})", "applied", nullptr, "1"},
      {"the dotted key is written", R"({"a":{"x.y":1}})", R"({"verb":"set","raw_path":"a.x.y","value":2})",
       "applied", R"({"a":{"x.y":2}})"},
      {"none holds dots: split", R"({"a":{}})", R"({"verb":"set","raw_path":"a.x.y","value":2})", "applied",
       R"({"a":{"x":{"y":2}}})"},
      {"the reading that exists wholly wins", R"({"a.b":{},"a":{"b":{"c":2}}})",
       R"({"verb":"get","raw_path":"a.b.c"})", "applied", nullptr, "2"},
      {"a path array is taken literally", R"({"a":{"b":1}})", R"({"verb":"set","path":["a.b"],"value":2})",
       "applied", R"({"a":{"b":1},"a.b":2})"},
      {"a pointer is never joined", R"({"a.b":1,"a":{"b":2}})", R"({"verb":"get","raw_path":"/a/b"})",
       "applied", nullptr, "2"},
  });
}

TEST_CASE(
    "on an array, an index is an integer or its canonical decimal, and `-` is the place after the last") {
  check_rows({
      {"an integer", kPathsState, R"({"verb":"get","path":["list",0]})", "applied", nullptr, "10"},
      {"a decimal", kPathsState, R"({"verb":"get","path":["list","2"]})", "applied", nullptr, "12"},
      {"a decimal zero", kPathsState, R"({"verb":"get","path":["list","0"]})", "applied", nullptr, "10"},
      {"a leading zero", kPathsState, R"({"verb":"get","path":["list","01"]})", "rejected path.unknown"},
      {"a plus", kPathsState, R"({"verb":"get","path":["list","+1"]})", "rejected path.unknown"},
      {"a minus", kPathsState, R"({"verb":"get","path":["list","-1"]})", "rejected path.unknown"},
      {"a blank", kPathsState, R"({"verb":"get","path":["list"," 1"]})", "rejected path.unknown"},
      {"reading `-`", kPathsState, R"({"verb":"get","path":["list","-"]})", "rejected path.unknown"},
      {"writing `-`", R"({"l":[1]})", R"({"verb":"set","path":["l","-"],"value":2})", "applied",
       R"({"l":[1,2]})"},
      {"writing at the size", R"({"l":[1]})", R"({"verb":"set","path":["l",1],"value":2})", "applied",
       R"({"l":[1,2]})"},
      {"ensure at `-`", R"({"l":[1]})", R"({"verb":"ensure","path":["l","-"],"value":2})", "applied",
       R"({"l":[1,2]})"},
      {"merge at the size", R"({"l":[1]})", R"({"verb":"merge","path":["l",1],"value":{"x":2}})", "applied",
       R"({"l":[1,{"x":2}]})"},
      {"writing an element", R"({"l":[1,2]})", R"({"verb":"set","path":["l","0"],"value":5})", "applied",
       R"({"l":[5,2]})"},
      {"`-` is a key on an object", R"({"m":{}})", R"({"verb":"set","path":["m","-"],"value":1})", "applied",
       R"({"m":{"-":1}})"},
      {"the line names the index", R"({"l":[1]})",
       R"([{"verb":"set","path":["l","-"],"value":2},{"verb":"test","path":["l","1"],"value":2}])",
       "applied, applied", R"({"l":[1,2]})"},
  });
}

TEST_CASE("the verdict names a place as it is in the document") {
  const Judged judged =
      judge(R"({"l":[1],"a.b":{"c":1}})",
            R"([{"verb":"set","path":["l","-"],"value":2},{"verb":"get","raw_path":"a.b.c"}])");
  CHECK(judged.commands[0]["path"] == R"(["l",1])");
  CHECK(judged.commands[1]["path"] == R"(["a.b","c"])");
}

TEST_CASE("on an object, an integer is the key with that decimal text") {
  check_rows({
      {"read", kPathsState, R"({"verb":"get","path":["m",5]})", "applied", nullptr, R"("five")"},
      {"written", R"({"m":{}})", R"({"verb":"set","path":["m",7],"value":1})", "applied", R"({"m":{"7":1}})"},
      {"created parents are objects", R"({})", R"({"verb":"set","path":["a",0,"b"],"value":1})", "applied",
       R"({"a":{"0":{"b":1}}})"},
  });
}

TEST_CASE("an index beyond the end is refused rather than leaving a hole") {
  check_rows({
      {"set", kPathsState, R"({"verb":"set","path":["list",4],"value":1})", "rejected path.invalid", nullptr,
       nullptr, "beyond"},
      {"ensure", kPathsState, R"({"verb":"ensure","path":["list",4],"value":1})", "rejected path.invalid"},
      {"merge", kPathsState, R"({"verb":"merge","path":["list",4],"value":{}})", "rejected path.invalid"},
      {"insert", kPathsState, R"({"verb":"insert","path":["list",4],"value":1})", "rejected path.invalid"},
      {"a huge index", kPathsState, R"({"verb":"set","path":["list",18446744073709551615],"value":1})",
       "rejected path.invalid"},
      {"get", kPathsState, R"({"verb":"get","path":["list",3]})", "rejected path.unknown"},
      {"a parent inside an array, beyond", kPathsState, R"({"verb":"set","path":["list",9,"x"],"value":1})",
       "rejected path.invalid"},
      {"a parent inside an array, at the size", kPathsState,
       R"({"verb":"set","path":["list",3,"x"],"value":1})", "rejected path.invalid"},
      {"a parent inside an array, at `-`", kPathsState,
       R"({"verb":"push","path":["list","-","x"],"value":1})", "rejected path.invalid"},
  });
}

TEST_CASE("a scalar or null on the way is never replaced by a container") {
  check_rows({
      {"set through a string", kPathsState, R"({"verb":"set","path":["s","x"],"value":1})",
       "rejected type.mismatch"},
      {"set through null", kPathsState, R"({"verb":"set","path":["n","x"],"value":1})",
       "rejected type.mismatch"},
      {"set further through a string", kPathsState, R"({"verb":"set","path":["s","x","y"],"value":1})",
       "rejected type.mismatch"},
      {"ensure through null", kPathsState, R"({"verb":"ensure","path":["n","x"],"value":1})",
       "rejected type.mismatch"},
      {"merge through a number", kPathsState, R"({"verb":"merge","path":["list",0,"x"],"value":{}})",
       "rejected type.mismatch"},
      {"push through a string", kPathsState, R"({"verb":"push","path":["s","x"],"value":1})",
       "rejected type.mismatch"},
      {"insert through a string", kPathsState, R"({"verb":"insert","path":["s","x"],"value":1})",
       "rejected type.mismatch"},
      {"move through a string", kPathsState, R"({"verb":"move","from":["m"],"path":["s","x"]})",
       "rejected type.mismatch"},
      {"get through a string", kPathsState, R"({"verb":"get","path":["s","x"]})", "rejected path.unknown"},
      {"get through null", kPathsState, R"({"verb":"get","path":["n","x"]})", "rejected path.unknown"},
      {"set by key on an array", kPathsState, R"({"verb":"set","path":["list","x"],"value":1})",
       "rejected type.mismatch"},
      {"set through a key on an array", kPathsState, R"({"verb":"set","path":["list","x","y"],"value":1})",
       "rejected type.mismatch"},
      {"insert by key on an array", kPathsState, R"({"verb":"insert","path":["list","x"],"value":1})",
       "rejected type.mismatch"},
      {"copy by key on an array", kPathsState, R"({"verb":"copy","from":["m"],"path":["list","x"]})",
       "rejected type.mismatch"},
      {"get by key on an array", kPathsState, R"({"verb":"get","path":["list","x"]})",
       "rejected path.unknown"},
  });
}

TEST_CASE("the segments __proto__, prototype and constructor are refused, by exact match") {
  check_rows({
      {"__proto__", kPathsState, R"({"verb":"set","path":["__proto__"],"value":1})",
       "rejected path.forbidden", nullptr, nullptr, "__proto__"},
      {"prototype in the middle", kPathsState, R"({"verb":"set","path":["a","prototype","x"],"value":1})",
       "rejected path.forbidden", nullptr, nullptr, "prototype"},
      {"constructor at the end", kPathsState, R"({"verb":"set","path":["a","constructor"],"value":1})",
       "rejected path.forbidden", nullptr, nullptr, "constructor"},
      {"in a text path", kPathsState, R"({"verb":"set","raw_path":"a.__proto__.x","value":1})",
       "rejected path.forbidden"},
      {"in a pointer", kPathsState, R"({"verb":"set","raw_path":"/constructor","value":1})",
       "rejected path.forbidden"},
      {"in from", kPathsState, R"({"verb":"copy","from":["constructor"],"path":["x"]})",
       "rejected path.forbidden"},
      {"when reading", kPathsState, R"({"verb":"get","path":["__proto__"]})", "rejected path.forbidden"},
      {"when testing", kPathsState, R"({"verb":"test","path":["constructor"],"value":1})",
       "rejected path.forbidden"},
      {"when deleting", kPathsState, R"({"verb":"delete","path":["__proto__"]})", "rejected path.forbidden"},
      {"as a bin", kPathsState,
       R"({"verb":"delete","path":["s"],"options":{"softDelete":true,"recycleBinKey":"prototype"}})",
       "rejected path.forbidden"},
      {"as a key made by uniqueBy", kPathsState,
       R"({"verb":"insert","path":["m"],"value":{"id":"__proto__"},"options":{"uniqueBy":"id"}})",
       "rejected path.forbidden"},
      {"as a member that is inserted", kPathsState,
       R"({"verb":"insert","path":["m"],"value":{"__proto__":1}})", "rejected path.forbidden"},
      {"as a member that is merged", kPathsState,
       R"({"verb":"merge","path":["m"],"value":{"constructor":1}})", "rejected path.forbidden"},
      {"inside a value", kPathsState, R"({"verb":"set","path":["x"],"value":{"y":[{"prototype":1}]}})",
       "rejected path.forbidden"},
      {"constructor_guild is a name", R"({})", R"({"verb":"set","path":["constructor_guild"],"value":1})",
       "applied", R"({"constructor_guild":1})"},
      {"other case is a name", R"({})",
       R"({"verb":"set","path":["Constructor","proto","__proto"],"value":1})", "applied",
       R"({"Constructor":{"proto":{"__proto":1}}})"},
  });
}

TEST_CASE("an empty key is refused") {
  check_rows({
      {"in a path array", kPathsState, R"({"verb":"set","path":["a",""],"value":1})", "rejected path.invalid",
       nullptr, nullptr, "empty"},
      {"alone", kPathsState, R"({"verb":"set","path":[""],"value":1})", "rejected path.invalid"},
      {"between dots", kPathsState, R"({"verb":"set","raw_path":"a..b","value":1})", "rejected path.invalid"},
      {"after a dot", kPathsState, R"({"verb":"set","raw_path":"a.","value":1})", "rejected path.invalid"},
      {"in a pointer", kPathsState, R"({"verb":"set","raw_path":"/a//b","value":1})",
       "rejected path.invalid"},
      {"when reading", kPathsState, R"({"verb":"get","path":[""]})", "rejected path.invalid"},
      {"in from", kPathsState, R"({"verb":"move","from":["a",""],"path":["x"]})", "rejected path.invalid"},
      {"as a key made by uniqueBy", kPathsState,
       R"({"verb":"insert","path":["m"],"value":{"id":""},"options":{"uniqueBy":"id"}})",
       "rejected path.invalid"},
  });
}

TEST_CASE("a key with NUL is refused") {
  Table table(kPathsState);
  Command command;
  command.verb = Verb::kSet;
  command.value = Json(1);
  command.path.push_key(std::string_view("a\0b", 3));
  const Outcome outcome = table.run(command);
  CHECK(status_name(outcome.status) == "rejected");
  CHECK(outcome.error->code == Code::kPathInvalid);
  CHECK(table.data() == kPathsState);

  command.path = Path();
  command.raw_path = std::string("a\0b", 3);
  CHECK(table.run(command).error->code == Code::kPathInvalid);
  CHECK(table.data() == kPathsState);
  CHECK(table.turn(R"({"verb":"set","path":["a\u0000b"],"value":1})").said == "rejected path.invalid");
  CHECK(table.data() == kPathsState);
}

TEST_CASE("the root can be set, merged, read and tested, and must stay an object") {
  const char* const state = R"({"a":1,"b":{"c":2}})";
  check_rows({
      {"get", state, R"({"verb":"get","path":[]})", "applied", nullptr, state},
      {"get by the empty text", state, R"({"verb":"get","raw_path":""})", "applied", nullptr, state},
      {"set", state, R"({"verb":"set","path":[],"value":{"x":1}})", "applied", R"({"x":1})"},
      {"set to no object", state, R"({"verb":"set","path":[],"value":[1]})", "rejected type.mismatch",
       nullptr, nullptr, "root"},
      {"set to null", state, R"({"verb":"set","raw_path":"","value":null})", "rejected type.mismatch"},
      {"merge", state, R"({"verb":"merge","path":[],"value":{"x":1}})", "applied",
       R"({"a":1,"b":{"c":2},"x":1})"},
      {"merge with no object", state, R"({"verb":"merge","path":[],"value":5})", "rejected type.mismatch"},
      {"test", state, R"({"verb":"test","path":[],"value":{"b":{"c":2},"a":1}})", "applied"},
      {"ensure", state, R"({"verb":"ensure","path":[],"value":{}})", "skipped precondition.exists"},
      {"add", state, R"({"verb":"add","path":[],"value":1})", "rejected type.mismatch"},
      {"push", state, R"({"verb":"push","path":[],"value":1})", "rejected type.mismatch"},
      {"insert", state, R"({"verb":"insert","path":[],"value":{"x":1}})", "applied",
       R"({"a":1,"b":{"c":2},"x":1})"},
      {"delete", state, R"({"verb":"delete","path":[]})", "rejected path.invalid"},
      {"delete all", state, R"({"verb":"delete","path":[],"options":{"all":true}})", "applied", R"({})"},
      {"move onto it", state, R"({"verb":"move","from":["b"],"path":[]})", "rejected path.invalid"},
      {"copy onto it", state, R"({"verb":"copy","from":["b"],"path":[]})", "rejected path.invalid"},
      {"move from it", state, R"({"verb":"move","from":[],"path":["x"]})", "rejected path.invalid"},
      {"copy from it", state, R"({"verb":"copy","from":[],"path":["x"]})", "rejected path.invalid"},
  });
}

TEST_CASE("an unknown path is answered with the nearest existing one") {
  const char* const state = R"({"characters":{"alice":{"hp":5}},"log":[]})";
  check_rows({
      {"a slip", state, R"({"verb":"get","path":["characters","alcie"]})", "rejected path.unknown", nullptr,
       nullptr, "characters.alice"},
      {"in the middle", state, R"({"verb":"add","path":["charaters","alice","hp"],"value":1})",
       "rejected path.unknown", nullptr, nullptr, "characters"},
      {"delete", state, R"({"verb":"delete","path":["lgo"]})", "rejected path.unknown", nullptr, nullptr,
       "log"},
      {"the same key elsewhere", state, R"({"verb":"get","path":["hp"]})", "rejected path.unknown", nullptr,
       nullptr, "characters.alice.hp"},
      {"move's source", state, R"({"verb":"move","from":["lgo"],"path":["x"]})", "rejected path.unknown",
       nullptr, nullptr, "nearest that exists is log"},
      {"test", state, R"({"verb":"test","path":["lgo"],"value":1})", "rejected test.failed", nullptr, nullptr,
       "nearest that exists is log"},
  });
}

TEST_CASE("where missing paths are not created, the parent must exist") {
  Asking asking;
  asking.context.create_missing = false;
  check_rows(
      {
          {"set below nothing", R"({"a":{}})", R"({"verb":"set","path":["b","c"],"value":1})",
           "rejected path.unknown"},
          {"push below nothing", R"({"a":{}})", R"({"verb":"push","path":["b","c"],"value":1})",
           "rejected path.unknown"},
          {"set below something", R"({"a":{}})", R"({"verb":"set","path":["a","c"],"value":1})", "applied",
           R"({"a":{"c":1}})"},
      },
      asking);
}

}  // namespace
TEST_CASE("with a root, a command can name places at or below it only [R000-03]") {
  const char* state = R"({"character":{"saveData":{"hp":5,"位置":"山门"}},"hp":1})";
  Asking asking;
  asking.context.root = "character.saveData";
  const auto said = [&](const char* command) { return judge(state, command, asking).said; };
  CHECK(said(R"([{"verb":"set","raw_path":"character.saveData.hp","value":6}])") == "applied");
  CHECK(said(R"([{"verb":"merge","path":["character","saveData"],"value":{"hp":6}}])") == "applied");
  CHECK(said(R"([{"verb":"set","raw_path":"hp","value":6}])") == "rejected path.outside");
  CHECK(said(R"([{"verb":"get","path":[]}])") == "rejected path.outside");
  CHECK(said(R"([{"verb":"set","raw_path":"character","value":{}}])") == "rejected path.outside");
  CHECK(said(R"([{"verb":"copy","path":["character","saveData","x"],"from":["hp"]}])") ==
        "rejected path.outside");
  CHECK(
      said(
          R"([{"verb":"delete","raw_path":"character.saveData.hp","options":{"softDelete":true,"recycleBinKey":"bin"}}])") ==
      "rejected path.outside");
  const Judged refused = judge(state, R"([{"verb":"add","path":["hp"],"value":1}])", asking);
  CHECK(refused.message().find("character.saveData") != std::string::npos);
  CHECK(refused.data == state);
}

}  // namespace gavel::testing
