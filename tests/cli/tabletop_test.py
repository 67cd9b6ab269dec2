#!/usr/bin/env python3
"""The ruleset tabletop from outside: the demo's story turn by turn, and what its tools and rules refuse.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/tabletop_test.py [-v] [name]
"""

import copy
import json
import pathlib
import shutil

import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
TABLETOP = HOUSE / "rulesets" / "tabletop"
NOW = ("--now", "2025-09-20T08:00:00Z")


def apply(*args):
    return program.run("apply", "--json", *NOW, *args).json


def calls(*all_of_them):
    return json.dumps({"tool_calls": [{"id": f"c{i}", "tool": tool, "args": args} for i, (tool, args) in enumerate(all_of_them)]},
                      ensure_ascii=False)


def tavern(action, key, value):
    return json.dumps({"tavern_commands": [{"action": action, "key": key, "value": value}]}, ensure_ascii=False)


def move(actor, start, to, **more):
    return ("move", {"actor_id": actor, "from_area_id": start, "to_area_id": to, **more})


def hurt(who, delta):
    return ("hp_delta", {"target_character_id": who, "delta": delta})


class Story(program.Base):
    """rulesets/tabletop/scenarios/demo.yaml: every reply is judged as its turn's next attempt, on the document the turn before left."""

    OUTCOMES = [
        ("t-1", ["accepted"]), ("t-2", ["accepted"]), ("t-3", ["retry", "accepted"]), ("t-4", ["retry", "accepted"]),
        ("t-5", ["accepted"]), ("t-6", ["accepted"]), ("t-7", ["accepted"]), ("t-8", ["retry", "accepted"]), ("t-9", ["accepted"]),
    ]

    def steps(self):
        """As the house's own reader reads it: as the initial state of a ruleset."""
        folder = self.folder / "reader"
        folder.mkdir()
        shutil.copy(TABLETOP / "scenarios" / "demo.yaml", folder / "steps.yaml")
        (folder / "ruleset.yaml").write_text("ruleset: reader\nversion: 1.0.0\nstate: steps.yaml\n", encoding="utf-8")
        return apply("--ruleset", str(folder), "--text", "")["state"]["turns"]

    def document(self, turn):
        return str(self.folder / f"{turn}.json")

    told = []  # [(turn, attempt, verdict)], played once

    def play(self):
        if not Story.told:
            Story.told = self.played()
        return copy.deepcopy(Story.told)

    def played(self):
        start = ["--ruleset", str(TABLETOP)]
        apply(*start, "--out", self.document("start"), "--text", "")
        before, told = "start", []
        for step in self.steps():
            self.assertTrue(step["note"]["zh"] and step["note"]["en"], step)
            if "rollback" in step:
                before = step["rollback"]
                continue
            self.assertTrue(step["user"])
            for attempt, text in enumerate(step["model"], 1):
                verdict = apply(*start, "--document", self.document(before), "--turn", step["id"], "--attempt", str(attempt),
                                "--out", self.document(step["id"]), "--text", text)
                told.append((step["id"], attempt, verdict))
                if verdict["outcome"] != "accepted":
                    kept = [json.loads(pathlib.Path(self.document(turn)).read_text(encoding="utf-8")) for turn in (before, step["id"])]
                    self.assertEqual(kept[0], kept[1], "an attempt that is not accepted changes nothing")
            before = step["id"]
        return told

    def verdicts(self):
        return {(turn, attempt): verdict for turn, attempt, verdict in self.play()}

    def test_every_turn_of_the_demo_comes_out_as_told_R001_09(self):
        """[R001-09]"""
        outcomes = {}
        for turn, _, verdict in self.play():
            outcomes.setdefault(turn, []).append(verdict["outcome"])
        self.assertEqual(list(outcomes.items()), self.OUTCOMES)

    def test_what_the_demo_shows_is_in_its_verdicts_R001_11(self):
        """[R001-11]"""
        told = self.verdicts()
        favour = told["t-1", 1]["commands"][1]
        self.assertEqual((favour["status"], favour["proposed"], favour["effective"], favour["rule"]), ("amended", 20, 5, "favour/step"))
        self.assertEqual([(one["kind"], one["subject"]) for one in told["t-3", 1]["conflicts"]], [("location", "lin_qiu")])
        self.assertIn("locked", told["t-4", 1]["feedback"]["failed_calls"][0]["reason"])
        self.assertIn("move", told["t-4", 1]["messages_to_append"][0]["content"])
        self.assertEqual(told["t-6", 1]["commands"][0]["result"]["delta"], -12)
        self.assertEqual([(one["kind"], one["subject"]) for one in told["t-8", 1]["conflicts"]], [("hp_change", "lin_qiu")])
        # The turn that was rolled back left nothing to the branch that grew instead of it.
        self.assertEqual(told["t-6", 1]["state"]["characters"]["lin_qiu"]["hp"]["current"], 7)
        self.assertEqual(told["t-7", 1]["state"]["characters"]["lin_qiu"]["hp"]["current"], 19)
        end = told["t-9", 1]["state"]
        self.assertEqual(end["characters"]["lin_qiu"]["location"], "tower")
        self.assertEqual(end["areas"]["belfry"]["exits"], ["tower"])
        self.assertIn("belfry", end["areas"]["tower"]["exits"])

    def test_the_hidden_goal_leaves_in_no_word_of_a_verdict(self):
        for turn, attempt, verdict in self.play():
            state, said = verdict.pop("state"), json.dumps(verdict, ensure_ascii=False)
            self.assertNotIn(state["goal"]["ultimate_goal_text"], said, (turn, attempt))


class Table(program.Base):
    begin = None

    def setUp(self):
        super().setUp()
        self.ruleset = str(TABLETOP)
        Table.begin = Table.begin or apply("--ruleset", self.ruleset, "--text", "")["state"]
        self.state = copy.deepcopy(Table.begin)

    def changed(self, *replacements):
        """The ruleset with some of its lines written otherwise."""
        folder = self.folder / "game"
        shutil.copytree(TABLETOP, folder)
        shutil.copytree(HOUSE / "plugins", folder / "plugins")
        yaml = (folder / "ruleset.yaml").read_text(encoding="utf-8")
        for old, new in replacements:
            self.assertIn(old, yaml)
            yaml = yaml.replace(old, new)
        (folder / "ruleset.yaml").write_text(yaml, encoding="utf-8")
        self.ruleset = str(folder)

    def judge(self, text, *more):
        state = self.file("state.json", json.dumps(self.state))
        return apply("--ruleset", self.ruleset, "--state", state, *more, "--text", text)

    def keep(self, text, *more):
        verdict = self.judge(text, *more)
        self.assertEqual(verdict["outcome"], "accepted", json.dumps(verdict["commands"], ensure_ascii=False))
        self.state = verdict["state"]
        return verdict

    def refusals(self, *all_of_them, actor="model"):
        """The name of each reason, or the code where a rule or the table of fields refused. None of the calls may pass."""
        lines = self.judge(calls(*all_of_them), "--actor", actor)["commands"]
        return [line["message"].split(": ")[1] if line["code"] == "tool.rejected" else line["code"] for line in lines]

    def refusal(self, one, actor="model"):
        return self.refusals(one, actor=actor)[0]

    def assert_refusals(self, cases):
        self.assertEqual(list(zip(self.refusals(*(one for _, one in cases)), (one for _, one in cases))), cases)

    def conflicts(self, narration, *all_of_them):
        text = narration + ("\n```json\n" + calls(*all_of_them) + "\n```" if all_of_them else "")
        return sorted((one["kind"], one["subject"]) for one in self.judge(text).get("conflicts", []))


class Moving(Table):
    def test_a_move_says_why_it_is_not_R001_09(self):
        """[R001-09]"""
        self.assert_refusals([
            ("unknown_character", move("nobody", "inn", "street")),
            ("unknown_area", move("lin_qiu", "inn", "moon")),
            ("unknown_area", move("lin_qiu", "moon", "street")),
            ("elsewhere", move("lin_qiu", "street", "dock")),
            ("already_there", move("lin_qiu", "inn", "inn")),
            ("no_way", move("lin_qiu", "inn", "chapel")),
            ("unknown_path", move("lin_qiu", "inn", "street", path_id="secret")),
            ("wrong_path", move("lin_qiu", "inn", "street", path_id="tower_door")),
        ])
        self.state["characters"]["lin_qiu"]["location"] = "chapel"
        self.state["characters"]["a_tie"]["location"] = "dock"
        self.assert_refusals([
            ("locked", move("lin_qiu", "chapel", "tower")),
            ("locked", move("lin_qiu", "chapel", "tower", path_id="tower_door")),
            ("closed", move("a_tie", "dock", "islet")),
        ])

    def test_a_lock_opens_for_its_key_and_a_tide_for_its_hour(self):
        lin = self.state["characters"]["lin_qiu"]
        lin["location"] = "chapel"
        lin["inventory"].append({"id": "brass_key", "name": "黄铜钥匙", "count": 1})
        self.keep(calls(move("lin_qiu", "chapel", "tower"), move("lin_qiu", "tower", "chapel")))
        self.state["characters"]["a_tie"]["location"] = "dock"
        self.state["world"]["clock"] = "1899-11-03 06:00"
        self.keep(calls(move("a_tie", "dock", "islet")))

    def test_a_one_way_path_leads_one_way(self):
        self.state["paths"]["slide"] = {"from": "street", "to": "dock", "one_way": True}
        self.state["characters"]["lin_qiu"]["location"] = "street"
        self.keep(calls(move("lin_qiu", "street", "dock")))
        self.assertEqual(self.refusal(move("lin_qiu", "dock", "street")), "no_way")

    def test_of_two_paths_the_open_one_counts(self):
        self.state["paths"]["hole"] = {"from": "tower", "to": "chapel"}
        self.state["characters"]["lin_qiu"]["location"] = "chapel"
        self.keep(calls(move("lin_qiu", "chapel", "tower")))


class Fates(Table):
    def be(self, who, state, hp=None):
        self.state["characters"][who]["status"]["alive_state"] = state
        if hp is not None:
            self.state["characters"][who]["hp"]["current"] = hp

    def of(self, who):
        one = self.state["characters"][who]
        return one["status"]["alive_state"], one["hp"]["current"]

    def test_zero_fells_a_blow_on_the_fallen_kills_and_the_dead_stay_dead_R001_02(self):
        """[R001-02]"""
        self.be("shen_po", "alive", 4)
        self.keep(calls(hurt("shen_po", -9)))
        self.assertEqual(self.of("shen_po"), ("downed", 0))
        self.keep(calls(hurt("shen_po", 3)))
        self.assertEqual(self.of("shen_po"), ("alive", 3))
        self.keep(calls(hurt("shen_po", -3), hurt("shen_po", -1)))
        self.assertEqual(self.of("shen_po"), ("dead", 0))
        self.assert_refusals([("already_dead", hurt("shen_po", 5)), ("unknown_character", hurt("nobody", 5))])

    def test_a_character_without_hit_points_is_refused_and_not_a_fault_of_the_plugin(self):
        self.state["characters"]["ghost"] = {"name": "x", "hp": 3}
        self.state["characters"]["number"] = 7
        self.assert_refusals([("unknown_character", hurt("ghost", -1)), ("unknown_character", hurt("number", -1)), ("elsewhere", move("number", "inn", "street"))])

    def test_hit_points_stay_between_zero_and_their_maximum(self):
        self.keep(calls(hurt("shen_po", 900)))
        self.assertEqual(self.of("shen_po"), ("alive", 12))

    def test_the_fallen_and_the_bound_neither_walk_nor_strike_R001_02(self):
        """[R001-02]"""
        for state in ("downed", "dead", "restrained_permanent"):
            self.be("a_tie", state)
            strike = ("strike", {"attacker_id": "a_tie", "target_character_id": "lin_qiu"})
            self.assert_refusals([("cannot_act", move("a_tie", "inn", "street")), ("cannot_act", strike)])

    def test_no_tool_of_whatever_plugin_moves_the_fallen_R001_02(self):
        """[R001-02]"""
        self.changed(("  - endings\n", "  - endings\n  - carry\n"), ("tools: {allow: [", "tools: {allow: [carry, "))
        folder = pathlib.Path(self.ruleset) / "plugins" / "carry"
        folder.mkdir()
        (folder / "plugin.yaml").write_text("plugin: carry\nversion: 1.0.0\napi: 1\nsummary: {en: e, zh: z}\nfiles: [carry.lua]\n", encoding="utf-8")
        (folder / "carry.lua").write_text(
            'tool "carry" { summary = { en = "e", zh = "z" }, guidance = { en = "e", zh = "z" }, args = { who = str{}, to = str{} }, rejects = {}, settles = {},'
            ' run = function(args, ctx) ctx.set({ "characters", args.who, "location" }, args.to) return true end }', encoding="utf-8")
        carry = ("carry", {"who": "a_tie", "to": "street"})
        self.keep(calls(carry))
        self.state["characters"]["a_tie"]["location"] = "inn"
        self.be("a_tie", "restrained_permanent")
        line = self.judge(calls(carry))["commands"][0]
        self.assertEqual((line["code"], line["rule"]), ("rule.denied", "vitals/fixed"))
        self.assertIn("a_tie is restrained_permanent", line["message"])

    def test_the_player_of_a_fallen_character_calls_what_the_ruleset_lets_them_R001_02(self):
        """[R001-02]"""
        heal = hurt("lin_qiu", 2)
        self.be("lin_qiu", "downed", 0)
        self.assertEqual(self.refusal(heal, actor="player"), "rule.denied")
        self.keep(calls(heal))
        self.be("lin_qiu", "downed", 0)
        self.changed(("actor: active_actor,", "actor: active_actor, acts: {downed: [hp_delta]},"))
        self.keep(calls(heal), "--actor", "player")

    def test_states_are_those_of_the_ruleset_and_it_may_add_its_own_R001_02(self):
        """[R001-02]"""
        petrify = tavern("set", "characters.a_tie.status.alive_state", "petrified")
        line = self.judge(petrify, "--actor", "operator")["commands"][0]
        self.assertEqual((line["code"], line["rule"]), ("rule.denied", "vitals/state"))
        self.assertIn("restrained_permanent", line["hint"])
        self.changed(("actor: active_actor,", "actor: active_actor, states: [alive, downed, dead, petrified], fixed: {petrified: [hp, location]},"))
        self.keep(petrify, "--actor", "operator")
        self.assertEqual(self.refusal(hurt("a_tie", -1)), "rule.denied")

    def test_dice_that_are_none_are_refused_by_name(self):
        dice = ("0d6", "2d0", "999d6", "six", "1d6; 1d6")
        self.assert_refusals([("bad_dice", ("strike", {"target_character_id": "a_tie", "dice": one})) for one in dice])
        self.assertEqual(self.keep(calls(("strike", {"target_character_id": "a_tie", "dice": "2d4+1"})))["commands"][0]["status"], "applied")


class Endings(Table):
    def fell_the_party(self):
        for who in ("lin_qiu", "a_tie"):
            self.state["characters"][who]["hp"]["current"] = 3
        return self.keep(calls(hurt("lin_qiu", -5), hurt("a_tie", -5)))

    def test_the_game_ends_with_the_party_and_nothing_happens_behind_it_R001_05(self):
        """[R001-05]"""
        verdict = self.fell_the_party()
        self.assertEqual(verdict["state"]["game"]["over"]["reason"], "hp_zero")
        self.assertIn("game_over", [event["name"] for event in verdict["events"]])
        self.assert_refusals([("rule.denied", hurt("shen_po", -1)), ("rule.denied", move("shen_po", "inn", "street"))])
        self.keep(tavern("delete", "game.over", None), "--actor", "operator")
        self.keep(calls(hurt("shen_po", -1)))

    def test_one_who_stands_keeps_the_game_going(self):
        self.state["characters"]["lin_qiu"]["hp"]["current"] = 3
        self.assertNotIn("game", self.keep(calls(hurt("lin_qiu", -5)))["state"])

    def test_the_setting_decides_and_a_wrong_value_is_told_at_its_line_R001_03(self):
        """[R001-03]"""
        self.changed(("rules.hp_zero_ends_game: true", "rules.hp_zero_ends_game: false"))
        self.assertNotIn("game", self.fell_the_party()["state"])
        yaml = pathlib.Path(self.ruleset) / "ruleset.yaml"
        yaml.write_text(yaml.read_text(encoding="utf-8").replace("rules.hp_zero_ends_game: false", "rules.hp_zero_ends_game: 0"), encoding="utf-8")
        answer = program.run("check", self.ruleset, codes=(1,))
        self.assertIn("rules.hp_zero_ends_game is of type bool, not integer 0", answer.out)


class Making(Table):
    def area(self, area_id, *exits):
        return {"area_id": area_id, "name": area_id, "exits": list(exits)}

    def draw(self, areas, paths=()):
        return ("map_generate", {"areas": areas, "paths": list(paths)})

    def test_a_new_part_of_the_map_hangs_on_one_place_R001_09(self):
        """[R001-09]"""
        path = {"path_id": "ladder", "from_area_id": "loft", "to_area_id": "roof", "locked": True, "key_item_id": "hook"}
        self.keep(calls(self.draw([self.area("loft", "inn"), self.area("roof")], [path])))
        self.assertEqual(self.state["areas"]["inn"]["exits"], ["street", "loft"])
        self.assertEqual(self.state["areas"]["loft"]["exits"], ["inn", "roof"])
        self.assertEqual(self.state["paths"]["ladder"]["key"], "hook")
        self.keep(calls(move("lin_qiu", "inn", "loft")))
        self.assertEqual(self.refusal(move("lin_qiu", "loft", "roof")), "locked")

    def test_a_map_that_cannot_be_is_refused_by_name_R001_09(self):
        """[R001-09]"""
        way = lambda a, b, name="p": {"path_id": name, "from_area_id": a, "to_area_id": b}
        cases = [
            ("exists", [self.area("inn", "street")], []),
            ("exists", [self.area("a", "inn"), self.area("a", "inn")], []),
            ("exists", [self.area("a", "inn")], [way("a", "inn", "tower_door")]),
            ("bad_id", [self.area("a.b", "inn")], []),
            ("unknown_area", [self.area("a", "inn", "moon")], []),
            ("unknown_area", [self.area("a", "inn")], [way("a", "moon")]),
            ("to_itself", [self.area("a", "inn", "a")], []),
            ("cut_off", [self.area("a")], []),
            ("cut_off", [self.area("a", "inn"), self.area("b"), self.area("c", "b")], []),
            ("shortcut", [self.area("a", "chapel", "tower")], []),
            ("shortcut", [self.area("a", "chapel")], [way("a", "tower")]),
            ("shortcut", [self.area("a", "inn")], [way("chapel", "tower")]),
            ("tool.invalid_args", [self.area(f"a{i}", "inn") for i in range(33)], []),
        ]
        self.assert_refusals([(reason, self.draw(areas, paths)) for reason, areas, paths in cases])
        self.assertEqual(self.judge(calls(self.draw([self.area("a", "moon")])))["state"]["areas"], self.state["areas"])

    def test_no_more_places_and_characters_than_the_ruleset_lets_there_be(self):
        self.changed(("with: {max_hp: 40}", "with: {max_hp: 40, max_characters: 3}"), ("  - places\n", "  - {id: places, with: {max_areas: 7, max_paths: 3}}\n"))
        path = {"from_area_id": "b", "to_area_id": "inn"}
        self.assertEqual(self.refusal(self.draw([self.area("b")], [{**path, "path_id": "p"}, {**path, "path_id": "q"}])), "map_full")
        self.keep(calls(self.draw([self.area("a", "inn")])))
        self.assertEqual(self.refusal(self.draw([self.area("b", "inn")])), "map_full")
        self.assertEqual(self.refusal(("character_generate", {"name": "守钟人"})), "too_many")

    def test_a_new_character_has_every_field_of_a_sheet_R001_09(self):
        """[R001-09]"""
        self.keep(calls(("character_generate", {"name": "守钟人", "attributes": {"strength": 12}, "location": "tower"}),
                        ("character_generate", {"name": "雾犬", "character_id": "hound", "hp_max": 8})))
        made = self.state["characters"]["character_4"]
        self.assertEqual(set(made) - {"aliases", "location", "inventory"},
                         {"character_id", "name", "title", "background", "job", "race", "hp", "skills", "attributes", "status"})
        self.assertEqual(made["attributes"], {"strength": 12, "dexterity": 10, "intelligence": 10})
        self.assertEqual((made["character_id"], made["hp"], made["status"]), ("character_4", {"current": 10, "max": 10}, {"alive_state": "alive", "flags": []}))
        self.assertEqual(self.state["characters"]["hound"]["hp"], {"current": 8, "max": 8})
        self.assertEqual(set(made), set(self.state["characters"]["lin_qiu"]))

    def test_a_character_that_cannot_be_is_refused_by_name_R001_09(self):
        """[R001-09]"""
        cases = [
            ("exists", {"name": "x", "character_id": "lin_qiu"}),
            ("bad_id", {"name": "x", "character_id": "a b"}),
            ("name_taken", {"name": "林秋"}),
            ("name_taken", {"name": "x", "aliases": ["老板娘"]}),
            ("unknown_area", {"name": "x", "location": "moon"}),
            ("unknown_attribute", {"name": "x", "attributes": {"luck": 3}}),
            ("out_of_range", {"name": "x", "attributes": {"strength": 21}}),
            ("out_of_range", {"name": "x", "attributes": {"strength": "12"}}),
            ("out_of_range", {"name": "x", "hp_max": 41}),
            ("out_of_range", {"name": "x", "skills": [{"name": "s", "level": 11}]}),
            ("tool.invalid_args", {"name": "x", "hp": 5}),
            ("tool.invalid_args", {}),
        ]
        self.assert_refusals([(reason, ("character_generate", args)) for reason, args in cases])


class Authority(Table):
    def test_sheets_map_laws_and_goal_are_not_the_models_to_write(self):
        keys = ("characters.lin_qiu.hp.current", "characters.lin_qiu.hp.max", "characters.lin_qiu.attributes.strength", "characters.lin_qiu.location",
                "characters.nobody", "areas.inn.exits", "areas.moon", "paths.tower_door.locked", "world.rules.fog", "world.clock",
                "goal.ultimate_goal_text", "goal.more", "game.over", "party", "anything")
        commands = [{"action": "set", "key": key, "value": 1} for key in keys]
        commands += [{"action": "delete", "key": key} for key in ("characters", "world", "areas.inn", "paths", "goal", "party")]
        verdict = self.judge(json.dumps({"tavern_commands": commands}))
        for command, line in zip(commands, verdict["commands"]):
            self.assertEqual(line["status"], "rejected", command)
        self.assertEqual({line["code"] for line in verdict["commands"]} - {"authority.denied", "rule.denied", "type.mismatch", "budget.exceeded"}, set())
        self.assertEqual(verdict["state"], self.state)

    def test_nobody_at_the_table_reads_or_writes_the_goal(self):
        asks = json.dumps({"tavern_inspect": [{"key": "story.scene"}, {"key": "goal.ultimate_goal_text"}, {"key": "goal"}],
                           "tavern_commands": [{"action": "set", "key": "goal.is_hidden", "value": False}]})
        for actor, first in (("model", "rejected"), ("player", "applied")):  # the model's reply goes back whole
            verdict = self.judge(asks, "--actor", actor)
            verdict.pop("state")
            self.assertNotIn("自愿接替", json.dumps(verdict, ensure_ascii=False))
            self.assertEqual([line["status"] for line in verdict["commands"]], [first, "rejected", "rejected", "rejected"])
        self.keep(tavern("set", "goal.is_hidden", False), "--actor", "operator")

    def test_what_is_told_and_never_settled_is_a_conflict_R001_11(self):
        """[R001-11]"""
        for told, narration in [
            (("hp_change", "lin_qiu"), "林秋失去5点生命值。"),
            (("location", "lin_qiu"), "林秋走进小教堂。"),
            (("death", "shen_po"), "沈婆当场死去。"),
            (("item_gain", "lin_qiu"), "林秋捡起黄铜钥匙，收进口袋。"),
            (("map_change", "islet"), "礁岛沉入了海底，不复存在。"),
            (("sheet_change", "lin_qiu"), "林秋的侦查提升到了6级。"),
            (("world_rule", "world"), "夜雾不散的禁制从此失效，明火无法点燃的规则不复存在。"),
        ]:
            self.assertIn(told, self.conflicts(narration), narration)
        self.assertEqual(self.conflicts("林秋失去5点生命值。", hurt("lin_qiu", -5)), [])
        self.assertEqual(self.conflicts("林秋走上雾街。", move("lin_qiu", "inn", "street")), [])


if __name__ == "__main__":
    program.main()
