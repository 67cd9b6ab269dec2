#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "state/document.hpp"
#include "state/json_reader.hpp"
#include "state/json_text.hpp"
#include "state/json_writer.hpp"

using gavel::array_of;
using gavel::canonical;
using gavel::equal;
using gavel::Json;
using gavel::number_less;
using gavel::object_of;
using gavel::to_text;

namespace {

constexpr std::size_t kDeep = 100'000;

Json parse(const char* text) {
  auto json = gavel::read_json(text, gavel::Limits());
  REQUIRE(json.ok());
  return std::move(*json);
}

// Arrays and objects in turn, or only one of the two.
Json deep_value(std::size_t depth, int kinds) {
  Json value(1);
  for (std::size_t i = 0; i < depth; ++i) {
    const bool array = kinds == 0 || (kinds == 2 && i % 2 == 0);
    Json outer(array ? Json::value_t::array : Json::value_t::object);
    if (array) {
      array_of(outer).push_back(std::move(value));
    } else {
      object_of(outer).emplace("k", std::move(value));
    }
    value = std::move(outer);
  }
  return value;
}

}  // namespace

TEST_CASE(
    "values nested a hundred thousand deep are written, compared, measured and destroyed without recursion") {
  for (const int kinds : {0, 1, 2}) {
    CAPTURE(kinds);
    const Json one = deep_value(kDeep, kinds);
    const Json two = deep_value(kDeep, kinds);
    const Json other = deep_value(kDeep - 1, kinds);
    CHECK(equal(one, two));
    CHECK_FALSE(equal(one, other));
    CHECK(gavel::depth_of(one) == kDeep);
    CHECK(to_text(one).size() == (kinds == 0 ? 2 * kDeep + 1 : kinds == 1 ? 6 * kDeep + 1 : 4 * kDeep + 1));
    CHECK(canonical(one) == to_text(two));
    CHECK(gavel::weight_of(one) == 8 + kDeep * 8 + (kinds == 0 ? 0 : kinds == 1 ? kDeep : kDeep / 2));
  }
}

TEST_CASE("a document refuses a state that is too deep, and stays usable") {
  const auto refused = gavel::Document::load(deep_value(kDeep, 1), Json(), gavel::Limits());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == gavel::Code::kLimitDepth);
  gavel::Limits limits;
  limits.max_depth = 4;
  CHECK(gavel::Document::load(deep_value(4, 1), Json(), limits).ok());
  CHECK_FALSE(gavel::Document::load(deep_value(5, 1), Json(), limits).ok());
}

TEST_CASE("the text keeps key order, and an indent puts each child on a line") {
  const Json json = parse(R"({"b":[1,{"c":null}],"a":{},"e":[]})");
  CHECK(to_text(json) == R"({"b":[1,{"c":null}],"a":{},"e":[]})");
  CHECK(to_text(json, 2) ==
        "{\n  \"b\": [\n    1,\n    {\n      \"c\": null\n    }\n  ],\n  \"a\": {},\n  \"e\": []\n}");
  CHECK(to_text(parse("[1]"), 0) == "[\n1\n]");
}

TEST_CASE("strings are written with the fewest escapes, and control characters always escaped") {
  CHECK(to_text(Json("\"\\/ 好\n\t\r")) == "\"\\\"\\\\/ 好\\n\\t\\r\"");
  CHECK(to_text(Json(std::string("\0\x01\x1F\b", 4))) == "\"\\u0000\\u0001\\u001f\\u0008\"");
  CHECK(to_text(Json(std::string("\x7F"))) == "\"\x7F\"");
}

TEST_CASE("a float stays a float in the text, and an integer an integer") {
  CHECK(to_text(Json(5.0)) == "5.0");
  CHECK(to_text(Json(5)) == "5");
  CHECK(to_text(Json(-0.5)) == "-0.5");
  CHECK(to_text(Json(1e22)) == "1e+22");
  CHECK(to_text(Json(0.1)) == "0.1");
  CHECK(to_text(Json(UINT64_MAX)) == "18446744073709551615");
  CHECK(to_text(Json(INT64_MIN)) == "-9223372036854775808");
  CHECK(parse(to_text(Json(18446744073709551616.0)).c_str()).is_number_float());
}

TEST_CASE("equality ignores key order and kind of number, and nothing else") {
  CHECK(equal(parse(R"({"a":1,"b":[2]})"), parse(R"({"b":[2.0],"a":1.0})")));
  CHECK_FALSE(equal(parse("[1,2]"), parse("[2,1]")));
  CHECK_FALSE(equal(Json(true), Json(1)));
  CHECK_FALSE(equal(Json(nullptr), Json(false)));
  CHECK_FALSE(equal(Json("5"), Json(5)));
  CHECK_FALSE(equal(parse("{}"), parse("[]")));
  CHECK_FALSE(equal(parse(R"({"a":null})"), parse(R"({"b":null})")));
  CHECK_FALSE(equal(parse(R"({"a":1})"), parse(R"({"a":1,"b":1})")));
  CHECK(equal(Json(-0.0), Json(0)));
}

TEST_CASE("integers and floats compare exactly, also beyond the precision of doubles") {
  CHECK(equal(Json(9007199254740992), Json(9007199254740992.0)));
  CHECK_FALSE(equal(Json(9007199254740993), Json(9007199254740992.0)));
  CHECK(equal(Json(std::uint64_t{9223372036854775808U}), Json(9223372036854775808.0)));
  CHECK_FALSE(equal(Json(INT64_MAX), Json(9223372036854775808.0)));
  CHECK_FALSE(equal(Json(UINT64_MAX), Json(18446744073709551616.0)));
  CHECK(equal(Json(INT64_MIN), Json(-9223372036854775808.0)));
  CHECK(equal(Json(std::uint64_t{5}), Json(5)));
  CHECK_FALSE(equal(Json(UINT64_MAX), Json(-1)));
  CHECK(number_less(Json(INT64_MAX), Json(9223372036854775808.0)));
  CHECK(number_less(Json(9007199254740992.0), Json(9007199254740993)));
  CHECK(number_less(Json(UINT64_MAX), Json(18446744073709551616.0)));
  CHECK(number_less(Json(-1), Json(UINT64_MAX)));
  CHECK_FALSE(number_less(Json(5.0), Json(5)));
  CHECK_FALSE(number_less(Json(5), Json(5.0)));
}

TEST_CASE("the canonical form sorts keys by bytes and writes a whole float as the integer that it equals") {
  CHECK(canonical(parse(R"({"b":1,"a":{"d":5.0,"c":-0.0},"B":[]})")) ==
        R"({"B":[],"a":{"c":0,"d":5},"b":1})");
  CHECK(canonical(parse(R"({"好":1,"z":2,"é":3})")) == R"({"z":2,"é":3,"好":1})");
  CHECK(canonical(Json(9223372036854775808.0)) == "9223372036854775808");
  CHECK(canonical(Json(-9223372036854775808.0)) == "-9223372036854775808");
  CHECK(canonical(Json(0.5)) == "0.5");
  CHECK(canonical(Json(18446744073709551616.0)) != canonical(Json(UINT64_MAX)));
}

TEST_CASE("types have their usual names") {
  CHECK(gavel::type_name(Json(1)) == "integer");
  CHECK(gavel::type_name(Json(UINT64_MAX)) == "integer");
  CHECK(gavel::type_name(Json(1.0)) == "number");
  CHECK(gavel::type_name(Json(true)) == "boolean");
  CHECK(gavel::type_name(Json("x")) == "string");
  CHECK(gavel::type_name(Json(nullptr)) == "null");
  CHECK(gavel::type_name(parse("[]")) == "array");
  CHECK(gavel::type_name(parse("{}")) == "object");
}

TEST_CASE("depth and weight count every container, key and scalar once") {
  CHECK(gavel::depth_of(Json(1)) == 0);
  CHECK(gavel::depth_of(parse("[]")) == 1);
  CHECK(gavel::depth_of(parse(R"({"a":[],"b":{"c":[1]}})")) == 3);
  CHECK(gavel::weight_of(Json(1)) == 8);
  CHECK(gavel::weight_of(Json("abc")) == 11);
  CHECK(gavel::weight_of(parse("{}")) == 4);
  CHECK(gavel::weight_of(parse(R"({"ab":1})")) == 4 + 4 + 2 + 8);
  CHECK(gavel::weight_of(parse(R"([1,["x"]])")) == 4 + (4 + 8) + (4 + 4 + (4 + 9)));
}

TEST_CASE("every character is escaped correctly, at any position of a text") {
  for (int c = 0; c < 256; ++c) {
    std::string said;  // by the table of README.md
    if (c == '"' || c == '\\') {
      said = {'\\', static_cast<char>(c)};
    } else if (c == '\n' || c == '\t' || c == '\r') {
      said = c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else if (c < 0x20) {
      said = std::string("\\u00") + "0123456789abcdef"[c / 16] + "0123456789abcdef"[c % 16];
    } else {
      said = std::string(1, static_cast<char>(c));
    }
    for (const std::size_t size : {0, 1, 7, 8, 9, 20, 61, 62, 63, 100}) {
      for (std::size_t at = 0; at <= size; ++at) {
        const std::string front(at, 'a'), back(size - at, '\xC3');
        std::string out = "x";
        std::string given = front, expected = "x\"";
        given.append(1, static_cast<char>(c)).append(back);
        expected.append(front).append(said).append(back).append("\"");
        gavel::append_quoted(out, given);
        REQUIRE(out == expected);
      }
    }
  }
}

TEST_CASE("JSON written member by member equals the text of the tree") {
  const auto tell = [](auto& out) {
    out.open_object();
    out.member("empty", "");
    out.key("list").open_array();
    out.open_array();
    out.close_array();
    out.value(true);
    out.value(-7);
    out.value(UINT64_MAX);
    out.open_object();
    out.close_object();
    out.value(Json(0.5));
    out.value(std::string("]{[:,"));
    out.close_array();
    gavel::Path path;
    path.push_key("a.b");
    path.push_index(3);
    out.member("path", gavel::PathView(path));
    out.member("tree", parse(R"({"z":[1,{"a":null}],"b":""})"));
    out.close_object();
  };
  gavel::JsonTree tree;
  tell(tree);
  std::string text = "[";  // what stands in front is not looked at
  gavel::JsonText out(text);
  tell(out);
  CHECK(text == "[" + to_text(std::move(tree).take()));
  CHECK(text == R"([{"empty":"","list":[[],true,-7,18446744073709551615,{},0.5,"]{[:,"],"path":["a.b",3],)"
                R"("tree":{"z":[1,{"a":null}],"b":""}})");
}
