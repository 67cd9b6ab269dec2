// Exchanging the rules of a running campaign: tried, made, taken back, judged anew.

#include <functional>
#include <map>

#include <doctest/doctest.h>

#include "campaign/campaigns.hpp"
#include "state/json_writer.hpp"
#include "store/hash.hpp"
#include "store/memory_store.hpp"

using gavel::Campaigns;
using gavel::Json;
using gavel::SwapPlan;

namespace {

struct PluginFiles {
  std::string name;
  std::string version;
  std::string lua;
};

// A ruleset as one text, without files anywhere.
std::string image_of(const std::vector<PluginFiles>& plugins, const std::string& version,
                     const std::string& more = "", const char* state = "hp: 10\nmood: 5\n") {
  std::string yaml = "ruleset: game\nversion: " + version + "\nstate: initial.yaml\nretry: {on: []}\n" + more;
  Json files(Json::value_t::object);
  yaml += "\nplugins: [";
  for (const PluginFiles& plugin : plugins) {
    yaml += (yaml.back() == '[' ? "" : ", ") + plugin.name;
    const std::string folder = "plugins/" + plugin.name + "/";
    files[folder + "plugin.yaml"] = "plugin: " + plugin.name + "\nversion: " + plugin.version +
                                    "\napi: 1\nsummary: {en: A test., zh: 测试。}\nfiles: [init.lua]\n";
    files[folder + "init.lua"] = plugin.lua;
  }
  files["ruleset.yaml"] = yaml + "]\n";
  files["initial.yaml"] = state;
  Json image(Json::value_t::object);
  image["gavel_ruleset"] = 1;
  image["ruleset"] = "game";
  image["version"] = version;
  image["limits"] = Json(Json::value_t::object);
  image["files"] = files;
  return gavel::to_text(image);
}

std::string cap(int most) {
  return "rule \"cap\" { path = \"hp\", run = function(effect)\n  if effect.after > " + std::to_string(most) +
         " then return deny(\"too much\") end\n  return allow() end }\n";
}

// hp is a number.
std::string first_rules() { return image_of({{"body", "1.0.0", cap(20)}}, "1.0.0"); }

// hp is {current, max}.
const char* const kUpAndDown = R"(
migrate { from = "1.x",
  up = function(ctx)
    ctx.set("hp", { current = ctx.get("hp"), max = 20 })
    ctx.log("hp has a maximum now")
    ctx.emit("hp_grew", { by = ctx.roll(6) })
  end,
  down = function(ctx) ctx.set("hp", ctx.get("hp.current")) end }
derive "share" { path = "share", run = function(ctx)
  local hp = ctx.get("hp.current")
  if not hp then return nil end
  return hp * 100 // ctx.get("hp.max") end }
automation "ends" { on = "turn_end", run = function(event, ctx) ctx.set("ended", (ctx.get("ended") or 0) + 1) end }
)";
std::string second_rules(const std::string& lua = kUpAndDown, const std::string& more = "") {
  // Its own beginning fits its own fields; what was played need not.
  const char* const state = more.empty() ? "hp: 10\nmood: 5\n" : "hp: {current: 10, max: 20}\nmood: 1\n";
  return image_of({{"body", "2.0.0", lua}}, "2.0.0", more, state);
}

// What stands at a place of a JSON: "turns.0.same"; "-": nothing.
std::string at(const Json& json, const std::string& place) {
  const Json* node = &json;
  for (std::size_t from = 0; from <= place.size();) {
    const std::size_t end = std::min(place.find('.', from), place.size());
    const std::string step = place.substr(from, end - from);
    from = end + 1;
    if (node->is_array() && std::stoul(step) < node->size()) {
      node = &gavel::array_of(*node)[std::stoul(step)];
    } else {
      node = gavel::member(*node, step);
    }
    if (node == nullptr) return "-";
  }
  return node->is_string() ? gavel::string_of(*node) : gavel::to_text(*node);
}

struct Play {
  std::unique_ptr<gavel::Store> store = gavel::open_memory_store();
  std::unique_ptr<Campaigns> campaigns = std::make_unique<Campaigns>(*store);
  std::int64_t clock = 1'700'000'000'000;

  explicit Play(const std::string& image, const Json& fields = Json()) {
    const auto made = campaigns->create({"c", image, "seed", fields, {}, tick()});
    INFO((made ? "" : made.error().message));
    REQUIRE(made.ok());
  }

  gavel::Time tick() { return {clock += 1000}; }

  // Another host over the same store.
  void reopen() { campaigns = std::make_unique<Campaigns>(*store); }

  // The status, and the code, of the first command; or the error's code.
  std::string turn(const std::string& id, const std::string& text, const std::string& replaces = "") {
    gavel::TurnInput request;
    request.turn = id;
    request.parts.back().text = text;
    request.replaces = replaces;
    request.now = tick();
    const auto answer = campaigns->turn("c", request);
    if (!answer) return std::string(gavel::code_name(answer.error().code)) + " " + answer.error().message;
    const Json verdict = Json::parse(answer->verdict);
    const std::string code = at(verdict, "commands.0.code");
    return at(verdict, "commands.0.status") + (code == "-" ? "" : " " + code);
  }

  Json swap(const std::string& image, const std::string& id, bool force = false) {
    SwapPlan plan{image, false, 20, force, id, tick()};
    return value(campaigns->swap("c", plan));
  }
  Json dry_run(const std::string& image, std::size_t last = 20) {
    SwapPlan plan{image, true, last, false, "", tick()};
    return value(campaigns->swap("c", plan));
  }

  static Json value(gavel::Result<Json> result) {
    INFO((result ? "" : result.error().message));
    REQUIRE(result.ok());
    return std::move(*result);
  }

  Json shown() { return value(campaigns->show("c")); }
  std::string data() { return at(value(campaigns->state("c", std::nullopt)), "data"); }
  std::string rules() { return at(shown(), "ruleset.version"); }
  std::string rollback(const char* to) {
    return at(value(campaigns->rollback("c", to, tick())), "ruleset.version");
  }

  // Nothing is wrong with what is stored, and judging it anew gives the same.
  void check_whole() {
    for (const auto& found : {campaigns->verify("c"), campaigns->rebuild("c", 2)}) {
      INFO((found ? "" : found.error().message));
      REQUIRE(found.ok());
      for (const gavel::Finding& finding : *found) FAIL_CHECK(finding.turn << ": " << finding.what);
    }
  }

  // Everything of the campaign that the store keeps.
  std::string stored() {
    const auto campaign = store->load("c");
    const auto turns = store->turns("c", {});
    std::string all = campaign->record + campaign->head.hash + std::to_string(campaign->head.revision);
    for (const gavel::Turn& turn : *turns) all += turn.hash;
    const auto packs = store->packs("c");
    for (const std::string& pack : *packs) all += pack;
    return all;
  }
};

}  // namespace

TEST_CASE("a dry run stores nothing and lists the turns that the new rules would refuse [B-05]") {
  Play play(first_rules());
  CHECK(play.turn("t-1", "_.set('mood', 6);") == "applied");
  CHECK(play.turn("t-2", "_.set('hp', 18);") == "applied");
  CHECK(play.turn("t-3", "_.add('hp', -4);") == "applied");
  CHECK(play.turn("t-4", "_.set('mood', 7);") == "applied");
  const std::string before = play.stored();
  const std::string narrow = image_of({{"body", "1.1.0", cap(15)}}, "1.1.0");
  const Json report = play.dry_run(narrow, 3);
  CHECK(play.stored() == before);
  CHECK_FALSE(play.store->pack(gavel::sha256_hex(narrow)).ok());

  CHECK(at(report, "applied") == "false");
  CHECK(at(report, "from.version") == "1.0.0");
  CHECK(at(report, "to.hash") == gavel::sha256_hex(narrow));
  CHECK(at(report, "rules.0") == "rule body/cap: changed (plugins/body/init.lua:1)");
  CHECK(at(report, "migrated") == R"([{"plugin":"body","from":"1.0.0","to":"1.1.0","ran":[],)"
                                  R"("note":"it has no migration between these versions"}])");
  CHECK(at(report, "changes") == "[]");
  CHECK(at(report, "problems") == "[]");

  CHECK(at(report, "turns.0.turn_id") == "t-2");
  CHECK(at(report, "turns.0.same") == "false");
  CHECK(at(report, "turns.0.outcome") == "accepted");
  CHECK(at(report, "turns.0.differences.0.what") == "command");
  CHECK(at(report, "turns.0.differences.0.verb") == "set");
  CHECK(at(report, "turns.0.differences.0.path") == R"(["hp"])");
  CHECK(at(report, "turns.0.differences.0.stored") == R"({"status":"applied"})");
  CHECK(at(report, "turns.0.differences.0.now.code") == "rule.denied");
  CHECK(at(report, "turns.0.differences.0.now.rule") == "body/cap");
  CHECK(at(report, "turns.0.differences.0.now.at") == "plugins/body/init.lua:2");
  CHECK(
      at(report, "turns.0.differences.1") ==
      R"({"what":"change","path":["hp"],"stored":{"before":10,"after":18,"cause":"command 0"},"now":null})");
  // The next turn is judged on what the new rules made of the one before.
  CHECK(at(report, "turns.1.turn_id") == "t-3");
  CHECK(at(report, "turns.1.differences.0.now") == R"({"before":10,"after":6,"cause":"command 0"})");
  CHECK(at(report, "turns.2.turn_id") == "t-4");
  CHECK(at(report, "turns.2.same") == "true");
  CHECK(at(report, "turns.3") == "-");
}

TEST_CASE("a dry run with the campaign's own rules judges all turns the same [B-05]") {
  Play play(second_rules());
  for (const char* id : {"t-1", "t-2", "t-3"}) CHECK(play.turn(id, "_.add('mood', 1);") == "applied");
  const Json report = play.dry_run(second_rules(), 2);
  CHECK(at(report, "turns.0.turn_id") == "t-2");
  CHECK(at(report, "turns.0.same") == "true");
  CHECK(at(report, "turns.1.same") == "true");
  CHECK(at(report, "migrated") == "[]");
  CHECK(at(report, "rules") == "[]");
  CHECK(gavel::code_name(play.campaigns->swap("c", {second_rules(), false, 0, true, "s", {}}).error().code) ==
        "store.invalid");
}

TEST_CASE("a dry run migrates both the earlier state and the present one [B-05]") {
  Play play(first_rules());
  CHECK(play.turn("t-1", "_.set('hp', 12);\n_.set('mood', 1);") == "applied");
  CHECK(play.turn("t-2", "_.set('hp', 16);") == "applied");
  CHECK(play.turn("t-3", "_.add('hp.current', 1);").starts_with("rejected"));
  const Json report =
      play.dry_run(second_rules(kUpAndDown, "fields: [{path: hp, type: object}, {path: mood, max: 4}]"), 2);
  CHECK(at(report, "changes.0.path") == R"(["hp"])");
  CHECK(at(report, "changes.0.before") == "16");
  CHECK(at(report, "turns.0.differences.0.now.code") == "type.mismatch");
  CHECK(at(report, "turns.1.differences.0.now.status") == "applied");
  CHECK(at(report, "turns.1.differences.1") == R"({"what":"change","path":["hp","current"],"stored":null,)"
                                               R"("now":{"before":12,"after":13,"cause":"command 0"}})");
  CHECK(at(report, "problems") == "[]");
  CHECK(play.data() == R"({"hp":16,"mood":1})");
}

TEST_CASE("a swap migrates the state up and down, and is a turn like others [B-05]") {
  Play play(first_rules());
  CHECK(play.turn("t-1", "_.set('hp', 15);") == "applied");
  const Json up = play.swap(second_rules(), "s-1");
  CHECK(at(up, "applied") == "true");
  CHECK(at(up, "version") == "2");
  CHECK(at(up, "migrated") ==
        R"([{"plugin":"body","from":"1.0.0","to":"2.0.0","ran":)"
        R"([{"migration":"body/1","direction":"up","at":"plugins/body/init.lua:2"}]}])");
  CHECK(at(up, "changes.0.cause") == "migration body");
  CHECK(at(up, "changes.3") == R"({"path":["share"],"after":75,"cause":"derive body/share"})");
  CHECK(at(up, "changes.4") == "-");
  CHECK(at(up, "logs.0.text") == "hp has a maximum now");
  CHECK(at(up, "events.0.name") == "hp_grew");
  // No time has passed in the game: the automation of the turn's end did not run.
  CHECK(play.data() == R"({"hp":{"current":15,"max":20},"mood":5,"share":75})");
  CHECK(play.rules() == "2.0.0");

  gavel::AuditQuery query;
  query.actor = "migration";
  const auto audit = play.store->audit("c", query);
  REQUIRE(audit->hits.size() == 1);
  CHECK(audit->hits[0].turn == "s-1");
  CHECK(at(audit->hits[0].record, "key") == "body/1");
  CHECK(at(audit->hits[0].record, "changes.0.path") == R"(["hp"])");
  CHECK(play.store->packs("c")->size() == 2);

  CHECK(play.turn("t-2", "_.add('hp.current', -5);") == "applied");
  CHECK(play.data() == R"({"hp":{"current":10,"max":20},"mood":5,"share":50,"ended":1})");
  const Json down = play.swap(first_rules(), "s-2");
  CHECK(at(down, "migrated.0.ran.0") ==
        R"({"migration":"body/1","direction":"down","at":"plugins/body/init.lua:2"})");
  CHECK(play.data() == R"({"hp":10,"mood":5,"share":50,"ended":1})");
  CHECK(play.turn("t-3", "_.set('hp', 21);") == "rejected rule.denied");
  play.check_whole();
  play.reopen();
  CHECK(play.rules() == "1.0.0");
  CHECK(play.turn("t-4", "_.set('hp', 20);") == "applied");
  play.check_whole();
}

TEST_CASE("the same swap sent again is answered as the first time [B-05]") {
  Play play(first_rules());
  const Json first = play.swap(second_rules(), "s-1");
  const std::string before = play.stored();
  const Json again = play.swap(second_rules(), "s-1");
  CHECK(at(again, "repeated") == "true");
  for (const char* same : {"from", "to", "migrated", "changes", "problems", "applied", "version", "hash"})
    CHECK(at(again, same) == at(first, same));
  CHECK(play.stored() == before);
  CHECK(
      gavel::code_name(play.campaigns->swap("c", {first_rules(), false, 0, true, "s-1", {}}).error().code) ==
      "turn.conflict");
  CHECK(play.turn("s-1", "_.set('mood', 1);").starts_with("turn.conflict"));
}

TEST_CASE("a migration that fails leaves everything unchanged, forced or not [B-05]") {
  struct Broken {
    const char* what;
    std::string image;
    const char* code;
    const char* at;
  };
  const Broken broken[] = {
      {"raises",
       second_rules("migrate { from = '1.x', up = function(ctx)\n  ctx.set('hp', 1)\n  error('no') end }"),
       "plugin.error", "plugins/body/init.lua:3"},
      {"refuses",
       second_rules(
           "migrate { from = '1.x', up = function(ctx)\n  ctx.set('hp', 1)\n  return reject('no') end }"),
       "plugin.error", "plugins/body/init.lua:3"},
      {"loops",
       second_rules(
           "migrate { from = '1.x', up = function(ctx)\n  ctx.set('hp', 1)\n  while true do end end }"),
       "plugin.fuel", "plugins/body/init.lua:3"},
      {"may not write",
       second_rules(
           "migrate { from = '1.x', up = function(ctx)\n  ctx.set('hp', 1)\n  ctx.set('mood', 1) end }",
           "fields: [{path: mood, write: [model]}]"),
       "authority.denied", "ruleset.yaml:5"},
      {"may not write, and hides it",
       second_rules("migrate { from = '1.x', up = function(ctx)\n"
                    "  pcall(function() ctx.set('mood', 1) end) end }",
                    "fields: [{path: mood, write: [model]}]"),
       "authority.denied", "ruleset.yaml:5"},
      {"the second of two",
       second_rules("migrate { from = '1.x', up = function(ctx) ctx.set('hp', 1) end }\n"
                    "migrate { from = '*', up = function(ctx)\n  error('no') end }"),
       "plugin.error", "plugins/body/init.lua:3"},
      {"the state is too deep for the new rules", second_rules("", "limits: {max_document_weight: 10}"),
       "limit.size", "-"},
  };
  for (const Broken& one : broken) {
    CAPTURE(one.what);
    Play play(first_rules());
    CHECK(play.turn("t-1", "_.set('mood', 6);") == "applied");
    const std::string before = play.stored();
    for (const bool force : {false, true}) {
      const Json report = play.swap(one.image, "s-1", force);
      CHECK(at(report, "applied") == "false");
      CHECK(at(report, "problems.0.about") == "migration");
      CHECK(at(report, "problems.0.fatal") == "true");
      CHECK(at(report, "problems.0.code") == one.code);
      CHECK(at(report, "problems.0.at") == one.at);
      CHECK(at(report, "changes") == "[]");
    }
    CHECK(at(play.dry_run(one.image), "problems.0.code") == one.code);
    CHECK(play.stored() == before);
    CHECK(play.data() == R"({"hp":10,"mood":6})");
    CHECK(play.turn("t-2", "_.set('hp', 21);") == "rejected rule.denied");
    play.check_whole();
  }
}

TEST_CASE("values that the new rules forbid refuse a swap unless it is forced [B-05]") {
  Play play(first_rules());
  const std::string strict = second_rules(
      "migrate { from = '1.x', up = function(ctx) end }",
      "fields: [{path: hp, type: object}, {path: mood, max: 4, type: integer}, {path: hp.current, min: 0}]");
  const std::string before = play.stored();
  Json report = play.swap(strict, "s-1");
  CHECK(at(report, "applied") == "false");
  CHECK(at(report, "problems.0.about") == "state");
  CHECK(at(report, "problems.0.code") == "type.mismatch");
  CHECK(at(report, "problems.0.rule") == "hp");
  CHECK(at(report, "problems.1.code") == "value.range");
  CHECK(at(report, "problems.1.message").starts_with("mood would be 5"));
  CHECK(at(report, "problems.2") == "-");
  CHECK(play.stored() == before);
  report = play.swap(strict, "s-1", true);
  CHECK(at(report, "applied") == "true");
  CHECK(at(report, "problems.1.code") == "value.range");
  CHECK(play.rules() == "2.0.0");
  play.check_whole();
}

TEST_CASE("a rollback to before a swap restores the earlier rules [B-05]") {
  Play play(first_rules());
  CHECK(play.turn("t-1", "_.set('hp', 15);") == "applied");
  CHECK(play.turn("t-2", "_.set('hp', 16);") == "applied");
  play.swap(second_rules(), "s-1");
  CHECK(play.turn("t-3", "_.set('hp.current', 30);") == "applied");
  const std::string now = play.data();

  CHECK(play.rollback("t-1") == "1.0.0");
  CHECK(play.data() == R"({"hp":15,"mood":5})");
  CHECK(at(Play::value(play.campaigns->undo("c", play.tick())), "ruleset.version") == "2.0.0");
  CHECK(play.data() == now);
  CHECK(play.rollback("") == "1.0.0");
  CHECK(play.data() == R"({"hp":10,"mood":5})");
  CHECK(at(Play::value(play.campaigns->restore("c", "s-1", play.tick())), "ruleset.version") == "2.0.0");

  // Undoing the swap itself is a rollback like any other.
  CHECK(play.rollback("t-2") == "1.0.0");
  play.reopen();
  CHECK(play.rules() == "1.0.0");
  CHECK(play.turn("t-4", "_.set('hp', 21);") == "rejected rule.denied");
  CHECK(play.turn("t-5", "_.set('hp', 20);") == "applied");
  CHECK(at(Play::value(play.campaigns->restore("c", "t-3", play.tick())), "ruleset.version") == "2.0.0");
  CHECK(play.turn("t-6", "_.set('hp.max', 40);") == "applied");
  CHECK(at(Play::value(play.campaigns->branch("c", "old", "t-1", "", play.tick())), "ruleset.version") ==
        "1.0.0");
  CHECK(play.turn("t-7", "_.set('hp', 21);") == "rejected rule.denied");
  CHECK(at(Play::value(play.campaigns->state("c", "t-3")), "data") == now);
  Play::value(play.campaigns->checkpoint("c", "t-3", "kept", play.tick()));
  CHECK(play.rules() == "1.0.0");
  play.check_whole();
}

TEST_CASE("a turn before a swap is re-rolled by the rules that it was played by [B-05]") {
  Play play(first_rules());
  CHECK(play.turn("t-1", "_.set('hp', 15);") == "applied");
  play.swap(second_rules(), "s-1");
  CHECK(play.turn("t-2", "_.set('hp.current', 30);") == "applied");
  CHECK(play.turn("t-2b", "_.set('hp.current', 31);", "t-2") == "applied");
  CHECK(play.rules() == "2.0.0");
  CHECK(play.turn("t-1b", "_.set('hp', 21);", "t-1") == "rejected rule.denied");
  CHECK(play.rules() == "1.0.0");
  CHECK(play.data() == R"({"hp":10,"mood":5})");
  CHECK(play.turn("t-8", "_.set('hp', 22);") == "rejected rule.denied");
  play.check_whole();
  play.reopen();
  CHECK(play.rules() == "1.0.0");
  // A swap of a line that was left opens another branch when it is made again.
  CHECK(play.rollback("") == "1.0.0");
  CHECK(at(play.swap(second_rules(), "s-2"), "version") == "1");
  CHECK(at(play.shown(), "rollback_pending.can_undo") == "false");
  CHECK(at(play.shown(), "head.branch") == "at-s-2");
  play.check_whole();
}

TEST_CASE("settings and tools that the new rules do not know are kept for rules that know them [B-05]") {
  const std::string pain = "setting \"pain\" { type = \"int\", default = 1, max = 9 }\n";
  const std::string tool =
      "tool \"rest\" { summary = { en = \"R.\", zh = \"休\" }, guidance = { en = \"R.\", zh = \"休\" },\n"
      "  args = {}, rejects = {}, settles = {}, run = function(args, ctx) return 1 end }\n";
  const std::string old_rules = image_of({{"body", "1.0.0", cap(20) + pain + tool}}, "1.0.0");
  Play play(old_rules, Json::parse(R"({"settings":{"pain":7},"tools":["rest"]})"));
  CHECK(play.turn("t-1", "_.set('mood', 1);") == "applied");
  const std::string without = second_rules();
  const Json report = play.dry_run(without);
  CHECK(at(report, "problems.0.about") == "settings");
  CHECK(at(report, "problems.0.message") == "there is no setting \"pain\"");
  CHECK(at(report, "problems.1.about") == "tools");
  CHECK(at(play.swap(without, "s-1"), "applied") == "false");
  CHECK(at(play.swap(without, "s-1", true), "applied") == "true");
  Json settings = Play::value(play.campaigns->settings("c"));
  CHECK(at(settings, "values.pain") == "-");
  CHECK(at(settings, "campaign") == R"({"pain":7})");
  CHECK(at(settings, "not_in_force.0.code") == "path.unknown");
  CHECK(play.turn("t-2", "_.set('mood', 2);") == "applied");
  CHECK(play.campaigns->change("c", Json::parse(R"({"title":"Still mine"})"), play.tick()).ok());
  CHECK_FALSE(play.campaigns->change("c", Json::parse(R"({"settings":{"pain":3}})"), play.tick()).ok());

  CHECK(play.rollback("t-1") == "1.0.0");
  settings = Play::value(play.campaigns->settings("c"));
  CHECK(at(settings, "values.pain") == "7");
  CHECK(at(settings, "not_in_force") == "[]");

  const std::string narrow = "setting \"pain\" { type = \"int\", default = 2, max = 5 }\n";
  const Json misfit = play.dry_run(second_rules(narrow));
  CHECK(at(misfit, "problems.0.code") == "value.range");
  play.check_whole();
}

TEST_CASE("a plugin of the same version is not migrated, whatever its migrations are [B-05]") {
  Play play(first_rules());
  const std::string same = image_of(
      {{"body", "1.0.0", cap(15) + "migrate { from = '*', up = function(ctx) error('ran') end }"}}, "1.0.1");
  const Json report = play.swap(same, "s-1");
  CHECK(at(report, "applied") == "true");
  CHECK(at(report, "migrated") == "[]");
  CHECK(at(report, "changes") == "[]");
  CHECK(play.data() == R"({"hp":10,"mood":5})");
  CHECK(play.turn("t-1", "_.set('hp', 16);") == "rejected rule.denied");
  play.check_whole();
}

namespace {

// A store with the one turn of a campaign, altered, and a chain that whoever altered it made whole again.
std::unique_ptr<gavel::Store> altered(Play& play, std::string_view id,
                                      const std::function<void(gavel::Turn&)>& alter) {
  gavel::Turn turn = *play.store->find("c", id)->turn;
  gavel::WholeCampaign image;
  image.campaign = *play.store->load("c");
  image.checkpoints = {*play.store->checkpoint("c", "").value()};
  const auto packs = play.store->packs("c");
  for (const std::string& hash : *packs) image.packs.push_back(*play.store->pack(hash));
  const std::string hash = turn.hash;
  alter(turn);
  turn.hash = gavel::chain_hash(turn.previous, turn.record);
  turn.verdict.replace(turn.verdict.find(hash), 64, turn.hash);
  image.campaign.head.hash = image.campaign.branches[0].hash = turn.hash;
  image.turns = {std::move(turn)};
  auto other = gavel::open_memory_store();
  const auto restored = other->restore(image);
  INFO((restored ? "" : restored.error().message));
  REQUIRE(restored.ok());
  return other;
}

void exchange_text(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  text.replace(place, from.size(), to);
}

}  // namespace

TEST_CASE("a swap whose record was altered is reported [B-05]") {
  Play play(first_rules());
  play.swap(second_rules(), "s-1");
  const auto other =
      altered(play, "s-1", [](gavel::Turn& turn) { exchange_text(turn.record, "\"max\":20", "\"max\":99"); });
  const auto found = Campaigns(*other).rebuild("c", 1);
  REQUIRE(found.ok());
  REQUIRE_FALSE(found->empty());
  CHECK(found->front().turn == "s-1");
  CHECK(found->front().what.starts_with("the record differs"));
}

TEST_CASE(
    "rebuild ignores different wording by another version of Gavel, and reports a different judgement as a "
    "changed engine "
    "[B-09]") {
  Play play(first_rules());
  REQUIRE(play.turn("t-1", "_.set('hp', 21);") == "rejected rule.denied");
  const auto rebuilt = [&](const std::function<void(gavel::Turn&)>& alter) {
    const auto other = altered(play, "t-1", alter);
    const auto found = Campaigns(*other).rebuild("c", 1);
    REQUIRE(found.ok());
    return found->empty() ? std::string("same") : found->front().code + ": " + found->front().what;
  };
  const auto older = [](gavel::Turn& turn) {
    const std::string_view name = "\"engine\":\"";
    const std::size_t from = turn.record.find(name) + name.size();
    turn.record.replace(from, turn.record.find('"', from) - from, "0.0.9");
  };
  const auto other_words = [](gavel::Turn& turn) {
    exchange_text(turn.verdict, "\"message\":\"", "\"message\":\"As it was said before: ");
  };
  CHECK(rebuilt([](gavel::Turn&) {}) == "same");
  CHECK(rebuilt(older) == "same");
  CHECK(rebuilt([&](gavel::Turn& turn) { older(turn), other_words(turn); }) == "same");
  const std::string here = rebuilt(other_words);
  CHECK_MESSAGE(here.starts_with(": the verdict differs"), here);
  const std::string judged = rebuilt([&](gavel::Turn& turn) {
    older(turn);
    exchange_text(turn.verdict, "\"code\":\"rule.denied\"", "\"code\":\"budget.exceeded\"");
  });
  CHECK_MESSAGE(judged.starts_with("engine.changed: judged by Gavel 0.0.9"), judged);
}

TEST_CASE("rules look back over a swap on as many turns after a restart as before [B-05]") {
  const auto rules = [](const char* version) {
    return image_of({{"body", "1.0.0",
                      "automation \"look\" { on = \"turn_end\", run = function(event, ctx)\n"
                      "  local seen = \"\"\n"
                      "  for _, turn in ipairs(ctx.history(3)) do seen = seen .. turn.turn_id .. \" \" end\n"
                      "  ctx.set(\"seen\", seen) end }\n"}},
                    version, "limits: {max_history_turns: 3}\n", "hp: 10\nmood: 5\nseen: ''\n");
  };
  Play play(rules("1.0.0"));
  for (const char* id : {"t-1", "t-2", "t-3"}) CHECK(play.turn(id, "_.set('mood', 6);") == "applied");
  play.swap(rules("1.0.1"), "s-1");
  play.swap(rules("1.0.2"), "s-2");
  CHECK(play.turn("t-4", "_.set('mood', 7);") == "applied");
  play.reopen();
  CHECK(play.turn("t-5", "_.set('mood', 8);") == "applied");
  CHECK(play.data() == R"({"hp":10,"mood":8,"seen":"t-2 t-3 t-4 "})");
  play.check_whole();
}
