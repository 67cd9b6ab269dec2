// `retry.on` as a table: each trouble, in each attempt, with each word behind it.

#include <array>

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::testing::Game;
using gavel::testing::Played;
using gavel::testing::PluginText;

namespace {

const PluginText kPlugin = {"p", R"(
tool "hurt" { summary = {en="s", zh="s"}, guidance = {en="g", zh="g"}, args = { n = int{} },
  rejects = { too_much = { en = "nobody survives that", zh = "没有人能活下来" } }, settles = {},
  run = function(args, ctx)
    if args.n > 5 then return reject("too_much") end
    ctx.set("hp", ctx.get("hp") - args.n) return ctx.get("hp") end }
claim "hp" { find = function(narration, ctx)
    local b, e, n = narration:find("(%d+) left")
    if not b then return {} end
    return { { kind = "hp_value", subject = "kim", path = "hp", equals = math.tointeger(tonumber(n)), span = { b, e } } }
  end })"};
constexpr const char* kState = R"({"hp":10,"mood":"calm"})";

// In every reply, a command that passes.
const std::string kFine = "You wait.\n_.set('mood', 'glad');\n";

struct Row {
  const char* trouble;
  std::string reply;
};
const std::array kRows = {
    Row{"tool", kFine + R"({"tool_calls":[{"id":"c","tool":"hurt","args":{"n":9}}]})"},
    Row{"conflict", kFine + "Kim has 3 left."},
    Row{"command", kFine + "_.add('nothing', 1);"},
    Row{"parse", kFine + "<JSONPatch>\n[{\"op\": \"add\" oops}]\n</JSONPatch>"},
};

// "retry retry accepted": the outcomes of the attempts.
std::string outcomes(const std::string& on, const std::string& reply, const std::string& more = "") {
  Game game({kPlugin}, "retry: {max: 2, on: " + on + more + "}", kState);
  std::string all;
  for (game.attempt = 1; game.attempt <= 3; ++game.attempt) {
    const Played played = game.play(reply);
    const std::string outcome = string_of(played.verdict["outcome"].json);
    const bool kept = outcome == "accepted";
    CHECK((played.data["mood"] == R"("glad")") == kept);
    if (!kept) CHECK(played.data == kState);
    CHECK(played.verdict["messages_to_append"].there == (outcome == "retry"));
    CHECK(played.verdict["report"].there == (outcome == "conflict_report"));
    CHECK(played.verdict["narration"].there == kept);
    if (kept) game.undo();
    all += (all.empty() ? "" : " ") + outcome;
  }
  return all;
}

constexpr const char* kNever = "accepted accepted accepted";
constexpr const char* kThenAccepted = "retry retry accepted";
constexpr const char* kThenReported = "retry retry conflict_report";

}  // namespace

TEST_CASE("each trouble in each attempt: accepted, retried, reported [R001-12]") {
  for (const Row& row : kRows) {
    const std::string name = row.trouble;
    INFO(name);
    CHECK(outcomes("[]", row.reply) == kNever);
    CHECK(outcomes("{" + name + ": accept}", row.reply) == kThenAccepted);
    CHECK(outcomes("{" + name + ": report}", row.reply) == kThenReported);
    CHECK(outcomes("[" + name + "]", row.reply) == kThenReported);
    for (const Row& other : kRows) {
      if (row.trouble == other.trouble) continue;
      const std::string both = row.reply + "\n" + other.reply;
      CHECK(outcomes("{" + name + ": accept}", other.reply) == kNever);
      CHECK(outcomes("{" + name + ": accept}", both) == kThenAccepted);
      CHECK(outcomes("{" + name + ": accept, " + other.trouble + ": report}", both) == kThenReported);
      CHECK(outcomes("{" + name + ": accept, " + other.trouble + ": accept}", both) == kThenAccepted);
    }
  }
}

TEST_CASE("what is no trouble is never sent back: what looks, what is skipped, what a player wrote") {
  const std::string all = "{tool: report, conflict: report, command: report, parse: report}";
  CHECK(outcomes(all,
                 kFine + R"([{"verb":"test","path":["hp"],"value":4},{"verb":"get","path":["nothing"]}])") ==
        kNever);
  CHECK(outcomes(all, kFine) == kNever);
  Game game({kPlugin}, "retry: {on: " + all + "}", kState);
  for (const Row& row : kRows)
    CHECK(game.play(row.reply, gavel::Actor::kPlayer).verdict["outcome"] == R"("accepted")");
}
