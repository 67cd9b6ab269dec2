#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/json_writer.hpp"
#include "state/path_text.hpp"

using gavel::Code;
using gavel::Json;
using gavel::Limits;
using gavel::Path;
using gavel::path_to_json;
using gavel::PathText;
using gavel::to_text;

namespace {

// The path that a text means in a document, as JSON.
std::string meant(const std::string& text, const std::string& document = "{}") {
  auto root = gavel::read_json(document, Limits());
  REQUIRE(root.ok());
  const auto parsed = PathText::parse(text, Limits());
  if (!parsed) return std::string(code_name(parsed.error().code));
  return to_text(path_to_json(parsed->resolve(*root)));
}

}  // namespace

TEST_CASE("dotted text: words, indices, and quoted keys with backslash escapes") {
  CHECK(meant("") == "[]");
  CHECK(meant("a") == R"(["a"])");
  CHECK(meant("a.b.c") == R"(["a","b","c"])");
  CHECK(meant("a.b[0][\"key.with.dots\"]") == R"(["a","b",0,"key.with.dots"])");
  CHECK(meant("a['k'].b") == R"(["a","k","b"])");
  CHECK(meant(R"(["a\"b\\c"])") == R"(["a\"b\\c"])");
  CHECK(meant(R"(['it\'s'])") == R"(["it's"])");
  CHECK(meant("[0][12]") == "[0,12]");
  CHECK(meant("[\"\"]") == R"([""])");
  CHECK(meant("好感度.李四") == R"(["好感度","李四"])");
  CHECK(meant("a b. c") == R"(["a b"," c"])");
  CHECK(meant("list.0") == R"(["list","0"])");
  CHECK(meant("a.*.**") == R"(["a","*","**"])");
}

TEST_CASE("a JSON Pointer decodes ~0 and ~1 and nothing else") {
  CHECK(meant("/a/b/0") == R"(["a","b","0"])");
  CHECK(meant("/a/b/0", R"({"a":{"b":[7]}})") == R"(["a","b",0])");
  CHECK(meant("/a~1b/~0/~01") == R"(["a/b","~","~1"])");
  CHECK(meant("/") == R"([""])");
  CHECK(meant("/a//b") == R"(["a","","b"])");
  CHECK(meant("/a.b/[0]") == R"(["a.b","[0]"])");
  CHECK(meant("/a~2") == "path.invalid");
  CHECK(meant("/a~") == "path.invalid");
  CHECK(meant("/~~0") == "path.invalid");
}

TEST_CASE("text that is not a path is refused as path.invalid") {
  for (const char* bad : {".",         ".a",     "a.",      "a..b",    "a.[0]",
                          "a[",        "a[]",    "a[0",     "a[x]",    "a[-1]",
                          "a[01]",     "a[1.5]", "a[\"x\"", "a[\"x]",  "a[\"x\\",
                          "a[\"x\"]b", "a[0]b",  "a]b[",    "a['x\"]", "[99999999999999999999]",
                          "a[ 0]",     "[[0]]",  "a.\xFF"}) {
    CAPTURE(bad);
    CHECK(meant(bad) == "path.invalid");
  }
  CHECK(meant(std::string("a\0b", 3)) == "path.invalid");
  CHECK(meant(std::string("/a\0", 3)) == "path.invalid");
}

TEST_CASE("a path text that is too long, or has too many segments, is refused exactly at the limit") {
  Limits limits;
  limits.max_path_bytes = 5;
  limits.max_path_segments = 2;
  CHECK(PathText::parse("abcde", limits).ok());
  CHECK(PathText::parse("abcdef", limits).error().code == Code::kLimitSize);
  CHECK(PathText::parse("a.b", limits).ok());
  CHECK(PathText::parse("a.b.c", limits).error().code == Code::kLimitDepth);
  CHECK(PathText::parse("/a/b/", limits).error().code == Code::kLimitDepth);
}

TEST_CASE("an existing key with dots wins over splitting it, the longest first") {
  const std::string root = R"({"a.b":{"c":1},"a":{"b":{"c":2},"b.c":3},"x":{"y":1}})";
  CHECK(meant("a.b.c", root) == R"(["a.b","c"])");
  CHECK(meant("a.b", root) == R"(["a.b"])");
  CHECK(meant("a.b.c", R"({"a.b.c":1,"a.b":{"c":1},"a":{"b.c":1}})") == R"(["a.b.c"])");
  CHECK(meant("a.b.c", R"({"a":{"b.c":1,"b":{"c":2}}})") == R"(["a","b.c"])");
  CHECK(meant("x.y", root) == R"(["x","y"])");
  CHECK(meant("a[\"b\"].c", root) == R"(["a","b","c"])");
  CHECK(meant("[\"a\"].b.c", root) == R"(["a","b.c"])");
}

TEST_CASE("a reading that exists entirely wins over a longer key that leads nowhere") {
  CHECK(meant("a.b.c", R"({"a.b":{"x":1},"a":{"b":{"c":2}}})") == R"(["a","b","c"])");
  CHECK(meant("a.b.c", R"({"a.b":5,"a":{"b.c":2}})") == R"(["a","b.c"])");
  CHECK(meant("a.b[0]", R"({"a.b":{},"a":{"b":[1]}})") == R"(["a","b",0])");
}

TEST_CASE("if no reading exists, dots split except in existing keys") {
  CHECK(meant("a.b.c", R"({"a.b":{"x":1}})") == R"(["a.b","c"])");
  CHECK(meant("a.b.c.d", R"({"a":{"b.c":{}}})") == R"(["a","b.c","d"])");
  CHECK(meant("p.q.r", R"({"a.b":1})") == R"(["p","q","r"])");
  CHECK(meant("p.q", R"({"p":5})") == R"(["p","q"])");
}

TEST_CASE("an index may name a member of an object, and a number in words an element of an array") {
  CHECK(meant("a[0]", R"({"a":{"0":1}})") == R"(["a","0"])");
  CHECK(meant("a.0", R"({"a":[1]})") == R"(["a",0])");
  CHECK(meant("a[\"0\"]", R"({"a":[1]})") == R"(["a",0])");
  CHECK(meant("a.0.b", R"({"a":[{"b":1}]})") == R"(["a",0,"b"])");
}

TEST_CASE("paths are written in the shortest form that reads back") {
  const auto dotted = [](const char* json) {
    auto read = gavel::read_json(json, Limits());
    return gavel::to_dotted(*gavel::path_from_json(*read, Limits()));
  };
  CHECK(dotted("[]").empty());
  CHECK(dotted(R"(["a","b",0,"c"])") == "a.b[0].c");
  CHECK(dotted(R"(["a.b"])") == R"(["a.b"])");
  CHECK(dotted(R"(["a","b.c","d"])") == R"(a["b.c"].d)");
  CHECK(dotted(R"(["","/x","x/"])") == R"([""]./x.x/)");
  CHECK(dotted(R"(["/x"])") == R"(["/x"])");
  CHECK(dotted(R"(["it's","q\"","b\\"])") == R"(["it's"]["q\""]["b\\"])");
  Path pointer;
  pointer.push_key("a/b~");
  pointer.push_index(7);
  CHECK(gavel::to_pointer(pointer) == "/a~1b~0/7");
  CHECK(gavel::to_pointer(Path()).empty());
}

TEST_CASE("a document full of dotted keys cannot make resolving slow") {
  // Every key leads one step on and nowhere: without a bound, the readings would be countless.
  Json root(1);
  for (int i = 0; i < 30; ++i) {
    Json outer(Json::value_t::object);
    for (const char* key : {"a", "a.a", "a.a.a"}) outer[key] = i < 8 ? root : Json(1);
    root = i < 8 ? std::move(outer) : std::move(root);
    if (i >= 8) break;
  }
  std::string text = "a";
  for (int i = 0; i < 60; ++i) text += ".a";
  const auto parsed = PathText::parse(text, Limits());
  REQUIRE(parsed.ok());
  for (int i = 0; i < 200; ++i) CHECK_FALSE(parsed->resolve(root).empty());
}
