// insert: table 3, line by line.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("insert with uniqueBy puts a member into a map under the fields' values [R000-05]") {
  const char* const state = R"({"m":{"sword":{"id":"sword","n":1}}})";
  check_rows({
      {"absent", state,
       R"({"verb":"insert","path":["m"],"value":{"id":"bow","n":2},"options":{"uniqueBy":"id"}})", "applied",
       R"({"m":{"sword":{"id":"sword","n":1},"bow":{"id":"bow","n":2}}})"},
      {"equal", state,
       R"({"verb":"insert","path":["m"],"value":{"n":1,"id":"sword"},"options":{"uniqueBy":"id"}})",
       "duplicate precondition.unique", nullptr, nullptr, "sword"},
      {"another under the same key", state,
       R"({"verb":"insert","path":["m"],"value":{"id":"sword","n":2},"options":{"uniqueBy":"id"}})",
       "rejected precondition.unique", nullptr, nullptr, "merge"},
      {"several fields are joined by |", R"({"m":{}})",
       R"({"verb":"insert","path":["m"],"value":{"id":"a","kind":"b"},"options":{"uniqueBy":["kind","id"]}})",
       "applied", R"({"m":{"b|a":{"id":"a","kind":"b"}}})"},
      {"numbers and booleans as canonical JSON", R"({"m":{}})",
       R"({"verb":"insert","path":["m"],"value":{"id":7,"f":2.0,"b":true},"options":{"uniqueBy":["id","f","b"]}})",
       "applied", R"({"m":{"7|2|true":{"id":7,"f":2.0,"b":true}}})"},
      {"nothing at the place: an object is made", R"({})",
       R"({"verb":"insert","path":["a","m"],"value":{"id":"x"},"options":{"uniqueBy":"id"}})", "applied",
       R"({"a":{"m":{"x":{"id":"x"}}}})"},
      {"nothing there, allowMissing:true", R"({})",
       R"({"verb":"insert","path":["m"],"value":{"id":"x"},"options":{"uniqueBy":"id","allowMissing":true}})",
       "applied", R"({"m":{"x":{"id":"x"}}})"},
      {"nothing there, allowMissing:false", R"({})",
       R"({"verb":"insert","path":["m"],"value":{"id":"x"},"options":{"uniqueBy":"id","allowMissing":false}})",
       "rejected path.unknown"},
      {"a key with a dot stays one key", R"({"m":{}})",
       R"({"verb":"insert","path":["m"],"value":{"id":"a.b"},"options":{"uniqueBy":"id"}})", "applied",
       R"({"m":{"a.b":{"id":"a.b"}}})"},
      {"a number against its text", R"({"m":{"7":{"id":"7"}}})",
       R"({"verb":"insert","path":["m"],"value":{"id":7},"options":{"uniqueBy":"id"}})",
       "rejected precondition.unique"},
      {"a map inside an array", R"({"l":[{}]})",
       R"({"verb":"insert","path":["l",0],"value":{"id":"x"},"options":{"uniqueBy":"id"}})", "applied",
       R"({"l":[{"x":{"id":"x"}}]})"},
  });
}

TEST_CASE("insert with uniqueBy needs an object with those fields as scalars [R000-05]") {
  const char* const state = R"({"m":{}})";
  check_rows({
      {"no object", state, R"({"verb":"insert","path":["m"],"value":5,"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch", nullptr, nullptr, "id"},
      {"the field lacks", state,
       R"({"verb":"insert","path":["m"],"value":{"x":1},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch", nullptr, nullptr, "id"},
      {"one of several lacks", state,
       R"({"verb":"insert","path":["m"],"value":{"id":1},"options":{"uniqueBy":["id","kind"]}})",
       "rejected type.mismatch", nullptr, nullptr, "kind"},
      {"null", state, R"({"verb":"insert","path":["m"],"value":{"id":null},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
      {"an object", state, R"({"verb":"insert","path":["m"],"value":{"id":{}},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
      {"an array", state, R"({"verb":"insert","path":["m"],"value":{"id":[1]},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
      {"for an array too", R"({"l":[]})",
       R"({"verb":"insert","path":["l"],"value":{"id":null},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
      {"into a scalar", R"({"m":5})",
       R"({"verb":"insert","path":["m"],"value":{"id":1},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
      {"into null", R"({"m":null})",
       R"({"verb":"insert","path":["m"],"value":{"id":1},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("insert with uniqueBy into an array looks for an element with equal fields [R000-05]") {
  const char* const state = R"({"l":[{"id":1,"n":1},{"id":2,"n":2},"x"]})";
  check_rows({
      {"none agrees", state, R"({"verb":"insert","path":["l"],"value":{"id":3},"options":{"uniqueBy":"id"}})",
       "applied", R"({"l":[{"id":1,"n":1},{"id":2,"n":2},"x",{"id":3}]})"},
      {"one agrees and is equal", state,
       R"({"verb":"insert","path":["l"],"value":{"n":2,"id":2},"options":{"uniqueBy":"id"}})",
       "duplicate precondition.unique"},
      {"one agrees and differs", state,
       R"({"verb":"insert","path":["l"],"value":{"id":2,"n":9},"options":{"uniqueBy":"id"}})",
       "rejected precondition.unique"},
      {"only one of two fields agrees", state,
       R"({"verb":"insert","path":["l"],"value":{"id":2,"n":9},"options":{"uniqueBy":["id","n"]}})",
       "applied", R"({"l":[{"id":1,"n":1},{"id":2,"n":2},"x",{"id":2,"n":9}]})"},
      {"as push: at the head", R"({"l":[{"id":1}]})",
       R"({"verb":"insert","path":["l"],"value":{"id":3},"options":{"uniqueBy":"id","position":"head"}})",
       "applied", R"({"l":[{"id":3},{"id":1}]})"},
      {"as push: the limit", R"({"l":[{"id":1},{"id":2}]})",
       R"({"verb":"insert","path":["l"],"value":{"id":3},"options":{"uniqueBy":"id","limit":2}})", "applied",
       R"({"l":[{"id":2},{"id":3}]})"},
  });
}

TEST_CASE("insert at an index shifts the elements after it") {
  const char* const state = R"({"l":[1,2,3]})";
  check_rows({
      {"at the front", state, R"({"verb":"insert","path":["l",0],"value":9})", "applied",
       R"({"l":[9,1,2,3]})"},
      {"in the middle", state, R"({"verb":"insert","path":["l","2"],"value":9})", "applied",
       R"({"l":[1,2,9,3]})"},
      {"at the size", state, R"({"verb":"insert","path":["l",3],"value":9})", "applied",
       R"({"l":[1,2,3,9]})"},
      {"at `-`", state, R"({"verb":"insert","path":["l","-"],"value":9})", "applied", R"({"l":[1,2,3,9]})"},
      {"into an empty array", R"({"l":[]})", R"({"verb":"insert","path":["l",0],"value":9})", "applied",
       R"({"l":[9]})"},
      {"beyond", state, R"({"verb":"insert","path":["l",4],"value":9})", "rejected path.invalid", nullptr,
       nullptr, "beyond"},
      {"an element that is an object is not entered", R"({"l":[{"a":1}]})",
       R"({"verb":"insert","path":["l",0],"value":{"b":2}})", "applied", R"({"l":[{"b":2},{"a":1}]})"},
      {"an element that is an array is not entered", R"({"l":[[1]]})",
       R"({"verb":"insert","path":["l",0],"value":2})", "applied", R"({"l":[2,[1]]})"},
      {"dedupe, an equal one anywhere", state,
       R"({"verb":"insert","path":["l",0],"value":3,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"dedupe, none equal", state, R"({"verb":"insert","path":["l",0],"value":4,"options":{"dedupe":true}})",
       "applied", R"({"l":[4,1,2,3]})"},
      {"without dedupe", state, R"({"verb":"insert","path":["l",0],"value":3})", "applied",
       R"({"l":[3,1,2,3]})"},
      {"limit", state, R"({"verb":"insert","path":["l",0],"value":9,"options":{"limit":2}})",
       "rejected parse.malformed", nullptr, nullptr, "limit"},
      {"position", state, R"({"verb":"insert","path":["l",0],"value":9,"options":{"position":"head"}})",
       "rejected parse.malformed", nullptr, nullptr, "position"},
      {"at `-`, allowMissing:false", state,
       R"({"verb":"insert","path":["l","-"],"value":9,"options":{"allowMissing":false}})",
       "rejected path.unknown"},
      {"at `-`, allowMissing:true", state,
       R"({"verb":"insert","path":["l","-"],"value":9,"options":{"allowMissing":true}})", "applied",
       R"({"l":[1,2,3,9]})"},
      {"on an element, allowMissing:false", state,
       R"({"verb":"insert","path":["l",1],"value":9,"options":{"allowMissing":false}})", "applied",
       R"({"l":[1,9,2,3]})"},
  });
}

TEST_CASE("insert at a missing path writes the value") {
  check_rows({
      {"a scalar", R"({})", R"({"verb":"insert","path":["a"],"value":5})", "applied", R"({"a":5})"},
      {"parents are created", R"({})", R"({"verb":"insert","path":["a","b"],"value":{"x":1}})", "applied",
       R"({"a":{"b":{"x":1}}})"},
      {"allowMissing:true", R"({})",
       R"({"verb":"insert","path":["a"],"value":5,"options":{"allowMissing":true}})", "applied",
       R"({"a":5})"},
      {"allowMissing:false", R"({})",
       R"({"verb":"insert","path":["a"],"value":5,"options":{"allowMissing":false}})",
       "rejected path.unknown"},
      {"limit", R"({})", R"({"verb":"insert","path":["a"],"value":5,"options":{"limit":2}})",
       "rejected type.mismatch"},
      {"position", R"({})", R"({"verb":"insert","path":["a"],"value":5,"options":{"position":"tail"}})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("insert into an object adds members, and never replaces one [R000-05]") {
  const char* const state = R"({"m":{"a":1,"b":{"x":1}}})";
  check_rows({
      {"new members", state, R"({"verb":"insert","path":["m"],"value":{"c":3,"d":4}})", "applied",
       R"({"m":{"a":1,"b":{"x":1},"c":3,"d":4}})"},
      {"one stands: nothing is added", state, R"({"verb":"insert","path":["m"],"value":{"c":3,"a":1}})",
       "rejected precondition.unique", nullptr, nullptr, "\"a\""},
      {"no object", state, R"({"verb":"insert","path":["m"],"value":5})", "rejected precondition.exists"},
      {"an array", state, R"({"verb":"insert","path":["m"],"value":[5]})", "rejected precondition.exists"},
      {"dedupe: those that are equal are left alone", state,
       R"({"verb":"insert","path":["m"],"value":{"a":1,"c":3},"options":{"dedupe":true}})", "applied",
       R"({"m":{"a":1,"b":{"x":1},"c":3}})"},
      {"dedupe: all stand and are equal", state,
       R"({"verb":"insert","path":["m"],"value":{"b":{"x":1},"a":1.0},"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"dedupe: one that stands differs", state,
       R"({"verb":"insert","path":["m"],"value":{"a":2,"c":3},"options":{"dedupe":true}})",
       "rejected precondition.unique"},
      {"limit", state, R"({"verb":"insert","path":["m"],"value":{"c":3},"options":{"limit":2}})",
       "rejected type.mismatch"},
      {"position", state, R"({"verb":"insert","path":["m"],"value":{"c":3},"options":{"position":"head"}})",
       "rejected type.mismatch"},
      {"limit with uniqueBy", state,
       R"({"verb":"insert","path":["m"],"value":{"id":3},"options":{"uniqueBy":"id","limit":2}})",
       "rejected type.mismatch"},
      {"position with uniqueBy, where an object is made", "{}",
       R"({"verb":"insert","path":["m"],"value":{"id":3},"options":{"uniqueBy":"id","position":"head"}})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("insert into an array is the same as push, with its options") {
  const char* const state = R"({"l":[1,2,3]})";
  check_rows({
      {"at the end", state, R"({"verb":"insert","path":["l"],"value":9})", "applied", R"({"l":[1,2,3,9]})"},
      {"at the head", state, R"({"verb":"insert","path":["l"],"value":9,"options":{"position":"head"}})",
       "applied", R"({"l":[9,1,2,3]})"},
      {"limit", state, R"({"verb":"insert","path":["l"],"value":9,"options":{"limit":2}})", "applied",
       R"({"l":[3,9]})"},
      {"dedupe", state, R"({"verb":"insert","path":["l"],"value":2,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
  });
}

TEST_CASE("insert onto a scalar or null is refused") {
  check_rows({
      {"a scalar", R"({"a":1})", R"({"verb":"insert","path":["a"],"value":1})",
       "rejected precondition.exists", nullptr, nullptr, "set"},
      {"null", R"({"a":null})", R"({"verb":"insert","path":["a"],"value":{}})",
       "rejected precondition.exists"},
      {"dedupe and equal", R"({"a":1})",
       R"({"verb":"insert","path":["a"],"value":1.0,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"dedupe and not equal", R"({"a":1})",
       R"({"verb":"insert","path":["a"],"value":2,"options":{"dedupe":true}})",
       "rejected precondition.exists"},
      {"null, dedupe and equal", R"({"a":null})",
       R"({"verb":"insert","path":["a"],"value":null,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"limit where no array is", R"({"a":1})",
       R"({"verb":"insert","path":["a"],"value":1,"options":{"limit":2}})", "rejected type.mismatch"},
      {"position where no array is", R"({"a":null})",
       R"({"verb":"insert","path":["a"],"value":1,"options":{"position":"head"}})", "rejected type.mismatch"},
  });
}

}  // namespace
}  // namespace gavel::testing
