#!/usr/bin/env python3
"""Rulesets through the real `gavel apply --ruleset` and `gavel check`: what players, operators and authors see.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/rules_test.py [-v] [name]
"""

import json
import pathlib
import re
import shutil
import unittest

import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
FIRST = str(HOUSE / "rulesets" / "first")
NOW = ("--now", "2025-09-20T08:00:00Z")


def apply(*args, **extra):
    return program.run("apply", "--json", *NOW, *args, **extra)


def check(*args):
    return program.run("check", *args, codes=(0, 1, 2))


def call(tool, **args):
    return json.dumps({"tool_calls": [{"id": "c1", "tool": tool, "args": args}]})


class Rulesets(program.Base):
    def ruleset(self):
        """A copy of the first ruleset with its plugins beside it, to be broken."""
        folder = self.folder / "game"
        shutil.copytree(FIRST, folder)
        shutil.copytree(HOUSE / "plugins", folder / "plugins")
        return folder

    def test_a_misspelt_first_line_is_reported_once(self):
        self.file("ruleset.yaml", "rulset: x\nversion: 0.1.0\n")
        problems = json.loads(check(str(self.folder), "--json").out)["problems"]
        self.assertEqual(["unknown name `rulset`"], [problem["what"] for problem in problems])

    def test_a_new_game_starts_with_the_rulesets_own_state(self):
        answer = apply("--ruleset", FIRST, "--text", "")
        self.assertEqual(answer.json["state"]["characters"]["li_si"]["derived"]["speed"], 7.0)

    def test_a_step_is_amended_and_the_day_gives_no_more_through_restarts_by_document_B_03(self):
        """[B-03]"""
        document = str(self.folder / "game.json")
        source = ["--ruleset", FIRST]
        seen = []
        for _ in range(4):
            answer = apply(*source, "--out", document, "--text", '_.add("characters.li_si.好感度", 8);')
            seen.append((answer.json["commands"][0]["status"], answer.json["commands"][0].get("effective")))
            source = ["--ruleset", FIRST, "--document", document]
        self.assertEqual(seen[:2], [("amended", 5), ("amended", 5)])
        self.assertEqual(answer.json["state"]["characters"]["li_si"]["好感度"], 20)
        apply(*source, "--out", document, "--text", '_.set("时间.日期", "2025-09-21");')
        answer = apply(*source, "--text", '_.add("characters.li_si.好感度", 3);')
        self.assertEqual(answer.json["commands"][0]["status"], "applied")

    def test_refusals_cite_the_rule_and_its_line_B_02(self):
        """[B-02]"""
        answer = apply("--ruleset", FIRST, "--text", '_.set("characters.li_si.好感度", "很高");')
        line = answer.json["commands"][0]
        self.assertEqual(line["rule"], "affection/number")
        source = (HOUSE / "plugins/affection/limits.lua").read_text(encoding="utf-8").splitlines()
        file, _, number = line["at"].rpartition(":")
        self.assertEqual(file, "plugins/affection/limits.lua")
        self.assertIn("deny(", source[int(number) - 1])

    def test_the_dice_are_the_same_in_every_attempt_and_process_B_04(self):
        """[B-04]"""
        first = apply("--ruleset", FIRST, "--seed", "s", "--text", call("strike", target_character_id="wang_wu", dice="3d6"))
        again = apply("--ruleset", FIRST, "--seed", "s", "--text", "I try again. " + call("strike", target_character_id="wang_wu", dice="3d6"))
        self.assertEqual(first.json["rolls"], again.json["rolls"])
        others = {apply("--ruleset", FIRST, "--seed", str(seed), "--text", call("strike", target_character_id="wang_wu", dice="3d6")).json["rolls"][0]["total"] for seed in range(12)}
        self.assertGreater(len(others), 2)

    def test_the_same_turn_gives_the_same_bytes_in_two_processes(self):
        text = '_.add("characters.li_si.好感度", 8);\n' + call("hp_delta", target_character_id="li_si", delta=-40)
        self.assertEqual(apply("--ruleset", FIRST, "--text", text).out, apply("--ruleset", FIRST, "--text", text).out)

    def test_changing_a_formula_changes_the_value_with_no_rebuild(self):
        folder = self.ruleset()
        formula = folder / "plugins/attributes/plugin.yaml"
        speed = lambda: apply("--ruleset", str(folder), "--text", "").json["state"]["characters"]["li_si"]["derived"]["speed"]
        self.assertEqual(speed(), 7.0)
        formula.write_text(formula.read_text(encoding="utf-8").replace("/ 3", "/ 4"), encoding="utf-8")
        self.assertEqual(speed(), 5.25)

    def test_without_its_plugin_a_tool_is_unknown_R001_08(self):
        """[R001-08]"""
        folder = self.ruleset()
        text = call("hp_delta", target_character_id="li_si", delta=-1)
        self.assertEqual(apply("--ruleset", str(folder), "--text", text).json["commands"][0]["status"], "applied")
        yaml = folder / "ruleset.yaml"
        yaml.write_text(yaml.read_text(encoding="utf-8").replace("  - vitals\n", ""), encoding="utf-8")
        self.assertEqual(apply("--ruleset", str(folder), "--text", text).json["commands"][0]["code"], "tool.unknown")

    def test_a_document_with_a_wrong_meta_is_bad_input(self):
        for name in ("memory", "budgets", "quarantine"):
            for value in (1, None, [], "x", True, {"p/inc": 1}):
                document = self.file("bad.json", json.dumps({"data": {"hp": 1}, "meta": {name: value}}))
                answer = apply("--ruleset", FIRST, "--document", document, "--text", '_.add("characters.li_si.好感度", 8);')
                self.assertEqual(answer.code, 2, (name, value))

    def test_what_people_see_names_rule_and_line(self):
        answer = program.run("apply", "--ruleset", FIRST, "--format", "people", *NOW, "--text", '_.add("characters.li_si.好感度", 8);')
        self.assertIn("8 became 5  at most +5 at once", answer.out)
        self.assertIn("characters.li_si.好感度  10 → 15", answer.out)
        self.assertIn("by affection/step, plugins/affection/limits.lua:2", answer.out)
        self.assertIn("» derive attributes/speed", answer.out)

    def test_a_ruleset_that_does_not_load_is_bad_input_and_says_where(self):
        folder = self.ruleset()
        (folder / "plugins/vitals/hp.lua").write_text("tool 5", encoding="utf-8")
        answer = apply("--ruleset", str(folder), "--text", "")
        self.assertEqual(answer.code, 2)
        self.assertIn("hp.lua:1", answer.err)


class Checks(program.Base):
    def plugin(self, lua, manifest=""):
        folder = self.folder / "mine"
        folder.mkdir(exist_ok=True)
        (folder / "plugin.yaml").write_text(f"plugin: mine\nversion: 1.0.0\napi: 1\nsummary: {{en: e, zh: z}}\n{manifest}", encoding="utf-8")
        (folder / "init.lua").write_text(lua, encoding="utf-8")
        return str(folder)

    def test_what_ships_is_without_a_fault(self):
        for folder in sorted(str(path.parent) for kind in ("ruleset", "plugin") for path in (HOUSE / f"{kind}s").glob(f"*/{kind}.yaml")):
            answer = check(folder, "--json")
            self.assertEqual((answer.code, answer.json["problems"]), (0, []), folder)

    def test_every_problem_comes_at_once_with_file_line_and_remedy(self):
        answer = check(self.plugin('rule "a" { path = 5 }\ntool "b" { }\nruel "c" { }'), "--json")
        self.assertEqual(answer.code, 1)
        lines = {problem["line"] for problem in answer.json["problems"]}
        self.assertTrue({1, 2} <= lines, answer.out)
        for problem in answer.json["problems"]:
            self.assertTrue(problem["file"].endswith("mine/init.lua"), problem)
            self.assertTrue(problem["what"])

    def test_a_manifest_is_judged_without_running_code(self):
        answer = check(self.plugin("while true do end", "filse: [init.lua]\n"))
        self.assertEqual(answer.code, 1)
        self.assertIn("plugin.yaml:5:1", answer.out)
        self.assertIn("files", answer.out)

    def test_a_plugin_that_hangs_while_it_loads_is_stopped(self):
        answer = check(self.plugin("while true do end"))
        self.assertEqual(answer.code, 1)
        self.assertIn("max_load_fuel", answer.out)

    def test_a_folder_with_nothing_in_it_is_said_to_be_that(self):
        self.assertEqual(check(str(self.folder)).code, 1)
        self.assertEqual(check(str(self.folder / "nowhere")).code, 1)


class House(unittest.TestCase):
    def test_no_game_noun_stands_in_the_host(self):
        """The host knows documents, commands and rules; what they are about is in plugins."""
        nouns = {"hp", "mana", "sword", "spell", "dragon", "monster", "inventory", "affection", "gold", "quest", "weapon", "hero",
                 "armor", "armour", "potion", "castle", "village", "goblin", "wizard", "coin", "coins", "cave", "caves", "hive", "hives",
                 "bee", "bees", "honey", "cookie", "cookies", "flour", "oven", "love", "lamp", "rope", "torch", "bag", "harbour", "storm"}
        chinese = ("好感", "生命", "灵石", "角色", "背包", "金币", "法力", "怪物", "英雄", "武器", "洞穴", "蜂", "饼干")
        shipped = {path.name for path in (HOUSE / "plugins").iterdir() if path.is_dir()}
        templates = {path.stem for path in (HOUSE / "host/tools/cli/templates").rglob("*.lua")}
        played = "".join(path.read_text(encoding="utf-8") for path in sorted((HOUSE / "rulesets/first").glob("*.yaml")))
        found = []
        for path in sorted((HOUSE / "host").rglob("*.[ch]pp")):
            # What a dialect's own examples show is the dialect's; every code is shown by one small game.
            if "dialects" in path.parts or path.name.startswith("codes_"):
                continue
            # The command line's examples can be typed as they stand: they name what ships, and what `gavel new` makes.
            typed = "cli" in path.parts
            known = shipped | templates | {"harbour", "storm"} | set(re.findall("[a-z]+", played)) if typed else set()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                code = line.split("//")[0].lower()
                words = set(re.findall("[a-z]+", code)) & nouns - known
                found += [f"{path.relative_to(HOUSE)}:{number}: {noun}" for noun in sorted(words)]
                found += [f"{path.relative_to(HOUSE)}:{number}: {noun}" for noun in chinese if noun in code and not (typed and noun in played)]
        self.assertEqual([], found, "\n".join(found))


if __name__ == "__main__":
    program.main()
