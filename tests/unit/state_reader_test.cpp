#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/utf8.hpp"
#include "state/json_reader.hpp"
#include "state/json_writer.hpp"

using gavel::Code;
using gavel::code_name;
using gavel::Json;
using gavel::JsonReader;
using gavel::Limits;
using gavel::read_json;
using gavel::Result;
using gavel::Span;

namespace {

std::string text_of(const std::string& text) {
  const Result<Json> json = read_json(text, Limits());
  if (!json.ok()) return "error " + std::string(code_name(json.error().code)) + ": " + json.error().message;
  return gavel::to_text(*json);
}

struct Bad {
  std::string text;
  const char* code;
  std::size_t offset;
};

void check_bad(const Bad& bad, const Limits& limits = Limits()) {
  CAPTURE(bad.text);
  const Result<Json> json = read_json(bad.text, limits);
  REQUIRE_FALSE(json.ok());
  const gavel::Error& error = json.error();
  CAPTURE(error.message);
  CHECK(code_name(error.code) == bad.code);
  REQUIRE(error.where.offset.has_value());
  CHECK(*error.where.offset == bad.offset);
  const gavel::LineColumn at = gavel::line_column(bad.text, *error.where.offset);
  CHECK(error.where.line == at.line);
  CHECK(error.where.column == at.column);
}

}  // namespace

TEST_CASE("valid JSON is read as it is written") {
  for (const char* text :
       {"null", "true", "false", "0", "-1", "18446744073709551615", "-9223372036854775808", "0.5", "\"\"",
        "[]", "{}", "[1,[2,[]],{}]", "{\"b\":1,\"a\":{\"c\":[null]}}", "\"好感度 😀\"", "1e+300", "5.0"}) {
    CHECK(text_of(text) == text);
  }
}

TEST_CASE("blanks between the parts, and a byte order mark at the start, are skipped") {
  CHECK(text_of(" \t\r\n[ 1 ,\n2 ] \n") == "[1,2]");
  CHECK(text_of("{ \"a\" :\t1 , \"b\" : { } }") == "{\"a\":1,\"b\":{}}");
  CHECK(text_of("\xEF\xBB\xBF{\"a\":1}") == "{\"a\":1}");
}

TEST_CASE("numbers keep their kind and their exact value") {
  CHECK(read_json("5", Limits())->is_number_integer());
  CHECK(read_json("5.0", Limits())->is_number_float());
  CHECK(read_json("5e0", Limits())->is_number_float());
  CHECK(text_of("9007199254740993") == "9007199254740993");
  CHECK(text_of("9223372036854775808") == "9223372036854775808");
  CHECK(read_json("9223372036854775807", Limits())->type() == Json::value_t::number_integer);
  CHECK(text_of("-0") == "0");
  CHECK(text_of("-0.0") == "0.0");
  CHECK(text_of("1e-400") == "0.0");
  CHECK(text_of("-1e-400") == "0.0");
  CHECK(text_of("0e999999999999") == "0.0");
  CHECK(text_of("1E+2") == "100.0");
  CHECK(text_of("1.7976931348623157e308") == "1.7976931348623157e+308");
  CHECK(text_of("5e-324") == "5e-324");
}

TEST_CASE("escapes become the characters that they mean") {
  CHECK(*read_json(R"("\"\\\/\b\f\n\r\t")", Limits()) == Json("\"\\/\b\f\n\r\t"));
  CHECK(*read_json(R"("\u00e9\u597D\ud83d\uDE00")", Limits()) == Json("é好😀"));
  CHECK(*read_json(R"("\u0000")", Limits()) == Json(std::string(1, '\0')));
}

TEST_CASE("errors have a code and the exact offset, line and column") {
  const std::vector<Bad> cases = {
      {"", "parse.truncated", 0},
      {"  ", "parse.truncated", 2},
      {"nul", "parse.truncated", 3},
      {"nulx", "parse.malformed", 0},
      {"nullx", "parse.malformed", 4},
      {"True", "parse.malformed", 0},
      {"[1,]", "parse.malformed", 3},
      {"[1 2]", "parse.malformed", 3},
      {"[1", "parse.truncated", 2},
      {"{\"a\"}", "parse.malformed", 4},
      {"{\"a\":}", "parse.malformed", 5},
      {"{\"a\":1,}", "parse.malformed", 7},
      {"{a:1}", "parse.malformed", 1},
      {"{'a':1}", "parse.malformed", 1},
      {"{\"a\":1]", "parse.malformed", 6},
      {"1 2", "parse.malformed", 2},
      {"[] // c", "parse.malformed", 3},
      {"\n\n{\"a\":1,\n\"好\": x}", "parse.malformed", 17},
      {"NaN", "parse.malformed", 0},
      {"Infinity", "parse.malformed", 0},
      {"-Infinity", "parse.malformed", 1},
      {"+1", "parse.malformed", 0},
      {".5", "parse.malformed", 0},
      {"1.", "parse.truncated", 2},
      {"1.e3", "parse.malformed", 2},
      {"[1e]", "parse.malformed", 3},
      {"[-]", "parse.malformed", 2},
      {"0x10", "parse.malformed", 1},
      {std::string("[1]\0", 4), "parse.malformed", 3},
  };
  for (const Bad& bad : cases) check_bad(bad);
}

TEST_CASE("a duplicate key in one object is refused at the second one") {
  check_bad({R"({"a":1,"b":2,"a":3})", "parse.malformed", 13});
  check_bad({R"({"a":1,"\u0061":3})", "parse.malformed", 7});
  CHECK(text_of(R"({"a":{"a":1},"b":{"a":1}})") == R"({"a":{"a":1},"b":{"a":1}})");
}

TEST_CASE("numbers that fit no 64-bit integer or finite float are refused") {
  CHECK(text_of("[18446744073709551615]") == "[18446744073709551615]");
  check_bad({"[18446744073709551616]", "value.range", 1});
  CHECK(text_of("[-9223372036854775808]") == "[-9223372036854775808]");
  check_bad({"[-9223372036854775809]", "value.range", 1});
  check_bad({"{\"x\": 1e400}", "value.range", 6});
  check_bad({"-1e400", "value.range", 0});
  check_bad({"1e99999999999999999999999", "value.range", 0});
}

TEST_CASE("a leading zero is refused, after a sign too") {
  check_bad({"[01]", "parse.malformed", 1});
  check_bad({"[-01.5]", "parse.malformed", 1});
  check_bad({"[00]", "parse.malformed", 1});
  CHECK(text_of("[0,-0,0.5,0e1]") == "[0,0,0.5,0.0]");
}

TEST_CASE("half a surrogate pair, bad escapes and raw control characters are refused") {
  check_bad({R"(["\ud83d"])", "parse.malformed", 2});
  check_bad({R"(["\ude00"])", "parse.malformed", 2});
  check_bad({R"(["\ud83dx"])", "parse.malformed", 2});
  check_bad({R"(["\ud83d\n"])", "parse.malformed", 2});
  check_bad({R"(["\ud83d\ud83d"])", "parse.malformed", 2});
  check_bad({R"(["\x"])", "parse.malformed", 3});
  check_bad({R"(["\u12g4"])", "parse.malformed", 6});
  check_bad({"[\"a\nb\"]", "parse.malformed", 3});
  check_bad({"[\"a\tb\"]", "parse.malformed", 3});
  check_bad({std::string("[\"a\0b\"]", 7), "parse.malformed", 3});
}

TEST_CASE("bytes that are not UTF-8 are refused at their place") {
  check_bad({"\"ab\xFF\"", "parse.malformed", 3});
  check_bad({"{\"\xC0\xAF\":1}", "parse.malformed", 2});
  check_bad({"\"\xED\xA0\x80\"", "parse.malformed", 1});
  check_bad({"[\xE5]", "parse.malformed", 1});
  check_bad({"\"\xE5\x89", "parse.malformed", 1});
}

TEST_CASE("containers may nest up to the limit, and no deeper") {
  Limits limits;
  limits.max_depth = 5;
  CHECK(read_json("[[[[[]]]]]", limits).ok());
  CHECK(read_json("[[[[[1]]]]]", limits).ok());
  check_bad({"[[[[[[]]]]]]", "limit.depth", 5}, limits);
  check_bad({"{\"a\":[[[[{}]]]]}", "limit.depth", 9}, limits);
  const std::string deep(1'000'000, '[');
  check_bad({deep, "limit.depth", 128});
}

TEST_CASE("sizes beyond the limits are refused exactly at the limit: strings, keys, numbers and children") {
  Limits limits;
  limits.max_string_bytes = 4;
  limits.max_key_bytes = 3;
  limits.max_number_chars = 6;
  limits.max_children = 3;
  CHECK(read_json("\"1234\"", limits).ok());
  check_bad({"\"12345\"", "limit.size", 0}, limits);
  check_bad({R"([ "12\u597d"])", "limit.size", 2}, limits);
  CHECK(read_json("{\"abc\":1}", limits).ok());
  check_bad({"{\"abcd\":1}", "limit.size", 1}, limits);
  CHECK(read_json("[123456]", limits).ok());
  check_bad({"[1234567]", "limit.size", 1}, limits);
  check_bad({"[0.00000]", "limit.size", 1}, limits);
  CHECK(read_json("[1,2,3]", limits).ok());
  check_bad({"[1,2,3,4]", "limit.count", 0}, limits);
  check_bad({R"([{"a":1,"b":2,"c":3,"d":4}])", "limit.count", 1}, limits);
}

TEST_CASE("a text that is cut off at any byte is an error whose offset is inside it") {
  const std::string whole =
      R"({"名字":"李四 😀","hp":-12.5e+3,"flags":[true,false,null],"note":"a\u597d\ud83d\ude00\n","n":{"x":[]}} )";
  REQUIRE(read_json(whole, Limits()).ok());
  for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
    const std::string cut = whole.substr(0, length);
    CAPTURE(cut);
    const Result<Json> json = read_json(cut, Limits());
    REQUIRE_FALSE(json.ok());
    CHECK(*json.error().where.offset <= length);
    const bool half_pair = cut.ends_with("\\ud83d") || cut.ends_with("\\ud83d\\");
    if (!gavel::is_valid_utf8(cut) || half_pair) {
      CHECK((json.error().code == Code::kParseMalformed || json.error().code == Code::kParseTruncated));
    } else {
      CHECK(code_name(json.error().code) == "parse.truncated");
    }
  }
}

TEST_CASE("a reader returns one value after another, each with its span") {
  const std::string text = "  {\"a\":[1]}\n \"x\" -5]";
  const Limits limits;
  JsonReader reader(text, limits);
  std::vector<std::string> spans;
  for (int i = 0; i < 3; ++i) {
    Span span;
    REQUIRE(reader.value(&span).ok());
    spans.push_back(text.substr(span.begin, span.end - span.begin));
  }
  CHECK(spans == std::vector<std::string>{"{\"a\":[1]}", "\"x\"", "-5"});
  CHECK(reader.peek() == ']');
  CHECK(reader.skip(']'));
  CHECK(reader.at_end());
  CHECK_FALSE(reader.skip(']'));
}
