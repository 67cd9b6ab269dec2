#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "state/json_reader.hpp"
#include "state/pattern.hpp"

using gavel::Limits;
using gavel::Path;
using gavel::Pattern;

namespace {

Pattern pattern(const std::string& text) {
  auto parsed = Pattern::parse(text, Limits());
  REQUIRE_MESSAGE(parsed.ok(), text);
  return std::move(*parsed);
}

Path path(const std::string& json) {
  auto read = gavel::read_json(json, Limits());
  REQUIRE(read.ok());
  return std::move(*gavel::path_from_json(*read, Limits()));
}

}  // namespace

TEST_CASE("a literal pattern matches its place and covers everything below") {
  const Pattern p = pattern("characters.li_si");
  CHECK(p.matches(path(R"(["characters","li_si"])")));
  CHECK_FALSE(p.matches(path(R"(["characters","li_si","hp"])")));
  CHECK(p.covers(path(R"(["characters","li_si","hp"])")));
  CHECK_FALSE(p.covers(path(R"(["characters"])")));
}

TEST_CASE("'*' stands for exactly one segment, a key or an index, and '**' for any number") {
  const Pattern one = pattern("a.*.hp");
  CHECK(one.matches(path(R"(["a","x","hp"])")));
  CHECK(one.matches(path(R"(["a",3,"hp"])")));
  CHECK_FALSE(one.matches(path(R"(["a","hp"])")));
  CHECK_FALSE(one.matches(path(R"(["a","x","y","hp"])")));
  const Pattern any = pattern("a.**.hp");
  CHECK(any.matches(path(R"(["a","hp"])")));
  CHECK(any.matches(path(R"(["a","x",0,"hp"])")));
  CHECK_FALSE(any.matches(path(R"(["a","x"])")));
  CHECK(any.matches(path(R"(["a","hp","hp"])")));
  CHECK(pattern("**").matches(Path()));
  CHECK(pattern("**").matches(path(R"(["x",1])")));
  CHECK(pattern("").covers(path(R"(["x"])")));
  CHECK_FALSE(pattern("").matches(path(R"(["x"])")));
}

TEST_CASE("a quoted star is the key '*', and an index literal fits both an index and the key of its digits") {
  CHECK(pattern("[\"*\"]").matches(path(R"(["*"])")));
  CHECK_FALSE(pattern("[\"*\"]").matches(path(R"(["x"])")));
  CHECK(pattern("a[0]").matches(path(R"(["a",0])")));
  CHECK(pattern("a[0]").matches(path(R"(["a","0"])")));
  CHECK(pattern("a.0").matches(path(R"(["a",0])")));
  CHECK_FALSE(pattern("a.00").matches(path(R"(["a",0])")));
  CHECK(pattern("[\"a.b\"].c").matches(path(R"(["a.b","c"])")));
  CHECK_FALSE(pattern("a.b").matches(path(R"(["a.b"])")));
  CHECK(pattern("a.b*").matches(path(R"(["a","b*"])")));
}

TEST_CASE("the more specific pattern comes first: literal, '*', '**', from the left; then the longer one") {
  const std::vector<std::string> order = {"a.b.c", "a.b.*", "a.b.**", "a.b", "a.*.c", "a.*", "a.**.c",
                                          "a.**",  "a",     "*.b",    "*",   "**.b",  "**",  ""};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      CAPTURE(order[i]);
      CAPTURE(order[k]);
      CHECK((pattern(order[i]) < pattern(order[k])) == (i < k));
      CHECK((pattern(order[i]) == pattern(order[k])) == (i == k));
    }
  }
}

TEST_CASE("two '**' in a row mean the same as one, and two spellings of one pattern are equal") {
  CHECK(pattern("a.**.**") == pattern("a.**"));
  CHECK(pattern("a[\"b\"]") == pattern("a.b"));
  CHECK(pattern("a[0]") == pattern("a.0"));
  CHECK_FALSE(pattern("[\"*\"]") == pattern("*"));
  CHECK(pattern("a.**.**").text() == "a.**.**");
}

TEST_CASE("an invalid path is an invalid pattern, and too long a pattern is refused") {
  for (const char* bad : {"a..b", ".a", "a[", "a.[0]"}) CHECK_FALSE(Pattern::parse(bad, Limits()).ok());
  Limits limits;
  limits.max_pattern_segments = 3;
  CHECK(Pattern::parse("a.*.**", limits).ok());
  CHECK(Pattern::parse("a.b.c.d", limits).error().code == gavel::Code::kLimitDepth);
}

TEST_CASE("a pattern with many wildcards is matched in time linear in the path") {
  std::string text = "**";
  for (int i = 0; i < 30; ++i) text += ".a.**";
  const Pattern p = pattern(text + ".b");
  Path long_path;
  for (int i = 0; i < 2000; ++i) long_path.push_key("a");
  CHECK_FALSE(p.matches(long_path));
  CHECK(p.matches(long_path.child("b")));
}

TEST_CASE("names that look like signs are names, if the state has such keys [B-14]") {
  CHECK(pattern("<user>.hp").matches(path(R"(["<user>","hp"])")));
  CHECK(pattern("{id}.:x").matches(path(R"(["{id}",":x"])")));
  CHECK(pattern("a/*").matches(path(R"(["a/*"])")));
  CHECK(pattern("$.“a”").matches(path(R"(["$","“a”"])")));
  CHECK_FALSE(pattern("<user>.hp").matches(path(R"(["li","hp"])")));
}
