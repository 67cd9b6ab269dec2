// A secret is planted at hidden places, as value and as key, and everything is refused that can be refused
// near it: not a byte of it comes back.

#include <map>

#include <doctest/doctest.h>

#include "state/json_writer.hpp"
#include "support/game.hpp"

#include "json_random.hpp"

using gavel::Json;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

constexpr const char* kSecret = "swordfish";
constexpr const char* kNumber = "7391";

const PluginText kPlugin = {"p", R"lua(
local function texts() return {en="s", zh="s"} end
tool "put" { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
  run = function(args, ctx) ctx.set(args.at, args.v) end }
tool "more" { summary = texts(), guidance = texts(), args = { at = str{}, n = int{} }, rejects = {}, settles = {},
  run = function(args, ctx) ctx.add(args.at, args.n) end }
tool "onto" { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
  run = function(args, ctx) ctx.push(args.at, args.v) end }
tool "into" { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
  run = function(args, ctx) ctx.insert(args.at, args.v) end }
tool "away" { summary = texts(), guidance = texts(), args = { at = str{}, to = str{} }, rejects = {}, settles = {},
  run = function(args, ctx) ctx.move(args.at, args.to) end }
tool "every" { summary = texts(), guidance = texts(), args = {}, rejects = {}, settles = {},
  run = function(args, ctx) for k in pairs(ctx.get("vault")) do ctx.set("vault." .. k, true) end end }
tool "blab" { summary = texts(), guidance = texts(), args = {}, settles = {},
  rejects = { no = { en = "no", zh = "不" } },
  run = function(args, ctx) return reject("no", ctx.campaign.goal.ultimate_goal_text) end }
tool "fail" { summary = texts(), guidance = texts(), args = {}, rejects = {}, settles = {},
  run = function(args, ctx) return deny(ctx.get("goal.text")) end }
rule "leaky" { path = "free.leaky", run = function(effect, ctx) return ctx.get("goal.text") end }
rule "vault" { path = "vault.**", run = function(effect, ctx) if effect.after == false then return deny("not so") end return allow() end }
budget "coins" { path = "balance.*", max = 5, counts = "change" }
derive "double" { path = "made.*.sum", run = function(ctx, name) return 1 end }
claim "text" { find = function(narration, ctx)
  local facts, key = {}, nil
  for k in pairs(ctx.get("vault")) do key = key or k end
  for b, path, e in narration:gmatch("()<(%S-)>()") do
    facts[#facts + 1] = { kind = "it", subject = "it", path = path, equals = "wrong", span = { b, e - 1 } }
    facts[#facts + 1] = { kind = "named", subject = key, path = "vault." .. key,
      equals = "wrong", span = { b, e - 1 } }
    facts[#facts + 1] = { kind = "moved", subject = "it", path = path, changed = true, span = { b, e - 1 } }
  end
  return facts end })lua"};

const std::string kHidingRules = R"(
retry: {on: [tool, command, conflict, parse], feedback_tokens: 20000, max: 1}
limits: {max_feedback_bytes: 100000}
recycle_bin: bin
fields:
  - {path: "goal.**", read: [operator], write: [model, player, tool, operator]}
  - {path: "goal.n", type: integer, max: 7400, min: 0}
  - {path: "goal.word", enum: [swordfish, catfish]}
  - {path: "goal.pair", type: string}
  - {path: "locked", read: [operator], write: [operator]}
  - {path: "vault.*", read: [operator], write: [operator]}
  - {path: "made.*", read: [operator], write: [derive, operator]}
  - {path: "balance.*", read: [operator]}
  - {path: "shut.*", read: [operator]}
)";
const std::string kHiddenState =
    R"({"goal":{"text":"swordfish","n":7391,"word":"swordfish","pair":"swordfish","list":["swordfish",7391],)"
    R"("map":{"swordfish":7391}},"locked":"swordfish","vault":{"swordfish":"swordfish","b":7391},)"
    R"("made":{"swordfish":{"a":7391,"sum":1}},"balance":{"swordfish":7391},)"
    R"("shut":{"swordfish":{"_is_protected":true,"a":7391}},"free":{"swordfisk":1},"lord":{"x":1}})";

Game hidden_table(const std::string& more = "") {
  static std::map<std::string, std::shared_ptr<const gavel::Ruleset>> rulesets;
  std::shared_ptr<const gavel::Ruleset>& ruleset = rulesets[more];
  if (ruleset == nullptr)
    ruleset = gavel::testing::build({kPlugin}, kHidingRules + more, kHiddenState).ruleset;
  REQUIRE(ruleset != nullptr);
  Game game(ruleset);
  game.campaign_fields =
      gavel::testing::parsed(R"({"goal":{"ultimate_goal_text":"find the swordfish 7391","is_hidden":true}})");
  return game;
}

// Everything that a model or a player is told of an attempt.
std::string all_told(const Played& played) {
  std::string all;
  for (const char* part :
       {"commands", "feedback", "messages_to_append", "conflicts", "report", "tool_results"})
    if (played.verdict[part].there) all += played.verdict[part].text() + "\n";
  return all;
}

// Refused, and told without the secret; in Chinese, in English, and in the report.
void check_kept(const std::string& given) {
  // What only looks asks for no retry: something else does, so that there is feedback on both.
  const bool looks = contains(given, R"("test")") || contains(given, R"("get")");
  const std::string text =
      given + (looks ? "\n" + std::string(R"([{"verb":"set","path":["locked"],"value":1}])") : "");
  CAPTURE(text);
  for (const char* more : {"language: en", "language: zh"}) {
    for (const std::size_t attempt : {1, 2}) {
      Game game = hidden_table(more);
      game.attempt = attempt;
      const Played played = game.play(text);
      const std::string told = all_told(played);
      CAPTURE(told);
      CHECK(played.verdict["outcome"] == (attempt == 1 ? R"("retry")" : R"("conflict_report")"));
      CHECK_FALSE(contains(told, kSecret));
      CHECK_FALSE(contains(told, kNumber));
      CHECK(played.data == kHiddenState.c_str());
    }
  }
}

}  // namespace

TEST_CASE("JSON that nobody reads says nothing of what is hidden: only places that may be read count") {
  const std::string rules = R"(
fields:
  - {path: "goal.**", read: [operator]}
  - {path: "locked", read: [operator]}
  - {path: "vault.*", read: [operator]}
)";
  for (const char* text : {R"({"goal":{"text":"x"}})", R"({"goal.text":"x"})", R"({"locked":"x"})",
                           R"({"vault.swordfish":1})", R"({"x":{"locked":1,"/goal/text":2}})"}) {
    CAPTURE(std::string(text));
    Game with({}, rules, R"({"goal":{"text":"swordfish"},"locked":1,"vault":{"swordfish":1}})");
    Game without({}, rules, R"({"vault":{}})");
    const Played here = with.play(text);
    CHECK(here.verdict == without.play(text).verdict);
    CHECK(here.verdict["narration"] == gavel::to_text(gavel::Json(text)).c_str());
  }
  const Played read = hidden_table().play(R"(Rain. {"free":{"swordfisk":2}})");
  CHECK(read.verdict["narration"] == R"("Rain. ")");
  CHECK(read.verdict["warnings"][0]["code"] == R"("json.unread")");
}

TEST_CASE("members that a `set` drops are named only where they may be read") {
  const std::string rules = R"(
fields:
  - {path: "her.secret", read: [operator], write: [model]}
  - {path: "her.kept", read: [operator], write: [operator]}
)";
  Game game({kPlugin}, rules, R"({"her":{"name":"x","mood":"calm","secret":7391,"kept":7391}})");
  const Played played = game.play(R"([{"op":"assign","path":["her"],"value":{"name":"y"}}])");
  CAPTURE(played.verdict.text());
  CHECK_FALSE(contains(played.verdict["warnings"].text(), "secret"));
  CHECK_FALSE(contains(played.verdict["warnings"].text(), "kept"));
  CHECK_FALSE(contains(played.verdict["warnings"].text(), "more"));
  if (played.said() == "applied") CHECK(contains(played.verdict["warnings"].text(), "her has lost mood:"));
}

TEST_CASE("no refusal near a hidden place reveals its value or its name [R001-15] [R001-13]") {
  const char* const paths[] = {"goal.text",
                               "goal.n",
                               "goal.word",
                               "goal.pair",
                               "goal.list",
                               "goal.map",
                               "goal",
                               "locked",
                               "vault",
                               "vault.b",
                               "made",
                               "balance",
                               "shut",
                               "goal.txt",
                               "vault.swordfis",
                               "free.swordfish",
                               "lock",
                               "goal.list[7]",
                               "goal.text.deeper",
                               ""};
  const char* const values[] = {"\"x\"", "900", "[1]", "{\"a\":{\"b\":1}}", "null", "-9000"};
  // Every eighth of the 16,800 where each is that much slower.
  const std::uint64_t stride = 16'800 / gavel::testing::cases_here(16'800);
  std::uint64_t number = 0;
  for (const char* verb : {"set", "merge", "ensure", "add", "mul", "div", "insert", "push", "pop", "pull",
                           "splice", "delete", "test", "get"}) {
    for (const char* path : paths) {
      const std::string text = std::string("{\"verb\":\"") + verb + "\",\"raw_path\":\"" + path + "\"";
      for (const char* value : values) {
        const std::string with = text + ",\"value\":" + value;
        for (const std::string& command :
             {with + "}", with + ",\"expect_old\":3}", with + ",\"options\":{\"ifEquals\":3}}",
              with + ",\"options\":{\"ifVersion\":3}}", with + ",\"options\":{\"expect\":{\"equals\":3}}}",
              with + ",\"options\":{\"softDelete\":true}}", with + ",\"options\":{\"uniqueBy\":\"a\"}}",
              with + ",\"options\":{\"cascade\":false}}", with + ",\"options\":{\"all\":true}}",
              with + ",\"options\":{\"ttl\":5}}"}) {
          if (number++ % stride != 0) continue;
          // Whether it is refused or not: what is said of it must not tell.
          Game game = hidden_table();
          const Played played =
              game.play("[" + command + "," + R"({"verb":"set","path":["locked"],"value":1}])");
          CAPTURE(command);
          const std::string told = all_told(played);
          CAPTURE(told);
          CHECK(played.verdict["outcome"] == R"("retry")");
          CHECK_FALSE(contains(contains(path, "swordfis") ? std::string() : told, kSecret));
          CHECK_FALSE(contains(told, kNumber));
        }
      }
    }
  }
}

TEST_CASE("moves, copies and recycle bins near a hidden place reveal nothing of it [R001-15]") {
  for (const char* from :
       {"goal.text", "goal.n", "goal.list[1]", "vault", "goal", "made", "balance", "locked", "shut"})
    for (const char* to : {"goal.map", "goal.text", "goal.other", "goal.n", "free.x", "vault.c", "goal.list",
                           "balance.p", "goal.word", "goal.pair"})
      for (const char* verb : {"move", "copy"})
        for (const char* more : {"", R"(,"options":{"expect":{"equals":3}})", R"(,"options":{"ifEquals":3})",
                                 R"(,"options":{"overwrite":false})"}) {
          Game game = hidden_table();
          const std::string command = std::string("[{\"verb\":\"") + verb + "\",\"raw_from\":\"" + from +
                                      "\",\"raw_path\":\"" + to + "\"" + more +
                                      R"(},{"verb":"set","path":["locked"],"value":1}])";
          const Played played = game.play(command);
          CAPTURE(command);
          const std::string told = all_told(played);
          CAPTURE(told);
          CHECK(played.verdict["outcome"] == R"("retry")");
          CHECK_FALSE(contains(told, kSecret));
          CHECK_FALSE(contains(told, kNumber));
        }
}

TEST_CASE(
    "every kind of refusal is tried on a secret, in every language and in the report [R001-10] [R001-15]") {
  for (const char* text : {
           R"([{"verb":"add","path":["goal","n"],"value":100}])",               // value.range
           R"([{"verb":"set","path":["goal","word"],"value":"dogfish"}])",      // value.enum
           R"([{"verb":"set","path":["goal","pair"],"value":5}])",              // type.mismatch
           R"([{"verb":"push","path":["goal","text"],"value":5}])",             // type.mismatch
           R"([{"verb":"add","path":["goal","text"],"value":5}])",              // type.mismatch
           R"([{"verb":"insert","path":["goal","text"],"value":5}])",           // precondition.exists
           R"([{"verb":"set","path":["goal","n"],"value":5,"expect_old":1}])",  // precondition.old
           R"([{"verb":"copy","path":["goal","n"],"from":["goal","text"],"options":{"ifEquals":1}}])",
           R"([{"verb":"copy","path":["goal","pair"],"from":["goal","n"]}])",
           R"([{"verb":"test","path":["goal","n"],"value":5}])",  // test.failed
           R"([{"verb":"delete","path":["vault"]}])",             // authority.denied
           R"([{"verb":"set","path":[],"value":{}}])",            // authority, protected
           R"([{"verb":"delete","path":["shut"]}])",              // protected
           R"([{"verb":"delete","path":["shut"],"options":{"ttl":9}}])",
           R"([{"verb":"delete","path":["made"]}])",
           R"([{"verb":"set","path":["balance"],"value":{"x":1}}])",
           R"([{"verb":"set","raw_path":"balance.swordfisk","value":8}])",  // budget.exceeded
           R"([{"verb":"set","path":["free","leaky"],"value":1}])",         // plugin.error
           R"([{"verb":"delete","raw_path":"vault.swordfis"}])",            // path.unknown
           R"([{"verb":"delete","raw_path":"goal.tex"}])",
           R"({"tool_calls":[{"tool":"more","args":{"at":"goal.n","n":100}}]})",
           R"({"tool_calls":[{"tool":"more","args":{"at":"goal.text","n":1}}]})",
           R"({"tool_calls":[{"tool":"put","args":{"at":"goal.word","v":"x"}}]})",
           R"({"tool_calls":[{"tool":"put","args":{"at":"goal.text.x","v":1}}]})",
           R"({"tool_calls":[{"tool":"onto","args":{"at":"goal.text","v":1}}]})",
           R"({"tool_calls":[{"tool":"into","args":{"at":"goal.text","v":1}}]})",
           R"({"tool_calls":[{"tool":"away","args":{"at":"goal.tex","to":"goal.x"}}]})",
           R"({"tool_calls":[{"tool":"away","args":{"at":"goal.text","to":"goal.n"}}]})",
           R"({"tool_calls":[{"tool":"every","args":{}}]})",
           R"({"tool_calls":[{"tool":"blab","args":{}}]})",
           R"({"tool_calls":[{"tool":"putt","args":{"at":5,"v":1}}]})",
           R"([{"verb":"sett","path":["goal"],"value":1}])",
           "<JSONPatch>[{\"op\":\"test\",\"path\":\"/goal/n\",\"value\":4}]</JSONPatch>",
           "He says <goal.text> and <goal> and <vault> and <>.",
       })
    if (!contains(text, "swordfis"))
      check_kept(text);
    else
      CHECK_FALSE(contains(all_told(hidden_table().play(text)), kNumber));
}

TEST_CASE("a plugin's own text may not contain a hidden goal, but may contain a visible one [R001-15]") {
  Game game = hidden_table();
  const std::string blab = R"({"tool_calls":[{"tool":"blab","args":{}}]})";
  CHECK(contains(all_told(game.play(blab)), "no (…)"));
  game.campaign_fields =
      gavel::testing::parsed(R"({"goal":{"ultimate_goal_text":"bring it home","is_hidden":false}})");
  CHECK(contains(all_told(game.play(blab)), "bring it home"));
}
