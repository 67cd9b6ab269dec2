// push, pop, pull and splice.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

TEST_CASE("push adds at the end, or at the front [R000-07]") {
  const char* const state = R"({"l":[1,2]})";
  check_rows({
      {"at the end", state, R"({"verb":"push","path":["l"],"value":3})", "applied", R"({"l":[1,2,3]})"},
      {"tail, said", state, R"({"verb":"push","path":["l"],"value":3,"options":{"position":"tail"}})",
       "applied", R"({"l":[1,2,3]})"},
      {"head", state, R"({"verb":"push","path":["l"],"value":3,"options":{"position":"head"}})", "applied",
       R"({"l":[3,1,2]})"},
      {"an array is one element", state, R"({"verb":"push","path":["l"],"value":[3,4]})", "applied",
       R"({"l":[1,2,[3,4]]})"},
      {"an equal element is no matter", state, R"({"verb":"push","path":["l"],"value":2})", "applied",
       R"({"l":[1,2,2]})"},
      {"nothing there: an array is made, with its parents", R"({})",
       R"({"verb":"push","path":["a","l"],"value":1})", "applied", R"({"a":{"l":[1]}})"},
      {"nothing there, allowMissing:true", R"({})",
       R"({"verb":"push","path":["l"],"value":1,"options":{"allowMissing":true}})", "applied",
       R"({"l":[1]})"},
      {"nothing there, allowMissing:false", R"({})",
       R"({"verb":"push","path":["l"],"value":1,"options":{"allowMissing":false}})", "rejected path.unknown"},
      {"onto a scalar", R"({"l":1})", R"({"verb":"push","path":["l"],"value":1})", "rejected type.mismatch",
       nullptr, nullptr, "array"},
      {"onto null", R"({"l":null})", R"({"verb":"push","path":["l"],"value":1})", "rejected type.mismatch"},
      {"onto an object", R"({"l":{}})", R"({"verb":"push","path":["l"],"value":1})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("push with dedupe does not add what is already there [R000-07]") {
  const char* const state = R"({"l":[{"a":1,"b":[2]},5,"x"]})";
  check_rows({
      {"an equal scalar", state, R"({"verb":"push","path":["l"],"value":"x","options":{"dedupe":true}})",
       "duplicate precondition.unique", nullptr, nullptr, "l"},
      {"equal as JSON", state, R"({"verb":"push","path":["l"],"value":5.0,"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"an equal object", state,
       R"({"verb":"push","path":["l"],"value":{"b":[2],"a":1},"options":{"dedupe":true}})",
       "duplicate precondition.unique"},
      {"almost equal", state, R"({"verb":"push","path":["l"],"value":{"b":[2]},"options":{"dedupe":true}})",
       "applied", R"({"l":[{"a":1,"b":[2]},5,"x",{"b":[2]}]})"},
      {"a duplicate does not trim", R"({"l":[1,2,3]})",
       R"({"verb":"push","path":["l"],"value":3,"options":{"dedupe":true,"limit":2}})",
       "duplicate precondition.unique"},
  });
}

TEST_CASE("push with uniqueBy does not add an element with equal fields [R000-07]") {
  const char* const state = R"({"l":[{"id":1,"k":"a"},{"k":"b"},7]})";
  check_rows({
      {"one field agrees", state,
       R"({"verb":"push","path":["l"],"value":{"id":1,"k":"z"},"options":{"uniqueBy":"id"}})",
       "duplicate precondition.unique"},
      {"none agrees", state,
       R"({"verb":"push","path":["l"],"value":{"id":2,"k":"a"},"options":{"uniqueBy":"id"}})", "applied",
       R"({"l":[{"id":1,"k":"a"},{"k":"b"},7,{"id":2,"k":"a"}]})"},
      {"only one of two fields agrees", state,
       R"({"verb":"push","path":["l"],"value":{"id":1,"k":"b"},"options":{"uniqueBy":["id","k"]}})",
       "applied", R"({"l":[{"id":1,"k":"a"},{"k":"b"},7,{"id":1,"k":"b"}]})"},
      {"both agree", state,
       R"({"verb":"push","path":["l"],"value":{"id":1,"k":"a","n":1},"options":{"uniqueBy":["id","k"]}})",
       "duplicate precondition.unique"},
      {"fields compare deeply", R"({"l":[{"id":{"x":[1]}}]})",
       R"({"verb":"push","path":["l"],"value":{"id":{"x":[1.0]},"n":1},"options":{"uniqueBy":"id"}})",
       "duplicate precondition.unique"},
      {"it wins over dedupe", R"({"l":[{"id":1,"n":1}]})",
       R"({"verb":"push","path":["l"],"value":{"id":1,"n":2},"options":{"uniqueBy":"id","dedupe":true}})",
       "duplicate precondition.unique"},
      {"the value lacks a field", state,
       R"({"verb":"push","path":["l"],"value":{"k":"a"},"options":{"uniqueBy":["k","id"]}})",
       "rejected type.mismatch", nullptr, nullptr, "\"id\""},
      {"the value is not an object", state,
       R"({"verb":"push","path":["l"],"value":1,"options":{"uniqueBy":"id"}})", "rejected type.mismatch"},
      {"the value lacks a field and no array is there", "{}",
       R"({"verb":"push","path":["l"],"value":{"k":"a"},"options":{"uniqueBy":"id"}})",
       "rejected type.mismatch"},
  });
}

TEST_CASE("push with limit keeps the newest elements, counted from the position [R000-07]") {
  const char* const state = R"({"l":[1,2,3]})";
  check_rows({
      {"at the tail the last stay", state, R"({"verb":"push","path":["l"],"value":4,"options":{"limit":3}})",
       "applied", R"({"l":[2,3,4]})"},
      {"several go at once", state, R"({"verb":"push","path":["l"],"value":4,"options":{"limit":1}})",
       "applied", R"({"l":[4]})"},
      {"at the head the first stay", state,
       R"({"verb":"push","path":["l"],"value":4,"options":{"limit":2,"position":"head"}})", "applied",
       R"({"l":[4,1]})"},
      {"not reached", state, R"({"verb":"push","path":["l"],"value":4,"options":{"limit":4}})", "applied",
       R"({"l":[1,2,3,4]})"},
      {"into a new array", "{}", R"({"verb":"push","path":["l"],"value":4,"options":{"limit":1}})", "applied",
       R"({"l":[4]})"},
  });
}

TEST_CASE("pop removes the last element and returns it") {
  check_rows({
      {"the last", R"({"l":[1,{"x":2}]})", R"({"verb":"pop","path":["l"]})", "applied", R"({"l":[1]})",
       R"({"x":2})"},
      {"the only one", R"({"l":[null]})", R"({"verb":"pop","path":["l"]})", "applied", R"({"l":[]})", "null"},
      {"an empty array", R"({"l":[]})", R"({"verb":"pop","path":["l"]})", "skipped path.unknown", nullptr,
       "nothing", "empty"},
      {"nothing there", R"({})", R"({"verb":"pop","path":["l"]})", "rejected path.unknown"},
      {"nothing there, allowMissing", R"({})",
       R"({"verb":"pop","path":["l"],"options":{"allowMissing":true}})", "skipped path.unknown"},
      {"no array", R"({"l":{}})", R"({"verb":"pop","path":["l"]})", "rejected type.mismatch", nullptr,
       nullptr, "array"},
  });
}

TEST_CASE("pull by value removes equal elements [R000-08]") {
  const char* const state = R"({"l":[1,{"a":1,"b":2},1,"1",1.0]})";
  check_rows({
      {"all that are equal", state, R"({"verb":"pull","path":["l"],"value":1})", "applied",
       R"({"l":[{"a":1,"b":2},"1"]})"},
      {"an equal object", state, R"({"verb":"pull","path":["l"],"value":{"b":2,"a":1}})", "applied",
       R"({"l":[1,1,"1",1.0]})"},
      {"an object that has more is not equal", state, R"({"verb":"pull","path":["l"],"value":{"a":1}})",
       "skipped path.unknown", nullptr, nullptr, "matches"},
      {"none", state, R"({"verb":"pull","path":["l"],"value":2})", "skipped path.unknown"},
      {"an empty array", R"({"l":[]})", R"({"verb":"pull","path":["l"],"value":2})", "skipped path.unknown"},
      {"nothing there", R"({})", R"({"verb":"pull","path":["l"],"value":2})", "rejected path.unknown"},
      {"nothing there, allowMissing", R"({})",
       R"({"verb":"pull","path":["l"],"value":2,"options":{"allowMissing":true}})", "skipped path.unknown"},
      {"no array", R"({"l":"abc"})", R"({"verb":"pull","path":["l"],"value":"a"})", "rejected type.mismatch"},
  });
}

TEST_CASE("pull with where removes objects in which every given key has an equal value [R000-08]") {
  const char* const state = R"({"l":[{"id":1,"k":"a"},{"id":2,"k":"a"},{"id":1,"k":"b"},"id",[1]]})";
  check_rows({
      {"one key", state, R"({"verb":"pull","path":["l"],"options":{"where":{"id":1}}})", "applied",
       R"({"l":[{"id":2,"k":"a"},"id",[1]]})"},
      {"two keys", state, R"({"verb":"pull","path":["l"],"options":{"where":{"id":1,"k":"b"}}})", "applied",
       R"({"l":[{"id":1,"k":"a"},{"id":2,"k":"a"},"id",[1]]})"},
      {"a key that none has", state, R"({"verb":"pull","path":["l"],"options":{"where":{"id":1,"z":0}}})",
       "skipped path.unknown"},
      {"a missing key is not null", state, R"({"verb":"pull","path":["l"],"options":{"where":{"z":null}}})",
       "skipped path.unknown"},
      {"nested values compare whole", R"({"l":[{"p":{"x":1,"y":2}}]})",
       R"({"verb":"pull","path":["l"],"options":{"where":{"p":{"x":1}}}})", "skipped path.unknown"},
      {"an object with a field 包含", R"({"l":[{"包含":"a"},"a"]})",
       R"({"verb":"pull","path":["l"],"options":{"where":{"包含":"a"}}})", "applied", R"({"l":[]})"},
  });
}

TEST_CASE("pull with where {包含} or {contains} removes strings that contain the text [R000-08]") {
  const char* const state = R"({"l":["无关闲谈一","正事","又是无关闲谈",5,{"contains":"x"}]})";
  check_rows({
      {"包含", state, R"({"verb":"pull","path":["l"],"options":{"where":{"包含":"无关闲谈"}}})", "applied",
       R"({"l":["正事",5,{"contains":"x"}]})"},
      {"contains", state, R"({"verb":"pull","path":["l"],"options":{"where":{"contains":"正事"}}})",
       "applied", R"({"l":["无关闲谈一","又是无关闲谈",5,{"contains":"x"}]})"},
      {"none holds it", state, R"({"verb":"pull","path":["l"],"options":{"where":{"contains":"龙"}}})",
       "skipped path.unknown"},
      {"with a second key no string matches", state,
       R"({"verb":"pull","path":["l"],"options":{"where":{"包含":"无关闲谈","x":1}}})",
       "skipped path.unknown"},
      {"another key", state, R"({"verb":"pull","path":["l"],"options":{"where":{"has":"正事"}}})",
       "skipped path.unknown"},
      {"no string to look for", state, R"({"verb":"pull","path":["l"],"options":{"where":{"包含":5}}})",
       "skipped path.unknown"},
  });
}

TEST_CASE("pull removes at most count elements, from the end that position names [R000-08]") {
  const char* const state = R"({"l":[1,7,2,7,3,7]})";
  check_rows({
      {"from the front", state, R"({"verb":"pull","path":["l"],"value":7,"options":{"count":2}})", "applied",
       R"({"l":[1,2,3,7]})"},
      {"head, said", state,
       R"({"verb":"pull","path":["l"],"value":7,"options":{"count":1,"position":"head"}})", "applied",
       R"({"l":[1,2,7,3,7]})"},
      {"from the end", state,
       R"({"verb":"pull","path":["l"],"value":7,"options":{"count":2,"position":"tail"}})", "applied",
       R"({"l":[1,7,2,3]})"},
      {"more than there are", state, R"({"verb":"pull","path":["l"],"value":7,"options":{"count":9}})",
       "applied", R"({"l":[1,2,3]})"},
      {"position without count", state,
       R"({"verb":"pull","path":["l"],"value":7,"options":{"position":"tail"}})", "applied",
       R"({"l":[1,2,3]})"},
      {"with where", R"({"l":["ab","b","abc"]})",
       R"({"verb":"pull","path":["l"],"options":{"where":{"contains":"a"},"count":1,"position":"tail"}})",
       "applied", R"({"l":["ab","b"]})"},
  });
}

TEST_CASE("splice removes elements, inserts others, and returns what it removed") {
  const char* const state = R"({"l":[1,2,3,4]})";
  check_rows({
      {"as an object", state,
       R"({"verb":"splice","path":["l"],"value":{"start":1,"deleteCount":2,"items":[8,9]}})", "applied",
       R"({"l":[1,8,9,4]})", "[2,3]"},
      {"as an array", state, R"({"verb":"splice","path":["l"],"value":[1,2,8,9]})", "applied",
       R"({"l":[1,8,9,4]})", "[2,3]"},
      {"an array of only a start: all the rest", state, R"({"verb":"splice","path":["l"],"value":[2]})",
       "applied", R"({"l":[1,2]})", "[3,4]"},
      {"only in", state, R"({"verb":"splice","path":["l"],"value":[0,0,8]})", "applied",
       R"({"l":[8,1,2,3,4]})", "[]"},
      {"only out", state, R"({"verb":"splice","path":["l"],"value":{"start":0,"deleteCount":1}})", "applied",
       R"({"l":[2,3,4]})", "[1]"},
      {"no deleteCount: all the rest", state, R"({"verb":"splice","path":["l"],"value":{"start":2}})",
       "applied", R"({"l":[1,2]})", "[3,4]"},
      {"too large a deleteCount: all the rest", state, R"({"verb":"splice","path":["l"],"value":[3,99,7]})",
       "applied", R"({"l":[1,2,3,7]})", "[4]"},
      {"a start from the end", state, R"({"verb":"splice","path":["l"],"value":[-1,1]})", "applied",
       R"({"l":[1,2,3]})", "[4]"},
      {"a start from the end, the first", state, R"({"verb":"splice","path":["l"],"value":[-4,1]})",
       "applied", R"({"l":[2,3,4]})", "[1]"},
      {"a start at the size", state, R"({"verb":"splice","path":["l"],"value":[4,1,5]})", "applied",
       R"({"l":[1,2,3,4,5]})", "[]"},
      {"a start beyond the size", state, R"({"verb":"splice","path":["l"],"value":[5,0,5]})",
       "rejected path.invalid", nullptr, "nothing", "outside"},
      {"a start before the front", state, R"({"verb":"splice","path":["l"],"value":[-5,0,5]})",
       "rejected path.invalid"},
      {"items are elements", state, R"({"verb":"splice","path":["l"],"value":[0,4,[5],{"x":1}]})", "applied",
       R"({"l":[[5],{"x":1}]})"},
  });
}

TEST_CASE("splice refuses an invalid range, and anything but an array") {
  const char* const state = R"({"l":[1,2],"s":"x"})";
  check_rows({
      {"a number", state, R"({"verb":"splice","path":["l"],"value":1})", "rejected parse.malformed", nullptr,
       nullptr, "start"},
      {"no start", state, R"({"verb":"splice","path":["l"],"value":{"deleteCount":1}})",
       "rejected parse.malformed"},
      {"an empty array", state, R"({"verb":"splice","path":["l"],"value":[]})", "rejected parse.malformed"},
      {"a start that is not an integer", state, R"({"verb":"splice","path":["l"],"value":["0",1]})",
       "rejected parse.malformed"},
      {"a float start", state, R"({"verb":"splice","path":["l"],"value":{"start":0.5}})",
       "rejected parse.malformed"},
      {"a negative deleteCount", state, R"({"verb":"splice","path":["l"],"value":[0,-1]})",
       "rejected parse.malformed"},
      {"a deleteCount that is not an integer", state,
       R"({"verb":"splice","path":["l"],"value":{"start":0,"deleteCount":"1"}})", "rejected parse.malformed"},
      {"items that are no array", state, R"({"verb":"splice","path":["l"],"value":{"start":0,"items":5}})",
       "rejected parse.malformed"},
      {"no array", state, R"({"verb":"splice","path":["s"],"value":[0,1]})", "rejected type.mismatch"},
      {"nothing there", state, R"({"verb":"splice","path":["x"],"value":[0,1]})", "rejected path.unknown"},
      {"nothing there, allowMissing", state,
       R"({"verb":"splice","path":["x"],"value":[0,1],"options":{"allowMissing":true}})",
       "skipped path.unknown"},
      {"a huge deleteCount", state, R"({"verb":"splice","path":["l"],"value":[1,18446744073709551615]})",
       "applied", R"({"l":[1],"s":"x"})", "[2]"},
  });
}

}  // namespace
}  // namespace gavel::testing
