// Claims: what plugins say that a narration asserts, held against the state and the turn.

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "support/game.hpp"
#include "support/witness.hpp"

using gavel::to_text;
using gavel::testing::contains;
using gavel::testing::PluginText;
using gavel::testing::Witness;
using gavel::testing::Witnessed;

namespace {

const char* const kState =
    R"({"who":{"kim":{"hp":20,"max":40,"at":"hall","bag":[{"name":"coin","count":5}]}}})";

// A claim that gives one fact about kim, whatever is said.
PluginText always(const std::string& fact) {
  return {"c",
          "claim \"c\" { find = function(text, ctx) return { { kind = \"k\", subject = \"kim\", span = { 1, "
          "3 }, " +
              fact + " } } end }"};
}

std::string claims_tool(const std::string& name, const std::string& settles, const std::string& run) {
  return "tool \"" + name +
         "\" { summary = {en=\"s\", zh=\"s\"}, guidance = {en=\"g\", zh=\"g\"}, settles = " + settles +
         ", rejects = {}, args = { who = str{}, n = int{ default = 0 } }, run = function(args, ctx) " + run +
         " end }\n";
}

PluginText tools() {
  return {"t", claims_tool("hurt", "{ \"k\" }",
                           "ctx.add(\"who.kim.hp\", math.max(args.n, -ctx.get(\"who.kim.hp\"))) return 1") +
                   claims_tool("go", "{ \"k\" }", "ctx.set(\"who.kim.at\", \"yard\") return 1") +
                   claims_tool("buy", "{ \"k\" }",
                               "ctx.push(\"who.kim.bag\", { name = \"rope\", count = 2 }) return 1") +
                   claims_tool("note", "{ \"k\" }", "return 1") + claims_tool("other", "{}", "return 1") +
                   claims_tool("throw", "{ \"k\" }", "return { total = ctx.roll(\"1d1\") }")};
}

std::string claims_call(const std::string& name, int n = 0) {
  return R"({"tool_calls":[{"id":"c1","tool":")" + name + R"(","args":{"who":"kim","n":)" +
         std::to_string(n) + "}}]}";
}

// Whether the fact is a conflict after the calls.
bool conflicts(const std::string& fact, const std::string& commands = "") {
  Witness witness({tools(), always(fact)}, kState);
  const Witnessed witnessed = witness.hear(commands, "abc");
  CHECK(witnessed.warnings == "");
  return !witnessed.said.empty();
}

}  // namespace

TEST_CASE("a value that the state contradicts is a conflict, a correct one is not [R001-11]") {
  CHECK(conflicts("path = \"who.kim.hp\", equals = 12"));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", equals = 20"));
  CHECK(conflicts("path = \"who.kim.at\", differs = \"hall\""));
  CHECK_FALSE(conflicts("path = \"who.kim.at\", differs = \"yard\""));
  CHECK(conflicts("path = \"who.kim.hp\", within = { 1, 19 }"));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", within = { 1, 20 }"));
  CHECK(conflicts("path = \"who.kim.hp\", share = { 0.9, 1 }, of = \"who.kim.max\""));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", share = { 0.45, 0.55 }, of = \"who.kim.max\""));
  CHECK(conflicts("path = { \"who\", \"bob\" }, exists = true"));
  CHECK_FALSE(conflicts("path = { \"who\", \"kim\" }, exists = true"));
}

TEST_CASE("a change is a conflict unless this turn settled it, by the narrated amount [R001-11]") {
  CHECK(conflicts("path = \"who.kim.hp\", delta = -5"));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", delta = -5", claims_call("hurt", -5)));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", delta = { -6, -4 }", claims_call("hurt", -5)));
  CHECK(conflicts("path = \"who.kim.hp\", delta = -7", claims_call("hurt", -5)));
  CHECK(conflicts("path = \"who.kim.hp\", delta = 5", claims_call("hurt", -5)));
  CHECK(conflicts("path = \"who.kim.hp\", changed = \"down\""));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", changed = \"down\"", claims_call("hurt", -5)));
  CHECK(conflicts("path = \"who.kim.hp\", changed = \"up\"", claims_call("hurt", -5)));
}

TEST_CASE("every hit of a turn may be narrated, and all of them together [R001-11]") {
  const std::string twice = claims_call("hurt", -5) + "\n" + claims_call("hurt", -3);
  for (const char* amount : {"-5", "-3", "-8"})
    CHECK_FALSE(conflicts(std::string("path = \"who.kim.hp\", delta = ") + amount, twice));
  CHECK(conflicts("path = \"who.kim.hp\", delta = -2", twice));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", equals = 15", twice));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", equals = 12", twice));
}

TEST_CASE("the amount asked of a tool may be narrated even if less could be lost [R001-11]") {
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", delta = -20", claims_call("hurt", -30)));
  CHECK_FALSE(conflicts("path = \"who.kim.hp\", delta = -30", claims_call("hurt", -30)));
  CHECK(conflicts("path = \"who.kim.hp\", delta = -25", claims_call("hurt", -30)));
}

TEST_CASE("contradicting a tool's result is a conflict, even if the tool settles the kind [R001-11]") {
  CHECK(conflicts("path = \"who.kim.at\", equals = \"cellar\"", claims_call("go")));
  CHECK_FALSE(conflicts("path = \"who.kim.at\", equals = \"yard\"", claims_call("go")));
  CHECK_FALSE(conflicts("path = \"who.kim\", changed = true", claims_call("note")));
  CHECK(conflicts("path = \"who.kim\", changed = true", claims_call("other")));
}

TEST_CASE("an earlier value is found at its old place, even if its list is gone [R001-11]") {
  const std::string sorted = R"(_.set('who.kim.bag', {"0": {"name": "coin", "count": 2}});)";
  for (const std::string path : {"\"who.kim.bag[0].count\"", "{ \"who\", \"kim\", \"bag\", 0, \"count\" }"}) {
    CHECK(conflicts("path = " + path + ", delta = -3"));
    CHECK_FALSE(conflicts("path = " + path + ", delta = -3", sorted));
  }
}

TEST_CASE("elements of lists are counted by their members [R001-11]") {
  const std::string coin = "path = \"who.kim.bag\", where = { name = \"coin\" }, field = \"count\", ";
  const std::string rope = "path = \"who.kim.bag\", where = { name = \"rope\" }, field = \"count\", ";
  CHECK_FALSE(conflicts(coin + "equals = 5"));
  CHECK(conflicts(coin + "equals = 4"));
  CHECK(conflicts(coin + "delta = -1"));
  CHECK(conflicts(rope + "delta = 2"));
  CHECK_FALSE(conflicts(rope + "delta = 2", claims_call("buy")));
  CHECK(conflicts(rope + "delta = 3", claims_call("buy")));
  CHECK(conflicts("path = \"who.kim.bag\", field = \"count\", changed = \"up\""));
  CHECK_FALSE(conflicts("path = \"who.kim.bag\", field = \"count\", changed = \"up\"", claims_call("buy")));
}

TEST_CASE("a narrated number that no roll produced is a conflict [B-04]") {
  CHECK(conflicts("rolled = 1"));
  CHECK_FALSE(conflicts("rolled = 1", claims_call("throw")));
  CHECK(conflicts("rolled = 6", claims_call("throw")));
}

TEST_CASE("a conflict says what was claimed, what is true, and where to look [R001-11, R001-13]") {
  Witness witness({always("path = \"who.kim.hp\", equals = 12")}, kState);
  const Witnessed witnessed = witness.hear("", "abc");
  REQUIRE(witnessed.conflicts.size() == 1);
  CHECK(
      to_text(gavel::conflict_json(witnessed.conflicts[0])) ==
      R"({"kind":"k","subject":"kim","span":[0,3],"claimed":12,"actual":20,"why":"for kim, the narration says 12; )"
      R"(the state says 20","expected_state_snippet":{"path":"who.kim.hp","value":20},"by":"c/c","at":"plugins/c/c.lua:1"})");
}

TEST_CASE("a value that the model may not read appears in no conflict [R001-13]") {
  Witness witness({always("path = \"who.kim.hp\", equals = 12")}, kState,
                  "fields: [{path: \"who.kim.hp\", read: [operator]}]");
  const Witnessed witnessed = witness.hear("", "abc");
  REQUIRE(witnessed.conflicts.size() == 1);
  CHECK_FALSE(contains(to_text(gavel::conflict_json(witnessed.conflicts[0])), "20"));
}

TEST_CASE("a failing claim plugin does no harm, gives a warning, and is quarantined in the end [B-07]") {
  const PluginText broken = {"b", "claim \"b\" { find = function(text, ctx) error(\"no\") end }"};
  Witness witness({broken, always("path = \"who.kim.hp\", equals = 12")}, kState,
                  "plugins: [b, c]\nquarantine: 2");
  for (int turn = 1; turn <= 3; ++turn) {
    const Witnessed witnessed = witness.hear("", "abc");
    CHECK(witnessed.said == "k kim 0..3");
    CHECK(contains(witnessed.warnings, turn <= 2 ? "claim.failed b/b" : "rule.quarantined b/b"));
  }
}

TEST_CASE("an invalid fact fails its claim, with the reason") {
  struct Wrong {
    std::string fact, what;
  };
  for (const Wrong& wrong : std::vector<Wrong>{
           {"path = \"who.kim.hp\"", "says neither equals"},
           {"path = \"who.kim.hp\", equals = 1, delta = 2", "has both"},
           {"equals = 1", "has no `path`"},
           {"path = \"who.kim.hp\", changed = \"sideways\"", "has `changed`"},
           {"path = \"who.kim.hp\", within = 1, of = 2, where = { a = 1 }", "`where` without `field`"},
           {"path = \"who.kim.hp\", share = 1", "without `of`"}}) {
    Witness witness({always(wrong.fact)}, kState);
    const Witnessed witnessed = witness.hear("", "abc");
    CAPTURE(wrong.fact);
    CHECK(witnessed.said == "");
    CHECK(contains(witnessed.warnings, wrong.what));
  }
  Witness outside({always("path = \"who.kim.hp\", equals = 1")}, kState);
  CHECK(contains(outside.hear("", "ab").warnings, "outside the narration"));
}

TEST_CASE("a claim only reads: it cannot write, and it cannot roll") {
  for (const char* what : {"ctx.set(\"who.kim.hp\", 1)", "ctx.roll(\"1d6\")"}) {
    Witness witness(
        {{"w", std::string("claim \"w\" { find = function(text, ctx) ") + what + " return {} end }"}},
        kState);
    CHECK(contains(witness.hear("", "abc").warnings, "is not allowed here"));
    CHECK(to_text(witness.document().data()) == to_text(gavel::testing::parsed(kState)));
  }
}

TEST_CASE("ctx.find_names finds the state's names, their owners, plurals and parts") {
  const std::string find =
      "claim \"n\" { find = function(text, ctx) local all = \"\" for _, hit in ipairs(ctx.find_names(text, "
      "{\n"
      "{ path = \"people.*\", names = { \"name\", \"aliases\" }, parts = { \"Old\" } },\n"
      "{ path = \"people.*.bag.*\", names = { \"name\" }, plural = true },\n"
      "{ path = \"people.*.skills.*\", keys = true } })) do\n"
      "all = all .. hit.b .. \"-\" .. hit.e .. \" \" .. hit.name\n"
      "for _, of in ipairs(hit.of) do all = all .. \" \" .. of.from .. \":\" .. of.match[1] end all = all .. "
      "\"; \" end\n"
      "error(all) end }";
  Witness witness({{"n", find}},
                  R"({"people":{"a":{"name":"Old Ann Reed","aliases":["安妮"],"bag":[{"name":"torch"}]},)"
                  R"("b":{"name":"Bo","bag":[{"name":"torch"}],"skills":{"hacking":3}}}})");
  const std::string warnings = witness.hear("", "Reed, 安妮 and bo: two torches. Old Hacking").warnings;
  CHECK(contains(warnings,
                 "1-4 Reed 1:a; 7-12 安妮 1:a; 18-19 Bo 1:b; 26-32 torch 2:a 2:b; 39-45 hacking 3:b; "));
}

TEST_CASE("finding names costs fuel by the text and the names, whether or not they were cached") {
  const std::string find =
      "claim \"n\" { find = function(text, ctx) for i = 1, 400 do ctx.find_names(text, { { path = \"p.*\", "
      "names = { \"n\" } } }) "
      "end return {} end }";
  std::string state = R"({"p":{)";
  for (int i = 0; i < 2000; ++i)
    state += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":{"n":"name)" + std::to_string(i) + "\"}";
  Witness witness({{"n", find}}, state + "}}", "limits: {max_handler_fuel: 500000}");
  CHECK(contains(witness.hear("", std::string(10'000, 'x')).warnings, "max_handler_fuel"));
}

TEST_CASE("attack claims-facts: looking up a fact is charged to its claim, and ends") {
  std::string list, places;
  for (int i = 0; i < 2000; ++i) {
    list += (i == 0 ? "{\"id\":" : ",{\"id\":") + std::to_string(i) + ",\"name\":\"k\"}";
    if (i < 4) places += "\"big\",";
  }
  const std::string paths = "paths = {" + places + "}";
  const std::string forms[] = {
      "path = \"big\", changed = \"up\"",
      "path = \"big\", changed = true",
      paths + ", changed = true",
      "path = \"big\", equals = t",
      "path = \"big\", differs = t",
      "path = \"big\", exists = true",
      "path = \"big\", exists = false",
      "path = \"big\", within = { 1, 2 }",
      "path = \"big\", field = \"id\", where = { name = \"k\" }, equals = 5",
      "path = \"big\", field = \"id\", where = { name = \"k\" }, delta = 5",
      "path = \"big\", field = \"id\", delta = 5",
      "path = \"big\", delta = 5",
  };
  for (const std::string& form : forms) {
    CAPTURE(form);
    const auto warnings = [&](int facts) {
      Witness witness(
          {{"c",
            "claim \"c\" { find = function(text, ctx) local f, t = {}, {} for i = 1, 50 do t[i] = { "
            "id = i - 1, name = \"k\" } end for i = 1, " +
                std::to_string(facts) + " do f[i] = { kind = \"k\", subject = \"s\" .. i, span = { 1, 2 }, " +
                form + " } end return f end }"}},
          R"({"big":[)" + list + "]}", "limits: {max_handler_fuel: 400000, max_turn_milliseconds: 60000}");
      return witness.hear("", "abc").warnings;
    };
    CHECK(warnings(1) == "");
    CHECK(contains(warnings(400),
                   "returned something too expensive to look up: more than 400000 steps "
                   "(limits.max_handler_fuel)"));
  }
}

TEST_CASE("attack claims-facts: all calls of one claim share the turn's fuel for their lookups") {
  std::string list;
  for (int i = 0; i < 2000; ++i) list += (i == 0 ? "" : ",") + std::to_string(i);
  Witness witness(
      {{"c",
        "claim \"c\" { find = function(text, ctx) local f = {} for i = 1, 10 do f[i] = { kind = "
        "\"k\", subject = \"s\", span = { 1, 2 }, path = \"big\", changed = true } end return f end }"}},
      R"({"big":[)" + list + "]}", "limits: {max_turn_fuel: 400000, max_turn_milliseconds: 60000}");
  CHECK(witness.hear("", "abc").warnings == "");
  CHECK(contains(witness.hear("", std::string(200'000, 'x')).warnings,
                 "c has spent its share of the turn's fuel"));
}

namespace {

// The words that a claim hears in a text, as "b-e group".
std::string heard(const std::string& list, const std::string& text) {
  Witness witness(
      {{"h", "claim \"h\" { words = { w = " + list +
                 " }, find = function(text, ctx)\nlocal all, flat = \"\", ctx.find_words(text, \"w\")\n"
                 "for i = 1, #flat, 3 do all = all .. flat[i] .. \"-\" .. flat[i + 1] .. \" \" .. "
                 "flat[i + 2] .. \"; \" end\nerror(\"<\" .. all .. \">\") end }"}},
      kState);
  const std::string warnings = witness.hear("", text).warnings;
  return warnings.substr(warnings.find('<') + 1, warnings.rfind('>') - warnings.find('<') - 1);
}

// Whether a claim with these cues is asked of a text.
bool is_asked(const std::string& cues, const std::string& text) {
  Witness witness({{"q", "claim \"q\" { words = { w = { cut = { \"cut\" }, part = { \"arm\" } } }, cues = " +
                             cues + ", find = function() error(\"asked\") end }"}},
                  kState);
  return contains(witness.hear("", text).warnings, "asked");
}

}  // namespace

TEST_CASE("the words of a claim are found whole, in any case, the longest at a place") {
  CHECK(heard("{ die = { \"dies\", \"死\" } }", "Dies, died, diesel, 生死") == "1-4 die; 24-26 die; ");
  CHECK(heard("{ a = { \"gives\" }, b = { \"gives up\" } }", "gives up, gives") == "1-8 b; 11-15 a; ");
  CHECK(heard("{ a = { \"dead\", \"死\" }, _ = { \"dead end\", \"死心\" } }", "a dead end, dead. 死心，死") ==
        "13-16 a; 28-30 a; ");
  CHECK(heard("{ a = { \"don't\" }, b = { \"do\" } }", "don\xE2\x80\x99t do") == "1-7 a; 9-10 b; ");
  CHECK(heard("{ a = {} }", "nothing") == "");
}

TEST_CASE("a claim without any of its cues in the text is not run") {
  CHECK(is_asked("{ \"w.cut\" }", "a cut"));
  CHECK_FALSE(is_asked("{ \"w.cut\" }", "an arm"));
  CHECK(is_asked("{ { \"w.cut\", \"w.part\" } }", "cut on the arm"));
  CHECK_FALSE(is_asked("{ { \"w.cut\", \"w.part\" } }", "a cut"));
  CHECK_FALSE(is_asked("{ { \"w.cut\", \"w.part\" } }", "a cut" + std::string(400, '.') + "an arm"));
  CHECK(is_asked("{ { \"w.cut\", { path = \"who.*\", keys = true } } }", "Kim has a cut"));
  CHECK_FALSE(is_asked("{ { \"w.cut\", { path = \"who.*\", keys = true } } }", "Bo has a cut"));
}

TEST_CASE("words and cues that cannot work are refused when the plugin loads") {
  for (const std::string spec : {"words = 3", "words = { w = { a = 3 } }", "words = { w = { a = { 3 } } }",
                                 "words = { w = { a = { \"x\" } } }, cues = { \"w.b\" }", "cues = { \"w\" }",
                                 "cues = { 3 }", "cues = { {} , { names = { \"n\" } } }", "reading = {}"}) {
    CAPTURE(spec);
    CHECK(gavel::testing::build({{"c", std::string("claim \"c\" { ") + spec + ", find = function() end }"}})
              .ruleset == nullptr);
  }
}

TEST_CASE(
    "a turn reports what in its narration contradicts the state, by the bytes of the given text [R001-11]") {
  const gavel::testing::PluginText says = {"says", R"(claim "hp" { find = function(narration, ctx)
    local b, e = narration:find("Kim has %d+ left", 1)
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "kim.hp", equals = 3, span = { b, e } } } end })"};
  gavel::testing::Game game({says}, "", R"({"kim":{"hp":20}})");
  const std::string text = "_.set('kim.mood', 1);\nIt hurts. Kim has 3 left.";
  const gavel::testing::Played played = game.play(text);
  const auto conflict = played.verdict["conflicts"][0];
  CHECK(conflict["kind"] == R"("hp_value")");
  CHECK(conflict["actual"] == "20");
  CHECK(conflict["by"] == R"("says/hp")");
  const std::size_t begin = text.find("Kim has");
  CHECK(conflict["span"].text() == "[" + std::to_string(begin) + "," + std::to_string(begin + 14) + "]");
  CHECK_FALSE(game.play(text, gavel::Actor::kPlayer).verdict["conflicts"].there);
  CHECK_FALSE(game.play("_.set('kim.hp', 3);\nKim has 3 left.").verdict["conflicts"].there);
}
