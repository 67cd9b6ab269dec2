"""gavel test --fuzz, from outside: five rulesets broken on purpose, and what is found in them."""

import program
from program import run

RULESET = """ruleset: broken
version: 1.0.0
plugins: [broken]
dialects: [tools, mvu]
retry: {max: 1, on: [tool]}
fields:
  - {path: "derived.**", write: [derive]}
  - {path: "hives.*.worth", write: [derive]}
  - {path: "hives.*.honey", type: integer}
  - {path: "purse.coins", write: [tool]}
  - {path: "**", write: [model, player, tool, automation, operator]}
state: initial.yaml
limits: {max_handler_fuel: 50000}
"""

STATE = """
hives: {north: {honey: 12, kept: 4}, south: {honey: 3, kept: 1}}
purse: {coins: 20}
store: {jars: 2, shelf: {a: 1}}
bell: {rung: 0, answered: 0}
log: [begun]
"""

TOOL = """tool "%s" {
  summary = { en = "A tool.", zh = "工具。" }, guidance = { en = "Call it.", zh = "调用。" },
  args = { %s }, rejects = { no = "no" }, settles = {},
  run = function(args, ctx)
%s
  end,
}
"""

# Whoever takes the whole hive away leaves nothing to compare.
COMPARES_NOTHING = """rule "winter" { path = "hives.*.honey", run = function(effect, ctx)
  if effect.after < 0 then return deny("no honey below nothing") end
  return allow()
end }
"""

# The author forgot that one can pay more than there is.
OVERDRAWS = TOOL % ("pay", "coins = int{ min = 1, max = 50 }", """    ctx.add("purse.coins", -args.coins)
    return { left = ctx.get("purse.coins") }""")

# Two handlers derive one place: what stands there depends on which of them had to run.
FIGHTS = """derive "worth" { path = "hives.*.worth", run = function(ctx, hive)
  local honey = ctx.get({ "hives", hive, "honey" })
  return type(honey) == "number" and honey * 2 or 0
end }
derive "crown" { path = "hives.north.worth", run = function(ctx)
  local coins = ctx.get("purse.coins")
  return type(coins) == "number" and coins or 0
end }
"""

# Fine for years, until somebody rings often enough.
ECHOES = """automation "ring" { on = "changed(bell.answered)", run = function(event, ctx)
  if ctx.get("bell.rung") > 100 then ctx.add("bell.rung", 1) end
end }
automation "answer" { on = "changed(bell.rung)", run = function(event, ctx)
  if ctx.get("bell.rung") > 100 then ctx.add("bell.answered", 1) end
end }
"""

# As many steps as somebody says.
COUNTS = TOOL % ("fill", "jars = int{ min = 1 }", """    local filled = 0
    for i = 1, args.jars do filled = filled + i % 2 end
    ctx.set("store.jars", filled)
    return { filled = filled }""")

BROKEN = {
    "an error on nothing": (COMPARES_NOTHING, "handler", "plugin.error", "broken/winter"),
    "a debt": (OVERDRAWS, "forbidden", "value.range", "purse.coins"),
    "two for one place": (FIGHTS, "replay", None, None),
    "an echo": (ECHOES, "loop", "automation.loop", None),
    "no end": (COUNTS, "handler", "plugin.fuel", "broken/fill"),
}

SOUND = """rule "winter" { path = "hives.*.honey", run = function(effect, ctx)
  if type(effect.after) ~= "number" or effect.after < 0 then return deny("no honey below nothing") end
  return allow()
end }
derive "sum" { path = "derived.sum", run = function(ctx)
  local coins = ctx.get("purse.coins")
  return type(coins) == "number" and coins or 0
end }
""" + TOOL % ("pay", "coins = int{ min = 1, max = 50 }", """    local left = ctx.get("purse.coins")
    if type(left) ~= "number" or left < args.coins then return reject("no") end
    ctx.set("purse.coins", left - args.coins)
    return { left = left - args.coins }""")


class Fuzz(program.Base):
    def ruleset(self, lua, name="broken", invariants=True):
        folder = self.folder / name
        (folder / "plugins" / "broken").mkdir(parents=True)
        (folder / "scenarios").mkdir()
        (folder / "ruleset.yaml").write_text(RULESET)
        (folder / "initial.yaml").write_text(STATE)
        if invariants:
            (folder / "invariants.yaml").write_text("- {path: purse.coins, min: 0, why: nobody lends here}\n")
        (folder / "plugins" / "broken" / "plugin.yaml").write_text(
            "plugin: broken\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [init.lua]\n")
        (folder / "plugins" / "broken" / "init.lua").write_text(lua)
        return folder

    def fuzz(self, folder, *args, codes=(0, 1)):
        return run("test", str(folder), "--json", *args, codes=codes)

    def test_five_rulesets_broken_on_purpose_are_found_and_brought_down_to_one_or_two_commands_b_14(self):
        "[B-14] Each within 10,000 cases; the least case is a scenario that fails, and names the place."
        for name, (lua, what, code, rule) in BROKEN.items():
            with self.subTest(name):
                folder = self.ruleset(lua, name.replace(" ", "_"), invariants=what == "forbidden")
                answer = self.fuzz(folder, "--fuzz", "500", "--save", str(folder / "scenarios"))
                self.assertEqual(answer.code, 1, answer.out)
                found = [one for one in answer.json["rulesets"][0]["findings"] if one["what"] == what]
                self.assertTrue(found, answer.out)
                one = found[0]
                self.assertLessEqual(one["case"], 500)  # far below the 10,000 that people look for
                self.assertLessEqual(one["commands"], 2)
                self.assertLessEqual(one["turns"], 2)
                if code:
                    self.assertEqual(one["code"], code)
                if rule:
                    self.assertEqual(one["rule"], rule)
                if what == "handler":
                    self.assertRegex(one["at"], r"^plugins/broken/init\.lua:[0-9]+$")
                self.assertTrue(one["scenario_fails"])
                # What was written fails when it is played, and says so at a line of its own.
                played = run("test", one["file"], "--json", codes=(1,))
                self.assertEqual(played.json["failed"], 1, played.out)
                # It is found again by its number alone.
                again = self.fuzz(folder, "--case", str(one["case"]))
                self.assertIn(one["scenario"], [other["scenario"] for other in again.json["rulesets"][0]["findings"]])

    def test_a_scenario_that_was_saved_passes_once_the_rule_is_mended_b_14(self):
        "[B-14]"
        for name, (lua, what, _, _) in BROKEN.items():
            if lua not in (COMPARES_NOTHING, OVERDRAWS):
                continue
            with self.subTest(name):
                folder = self.ruleset(lua, what)
                answer = self.fuzz(folder, "--fuzz", "500", "--save", str(folder / "scenarios"))
                self.assertEqual(answer.code, 1)
                (folder / "plugins" / "broken" / "init.lua").write_text(SOUND)
                played = run("test", str(folder), "--json", codes=(0,))
                self.assertEqual(played.json["failed"], 0, played.out)

    def test_sound_rules_are_found_nothing_wrong_with_b_14(self):
        "[B-14]"
        answer = self.fuzz(self.ruleset(SOUND), "--fuzz", "500")
        self.assertEqual(answer.code, 0, answer.out)
        one = answer.json["rulesets"][0]
        self.assertEqual(one["findings"], [])
        # And they were reached: what is not looked at cannot be found wrong.
        self.assertGreater(one["reached"]["broken/pay"]["acted"], 10)
        self.assertGreater(one["reached"]["broken/winter"]["acted"], 10)
        self.assertGreater(one["reached"]["broken/sum"]["acted"], 0)

    def test_the_same_seed_gives_the_same_bytes_with_any_number_of_threads_b_14(self):
        "[B-14]"
        folder = self.ruleset(COMPARES_NOTHING + OVERDRAWS + ECHOES)
        one, two = (self.fuzz(folder, "--fuzz", "150", "--seed", "7", "--jobs", jobs) for jobs in ("1", "2"))
        self.assertEqual(one.out, two.out)
        self.assertNotEqual(one.out, self.fuzz(folder, "--fuzz", "150", "--seed", "8").out)

    def test_people_are_told_what_where_and_how_to_see_it_again(self):
        folder = self.ruleset(COMPARES_NOTHING)
        told = run("test", str(folder), "--fuzz", "500", codes=(1,))
        for part in ("plugin.error in broken/winter", "plugins/broken/init.lua:2", "attempt to compare nil with number",
                     "1 turn, 1 command", "--seed 1 --case ", "scenario: ", "expect: {never: ", "1 failure found"):
            self.assertIn(part, told.out)

    def test_a_state_of_ones_own_is_what_games_begin_with(self):
        state = self.file("late.yaml", "bell: {rung: 100, answered: 0}\n")
        answer = self.fuzz(self.ruleset(ECHOES), "--fuzz", "150", "--state", state)
        finding = next(one for one in answer.json["rulesets"][0]["findings"] if one["what"] == "loop")
        self.assertIn('given: {state: {"": {"bell":{"rung":100,"answered":0}}}}', finding["scenario"])
        self.assertTrue(finding["scenario_fails"])

    def test_whoever_fails_is_found_rules_that_only_watch_and_automations_too_b_14(self):
        "[B-14]"
        waking = 'automation "wake" { on = "changed(store.jars)", run = function(event, ctx) ctx.log(ctx.get("nobody").name) end }\n'
        for number, (lua, rule) in enumerate(((COMPARES_NOTHING.replace("run =", 'shadow = true, run =', 1), "broken/winter"), (waking, "broken/wake"))):
            found = self.fuzz(self.ruleset(lua, f"fails{number}"), "--fuzz", "150").json["rulesets"][0]["findings"]
            self.assertIn(("handler", "plugin.error", rule), [(one["what"], one["code"], one["rule"]) for one in found])

    def test_what_was_wrong_before_the_first_turn_is_no_finding(self):
        state = self.file("debt.yaml", "purse: {coins: 5}\nhives: {north: {honey: much}}\nstore: {jars: 1}\n")
        self.assertEqual(self.fuzz(self.ruleset(SOUND), "--fuzz", "60", "--state", state).json["rulesets"][0]["findings"], [])

    def test_what_cannot_be_fuzzed_is_said(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertIn("holds no ruleset", run("test", str(empty), "--fuzz", "5", codes=(2,)).err)
        self.assertIn("is not a whole number", run("test", str(self.ruleset(SOUND)), "--fuzz", "5", "--seed", "x", codes=(2,)).err)
        folder = self.ruleset("rule \"x\" {", "half")
        self.assertEqual(run("test", str(folder), "--fuzz", "5", codes=(2,)).code, 2)
        folder = self.ruleset(SOUND, "rows")
        (folder / "invariants.yaml").write_text("- {path: a, mni: 0}\n- {path: b, write: [model]}\n")
        told = run("test", str(folder), "--fuzz", "5", codes=(2,)).out
        self.assertIn("invariants.yaml:1:", told)
        self.assertIn("invariants.yaml:2:", told)


if __name__ == "__main__":
    program.main()
