#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "base/limit_table.hpp"
#include "dialects/dialect.hpp"
#include "ruleset/ruleset_file.hpp"
#include "ruleset/ruleset_source.hpp"
#include "state/json_writer.hpp"
#include "support/problems.hpp"
#include "support/scratch.hpp"

using gavel::AfterRetries;
using gavel::Json;
using gavel::Limits;
using gavel::Problem;
using gavel::RulesetFile;
using gavel::RulesetPlaces;
using gavel::Trouble;
using gavel::testing::Scratch;
using gavel::testing::told;

namespace {

constexpr const char* kHead = "ruleset: shards\nversion: 1.0.0\n";

// What is said about a ruleset with these lines behind the usual ones, line 3 the first.
std::string said(const std::string& lines) {
  std::vector<Problem> problems;
  gavel::read_ruleset_file(kHead + lines, "r", Limits(), problems);
  return told(problems);
}

RulesetFile good(const std::string& text) {
  std::vector<Problem> problems;
  RulesetFile file = gavel::read_ruleset_file(text, "r", Limits(), problems);
  REQUIRE_MESSAGE(problems.empty(), told(problems));
  return file;
}

std::string manifest(const std::string& name, const std::string& more = "") {
  return "plugin: " + name + "\nversion: 1.3.0\napi: 1\nsummary: {en: a, zh: b}\n" + more;
}

// The instances in load order, or what is wrong.
std::string loaded(const Scratch& scratch, const Limits& limits = Limits()) {
  RulesetPlaces places{scratch.path("r"), {}, "", {}, {}};
  if (std::filesystem::exists(scratch.at("more"))) places.plugin_dirs.push_back(scratch.path("more"));
  if (std::filesystem::exists(scratch.at("lib"))) places.library_dir = scratch.path("lib");
  std::vector<Problem> problems;
  const auto source = gavel::read_ruleset(places, limits, problems);
  if (!source) return scratch.plain(told(problems));
  std::string out;
  for (const gavel::Pack& pack : source->packs) out += pack.as + gavel::to_text(pack.params) + " ";
  return out + gavel::to_text(source->state) + (problems.empty() ? "" : "\n" + scratch.plain(told(problems)));
}

void write_plugin(const Scratch& scratch, const std::string& folder, const std::string& name,
                  const std::string& more = "") {
  scratch.write(folder + "/" + name + "/plugin.yaml", manifest(name, more));
  scratch.write(folder + "/" + name + "/init.lua", "return 1");
}

}  // namespace

TEST_CASE("a ruleset with every member of the contract is read") {
  const RulesetFile file = good(R"(ruleset: shards
version: 1.0.0
title: {zh: 主神空间, en: Infinite shards}
language: zh
plugins: [calendar, {id: affection, as: love, with: {step: 5, per_day: 10}}]
schemas: [variable_update_base, love_system_simple]
dialects: [memory, mvu, filament, tools]
mounts: {tavern: {character.saveData: ""}, memory: {status: stat_data, attribute: play_character_data, memory: assa_data}}
fields:
  - {path: "characters.*.hp", write: [tool], type: integer}
  - {path: "goal", read: [operator], write: [operator]}
  - {path: "**", write: [model, player, tool, automation, operator]}
described_pairs: ["stat_data.**", "play_character_data.**"]
batch: atomic
missing_paths: {mvu: known_only}
retry: {max: 1, on: {command: accept, parse: report}, intercept_output: false, with_debug: true}
tools: {allow: [move, hp_delta]}
state: initial.yaml
settings: {rules.hp_zero_ends_game: true}
limits: {max_commands: 100}
arithmetic: true
shadow: [love/step]
quarantine: 5
recycle_bin: trash.bin
root: world
)");
  CHECK(file.name == "shards");
  CHECK(file.title["en"] == "Infinite shards");
  REQUIRE(file.plugins.size() == 2);
  CHECK(file.plugins[1].id == "affection");
  CHECK(file.plugins[1].as == "love");
  CHECK(file.plugins[1].with->value() == Json({{"step", 5}, {"per_day", 10}}));
  CHECK(file.schemas.size() == 2);
  CHECK(file.dialects.size() == 4);
  REQUIRE(file.tavern_mounts.size() == 1);
  CHECK(file.tavern_mounts[0].from == "character.saveData");
  CHECK_FALSE(file.fields.empty());
  CHECK(file.described_pairs.size() == 2);
  CHECK(file.atomic);
  REQUIRE(file.missing_paths_of.size() == 1);
  CHECK(file.missing_paths_of[0].second == gavel::MissingPaths::kKnownOnly);
  CHECK(file.retry.max == 1);
  CHECK(file.retry.after(Trouble::kTool) == AfterRetries::kNoRetry);
  CHECK(file.retry.after(Trouble::kConflict) == AfterRetries::kNoRetry);
  CHECK(file.retry.after(Trouble::kCommand) == AfterRetries::kAccept);
  CHECK(file.retry.after(Trouble::kParse) == AfterRetries::kReport);
  CHECK_FALSE(file.retry.intercept_output);
  CHECK(file.allowed_tools->size() == 2);
  CHECK(file.state == "initial.yaml");
  CHECK(file.settings[0].key == "rules.hp_zero_ends_game");
  CHECK(file.limits.max_commands == 100);
  CHECK(file.limits.max_depth == Limits().max_depth);
  CHECK(file.arithmetic);
  CHECK(file.shadow[0].name == "love/step");
  CHECK(file.quarantine == 5);
  CHECK(file.recycle_bin == "trash.bin");
  CHECK(file.root == "world");
}

TEST_CASE("a ruleset without optional members has the defaults of the contract") {
  const RulesetFile file = good(kHead);
  CHECK(file.plugins.empty());
  CHECK_FALSE(file.atomic);
  CHECK(file.retry.max == 2);
  CHECK(file.retry.after(Trouble::kTool) == AfterRetries::kReport);
  CHECK(file.retry.after(Trouble::kConflict) == AfterRetries::kReport);
  CHECK(file.retry.after(Trouble::kCommand) == AfterRetries::kNoRetry);
  CHECK(file.retry.after(Trouble::kParse) == AfterRetries::kNoRetry);
  CHECK_FALSE(file.allowed_tools);
  CHECK(file.quarantine == 3);
}

TEST_CASE("in `retry.on` each trouble has a word, or a list means report") {
  const RulesetFile file = good(std::string(kHead) + "retry: {on: [parse, command]}\n");
  CHECK(file.retry.after(Trouble::kTool) == AfterRetries::kNoRetry);
  CHECK(file.retry.after(Trouble::kCommand) == AfterRetries::kReport);
  CHECK(file.retry.after(Trouble::kParse) == AfterRetries::kReport);
  CHECK(said("retry: {on: {tools: accept, parse: acept}}\n") ==
        "r:3:14: unknown name `tools` | expected tool, conflict, command or parse | did you mean \"tool\"?\n"
        "r:3:36: unknown word \"acept\" | expected report or accept | did you mean \"accept\"?");
  CHECK(
      said("retry: {on: [pars]}\n") ==
      "r:3:14: unknown word \"pars\" | expected tool, conflict, command or parse | did you mean \"parse\"?");
}

TEST_CASE("unknown members and wrong kinds are reported with what was meant") {
  CHECK(
      said(
          "plugin: [a]\nbatch: atomics\nretry: {max: 11, on: tool, intercept: true}\narithmetic: yes\n"
          "dialects: [mvu, tavrn]\nlanguage:\ndescribed_pairs: [\"a[\"]\nquarantine: -1\nroot: \"a..b\"\n") ==
      "r:3:1: unknown name `plugin` | expected ruleset, version, title, language, plugins, schemas, "
      "dialects, "
      "mounts, fields, described_pairs, batch, missing_paths, retry, feedback, prompt, milestone, tools, "
      "state, "
      "settings, "
      "limits, "
      "arithmetic, "
      "shadow, quarantine, recycle_bin or root | did you mean \"plugins\"?\n"
      "r:4:8: unknown word \"atomics\" | expected per_command or atomic | did you mean \"atomic\"?\n"
      "r:5:14: `max` is out of range | expected a number from 0 to 10\n"
      "r:5:22: `on` is the text \"tool\" | expected troubles with report or accept, such as {tool: report, "
      "parse: accept} | write [tool]\n"
      "r:5:28: unknown name `intercept` | expected max, on, intercept_output, with_debug or feedback_tokens\n"
      "r:6:13: `arithmetic` is the text \"yes\" | expected true or false | write true\n"
      "r:7:17: unknown word \"tavrn\" | expected tavern, ops, mvu, patch, filament, memory, tools or ir | "
      "did you "
      "mean \"tavern\"?\n"
      "r:8:1: `language` is nothing | expected zh or en | write the value after `language:`, "
      "or "
      "delete the line\n"
      "r:9:19: \"a[\" is not a pattern: the path \"a[\" has brackets that hold neither an index nor a quoted "
      "key | "
      "expected a pattern such as \"stat_data.**\" | valid forms are, for example, a.b[0][\"key.with.dots\"] "
      "and /a/b/0\n"
      "r:10:13: `quarantine` is out of range | expected a number from 0 to 1000000\n"
      "r:11:7: \"a..b\" is not a path: the path \"a..b\" has an empty segment | expected a path such as "
      "characters.li_si | valid forms are, for example, a.b[0][\"key.with.dots\"] and /a/b/0");
}

TEST_CASE("a problem of a row of fields is reported at its line") {
  CHECK(said("fields:\n  - {path: a, write: [modle], type: int}\n  - {path: \"a[\", write: [tool]}\n"
             "  - {path: b, min: 3, max: 2}\n  - {write: [tool]}\n  - {path: c.d}\n  - {path: [c]}\n"
             "  - {path: 'c[\"d\"]', reed: [tool]}\n  - {path: e}\n  - {path: \"[\\\"e\\\"]\"}\n") ==
        "r:4:23: unknown word \"modle\" | expected model, player, operator, tool, automation, derive or "
        "migration | did you mean \"model\"?\n"
        "r:4:37: unknown word \"int\" | expected object, array, string, integer, number, boolean or null | "
        "write integer\n"
        "r:5:12: the path \"a[\" has brackets that hold neither an index nor a quoted key | expected a row "
        "such as {path: \"goal\", write: [operator]} | valid forms are, for example, "
        "a.b[0][\"key.with.dots\"] and /a/b/0\n"
        "r:6:20: `min` is above `max` | expected a row such as {path: \"goal\", write: [operator]}\n"
        "r:7:5: `path` is missing | expected a pattern such as \"people.*.mood\" | add a line `path: …`\n"
        "r:9:12: `path` is a list | expected a pattern such as \"people.*.mood\"\n"
        "r:10:22: unknown name `reed` | expected path, write, read, type, min, max or enum | did you mean "
        "\"read\"?\n"
        "r:12:12: the pattern \"[\"e\"]\" appears twice; first at 11:12 | expected every pattern once | "
        "merge the two rows");
}

TEST_CASE("names of limits are checked, and so are their ranges") {
  CHECK(said("limits: {max_comands: 5, max_depth: 129, max_commands: 0, max_key_bytes: many, max_problems: "
             "50}") ==
        "r:3:10: unknown limit \"max_comands\" | expected the name of a limit | did you mean "
        "\"max_commands\"?\n"
        "r:3:37: `max_depth` is out of range | expected a number from 4 to 128\n"
        "r:3:56: `max_commands` is out of range | expected a number from 1\n"
        "r:3:74: `max_key_bytes` is the text \"many\" | expected a whole number | write the number without "
        "quotes");
  for (const gavel::LimitRow& row : gavel::limit_table()) {
    const std::string name(row.name);
    CAPTURE(name);
    CHECK(good(kHead + ("limits: {" + name + ": " + std::to_string(row.most) + "}")).limits.*row.member ==
          row.most);
    CHECK_FALSE(said("limits: {" + name + ": " + std::to_string(row.most) + "0}").empty());
  }
}

TEST_CASE("plugins, shadowed rules, tools and states must have valid names") {
  CHECK(said("plugins: [Love, {id: affection, as: \"a b\"}, {as: x}, love]\nshadow: [lov/step, step, "
             "love/step]\n"
             "tools: {allow: [hp-delta, ok, ok]}\nstate: ../x.yaml\n") ==
        "r:3:11: \"Love\" is not a name | expected lowercase letters, digits and _, a letter first, at most "
        "64 characters\n"
        "r:3:37: \"a b\" is not a name | expected lowercase letters, digits and _, a letter first, at most "
        "64 characters\n"
        "r:3:45: `id` is missing | expected a name such as calendar | add a line `id: …`\n"
        "r:4:10: no plugin is called \"lov\" | expected the id of a rule: an instance's name, /, the rule's "
        "name | did you mean \"love\"?\n"
        "r:4:20: \"step\" is not a rule id | expected the id of a rule: an instance's name, /, the rule's "
        "name | write PLUGIN/RULE\n"
        "r:5:17: \"hp-delta\" is not a tool name | expected lowercase letters, digits and _, at most 64 "
        "characters\n"
        "r:5:31: \"ok\" is named twice; first at 5:27 | expected every name once | delete one of the two\n"
        "r:6:8: \"../x.yaml\": the name leads out of the folder | expected a .yaml or .json file in the "
        "ruleset's folder | name a file in the ruleset's folder, such as initial.yaml");
  CHECK(said("state: /etc/passwd").find("the name is absolute") != std::string::npos);
  CHECK(said("state: 'a\\b.yaml'").find("a backslash") != std::string::npos);
  CHECK(said("state: x.txt").find("neither .yaml nor .json") != std::string::npos);
  CHECK(said("missing_paths: {mvv: create, ops: never}") ==
        "r:3:17: unknown dialect \"mvv\" | expected tavern, ops, mvu, patch, filament, memory, tools or ir | "
        "did you mean \"mvu\"?\n"
        "r:3:35: unknown word \"never\" | expected create or known_only");
}

TEST_CASE("long lists of mistakes are reported quickly, and cut off") {
  std::string text = "shadow: [";
  for (int i = 0; i < 60'000; ++i) text += "rule_" + std::to_string(i) + ", ";
  text += "x]\nplugins: [";
  for (int i = 0; i < 60'000; ++i) text += "p" + std::to_string(i) + ", ";
  text += "x]\nfields:\n";
  for (int i = 0; i < 60'000; ++i) text += "  - {path: 'a['}\n";
  std::vector<Problem> problems;
  gavel::read_ruleset_file(kHead + text, "r", Limits(), problems);
  REQUIRE(problems.size() == Limits().max_problems + 1);
  CHECK(told(problems.back()).find("more problems are not listed (max_problems) | fix those above first") !=
        std::string::npos);
}

TEST_CASE("a ruleset may name existing dialects only") {
  std::vector<std::string_view> names;
  for (const gavel::Dialect& dialect : gavel::dialects()) names.push_back(dialect.id);
  CHECK(names.size() == gavel::dialect_names().size());
  for (const std::string_view name : gavel::dialect_names()) CHECK(gavel::find_dialect(name).ok());
}

TEST_CASE("a ruleset is read from its folders, in load order, with parameters filled in") {
  const Scratch scratch;
  scratch.write("r/ruleset.yaml",
                std::string(kHead) +
                    "plugins: [{id: affection, as: love, with: {step: 7}}, calendar]\nstate: s.yaml\n");
  scratch.write("r/s.yaml", "好感度: 5\nlist: [1, {a: null}]\n");
  write_plugin(
      scratch, "r/plugins", "affection",
      "requires: [calendar]\nparams: {step: {type: integer, default: 5}, n: {type: integer, default: 1}}\n");
  write_plugin(scratch, "more", "calendar");
  write_plugin(scratch, "more", "affection", "api: 9\n");
  scratch.write("lib/text.lua", "return {}");
  CHECK(loaded(scratch) == R"(calendar{} love{"step":7,"n":1} {"好感度":5,"list":[1,{"a":null}]})");
  scratch.write("r/s.json", R"({"a": 1})");
  scratch.write("r/ruleset.yaml", std::string(kHead) + "state: s.json\n");
  CHECK(loaded(scratch) == R"({"a":1})");
}

TEST_CASE("all problems in all files are reported at once") {
  const Scratch scratch;
  scratch.write("r/ruleset.yaml", std::string(kHead) +
                                      "plugins:\n  - calender\n  - {id: love, with: {stepp: 1}}\n  - broken\n"
                                      "state: s.yaml\n");
  scratch.write("r/s.yaml", "a: 1\n__proto__: 2\nb: {\"\": 3, constructor: 4}\n");
  write_plugin(scratch, "more", "calendar");
  write_plugin(scratch, "more", "love", "params: {step: {type: integer}}\n");
  scratch.write("more/broken/plugin.yaml", manifest("broken", "apis: 1"));
  CHECK(loaded(scratch) ==
        "r/ruleset.yaml:4:5: there is no plugin calender | expected a folder calender in more | did you mean "
        "\"calendar\"?\n"
        "r/ruleset.yaml:5:23: plugin love has no parameter `stepp` | expected step | did you mean \"step\"?\n"
        "r/ruleset.yaml:5:5: plugin love needs the parameter `step` | expected integer | add `with: {step: "
        "…}`\n"
        "more/broken/plugin.yaml:5:1: unknown name `apis` | expected plugin, version, api, summary, "
        "requires, files or params | did you mean \"api\"?\n"
        "r/s.yaml:2:1: the key \"__proto__\" is never allowed | expected another key | use another key\n"
        "r/s.yaml:3:5: a key is empty | expected another key | name the key between the dots or slashes\n"
        "r/s.yaml:3:12: the key \"constructor\" is never allowed | expected another key | use another key");
}

TEST_CASE("an initial state that the ruleset's own fields forbid is reported value by value, at each line") {
  const Scratch scratch;
  const std::string fields =
      "fields:\n  - {path: \"hp\", type: integer, max: 10}\n  - {path: \"mood\", enum: [calm, angry]}\n"
      "  - {path: \"pairs.**\", type: integer}\n";
  scratch.write("r/ruleset.yaml", kHead + fields + "state: s.yaml\n");
  scratch.write("r/s.yaml", "hp: 12\nname: x\nmood: angri\npairs: {a: many}\n");
  const std::string said = loaded(scratch);
  CHECK(said.find("r/s.yaml:1:5: the initial state: ") != std::string::npos);
  CHECK(said.find("r/s.yaml:3:7: the initial state: ") != std::string::npos);
  CHECK(said.find("r/s.yaml:4:12: the initial state: ") != std::string::npos);
  CHECK_MESSAGE(said.find("r/s.yaml:2:") == std::string::npos, said);
  scratch.write("r/s.yaml", "hp: 10\nname: x\nmood: calm\n");
  CHECK(loaded(scratch) == R"({"hp":10,"name":"x","mood":"calm"})");
}

TEST_CASE("nothing outside the ruleset's folders is read") {
  const Scratch scratch;
  scratch.write("secret.yaml", "a: 1");
  write_plugin(scratch, "hidden", "love");
  scratch.write("r/ruleset.yaml", std::string(kHead) + "plugins: [love]\nstate: s.yaml\n");
  std::filesystem::create_symlink("../secret.yaml", scratch.at("r/s.yaml"));
  std::filesystem::create_directories(scratch.at("r/plugins"));
  std::filesystem::create_symlink("../../hidden/love", scratch.at("r/plugins/love"));
  CHECK(loaded(scratch) ==
        "r/plugins/love: cannot be read: it is a link, or is behind one | expected a plain folder with a "
        "plugin | copy the file instead of linking it\n"
        "r/ruleset.yaml:4:8: r/s.yaml cannot be read: it is a link, or is behind one | expected the "
        "initial state | copy the file instead of linking it");
  std::filesystem::remove(scratch.at("r/s.yaml"));
  std::filesystem::remove_all(scratch.at("r/plugins"));
  std::filesystem::create_symlink("../hidden", scratch.at("r/plugins"));
  std::filesystem::create_symlink("..", scratch.at("r/up"));
  scratch.write("r/ruleset.yaml", std::string(kHead) + "plugins: [love]\nstate: up/secret.yaml\n");
  CHECK(loaded(scratch) ==
        "r/plugins: cannot be read: it is a link, or is behind one | expected a plain folder | copy the "
        "file instead of linking it\n"
        "r/ruleset.yaml:3:11: there is no plugin love | expected a folder love in the ruleset's plugins/ | "
        "check the name, or give the folder that holds it with --plugins\n"
        "r/ruleset.yaml:4:8: r/up/secret.yaml cannot be read: it is a link, or is behind one | expected "
        "the initial state | copy the file instead of linking it");
}

TEST_CASE("a huge or missing file is reported by its name") {
  const Scratch scratch;
  CHECK(
      loaded(scratch).ends_with("r: cannot be read: No such file or directory | expected the ruleset's "
                                "folder | check the name of the folder"));
  scratch.write("r/ruleset.yaml", std::string(50U << 20U, '#'));
  CHECK(loaded(scratch) ==
        "r/ruleset.yaml: the file is too large; at most 8388608 (max_yaml_bytes) | expected the ruleset's "
        "file | "
        "split the file");
}

TEST_CASE("terms of other systems are reported with Gavel's own, and no fix makes things worse [B-14]") {
  const auto says = [](const std::string& lines, const std::string& part) {
    CAPTURE(lines);
    const std::string all = said(lines);
    CHECK_MESSAGE(all.find(part) != std::string::npos, all);
  };
  says("language: cn\n", "write zh");
  says("language: English\n", "write en");
  says("title: {en: a, cn: b}\n", "did you mean \"zh\"?");
  says("plugins: [{id: limits, params: {}}]\n", "did you mean \"with\"?");
  says("fields:\n  - {path: a, write: [ai]}\n", "write model");
  says("fields:\n  - {path: a, minimum: 1}\n", "did you mean \"min\"?");
  says("dialects: [tavern_commands]\n", "write tavern");
  says("plugins: 【limits】\n", "write the signs of an English keyboard: [limits]");
  says("fields:\n  - {path: a, write: [tool，model]}\n", "tool, model");
  std::vector<Problem> problems;
  gavel::read_ruleset_file("ruleset: x\nversion: 1\n", "r", Limits(), problems);
  CHECK(told(problems).find("write three numbers: 1.0.0") != std::string::npos);
}

TEST_CASE("attack ruleset-quadratic: names of unknown schemas") {
  const Scratch scratch;
  const std::string middle(20, 'x');
  const auto name = [&](const char* first, int i) { return first + middle + std::to_string(1000 + i); };
  std::string wanted;
  for (int i = 0; i < 2000; ++i) wanted += (i == 0 ? "" : ", ") + name("y", i);
  scratch.write("r/ruleset.yaml", kHead + ("schemas: [" + wanted + "]\n"));
  RulesetPlaces places{scratch.path("r"), {}, "", {}, {}};
  const auto hints = [&] {
    std::vector<Problem> problems;
    gavel::read_ruleset(places, Limits(), problems);
    CHECK(problems.size() == 2000);
    return std::ranges::count_if(
        problems, [](const Problem& one) { return one.error.hint.starts_with("did you mean"); });
  };
  CHECK(hints() == 0);  // there is none of them, however near they are to one another
  for (int i = 0; i < 200; ++i)
    scratch.write(
        "r/schemas/" + name("s", i) + ".yaml",
        "meta:\n  id: " + name("s", i) +
            "\n  name: {zh: a, en: b}\n  version: 1.0.0\n  author: me\n  description: {zh: a, en: b}\n"
            "  type: augmentation\ninjection: {target: system_instruction, priority: 20}\n"
            "instruction: {zh: a, en: b}\n");
  const auto some = hints();
  CHECK(some > 0);
  CHECK(some < 200);
}

TEST_CASE("attack ruleset-quadratic: requirements that no folder has") {
  const Scratch scratch;
  const std::string middle(20, 'x');
  std::string used, needs;
  for (int i = 0; i < 100; ++i) needs += (i == 0 ? "y" : ", y") + middle + std::to_string(1000 + i);
  for (int i = 0; i < 60; ++i) {
    const std::string name = "p" + middle + std::to_string(1000 + i);
    write_plugin(scratch, "r/plugins", name, "requires: [" + needs + "]\n");
    used += (i == 0 ? "" : ", ") + name;
  }
  scratch.write("r/ruleset.yaml", kHead + ("plugins: [" + used + "]\n"));
  RulesetPlaces places{scratch.path("r"), {}, "", {}, {}};
  std::vector<Problem> problems;
  gavel::read_ruleset(places, Limits(), problems);
  CHECK(problems.size() == 6000);
  const auto hinted = std::ranges::count_if(
      problems, [](const Problem& one) { return one.error.hint.starts_with("did you mean"); });
  CHECK(hinted > 0);
  CHECK(hinted < 1000);
}
