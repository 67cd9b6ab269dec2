// set, merge, ensure, get and test.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("set writes the value, with its parents [R000-04]") {
  check_rows({
      {"a new member", R"({"a":1})", R"({"verb":"set","path":["b"],"value":2})", "applied",
       R"({"a":1,"b":2})"},
      {"parents are created", R"({})", R"({"verb":"set","path":["a","b","c"],"value":1})", "applied",
       R"({"a":{"b":{"c":1}}})"},
      {"what stood there goes", R"({"a":{"x":1}})", R"({"verb":"set","path":["a"],"value":{"y":2}})",
       "applied", R"({"a":{"y":2}})"},
      {"another type", R"({"a":{"x":1}})", R"({"verb":"set","path":["a"],"value":[1]})", "applied",
       R"({"a":[1]})"},
      {"over null", R"({"a":null})", R"({"verb":"set","path":["a"],"value":1})", "applied", R"({"a":1})"},
      {"a string onto a number", R"({"a":1})", R"({"verb":"set","path":["a"],"value":"2"})", "applied",
       R"({"a":"2"})"},
      {"replace, said", R"({"a":{"x":1}})",
       R"({"verb":"set","path":["a"],"value":{"y":2},"options":{"mergeStrategy":"replace"}})", "applied",
       R"({"a":{"y":2}})"},
      {"shallow", R"({"a":{"x":{"p":1},"z":3}})",
       R"({"verb":"set","path":["a"],"value":{"x":{"q":2}},"options":{"mergeStrategy":"shallow"}})",
       "applied", R"({"a":{"x":{"q":2},"z":3}})"},
      {"deep", R"({"a":{"x":{"p":1},"z":3}})",
       R"({"verb":"set","path":["a"],"value":{"x":{"q":2}},"options":{"mergeStrategy":"deep"}})", "applied",
       R"({"a":{"x":{"p":1,"q":2},"z":3}})"},
      {"shallow onto a scalar", R"({"a":1})",
       R"({"verb":"set","path":["a"],"value":{"x":1},"options":{"mergeStrategy":"shallow"}})",
       "rejected type.mismatch"},
      {"deep where nothing stands", R"({})",
       R"({"verb":"set","path":["a","b"],"value":{"x":1},"options":{"mergeStrategy":"deep"}})", "applied",
       R"({"a":{"b":{"x":1}}})"},
      {"an equal value is written all the same", R"({"a":1})", R"({"verb":"set","path":["a"],"value":1})",
       "applied", R"({"a":1})"},
  });
}

TEST_CASE("merge writes each member, shallowly unless told otherwise [R000-02] [R000-04]") {
  check_rows({
      {"shallow is the default", R"({"a":{"x":{"p":1},"z":3}})",
       R"({"verb":"merge","path":["a"],"value":{"x":{"q":2},"n":1}})", "applied",
       R"({"a":{"x":{"q":2},"z":3,"n":1}})"},
      {"shallow, said", R"({"a":{"x":{"p":1}}})",
       R"({"verb":"merge","path":["a"],"value":{"x":{"q":2}},"options":{"mergeStrategy":"shallow"}})",
       "applied", R"({"a":{"x":{"q":2}}})"},
      {"deep goes into objects on both sides", R"({"a":{"x":{"p":{"r":1}},"y":{"k":1},"z":1}})",
       R"({"verb":"merge","path":["a"],"value":{"x":{"p":{"s":2}},"y":5,"z":{"n":1}},"options":{"mergeStrategy":"deep"}})",
       "applied", R"({"a":{"x":{"p":{"r":1,"s":2}},"y":5,"z":{"n":1}}})"},
      {"deep replaces arrays", R"({"a":{"l":[1,2,{"x":1}]}})",
       R"({"verb":"merge","path":["a"],"value":{"l":[{"y":2}]},"options":{"mergeStrategy":"deep"}})",
       "applied", R"({"a":{"l":[{"y":2}]}})"},
      {"shallow replaces arrays", R"({"a":{"l":[1,2]}})",
       R"({"verb":"merge","path":["a"],"value":{"l":[3]}})", "applied", R"({"a":{"l":[3]}})"},
      {"deep replaces null", R"({"a":{"x":null}})",
       R"({"verb":"merge","path":["a"],"value":{"x":{"y":1}},"options":{"mergeStrategy":"deep"}})", "applied",
       R"({"a":{"x":{"y":1}}})"},
      {"null is written, not taken as a deletion", R"({"a":{"x":1}})",
       R"({"verb":"merge","path":["a"],"value":{"x":null}})", "applied", R"({"a":{"x":null}})"},
      {"replace is as set", R"({"a":{"x":1}})",
       R"({"verb":"merge","path":["a"],"value":{"y":2},"options":{"mergeStrategy":"replace"}})", "applied",
       R"({"a":{"y":2}})"},
      {"replace minds no types", R"({"a":{"x":1}})",
       R"({"verb":"merge","path":["a"],"value":2,"options":{"mergeStrategy":"replace"}})", "applied",
       R"({"a":2})"},
      {"an empty object changes nothing and is applied", R"({"a":{"x":1}})",
       R"({"verb":"merge","path":["a"],"value":{}})", "applied", R"({"a":{"x":1}})"},
  });
}

TEST_CASE("merge of values that are not both objects [R000-04]") {
  check_rows({
      {"onto null", R"({"a":null})", R"({"verb":"merge","path":["a"],"value":{"x":1}})", "applied",
       R"({"a":{"x":1}})"},
      {"a scalar onto null", R"({"a":null})", R"({"verb":"merge","path":["a"],"value":5})", "applied",
       R"({"a":5})"},
      {"a scalar onto a scalar", R"({"a":1})", R"({"verb":"merge","path":["a"],"value":"x"})", "applied",
       R"({"a":"x"})"},
      {"an array onto an array", R"({"a":[1]})", R"({"verb":"merge","path":["a"],"value":[2,3]})", "applied",
       R"({"a":[2,3]})"},
      {"null onto a scalar", R"({"a":1})", R"({"verb":"merge","path":["a"],"value":null})", "applied",
       R"({"a":null})"},
      {"an object onto a scalar", R"({"a":1})", R"({"verb":"merge","path":["a"],"value":{"x":1}})",
       "rejected type.mismatch", nullptr, nullptr, "set"},
      {"an object onto an array", R"({"a":[1]})",
       R"({"verb":"merge","path":["a"],"value":{"x":1},"options":{"mergeStrategy":"deep"}})",
       "rejected type.mismatch"},
      {"a scalar onto an object", R"({"a":{"x":1}})", R"({"verb":"merge","path":["a"],"value":5})",
       "rejected type.mismatch"},
      {"an array onto an object", R"({"a":{"x":1}})", R"({"verb":"merge","path":["a"],"value":[1]})",
       "rejected type.mismatch"},
      {"null onto an object", R"({"a":{"x":1}})", R"({"verb":"merge","path":["a"],"value":null})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("merge at a missing place creates it, unless told otherwise [R000-02]") {
  check_rows({
      {"created", R"({})", R"({"verb":"merge","path":["a","b"],"value":{"x":1}})", "applied",
       R"({"a":{"b":{"x":1}}})"},
      {"a scalar is created too", R"({})", R"({"verb":"merge","path":["a"],"value":5})", "applied",
       R"({"a":5})"},
      {"replace creates", R"({})",
       R"({"verb":"merge","path":["a"],"value":5,"options":{"mergeStrategy":"replace"}})", "applied",
       R"({"a":5})"},
      {"allowMissing:true", R"({})",
       R"({"verb":"merge","path":["a"],"value":{},"options":{"allowMissing":true}})", "skipped path.unknown"},
      {"allowMissing:false", R"({})",
       R"({"verb":"merge","path":["a"],"value":{},"options":{"allowMissing":false}})",
       "rejected path.unknown"},
      {"allowMissing:true with replace", R"({})",
       R"({"verb":"merge","path":["a"],"value":{},"options":{"allowMissing":true,"mergeStrategy":"replace"}})",
       "skipped path.unknown"},
      {"ifExists", R"({})", R"({"verb":"merge","path":["a"],"value":{},"options":{"ifExists":true}})",
       "skipped path.unknown"},
  });
}

TEST_CASE("ensure writes only at an empty place [R000-02]") {
  check_rows({
      {"missing", R"({})", R"({"verb":"ensure","path":["a","b"],"value":{"x":1}})", "applied",
       R"({"a":{"b":{"x":1}}})"},
      {"present", R"({"a":1})", R"({"verb":"ensure","path":["a"],"value":2})", "skipped precondition.exists",
       nullptr, nullptr, "a"},
      {"null is present", R"({"a":null})", R"({"verb":"ensure","path":["a"],"value":2})",
       "skipped precondition.exists"},
      {"ifMissing says the same", R"({"a":1})",
       R"({"verb":"ensure","path":["a"],"value":2,"options":{"ifMissing":true}})",
       "skipped precondition.exists"},
      {"ifMissing and missing", R"({})",
       R"({"verb":"ensure","path":["a"],"value":2,"options":{"ifMissing":true}})", "applied", R"({"a":2})"},
      {"replace", R"({})",
       R"({"verb":"ensure","path":["a"],"value":{"x":1},"options":{"mergeStrategy":"replace"}})", "applied",
       R"({"a":{"x":1}})"},
      {"shallow", R"({})",
       R"({"verb":"ensure","path":["a"],"value":{"x":1},"options":{"mergeStrategy":"shallow"}})", "applied",
       R"({"a":{"x":1}})"},
      {"deep", R"({})", R"({"verb":"ensure","path":["a"],"value":[1],"options":{"mergeStrategy":"deep"}})",
       "applied", R"({"a":[1]})"},
      {"deep does not merge into what stands", R"({"a":{"x":1}})",
       R"({"verb":"ensure","path":["a"],"value":{"y":1},"options":{"mergeStrategy":"deep"}})",
       "skipped precondition.exists"},
      {"set with ifMissing is ensure", R"({"a":1})",
       R"({"verb":"set","path":["a"],"value":2,"options":{"ifMissing":true}})",
       "skipped precondition.exists"},
  });
}

TEST_CASE("get returns the node, and changes nothing") {
  check_rows({
      {"a scalar", R"({"a":5})", R"({"verb":"get","path":["a"]})", "applied", nullptr, "5"},
      {"a container", R"({"a":{"b":[1]}})", R"({"verb":"get","path":["a"]})", "applied", nullptr,
       R"({"b":[1]})"},
      {"null", R"({"a":null})", R"({"verb":"get","path":["a"]})", "applied", nullptr, "null"},
      {"nothing", R"({"a":1})", R"({"verb":"get","path":["b"]})", "rejected path.unknown", nullptr,
       "nothing"},
  });
}

TEST_CASE("test compares by JSON equality") {
  check_rows({
      {"equal", R"({"a":{"x":1,"y":[2]}})", R"({"verb":"test","path":["a"],"value":{"y":[2],"x":1}})",
       "applied"},
      {"an integer and a float", R"({"a":5})", R"({"verb":"test","path":["a"],"value":5.0})", "applied"},
      {"true is not 1", R"({"a":1})", R"({"verb":"test","path":["a"],"value":true})", "rejected test.failed"},
      {"integers compare exactly", R"({"a":9007199254740993})",
       R"({"verb":"test","path":["a"],"value":9007199254740992})", "rejected test.failed"},
      {"an integer and a float compare exactly", R"({"a":9007199254740993})",
       R"({"verb":"test","path":["a"],"value":9007199254740992.0})", "rejected test.failed"},
      {"different", R"({"a":5})", R"({"verb":"test","path":["a"],"value":6})", "rejected test.failed",
       nullptr, nullptr, "a is 5, not 6"},
      {"null is not nothing", R"({})", R"({"verb":"test","path":["a"],"value":null})",
       "rejected test.failed"},
      {"null", R"({"a":null})", R"({"verb":"test","path":["a"],"value":null})", "applied"},
      {"through a scalar", R"({"a":1})", R"({"verb":"test","path":["a","b"],"value":1})",
       "rejected test.failed"},
      {"allowMissing:false", R"({})",
       R"({"verb":"test","path":["a"],"value":1,"options":{"allowMissing":false}})", "rejected path.unknown"},
      {"allowMissing:true", R"({})",
       R"({"verb":"test","path":["a"],"value":1,"options":{"allowMissing":true}})", "skipped path.unknown"},
  });
}

TEST_CASE("a reading command has no effects and raises no version") {
  Table table(R"({"a":{"b":1,"__version":4}})");
  const Judged judged =
      table.turn(R"([{"verb":"get","path":["a","b"]},{"verb":"test","path":["a","b"],"value":1}])");
  CHECK(judged.said == "applied, applied");
  CHECK(judged.changes == "[]");
  CHECK(judged.data == R"({"a":{"b":1,"__version":4}})");
}

TEST_CASE("the effects of a write are the leaves it changed, with before and after") {
  const Judged judged =
      judge(R"({"a":{"x":1,"y":2,"z":3}})", R"({"verb":"set","path":["a"],"value":{"x":1,"y":5}})");
  CHECK(judged.commands[0]["effects"] ==
        R"([{"path":["a","y"],"before":2,"after":5},{"path":["a","z"],"before":3}])");
  CHECK(judged.changes[0]["cause"] == R"("command 0")");
}

TEST_CASE("a new container is reported by its leaves, and only an empty one by itself") {
  const Judged judged = judge("{}", R"({"verb":"set","path":["a"],"value":{"x":1,"y":{},"z":[[2]]}})");
  CHECK(judged.commands[0]["effects"] ==
        R"([{"path":["a","x"],"after":1},{"path":["a","y"],"after":{}},{"path":["a","z",0,0],"after":2}])");
}

TEST_CASE("the size of the whole document is bounded, and one that is too large may only shrink") {
  const char* const state = R"({"a":"0123456789","b":"0123456789"})";
  Asking small;
  small.context.limits.max_document_weight = Table(state).document().weight() + 20;
  CHECK(judge(state, R"({"verb":"set","path":["c"],"value":1})", small).said == "applied");
  const Judged judged = judge(
      state, R"({"verb":"set","path":["c"],"value":"0123456789012345678901234567890123456789"})", small);
  CHECK(judged.said == "rejected limit.size");
  CHECK(contains(judged.message(), "max_document_weight"));
  CHECK(judged.data == state);
  small.context.limits.max_document_weight = 10;
  CHECK(judge(state, R"({"verb":"set","path":["a"],"value":"01234567890"})", small).said ==
        "rejected limit.size");
  CHECK(judge(state, R"({"verb":"set","path":["a"],"value":"012345678"})", small).said == "applied");
  CHECK(judge(state, R"({"verb":"delete","path":["a"]})", small).said == "applied");
}

TEST_CASE("a value beyond the limits is refused whole") {
  std::string deep = "1";
  for (int i = 0; i < 70; ++i) deep = std::string("[").append(deep).append("]");
  std::string path = "[\"k\"";
  for (int i = 0; i < 59; ++i) path += ",\"k\"";
  path += "]";
  std::string far_path = path;
  far_path.insert(far_path.size() - 1, R"(,"k","k","k","k","k")");
  Table table("{}");
  CHECK(table.turn(R"({"verb":"set","path":)" + path + R"(,"value":)" + deep + "}").said ==
        "rejected limit.depth");
  CHECK(table.data() == "{}");
  CHECK(table.turn(R"({"verb":"set","path":)" + far_path + R"(,"value":1})").said == "rejected limit.depth");
  CHECK(table.turn(R"({"verb":"set","path":)" + path + R"(,"value":[[[]]]})").said == "applied");
  const std::string bottom = path.substr(0, path.size() - 1) + ",0,0]";
  CHECK(table.turn(R"({"verb":"push","path":)" + bottom + R"(,"value":)" + deep + "}").said ==
        "rejected limit.depth");
  CHECK(table
            .turn(R"({"verb":"insert","path":)" + bottom.substr(0, bottom.size() - 1) + R"(,"-"],"value":)" +
                  deep + "}")
            .said == "rejected limit.depth");
  CHECK(table.turn(R"({"verb":"splice","path":)" + bottom + R"(,"value":[0,0,)" + deep + "]}").said ==
        "rejected limit.depth");
  CHECK(table.turn(R"({"verb":"set","path":["deep"],"value":)" + deep + "}").said == "applied");
  const std::string there = bottom.substr(0, bottom.size() - 1) + R"(,"-"]})";
  CHECK(table.turn(R"({"verb":"copy","from":["deep"],"path":)" + there).said == "rejected limit.depth");
  CHECK(table.turn(R"({"verb":"move","from":["deep"],"path":)" + there).said == "rejected limit.depth");
  CHECK(table.data()["deep"].there);
  const std::string key(1025, 'k');
  CHECK(table.turn(R"({"verb":"set","path":[")" + key + R"("],"value":1})").said == "rejected limit.size");
}

TEST_CASE("a full container accepts no more") {
  Asking asking;
  asking.context.limits.max_children = 4;
  const char* const state = R"({"m":{"a":1,"b":2,"c":3,"d":4},"l":[1,2,3,4]})";
  check_rows(
      {
          {"set", state, R"({"verb":"set","path":["m","e"],"value":1})", "rejected limit.count"},
          {"set what is there", state, R"({"verb":"set","path":["m","a"],"value":5})", "applied",
           R"({"m":{"a":5,"b":2,"c":3,"d":4},"l":[1,2,3,4]})"},
          {"append", state, R"({"verb":"set","path":["l","-"],"value":1})", "rejected limit.count"},
          {"merge", state, R"({"verb":"merge","path":["m"],"value":{"a":3,"e":1}})", "rejected limit.count"},
          {"push", state, R"({"verb":"push","path":["l"],"value":1})", "rejected limit.count"},
          {"insert an element", state, R"({"verb":"insert","path":["l",0],"value":1})",
           "rejected limit.count"},
          {"insert a member", state, R"({"verb":"insert","path":["m"],"value":{"e":1}})",
           "rejected limit.count"},
          {"splice", state, R"({"verb":"splice","path":["l"],"value":[0,0,9]})", "rejected limit.count"},
          {"splice in exchange", state, R"({"verb":"splice","path":["l"],"value":[0,1,9]})", "applied",
           R"({"m":{"a":1,"b":2,"c":3,"d":4},"l":[9,2,3,4]})"},
          {"copy into an array", state, R"({"verb":"copy","from":["m","a"],"path":["l",0]})",
           "rejected limit.count"},
          {"copy into an object", state, R"({"verb":"copy","from":["m","a"],"path":["m","e"]})",
           "rejected limit.count"},
          {"move inside an array", state, R"({"verb":"move","from":["l",0],"path":["l",1]})", "applied",
           R"({"m":{"a":1,"b":2,"c":3,"d":4},"l":[2,1,3,4]})"},
      },
      asking);
}

}  // namespace
}  // namespace gavel::testing

TEST_CASE("one turn can grow a document by a bounded amount, however the growth is caused") {
  std::string text = R"([{"verb":"set","path":["b","x"],"value":")" + std::string(1000, 'x') + R"("})";
  for (int i = 0; i < 40; ++i)
    text += R"(,{"verb":"copy","from":["b"],"path":["b","k)" + std::to_string(i) + R"("]})";
  gavel::testing::Asking small;
  small.context.limits.max_turn_growth = 100'000;
  const gavel::testing::Judged judged = gavel::testing::judge("{}", text + "]", small);
  CHECK(gavel::testing::contains(judged.said, "rejected limit.size"));
  CHECK(gavel::testing::contains(judged.message(40), "max_turn_growth"));
  CHECK(judged.data.text().size() < 200'000);
}
