// The dialect `patch`: RFC 6902 in its tag, with MVU's `delta` and `insert`.

#include "support/reading.hpp"

namespace gavel::testing {
namespace {

std::string patch(std::string_view operations) {
  return "<JSONPatch>[" + std::string(operations) + "]</JSONPatch>";
}

TEST_CASE("every operation of RFC 6902, and those of MVU") {
  check_forms(
      "patch",
      {
          {"add a member", R"({"a":{}})", patch(R"({"op":"add","path":"/a/x","value":1})"), "applied",
           R"({"a":{"x":1}})"},
          {"add over a member", R"({"a":{"x":0}})", patch(R"({"op":"add","path":"/a/x","value":1})"),
           "applied", R"({"a":{"x":1}})"},
          {"add an element", R"({"a":[1,3]})", patch(R"({"op":"add","path":"/a/1","value":2})"), "applied",
           R"({"a":[1,2,3]})"},
          {"add at the end", R"({"a":[1]})", patch(R"({"op":"add","path":"/a/-","value":2})"), "applied",
           R"({"a":[1,2]})"},
          {"add under a missing parent", "{}", patch(R"({"op":"add","path":"/a/x","value":1})"),
           "rejected path.unknown"},
          {"add beyond the end", R"({"a":[1]})", patch(R"({"op":"add","path":"/a/5","value":2})"),
           "rejected path.invalid"},
          {"insert", R"({"a":[1],"o":{}})",
           patch(R"({"op":"insert","path":"/a/0","value":0},{"op":"insert","path":"/o/x","value":1})"),
           "applied, applied", R"({"a":[0,1],"o":{"x":1}})"},
          {"replace", R"({"a":{"x":0}})", patch(R"({"op":"replace","path":"/a/x","value":{"y":1}})"),
           "applied", R"({"a":{"x":{"y":1}}})"},
          {"replace nothing", R"({"a":{}})", patch(R"({"op":"replace","path":"/a/x","value":1})"),
           "rejected path.unknown"},
          {"replace the root", R"({"a":1})", patch(R"({"op":"replace","path":"","value":{"b":2}})"),
           "applied", R"({"b":2})"},
          {"remove", R"({"a":[1,2,3],"b":1})",
           patch(R"({"op":"remove","path":"/a/1"},{"op":"remove","path":"/b"})"), "applied, applied",
           R"({"a":[1,3]})"},
          {"remove nothing", R"({"a":{}})", patch(R"({"op":"remove","path":"/a/x"})"),
           "rejected path.unknown"},
          {"move", R"({"a":{"x":1},"b":{}})", patch(R"({"op":"move","from":"/a/x","path":"/b/y"})"),
           "applied", R"({"a":{},"b":{"y":1}})"},
          {"move to", R"({"a":{"x":1},"b":{}})", patch(R"({"op":"move","from":"/a/x","to":"/b/y"})"),
           "applied", R"({"a":{},"b":{"y":1}})"},
          {"move into itself", R"({"a":{"x":{}}})", patch(R"({"op":"move","from":"/a","path":"/a/x/y"})"),
           "rejected path.invalid"},
          {"copy", R"({"a":{"x":1},"b":{}})", patch(R"({"op":"copy","from":"/a","path":"/b/a"})"), "applied",
           R"({"a":{"x":1},"b":{"a":{"x":1}}})"},
          {"test", R"({"a":{"x":1,"y":[2]}})",
           patch(R"({"op":"test","path":"/a","value":{"y":[2],"x":1.0}})"), "applied"},
          {"delta", R"({"a":1})", patch(R"({"op":"delta","path":"/a","value":-3})"), "applied",
           R"({"a":-2})"},
          {"delta of no number", R"({"a":1})", patch(R"({"op":"delta","path":"/a","value":"3"})"),
           "rejected type.mismatch"},
          {"escapes", R"({"a/b":{"c~d":0},"e.f":0})",
           patch(
               R"({"op":"replace","path":"/a~1b/c~0d","value":1},{"op":"replace","path":"/e.f","value":1})"),
           "applied, applied", R"({"a/b":{"c~d":1},"e.f":1})"},
      });
}

TEST_CASE("a patch with a test is all or nothing; without one, each operation is judged alone") {
  check_forms("patch",
              {
                  {"the test fails", R"({"a":1,"b":1})",
                   patch(R"({"op":"replace","path":"/a","value":2},{"op":"test","path":"/b","value":5},)"
                         R"({"op":"remove","path":"/b"})"),
                   "rejected batch.rolled_back, rejected test.failed, rejected batch.rolled_back"},
                  {"another fails", R"({"a":1,"b":1})",
                   patch(R"({"op":"test","path":"/b","value":1},{"op":"replace","path":"/a","value":2},)"
                         R"({"op":"remove","path":"/x"})"),
                   "rejected batch.rolled_back, rejected batch.rolled_back, rejected path.unknown"},
                  {"an unreadable one fails", R"({"a":1,"b":1})",
                   patch(R"({"op":"test","path":"/b","value":1},{"op":"replace","path":"/a","value":2},)"
                         R"({"op":"explode","path":"/x"})"),
                   "rejected batch.rolled_back, rejected batch.rolled_back, rejected parse.malformed"},
                  {"all hold", R"({"a":1})",
                   patch(R"({"op":"test","path":"/a","value":1},{"op":"replace","path":"/a","value":2})"),
                   "applied, applied", R"({"a":2})"},
                  {"no test", R"({"a":1})",
                   patch(R"({"op":"replace","path":"/a","value":2},{"op":"remove","path":"/x"})"),
                   "applied, rejected path.unknown", R"({"a":2})"},
                  {"two blocks", R"({"a":1,"b":1})",
                   patch(R"({"op":"test","path":"/a","value":9},{"op":"replace","path":"/a","value":2})") +
                       patch(R"({"op":"replace","path":"/b","value":2})"),
                   "rejected test.failed, rejected batch.rolled_back, applied", R"({"a":1,"b":2})"},
              });
}

TEST_CASE("both spellings of the tag, a fence in it, and its place in an update") {
  const std::string body = R"([{"op":"replace","path":"/a","value":1}])";
  check_forms(
      "patch",
      {
          {"json_patch", R"({"a":0})", "<json_patch>" + body + "</json_patch>", "applied", R"({"a":1})"},
          {"any case", R"({"a":0})", "<jsonpatch>" + body + "</JSONPATCH>", "applied", R"({"a":1})"},
          {"a fence in it", R"({"a":0})", "<JSONPatch>\n```json\n" + body + "\n```\n</JSONPatch>", "applied",
           R"({"a":1})"},
          {"in an update", R"({"a":0})",
           "<UpdateVariable>\n<Analysis>x</Analysis>\n<JSONPatch>" + body + "</JSONPatch>\n</UpdateVariable>",
           "applied", R"({"a":1})"},
          {"empty", R"({"a":0})", "<JSONPatch>[]</JSONPatch>", ""},
      });
}

TEST_CASE("each bad operation has its own line, and says what is missing") {
  const Read got = read(
      patch(R"({"op":"add","path":"/a"},{"op":"move","path":"/a"},{"op":"explode","path":"/a"},{"path":"/a",)"
            R"("value":1},{"op":"replace","path":"/a","value":1})"));
  CHECK(got.said() == "parse.malformed, parse.malformed, parse.malformed, parse.malformed, set");
  CHECK(contains(got.error(0), "value"));
  CHECK(contains(got.error(1), "from"));
  CHECK(contains(got.error(2), "explode"));
  CHECK(contains(got.error(3), "op"));
}

TEST_CASE("a pointer is strict: a bad escape is refused, a key with dots is one key") {
  CHECK(tell(R"({"a":{}})", patch(R"({"op":"add","path":"/a~2","value":1})")).said ==
        "rejected path.invalid");
  CHECK(tell(R"({"a.b":{"c":1},"a":{"b":{"c":1}}})", patch(R"({"op":"remove","path":"/a.b/c"})")).data ==
        R"({"a.b":{},"a":{"b":{"c":1}}})");
}

}  // namespace
}  // namespace gavel::testing
