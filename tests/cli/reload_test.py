"""gavel campaign reload, from outside: new rules for a running game, or the old ones as they were."""

import json
import os
import pathlib
import pty
import subprocess

import program
from program import run
from run_test import INITIAL, MANIFEST, RULESET
from run_test import PLUGIN as MILL
from watch_test import Watched

NOW = "2025-09-20T08:00:00Z"
SCHEMA = """meta:
  id: mill_talk
  name: {zh: 谈话, en: Talk}
  description: {zh: 谈磨坊。, en: Of mills.}
  type: augmentation
injection: {target: system_instruction, priority: 100}
instruction:
  zh: 谈面粉。
  en: Speak of flour.
"""
PLUGIN = MILL.replace("max = 8,", "max = 80,")
STRICTER = ("if effect.delta > 5 then return amend(effect.before + 5", "if effect.delta > 2 then return amend(effect.before + 2")


class Reload(program.Base):
    def setUp(self):
        super().setUp()
        self.game = self.folder / "mill"
        (self.game / "plugins" / "mill").mkdir(parents=True)
        (self.game / "schemas").mkdir()
        self.lua = self.game / "plugins" / "mill" / "mill.lua"
        self.manifest = self.game / "plugins" / "mill" / "plugin.yaml"
        self.rules = self.game / "ruleset.yaml"
        self.rules.write_text(RULESET + "schemas: [mill_talk]\n")
        (self.game / "initial.yaml").write_text(INITIAL)
        self.manifest.write_text(MANIFEST)
        self.lua.write_text(PLUGIN)
        self.schema = self.game / "schemas" / "mill_talk.yaml"
        self.schema.write_text(SCHEMA)
        self.store = str(self.folder / "games.db")
        self.gavel("new", "evening", "--ruleset", str(self.game), "--now", NOW)
        self.grind("t-1")

    def gavel(self, *args, codes=(0,)):
        return run("campaign", *args, "--store", self.store, codes=codes)

    def reload(self, *more, codes=(0,)):
        answer = self.gavel("reload", "evening", "--ruleset", str(self.game), "--now", NOW, *more, codes=(0, 1, 2))
        self.assertIn(answer.code, codes, answer.err + answer.out)
        return answer.json

    def grind(self, turn):
        text = json.dumps({"tool_calls": [{"id": "a", "tool": "grind", "args": {"n": 9}}]})
        return self.gavel("turn", "evening", "--turn", turn, "--text", text, "--now", NOW).json

    def data(self):
        return self.gavel("show", "evening", "state").json["data"]

    def on_terminal(self, *args):
        main, other = pty.openpty()
        with subprocess.Popen([program.GAVEL, "campaign", *args, "--store", self.store], stdin=subprocess.DEVNULL, stdout=other,
                              stderr=other, env=program.environment(NO_COLOR="1")) as process:
            os.close(other)
            shown = b""
            while True:
                try:
                    part = os.read(main, 65536)
                except OSError:
                    break
                if not part:
                    break
                shown += part
            process.wait(60)
        os.close(main)
        return shown.decode()

    def edit(self, old, new):
        text = self.lua.read_text()
        self.assertIn(old, text)
        self.lua.write_text(text.replace(old, new))

    def assert_as_it_was(self, version):
        self.assertEqual(version, self.gavel("show", "evening").json["head"]["version"])
        self.grind(f"t-{version + 1}")
        for proof in ("verify", "rebuild"):
            self.assertEqual([], self.gavel(proof, "evening").json["findings"])

    def test_the_next_turn_is_judged_by_what_was_just_written(self):
        """[B-06] [B-14]"""
        self.assertEqual(15, self.data()["flour"])
        self.edit(*STRICTER)
        answer = self.reload()
        self.assertEqual((True, False, []), (answer["exchanged"], answer["same"], answer["reasons"]))
        self.assertIn("rule mill/step: changed (plugins/mill/mill.lua:", str(answer["report"]["rules"]))
        self.assertEqual([("t-1", False)], [(turn["turn_id"], turn["same"]) for turn in answer["report"]["turns"]])
        self.assertEqual(15, self.data()["flour"])
        self.grind("t-3")
        self.assertEqual(17, self.data()["flour"])
        self.assertTrue(self.reload()["same"])
        for proof in ("verify", "rebuild"):
            self.assertEqual([], self.gavel(proof, "evening").json["findings"])
        self.gavel("rollback", "evening", "t-1")
        self.grind("t-4")
        self.assertEqual(20, self.data()["flour"])

    def test_turns_are_judged_the_same_where_nothing_but_a_comment_changed_also_the_first_with_its_derived_values(self):
        """[B-06]"""
        first = [row["cause"] for row in self.gavel("show", "evening", "verdict", "--at", "t-1").json["changes"]]
        self.assertIn("derive mill/weight", first)
        self.lua.write_text("-- A mill.\n" + PLUGIN)
        answer = self.reload()
        self.assertEqual([("t-1", True, [])], [(turn["turn_id"], turn["same"], turn["differences"]) for turn in answer["report"]["turns"]])
        self.edit("* 2 + ctx.get", "* 3 + ctx.get")
        answer = self.reload("--last", "2")
        told = [(row["path"], row["stored"]["after"], row["now"]["after"]) for row in answer["report"]["turns"][0]["differences"]]
        self.assertEqual([(["sacks", "north", "weight"], 7, 10), (["sacks", "south", "weight"], 10, 15)], told)
        self.assertEqual(15, self.data()["sacks"]["south"]["weight"])

    def test_what_changed_is_named_schemas_modules_and_the_file_itself_too(self):
        """[B-05] [B-06]"""
        self.schema.write_text(self.schema.read_text().replace("Speak of flour", "Speak of bread"))
        self.rules.write_text(self.rules.read_text().replace("version: 1.0.0", "version: 1.0.1"))
        (self.game / "initial.yaml").write_text(INITIAL.replace("day: 1", "day: 2"))
        rules = self.reload()["report"]["rules"]
        self.assertTrue(any(row.startswith("schema mill_talk: changed (") for row in rules), rules)
        self.assertIn("ruleset.yaml: changed", rules)
        self.assertIn("initial state: changed", rules)
        self.assertFalse([row for row in rules if row.startswith("rule ")], rules)

    def test_whatever_is_wrong_the_old_rules_stay_and_it_says_why_and_where(self):
        """[B-06]"""
        whole = self.lua.read_text()
        broken = {
            "syntax": ("rule \"step\" {", "rule \"step\" (", "mill.lua:"),
            "a loop on the initial state": ("automation \"bell\"", 'automation "mad" { on = "changed(day)", run = function(event, ctx) ctx.add("day", 1) end }\n'
                                            'automation "start" { on = "turn_start", run = function(event, ctx) ctx.add("day", 1) end }\nautomation "bell"',
                                            "still changing things after"),
            "a loop in the last turns": ("automation \"bell\"", 'automation "mad" { on = "changed(flour)", run = function(event, ctx) ctx.add("day", 1) end }\n'
                                         'automation "madder" { on = "changed(day)", run = function(event, ctx) ctx.add("day", 1) end }\nautomation "bell"', "in turn t-1: "),
            "a handler that fails in the last turns": ("if effect.after > 20", "if effect.after > nobody.knows", "in turn t-1: "),
        }
        for what, (old, new, why) in broken.items():
            self.lua.write_text(whole)
            self.edit(old, new)
            answer = self.reload(codes=(1,))
            self.assertFalse(answer["exchanged"], what)
            self.assertIn(why, " ".join(answer["reasons"]), what)
        self.assert_as_it_was(1)

    def test_values_that_the_new_rules_forbid_refuse_it_unless_it_is_forced(self):
        """[B-06]"""
        self.rules.write_text(self.rules.read_text().replace("fields:\n", 'fields:\n  - {path: "flour", type: string}\n'))
        (self.game / "initial.yaml").write_text(INITIAL.replace("flour: 10", "flour: ten"))
        answer = self.reload(codes=(1,))
        self.assertIn("flour", " ".join(answer["reasons"]))
        self.assertIn("(ruleset.yaml:", " ".join(answer["reasons"]))
        self.assertTrue(self.reload("--force")["exchanged"])

    def test_a_migration_brings_the_state_along_and_says_so(self):
        """[B-06]"""
        self.manifest.write_text(MANIFEST.replace("1.0.0", "1.1.0"))
        self.lua.write_text(PLUGIN + 'migrate { from = "1.0.x", up = function(ctx) ctx.set("bread", ctx.get("flour")) end, '
                            'down = function(ctx) ctx.delete("bread") end }\n')
        self.rules.write_text(self.rules.read_text().replace("automation, derive]", "automation, derive, migration]"))
        answer = self.reload()
        ran = answer["report"]["migrated"][0]
        self.assertEqual(("mill", "1.0.0", "1.1.0", "up"), (ran["plugin"], ran["from"], ran["to"], ran["ran"][0]["direction"]))
        self.assertEqual(15, self.data()["bread"])

    def test_a_derived_value_that_fails_in_the_last_turns_keeps_the_old_rules(self):
        """[B-06]"""
        self.edit("* 2 + ctx.get", "* (ctx.get(\"flour\") > 10 and nobody or 2) + ctx.get")
        reasons = self.reload(codes=(1,))["reasons"]
        self.assertEqual(1, len(reasons), reasons)
        self.assertRegex(reasons[0], "^in turn t-1: .*weight")
        self.assert_as_it_was(1)

    def test_a_turn_that_the_new_rules_cannot_judge_at_all_keeps_the_old_rules(self):
        """[B-06]"""
        summary = self.file("summary.json", json.dumps({"summary_text": "x" * 50_000, "facts_json": {}, "pins": []}))
        self.gavel("turn", "evening", "--turn", "t-2", "--text", "Quiet.", "--summary", summary, "--now", NOW)
        self.rules.write_text(self.rules.read_text() + "limits: {max_turn_growth: 20000}\n")
        answer = self.reload(codes=(1,))
        self.assertEqual(["error"], [turn["outcome"] for turn in answer["report"]["turns"] if not turn["same"]])
        self.assertRegex(" ".join(answer["reasons"]), "^in turn t-2: the summary weighs ")

    def test_what_came_of_it_is_told_to_people_with_the_migration_in_the_line_of_a_watch(self):
        """[B-06]"""
        self.manifest.write_text(MANIFEST.replace("1.0.0", "1.1.0"))
        self.lua.write_text(PLUGIN + 'migrate { from = "1.0.x", up = function(ctx) ctx.set("bread", ctx.get("flour")) end, '
                            'down = function(ctx) ctx.delete("bread") end }\n')
        self.rules.write_text(self.rules.read_text().replace("automation, derive]", "automation, derive, migration]"))
        watched = Watched("campaign", "reload", "evening", "--ruleset", str(self.game), "--store", self.store, "--now", NOW, "--watch")
        for stream in (watched.process.stdout, watched.process.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(watched.process.wait)
        self.addCleanup(watched.process.kill)
        self.assertIn("; mill 1.0.0 → 1.1.0 migrated; ", watched.round()[-1])
        watched.interrupt()
        self.edit(*STRICTER)
        people = self.on_terminal("reload", "evening", "--ruleset", str(self.game), "--now", NOW)
        self.assertIn("rule mill/step: changed", people)
        self.assertRegex(people, "✓ exchanged, as turn t-3: .*0 turns judged the same, 2 differently|✓ exchanged, as turn t-3: .*1 turn judged the same, 1 differently")

    def test_beside_an_editor_every_change_is_one_line(self):
        """[B-06] --watch"""
        watched = Watched("campaign", "reload", "evening", "--ruleset", str(self.game), "--store", self.store, "--now", NOW, "--watch")
        for stream in (watched.process.stdout, watched.process.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(watched.process.wait)
        self.addCleanup(watched.process.kill)
        self.assertIn("these rules already", watched.round()[-1])
        whole = self.lua.read_text()
        self.edit(*STRICTER)
        line = watched.round()[-1]
        self.assertIn("exchanged, as turn t-2: plugins/mill/mill.lua changed (12 registrations); ", line)
        self.assertIn("0 turns judged the same, 1 differently", line)
        self.lua.write_text("rule (")
        self.assertRegex(watched.round()[-1], r"the old rules stay: .*mill.lua:1")
        self.grind("t-3")
        self.assertEqual(17, self.data()["flour"])
        self.lua.write_text(whole)
        self.assertIn("exchanged, as turn t-4", watched.round()[-1])
        self.lua.write_text(whole + "".join(f'rule "extra{i}" {{ path = "flour", run = function() return allow() end }}\n' for i in range(8)))
        self.assertRegex(watched.round()[-1], r"exchanged, as turn t-5: .*; and [0-9]+ more; ")
        self.assertEqual("", watched.interrupt()[2])

    def test_without_a_folders_name_it_is_looked_for_where_the_author_stands(self):
        for here, change in ((self.folder, STRICTER), (self.game, STRICTER[::-1])):
            self.edit(*change)
            done = subprocess.run([pathlib.Path(program.GAVEL).resolve(), "campaign", "reload", "evening", "--store", self.store, "--now", NOW, "--json"],
                                  cwd=here, capture_output=True, text=True, env=program.environment(), check=False)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertTrue(json.loads(done.stdout)["exchanged"])

    def test_a_campaign_or_a_folder_that_is_not_there_is_named(self):
        """[B-14]"""
        self.assertIn("morning", self.gavel("reload", "morning", "--ruleset", str(self.game), codes=(2,)).err)
        self.assertIn("--ruleset", self.gavel("reload", "evening", codes=(2,)).err)
        answer = self.gavel("reload", "evening", "--ruleset", str(self.folder / "none"), codes=(1, 2))
        self.assertIn("none", answer.out + answer.err)


if __name__ == "__main__":
    program.main()
