// Attacks around the table of fields: each was told something, or changed something, before.

#include <doctest/doctest.h>

#include "support/game.hpp"

using gavel::Actor;
using gavel::testing::contains;
using gavel::testing::Game;
using gavel::testing::Played;

namespace {

constexpr const char* kAll = "  - {path: '**', write: [model, player, operator]}\n";

struct Attack {
  const char* rows;  // of fields
  const char* state;
  const char* text;
};

// Everything that the model is told of a turn.
std::string told_of(const Played& played) {
  std::string all;
  for (const auto& line : played.verdict["commands"].json)
    for (const char* part : {"status", "code", "message", "hint", "result", "path"})
      if (line.contains(part)) all += line[part].dump() + " ";
  return all + played.verdict["warnings"].text() + played.verdict["feedback"].text();
}

Game table(const Attack& attack, const std::string& more = "") {
  return Game({}, std::string("fields:\n") + attack.rows + kAll + "recycle_bin: bin\n" + more, attack.state);
}

// Not a byte of "SECRET" comes back, by whatever a text does.
void check_untold(std::initializer_list<Attack> attacks, const std::string& more = "") {
  for (const Attack& attack : attacks) {
    CAPTURE(attack.rows);
    CAPTURE(attack.text);
    Game game = table(attack, more);
    const std::string told = told_of(game.play(attack.text));
    CAPTURE(told);
    CHECK_FALSE(contains(told, "SECRET"));
  }
}

// Two states that differ where the model may not read: it is told the same.
void check_same(const char* rows, const char* one, const char* other,
                std::initializer_list<const char*> texts, const std::string& more = "") {
  for (const char* text : texts) {
    CAPTURE(text);
    Game first = table({rows, one, text}, more), second = table({rows, other, text}, more);
    const std::string told = told_of(first.play(text));
    CHECK(told == told_of(second.play(text)));
  }
}

constexpr const char* kPairs = "described_pairs: [\"stats.*\"]";
constexpr const char* kHp = "  - {path: 'stats.*.hp', read: [operator]}\n";
constexpr const char* kBob = R"({"stats":{"bob":[{"hp":"SECRET","name":"x"},"desc"]}})";

}  // namespace

TEST_CASE("attack read-described-pair: a value hidden in a described pair is hidden from above as well") {
  check_untold(
      {{kHp, kBob, R"([{"verb":"get","path":["stats"]}])"},
       {kHp, kBob, R"([{"verb":"get","path":[]}])"},
       {kHp, kBob, R"([{"verb":"get","path":["stats","bob",0]}])"},
       {kHp, kBob, R"([{"verb":"copy","from":["stats"],"path":["pub"]},{"verb":"get","path":["pub"]}])"},
       {kHp, kBob, R"([{"verb":"copy","from":["stats","bob"],"path":["p"]},{"verb":"get","path":["p"]}])"},
       {kHp, kBob, R"([{"verb":"delete","path":["stats","bob"],"options":{"softDelete":true}},
                                {"verb":"get","path":["bin"]}])"},
       {kHp, kBob, R"([{"verb":"insert","path":["stats"],"value":{"name":"x"},
                                 "options":{"uniqueBy":"name"}}])"}},
      kPairs);
  check_untold(
      {{kHp, kBob, R"([{"verb":"move","from":["stats"],"path":["pub"]},{"verb":"get","path":[]}])"},
       {kHp, kBob, R"([{"verb":"move","from":["stats","bob"],"path":["p"]},{"verb":"get","path":["p"]}])"},
       {kHp, kBob,
        R"([{"verb":"get","raw_path":"stats.bob[0].hp"},{"verb":"get","raw_path":"/stats/bob/0"}])"},
       {kHp, kBob, R"([{"verb":"pop","path":["stats","bob"]},{"verb":"get","path":["stats","bob"]}])"},
       {kHp, kBob, R"([{"verb":"splice","path":["stats","bob"],"value":[0,1]}])"},
       {kHp, kBob, R"([{"verb":"merge","path":["stats","bob"],"value":7}])"},
       {kHp, kBob, R"([{"verb":"add","path":["stats","bob"],"value":7}])"},
       {kHp, kBob,
        R"([{"verb":"delete","raw_path":"stats.bob.h"},{"verb":"delete","raw_path":"stat.bob.hp"}])"},
       {kHp, kBob,
        R"([{"verb":"set","path":["stats","bob"],"value":{},"options":{"expect":{"type":"array"}}}])"},
       {kHp, kBob, R"(<JSONPatch>[{"op":"copy","from":"/stats/bob","path":"/p"},
                       {"op":"test","path":"/p","value":4}]</JSONPatch>)"},
       {kHp, R"({"stats":{"bob":[{"SECRET":1,"hp":"SECRET"},"desc"]}})",
        R"([{"verb":"get","path":["stats","bob","hp"]},{"verb":"test","path":["stats","bob"],"value":1}])"},
       {"  - {path: 'stats.*', read: [operator]}\n", kBob,
        R"([{"verb":"get","path":["stats"]},{"verb":"get","path":["stats","bob",1]},
            {"verb":"copy","from":["stats","bob",0],"path":["p"]},{"verb":"get","path":["p"]}])"},
       {"  - {path: 'stats.*.*.hp', read: [operator]}\n",
        R"({"stats":{"bob":[{"in":[{"hp":"SECRET"},"d"]},"desc"]}})",
        R"([{"verb":"get","path":["stats"]},{"verb":"copy","from":["stats","bob","in"],"path":["p"]},
            {"verb":"get","path":["p"]}])"}},
      "described_pairs: [\"stats.*\", \"stats.*.*\"]");
  check_same(
      kHp, kBob, R"({"stats":{"bob":[{"hp":7,"name":"x"},"desc"]}})",
      {R"([{"verb":"test","path":["stats"],"value":{"bob":[{"hp":7,"name":"x"},"desc"]}}])",
       R"([{"verb":"test","path":["stats","bob"],"value":{"hp":7,"name":"x"}}])",
       R"([{"verb":"set","path":["z"],"value":1,"options":{"ifEquals":1}}])",
       R"([{"verb":"set","path":["stats","bob","hp"],"value":7,"options":{"ifExists":true}}])",
       R"([{"verb":"set","path":["stats","bob"],"value":{},"options":{"ifEquals":{"hp":7,"name":"x"}}}])",
       R"([{"verb":"delete","path":["stats","bob"],"options":{"cascade":false}}])",
       R"([{"verb":"delete","path":["stats","bob"],"options":{"all":true}}])",
       R"([{"verb":"insert","path":["stats","bob"],"value":{"hp":7}}])",
       R"([{"verb":"merge","path":["stats","bob"],"value":{"hp":7},"options":{"ifVersion":0}}])",
       R"([{"verb":"merge","path":["stats","bob"],"value":{"hp":{"deep":1}},
                   "options":{"mergeStrategy":"deep"}},{"verb":"get","path":[]}])",
       R"([{"verb":"set","path":["stats","bob","name"],"value":1,"options":{"ttl":9}}])",
       R"([{"verb":"set","path":["stats","bob"],"value":{},"expect_old":{"hp":7,"name":"x"}}])"},
      kPairs);
}

TEST_CASE("a hint names nothing hidden below a described pair, also not by the index of its value") {
  check_same("  - {path: 'st.hp.secrets', read: [operator]}\n",
             R"({"st":{"hp":[{"secrets":{"near_is_bob":1}},"d"]}})", R"({"st":{"hp":[{},"d"]}})",
             {R"(<JSONPatch>[{"op":"replace","path":"/st/hp/0/secrets/near_is_xxx","value":1}]</JSONPatch>)",
              R"(<JSONPatch>[{"op":"replace","path":"/st/hp/0/secrets/q","value":1}]</JSONPatch>)",
              R"(<JSONPatch>[{"op":"remove","path":"/st/hp/0/secret"}]</JSONPatch>)",
              R"(<JSONPatch>[{"op":"test","path":"/st/hp/0/secret","value":1}]</JSONPatch>)",
              R"([{"verb":"get","path":["st","hp",0,"secret"]}])"},
             "described_pairs: [\"st.*\"]");
}

TEST_CASE("a container with hidden elements is not turned into a described pair, which would show one") {
  const char* rows = "  - {path: 'box.*', read: [operator]}\n  - {path: 'stats.*.*', read: [operator]}\n";
  for (const char* verb : {"copy", "move"}) {
    const std::string text = std::string(R"([{"verb":")") + verb +
                             R"(","from":["box"],"path":["stats","box"]},{"verb":"get","path":["stats"]}])";
    check_untold({{rows, R"({"box":["SECRET","d"],"stats":{}})", text.c_str()}}, kPairs);
  }
  check_untold({{rows, R"({"box":["SECRET","d"],"stats":{}})",
                 R"([{"verb":"delete","path":["box"],"options":{"softDelete":true,"recycleBinKey":["stats"]}},
                     {"verb":"get","path":["stats"]}])"},
                {"  - {path: 'bin.*.value.*', read: [operator]}\n  - {path: 'stats.*.*', read: [operator]}\n",
                 R"({"bin":{"x#1":{"value":["SECRET","d"],"path":["stats","x"]}},"stats":{}})",
                 R"([{"verb":"restore","path":["stats","x"]},{"verb":"get","path":["stats"]}])"}},
               kPairs);
}

TEST_CASE("a hidden recycle bin accepts deleted values, and whether it could is not revealed") {
  const char* rows = "  - {path: 'bin', read: [operator]}\n";
  const char* deleted = R"([{"verb":"delete","path":["x"],"options":{"softDelete":true}},
      {"verb":"delete","path":["y"],"options":{"softDelete":true,"recycleBinKey":["open"]}},{"verb":"get","path":[]}])";
  check_same(rows, R"({"x":1,"y":2,"bin":{}})", R"({"x":1,"y":2})", {deleted});
  check_same(rows, R"({"x":1,"y":2,"bin":{}})", R"({"x":1,"y":2,"bin":7})", {deleted});
  check_same(rows, R"({"x":1,"y":2,"bin":{}})", R"({"x":1,"y":2,"bin":{"x#1":1,"x#2":2}})", {deleted});
  check_same("  - {path: 'bin[\"x#1\"]', read: [operator]}\n", R"({"x":1,"y":2,"bin":{}})",
             R"({"x":1,"y":2,"bin":{"x#1":1}})", {deleted});
  check_same(
      "  - {path: 'bin', read: [operator]}\n  - {path: 'l.*.s', read: [operator], write: [operator]}\n",
      R"({"l":[{}],"bin":{}})", R"({"l":[{}],"bin":7})",
      {R"([{"verb":"delete","path":["l"],"options":{"softDelete":true}}])"});
  Game game = table({rows, R"({"x":1,"bin":{}})", ""});
  game.play(R"([{"verb":"delete","path":["x"],"options":{"softDelete":true}}])");
  CHECK(contains(game.play("[]").data.text(), R"("x#1":{"value":1)"));
}

TEST_CASE("refusing a copy in an array reveals no hidden place") {
  Game one({}, "fields:\n  - {path: 'l.*.s', read: [operator]}\n  - {path: '**', write: [operator]}\n",
           R"({"l":[1,{"s":1}]})");
  Game other({}, "fields:\n  - {path: 'l.*.s', read: [operator]}\n  - {path: '**', write: [operator]}\n",
             R"({"l":[1,{}]})");
  const char* text = R"([{"verb":"copy","from":["l",1],"path":["l",0]}])";
  CHECK(told_of(one.play(text)) == told_of(other.play(text)));
}

TEST_CASE("a copy does not unseal a place, so that its protection could be probed") {
  check_same("  - {path: 'v.*', read: [operator], write: [operator]}\n  - {path: x, read: [operator]}\n",
             R"({"v":{"a":{"_is_protected":true}}})", R"({"v":{"a":{}}})",
             {R"([{"verb":"copy","from":["v"],"path":["x"]},{"verb":"set","path":["x"],"value":[]}])"});
}

TEST_CASE("hidden values are not moved to a place whose type check would reveal them") {
  check_same(
      "  - {path: a.s, read: [operator]}\n  - {path: v.a, read: [operator]}\n  - {path: v.a.s, type: "
      "integer}\n",
      R"({"a":{"s":1},"v":{}})", R"({"a":{"s":"x"},"v":{}})",
      {R"([{"verb":"copy","from":["a"],"path":["v","a"]}])",
       R"([{"verb":"move","from":["a"],"path":["v","a"]}])"});
}

TEST_CASE("a ttl on what may hold sealed places is refused the same, whether or not there is protection") {
  check_same("  - {path: 'v.s', read: [operator], write: [operator]}\n",
             R"({"v":{"s":{"_is_protected":true}}})", R"({"v":{"s":{}}})",
             {R"([{"verb":"merge","path":["v"],"value":{},"options":{"ttl":1}}])"});
}

TEST_CASE("the target of a recycle bin's entry is named as it was written, if it is a hidden place") {
  check_same("  - {path: x, read: [operator]}\n", R"({"x":[1,2],"bin":{"y#1":{"value":1,"path":["x","1"]}}})",
             R"({"x":{},"bin":{"y#1":{"value":1,"path":["x","1"]}}})",
             {R"([{"verb":"restore","path":["bin","y#1"]}])"});
}

TEST_CASE("attack expire-described-pair: a ttl above places of others is refused, through a pair too") {
  const char* rows = "  - {path: 'stats.*.hp', write: [operator]}\n";
  for (const char* text : {R"([{"verb":"merge","path":["stats","bob"],"value":{},"options":{"ttl":1}}])",
                           R"([{"verb":"merge","path":["stats"],"value":{},"options":{"ttl":1}}])"}) {
    Game game = table({rows, kBob, text}, kPairs);
    CHECK(game.play(text).said() == "rejected authority.denied");
    game.now = "2025-09-20T09:00:00Z";
    CHECK(game.play("[]").data == kBob);
  }
}

TEST_CASE("attack expire-later: a ttl is judged when it is due, as a write of whoever set it") {
  Game game = table({"  - {path: 'chars.*.hp', write: [operator]}\n", R"({"chars":{}})", ""});
  game.play(R"([{"verb":"set","path":["chars","bob"],"value":{"note":1},"options":{"ttl":60}},
                {"verb":"set","path":["chars","own"],"value":1,"options":{"ttl":60}}])");
  CHECK(contains(game.play("[]").meta["expires"].text(), "model"));
  game.play(R"([{"verb":"set","path":["chars","bob","hp"],"value":30}])", Actor::kOperator);
  Game again = game.restarted();
  again.now = "2025-09-20T09:00:00Z";
  const Played played = again.play("[]");
  CHECK(played.data == R"({"chars":{"bob":{"note":1,"hp":30}}})");
  CHECK(contains(played.verdict["warnings"].text(), "expiry.denied"));
  CHECK(played.meta["expires"] == "nothing");
}

TEST_CASE(
    "attack expire-later: rules are asked again, an operator's ttl runs, and a moved one belongs to its "
    "setter") {
  Game ruled({{"p", R"lua(rule "kept" { path = "box.**", run = function(effect, ctx)
      if effect.after == nil and ctx.get("locked") then return deny("locked") end return allow() end })lua"}},
             "", R"({"box":{"a":1},"locked":false})");
  ruled.play(R"([{"verb":"set","path":["box","a"],"value":2,"options":{"ttl":1}},
                 {"verb":"set","path":["locked"],"value":true}])");
  ruled.now = "2025-09-20T09:00:00Z";
  CHECK(ruled.play("[]").data["box"] == R"({"a":2})");

  Game game = table({"  - {path: 'x.hp', write: [operator]}\n", R"({"x":{}})", ""});
  game.play(R"([{"verb":"set","path":["x","hp"],"value":1,"options":{"ttl":1}}])", Actor::kOperator);
  game.play(
      R"([{"verb":"set","path":["t"],"value":{},"options":{"ttl":1}},{"verb":"move","from":["t"],"path":["x","t"]}])");
  game.now = "2025-09-20T09:00:00Z";
  CHECK(game.play("[]").data["x"] == "{}");
}

TEST_CASE("attack expire-later: documents whose expiries have no owner work as before") {
  Game game = table({"  - {path: 'x.hp', write: [operator]}\n", R"({"x":{"hp":1}})", ""});
  gavel::Path path;
  path.push_key("x");
  game.document().set_expiry(path, gavel::Expiry{gavel::Time{1}});
  CHECK(game.play("[]").data == "{}");
}

TEST_CASE("attack index-shift-read: a place hidden by its index is not moved by actors who may not read it") {
  const char* rows = "  - {path: 'cards[1]', read: [operator]}\n";
  const char* state = R"({"cards":["a","SECRET","c"],"z":["b"]})";
  for (const char* text :
       {R"({"verb":"insert","path":["cards",0],"value":"x"})", R"({"verb":"delete","path":["cards",0]})",
        R"({"verb":"push","path":["cards"],"value":"x","options":{"position":"head"}})",
        R"({"verb":"push","path":["cards"],"value":"x","options":{"limit":2}})",
        R"({"verb":"move","from":["cards",0],"path":["cards","-"]})",
        R"({"verb":"move","from":["z",0],"path":["cards",0]})",
        R"({"verb":"copy","from":["cards",2],"path":["cards",1]})",
        R"({"verb":"splice","path":["cards"],"value":[0,1]})",
        R"({"verb":"pull","path":["cards"],"value":"a"})", R"({"verb":"pop","path":["cards"]})",
        R"({"verb":"delete","path":["cards"],"options":{"all":true}})",
        R"({"verb":"set","path":["cards",0],"value":"x","options":{"ttl":1}})",
        R"({"verb":"move","from":["cards"],"path":["open"]})",
        R"({"verb":"copy","from":["cards"],"path":["open"]})"}) {
    CAPTURE(text);
    Game game = table({rows, state, text});
    std::string told = told_of(game.play(std::string("[") + text + R"(,{"verb":"get","path":[]}])"));
    game.now = "2025-09-20T09:00:00Z";
    told += told_of(game.play(R"([{"verb":"get","path":[]}])"));
    CHECK_FALSE(contains(told, "SECRET"));
  }
  check_same(rows, R"({"cards":["a","SECRET","c"]})", R"({"cards":["a","a","c"]})",
             {R"([{"verb":"insert","path":["cards",0],"value":"a","options":{"dedupe":true}}])",
              R"([{"verb":"insert","path":["cards",0],"value":"SECRET","options":{"dedupe":true}}])",
              R"([{"verb":"push","path":["cards"],"value":"SECRET","options":{"dedupe":true}}])",
              R"([{"verb":"insert","path":["cards",0],"value":"a"}])"});
  const char* parts = "  - {path: 'list.*.s', read: [operator], write: [operator]}\n";
  check_same(parts, R"({"list":["x",{"a":2},7]})", R"({"list":["x",{"a":2,"s":1},7]})",
             {R"([{"verb":"move","from":["list",1,"a"],"path":["list",1]}])",
              R"([{"verb":"move","from":["list",1,"a"],"path":["list",0]}])"});
  const char* small = "  - {path: 'list.*', read: [operator], max: 5}\n";
  check_same(small, R"({"list":[1,7],"v":{}})", R"({"list":[1,2],"v":{}})",
             {R"([{"verb":"move","from":["v"],"path":["list",0]}])"});
}

TEST_CASE("attack restore-hidden-bin: restore is judged as a move out of the recycle bin") {
  const char* rows = "  - {path: secret, read: [operator]}\n  - {path: 'bin.*.value.s', read: [operator]}\n";
  check_untold(
      {{rows, R"({"secret":"SECRET","bin":{}})",
        R"([{"verb":"delete","path":["secret"],"options":{"softDelete":true}},{"verb":"restore","path":["bin","secret#1"]},
            {"verb":"get","path":[]}])"},
       {rows, R"({"bin":{"x#1":{"value":{"s":"SECRET"},"path":["open"]}}})",
        R"([{"verb":"restore","path":["bin","x#1"]},{"verb":"get","path":["open"]}])"},
       {rows, R"({"bin":{"x#1":{"value":{"s":"SECRET"},"path":["open"]}}})",
        R"([{"verb":"restore","path":["open"]},{"verb":"get","path":["open"]}])"},
       {"  - {path: 'bin.**', read: [operator]}\n", R"({"bin":{"SECRET#1":{"value":1,"path":["x"]}}})",
        R"([{"verb":"restore","path":["x"]}])"},
       {"  - {path: goal, read: [operator]}\n", R"({"goal":"SECRET","x":1})",
        R"([{"verb":"delete","path":["x"],"options":{"softDelete":true,"recycleBinKey":["goal"]}}])"}});
}

TEST_CASE("attack restore-outside-root: a restored value must be inside the root") {
  for (const char* place : {R"(["host","w"])", R"(["w"])", R"(["host"])", R"(["host","list",0])"}) {
    Game game({}, "root: character\nrecycle_bin: character.bin",
              R"({"character":{},"host":{"v":1,"list":[1]}})");
    const std::string entry = std::string(R"({"value":6,"path":)") + place + "}";
    const Played played = game.play(R"([{"verb":"set","path":["character","bin","x#1"],"value":)" + entry +
                                    R"(},{"verb":"restore","path":["character","bin","x#1"]}])");
    CHECK(played.said() == "applied, rejected path.outside");
    CHECK(played.data["host"] == R"({"v":1,"list":[1]})");
  }
}

TEST_CASE("attack kept-hidden-keys: no count and no key of hidden values is revealed") {
  const char* rows = "  - {path: 'vault.*', read: [operator]}\n";
  check_untold(
      {{rows, R"({"vault":{"SECRET":{"_is_protected":true,"x":1},"b":2}})",
        R"([{"verb":"delete","path":["vault"],"options":{"all":true}}])"},
       {rows, R"({"vault":{"SECRET":1}})", R"([{"verb":"insert","path":["vault"],"value":{"SECREX":1}}])"}});
  check_same(
      rows, R"({"vault":{"a":1,"b":2}})", R"({"vault":{}})",
      {R"([{"verb":"insert","path":["vault"],"value":{"a":1}}])",
       R"([{"verb":"insert","path":["vault"],"value":{"a":1},"options":{"dedupe":true}}])",
       R"([{"verb":"delete","path":["vault"],"options":{"all":true}}])",
       R"([{"verb":"delete","path":["vault"],"options":{"cascade":false}}])",
       R"([{"verb":"set","path":["vault","a"],"value":1,"options":{"ifMissing":true}}])",
       R"([{"verb":"ensure","path":["vault","a"],"value":1}])",
       R"([{"verb":"add","path":["vault","a"],"value":1}])", R"([{"verb":"add","path":["vault"],"value":1}])",
       R"([{"verb":"set","path":["vault"],"value":{},"options":{"expect":{"length":0}}}])",
       R"([{"verb":"copy","from":["vault","a"],"path":["vault","c"]}])",
       R"([{"verb":"set","path":["vault","a"],"value":1,"options":{"ttl":5}}])",
       R"([{"verb":"delete","path":["vault","a"]}])", R"([{"verb":"push","path":["vault","a"],"value":1}])",
       R"([{"verb":"set","path":["vault","a","deep"],"value":1}])"});
}

TEST_CASE("an actor who overwrites a whole object keeps the members that it can neither read nor write") {
  Game game = table({"  - {path: 'p.*.s', read: [operator], write: [operator]}\n",
                     R"({"p":{"li":{"s":"SECRET","n":1}}})", ""});
  const Played played = game.play(R"([{"verb":"set","path":["p","li"],"value":{"n":2}}])");
  CHECK(played.said() == "applied");
  CHECK(played.data == R"({"p":{"li":{"s":"SECRET","n":2}}})");
  CHECK(game.play(R"([{"verb":"set","path":["p"],"value":{"li":{"m":3}}}])").data ==
        R"({"p":{"li":{"s":"SECRET","m":3}}})");
  CHECK(game.play(R"([{"verb":"set","path":["p"],"value":{}}])").said() == "rejected authority.denied");
  CHECK(game.play(R"([{"verb":"set","path":["p","li"],"value":1}])").said() == "rejected authority.denied");
}

TEST_CASE("a refused write of a tool reveals nothing of what is hidden there") {
  const char* tools = R"lua(local function texts() return {en="s", zh="s"} end
    tool "put" { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
      run = function(args, ctx) ctx.set(args.at, args.v) end }
    tool "into" { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
      run = function(args, ctx) ctx.insert(args.at, args.v) end }
    tool "go" { summary = texts(), guidance = texts(), args = { at = str{}, to = str{} }, rejects = {}, settles = {},
      run = function(args, ctx) ctx.move(args.at, args.to) end }
    rule "sevens" { path = "y", run = function(effect) if effect.after == 7 then return deny("no sevens") end end })lua";
  const std::string rules =
      "fields:\n  - {path: '**.t', read: [operator], write: [player, operator]}\n"
      "  - {path: 'hid.*', read: [operator]}\n  - {path: most.s, read: [operator]}\n  - {path: n, read: "
      "[operator], type: integer}\n";
  for (const char* call :
       {R"({"tool":"put","args":{"at":"a","v":{"x":1}}})", R"({"tool":"put","args":{"at":"n","v":"x"}})",
        R"({"tool":"into","args":{"at":"hid","v":{"b":1,"c":1}}})",
        R"({"tool":"go","args":{"at":"hid.b[1].deep","to":"z.y"}})",
        R"({"tool":"go","args":{"at":"most","to":"y"}})"}) {
    CAPTURE(call);
    std::string told;
    for (const char* state :
         {R"({"a":{"t":1,"b":{}},"hid":{"b":[1,2]},"n":1,"z":{},"most":{"u":7}})",
          R"({"a":{"b":{"t":1}},"hid":{"b":{},"c":2},"n":2,"z":{},"most":{"s":7,"u":7}})"}) {
      Game game({{"p", tools}}, rules, state);
      const Played played = game.play(std::string(R"({"tool_calls":[)") + call + "]}");
      const std::string now = told_of(played) + played.verdict["tool_results"].text();
      CHECK(contains(now, "rejected"));
      CHECK_MESSAGE((told.empty() || told == now), told, "\n", now);
      told = now;
    }
  }
}

TEST_CASE("attack cross-actor: a value that one actor may not read is not moved to where another reads it") {
  for (const char* text : {R"([{"verb":"move","from":["vault"],"path":["open"]}])",
                           R"([{"verb":"copy","from":["vault"],"path":["open"]}])"}) {
    Game game({},
              std::string("fields:\n  - {path: 'vault.*', read: [operator]}\n") +
                  "  - {path: open, read: [player, operator]}\n" + kAll,
              R"({"vault":{"code":"SECRET"}})");
    CHECK(game.play(text).said() == "rejected authority.denied");
  }
  // Who reads all of it may move it up and down.
  Game cards({}, std::string("fields:\n  - {path: 'cards[0].s', read: [model, operator]}\n") + kAll,
             R"({"cards":[{"s":1},{"s":2}]})");
  CHECK(cards.play(R"([{"verb":"insert","path":["cards",0],"value":{"s":3}}])").said() == "applied");
}

TEST_CASE("attack selfcopy: a copy does not reveal whether a hidden value fits its place") {
  check_same("  - {path: 'v.b', read: [operator], type: array}\n", R"({"v":{"a":1,"b":{"x":1}}})",
             R"({"v":{"a":1,"b":[1]}})", {R"([{"verb":"copy","from":["v"],"path":["v"]}])"});
}

TEST_CASE("attack pair-made: no write turns hidden values of a list into a described pair") {
  const std::string pairs = "described_pairs: [l, \"deep.**\"]";
  check_untold(
      {{"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET"]})",
        R"([{"verb":"push","path":["l"],"value":"d"},{"verb":"get","path":[]}])"},
       {"  - {path: 'l.*', read: [operator]}\n", R"({"l":["SECRET"]})",
        R"([{"verb":"push","path":["l"],"value":"d"},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[0].k', read: [operator]}\n", R"({"l":[{"k":"SECRET"},3]})",
        R"([{"verb":"set","path":["l",1],"value":"d"},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[1]', read: [operator]}\n", R"({"l":["a","SECRET",2]})",
        R"([{"verb":"delete","path":["l",2]},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET",2]})",
        R"([{"verb":"add","path":["l",1],"value":"d"},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET",{"x":"t"}]})",
        R"([{"verb":"move","from":["l",1,"x"],"path":["l",1]},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET","t",5]})",
        R"([{"verb":"move","from":["l",2],"path":["z"]},{"verb":"get","path":[]}])"},
       {"  - {path: 'l.*.k', read: [operator]}\n", R"({"l":[{"k":"SECRET"},"t",5]})",
        R"([{"verb":"pull","path":["l"],"value":5},{"verb":"get","path":[]}])"},
       {"  - {path: 'deep.a[0]', read: [operator]}\n", R"({"deep":{"a":["SECRET"]}})",
        R"([{"verb":"insert","path":["deep","a"],"value":"d"},{"verb":"get","path":[]}])"},
       {"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET","t",5]})",
        R"([{"verb":"set","path":["l",2],"value":6,"options":{"ttl":1}},{"verb":"get","path":[]}])"}},
      pairs);
  // Whether it would have made one is not told either.
  check_same("  - {path: 'l.*', read: [operator]}\n", R"({"l":[]})", R"({"l":["SECRET"]})",
             {R"([{"verb":"push","path":["l"],"value":"d"}])"}, pairs);
  // A row that hides the same in the list and in the pair is in nobody's way.
  Game lists = table({"  - {path: '**.secret', read: [operator]}\n", R"({"l":[{"a":1}]})", ""}, pairs);
  CHECK(lists.play(R"([{"verb":"push","path":["l"],"value":"d"}])").said() == "applied");
}

TEST_CASE("attack pair-made: no later removal turns hidden values into a described pair") {
  Game game = table({"  - {path: 'l[0]', read: [operator]}\n", R"({"l":["SECRET","t",5]})", ""},
                    "described_pairs: [l]");
  CHECK(game.play(R"([{"verb":"set","path":["l",2],"value":6,"options":{"ttl":60000}}])").said() ==
        "rejected authority.denied");
  CHECK(game.play(R"([{"verb":"set","path":["l",2],"value":6}])").said() == "applied");
}

TEST_CASE("attack tool-code: a refused write has the same message, whatever is hidden there") {
  const std::string rules =
      "fields:\n  - {path: 'vault.*', read: [operator], write: [operator]}\n"
      "  - {path: 'caps.n', read: [operator], max: 9}\n"
      "  - {path: '**', write: [model, tool, automation, derive, operator]}\n";
  const auto check_alike = [&](const std::string& plugin, const char* text,
                               std::initializer_list<const char*> states) {
    CAPTURE(plugin);
    std::string told;
    for (const char* state : states) {
      Game game({{"p", plugin}}, rules, state);
      const Played played = game.play(text);
      const std::string now = told_of(played) + played.verdict["tool_results"].text();
      CHECK(contains(now, "so its value is not shown"));
      CHECK_MESSAGE((told.empty() || told == now), told, "\n", now);
      told = now;
    }
  };
  for (const char* write :
       {"ctx.add('vault.code', 1)", "ctx.push('vault.code', 1)", "ctx.set('vault.code', 1)",
        "ctx.insert('vault.code', {a = 1})", "ctx.delete('vault.code')", "ctx.add('caps.n', 5)",
        "ctx.set('vault.code', 1, {ifEquals = 7})"}) {
    const std::initializer_list<const char*> states = {
        R"({"vault":{"code":"X"},"caps":{"n":"x"}})", R"({"vault":{"code":7},"caps":{"n":7}})",
        R"({"vault":{"code":[1]},"caps":{"n":[]}})", R"({"vault":{},"caps":{"n":8}})"};
    check_alike(R"(local S={en="x",zh="x"}
      tool("put",{summary=S,guidance=S,args={},rejects={},settles={},run=function(args,ctx) )" +
                    std::string(write) + " return 'done' end})",
                R"({"tool_calls":[{"tool":"put","args":{}}]})", states);
    check_alike(
        "automation(\"au\",{on=\"changed(trig)\",run=function(ev,ctx) " + std::string(write) + " end})",
        R"([{"verb":"set","path":["trig"],"value":1}])", states);
  }
}

TEST_CASE("a place that an actor may neither read nor write does not answer a guess") {
  check_same(
      "  - {path: 'p.*.s', read: [operator], write: [operator]}\n", R"({"p":{"li":{"s":"SECRET","n":1}}})",
      R"({"p":{"li":{"n":1}}})",
      {R"([{"verb":"set","path":["p","li","s"],"value":"SECRET"}])",
       R"([{"verb":"merge","path":["p","li"],"value":{"s":"SECRET"}}])",
       R"([{"verb":"set","path":["p","li"],"value":{"s":"SECRET","n":1}}])",
       R"([{"verb":"set","path":["p","li"],"value":{"n":2}}])", R"([{"verb":"delete","path":["p","li"]}])",
       R"([{"verb":"move","from":["p","li"],"path":["p","bo"]}])",
       R"([{"verb":"copy","from":["p","li"],"path":["p","bo"]}])",
       R"([{"verb":"merge","path":["p","li"],"value":{"n":2},"options":{"ttl":1}}])"});
}
