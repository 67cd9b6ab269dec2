// add, mul and div.

#include "support/judge.hpp"

namespace gavel::testing {
namespace {

// The number that one command makes of another, as it is written: 5 and 5.0 differ here.
std::string number_after(std::string_view verb, std::string_view number, std::string_view operand) {
  Table table(R"({"n":)" + std::string(number) + "}");
  const Judged judged = table.turn(R"({"verb":")" + std::string(verb) + R"(","path":["n"],"value":)" +
                                   std::string(operand) + "}");
  return judged.said == "applied" ? judged.data["n"].text() : judged.said;
}

TEST_CASE("integers stay integers, and are exact [R000-05]") {
  CHECK(number_after("add", "5", "3") == "8");
  CHECK(number_after("add", "5", "-8") == "-3");
  CHECK(number_after("mul", "7", "-6") == "-42");
  CHECK(number_after("mul", "0", "-6") == "0");
  CHECK(number_after("div", "42", "6") == "7");
  CHECK(number_after("div", "-42", "6") == "-7");
  CHECK(number_after("div", "0", "6") == "0");
  CHECK(number_after("add", "9007199254740993", "2") == "9007199254740995");
  CHECK(number_after("mul", "3037000500", "3037000500") == "9223372037000250000");
  CHECK(number_after("div", "9007199254740993", "3") == "3002399751580331");
}

TEST_CASE("64-bit integers range from -2^63 to 2^64-1 [R000-05]") {
  CHECK(number_after("add", "9223372036854775807", "1") == "9223372036854775808");
  CHECK(number_after("add", "18446744073709551614", "1") == "18446744073709551615");
  CHECK(number_after("add", "18446744073709551615", "1") == "rejected value.range");
  CHECK(number_after("add", "9223372036854775808", "-1") == "9223372036854775807");
  CHECK(number_after("add", "-9223372036854775807", "-1") == "-9223372036854775808");
  CHECK(number_after("add", "-9223372036854775808", "-1") == "rejected value.range");
  CHECK(number_after("add", "-9223372036854775808", "18446744073709551615") == "9223372036854775807");
  CHECK(number_after("mul", "4294967296", "4294967296") == "rejected value.range");
  CHECK(number_after("mul", "4294967296", "4294967295") == "18446744069414584320");
  CHECK(number_after("mul", "-9223372036854775808", "2") == "rejected value.range");
  CHECK(number_after("mul", "18446744073709551615", "18446744073709551615") == "rejected value.range");
  CHECK(number_after("mul", "18446744073709551615", "-9223372036854775808") == "rejected value.range");
  CHECK(number_after("div", "-9223372036854775808", "-1") == "9223372036854775808");
  CHECK(number_after("div", "18446744073709551615", "-1") == "rejected value.range");
  CHECK(number_after("div", "18446744073709551615", "5") == "3689348814741910323");
}

TEST_CASE("a division with a remainder gives a float [R000-05]") {
  CHECK(number_after("div", "7", "2") == "3.5");
  CHECK(number_after("div", "1", "3") == "0.3333333333333333");
  CHECK(number_after("div", "-1", "4") == "-0.25");
  CHECK(number_after("div", "18446744073709551615", "2") == "9223372036854775808.0");
}

TEST_CASE("a float on either side makes float arithmetic, and nothing is rounded [R000-05]") {
  CHECK(number_after("add", "0.1", "0.2") == "0.30000000000000004");
  CHECK(number_after("add", "5", "0.5") == "5.5");
  CHECK(number_after("add", "0.5", "5") == "5.5");
  CHECK(number_after("add", "1.5", "1.5") == "3.0");
  CHECK(number_after("mul", "3", "1.0") == "3.0");
  CHECK(number_after("div", "6.0", "3") == "2.0");
  CHECK(number_after("mul", "1.1", "1.1") == "1.2100000000000002");
  CHECK(number_after("add", "9007199254740993", "0.0") == "9007199254740992.0");
}

TEST_CASE("a float that is not finite is refused [R000-05]") {
  CHECK(number_after("mul", "1e308", "10") == "rejected value.range");
  CHECK(number_after("add", "1.7e308", "1.7e308") == "rejected value.range");
  CHECK(number_after("div", "1e308", "1e-10") == "rejected value.range");
}

TEST_CASE("division by zero is refused [R000-05]") {
  check_rows({
      {"an integer", R"({"n":1})", R"({"verb":"div","path":["n"],"value":0})", "rejected value.range",
       nullptr, nullptr, "zero"},
      {"a float", R"({"n":1})", R"({"verb":"div","path":["n"],"value":0.0})", "rejected value.range", nullptr,
       nullptr, "zero"},
      {"minus zero", R"({"n":1.5})", R"({"verb":"div","path":["n"],"value":-0.0})", "rejected value.range",
       nullptr, nullptr, "zero"},
      {"zero by zero", R"({"n":0})", R"({"verb":"div","path":["n"],"value":0})", "rejected value.range"},
      {"zero is fine for mul", R"({"n":5})", R"({"verb":"mul","path":["n"],"value":0})", "applied",
       R"({"n":0})"},
  });
}

TEST_CASE("both sides must be numbers [R000-05]") {
  const char* const state = R"({"n":1,"s":"5","b":true,"o":{},"l":[3],"z":null})";
  check_rows({
      {"a string for a value", state, R"({"verb":"add","path":["n"],"value":"2"})", "rejected type.mismatch",
       nullptr, nullptr, "number"},
      {"true for a value", state, R"({"verb":"add","path":["n"],"value":true})", "rejected type.mismatch"},
      {"null for a value", state, R"({"verb":"mul","path":["n"],"value":null})", "rejected type.mismatch"},
      {"an object for a value", state, R"({"verb":"div","path":["n"],"value":{}})", "rejected type.mismatch"},
      {"onto a string", state, R"({"verb":"add","path":["s"],"value":1})", "rejected type.mismatch"},
      {"onto a boolean", state, R"({"verb":"add","path":["b"],"value":1})", "rejected type.mismatch"},
      {"onto null", state, R"({"verb":"mul","path":["z"],"value":1})", "rejected type.mismatch"},
      {"onto an object", state, R"({"verb":"div","path":["o"],"value":1})", "rejected type.mismatch"},
      {"onto an array", state, R"({"verb":"add","path":["l"],"value":1})", "rejected type.mismatch"},
      {"onto an element", R"({"l":[3]})", R"({"verb":"add","path":["l",0],"value":1})", "applied",
       R"({"l":[4]})"},
  });
}

TEST_CASE("arithmetic on a missing value is refused [R000-05]") {
  for (const char* verb : {"add", "mul", "div"}) {
    const std::string command = R"({"verb":")" + std::string(verb) + R"(","path":["x"],"value":1,"options":)";
    SUBCASE(verb) {
      CHECK(judge("{}", command + "{}}").said == "rejected path.unknown");
      CHECK(judge("{}", command + R"({"allowMissing":false}})").said == "rejected path.unknown");
      CHECK(judge("{}", command + R"({"allowMissing":true}})").said == "skipped path.unknown");
      CHECK(judge("{}", command + R"({"ifExists":true}})").said == "skipped path.unknown");
      CHECK(judge("{}", command + R"({"allowMissing":true}})").data == "{}");
    }
  }
}

}  // namespace
}  // namespace gavel::testing
