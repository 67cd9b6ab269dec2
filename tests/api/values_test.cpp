// What goes in and out: JSON, limits, time, rulesets, documents, texts.
#include <cmath>
#include <cstdint>
#include <set>
#include <type_traits>

#include "gavel/texts.hpp"

#include "table.hpp"

namespace gavel::v1::embed_tests {

TEST_CASE("a missing member of a JSON value reads as null") {
  const Json json =
      must(Json::parse(R"({"b": {"x.y": [1, 2.5, "three", true, null]}, "a": 18446744073709551615})"));
  CHECK(json.at("b[\"x.y\"][2]").string() == "three");
  CHECK(json.at("/b/x.y/1").number() == 2.5);
  CHECK(json["b"]["x.y"][0].integer() == 1);
  CHECK(json["b"]["x.y"][3].boolean());
  CHECK(json["b"]["nothing"]["at"]["all"].is_null());
  CHECK(json["b"]["x.y"][99].is_null());
  CHECK(json["b"]["x.y"][-1].is_null());
  CHECK(json.at("b[").is_null());
  CHECK(json["a"].integer(-1) == -1);  // beyond what it holds
  CHECK(json["a"].number() == doctest::Approx(1.8446744073709552e19));
  CHECK(json["b"].string("none") == "none");
  CHECK(json.members()[0].first == "b");
  CHECK(json.text() == R"({"b":{"x.y":[1,2.5,"three",true,null]},"a":18446744073709551615})");
  CHECK(Json() == Json::object({{"a", Json()}})["a"]);
}

TEST_CASE("a part of a JSON value outlives the whole") {
  Json part;
  {
    const Json whole = must(Json::parse(R"({"deep": {"er": "kept"}})"));
    part = whole["deep"]["er"];
  }
  CHECK(part.string() == "kept");
}

TEST_CASE("JSON that is built has the same bounds and validity as JSON that is read") {
  CHECK(Json::object({{"a", 1}, {"b", Json::array({"x", true, 2.5})}}).text() ==
        R"({"a":1,"b":["x",true,2.5]})");
  CHECK(Json(std::nan("")).is_null());
  CHECK(Json("\xff").text() == "\"\xEF\xBF\xBD\"");
  CHECK(Json(static_cast<const char*>(nullptr)).text() == "\"\"");
  CHECK(code_of(Json::parse(std::string(1000, '['))) == "limit.depth");
  CHECK(code_of(Json::parse("{\"a\":1,\"a\":2}")) == "parse.malformed");
  CHECK(code_of(Json::parse("[1")) != "ok");
  CHECK(code_of(Json::parse("")) != "ok");
  CHECK(code_of(Json::parse(std::string_view("\"\0\"", 3))) != "ok");
}

Json nested(int levels) {
  Json deep = Json("core");
  for (int i = 0; i < levels; ++i) deep = i % 2 == 0 ? Json::array({deep}) : Json::object({{"a", deep}});
  return deep;
}

TEST_CASE(
    "attack json-deep-null: a value that could not be built says so, and so does everything built from it") {
  CHECK(code_of(nested(128).check()) == "ok");
  CHECK(nested(128).text().find("core") != std::string::npos);
  CHECK(must(Json::parse(nested(128).text())) == nested(128));
  for (const int levels : {129, 130, 200, 5'000}) {
    const Json deep = nested(levels);
    CHECK(code_of(deep.check()) == "limit.depth");
    CHECK(deep.check().error().message.find("max_depth") != std::string::npos);
    CHECK(deep.kind() == Json::Kind::kRefused);
    CHECK_FALSE(deep.is_null());
    CHECK(deep.text().empty());
    CHECK(code_of(Json::parse(deep.text())) != "ok");
    CHECK(deep.size() == 0);
    CHECK(deep.elements().empty());
    CHECK(deep[0].is_null());
    CHECK_FALSE(deep == Json());
    CHECK_FALSE(deep == deep);
  }
  const Json twice = Json::object({{"a", 1}, {"b", 2}, {"a", 2}});
  CHECK(code_of(twice.check()) == "parse.malformed");
  CHECK(twice.check().error().message.find("\"a\"") != std::string::npos);
  CHECK(code_of(Json::object({{"x", twice}}).check()) == "parse.malformed");
  CHECK(code_of(Json::array({1, Json::object({{"x", twice}})}).check()) == "parse.malformed");
  CHECK(code_of(Json::object(std::vector<std::pair<std::string, Json>>{{"a", 1}, {"a", 1}}).check()) ==
        "parse.malformed");
  CHECK(code_of(Json::object({{"\xff", 1}, {"\xfe", 1}}).check()) == "parse.malformed");  // both are U+FFFD
  const std::string longest(1U << 20U, 'k');
  CHECK(Json::object({{longest, 1}, {longest, 1}}).check().error().message.size() < 300);
}

TEST_CASE(
    "attack json-deep-null: a call that is given a value that could not be built answers with its error") {
  const Json deep = nested(200), twice = Json::object({{"a", 1}, {"a", 2}});
  CHECK(code_of(Document::of_state(deep)) == "limit.depth");
  CHECK(code_of(Document::of_state(twice)) == "parse.malformed");
  CHECK(code_of(Document::of_json(twice)) == "parse.malformed");
}

TEST_CASE("errors quote a bounded part of an embedder's texts") {
  const std::string huge(1U << 20U, 'x');
  Limits limits;
  const Result<void> set = limits.set(huge, 1);
  CHECK(code_of(set) != "ok");
  CHECK(set.error().message.size() + set.error().hint.size() < 1000);
  const Result<Converted> converted = convert("x", "auto", huge);
  CHECK(code_of(converted) != "ok");
  CHECK(converted.error().message.size() + converted.error().hint.size() < 1000);
  const Result<Converted> from = convert("x", huge, "ir");
  CHECK(from.error().message.size() + from.error().hint.size() < 1000);
}

// Every arithmetic type makes a number, and a pointer makes nothing.
template <typename... T>
constexpr bool kAllMakeJson = (std::is_constructible_v<Json, T> && ...);
template <typename... T>
constexpr bool kNoneMakeJson = (!std::is_constructible_v<Json, T> && ...);
static_assert(
    kAllMakeJson<bool, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long,
                 long long, unsigned long long, float, double, long double, std::size_t, std::ptrdiff_t>);
static_assert(kAllMakeJson<const char*, char*, std::string, std::string_view, std::nullptr_t>);
static_assert(kNoneMakeJson<void*, const void*, int*, const double*, Json*, const Limits*, void (*)(),
                            char8_t*, const wchar_t*, char, wchar_t, char16_t>);

TEST_CASE("a JSON value of any arithmetic type is exact") {
  CHECK(Json(std::size_t{7}).text() == "7");
  CHECK(Json(5U).text() == "5");
  CHECK(Json(5LL).text() == "5");
  CHECK(Json(-5L).text() == "-5");
  CHECK(Json(UINT64_MAX).text() == "18446744073709551615");
  CHECK(Json(INT64_MIN).text() == "-9223372036854775808");
  CHECK(Json(UINT64_MAX) == must(Json::parse("18446744073709551615")));
  CHECK(Json(UINT64_MAX).unsigned_integer() == UINT64_MAX);
  CHECK(Json(UINT64_MAX).integer(-1) == -1);
  CHECK(Json(-1).unsigned_integer(3) == 3);
  CHECK(Json(2.0).unsigned_integer() == 2);
  CHECK(Json(0.5F).number() == 0.5);
  CHECK(Json(2.5L).text() == "2.5");
  CHECK(Json(true).text() == "true");
  CHECK(Json(static_cast<short>(-3)).integer() == -3);
  CHECK(Json(static_cast<unsigned char>(200)).integer() == 200);
  CHECK(Json(nullptr).is_null());
  CHECK(Json("text").string() == "text");
  CHECK(Json::object({{"size", std::size_t{3}}, {"n", 5U}}).text() == R"({"size":3,"n":5})");
}

TEST_CASE("limits have names and ranges, and apply where they are set") {
  Limits limits;
  const std::size_t before = *limits.get("max_text_bytes");
  const Limits copy = limits;
  CHECK(limits.set("max_text_bytes", 10).ok());
  CHECK(limits.get("max_text_bytes") == 10);
  CHECK(copy.get("max_text_bytes") == before);
  const Result<void> slip = limits.set("max_text_byte", 10);
  CHECK(code_of(slip) == "usage");
  CHECK(slip.error().hint.find("max_text_bytes") != std::string::npos);
  CHECK(code_of(limits.set("max_depth", 100'000)) == "usage");
  CHECK(!limits.get("nothing"));
  CHECK(limits.all().size() > 30);
}

TEST_CASE("time is read and written in ISO 8601") {
  CHECK(format_time(must(parse_time("2025-09-20T10:00:00+02:00"))) == "2025-09-20T08:00:00Z");
  CHECK(code_of(parse_time("yesterday")) != "ok");
  CHECK(machine_clock().ms > 1'700'000'000'000);
}

TEST_CASE("a ruleset describes itself, and can be loaded from its image") {
  const Ruleset rules = game();
  CHECK(rules.name() == "harbour");
  CHECK(rules.version() == "1.0.0");
  CHECK(rules.language() == "en");
  CHECK(rules.title("zh") == "黄昏的港口");
  CHECK(rules.initial_state().at("characters.kim.location").string() == "inn");
  CHECK(must(rules.tools("openai")).size() == 1);
  CHECK(code_of(rules.tools("else")) == "usage");
  CHECK(must(Ruleset::from_image(rules.image())).image() == rules.image());
  CHECK(code_of(Ruleset::from_image("{}")) == "plugin.invalid");
  CHECK(code_of(Ruleset::from_image("")) == "plugin.invalid");
  CHECK(must(Ruleset::load(shipped("rulesets/minimal"))).name() == "minimal");
}

TEST_CASE("everything that is wrong with a ruleset is reported at once, each problem at its line") {
  std::vector<Problem> problems;
  const Result<Ruleset> none = Ruleset::load("/nowhere/at/all", {}, &problems);
  CHECK(code_of(none) == "plugin.invalid");
  CHECK(!problems.empty());
  RulesetOptions options;
  options.schemas = {"no_such_protocol"};
  problems.clear();
  const Result<Ruleset> lacking = Ruleset::load(kGame, options, &problems);
  REQUIRE(!problems.empty());
  CHECK(code_of(lacking) == "plugin.invalid");
  CHECK(describe(problems[0]).find("no_such_protocol") != std::string::npos);
}

TEST_CASE("a text is judged on a document without a store; a retry leaves the document unchanged") {
  const Ruleset rules = game();
  Document document = must(Document::of_state(rules.initial_state()));
  Judgement input;
  input.text = kLie;
  const std::string before = document.json().text();
  CHECK(must(judge(document, input, &rules)).outcome() == Outcome::kRetry);
  CHECK(document.json().text() == before);
  input.text = kWalk;
  CHECK(must(judge(document, input, &rules)).accepted());
  CHECK(document.data().at("characters.kim.location").string() == "street");
  Document again = must(Document::of_json(document.json()));
  CHECK(again.json() == document.json());
  input.text = kJoke;
  for (int i = 0; i < 3; ++i) must(judge(again, input, &rules));
  CHECK(again.data().at("story.favour.maud").integer() == 10);  // the day's budget is kept in meta
}

TEST_CASE("commands in any dialect are judged without a ruleset") {
  Document document;
  Judgement input;
  input.text = "Well.\n<UpdateVariable>\n_.set('a.b', 1);//why\n</UpdateVariable>";
  const Verdict verdict = must(judge(document, input));
  CHECK(verdict.narration() == "Well.\n");
  CHECK(document.data().text() == R"({"a":{"b":1}})");
  input.attempt = 0;
  CHECK(code_of(judge(document, input)) == "usage");
  CHECK(code_of(Document::of_state(Json("text"))) == "type.mismatch");
  CHECK(code_of(Document::of_json(Json::object({{"state", 1}}))) == "type.mismatch");
  CHECK(code_of(Verdict::parse("{}")) == "usage");
  CHECK(code_of(Verdict::parse("{")) != "ok");
}

TEST_CASE("a text beyond the limits is refused whole, and the limit is named") {
  RulesetOptions options;
  REQUIRE(options.limits.set("max_text_bytes", 50).ok());
  const Ruleset rules = must(Ruleset::load(kGame, options));
  Document document = must(Document::of_state(rules.initial_state()));
  const std::string before = document.json().text();
  Judgement input;
  input.text = kWalk;
  const Verdict verdict = must(judge(document, input, &rules));
  REQUIRE(verdict.commands().size() == 1);
  CHECK(verdict.commands()[0].code == "limit.size");
  CHECK(verdict.commands()[0].message.find("max_text_bytes") != std::string::npos);
  CHECK(document.json().text() == before);
}

TEST_CASE("commands are converted to another dialect, and the narration is unchanged byte for byte") {
  const Converted done =
      must(convert("Well.\n<UpdateVariable>_.set('a.b', 1);//why\n</UpdateVariable>", "auto", "ops"));
  CHECK(done.commands == 1);
  CHECK(done.text.starts_with("Well.\n"));
  CHECK(done.text.find("\"op\":\"assign\"") != std::string::npos);
  CHECK(must(convert("_.set('a', ", "auto", "ops")).left.size() == 1);
  CHECK(code_of(convert("x", "auto", "tools")) == "usage");
  CHECK(code_of(convert("x", "nothing", "ops")) == "usage");
  CHECK(code_of(convert("x", "auto", "auto")) == "usage");
}

TEST_CASE("a narration is compared with a state; what calls did is no contradiction") {
  const Ruleset rules = game();
  const Json at_inn = rules.initial_state();
  REQUIRE(must(find_conflicts(rules, kLie, at_inn)).size() == 1);
  CHECK(must(find_conflicts(rules, kLie, at_inn))[0].subject == "kim");
  CHECK(must(find_conflicts(rules, "Kim sits in the inn.", at_inn)).empty());
  CHECK(code_of(find_conflicts(rules, kLie, Json())) == "usage");
}

TEST_CASE("errors are described in one line, with their place") {
  const Error error{"a.b", "this is wrong", "write that", "game.yaml", 3, 7};
  CHECK(describe(error) == "game.yaml:3:7: this is wrong (write that) [a.b]");
}

TEST_CASE("a function may return what converts to its Result's value, and errors say where") {
  const auto reply = [](bool well) -> Result<std::string> {
    if (!well) return Error{.code = "mine.empty", .message = "no words"};
    return "text";
  };
  CHECK(reply(true).value() == "text");
  CHECK(reply(false).error().code == "mine.empty");
  const Result<Json> bad = Json::parse("x");
  CHECK(describe(bad.error()).starts_with("line 1:1: found 'x'"));
}

}  // namespace gavel::v1::embed_tests
