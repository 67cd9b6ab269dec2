// Which migrate blocks run, in which order, and who judges what they write.

#include <doctest/doctest.h>

#include "rules/migration.hpp"
#include "ruleset/field_violations.hpp"
#include "ruleset/ruleset_image.hpp"
#include "state/json_writer.hpp"
#include "support/judge.hpp"

using gavel::Json;
using gavel::testing::parsed;

namespace {

struct Plugin {
  std::string as;
  std::string of;
  std::string version;
  std::string lua;
};

std::shared_ptr<const gavel::Ruleset> rules(const std::vector<Plugin>& plugins, const std::string& more = "",
                                            std::string* problem = nullptr) {
  Json files(Json::value_t::object);
  std::string yaml = "ruleset: game\nversion: 1.0.0\n" + more + "\nplugins: [";
  for (const Plugin& plugin : plugins) {
    yaml += (yaml.back() == '[' ? "{id: " : ", {id: ") + plugin.of + ", as: " + plugin.as + "}";
    const std::string folder = "plugins/" + plugin.of + "/";
    files[folder + "plugin.yaml"] = "plugin: " + plugin.of + "\nversion: " + plugin.version +
                                    "\napi: 1\nsummary: {en: A test., zh: 测试。}\nfiles: [init.lua]\n";
    files[folder + "init.lua"] = plugin.lua;
  }
  files["ruleset.yaml"] = yaml + "]\n";
  Json image(Json::value_t::object);
  image["gavel_ruleset"] = 1;
  image["ruleset"] = "game";
  image["limits"] = Json(Json::value_t::object);
  image["files"] = files;
  gavel::Ruleset::Built built = gavel::ruleset_of_image(gavel::to_text(image), gavel::Limits());
  if (problem != nullptr && !built.problems.empty())
    *problem = built.problems.front().error.where.file + ":" +
               std::to_string(built.problems.front().error.where.line) + " " +
               built.problems.front().error.message;
  return built.ruleset;
}

// A block that writes its name behind those that ran before it.
std::string block(const std::string& from, const std::string& name) {
  return "migrate { from = '" + from + "', up = function(ctx) ctx.push('ran', '" + name +
         " up') end, down = function(ctx) ctx.push('ran', '" + name + " down') end }\n";
}

struct Made {
  std::string data;
  std::string notes;  // of the plugins
  std::vector<gavel::Error> problems;
  gavel::Notes said;
  std::string error;
};

Made migrated(const std::shared_ptr<const gavel::Ruleset>& before,
              const std::shared_ptr<const gavel::Ruleset>& after, const char* data) {
  REQUIRE(before != nullptr);
  REQUIRE(after != nullptr);
  gavel::Document document = std::move(gavel::Document::load(parsed(data), Json(), before->limits())).value();
  const auto old_sandbox = std::move(before->pool().take()).value();
  const auto new_sandbox = std::move(after->pool().take()).value();
  gavel::TurnFacts facts;
  facts.turn = "s";
  auto result = gavel::migrate(document, {*before, *old_sandbox, before->settings(Json()).value()},
                               {*after, *new_sandbox, after->settings(Json()).value()}, {}, facts);
  Made made;
  made.data = gavel::to_text(document.data());
  if (!result) {
    made.error = std::string(gavel::code_name(result.error().code)) + " " + result.error().message + " at " +
                 result.error().where.file + ":" + std::to_string(result.error().where.line);
    CHECK(document.journal().empty());
    return made;
  }
  for (const gavel::PluginChange& plugin : result->plugins)
    made.notes += plugin.instance + ": " + plugin.note + "\n";
  made.problems = std::move(result->problems);
  made.said = std::move(result->notes);
  return made;
}

}  // namespace

TEST_CASE("upward migrations run in load order, after the downward ones in reverse order [B-05]") {
  const auto before =
      rules({{"a", "a", "1.2.0", ""},
             {"b", "b", "1.2.0", ""},
             {"c", "c", "3.0.0", block("1.x", "c1") + block("2.x", "c2") + block(">=2", "c3")},
             {"d", "d", "2.0.0", block("1.x", "d1")}});
  const auto after =
      rules({{"d", "d", "1.0.0", ""},
             {"b", "b", "2.0.0", block("1.x", "b1") + block("^1.2", "b2") + block("<1.2", "b3")},
             {"c", "c", "2.5.0", block("*", "never")},
             {"a", "a", "2.0.0", block("1.2", "a1")}});
  const Made made = migrated(before, after, R"({"ran":[]})");
  CHECK(made.data == R"({"ran":["d1 down","c3 down","c2 down","a1 up","b1 up","b2 up"]})");
  CHECK(made.problems.empty());
  CHECK(made.said.changes[0].cause == "migration d");
  CHECK(made.said.audit.size() == 6);
}

TEST_CASE("plugins that are added, removed, renamed or have no migration are noted [B-05]") {
  const auto before = rules({{"old", "a", "1.0.0", ""},
                             {"b", "b", "1.0.0", ""},
                             {"c", "c", "2.0.0", "migrate { from = '1.x', up = function() end }"},
                             {"e", "e", "1.0.0", ""}});
  const auto after = rules({{"new", "a", "2.0.0", block("1.x", "a1")},
                            {"b", "other", "1.0.0", block("*", "never")},
                            {"c", "c", "1.0.0", ""},
                            {"e", "e", "1.5.0", block("2.x", "never")}});
  const Made made = migrated(before, after, R"({"ran":[]})");
  CHECK(made.data == R"({"ran":["a1 up"]})");
  CHECK(made.notes ==
        "b: it is new; nothing was made ready for it in the state\n"
        "c: it has no migration between these versions\n"
        "e: it has no migration between these versions\n"
        "new: it was called old before; its ctx.memory and what its budgets have left stay under that name\n"
        "b: it is gone; what it kept in the state stays there\n");
  REQUIRE(made.problems.size() == 1);
  CHECK(made.problems[0].message ==
        "c/1: c 2.0.0 migrated the state when it was installed, and has no migration back to 1.0.0");
  CHECK(made.problems[0].where.file == "plugins/c/init.lua");
}

TEST_CASE("everything before a failing migration is undone with it [B-05]") {
  const auto before = rules({{"a", "a", "1.0.0", ""}, {"b", "b", "2.0.0", block("1.x", "b1")}});
  const auto after =
      rules({{"a", "a", "2.0.0",
              block("1.x", "a1") + "migrate { from = '1.x', up = function(ctx) error('no') end }"},
             {"b", "b", "1.0.0", ""}});
  const Made made = migrated(before, after, R"({"ran":[]})");
  CHECK(made.error.starts_with("plugin.error "));
  CHECK(made.error.ends_with(" at plugins/a/init.lua:2"));
  CHECK(made.data == R"({"ran":[]})");
}

TEST_CASE("two instances of a plugin are migrated separately [B-05]") {
  const std::string lua =
      "migrate { from = '1.x', up = function(ctx) ctx.memory.seen = (ctx.memory.seen or 0) + 1\n"
      "  ctx.push('ran', ctx.memory.seen) end }";
  const auto before = rules({{"x", "a", "1.0.0", ""}, {"y", "a", "1.0.0", ""}});
  const Made made =
      migrated(before, rules({{"x", "a", "2.0.0", lua}, {"y", "a", "2.0.0", lua}}), R"({"ran":[]})");
  CHECK(made.data == R"({"ran":[1,1]})");
  // With both gone under their names, nobody can tell which is which.
  const Made renamed =
      migrated(before, rules({{"p", "a", "2.0.0", lua}, {"q", "a", "2.0.0", lua}}), R"({"ran":[]})");
  CHECK(renamed.data == R"({"ran":[]})");
}

TEST_CASE("the new rules judge what downward migrations write [B-05]") {
  const std::string lua =
      "migrate { from = '1.x', up = function(ctx) end, down = function(ctx)\n  ctx.set('x', 5) end }";
  const auto before = rules({{"a", "a", "2.0.0", lua}}, "fields: [{path: x, type: object}]");
  const Plugin first{"a", "a", "1.0.0",
                     "rule 'even' { path = 'y', actors = { 'migration' }, run = function(effect)\n"
                     "  return deny('never') end }"};
  CHECK(migrated(before, rules({first}, "fields: [{path: x, type: integer}]"), R"({"x":{}})").data ==
        R"({"x":5})");
  const Made denied = migrated(before, rules({first}, "fields: [{path: x, type: string}]"), R"({"x":{}})");
  CHECK(denied.error == "type.mismatch a/1: x must be string, not integer at ruleset.yaml:3");
  CHECK(denied.data == R"({"x":{}})");
  // A rule speaks where it names the actor.
  const std::string other =
      "migrate { from = '1.x', up = function(ctx) end, down = function(ctx)\n  ctx.set('y', 5) end }";
  CHECK(migrated(rules({{"a", "a", "2.0.0", other}}), rules({first}), R"({"x":{}})")
            .error.starts_with("rule.denied"));
}

TEST_CASE("after a migration derived values are computed, no automation runs, and nothing expires [B-05]") {
  const std::string lua =
      "migrate { from = '1.x', up = function(ctx) ctx.set('n', ctx.now); ctx.emit('woke') end }\n"
      "derive 'twice' { path = 'twice', run = function(ctx) return ctx.get('n') * 2 end }\n"
      "automation 'a' { on = { 'turn_end', 'turn_start', 'woke', 'changed(n)' }, run = function(e, ctx)\n"
      "  ctx.set('heard', e.name) end }";
  const Made made = migrated(rules({{"a", "a", "1.0.0", ""}}), rules({{"a", "a", "2.0.0", lua}}), "{}");
  CHECK(made.data == R"({"n":0,"twice":0})");
  CHECK(made.said.events.size() == 1);
  CHECK(made.said.changes[1].cause == "derive a/twice");
}

TEST_CASE(
    "after a migration described pairs, elements and versions are checked against the fields as commands see "
    "them [B-05]") {
  const std::string more =
      "described_pairs: [\"s.**\"]\n"
      "fields: [{path: s.hp, type: integer, max: 9}, {path: \"list.*.n\", enum: [1, 2]}, "
      "{path: \"**\", type: [integer, array, object]}]";
  const auto after = rules({}, more);
  REQUIRE(after != nullptr);
  const auto found = gavel::field_errors(
      parsed(R"({"s":{"hp":[12,"points"],"ok":[5,"x"]},"list":[{"n":1},{"n":3}],"__version":2})"), *after);
  REQUIRE(found.size() == 2);
  CHECK(found[0].message.starts_with("s.hp would be 12"));
  CHECK(found[1].message.starts_with("list[1].n must be one of [1,2]"));
}

TEST_CASE("a migrate block without a range of versions does not load [B-05]") {
  for (const char* lua : {"migrate { up = function() end }", "migrate { from = 5, up = function() end }",
                          "migrate { from = 'one', up = function() end }", "migrate { from = '1.x' }"}) {
    CAPTURE(lua);
    std::string problem;
    CHECK(rules({{"a", "a", "1.0.0", lua}}, "", &problem) == nullptr);
    CHECK(problem.starts_with("plugins/a/init.lua:1 migrate \"a/1\" has "));
  }
}
