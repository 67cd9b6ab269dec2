// Sanity cases of the reference model, computed by hand from host/engine/command/README.md.

#ifdef GAVEL_REFERENCE_TEST_MAIN
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#endif
#include <doctest/doctest.h>

#include "reference_model.hpp"
#include "reference_value.hpp"

namespace {

using gavel::reference::equal;
using gavel::reference::Json;
using gavel::reference::Model;

constexpr std::int64_t kNow = 1758355200000;  // 2025-09-20T08:00:00Z

Json json(const char* text) { return Json::parse(text); }

// One command; its answer as "status code", the result kept aside.
struct Bench {
  explicit Bench(const char* data) : model(json(data)) {}
  std::string run(const char* command, const char* actor = "model", std::int64_t now = kNow) {
    const Json answers = model.apply(Json::array({json(command)}), actor, now);
    answer = answers["commands"][0];
    return answer["status"].get<std::string>() +
           (answer.contains("code") ? " " + answer["code"].get<std::string>() : "");
  }
  bool is(const char* data) const { return equal(model.data(), json(data)); }
  Model model;
  Json answer;
};

}  // namespace

TEST_CASE("reference: equality is exact and respects kinds") {
  CHECK(equal(json("5"), json("5.0")));
  CHECK(!equal(json("true"), json("1")));
  CHECK(!equal(json("9007199254740993"), json("9007199254740992.0")));
  CHECK(!equal(json("18446744073709551615"), json("-1")));
  CHECK(!equal(json("9223372036854775807"), json("9223372036854775808.0")));
  CHECK(equal(json(R"({"a":1,"b":[2]})"), json(R"({"b":[2.0],"a":1})")));
}

TEST_CASE("reference: times") {
  CHECK(gavel::reference::parse_time("2025-09-20T08:00:00Z") == kNow);
  CHECK(gavel::reference::parse_time("2025-09-20T16:00:00.250+08:00") == kNow + 250);
  CHECK(!gavel::reference::parse_time("2025-09-20T08:00:00"));
  CHECK(!gavel::reference::parse_time("2025-02-29T08:00:00Z"));
  CHECK(gavel::reference::format_time(kNow) == "2025-09-20T08:00:00Z");
}

TEST_CASE("reference: set creates object parents, never holes or parents inside arrays") {
  Bench b(R"({"l":[1],"s":5})");
  CHECK(b.run(R"({"verb":"set","path":["a","b",0],"value":1})") == "applied");
  CHECK(b.is(R"({"l":[1],"s":5,"a":{"b":{"0":1}}})"));
  CHECK(b.run(R"({"verb":"set","path":["l",2],"value":1})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"set","path":["l",1,"x"],"value":1})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"set","path":["l","x"],"value":1})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"set","path":["s","x"],"value":1})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"set","path":["l","-"],"value":2,"options":{"expect":{"equals":2}}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["l","0"],"value":0})") == "applied");
  CHECK(equal(b.model.data()["l"], json("[0,2]")));
}

TEST_CASE("reference: an existing key with dots wins, the longest first") {
  Bench b(R"({"a.b":{"c":1},"a.b.c":2,"a":{"b":{"d":3}},"l":[{"k.x":4}]})");
  CHECK(b.run(R"({"verb":"get","raw_path":"a.b.c"})") == "applied");
  CHECK(b.answer["result"] == 2);
  b.run(R"({"verb":"get","raw_path":"/a/b/d"})");
  CHECK(b.answer["result"] == 3);
  // The reading that is wholly there wins over longer keys that lead nowhere.
  CHECK(b.run(R"({"verb":"get","raw_path":"a.b.d"})") == "applied");
  CHECK(b.answer["result"] == 3);
  CHECK(b.run(R"({"verb":"get","raw_path":"a.b.e"})") == "rejected path.unknown");
  b.run(R"({"verb":"get","raw_path":"l[0][\"k.x\"]"})");
  CHECK(b.answer["result"] == 4);
}

TEST_CASE("reference: forbidden and empty segments") {
  Bench b(R"({})");
  CHECK(b.run(R"({"verb":"set","path":["a","constructor"],"value":1})") == "rejected path.forbidden");
  CHECK(b.run(R"({"verb":"set","path":["constructor_guild"],"value":1})") == "applied");
  CHECK(b.run(R"({"verb":"get","path":[""]})") == "rejected path.invalid");
}

TEST_CASE("reference: options that do not apply are refused, unknown ones are not") {
  Bench b(R"({"a":1})");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"dedupe":true}})") ==
        "rejected parse.malformed");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"dedupe":false,"limit":null,"xyz":1}})") ==
        "applied");
  CHECK(b.run(R"({"verb":"set","path":["a"],"options":{}})") == "rejected parse.malformed");
  CHECK(
      b.run(
          R"({"verb":"set","path":["a"],"value":2,"options":{"ttl":1,"expiresAt":"2030-01-01T00:00:00Z"}})") ==
      "rejected parse.malformed");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"expiresAt":"2020-01-01T00:00:00Z"}})") ==
        "rejected value.range");
  CHECK(b.run(R"({"verb":"delete","path":["a"],"options":{"recycleBinKey":"bin"}})") ==
        "rejected parse.malformed");
}

TEST_CASE("reference: conditions in order") {
  Bench b(R"({"a":1,"o":{"__version":3,"x":{"y":1}}})");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"ifMissing":true,"ifEquals":9}})") ==
        "skipped precondition.exists");
  CHECK(b.run(R"({"verb":"set","path":["q"],"value":2,"options":{"ifExists":true}})") ==
        "skipped path.unknown");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"ifEquals":null}})") ==
        "rejected precondition.equals");
  CHECK(b.run(R"({"verb":"set","path":["o","x","y"],"value":2,"options":{"ifVersion":2}})") ==
        "rejected precondition.version");
  CHECK(b.run(R"({"verb":"set","path":["o","x","y"],"value":2,"options":{"ifVersion":3}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"ifVersion":0}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":3,"expect_old":1})") == "rejected precondition.old");
  CHECK(b.run(R"({"verb":"set","path":["new"],"value":3,"expect_old":null})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["a"],"value":3,"expect_old":1,
                  "origin":{"dialect":"mvu","span":[0,1],"actor":"model"}})") == "applied");
  CHECK(b.run(R"({"verb":"merge","path":["o"],"value":{"z":1},"expect_old":{"x":{"y":2}}})") == "applied");
}

TEST_CASE("reference: merge, shallow and deep") {
  Bench b(R"({"o":{"p":{"a":1,"b":2},"l":[1,2]},"n":null,"s":1})");
  CHECK(b.run(R"({"verb":"merge","path":["o"],"value":{"p":{"a":5}},"options":{"mergeStrategy":"deep"}})") ==
        "applied");
  CHECK(equal(b.model.data()["o"]["p"], json(R"({"a":5,"b":2})")));
  CHECK(b.run(R"({"verb":"merge","path":["o"],"value":{"p":{"a":6},"l":[3]}})") == "applied");
  CHECK(equal(b.model.data()["o"], json(R"({"p":{"a":6},"l":[3]})")));
  CHECK(b.run(R"({"verb":"merge","path":["o"],"value":1})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"merge","path":["s"],"value":{}})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"merge","path":["n"],"value":{"x":1}})") == "applied");
  CHECK(b.run(R"({"verb":"merge","path":["q"],"value":1,"options":{"allowMissing":true}})") ==
        "skipped path.unknown");
  CHECK(b.run(R"({"verb":"merge","path":["q"],"value":1,"options":{"allowMissing":false}})") ==
        "rejected path.unknown");
  CHECK(b.run(R"({"verb":"merge","path":["q"],"value":1})") == "applied");
}

TEST_CASE("reference: arithmetic is exact on integers and never rounded on floats") {
  Bench b(R"({"max":18446744073709551615,"min":-9223372036854775808,"n":7,"f":0.1,"big":1e308})");
  CHECK(b.run(R"({"verb":"add","path":["max"],"value":1})") == "rejected value.range");
  CHECK(b.run(R"({"verb":"add","path":["max"],"value":-1})") == "applied");
  CHECK(b.model.data()["max"].get<std::uint64_t>() == 18446744073709551614ULL);
  CHECK(b.run(R"({"verb":"mul","path":["min"],"value":-1})") == "applied");
  CHECK(b.model.data()["min"].get<std::uint64_t>() == 9223372036854775808ULL);
  CHECK(b.run(R"({"verb":"div","path":["n"],"value":2})") == "applied");
  CHECK(b.model.data()["n"] == 3.5);
  CHECK(b.run(R"({"verb":"add","path":["f"],"value":0.2})") == "applied");
  CHECK(b.model.data()["f"].get<double>() == 0.1 + 0.2);
  CHECK(b.run(R"({"verb":"mul","path":["big"],"value":10})") == "rejected value.range");
  CHECK(b.run(R"({"verb":"div","path":["f"],"value":0})") == "rejected value.range");
  CHECK(b.run(R"({"verb":"add","path":["f"],"value":"1"})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"add","path":["q"],"value":1})") == "rejected path.unknown");
}

TEST_CASE("reference: push") {
  Bench b(R"({"l":[1,2,3],"r":[{"id":1,"v":"a"}],"s":1})");
  CHECK(b.run(R"({"verb":"push","path":["l"],"value":2.0,"options":{"dedupe":true}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"push","path":["l"],"value":4,"options":{"limit":2}})") == "applied");
  CHECK(equal(b.model.data()["l"], json("[3,4]")));
  CHECK(b.run(R"({"verb":"push","path":["l"],"value":9,"options":{"limit":2,"position":"head"}})") ==
        "applied");
  CHECK(equal(b.model.data()["l"], json("[9,3]")));
  CHECK(b.run(R"({"verb":"push","path":["r"],"value":{"id":1,"v":"b"},"options":{"uniqueBy":"id"}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"push","path":["r"],"value":{"v":"b"},"options":{"uniqueBy":["id"]}})") ==
        "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"push","path":["s"],"value":1})") == "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"push","path":["a","b"],"value":1})") == "applied");
  CHECK(equal(b.model.data()["a"], json(R"({"b":[1]})")));
}

TEST_CASE("reference: pop, pull, splice") {
  Bench b(R"({"l":[1,2,1,3,1],"e":[],"t":["闲谈一","x","闲谈二"],"r":[{"id":1,"n":2},{"id":2}]})");
  CHECK(b.run(R"({"verb":"pull","path":["l"],"value":1,"options":{"count":1,"position":"tail"}})") ==
        "applied");
  CHECK(equal(b.model.data()["l"], json("[1,2,1,3]")));
  CHECK(b.run(R"({"verb":"pop","path":["l"]})") == "applied");
  CHECK(b.answer["result"] == 3);
  CHECK(b.run(R"({"verb":"pop","path":["e"]})") == "skipped path.unknown");
  CHECK(b.run(R"({"verb":"pull","path":["t"],"options":{"where":{"包含":"闲谈"}}})") == "applied");
  CHECK(equal(b.model.data()["t"], json(R"(["x"])")));
  CHECK(b.run(R"({"verb":"pull","path":["r"],"options":{"where":{"id":1,"n":3}}})") ==
        "skipped path.unknown");
  CHECK(b.run(R"({"verb":"pull","path":["r"],"value":1,"options":{"where":{"id":1}}})") ==
        "rejected parse.malformed");
  CHECK(b.run(R"({"verb":"splice","path":["l"],"value":[-2,1,"a","b"]})") == "applied");
  CHECK(equal(b.model.data()["l"], json(R"([1,"a","b",1])")));
  CHECK(equal(b.answer["result"], json("[2]")));
  CHECK(b.run(R"({"verb":"splice","path":["l"],"value":{"start":1}})") == "applied");
  CHECK(equal(b.model.data()["l"], json("[1]")));
  CHECK(b.run(R"({"verb":"splice","path":["l"],"value":{"start":3}})") == "rejected path.invalid");
}

TEST_CASE("reference: insert with uniqueBy") {
  Bench b(R"({"o":{},"l":[{"id":1,"v":1}]})");
  CHECK(
      b.run(
          R"({"verb":"insert","path":["o"],"value":{"id":"剑","n":2},"options":{"uniqueBy":["id","n"]}})") ==
      "applied");
  CHECK(equal(b.model.data()["o"], json(R"({"剑|2":{"id":"剑","n":2}})")));
  CHECK(
      b.run(
          R"({"verb":"insert","path":["o"],"value":{"n":2,"id":"剑"},"options":{"uniqueBy":["id","n"]}})") ==
      "duplicate precondition.unique");
  CHECK(
      b.run(
          R"({"verb":"insert","path":["o"],"value":{"n":2,"id":"剑","z":0},"options":{"uniqueBy":["id","n"]}})") ==
      "rejected precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["l"],"value":{"id":1,"v":2},"options":{"uniqueBy":"id"}})") ==
        "rejected precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["l"],"value":{"id":2},"options":{"uniqueBy":"id","limit":1}})") ==
        "applied");
  CHECK(equal(b.model.data()["l"], json(R"([{"id":2}])")));
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":{"id":[]},"options":{"uniqueBy":"id"}})") ==
        "rejected type.mismatch");
}

TEST_CASE("reference: insert into an array, an object and a missing parent") {
  Bench b(R"({"l":[1,2],"o":{"a":1},"s":5})");
  CHECK(b.run(R"({"verb":"insert","path":["l",1],"value":9})") == "applied");
  CHECK(b.run(R"({"verb":"insert","path":["l","-"],"value":8})") == "applied");
  CHECK(equal(b.model.data()["l"], json("[1,9,2,8]")));
  CHECK(b.run(R"({"verb":"insert","path":["l",5],"value":9})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"insert","path":["l",0],"value":9,"options":{"dedupe":true}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["l",0],"value":7,"options":{"limit":2}})") ==
        "rejected parse.malformed");
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":{"b":2,"a":1}})") == "rejected precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":{"b":2,"a":1},"options":{"dedupe":true}})") ==
        "applied");
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":{"b":2},"options":{"dedupe":true}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":1})") == "rejected precondition.exists");
  CHECK(b.run(R"({"verb":"insert","path":["o"],"value":{"c":2},"options":{"limit":2}})") ==
        "rejected type.mismatch");
  CHECK(b.run(R"({"verb":"insert","path":["s"],"value":5.0,"options":{"dedupe":true}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"insert","path":["s"],"value":6})") == "rejected precondition.exists");
}

TEST_CASE("reference: delete, cascade, all") {
  Bench b(
      R"({"o":{"a":1,"p":{"_is_protected":true,"x":1},"q":{"r":{"_is_protected":true},"s":2}},"e":{},"l":[1,[2]]})");
  CHECK(b.run(R"({"verb":"delete","path":["o"],"options":{"cascade":false}})") ==
        "rejected precondition.not_empty");
  CHECK(b.run(R"({"verb":"delete","path":["o","p"]})") == "rejected protected");
  CHECK(b.run(R"({"verb":"delete","path":["o"],"options":{"all":true}})") == "applied");
  CHECK(equal(b.answer["result"], json(R"({"removed":2,"kept":[["o","p"],["o","q","r"]]})")));
  CHECK(equal(b.model.data()["o"],
              json(R"({"p":{"_is_protected":true,"x":1},"q":{"r":{"_is_protected":true}}})")));
  CHECK(b.run(R"({"verb":"delete","path":["o"],"options":{"all":true}})") == "rejected protected");
  CHECK(b.run(R"({"verb":"delete","path":["e"],"options":{"all":true}})") == "skipped path.unknown");
  CHECK(b.run(R"({"verb":"delete","path":["l"],"options":{"all":true,"cascade":false}})") ==
        "rejected precondition.not_empty");
  CHECK(b.run(R"({"verb":"delete","path":["l",0]})") == "applied");
  CHECK(equal(b.model.data()["l"], json("[[2]]")));
  CHECK(b.run(R"({"verb":"delete","path":[]})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"delete","path":[],"options":{"all":true}})", "operator") == "applied");
  CHECK(b.is("{}"));
}

TEST_CASE("reference: the recycle bin and restore") {
  Bench b(R"({"l":["a","b"],"o":{"x":1}})");
  CHECK(
      b.run(R"({"verb":"delete","path":["l",1],"reason":"r","options":{"softDelete":true,"tags":["t"]}})") ==
      "applied");
  CHECK(b.run(R"({"verb":"delete","path":["o","x"],"options":{"softDelete":true}})") == "applied");
  CHECK(b.is(R"({"l":["a"],"o":{},"character":{"saveData":{"回收站":{
      "1#1":{"value":"b","path":["l",1],"time":"2025-09-20T08:00:00Z","reason":"r","tags":["t"]},
      "x#2":{"value":1,"path":["o","x"],"time":"2025-09-20T08:00:00Z"}}}}})"));
  CHECK(b.run(R"({"verb":"delete","path":["character"],"options":{"softDelete":true}})") ==
        "rejected path.invalid");
  CHECK(b.run(R"({"verb":"restore","raw_path":"character.saveData.回收站.1#1"})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["o","x"],"value":2})") == "applied");
  CHECK(b.run(R"({"verb":"restore","path":["o","x"]})") == "rejected precondition.exists");
  CHECK(b.run(R"({"verb":"delete","path":["o"]})") == "applied");
  CHECK(b.run(R"({"verb":"restore","path":["o","x"]})") == "applied");
  CHECK(b.is(R"({"l":["a","b"],"o":{"x":1},"character":{"saveData":{"回收站":{}}}})"));
  CHECK(b.run(R"({"verb":"restore","path":["o","x"],"options":{"allowMissing":true}})") ==
        "skipped path.unknown");
  CHECK(b.run(R"({"verb":"restore","path":["o","x"]})") == "rejected path.unknown");
}

TEST_CASE("reference: move and copy") {
  Bench b(R"({"l":["a","b","c"],"o":{"x":{"__version":4,"v":1}},"d":{"__version":1}})");
  CHECK(b.run(R"({"verb":"move","from":["l",0],"path":["l",2]})") == "applied");
  CHECK(equal(b.model.data()["l"], json(R"(["b","c","a"])")));
  CHECK(b.run(R"({"verb":"move","from":["l",0],"path":["l",3]})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"move","from":["o"],"path":["o","y"]})") == "rejected path.invalid");
  CHECK(b.run(R"({"verb":"copy","from":["o"],"path":["o","y"]})") == "applied");
  CHECK(equal(b.model.data()["o"]["y"], json(R"({"x":{"v":1}})")));
  CHECK(b.run(R"({"verb":"move","from":["o","x"],"path":["d"],"options":{"overwrite":false}})") ==
        "rejected precondition.exists");
  CHECK(b.run(R"({"verb":"move","from":["o","x"],"path":["d"]})") == "applied");
  CHECK(equal(b.model.data()["d"], json(R"({"v":1,"__version":2})")));
  CHECK(b.run(R"({"verb":"move","from":["q"],"path":["d"]})") == "rejected path.unknown");
  CHECK(b.run(R"({"verb":"move","from":["d"],"path":["no","where"]})") == "rejected path.unknown");
  CHECK(b.run(R"({"verb":"move","from":["d"],"path":[]})") == "rejected path.invalid");
}

TEST_CASE("reference: get, test, call") {
  Bench b(R"({"a":{"b":[1]}})");
  CHECK(b.run(R"({"verb":"get","path":["a","b","0"]})") == "applied");
  CHECK(b.answer["result"] == 1);
  CHECK(b.run(R"({"verb":"get","path":["a","b","x"]})") == "rejected path.unknown");
  CHECK(b.run(R"({"verb":"test","path":["a"],"value":{"b":[1.0]}})") == "applied");
  CHECK(b.run(R"({"verb":"test","path":["q"],"value":1})") == "rejected test.failed");
  CHECK(b.run(R"({"verb":"test","path":["q"],"value":1,"options":{"allowMissing":false}})") ==
        "rejected path.unknown");
  CHECK(b.run(R"({"verb":"call","path":["t"],"value":{}})") == "rejected tool.unknown");
}

TEST_CASE("reference: expect") {
  Bench b(R"({"s":"中文","n":5})");
  CHECK(
      b.run(
          R"({"verb":"set","path":["s"],"value":"三个字","options":{"expect":{"length":3,"type":"string"}}})") ==
      "applied");
  CHECK(b.run(R"({"verb":"add","path":["n"],"value":-9,"options":{"expect":{"min":0}}})") ==
        "rejected expect.failed");
  CHECK(b.is(R"({"s":"三个字","n":5})"));
  CHECK(b.run(R"({"verb":"delete","path":["s"],"options":{"expect":{"exists":true}}})") ==
        "rejected expect.failed");
  CHECK(b.run(R"({"verb":"delete","path":["s"],"options":{"expect":{"exists":false}}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["n"],"value":5.0,"options":{"expect":{"type":"integer"}}})") ==
        "applied");
}

TEST_CASE("reference: versions belong to the host") {
  Bench b(R"({"o":{"__version":3,"p":{"__version":1,"x":1}}})");
  CHECK(b.run(R"({"verb":"set","path":["o","__version"],"value":9})") == "rejected authority.denied");
  CHECK(b.run(R"({"verb":"set","path":["o"],"value":{"p":{"__version":2}}})") == "rejected authority.denied");
  CHECK(b.run(R"({"verb":"push","path":["l"],"value":{"__version":2}})") == "rejected authority.denied");
  CHECK(b.run(R"({"verb":"set","path":["o","p","x"],"value":2})") == "applied");
  CHECK(equal(b.model.data(), json(R"({"o":{"__version":3,"p":{"__version":2,"x":2}}})")));
  CHECK(b.run(R"({"verb":"set","path":["o"],"value":{"p":{"y":1}}})") == "applied");
  CHECK(b.is(R"({"o":{"__version":4,"p":{"__version":2,"y":1}}})"));
  CHECK(b.run(R"({"verb":"delete","path":["o","p"]})") == "applied");
  CHECK(b.is(R"({"o":{"__version":5}})"));
  CHECK(b.run(R"({"verb":"set","path":["o","__version"],"value":9})", "operator") == "applied");
  CHECK(b.is(R"({"o":{"__version":9}})"));
  CHECK(b.run(R"({"verb":"set","path":["q"],"value":1})") == "applied");
}

TEST_CASE("reference: idempotency by path and key") {
  Bench b(R"({"n":1,"m":1})");
  CHECK(b.run(R"({"verb":"add","path":["n"],"value":1,"options":{"idempotencyKey":"k","ifEquals":9}})") ==
        "rejected precondition.equals");
  CHECK(b.run(R"({"verb":"add","path":["n"],"value":1,"options":{"idempotencyKey":"k"}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["n"],"value":7,"options":{"idempotencyKey":"k"}})") ==
        "duplicate precondition.unique");
  CHECK(b.run(R"({"verb":"add","path":["m"],"value":1,"options":{"idempotencyKey":"k"}})") == "applied");
  CHECK(b.is(R"({"n":2,"m":2})"));
}

TEST_CASE("reference: protection applies through parents, moves and expiries") {
  Bench b(R"({"g":{"p":{"_is_protected":true,"x":1}},"l":[{"_is_protected":true},2,3]})");
  CHECK(b.run(R"({"verb":"set","path":["g"],"value":{}})") == "rejected protected");
  CHECK(b.run(R"({"verb":"set","path":["g"],"value":{"p":{"_is_protected":true,"x":2}}})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["g","p","_is_protected"],"value":false})", "player") ==
        "rejected protected");
  CHECK(b.run(R"({"verb":"move","from":["g","p"],"path":["h"]})") == "rejected protected");
  CHECK(b.run(R"({"verb":"copy","from":["l",1],"path":["g","p"]})") == "rejected protected");
  CHECK(b.run(R"({"verb":"set","path":["g","p","x"],"value":3})") == "applied");
  CHECK(b.run(R"({"verb":"move","from":["l",0],"path":["l",2]})") == "applied");
  CHECK(b.run(R"({"verb":"splice","path":["l"],"value":[0,1]})") == "applied");
  CHECK(b.run(R"({"verb":"pop","path":["l"]})") == "rejected protected");
  CHECK(b.run(R"({"verb":"merge","path":["g"],"value":{},"options":{"ttl":5}})") == "rejected protected");
  CHECK(b.run(R"({"verb":"pop","path":["l"]})", "operator") == "applied");
}

TEST_CASE("reference: expiries follow their node") {
  Bench b(R"({"l":["a"],"o":{"x":1}})");
  CHECK(b.run(R"({"verb":"push","path":["l"],"value":"b","options":{"ttl":10}})") == "applied");
  CHECK(b.run(R"({"verb":"insert","path":["l",0],"value":"c"})") == "applied");
  CHECK(b.run(R"({"verb":"set","path":["o","x"],"value":2,"options":{"ttl":10}})") == "applied");
  CHECK(b.run(R"({"verb":"move","from":["o"],"path":["p"]})") == "applied");
  CHECK(b.run(R"({"verb":"copy","from":["p"],"path":["o"]})") == "applied");
  b.run(R"({"verb":"get","path":["l"]})", "model", kNow + 9999);
  CHECK(b.is(R"({"l":["c","a","b"],"o":{"x":2},"p":{"x":2}})"));
  b.run(R"({"verb":"get","path":["l"]})", "model", kNow + 10000);
  CHECK(b.is(R"({"l":["c","a"],"o":{"x":2},"p":{}})"));
}

TEST_CASE("reference: what removes an expiry and what keeps it") {
  Bench b(R"({"a":1,"b":1,"l":[1]})");
  b.run(R"({"verb":"set","path":["a"],"value":2,"options":{"ttl":10}})");
  b.run(R"({"verb":"set","path":["b"],"value":2,"options":{"expiresAt":"2025-09-20T16:00:10+08:00"}})");
  b.run(R"({"verb":"set","path":["l"],"value":[2],"options":{"ttl":10}})");
  b.run(R"({"verb":"add","path":["a"],"value":1})");
  b.run(R"({"verb":"push","path":["l"],"value":3})");
  b.run(R"({"verb":"set","path":["b"],"value":2})");
  b.run(R"({"verb":"get","path":[]})", "model", kNow + 10000);
  CHECK(b.is(R"({"b":2})"));
}

TEST_CASE("reference: the sweep keeps a node that contains a protected one and drops the expiry") {
  Bench b(R"({"o":{"p":{"_is_protected":true}}})");
  CHECK(b.run(R"({"verb":"merge","path":["o"],"value":{},"options":{"ttl":1}})", "operator") == "applied");
  b.run(R"({"verb":"get","path":[]})", "model", kNow + 2000);
  CHECK(b.run(R"({"verb":"set","path":["o"],"value":{}})", "operator", kNow + 2000) == "applied");
  b.run(R"({"verb":"get","path":[]})", "model", kNow + 4000);
  CHECK(b.is(R"({"o":{}})"));
}

TEST_CASE("reference: a transaction is all or nothing") {
  Bench b(R"({"a":1})");
  const Json answers = b.model.apply(json(R"([
      {"verb":"set","path":["a"],"value":2,"options":{"ifMissing":true}},
      {"verb":"set","path":["b"],"value":2,"options":{"transaction":true}},
      {"verb":"add","path":["q"],"value":2},
      {"verb":"set","path":["c"],"value":2}])"),
                                     "model", kNow);
  CHECK(answers["culprit"] == 2);
  CHECK(answers["commands"][0]["code"] == "batch.rolled_back");
  CHECK(answers["commands"][2]["code"] == "path.unknown");
  CHECK(answers["commands"][3]["code"] == "batch.rolled_back");
  CHECK(b.is(R"({"a":1})"));
}

TEST_CASE("reference: commands of one batch see each other, failures change nothing") {
  Bench b(R"({"n":1})");
  const Json answers = b.model.apply(json(R"([
      {"verb":"set","path":["o","x"],"value":2},
      {"verb":"set","path":["z","y"],"value":2,"options":{"expect":{"equals":3}}},
      {"verb":"get","path":["o"]}])"),
                                     "model", kNow);
  CHECK(equal(answers["commands"][2]["result"], json(R"({"x":2})")));
  CHECK(b.is(R"({"n":1,"o":{"x":2}})"));
}
