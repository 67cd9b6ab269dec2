#include <string>
#include <sys/stat.h>
#include <vector>

#include <doctest/doctest.h>

#include "lua/manifest.hpp"
#include "lua/pack_reader.hpp"
#include "state/json_writer.hpp"
#include "state/yaml_reader.hpp"
#include "support/problems.hpp"
#include "support/scratch.hpp"

using gavel::Folder;
using gavel::Json;
using gavel::Limits;
using gavel::Manifest;
using gavel::Pack;
using gavel::Problem;
using gavel::VersionRange;
using gavel::testing::Scratch;
using gavel::testing::told;

namespace {

constexpr const char* kHead = "plugin: love\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\n";

// What is said about a manifest with these lines behind the usual ones, line 5 the first.
std::string said(const std::string& lines) {
  std::vector<Problem> problems;
  gavel::read_manifest(kHead + lines, "p", Limits(), problems);
  return told(problems);
}

std::string said_whole(const std::string& text) {
  std::vector<Problem> problems;
  gavel::read_manifest(text, "p", Limits(), problems);
  return told(problems);
}

bool holds(const std::string& range, const std::string& version) {
  const auto read = VersionRange::parse(range);
  REQUIRE_MESSAGE(read.ok(), range);
  return read->holds(*gavel::parse_version(version));
}

// What is said about a folder, or the names of its files in order.
std::string pack_of(const Scratch& scratch, const std::string& name, const Limits& limits = Limits()) {
  std::vector<Problem> problems;
  const auto folder = Folder::open(scratch.path(name), name);
  REQUIRE(folder.ok());
  const std::optional<Pack> pack = gavel::read_pack(*folder, name, limits, problems);
  if (!problems.empty()) return told(problems);
  REQUIRE(pack);
  std::string names;
  for (const gavel::PackFile& file : pack->files) names += (names.empty() ? "" : " ") + file.name;
  return names;
}

}  // namespace

TEST_CASE("a version is three numbers") {
  CHECK(gavel::to_text(*gavel::parse_version("1.20.3")) == "1.20.3");
  for (const char* text : {"", "1", "1.2", "1.2.3.4", "1.2.x", "01.2.3", "1.2.-3", "1.2.3-beta", "v1.2.3",
                           "1..2", "1.2.3 ", "4294967296.0.0"}) {
    CAPTURE(text);
    CHECK_FALSE(gavel::parse_version(text).ok());
  }
}

TEST_CASE("a range contains exactly its versions") {
  struct Row {
    const char* range;
    const char* in;
    const char* out;
  };
  for (const Row& row :
       {Row{"1.2", "1.2.9", "1.3.0"}, Row{"1", "1.9.9", "2.0.0"}, Row{"1.2.3", "1.2.3", "1.2.4"},
        Row{">=1.2 <2", "1.2.0", "2.0.0"}, Row{">= 1.2, < 2", "1.9.0", "1.1.9"},
        Row{"^1.2", "1.9.0", "2.0.0"}, Row{"^0.2", "0.2.9", "0.3.0"}, Row{"^0.0.3", "0.0.3", "0.0.4"},
        Row{"~1.2", "1.2.9", "1.3.0"}, Row{"~1", "1.9.0", "2.0.0"}, Row{"~1.2.3", "1.2.4", "1.2.2"},
        Row{"1.x", "1.0.0", "2.0.0"}, Row{">1.2", "1.3.0", "1.2.5"}, Row{"<=1.2", "1.2.9", "1.3.0"},
        Row{"=1.2.3", "1.2.3", "1.2.4"}}) {
    CAPTURE(row.range);
    CHECK(holds(row.range, row.in));
    CHECK_FALSE(holds(row.range, row.out));
  }
  CHECK(holds("*", "0.0.0"));
  for (const char* text : {"", " ", ">=", "1.2.3.4", "latest", ">=2 <1", "1 2", ">=1.x", "1.x.2", "^"}) {
    CAPTURE(text);
    CHECK_FALSE(VersionRange::parse(text).ok());
  }
}

TEST_CASE("a manifest is read with every member") {
  std::vector<Problem> problems;
  const Manifest manifest = gavel::read_manifest(
      std::string(kHead) +
          "requires: [calendar, {id: dice, version: \">=1.2 <2\"}]\nfiles: [init.lua, lib/words.lua]\n"
          "params:\n  step: {type: integer, default: 5, min: 1, max: 9, summary: {en: a, zh: b}}\n"
          "  mode: {type: enum, values: [soft, hard], default: soft}\n  where: {type: path}\n",
      "p", Limits(), problems);
  CHECK(told(problems).empty());
  CHECK(manifest.plugin == "love");
  CHECK(gavel::to_text(manifest.version) == "1.0.0");
  REQUIRE(manifest.requirements.size() == 2);
  CHECK(manifest.requirements[1].written == ">=1.2 <2");
  CHECK(manifest.requirements[1].line == 5);
  CHECK(manifest.requirements[1].column == 27);
  CHECK(manifest.files == std::vector<std::string>{"init.lua", "lib/words.lua"});
  REQUIRE(manifest.params.size() == 3);
  CHECK(*manifest.params[0].fallback == Json(5));
  CHECK_FALSE(manifest.params[2].fallback);
  CHECK(said("requires: {dice: ^1.2}").empty());
  problems.clear();
  CHECK(gavel::read_manifest(kHead, "p", Limits(), problems).files == std::vector<std::string>{"init.lua"});
}

TEST_CASE("all problems of a manifest are found at once") {
  CHECK(said_whole("plugn: Love\nversion: 1.0\napi: 2\nsummary: one\n") ==
        "p:1:1: unknown name `plugn` | expected plugin, version, api, summary, requires, files or params | "
        "did you "
        "mean \"plugin\"?\n"
        "p:2:10: `version` is the number 1.0 | expected three numbers, such as 1.0.0 | write three numbers: "
        "1.0.0\n"
        "p:3:6: the plugin needs api 2, this host has 1 | expected 1 | use a version of the plugin that was "
        "written for this host\n"
        "p:4:10: warning: `summary` is one text for both languages | expected {en: …, zh: …} | write one "
        "text for "
        "each language");
  CHECK(said_whole("- a") ==
        "p:1:1: this is a list | expected a mapping with `plugin`, `version`, `api` and `summary`");
  CHECK(
      said_whole("plugin: Love-1\nversion: \"1.0\"\napi: 1\nsummary: {en: a}") ==
      "p:1:9: \"Love-1\" is not a name | expected lowercase letters, digits and _, a letter first, at most "
      "64 characters | "
      "names of "
      "plugins also stand in the ids of their rules and tools\n"
      "p:2:10: \"1.0\" is not a version | expected three numbers, such as 1.0.0 | write three numbers, such "
      "as "
      "1.0.0\n"
      "p:4:10: warning: `summary` has no text for zh | expected {en: …, zh: …} | add `zh: …`");
}

TEST_CASE("a requirement of a plugin is a name and a range") {
  CHECK(said("requires: [a, a, {id: b, version: 1.10}, {id: c, version: latest}, {version: 1}, 5]") ==
        "p:5:15: `a` is required twice | expected every plugin once | make one entry of the two\n"
        "p:5:35: a range is written as a number, which drops the zeros at its end | expected text, such as "
        "\"1.10\" "
        "| put it in quotes\n"
        "p:5:59: \"latest\" is not a version range | expected a range of versions | write 1.2, \">=1.2 <2\", "
        "\"^1.2\", \"~1.2\", 1.x or \"*\"\n"
        "p:5:68: `id` is missing | expected a name such as calendar | add a line `id: …`\n"
        "p:5:82: this is the number 5 | expected a plugin's name, or {id: …, version: …} | put it in quotes: "
        "\"5\"");
}

TEST_CASE("files are plain names inside the plugin's folder") {
  CHECK(
      said("files: [../x.lua, /etc/x.lua, 'a\\b.lua', a//b.lua, x.txt, a_test.lua, b.lua, b.lua, "
           "\"a\\u0001.lua\"]") ==
      "p:5:9: \"../x.lua\": the name leads out of the folder | expected a .lua file inside the plugin's "
      "folder | "
      "name a file inside the folder, such as lib/words.lua\n"
      "p:5:19: \"/etc/x.lua\": the name is absolute | expected a .lua file inside the plugin's folder | name "
      "a "
      "file inside the folder, such as lib/words.lua\n"
      "p:5:31: \"a\\b.lua\": the name holds a backslash | expected a .lua file inside the plugin's folder | "
      "name "
      "a file inside the folder, such as lib/words.lua\n"
      "p:5:42: \"a//b.lua\": a part of the name is empty or `.` | expected a .lua file inside the plugin's "
      "folder "
      "| name a file inside the folder, such as lib/words.lua\n"
      "p:5:52: \"x.txt\": the name does not end with .lua | expected a .lua file inside the plugin's folder\n"
      "p:5:59: \"a_test.lua\": a test is no part of a plugin | expected a .lua file inside the plugin's "
      "folder | "
      "delete it from `files`\n"
      "p:5:78: \"b.lua\": the file is named twice | expected a .lua file inside the plugin's folder | keep "
      "the "
      "first\n"
      "p:5:85: \"a?.lua\": the name holds a control character | expected a .lua file inside the plugin's "
      "folder | "
      "name a file inside the folder, such as lib/words.lua");
}

TEST_CASE("a parameter's default and bounds fit its own type") {
  CHECK(
      said("params:\n  a: {type: integer, default: 5.5}\n  b: {type: integer, default: 0, min: 1}\n"
           "  c: {type: enum, values: [soft, hard], default: sotf}\n  d: {type: int}\n  e: {type: enum}\n"
           "  f: {type: boolean, min: 1}\n  g: {type: number, min: 3, max: 2}\n  h: {default: 1}\n"
           "  i: {type: string, default: abcd, max: 3}\n  j: {type: path, default: 'a['}\n") ==
      "p:6:31: the default of `a`: the number 5.5 is not of type integer | expected integer | write integer\n"
      "p:7:31: the default of `b`: the number 0 is below the least | expected integer from 1 | write "
      "integer from 1\n"
      "p:8:50: the default of `c`: the text \"sotf\" is not one of the values | expected one of "
      "[\"soft\",\"hard\"] | did you mean \"soft\"?\n"
      "p:9:13: unknown word \"int\" | expected integer, number, string, boolean, enum, path, pattern, list "
      "or object | write integer\n"
      "p:10:6: `values` is missing | expected a list of the values allowed | add `values: [a, b]`\n"
      "p:11:22: `min` means nothing for the type boolean | expected no bound | delete it\n"
      "p:12:26: `min` is above `max` | expected at most 2 | swap the two\n"
      "p:13:6: `type` is missing | expected integer, number, string, boolean, enum, path, pattern, list or "
      "object | "
      "add a "
      "line `type: …`\n"
      "p:14:30: the default of `i`: the text \"abcd\" is above the most | expected string with a length up "
      "to 3 | write string with a length up to 3\n"
      "p:15:28: the default of `j`: the text \"a[\" is not a path: the path \"a[\" has brackets that hold "
      "neither an "
      "index nor a quoted key | expected a path such as places.inn.name | write a path such as "
      "places.inn.name");
}

TEST_CASE("given parameters are checked, and defaults fill in the rest") {
  std::vector<Problem> problems;
  const Manifest manifest = gavel::read_manifest(std::string(kHead) +
                                                     "params:\n  step: {type: integer, default: 5, max: 9}\n"
                                                     "  name: {type: string}\n",
                                                 "p", Limits(), problems);
  gavel::Where asked;
  asked.file = "r";
  asked.line = 3;
  asked.column = 7;
  const auto check = [&](const std::string& given) {
    problems.clear();
    const auto tree = gavel::read_yaml(given, "r", Limits(), problems);
    const gavel::YamlNode node = tree->top();
    const Json params = gavel::check_params(manifest, &node, asked, Limits(), problems);
    return problems.empty() ? gavel::to_text(params) : told(problems);
  };
  CHECK(check("{name: x}") == R"({"step":5,"name":"x"})");
  CHECK(check("{stepp: 1, step: 10}") ==
        "r:1:2: plugin love has no parameter `stepp` | expected step or name | did you mean \"step\"?\n"
        "r:1:18: `step` of plugin love: the number 10 is above the most | expected integer up to 9 | write "
        "integer up to 9\n"
        "r:3:7: plugin love needs the parameter `name` | expected string | add `with: {name: …}`");
}

TEST_CASE("a list of parameters is checked entry by entry, each problem at its own place") {
  std::vector<Problem> problems;
  const Manifest manifest = gavel::read_manifest(
      std::string(kHead) +
          "params:\n  caps:\n    type: list\n    default: []\n    each:\n      type: object\n      members:\n"
          "        path: {type: pattern}\n        max: {type: integer, optional: true}\n"
          "        mode: {type: enum, values: [cut, refuse], default: cut}\n"
          "        words: {type: list, default: [], each: {type: string, min: 1}}\n",
      "p", Limits(), problems);
  REQUIRE(told(problems).empty());
  const auto check = [&](const std::string& given) {
    problems.clear();
    const auto tree = gavel::read_yaml(given, "r", Limits(), problems);
    const gavel::YamlNode node = tree->top();
    const Json params = gavel::check_params(manifest, &node, {}, Limits(), problems);
    return problems.empty() ? gavel::to_text(params) : told(problems);
  };
  CHECK(check("{}") == R"({"caps":[]})");
  CHECK(
      check("caps:\n  - {path: \"**.hp\", max: 5}\n  - {path: a, mode: refuse, words: [x]}") ==
      R"({"caps":[{"path":"**.hp","max":5,"mode":"cut","words":[]},{"path":"a","mode":"refuse","words":["x"]}]})");
  CHECK(
      check("caps:\n  - {path: \"a[\", maxx: 5}\n  - {mode: refusal, max: 1.5, words: [\"\"]}\n  - 3") ==
      "r:2:18: an entry of `caps` of plugin love has no parameter `maxx` | expected path, max, mode or words "
      "| did "
      "you mean \"max\"?\n"
      "r:2:12: `path` of an entry of `caps` of plugin love: the text \"a[\" is not a pattern: the path "
      "\"a[\" "
      "has "
      "brackets that hold neither an index nor a quoted key | expected a pattern such as places.*.name | "
      "write a pattern such as places.*.name\n"
      "r:3:5: an entry of `caps` of plugin love needs `path` | expected a pattern such as places.*.name | "
      "add `path: "
      "…`\n"
      "r:3:26: `max` of an entry of `caps` of plugin love: the number 1.5 is not of type integer | expected "
      "integer | "
      "write integer\n"
      "r:3:12: `mode` of an entry of `caps` of plugin love: the text \"refusal\" is not one of the values | "
      "expected "
      "one of [\"cut\",\"refuse\"] | did you mean \"refuse\"?\n"
      "r:3:39: an entry of `words` of an entry of `caps` of plugin love: the text \"\" is below the least | "
      "expected "
      "string with a length from 1 | write string with a length from 1\n"
      "r:4:5: an entry of `caps` of plugin love: the number 3 is not of type object | expected object | "
      "write object");
}

TEST_CASE("a manifest may describe the members of lists and objects only") {
  const auto said = [](const std::string& text) {
    std::vector<Problem> problems;
    gavel::read_manifest(std::string(kHead) + text, "p", Limits(), problems);
    return told(problems);
  };
  CHECK(said("params:\n  a: {type: list, members: {}}\n  b: {type: object, each: {type: string}}\n"
             "  c: {type: list, each: {type: nonsense}}\n"
             "  d: {type: list, each: {type: integer}, default: [1, x]}\n") ==
        "p:6:19: `members` belongs to the type object | expected type: object | delete it\n"
        "p:7:21: `each` belongs to the type list | expected type: list | delete it\n"
        "p:8:32: unknown word \"nonsense\" | expected integer, number, string, boolean, enum, path, pattern, "
        "list or "
        "object\n"
        "p:9:55: an entry of the default of `d`: the text \"x\" is not of type integer | expected integer | "
        "write "
        "integer, without quotes");
}

TEST_CASE("a pack holds the manifest's files in order, then the others by name") {
  const Scratch scratch;
  scratch.write("love/plugin.yaml", std::string(kHead) + "files: [z.lua, init.lua]\n");
  for (const char* name :
       {"init.lua", "z.lua", "b.lua", "a/c.lua", "b_test.lua", "README.md", "a/x_test.lua"})
    scratch.write("love/" + std::string(name), "return 1");
  CHECK(pack_of(scratch, "love") == "z.lua init.lua a/c.lua b.lua");
}

TEST_CASE("links, special files, compiled Lua and files that are not text are left out of a pack") {
  const Scratch scratch;
  scratch.write("love/plugin.yaml", std::string(kHead) + "files: [init.lua, c.lua, a.lua]\n");
  scratch.write("love/init.lua", "return 1");
  scratch.write("secret.lua", "return 'secret'");
  std::filesystem::create_symlink("../secret.lua", scratch.at("love/a.lua"));
  std::filesystem::create_symlink("..", scratch.at("love/b"));
  scratch.write("love/c.lua", "\x1bLua");
  scratch.write("love/d.lua", "-- ok\nx = '\xFF'");
  scratch.write("love/e.lua", std::string_view("x\0y", 3));
  REQUIRE(::mkfifo(scratch.path("love/f.lua").c_str(), 0600) == 0);
  CHECK(pack_of(scratch, "love") ==
        "love/a.lua: found a link | expected plain files and folders | copy the file instead of linking it\n"
        "love/b: found a link | expected plain files and folders | copy the file instead of linking it\n"
        "love/c.lua:1:1: the file is compiled Lua | expected Lua text | put the source in its place; "
        "compiled Lua "
        "never runs\n"
        "love/d.lua:2:6: the bytes are not valid UTF-8 | expected UTF-8 | save the file as UTF-8\n"
        "love/e.lua:1:2: found a NUL | expected Lua text | delete it, or write \\0 in a string\n"
        "love/f.lua: found a special file | expected plain files and folders | delete it");
}

TEST_CASE("a pack reports what is missing and what is too large") {
  const Scratch scratch;
  scratch.write("love/plugin.yaml", std::string(kHead) + "files: [init.lua, stepp.lua]\n");
  scratch.write("love/step.lua", "return 1");
  CHECK(
      pack_of(scratch, "love") ==
      "love/plugin.yaml:5:9: there is no file \"init.lua\" | expected step.lua | write the file, or name the "
      "right one in `files`\n"
      "love/plugin.yaml:5:19: there is no file \"stepp.lua\" | expected step.lua | did you mean "
      "\"step.lua\"?");
  scratch.write("hate/plugin.yaml", kHead);
  scratch.write("hate/init.lua", std::string(600, ' '));
  Limits limits;
  limits.max_plugin_bytes = 500;
  CHECK(pack_of(scratch, "hate", limits) ==
        "hate/plugin.yaml:1:1: the plugin calls itself love, its folder hate | expected plugin: hate | "
        "rename the "
        "folder, or change `plugin:`\n"
        "hate/init.lua: the file is too large; at most 500 (max_plugin_bytes) | expected a smaller plugin | "
        "split "
        "the file");
  scratch.write("none/init.lua", "");
  CHECK(pack_of(scratch, "none") ==
        "none/plugin.yaml: cannot be read: No such file or directory | expected the plugin's manifest | "
        "check the "
        "name");
}

TEST_CASE("shared modules are all Lua files of their folder except tests") {
  const Scratch scratch;
  for (const char* name : {"lib/text.lua", "lib/a.lua", "lib/a_test.lua"}) scratch.write(name, "return 1");
  std::vector<Problem> problems;
  const auto files = gavel::read_library(*Folder::open(scratch.path("lib"), "lib"), Limits(), problems);
  CHECK(problems.empty());
  REQUIRE(files.size() == 2);
  CHECK(files[0].name == "a.lua");
  CHECK(files[1].name == "text.lua");
}
