// What goes in and out: JSON, limits, time, rulesets, documents, texts.
#include <cmath>
#include <set>

#include "gavel/texts.hpp"

#include "table.hpp"

namespace gavel::v1::embed_tests {

TEST_CASE("a JSON value is looked at without asking first: what is not there is null") {
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

TEST_CASE("JSON that is built is as bounded and as valid as JSON that is read") {
  CHECK(Json::object({{"a", 1}, {"b", Json::array({"x", true, 2.5})}}).text() ==
        R"({"a":1,"b":["x",true,2.5]})");
  CHECK(Json(std::nan("")).is_null());
  CHECK(Json("\xff").text() == "\"\xEF\xBF\xBD\"");
  CHECK(Json(static_cast<const char*>(nullptr)).text() == "\"\"");
  Json deep = Json::array({});
  for (int i = 0; i < 300; ++i) deep = Json::array({deep});
  CHECK(deep.text().size() < 300);  // at the bound it became null
  CHECK(code_of(Json::parse(std::string(1000, '['))) == "limit.depth");
  CHECK(code_of(Json::parse("{\"a\":1,\"a\":2}")) == "parse.malformed");
  CHECK(code_of(Json::parse("[1")) != "ok");
  CHECK(code_of(Json::parse("")) != "ok");
  CHECK(code_of(Json::parse(std::string_view("\"\0\"", 3))) != "ok");
}

TEST_CASE("limits have names, ranges, and hold where they are set") {
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

TEST_CASE("time is read and written as people write it") {
  CHECK(format_time(must(parse_time("2025-09-20T10:00:00+02:00"))) == "2025-09-20T08:00:00Z");
  CHECK(code_of(parse_time("yesterday")) != "ok");
  CHECK(machine_clock().ms > 1'700'000'000'000);
}

TEST_CASE("a ruleset tells what it is, and comes back from its image") {
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

TEST_CASE("everything that is wrong with a ruleset is told at once, each at its line") {
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

TEST_CASE("a text is judged on a document without a store; what a retry discards was never there") {
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

TEST_CASE("without rules every dialect is judged on any state") {
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

TEST_CASE("a text beyond the limits set is refused whole, by the limit's name") {
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

TEST_CASE("commands are said in another dialect, the narration byte for byte") {
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

TEST_CASE("a narration is held against a state, and what calls did is no lie") {
  const Ruleset rules = game();
  const Json at_inn = rules.initial_state();
  REQUIRE(must(find_conflicts(rules, kLie, at_inn)).size() == 1);
  CHECK(must(find_conflicts(rules, kLie, at_inn))[0].subject == "kim");
  CHECK(must(find_conflicts(rules, "Kim sits in the inn.", at_inn)).empty());
  CHECK(code_of(find_conflicts(rules, kLie, Json())) == "usage");
}

TEST_CASE("errors are said in one line, with their place") {
  const Error error{"a.b", "this is wrong", "write that", "game.yaml", 3, 7};
  CHECK(describe(error) == "game.yaml:3:7: this is wrong (write that) [a.b]");
}

TEST_CASE("a function returns what its Result's value is made of, and errors say where") {
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
