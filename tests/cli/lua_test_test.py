"""gavel test, from outside: tests that authors write in Lua, what is told of them, and coverage and costs."""

import pathlib
import re
import subprocess
import xml.etree.ElementTree as xml

import program
from program import run
from watch_test import Watched

MANIFEST = """plugin: bees
version: 0.1.0
api: 1
summary: {en: Honey., zh: 蜜。}
files: [bees.lua]
params:
  keep: {type: integer, default: 8, min: 0, summary: {en: What a hive keeps., zh: 留下的蜜。}}
"""

PLUGIN = """local sums = require "sums"
tool "harvest" {
  summary = { en = "Take honey.", zh = "取蜜。" }, guidance = { en = "Call it.", zh = "调用。" },
  args = { hive = str{}, jars = int{ min = 1, max = 50 } }, rejects = { unknown = "there is no such hive" }, settles = {},
  run = function(args, ctx)
    local honey = "hives." .. args.hive .. ".honey"
    if not ctx.exists(honey) then return reject("unknown") end
    ctx.add(honey, -args.jars)
    return { left = ctx.get(honey) }
  end,
}
rule "winter" { path = "hives.*.honey", mode = "amend", run = function(effect, ctx)
  if effect.after == nil then
    return deny("a hive does not go")
  end
  if effect.after < ctx.params.keep then return amend(ctx.params.keep, "a hive keeps it") end
  return allow()
end }
derive "worth" { path = "store.worth", run = function(ctx) return sums.times(ctx.get("store.jars"), 3) end }
"""

SUMS = """local sums = {}
function sums.times(a, b)
  if a < 0 then
    return 0
  end
  return a * b
end
return sums
"""

GOOD = """local sums = require "sums"
fixture {
  with = { keep = 5 },
  state = { hives = { north = { honey = 20 } }, store = { jars = 2 } },
}
test("a harvest leaves what a hive keeps", function(t)
  local line = t.call("harvest", { hive = "north", jars = 18 })
  expect.verdict(line, { status = "amended", effective = 5, tool_results = { { status = "ok", result = { left = 5 } } } })
  expect.equal(t.get("hives.north.honey"), 5)
  expect.equal(t.get("store.worth"), 6)
end)
test("every test begins with the state of the fixture / whatever others did", function(t)
  expect.equal(t.get("hives"), { north = { honey = 20 } })
  expect.verdict(t.call("harvest", { hive = "south", jars = 1 }), { status = "rejected", code = "tool.rejected", message = "no such hive" })
  t.state({ ["hives.south"] = { honey = 9 } })
  expect.verdict(t.call("harvest", { hive = "south", jars = 1 }), { status = "applied" })
end)
test("a hive does not go, and the model may not starve it", function(t)
  expect.verdict(t.delete("hives.north.honey"), { status = "rejected", code = "rule.denied", message = "does not go" })
  expect.verdict(t.set("hives.north.honey", 1), { status = "amended", proposed = 1, effective = 5, rule = "bees/winter" })
  expect.verdict(t.set({ "hives", "north", "honey" }, 9, { actor = "player" }), { status = "applied" })
end)
test("modules", function(t)
  expect.equal(sums.times(2, 3), 6)
  expect.near(sums.times(0.1, 3), 0.3, 1e-9)
  expect.is_true(sums.times(1, 1) == 1)
  expect.error(function() sums.times(nil, 1) end, "compare")
end)
test("a whole turn", function(t)
  t.now("2026-01-01T00:00:00Z")
  t.state("fixtures/store.yaml")
  local v = t.turn('_.set("store.jars", 7, 4);//sold', { user = "I sell." })
  expect.verdict(v, { outcome = "accepted", commands = { "applied" }, verdict = { turn = "t-1" } })
  expect.equal(t.get("store"), { jars = 4, worth = 12 })
end)
"""


class LuaTests(program.Base):
    def setUp(self):
        super().setUp()
        self.plugin = self.make_plugin(self.folder / "bees")

    def make_plugin(self, folder):
        (folder / "fixtures").mkdir(parents=True)
        for name, text in (("plugin.yaml", MANIFEST), ("bees.lua", PLUGIN), ("sums.lua", SUMS), ("fixtures/store.yaml", "store: {jars: 7}\n")):
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    def write(self, text, name="bees_test.lua"):
        path = self.plugin / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def gavel_test(self, *args, codes=(0,)):
        return run("test", *(args or [str(self.plugin)]), codes=codes)

    def failure(self, body, code=1, top=""):
        """What is told of one test with that body: the lines behind its name."""
        path = self.write(f'{top}test("one", function(t)\n{body}\nend)\n')
        answer = self.gavel_test(codes=(code,))
        lines = answer.out.splitlines()
        first = next(i for i, line in enumerate(lines) if line.startswith(path))
        return "\n".join(lines[first:]).replace(path, "x_test.lua")

    # ---- what passes

    def test_tools_rules_turns_and_modules_are_tested_in_lua_B_14(self):
        """[B-14]"""
        path = self.write(GOOD)
        answer = self.gavel_test()
        self.assertTrue(answer.out.endswith("5 passed, 0 failed\n"), answer.out)
        self.assertIn("    ✓ a harvest leaves what a hive keeps\n", answer.out)
        told = self.gavel_test(path, "--json").json
        self.assertEqual((told["passed"], told["failed"], len(told["tests"]), told["scenarios"]), (5, 0, 5, []))
        lines = {row["name"]: (row["file"], row["line"], row["status"]) for row in told["tests"]}
        self.assertEqual(lines["modules"], (path, 23, "passed"))

    def test_a_folder_of_plugins_is_tested_plugin_by_plugin_and_rulesets_test_theirs_in_their_own_rules(self):
        self.write(GOOD)
        (self.folder / "other").mkdir()
        ruleset = self.folder / "games" / "meadow"
        plugin = self.make_plugin(ruleset / "plugins" / "bees")
        (ruleset / "tests").mkdir()
        (ruleset / "ruleset.yaml").write_text("ruleset: meadow\nversion: 1.0.0\nplugins: [{id: bees, with: {keep: 3}}]\nstate: initial.yaml\n", encoding="utf-8")
        (ruleset / "initial.yaml").write_text("hives: {west: {honey: 4}}\nstore: {jars: 1}\n", encoding="utf-8")
        own = 'test("keeps three", function(t) expect.equal(params.keep, 3) expect.verdict(t.set("hives.west.honey", 0), { effective = 3 }) end)\n'
        (plugin / "west_test.lua").write_text(own, encoding="utf-8")
        (ruleset / "tests" / "words.lua").write_text('return "hives.west.honey"\n', encoding="utf-8")
        (ruleset / "tests" / "meadow_test.lua").write_text('local west = require "words"\ntest("the meadow", function(t) expect.equal(t.get(west), 4) end)\n', encoding="utf-8")
        self.assertIn("5 passed, 0 failed\n", self.gavel_test(str(self.folder)).out)
        self.assertIn("2 passed, 0 failed\n", self.gavel_test(str(self.folder / "games")).out)
        self.assertIn("1 passed, 0 failed\n", self.gavel_test(str(plugin / "west_test.lua")).out)

    def test_a_misspelt_tool_fails_the_test_also_where_a_refusal_is_expected_B_14(self):
        """[B-14]"""
        told = self.failure('  expect.verdict(t.call("harvst", { hive = "north", jars = 1 }), { status = "rejected" })')
        self.assertIn('x_test.lua:2: error: no plugin registers the tool "harvst"', told)
        self.assertIn('did you mean "harvest"?', told)

    def test_a_handler_that_fails_is_told_with_its_line_in_the_plugin_B_14(self):
        """[B-14]"""
        top = 'fixture { state = { hives = { north = { honey = {} } }, store = { jars = 2 } } }\n'
        told = self.failure('  expect.verdict(t.call("harvest", { hive = "north", jars = 1 }), { status = "applied" })', top=top)
        self.assertRegex(told, r"; it was rejected: [a-z.]+: .*\(plugins/bees/bees\.lua:[0-9]+\)")

    def test_an_automation_that_fails_is_told_of_a_test_that_passes_and_of_one_that_asks_not(self):
        (self.plugin / "bees.lua").write_text(PLUGIN + 'automation "swarm" { on = "turn_end", run = function(event, ctx)\n  local none = ctx.get("nowhere")\n  return none.here\nend }\n', encoding="utf-8")
        state = 'fixture { state = { hives = { north = { honey = 20 } }, store = { jars = 2 } } }\n'
        path = self.write(state + 'test("one", function(t)\n  expect.verdict(t.turn("Night."), { outcome = "accepted" })\nend)\n')
        out = self.gavel_test().out
        self.assertRegex(out, re.escape(path) + r":2: warning: automation\.failed: .*\(plugins/bees/bees\.lua:22\)")
        self.assertIn("1 passed, 0 failed\n", out)
        self.write(state + 'test("one", function(t)\n  expect.verdict(t.turn("Night."), { warnings = { "automation.failed" } })\nend)\n')
        self.assertNotIn("warning:", self.gavel_test().out)

    def test_an_author_may_stand_in_the_plugins_folder(self):
        self.write(GOOD)
        for args, here in (((), self.plugin), (("bees_test.lua",), self.plugin), (("..",), self.plugin / "fixtures"), (("bees/",), self.folder)):
            done = subprocess.run([pathlib.Path(program.GAVEL).resolve(), "test", *args], cwd=here, capture_output=True, text=True, env=program.environment(), check=False)
            self.assertIn("5 passed, 0 failed\n", done.stdout, args)
        done = subprocess.run([pathlib.Path(program.GAVEL).resolve(), "check"], cwd=self.plugin, capture_output=True, text=True, env=program.environment(), check=False)
        self.assertIn("0 errors", done.stdout)

    def test_a_fixture_is_a_ruleset_yaml_in_small(self):
        top = """fixture { fields = { { path = "hives.**", write = { "tool" } }, { path = "**", write = { "model" } } },
          settings = { ["rollback.max_checkpoints"] = 5 }, limits = { max_handler_fuel = 100000 } }\n"""
        self.write(top + """test("fields", function(t)
          t.state{ hives = { north = { honey = 9 } } }
          expect.verdict(t.set("hives.north.honey", 1), { status = "rejected", code = "authority.denied" })
          expect.verdict(t.set("word", 1), { status = "applied" })
        end)\n""")
        self.assertIn("1 passed", self.gavel_test().out)
        self.assertIn("more than 100000 steps (limits.max_handler_fuel)", self.failure("while true do end", top=top))
        self.assertIn('x_test.lua:1: error: plugin bees has no parameter `keeps`; found keeps; expected keep\n  fix: did you mean "keep"?',
                      self.failure("expect.equal(1, 1)", 2, "fixture { with = { keeps = 1 } }\n"))

    # ---- what fails

    def test_a_failure_says_where_what_and_what_instead(self):
        for body, parts in (
            ('  expect.equal({ a = { 1, { b = 3 } } }, { a = { 1, { b = 4 } } })',
             ("x_test.lua:2: error: a[1].b differs; found 3; expected 4\n", "\n-->     2 |   expect.equal(", "\n        3 | end)")),
            ('  expect.equal({ a = 1 }, { a = 1, c = 2 })', ("c is missing; found nothing; expected 2",)),
            ('  expect.equal({ a = 1, c = 2 }, { a = 1 })', ("c is too much; found 2; expected nothing",)),
            ('  expect.equal({ 1, 2 }, { 1 })', ("the value has another length; found 2 entries: [1,2]; expected 1 entry: [1]",)),
            ('  expect.equal(nil, null)', ("the value differs; found nil; expected null",)),
            ('  expect.equal("1", 1, "the sum")', ('the sum: the value differs; found "1"; expected 1',)),
            ('  expect.near(1, 2, 0.5)', ("too far away; found 1; expected 2 ± 0.5",)),
            ('  expect.error(function() end, "x")', ('nothing was raised; found no error; expected an error with "x"',)),
            ('  expect.error(function() error("y") end, "x")', ("another error was raised", 'expected an error with "x"')),
            ('  expect.is_true(1 > 2, "order")', ("order: not true; found false; expected true",)),
            ('  expect.verdict(t.set("a", 1), { status = "rejected", verb = "set" })', ('status differs; found "applied"; expected "rejected"',)),
            ('  expect.verdict(t.turn("x"), { outcme = "accepted" })', ('outcme differs (did you mean "outcome"?); found nothing',)),
            ('  expect.eqal(1, 1)', ("there is no expect.eqal; did you mean 'equal'?",)),
            ('  t.trun("x")', ("there is no t.trun; did you mean 'turn'?",)),
            ('  t.turn("x", { usr = "y" })', ('t.turn has no option "usr" (did you mean "user"?)',)),
            ('  t.state("../secret.yaml")', ('the state "../secret.yaml": the name leads out of the folder',)),
            ('  t.state{ a = { b = 1 } } t.state{ ["a.c.d"] = 1, ["a.bb"] = 2 }', ("there is nothing at a.bb (did you mean a.b?",)),
            ('  t.call("harvst", {})', ('no plugin registers the tool "harvst" (did you mean "harvest"?)',)),
            ('  t.call("zzz", {})', ("a call of what is no tool is made by a turn",)),
            ('  expect.verdict(t.call("harvest", { hive = "a", jars = 1 }), { status = "applied" })', ("status differs", "rejected")),
            ('  local x = nil\n  x.y = 1', ("x_test.lua:3: error: attempt to index a nil value (local 'x')",)),
            ('  while true do end', ("the test used up its fuel: more than 5000000 steps",)),
            ('  local n = 1', ("the test expects nothing, so that it would pass whatever happens",)),
            ('  expect.error(function() end, 3)', ("expect.error takes a function and a part of the message that it raises",)),
            ('  expect.near(1, "x", 1)', ("expect.near takes a value, a number and how far it may be from it",)),
            ('  expect.near(nil, 1, 1)', ("no number; found nil; expected 1 ± 1",)),
            ('  expect.is_true(nil)', ("not true; found nil; expected true",)),
            ('  expect.is_true(null)', ("not true; found null; expected true",)),
            ('  expect.verdict(t.set("a", 1), {})', ("expect.verdict takes a verdict and a table of members that it must have",)),
            ('  expect.verdict(3, { outcome = "accepted" })', ("this is no verdict; found 3; expected what t.turn, t.call or t.set answers",)),
            ('  expect.verdict(t.set("a", 1), { status = "rejected", code = "rule.denied" })', ('code differs; status differs, found "applied", expected "rejected"; found nothing; expected "rule.denied"',)),
            ('  t.turn("x", 3)', ("the last argument of t.turn must be a table of options, not the number 3",)),
            ('  t.turn("x", { actor = "tool" })', ('actor is "model", "player" or "operator", not "tool"',)),
            ('  t.turn("x", { attempt = 0 })', ("attempt is a number from 1 to 1000, not the number 0",)),
            ('  t.command({ foo = 1 })', ("nothing was read as a command in [{",)),
            ('  pcall(function() expect.equal(1, 2) end) expect.equal(3, 4)', ("the value differs; found 1; expected 2",)),
            ('  pcall(function() expect.equal(1, 2) end)', ("found 1; expected 2", "which the test caught; a failed expectation fails the test")),
        ):
            told = self.failure(body)
            for part in parts:
                self.assertIn(part, told, body)
            self.assertTrue(told.endswith("0 passed, 1 failed"), told)

    def test_a_traceback_is_short_and_without_c(self):
        told = self.failure('  local function deeper(n) expect.equal(n, 1) end\n  deeper(2)')
        self.assertIn("x_test.lua:2 in function 'deeper'\nx_test.lua:3 in the function at line 1\n", told.replace("local 'deeper'", "function 'deeper'"))
        self.assertNotIn("[C]", told)

    def test_files_that_cannot_be_played_say_why_and_end_with_2(self):
        for text, parts in (
            ('test("a", function(t)\n  expect.equal(1, )\nend)', ("x_test.lua:2: error: unexpected symbol near ')'", "-->     2 |   expect.equal(1, )")),
            ("local x = 1", ("x_test.lua: error: there is no test in this file",)),
            ('test("a", function() end)\ntest("a", function() end)', ('x_test.lua:2: error: test "a" is registered twice: first at ', "bees_test.lua:1")),
            ('test("a")', ("test needs a function: test(\"name\", function (…) … end)",)),
            ('test("a", function() end)\nrule "r" { path = "a", run = function() return allow() end }', ("this rule would never be heard of",)),
            ('fixture { plugin = {} }\ntest("a", function() end)', ("fixture has no member 'plugin'", "did you mean 'plugins'?")),
            ('fixture {}\nfixture {}\ntest("a", function() end)', ("a test file has one fixture; the first is at line 1",)),
            ('fixture { ruleset = 3 }\ntest("a", function() end)', ("x_test.lua:1: error: `ruleset` of a fixture is a folder's name", 'fix: ruleset = "../../rulesets/mine"')),
            ('fixture { ruleset = "../nowhere" }\ntest("a", function() end)', ("nowhere",)),
            ('\nfixture { ruleset = "/etc" }\ntest("a", function() end)', ('x_test.lua:2: error: `ruleset` of the fixture: "/etc" is absolute', "fix: name a folder from this one")),
            ('fixture { ruleset = "' + "../" * 40 + 'etc" }\ntest("a", function() end)', ("x_test.lua:1: error: `ruleset` of the fixture: ", "is outside of the folder", "fix: put the ruleset into that folder")),
            ('fixture { ruleset = "../link" }\ntest("a", function() end)', ('x_test.lua:1: error: `ruleset` of the fixture: "../link" is outside of the folder',)),
        ):
            path = self.write(text)
            if "link" in text:
                (self.plugin.parent / "link").symlink_to("/etc")
            answer = self.gavel_test(codes=(2,))
            told = answer.out.replace(path, "x_test.lua")
            for part in parts:
                self.assertIn(part, told, text)
            self.assertTrue(told.endswith("0 passed, 1 failed\n"), told)
        (self.plugin / "bees_test.lua").write_bytes(b'-- \xff\ntest("a", function() end)\n')
        self.assertIn("the bytes are not valid UTF-8", self.gavel_test(codes=(2,)).out)
        ruleset = self.folder / "meadow"
        (ruleset / "tests").mkdir(parents=True)
        (ruleset / "ruleset.yaml").write_text("ruleset: meadow\nversion: 1.0.0\n", encoding="utf-8")
        (ruleset / "tests" / "a_test.lua").write_text('fixture { with = { keep = 5 } }\ntest("a", function(t) expect.equal(1, 1) end)\n', encoding="utf-8")
        self.assertIn("a_test.lua:1: error: the fixture of a ruleset's own tests names a ruleset or a state, and nothing else",
                      self.gavel_test(str(ruleset), codes=(2,)).out)

    def test_what_a_test_begins_with_is_what_its_handlers_see(self):
        (self.plugin / "bees.lua").write_text(PLUGIN + """
        setting "bees.hum" { type = "bool", default = false }
        setting "bees.sting" { type = "bool", default = false }
        tool "look" { summary = { en = "a", zh = "a" }, guidance = { en = "a", zh = "a" }, args = {}, rejects = {}, settles = {},
          run = function(args, ctx) return { hum = ctx.settings["bees.hum"], sting = ctx.settings["bees.sting"],
            past = #ctx.history(), roll = ctx.roll("5d100"), title = ctx.campaign and ctx.campaign.title } end }
        """, encoding="utf-8")
        self.write("""fixture { state = { hives = {}, list = { 1 } } }
        local function seen(t, id)
          local line = t.call("look", {}, id and { id = id } or nil)
          expect.equal(line.message, nil)
          return line.tool_results[1].result
        end
        test("settings come one after the other", function(t)
          t.settings({ ["bees.hum"] = true }) t.settings({ ["bees.sting"] = true })
          expect.equal({ seen(t).hum, seen(t).sting }, { true, true })
        end)
        test("the past is what was accepted", function(t)
          expect.equal(seen(t).past, 0) t.turn("quiet") expect.equal(seen(t).past, 2)
        end)
        test("dice are the seed's", function(t)
          t.seed("one") local one = seen(t, "t-1").roll
          expect.equal(seen(t, "t-1").roll, one)
          t.seed("two") expect.is_true(seen(t, "t-1").roll ~= one)
        end)
        test("a campaign has fields", function(t)
          expect.equal(seen(t).title, nil) t.campaign({ title = "Evening" }) expect.equal(seen(t).title, "Evening")
        end)
        test("the clock goes on by seconds", function(t)
          t.now("2026-01-01T00:00:00Z") expect.equal(t.now(60), "2026-01-01T00:01:00Z")
        end)
        test("a state beside the one before, or alone", function(t)
          t.state({ day = 1 }) expect.equal(t.get("list"), { 1 })
          t.state({ day = 2 }, { alone = true }) expect.equal(t.get("list"), nil)
        end)
        test("near is as near as is said, nothing in it is nothing in it, and an error's words are given", function(t)
          expect.near(1, 2, 1) expect.equal(t.get("hives"), {})
          t.state({ list = {} }) expect.equal(t.get("list"), {})
          t.turn('_.set("l", []);\\n_.set("o", {});') expect.equal({ t.get("l"), t.get("o") }, { {}, {} })
          expect.is_true(expect.error(function() error("boom") end):find("boom", 1, true))
        end)\n""")
        self.assertIn("7 passed, 0 failed\n", self.gavel_test(codes=(0, 1)).out)

    def test_tests_do_not_see_each_others_writes_and_cannot_keep_anything(self):
        self.write("""local seen = 0
        test("a", function(t) t.set("x", 1) expect.equal(t.get("x"), 1) end)
        test("b", function(t) t.set("y", 1) expect.equal(t.get("x"), nil) end)
        test("c", function(t) expect.equal(t.get("y"), nil) expect.equal(t.get("x"), nil) end)
        test("d", function(t) seen = seen + 1 expect.equal(seen, 1) end)\n""")
        for seed in "12345678":
            answer = self.gavel_test(str(self.plugin), "--seed", seed, codes=(1,))
            self.assertIn("changed 'seen', which was set while loading", answer.out)
            self.assertIn("3 passed, 1 failed\n", answer.out)

    # ---- order

    def order(self, *args):
        return [row["name"] for row in self.gavel_test(str(self.plugin), "--json", *args, codes=(0, 1)).json["tests"]]

    def test_the_order_is_the_seeds_and_one_seed_gives_one_order(self):
        names = [f"N{i}" for i in range(12)]  # no scratch folder has a capital N in its name
        self.write("".join(f'test("{name}", function(t) expect.equal(1, 1) end)\n' for name in names))
        orders = {tuple(self.order("--seed", str(seed))) for seed in range(6)}
        self.assertGreater(len(orders), 3)
        for order in orders:
            self.assertEqual(sorted(order), sorted(names))
        self.assertEqual(self.order("--seed", "7"), self.order("--seed", "7"))
        # What a filter leaves keeps its order.
        self.assertEqual(self.order("--seed", "7", "--filter", "N1"), [name for name in self.order("--seed", "7") if "N1" in name])
        seed = self.gavel_test(str(self.plugin), "--json").json["seed"]
        printed = [line for line in self.gavel_test(str(self.plugin), "--seed", seed).out.splitlines() if "✓" in line]
        self.assertEqual([line.split()[-1] for line in printed], self.order("--seed", seed))
        self.assertIn("seed 31: --seed runs the tests in this order again\n", self.gavel_test(str(self.plugin), "--seed", "31").out)

    def test_filter_and_list(self):
        path = self.write(GOOD)
        self.assertIn("1 passed, 0 failed\n", self.gavel_test(str(self.plugin), "--filter", "whole turn").out)
        self.assertEqual(self.gavel_test(str(self.plugin), "--filter", "nobody", codes=(2,)).out, "")
        listed = self.gavel_test(str(self.plugin), "--list").out
        self.assertEqual(listed.splitlines()[1], f"  {path}:6: a harvest leaves what a hive keeps")
        listed = self.gavel_test(str(self.plugin), "--list", "--json").json["listed"]
        self.assertEqual([row["line"] for row in listed], [6, 12, 18, 23, 29])  # as they stand
        self.assertEqual(self.gavel_test(str(self.plugin), "--filter", "whole turn", "--json").json["passed_over"], 4)
        self.assertIn("5 passed, 0 failed\n", self.gavel_test(str(self.plugin), "--filter", "bees_test.lua").out)
        self.write("\ufeff" + GOOD)  # some editors begin files with a mark
        self.assertIn("5 passed, 0 failed\n", self.gavel_test().out)

    # ---- what ran, and what it cost

    def test_coverage_counts_lines_handlers_and_answers_B_14(self):
        """[B-14]"""
        self.write(GOOD)
        info = self.folder / "c.info"
        told = self.gavel_test(str(self.plugin), "--coverage", "--lcov", str(info), "--json").json["coverage"]
        files = {pathlib.Path(row["file"]).name: row for row in told["files"]}
        self.assertEqual(sorted(files), ["bees.lua", "sums.lua"])
        self.assertEqual((files["sums.lua"]["missed"], files["bees.lua"]["missed"]), ([[4, 4]], []))
        handlers = {row["id"]: row for row in told["handlers"]}
        self.assertEqual(handlers["bees/winter"]["answers"], {"allow": 2, "amend": 2, "deny": 1})
        self.assertEqual(handlers["bees/harvest"]["calls"], 3)
        self.assertEqual(handlers["bees/harvest"]["answers"], {"reject": 1})
        self.assertIn("a harvest leaves what a hive keeps", handlers["bees/harvest"]["tests"])
        text = self.gavel_test(str(self.plugin), "--coverage").out
        self.assertRegex(text, r"sums\.lua +\d+ +\d+ +\d+\.\d +4\n")
        self.assertRegex(text, r"rule +bees/winter +5 +allow 2, amend 2, deny 1 ")
        self.check_lcov(info.read_text(encoding="utf-8"))
        # A comma parts the members of LCOV's rows.
        (self.plugin / "bees.lua").write_text(PLUGIN + 'rule "spring, early" { path = "a", run = function() return allow() end }\n', encoding="utf-8")
        self.gavel_test(str(self.plugin), "--lcov", str(info))
        self.assertIn("FNDA:0,bees/spring; early (run)\n", info.read_text(encoding="utf-8"))

    def check_lcov(self, text):
        """The form that LCOV's tools read: sums that agree with their rows."""
        records = [part.split("\n") for part in text.split("end_of_record\n") if part]
        self.assertEqual(len(records), 2)
        for rows in records:
            rows = [row for row in rows if row]
            self.assertTrue(rows[0].startswith("TN:") and rows[1].startswith("SF:/"), rows[:2])
            lines = [tuple(map(int, row[3:].split(","))) for row in rows if row.startswith("DA:")]
            value = {row.split(":")[0]: row.split(":", 1)[1] for row in rows}
            self.assertEqual((int(value["LF"]), int(value["LH"])), (len(lines), sum(count > 0 for _, count in lines)))
            self.assertEqual(lines, sorted(set(lines)))
            names = [row.split(",", 1)[1] for row in rows if row.startswith("FN:")]
            calls = {row.split(",", 1)[1]: int(row[5:].split(",")[0]) for row in rows if row.startswith("FNDA:")}
            self.assertEqual(sorted(names), sorted(calls))
            self.assertEqual((int(value["FNF"]), int(value["FNH"])), (len(names), sum(count > 0 for count in calls.values())))
        self.assertIn("FNDA:3,bees/harvest (run)\n", text)
        self.assertIn("DA:4,0\n", text)

    def test_what_nothing_calls_is_told_as_well(self):
        self.write('test("one", function(t) expect.equal(1, 1) end)\n')
        told = self.gavel_test(str(self.plugin), "--coverage", "--json").json["coverage"]
        self.assertEqual({row["id"]: row["calls"] for row in told["handlers"]}, {"bees/harvest": 0, "bees/winter": 0, "bees/worth": 0})
        missed = {pathlib.Path(row["file"]).name: row["missed"] for row in told["files"]}
        self.assertEqual(missed["sums.lua"], [[3, 6]])
        self.assertIn([13, 17], missed["bees.lua"])

    def test_errors_are_counted_long_lists_are_cut_and_only_the_tested_plugin_is_covered(self):
        ends = "".join(f"  if a == {i} then\n    a = 0\n  end\n" for i in range(101, 116))
        (self.plugin / "sums.lua").write_text(SUMS.replace("  if a < 0", ends + "  if a < 0"), encoding="utf-8")
        self.write("""fixture { plugins = { "limits" }, state = { hives = { north = { honey = 20 } }, store = { jars = 2 } } }
        test("costs", function(t)
          for _ = 1, 2 do t.call("harvest", { hive = "north", jars = 1 }) end
          t.call("harvest", { hive = "south", jars = 1 })
          expect.verdict(t.set("hives.north.honey", "much"), { code = "plugin.error" })
        end)\n""" + "".join(f'test("test {i}", function(t) expect.verdict(t.set("hives.north.honey", 19), {{ status = "applied" }}) end)\n' for i in range(5)))
        told = self.gavel_test(str(self.plugin), "--coverage", "--costs", "--json").json
        handlers = {row["id"]: row for row in told["coverage"]["handlers"]}
        self.assertEqual((handlers["bees/winter"]["errors"], handlers["bees/harvest"]["errors"]), (1, 0))
        self.assertEqual({pathlib.Path(row["file"]).name for row in told["coverage"]["files"]}, {"bees.lua", "sums.lua"})
        self.assertEqual({row["plugin"] for row in told["costs"]["plugins"]}, {"bees"})
        for row in told["costs"]["handlers"]:
            self.assertGreaterEqual(row["fuel_most"], row["fuel_mean"], row)
        text = self.gavel_test(str(self.plugin), "--coverage").out
        self.assertRegex(text, r"rule +bees/winter .*error 1 ")
        self.assertRegex(text, r"bees/winter .* … 3 more\n")
        self.assertRegex(text, r"sums\.lua .*\d+, \d+ … 4 more\n")

    def test_coverage_and_costs_change_no_verdict_and_no_fuel(self):
        self.write('''fixture { state = { hives = { north = { honey = 20 } }, store = { jars = 2 } } }
        test("v", function(t) t.log(t.turn('{"tool_calls": [{"id": "a", "tool": "harvest", "args": {"hive": "north", "jars": 15}}]}')) expect.equal(1, 1) end)
        test("loop", function(t) for i = 1, 1000000000 do end end)\n''')
        plain = self.gavel_test(str(self.plugin), "--json", "--seed", "1", codes=(1,)).json
        with_lines = self.gavel_test(str(self.plugin), "--json", "--seed", "1", "--coverage", "--costs", codes=(1,)).json
        self.assertEqual(plain["tests"], with_lines["tests"])
        self.assertIn('"outcome":"accepted"', "".join(sum((row.get("logs", []) for row in plain["tests"]), [])))

        def fuel(*args):
            costs = self.gavel_test(str(self.plugin), "--json", "--seed", "1", "--costs", *args, codes=(1,)).json["costs"]
            for rows in costs.values():
                for row in rows:
                    del row["milliseconds"]
            return costs

        self.assertEqual(fuel(), fuel("--coverage"))
        rows = fuel()["handlers"]
        self.assertEqual([row["fuel"] for row in rows], sorted((row["fuel"] for row in rows), reverse=True))
        self.assertAlmostEqual(sum(row["fuel_share"] for row in rows), 100)
        first = next(row for row in rows if row["id"] == "bees/harvest")
        self.assertEqual(first["of_limit"], first["fuel_most"] / 5_000_000 * 100)
        # The tool's own fuel is without that of the rule that judges what it writes, also where it is held against the limit.
        self.assertEqual(first["fuel"], first["fuel_most"])
        self.assertEqual(fuel()["plugins"][0]["fuel"], sum(row["fuel"] for row in rows))

    def test_scenarios_are_covered_too(self):
        ruleset = self.folder / "meadow"
        self.make_plugin(ruleset / "plugins" / "bees")
        (ruleset / "scenarios").mkdir()
        (ruleset / "ruleset.yaml").write_text("ruleset: meadow\nversion: 1.0.0\nplugins: [bees]\nstate: initial.yaml\n", encoding="utf-8")
        (ruleset / "initial.yaml").write_text("hives: {west: {honey: 10}}\nstore: {jars: 1}\n", encoding="utf-8")
        (ruleset / "scenarios" / "one.yaml").write_text(
            "scenario: Winter\nturns:\n  - model: '_.set(\"hives.west.honey\", 10, 9);//x'\n    expect: {commands: [applied]}\n", encoding="utf-8")
        told = self.gavel_test(str(ruleset), "--coverage", "--json").json
        handlers = {row["id"]: row for row in told["coverage"]["handlers"]}
        # Once: that the turn is judged anew afterwards, to prove it, is no test of it.
        self.assertEqual((handlers["bees/winter"]["calls"], handlers["bees/winter"]["tests"]), (1, ["Winter"]))
        self.assertEqual(told["scenarios"][0]["status"], "passed")
        plain = self.gavel_test(str(ruleset), "--json").json
        self.assertEqual(plain["scenarios"], told["scenarios"])

    def test_junit_for_build_servers(self):
        self.write(GOOD + 'test("a <b> & \\"c\\"", function(t) expect.equal(1, 2) end)\n')
        path = self.folder / "junit.xml"
        self.gavel_test(str(self.plugin), "--junit", str(path), codes=(1,))
        root = xml.parse(path).getroot()
        cases = {case.get("name"): case for case in root.iter("testcase")}
        self.assertEqual((root.get("tests"), root.get("failures"), len(cases)), ("6", "1", 6))
        self.assertIn("found 1; expected 2", cases['a <b> & "c"'].find("failure").text)
        self.assertIsNone(cases["modules"].find("failure"))
        self.assertEqual((cases["modules"].get("line"), pathlib.Path(cases["modules"].get("file")).name), ("23", "bees_test.lua"))
        self.write('test("a bell rings", function(t) expect.equal("\\1", 2) end)\n')
        self.write("local x = (\n", "broken_test.lua")
        self.gavel_test(str(self.plugin), "--junit", str(path), codes=(2,))
        root = xml.parse(path).getroot()  # whatever was in a name, it is XML
        self.assertEqual(sorted(child.tag for case in root.iter("testcase") for child in case), ["error", "failure"])

    def test_watch_runs_them_again_when_a_file_has_changed(self):
        path = self.write(GOOD)
        watched = Watched("test", path, "--watch", "--seed", "3")
        for stream in (watched.process.stdout, watched.process.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(watched.process.wait)
        self.addCleanup(watched.process.kill)
        self.assertEqual(watched.round()[-1], "5 passed, 0 failed")
        (self.plugin / "sums.lua").write_text(SUMS.replace("a * b", "a + b"), encoding="utf-8")
        told = watched.round()
        self.assertEqual(told[-1], "2 passed, 3 failed", told)
        self.assertIn("differs; found 5; expected 6", "\n".join(told))
        (self.plugin / "fixtures" / "store.yaml").write_text("store: {jars: 8}\n", encoding="utf-8")
        watched.round()
        (self.plugin / "sums.lua").write_text(SUMS, encoding="utf-8")
        self.assertEqual(watched.round()[-1], "5 passed, 0 failed")
        self.assertEqual(watched.interrupt()[0], 0)

    def test_output_that_cannot_be_written_is_a_failure(self):
        self.write(GOOD)
        self.assert_unwritable_output_is_a_failure("test", str(self.plugin))
        answer = self.gavel_test(str(self.plugin), "--lcov", str(self.folder / "no" / "c.info"), codes=(2,))
        self.assertIn("c.info", answer.err)


if __name__ == "__main__":
    program.main()
