// move and copy.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("move takes the node out and puts it at the target path") {
  const char* const state = R"({"a":{"x":1},"b":{"y":2},"s":5})";
  check_rows({
      {"to a new member", state, R"({"verb":"move","from":["a","x"],"path":["b","z"]})", "applied",
       R"({"a":{},"b":{"y":2,"z":1},"s":5})"},
      {"a rename", state, R"({"verb":"move","from":["a"],"path":["c"]})", "applied",
       R"({"c":{"x":1},"b":{"y":2},"s":5})"},
      {"over what stands there", state, R"({"verb":"move","from":["a"],"path":["b"]})", "applied",
       R"({"b":{"x":1},"s":5})"},
      {"over a scalar", state, R"({"verb":"move","from":["a"],"path":["s"]})", "applied",
       R"({"b":{"y":2},"s":{"x":1}})"},
      {"overwrite, said", state, R"({"verb":"move","from":["a"],"path":["b"],"options":{"overwrite":true}})",
       "applied", R"({"b":{"x":1},"s":5})"},
      {"overwrite:false", state, R"({"verb":"move","from":["a"],"path":["b"],"options":{"overwrite":false}})",
       "rejected precondition.exists", nullptr, nullptr, "b"},
      {"overwrite:false where nothing stands", state,
       R"({"verb":"move","from":["a"],"path":["c"],"options":{"overwrite":false}})", "applied",
       R"({"c":{"x":1},"b":{"y":2},"s":5})"},
      {"onto its parent", R"({"a":{"x":{"y":1},"z":2}})", R"({"verb":"move","from":["a","x"],"path":["a"]})",
       "applied", R"({"a":{"y":1}})"},
      {"nothing at from", state, R"({"verb":"move","from":["q"],"path":["b"]})", "rejected path.unknown",
       nullptr, nullptr, "q"},
      {"nothing at from, allowMissing", state,
       R"({"verb":"move","from":["q"],"path":["b"],"options":{"allowMissing":true}})",
       "skipped path.unknown"},
      {"nothing at from, allowMissing:false", state,
       R"({"verb":"move","from":["q"],"path":["b"],"options":{"allowMissing":false}})",
       "rejected path.unknown"},
      {"allowMissing:false does not speak of the path", state,
       R"({"verb":"move","from":["a"],"path":["c"],"options":{"allowMissing":false}})", "applied",
       R"({"c":{"x":1},"b":{"y":2},"s":5})"},
      {"into itself", state, R"({"verb":"move","from":["a"],"path":["a","x"]})", "rejected path.invalid"},
      {"below itself, where nothing stands", state, R"({"verb":"move","from":["a"],"path":["a","n","m"]})",
       "rejected path.invalid"},
      {"to a name that only begins alike", state, R"({"verb":"move","from":["a"],"path":["ab"]})", "applied",
       R"({"ab":{"x":1},"b":{"y":2},"s":5})"},
      {"onto itself", state, R"({"verb":"move","from":["a"],"path":["a"]})", "applied", state},
      {"onto itself, overwrite:false", state,
       R"({"verb":"move","from":["a"],"path":["a"],"options":{"overwrite":false}})", "applied", state},
      {"a missing parent is not created", state, R"({"verb":"move","from":["a"],"path":["q","r"]})",
       "rejected path.unknown", nullptr, nullptr, "q.r"},
      {"a missing parent inside an array", R"({"a":1,"l":[]})",
       R"({"verb":"move","from":["a"],"path":["l",0,"x"]})", "rejected path.unknown"},
  });
}

TEST_CASE("move into an array inserts at the position that counts without the node") {
  const char* const state = R"({"l":["a","b","c"],"x":"x"})";
  check_rows({
      {"at an index", state, R"({"verb":"move","from":["x"],"path":["l",1]})", "applied",
       R"({"l":["a","x","b","c"]})"},
      {"at the size", state, R"({"verb":"move","from":["x"],"path":["l",3]})", "applied",
       R"({"l":["a","b","c","x"]})"},
      {"at `-`", state, R"({"verb":"move","from":["x"],"path":["l","-"]})", "applied",
       R"({"l":["a","b","c","x"]})"},
      {"beyond", state, R"({"verb":"move","from":["x"],"path":["l",4]})", "rejected path.invalid"},
      {"overwrite:false does not mind elements", state,
       R"({"verb":"move","from":["x"],"path":["l",0],"options":{"overwrite":false}})", "applied",
       R"({"l":["x","a","b","c"]})"},
      {"forward in one array", state, R"({"verb":"move","from":["l",0],"path":["l",2]})", "applied",
       R"({"l":["b","c","a"],"x":"x"})"},
      {"backward in one array", state, R"({"verb":"move","from":["l",2],"path":["l",0]})", "applied",
       R"({"l":["c","a","b"],"x":"x"})"},
      {"to the end of its own array", state, R"({"verb":"move","from":["l",0],"path":["l","-"]})", "applied",
       R"({"l":["b","c","a"],"x":"x"})"},
      {"beyond, once it is out", state, R"({"verb":"move","from":["l",0],"path":["l",3]})",
       "rejected path.invalid"},
      {"out of an array, the gap closes", state, R"({"verb":"move","from":["l",1],"path":["y"]})", "applied",
       R"({"l":["a","c"],"x":"x","y":"b"})"},
      {"the path is read once the node is out", R"({"l":[{"n":1},{"n":2},{"n":3}]})",
       R"({"verb":"move","from":["l",0],"path":["l",1,"in"]})", "applied",
       R"({"l":[{"n":2},{"n":3,"in":{"n":1}}]})"},
      {"onto itself in an array", state, R"({"verb":"move","from":["l",1],"path":["l","1"]})", "applied",
       state},
  });
}

TEST_CASE("allowMissing of move and copy does not apply to the target path") {
  const char* const state = R"({"a":1})";
  check_rows({
      {"move, true", state, R"({"verb":"move","from":["a"],"path":["c"],"options":{"allowMissing":true}})",
       "applied", R"({"c":1})"},
      {"copy, true", state, R"({"verb":"copy","from":["a"],"path":["c"],"options":{"allowMissing":true}})",
       "applied", R"({"a":1,"c":1})"},
      {"copy, false", state, R"({"verb":"copy","from":["a"],"path":["c"],"options":{"allowMissing":false}})",
       "applied", R"({"a":1,"c":1})"},
      {"copy of nothing, false", state,
       R"({"verb":"copy","from":["q"],"path":["c"],"options":{"allowMissing":false}})",
       "rejected path.unknown"},
  });
}

TEST_CASE("the verdict of a move names the place where the node is now") {
  const Judged judged = judge(R"({"l":["a","b"]})", R"({"verb":"move","from":["l",0],"path":["l","-"]})");
  CHECK(judged.commands[0]["path"] == R"(["l",1])");
}

TEST_CASE("copy keeps the source") {
  const char* const state = R"({"a":{"x":1},"b":{"y":2},"l":[1]})";
  check_rows({
      {"to a new member", state, R"({"verb":"copy","from":["a"],"path":["c"]})", "applied",
       R"({"a":{"x":1},"b":{"y":2},"l":[1],"c":{"x":1}})"},
      {"over what stands there", state, R"({"verb":"copy","from":["a"],"path":["b"]})", "applied",
       R"({"a":{"x":1},"b":{"x":1},"l":[1]})"},
      {"overwrite:false", state, R"({"verb":"copy","from":["a"],"path":["b"],"options":{"overwrite":false}})",
       "rejected precondition.exists"},
      {"below itself", state, R"({"verb":"copy","from":["a"],"path":["a","in"]})", "applied",
       R"({"a":{"x":1,"in":{"x":1}},"b":{"y":2},"l":[1]})"},
      {"onto its parent", R"({"a":{"x":{"y":1}}})", R"({"verb":"copy","from":["a","x"],"path":["a"]})",
       "applied", R"({"a":{"y":1}})"},
      {"onto itself", state, R"({"verb":"copy","from":["a"],"path":["a"]})", "applied", state},
      {"an element onto itself appears twice", R"({"l":[1,2]})",
       R"({"verb":"copy","from":["l",0],"path":["l",0]})", "applied", R"({"l":[1,1,2]})"},
      {"into an array", state, R"({"verb":"copy","from":["a"],"path":["l",0]})", "applied",
       R"({"a":{"x":1},"b":{"y":2},"l":[{"x":1},1]})"},
      {"at `-`", state, R"({"verb":"copy","from":["l",0],"path":["l","-"]})", "applied",
       R"({"a":{"x":1},"b":{"y":2},"l":[1,1]})"},
      {"beyond", state, R"({"verb":"copy","from":["a"],"path":["l",2]})", "rejected path.invalid"},
      {"nothing at from", state, R"({"verb":"copy","from":["q"],"path":["c"]})", "rejected path.unknown"},
      {"nothing at from, allowMissing", state,
       R"({"verb":"copy","from":["q"],"path":["c"],"options":{"allowMissing":true}})",
       "skipped path.unknown"},
      {"a missing parent is not created", state, R"({"verb":"copy","from":["a"],"path":["q","r"]})",
       "rejected path.unknown"},
  });
}

TEST_CASE("the conditions of move and copy apply to the target path, not to from") {
  const char* const state = R"({"a":1,"b":2})";
  for (const std::string verb : {"move", "copy"}) {
    const auto said = [&](const char* path, const char* options) {
      return judge(state, R"({"verb":")" + verb + R"(","from":["a"],"path":[")" + path + R"("],"options":)" +
                              options + "}")
          .said;
    };
    SUBCASE(verb.c_str()) {
      CHECK(said("b", R"({"ifMissing":true})") == "skipped precondition.exists");
      CHECK(said("c", R"({"ifMissing":true})") == "applied");
      CHECK(said("c", R"({"ifExists":true})") == "skipped path.unknown");
      CHECK(said("b", R"({"ifExists":true})") == "applied");
      CHECK(said("b", R"({"ifEquals":1})") == "rejected precondition.equals");
      CHECK(said("b", R"({"ifEquals":2})") == "applied");
      CHECK(said("b", R"({"expect":{"equals":2}})") == "rejected expect.failed");
      CHECK(said("b", R"({"expect":{"equals":1}})") == "applied");
    }
  }
}

}  // namespace
}  // namespace gavel::testing
