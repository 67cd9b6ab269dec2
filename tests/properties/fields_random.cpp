#include "fields_random.hpp"

#include <algorithm>

#include "ruleset/ruleset_source.hpp"
#include "state/path_text.hpp"
#include "state/seen.hpp"
#include "state/subtree.hpp"

namespace gavel::testing {
namespace {

const std::vector<std::string> kPatterns = {
    "a",           "a.s",           "a.*",       "a.b.s",       "*.s",         "**.s",
    "list[1]",     "list[0]",       "list.*.s",  "list",        "pairs.*",     "pairs.*.s",
    "pairs.*.a",   "vault",         "vault.*",   "vault.a",     "vault.**",    "bin",
    "bin.**",      "bin.*.value.s", "**",        "b",           "b.*.t",       "[\"x.y\"]",
    "a.list[1]",   "list[2].s",     "a.**",      "t",           "bin.*",       "bin.*.path",
    "bin.*.value", "bin.t#1",       "vault.b.*", "a.b",         "b.s",         "bin.*.path[0]",
    "a.b.value",   "list.*",        "pairs.a",   "a.__version", "vault.*.s.t", "**.t"};

// Tools that write wherever they are told, and a rule.
const char* const kPlugin = R"lua(
local function texts() return {en="s", zh="s"} end
local function writes(name, run)
  tool(name) { summary = texts(), guidance = texts(), args = { at = str{}, v = any{} }, rejects = {}, settles = {},
    run = run }
end
writes("put", function(args, ctx) ctx.set(args.at, args.v) end)
writes("more", function(args, ctx) ctx.add(args.at, args.v) end)
writes("onto", function(args, ctx) ctx.push(args.at, args.v) end)
writes("into", function(args, ctx) ctx.insert(args.at, args.v) end)
writes("away", function(args, ctx) ctx.delete(args.at) end)
writes("go", function(args, ctx) ctx.move(args.at, args.v) end)
)lua";

const char* const kRule = R"lua(rule "sevens" { path = "t", run = function(effect, ctx)
  if effect.after == 7 then return deny("no sevens") end return allow() end })lua";

std::string some_actors(Random& random) {
  static const std::vector<std::string> kActors = {"[operator]",        "[operator]",
                                                   "[model, operator]", "[player, operator]",
                                                   "[tool, operator]",  "[model, player, operator, tool]"};
  return random.pick(kActors);
}

// Two places, something hidden in the first, and nearly the same rows for the second.
std::string some_twins(FieldsCase& game, Random& random) {
  static const std::vector<std::string> kTo = {"b", "t", "vault", "vault.a", "pairs.a", "x"};
  const std::string& to = random.pick(kTo);
  const auto row = [&game](const std::string& pattern, const std::string& more) {
    game.patterns.push_back(pattern);
    return "  - {path: '" + pattern + "', " + more + "}\n";
  };
  std::string rows = row("a.s", "read: [operator]");
  const std::string hidden = "read: [operator]";
  switch (random.below(4)) {
    case 0:
      return rows + row(to, hidden) +
             row(to + ".s", "type: " + std::string(random.chance(50) ? "integer" : "string"));
    case 1:
      return rows + row(to, hidden) + row(to + ".s", "read: [model, player, operator]");
    case 2:
      return rows + row(to + ".s", hidden + ", type: integer");
    default:
      return rows + row(to + ".s", hidden + ", write: " + some_actors(random));
  }
}

std::string some_rows(FieldsCase& game, Random& random) {
  std::string rows;
  game.patterns.clear();
  if (random.chance(20)) rows = some_twins(game, random);
  for (std::size_t left = 2 + random.below(5); left > 0; --left) {
    std::string pattern = random.pick(kPatterns);
    // Something else may hold in a part of what a row speaks for.
    const bool inside = !game.patterns.empty() && random.chance(30);
    if (inside) pattern = game.patterns.back() + (random.chance(30) ? ".*" : random.chance(50) ? ".s" : ".a");
    if (std::ranges::find(game.patterns, pattern) != game.patterns.end()) continue;
    game.patterns.push_back(pattern);
    rows += "  - {path: '" + pattern + "'";
    const bool reads = random.chance(65) && pattern != "**";
    if (reads && inside && random.chance(40))
      rows += ", read: [model, player, operator]";
    else if (reads)
      rows += ", read: " + (random.chance(70) ? "[operator]" : some_actors(random));
    if (!reads || random.chance(40)) rows += ", write: " + some_actors(random);
    const bool bin = pattern.starts_with("bin") || pattern.starts_with("**");
    if (!bin && random.chance(inside ? 35 : 15)) rows += ", type: [integer, string, object]";
    if (!bin && random.chance(6)) rows += ", max: 5";
    rows += "}\n";
  }
  return rows;
}

// `lua`: of the one plugin; empty: there is none.
std::shared_ptr<const Ruleset> made(const std::string& rules, const std::string& lua) {
  std::vector<Problem> problems;
  RulesetSource source;
  const std::string yaml = "ruleset: test\nversion: 1.0.0\nplugins: [" + std::string(lua.empty() ? "" : "p") +
                           "]\n" + rules +
                           (rules.find("retry:") == std::string::npos ? "retry: {on: []}\n" : "");
  source.file = read_ruleset_file(yaml, "ruleset.yaml", Limits(), problems);
  source.state = Json(Json::value_t::object);
  if (!lua.empty()) {
    Pack& pack = source.packs.emplace_back();
    pack.manifest_text =
        "plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: A test., zh: 测试。}\nfiles: [p.lua]\n";
    pack.manifest = read_manifest(pack.manifest_text, "p/plugin.yaml", Limits(), problems);
    pack.folder = "plugins/p";
    pack.files.push_back({"p.lua", lua});
    pack.as = source.file.plugins[0].as;
    pack.params = check_params(pack.manifest, nullptr, source.file.plugins[0].where, Limits(), problems);
  }
  return Ruleset::build(std::move(source)).ruleset;
}

FieldsTurn by_operator(const Path& place, Random& random) {
  FieldsTurn turn;
  turn.actor = Actor::kOperator;
  turn.commands.push_back(
      Json{{"verb", "set"}, {"path", path_to_json(place)}, {"value", some_hidden(random)}});
  return turn;
}

// A ttl, something of the operator's under it, and its time. So many commands.
std::size_t add_doomed(FieldsCase& game, Random& random, const std::vector<Path>& known) {
  const Path inside = some_place(game, random, {});
  if (inside.size() < 2) return 0;
  const Path doomed(inside.view().parent());
  FieldsTurn first;
  first.actor = game.observer;
  Json value = random.chance(50) ? Json(Json::value_t::object) : some_value(random, 2);
  first.commands.push_back(Json{{"verb", random.chance(50) ? "set" : "merge"},
                                {"path", path_to_json(doomed)},
                                {"value", std::move(value)},
                                {"options", Json{{"ttl", 1}}}});
  game.turns.push_back(std::move(first));
  game.turns.push_back(by_operator(inside, random));
  FieldsTurn& last = game.turns.emplace_back();
  last.actor = game.observer;
  last.after_ms = 2000;
  last.commands = some_commands(game, random, known);
  return 2 + last.commands.size();
}

}  // namespace

void choose_rules(FieldsCase& game, Random& random) {
  static const std::vector<std::string> kBins = {"bin", "bin", "bin", "vault.a", "a.b", "b"};
  static const std::vector<std::string> kPairs = {"pairs.*", "pairs.*", "a.*", "list.*", "**.s"};
  const std::string rows = some_rows(game, random);
  // What fits into a bin is asked of what came there, and a hidden one takes nothing if it is not an
  // object: bins and rows of types stay apart.
  const bool typed = rows.find("type:") != std::string::npos || rows.find("max:") != std::string::npos;
  std::string rules = "fields:\n" + rows;
  if (random.chance(70)) rules += "described_pairs: [\"" + random.pick(kPairs) + "\"]\n";
  rules += "recycle_bin: " + (typed ? "bin" : random.pick(kBins)) + "\n";
  if (random.chance(10)) rules += "root: a\n";
  if (random.chance(30)) rules += "retry: {on: [command], max: 1}\n";
  if (random.chance(8)) rules += "batch: atomic\n";
  game.rules = rules;
  game.observer = random.chance(70) ? Actor::kModel : Actor::kPlayer;
  const std::string tools = random.chance(30) ? kPlugin : "";
  game.ruleset = made(rules, tools);
  Path ruled;
  ruled.push_key("t");
  // What a rule is asked must depend on nothing hidden.
  if (!tools.empty() && !game.hides(ruled) && !game.fields().hides_below(ruled, game.observer))
    game.ruleset = made(rules, tools + kRule);
}

Json seen_by(const FieldsCase& game, const Json& data) {
  return part_seen(data, Path(), game.described(), [&game](PathView path) { return !game.closed(path); });
}

void choose_play(FieldsCase& game, Random& random) {
  constexpr std::size_t kCommands = 20;
  choose_states(game, random);
  game.turns.clear();
  std::vector<Path> known;
  for (Subtree nodes(game.one, Path(), game.described()); nodes.next();)
    if (to_dotted(nodes.path()).find(kMarker) == std::string::npos) known.push_back(nodes.path());
  for (std::size_t done = 0; done < kCommands && !random.used_up();) {
    if (random.chance(4)) {
      done += add_doomed(game, random, known);
      continue;
    }
    FieldsTurn& turn = game.turns.emplace_back();
    turn.actor = game.observer;
    turn.after_ms = random.chance(70) ? 0 : random.chance(60) ? 2000 : 4'000'000;
    if (random.chance(12))
      turn = by_operator(some_place(game, random, known), random);
    else
      turn.commands = some_commands(game, random, known);
    done += turn.commands.size();
  }
}

}  // namespace gavel::testing
