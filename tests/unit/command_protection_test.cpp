// `_is_protected`: what a model and a player cannot take away.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

constexpr const char* kProtected =
    R"({"npc":{"li":{"_is_protected":true,"hp":5,"in":{"x":1}},"wang":{"hp":3}},"log":[],"spare":{"_is_protected":false}})";

struct Attempt {
  const char* name;
  const char* command;
};

void all_refused(const char* state, std::initializer_list<Attempt> attempts) {
  for (const Attempt& attempt : attempts) {
    for (const Actor actor : {Actor::kModel, Actor::kPlayer}) {
      const std::string title = std::string(attempt.name) + ", by " + std::string(actor_name(actor));
      SUBCASE(title.c_str()) {
        const Judged judged = judge(state, attempt.command, by(actor));
        CHECK(judged.said == "rejected protected");
        CHECK(contains(judged.message(), "protected"));
        CHECK(judged.data == state);
        CHECK(judged.meta == "{}");
      }
    }
  }
}

TEST_CASE("a protected node cannot be deleted, alone or through a parent [R002-11]") {
  all_refused(
      kProtected,
      {
          {"delete", R"({"verb":"delete","path":["npc","li"]})"},
          {"soft delete", R"({"verb":"delete","path":["npc","li"],"options":{"softDelete":true}})"},
          {"delete of its parent", R"({"verb":"delete","path":["npc"]})"},
          {"soft delete of its parent", R"({"verb":"delete","path":["npc"],"options":{"softDelete":true}})"},
      });
}

TEST_CASE("a protected node cannot be replaced, alone or through a parent [R002-11]") {
  all_refused(
      kProtected,
      {
          {"set to a scalar", R"({"verb":"set","path":["npc","li"],"value":5})"},
          {"set to null", R"({"verb":"set","path":["npc","li"],"value":null})"},
          {"set to an array", R"({"verb":"set","path":["npc","li"],"value":[]})"},
          {"set to an object without the flag", R"({"verb":"set","path":["npc","li"],"value":{"hp":5}})"},
          {"set of its parent", R"({"verb":"set","path":["npc"],"value":{"wang":{}}})"},
          {"set of its parent, without the flag",
           R"({"verb":"set","path":["npc"],"value":{"li":{"hp":5},"wang":{}}})"},
          {"set of the root", R"({"verb":"set","path":[],"value":{"log":[]}})"},
          {"a shallow merge above", R"({"verb":"merge","path":["npc"],"value":{"li":{"hp":9}}})"},
          {"a merge at the root", R"({"verb":"merge","path":[],"value":{"npc":{}}})"},
          {"a merge with replace",
           R"({"verb":"merge","path":["npc"],"value":{},"options":{"mergeStrategy":"replace"}})"},
          {"a deep merge that clears it",
           R"({"verb":"merge","path":["npc"],"value":{"li":0},"options":{"mergeStrategy":"deep"}})"},
          {"a copy over it", R"({"verb":"copy","from":["npc","wang"],"path":["npc","li"]})"},
          {"a copy over its parent", R"({"verb":"copy","from":["npc","wang"],"path":["npc"]})"},
          {"a move over it", R"({"verb":"move","from":["npc","wang"],"path":["npc","li"]})"},
          {"a move of what is in it over it",
           R"({"verb":"move","from":["npc","li","in"],"path":["npc","li"]})"},
      });
}

TEST_CASE("a protected node cannot be stripped of its protection [R002-11]") {
  all_refused(
      kProtected,
      {
          {"set the flag to false", R"({"verb":"set","path":["npc","li","_is_protected"],"value":false})"},
          {"set the flag to 1", R"({"verb":"set","path":["npc","li","_is_protected"],"value":1})"},
          {"set the flag to a text", R"({"verb":"set","path":["npc","li","_is_protected"],"value":"true"})"},
          {"delete the flag", R"({"verb":"delete","path":["npc","li","_is_protected"]})"},
          {"merge the flag", R"({"verb":"merge","path":["npc","li"],"value":{"_is_protected":false}})"},
          {"merge the flag deeply",
           R"({"verb":"merge","path":[],"value":{"npc":{"li":{"_is_protected":null}}},"options":{"mergeStrategy":"deep"}})"},
          {"move the flag away", R"({"verb":"move","from":["npc","li","_is_protected"],"path":["flag"]})"},
          {"copy false over it",
           R"({"verb":"copy","from":["spare","_is_protected"],"path":["npc","li","_is_protected"]})"},
      });
}

TEST_CASE("a protected node cannot be moved, nor set to expire [R002-11]") {
  all_refused(
      kProtected,
      {
          {"move", R"({"verb":"move","from":["npc","li"],"path":["other"]})"},
          {"move of its parent", R"({"verb":"move","from":["npc"],"path":["other"]})"},
          {"ttl on it", R"({"verb":"merge","path":["npc","li"],"value":{"hp":1},"options":{"ttl":60}})"},
          {"ttl on its parent", R"({"verb":"merge","path":["npc"],"value":{"wu":{}},"options":{"ttl":60}})"},
          {"expiresAt on it",
           R"({"verb":"merge","path":["npc","li"],"value":{"hp":1},"options":{"expiresAt":"2030-01-01T00:00:00Z"}})"},
          {"ttl on a new node that is protected",
           R"({"verb":"set","path":["npc","wu"],"value":{"_is_protected":true},"options":{"ttl":60}})"},
          {"ttl on its flag",
           R"({"verb":"set","path":["npc","li","_is_protected"],"value":true,"options":{"ttl":60}})"},
      });
}

constexpr const char* kArrays =
    R"({"l":[{"id":1},{"_is_protected":true,"id":2},{"id":3}],"two":[{"_is_protected":true},{"_is_protected":true}],
        "last":[1,{"x":{"_is_protected":true}}]})";

TEST_CASE("a protected element cannot disappear from its array [R002-11]") {
  all_refused(kArrays,
              {
                  {"delete", R"({"verb":"delete","path":["l",1]})"},
                  {"pop", R"({"verb":"pop","path":["last"]})"},
                  {"pull by value", R"({"verb":"pull","path":["l"],"value":{"id":2,"_is_protected":true}})"},
                  {"pull by where", R"({"verb":"pull","path":["l"],"options":{"where":{"id":2}}})"},
                  {"pull of one of two equal ones",
                   R"({"verb":"pull","path":["two"],"value":{"_is_protected":true},"options":{"count":1}})"},
                  {"splice", R"({"verb":"splice","path":["l"],"value":[0,2]})"},
                  {"splice in exchange", R"({"verb":"splice","path":["l"],"value":[1,1,{"id":2}]})"},
                  {"push with a limit", R"({"verb":"push","path":["last"],"value":2,"options":{"limit":1}})"},
                  {"push at the head with a limit",
                   R"({"verb":"push","path":["two"],"value":2,"options":{"limit":2,"position":"head"}})"},
                  {"set of the element", R"({"verb":"set","path":["l",1],"value":{"id":2}})"},
                  {"set of the array", R"({"verb":"set","path":["l"],"value":[]})"},
                  {"move out of the array", R"({"verb":"move","from":["l",1],"path":["x"]})"},
                  {"an element inside", R"({"verb":"delete","path":["last",1,"x"]})"},
                  {"its flag", R"({"verb":"set","path":["l",1,"_is_protected"],"value":false})"},
                  {"ttl on the array", R"({"verb":"merge","path":["l"],"value":[],"options":{"ttl":60}})"},
              });
}

TEST_CASE("a protected element may move up and down in its array, and its fields may change [R002-11]") {
  check_rows({
      {"insert in front", kArrays, R"({"verb":"insert","path":["l",0],"value":0})", "applied",
       R"({"l":[0,{"id":1},{"_is_protected":true,"id":2},{"id":3}],"two":[{"_is_protected":true},{"_is_protected":true}],"last":[1,{"x":{"_is_protected":true}}]})"},
      {"delete in front", R"({"l":[0,{"_is_protected":true}]})", R"({"verb":"delete","path":["l",0]})",
       "applied", R"({"l":[{"_is_protected":true}]})"},
      {"move inside the array", R"({"l":[{"_is_protected":true},1,2]})",
       R"({"verb":"move","from":["l",0],"path":["l","-"]})", "applied",
       R"({"l":[1,2,{"_is_protected":true}]})"},
      {"set of the array, in another order", R"({"l":[{"_is_protected":true,"n":1},2]})",
       R"({"verb":"set","path":["l"],"value":[2,{"n":1,"_is_protected":true}]})", "applied",
       R"({"l":[2,{"_is_protected":true,"n":1}]})"},
      {"but what holds protected nodes keeps its order",
       R"({"l":[1,{"a":{"_is_protected":true}},{"b":{"_is_protected":true}}]})",
       R"({"verb":"set","path":["l"],"value":[{"b":{"_is_protected":true}},{"a":{"_is_protected":true}},1]})",
       "rejected protected"},
      {"a field of it", R"({"l":[1,{"_is_protected":true,"n":1}]})",
       R"({"verb":"set","path":["l",1,"n"],"value":2})", "applied",
       R"({"l":[1,{"_is_protected":true,"n":2}]})"},
      {"push with a limit that takes others", R"({"l":[1,{"_is_protected":true}]})",
       R"({"verb":"push","path":["l"],"value":2,"options":{"limit":2}})", "applied",
       R"({"l":[{"_is_protected":true},2]})"},
      {"pull of one of three equal ones is still a loss",
       R"({"l":[{"_is_protected":true},{"_is_protected":true}]})", R"({"verb":"delete","path":["l",0]})",
       "rejected protected"},
  });
}

TEST_CASE("a protected node's fields may change, and new nodes may be protected [R002-11]") {
  check_rows({
      {"a field", R"({"a":{"_is_protected":true,"x":1}})", R"({"verb":"set","path":["a","x"],"value":2})",
       "applied", R"({"a":{"_is_protected":true,"x":2}})"},
      {"a field goes", R"({"a":{"_is_protected":true,"x":1}})", R"({"verb":"delete","path":["a","x"]})",
       "applied", R"({"a":{"_is_protected":true}})"},
      {"a merge", R"({"a":{"_is_protected":true,"x":1}})", R"({"verb":"merge","path":["a"],"value":{"y":2}})",
       "applied", R"({"a":{"_is_protected":true,"x":1,"y":2}})"},
      {"written whole, with the flag", R"({"a":{"_is_protected":true,"x":1}})",
       R"({"verb":"set","path":["a"],"value":{"_is_protected":true,"y":1}})", "applied",
       R"({"a":{"_is_protected":true,"y":1}})"},
      {"its parent written whole, with it", R"({"p":{"a":{"_is_protected":true}}})",
       R"({"verb":"set","path":["p"],"value":{"a":{"_is_protected":true,"n":1}}})", "applied",
       R"({"p":{"a":{"_is_protected":true,"n":1}}})"},
      {"the flag set again", R"({"a":{"_is_protected":true}})",
       R"({"verb":"set","path":["a","_is_protected"],"value":true})", "applied",
       R"({"a":{"_is_protected":true}})"},
      {"a new node", "{}", R"({"verb":"set","path":["a"],"value":{"_is_protected":true}})", "applied",
       R"({"a":{"_is_protected":true}})"},
      {"the flag given later", R"({"a":{}})", R"({"verb":"set","path":["a","_is_protected"],"value":true})",
       "applied", R"({"a":{"_is_protected":true}})"},
      {"a copy of it elsewhere", R"({"a":{"_is_protected":true}})",
       R"({"verb":"copy","from":["a"],"path":["b"]})", "applied",
       R"({"a":{"_is_protected":true},"b":{"_is_protected":true}})"},
      {"its neighbour goes", R"({"a":{"_is_protected":true},"b":1})", R"({"verb":"delete","path":["b"]})",
       "applied", R"({"a":{"_is_protected":true}})"},
      {"false protects nothing", R"({"a":{"_is_protected":false}})", R"({"verb":"delete","path":["a"]})",
       "applied", "{}"},
      {"only true protects", R"({"a":{"_is_protected":"true"}})", R"({"verb":"delete","path":["a"]})",
       "applied", "{}"},
  });
}

TEST_CASE("clearing a container removes what is beside protected nodes, and reports what stayed [R002-11]") {
  check_rows({
      {"deep inside", R"({"m":{"a":{"b":{"_is_protected":true,"n":1},"c":2},"d":3,"e":{"f":4}}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true}})", "applied",
       R"({"m":{"a":{"b":{"_is_protected":true,"n":1}}}})", R"({"removed":3,"kept":[["m","a","b"]]})"},
      {"in an array, by the paths they had",
       R"({"l":[1,{"_is_protected":true},[2,{"_is_protected":true}],3]})",
       R"({"verb":"delete","path":["l"],"options":{"all":true}})", "applied",
       R"({"l":[{"_is_protected":true},[{"_is_protected":true}]]})",
       R"({"removed":3,"kept":[["l",1],["l",2,1]]})"},
      {"of a protected node itself, which stays protected", R"({"m":{"_is_protected":true,"a":1,"b":{}}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true}})", "applied",
       R"({"m":{"_is_protected":true}})", R"({"removed":2,"kept":[]})"},
      {"of a protected node with nothing else in it", R"({"m":{"_is_protected":true,"__version":2}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true}})", "skipped path.unknown"},
      {"nothing else was there", R"({"m":{"a":{"_is_protected":true}}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true}})", "rejected protected", nullptr, "nothing",
       "protected"},
      {"of the root", R"({"a":{"_is_protected":true},"b":1})",
       R"({"verb":"delete","path":[],"options":{"all":true}})", "applied", R"({"a":{"_is_protected":true}})",
       R"({"removed":1,"kept":[["a"]]})"},
      {"softly", R"({"m":{"a":{"_is_protected":true},"b":1}})",
       R"({"verb":"delete","path":["m"],"options":{"all":true,"softDelete":true,"recycleBinKey":"bin"}})",
       "applied",
       R"({"m":{"a":{"_is_protected":true}},"bin":{"b#1":{"value":1,"path":["m","b"],"time":"2025-09-20T08:00:00Z"}}})",
       R"({"removed":1,"kept":[["m","a"]]})"},
  });
}

TEST_CASE("operator and tool may change and delete protected nodes [R002-11]") {
  for (const Actor actor :
       {Actor::kOperator, Actor::kTool, Actor::kAutomation, Actor::kDerive, Actor::kMigration}) {
    for (const char* command : {
             R"({"verb":"delete","path":["npc","li"]})",
             R"({"verb":"set","path":["npc","li","_is_protected"],"value":false})",
             R"({"verb":"move","from":["npc"],"path":["other"]})",
             R"({"verb":"merge","path":["npc","li"],"value":{"hp":1},"options":{"ttl":60}})",
         }) {
      const std::string title = std::string(actor_name(actor)) + " " + command;
      SUBCASE(title.c_str()) { CHECK(judge(kProtected, command, by(actor)).said == "applied"); }
    }
  }
  const Judged cleared =
      judge(kProtected, R"({"verb":"delete","path":["npc"],"options":{"all":true}})", by(Actor::kOperator));
  CHECK(cleared.result() == R"({"removed":2,"kept":[]})");
  CHECK(cleared.data["npc"] == "{}");
}

}  // namespace
}  // namespace gavel::testing
