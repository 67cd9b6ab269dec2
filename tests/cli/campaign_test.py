"""gavel campaign and gavel demo, from outside, on a real store."""

import json
import os
import pathlib
import pty
import shutil
import sqlite3
import subprocess

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
TABLETOP = str(HOUSE / "rulesets" / "tabletop")
NOW = "2025-09-20T08:00:00Z"


def call(tool, **args):
    return json.dumps({"tool_calls": [{"id": "c1", "tool": tool, "args": args}]})


def to_street():
    return call("move", actor_id="lin_qiu", from_area_id="inn", to_area_id="street")


def all_from(terminal):
    """What came out at a terminal whose other end is closed; it may come in pieces."""
    said = b""
    with open(terminal, "rb", buffering=0) as screen:
        try:
            while piece := screen.read(4096):
                said += piece
        except OSError:  # nothing more will come
            pass
    return said


class Campaign(program.Base):
    def setUp(self):
        super().setUp()
        self.store = str(self.folder / "games.db")

    def gavel(self, *args, codes=(0, 2), **more):
        return run("campaign", *args, "--store", self.store, codes=codes, **more)

    def begin(self, *more):
        answer = self.gavel("new", "evening", "--ruleset", TABLETOP, "--title", "The bell", "--now", NOW, *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def turn(self, text, *more):
        answer = self.gavel("turn", "evening", "--text", text, "--now", NOW, *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def hp(self, *at):
        state = self.gavel("show", "evening", "state", *at).json
        return state["data"]["characters"]["lin_qiu"]["hp"]["current"]

    def test_a_campaign_is_kept_as_a_scenario_that_passes_and_fails_where_the_rules_changed(self):
        self.begin()
        self.turn("Out into the fog.\n" + to_street(), "--user", "出门。")
        self.turn('{"op": "push", "path": ["story", "clues"], "value": "a: #\\n"}\n\n')
        self.turn('{"op": "assign", "path": ["characters", "lin_qiu", "hp", "current"], "value": 1}')
        self.gavel("rollback", "evening", "t-2")
        self.turn(call("dice_roll", expression="1d6") + " I wait.", "--turn", "again")
        kept = self.gavel("show", "evening", "scenario", codes=(0,)).out
        self.assertNotIn('id: "t-3"', kept)
        rules = self.folder / "tabletop"
        shutil.copytree(TABLETOP, rules, ignore=shutil.ignore_patterns("scenarios"))
        (rules / "scenarios").mkdir()
        (rules / "scenarios" / "kept.yaml").write_text(kept)
        self.assertIn("1 passed, 0 failed", run("test", str(rules), codes=(0, 1)).out)
        text = (rules / "ruleset.yaml").read_text()
        self.assertIn("tools:", text)
        (rules / "ruleset.yaml").write_text(text.replace("move,", "", 1) if "move," in text else text.replace("move", "hp_delta", 1))
        # The story, and the examples that call what is not allowed any more.
        self.assertIn("0 passed, 2 failed", run("test", str(rules), codes=(1, 2)).out)

    def played_again(self, kept):
        """What `gavel test` says of the scenario beside the ruleset's own rules."""
        rules = self.folder / "tabletop"
        if not rules.exists():
            shutil.copytree(TABLETOP, rules, ignore=shutil.ignore_patterns("scenarios"))
            (rules / "scenarios").mkdir()
        (rules / "scenarios" / "kept.yaml").write_text(kept)
        return run("test", str(rules), codes=(0, 1)).out

    def test_a_recording_holds_the_beginning_the_attempts_and_all_that_was_in_force(self):
        """[B-14]"""
        self.begin()
        both = self.gavel("show", "evening", "state").json
        both["data"]["characters"]["lin_qiu"]["hp"]["current"] = 7
        del both["data"]["story"]
        both["data"]["a.b"] = {"c": 1.0}
        both["meta"] = {"memory": {"vitals": {"seen": 3}}}
        begun = self.file("begun.json", json.dumps(both))
        fields = self.file("fields.json", json.dumps({"selected": {"active_actor_id": "lin_qiu"},
                                                      "goal": {"ultimate_goal_text": "Find the bell.", "is_hidden": True}}))
        self.gavel("new", "other", "--ruleset", TABLETOP, "--seed", "7", "--document", begun, "--fields", fields, "--now", NOW, codes=(0,))

        def turn(text, *more):
            return self.gavel("turn", "other", "--text", text, "--now", NOW, *more, codes=(0,)).json

        hurt = call("hp_delta", target_character_id="lin_qiu", delta=-1, cause="a thorn")
        turn(hurt, "--dialect", "tools", "--user", "Ow.")
        turn(hurt, "--dialect", "ops")
        self.gavel("settings", "other", "context.compress_enabled=false", codes=(0,))
        self.gavel("settings", "other", "--fields", self.file("more.json", '{"title": "Fog", "tools": ["move", "hp_delta"]}'), codes=(0,))
        self.assertEqual("retry", turn("林秋失去7点生命值，倒在地上。", "--turn", "t-3")["outcome"])
        self.assertEqual("accepted", turn(hurt + " I wait.", "--turn", "t-3")["outcome"])
        turn(to_street(), "--turn", "t-4", "--actor", "operator")
        turn(hurt, "--turn", "t-5", "--replaces", "t-4",
             "--summary", self.file("sum.json", '{"summary_text": "A thorn.", "facts_json": {"a": 1}, "pins": []}'))
        kept = self.gavel("show", "other", "scenario", codes=(0,)).out
        for piece in ('dialect: "tools"', 'dialect: "ops"', "attempts: [retry, accepted]", '# in place of "t-4"', '"title": "Fog"', "compress_enabled",
                      "characters.lin_qiu.hp.current: 6", "  meta: ", '"active_actor_id": "lin_qiu"', "summary: "):
            self.assertIn(piece, kept)
        self.assertNotIn('id: "t-4"', kept)
        self.assertNotIn("Find the bell.", kept)
        self.assertEqual(1, kept.count("context.compress_enabled"))
        self.assertLess(kept.index('id: "t-2"'), kept.index("context.compress_enabled"))
        self.assertIn("1 passed, 0 failed", self.played_again(kept))
        self.assertIn("0 passed, 1 failed", self.played_again(kept.replace('dialect: "ops"', 'dialect: "tools"')))
        self.assertIn("0 passed, 1 failed", self.played_again("".join(line for line in kept.splitlines(True) if not line.startswith("  state: "))))
        shown = self.gavel("show", "other", "scenario", "--reveal", "--at", "t-1", codes=(0,)).out
        self.assertIn("Find the bell.", shown)
        self.assertNotIn('id: "t-2"', shown)
        self.assertIn("1 passed, 0 failed", self.played_again(shown))
        run("new", "scenario", "other", "--in", str(self.folder / "tabletop"), "--from", "other", "--store", self.store, codes=(0,))
        made = (self.folder / "tabletop" / "scenarios" / "other.yaml").read_text()
        self.assertEqual(kept.split("given:")[1], made.split("given:")[1])

    def test_attempts_are_recorded_at_their_own_times_and_those_under_other_settings_left_out(self):
        """[B-14] a fresh recording passes."""
        gate = self.folder / "gate"
        (gate / "plugins/p").mkdir(parents=True)
        (gate / "scenarios").mkdir()
        (gate / "ruleset.yaml").write_text("ruleset: gate\nversion: 1.0.0\nlanguage: en\nplugins: [p]\nstate: state.yaml\nretry: {max: 3, on: [tool]}\n")
        (gate / "state.yaml").write_text("gate: {opened: 0}\n" + "spots: {" + ", ".join(f"s{i}: 0" for i in range(60)) + "}\n")
        (gate / "plugins/p/plugin.yaml").write_text("plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: Gate, zh: 门}\nfiles: [p.lua]\n")
        (gate / "plugins/p/p.lua").write_text("""tool "enter" {
  summary = { en = "Enter.", zh = "进。" }, guidance = { en = "Call it to enter.", zh = "进门时调用。" },
  args = {}, settles = {}, rejects = { shut = { en = "the gate is shut until 00:02", zh = "门未开" } },
  run = function(args, ctx)
    if ctx.now < 1767225720000 then return reject("shut") end
    if ctx.settings["context.compress_enabled"] then return reject("shut") end
    ctx.set("gate.opened", ctx.now)
  end }
""")
        self.gavel("new", "q", "--ruleset", str(gate), "--seed", "7", "--now", "2026-01-01T00:00:00Z", codes=(0,))

        def turn(turn, minute, text, *more):
            return self.gavel("turn", "q", "--text", text, "--turn", turn, "--now", f"2026-01-01T00:0{minute}:00Z", *more, codes=(0,)).json["outcome"]

        def passes(*at):
            kept = self.gavel("show", "q", "scenario", *at, codes=(0,)).out
            (gate / "scenarios/kept.yaml").write_text(kept)
            told = run("test", str(gate), codes=(0, 1)).out
            self.assertIn("1 passed, 0 failed", told, kept)
            return kept

        enter = call("enter")
        self.assertEqual("retry", turn("t-1", 1, enter))
        self.assertEqual("retry", turn("t-1", 3, enter + "\n" + call("enter", wrong=1)))
        self.assertEqual("accepted", turn("t-1", 3, enter + "\nIt opens.\n"))
        kept = passes()
        self.assertIn('      - now: "2026-01-01T00:01:00Z"\n        text: ', kept)
        self.assertEqual(1, kept.count("      - now: "))
        self.assertIn("attempts: [retry, retry, accepted]", kept)
        self.assertIn("0 passed, 1 failed", self.spoilt(gate, kept.replace("00:01:00Z", "00:03:00Z")))
        # Settings and fields are said once for a turn.
        self.gavel("settings", "q", "context.compress_enabled=true", codes=(0,))
        self.assertEqual("retry", turn("t-2", 4, enter))
        self.gavel("settings", "q", "context.compress_enabled=false", codes=(0,))
        self.assertEqual("retry", turn("t-2", 5, enter + call("enter", wrong=1)))
        self.gavel("settings", "q", "--fields", self.file("more.json", '{"title": "Gate"}'), codes=(0,))
        self.assertEqual("accepted", turn("t-2", 6, enter + " Again."))
        writes = "".join("_.set('spots.s%d', 1);\n" % i for i in range(60))
        self.assertEqual("accepted", turn("t-3", 7, writes + writes.replace("1)", "2)")))
        kept = passes()
        self.assertIn("# without 2 attempts before it, which were asked otherwise", kept)
        self.assertIn("# … and 20 more places", kept)
        self.assertIn("spots.s39: 2", kept)

    def spoilt(self, rules, kept):
        (rules / "scenarios/kept.yaml").write_text(kept)
        return run("test", str(rules), codes=(1,)).out

    def test_what_a_recording_cannot_hold_is_said(self):
        """[B-14]"""
        self.begin()
        empty = self.gavel("show", "evening", "scenario", codes=(2,))
        self.assertIn("no turns to record", empty.err)
        self.turn(to_street())
        other = self.folder / "other"
        shutil.copytree(TABLETOP, other, ignore=shutil.ignore_patterns("scenarios"))
        rules = other / "ruleset.yaml"
        rules.write_text(rules.read_text() + "\n# other rules\n")
        self.gavel("swap", "evening", "--ruleset", str(other), "--apply", "--force", codes=(0,))
        self.turn("I wait.")
        swapped = self.gavel("show", "evening", "scenario", codes=(2,))
        self.assertIn("replaced the rules", swapped.err)
        self.assertIn("t-1", swapped.err)
        self.gavel("show", "evening", "scenario", "--at", "t-1", codes=(0,))

    def test_a_campaign_is_deleted_with_all_of_it_and_nothing_else(self):
        """[B-14]"""
        self.begin()
        self.turn(to_street())
        self.gavel("branch", "evening", "kinder", codes=(0,))
        self.gavel("new", "morning", "--ruleset", TABLETOP, "--now", NOW, codes=(0,))
        kept = self.gavel("export", "morning", codes=(0,)).out
        unknown = self.gavel("delete", "evenning", "--yes", codes=(2,))
        self.assertEqual(("store.unknown_campaign", 'did you mean "evening"?'),
                         tuple(unknown.json["error"][name] for name in ("code", "hint")))
        self.assertEqual('did you mean "evening"?', self.gavel("show", "evenning", codes=(2,)).json["error"]["hint"])
        asked = self.gavel("delete", "evening", codes=(2,))
        self.assertIn("The bell", asked.json["error"]["message"])
        self.assertIn("--yes", asked.json["error"]["hint"])
        self.assertEqual(1, self.gavel("show", "evening", codes=(0,)).json["head"]["version"])
        gone = self.gavel("delete", "evening", "--yes", codes=(0,)).json
        self.assertEqual({"campaign_id": "evening", "title": "The bell", "turns": 1, "branches": 2, "deleted": True}, gone)
        self.assertEqual(["morning"], [row["campaign_id"] for row in self.gavel("list", codes=(0,)).json])
        self.assertEqual(kept, self.gavel("export", "morning", codes=(0,)).out)
        self.assertEqual([], self.gavel("verify", "morning", codes=(0,)).json["findings"])
        with sqlite3.connect(self.store) as store:
            for table in ("campaign", "origin", "branch", "checkpoint"):
                self.assertEqual(1, store.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table)
            for table in ("turn", "attempt"):
                self.assertEqual(0, store.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table)
        self.assertEqual("store.unknown_campaign", self.gavel("turn", "evening", "--text", "x", codes=(2,)).json["error"]["code"])
        self.begin()
        self.assertEqual("t-1", self.turn(to_street())["turn"])

    def test_a_campaign_of_which_the_row_itself_or_its_beginning_is_damaged_can_be_deleted(self):
        """[B-14]"""
        for damage in ("UPDATE campaign SET record = x'78'", "UPDATE campaign SET seal = x'00'", "UPDATE campaign SET version = -3", "DELETE FROM origin"):
            self.begin()
            with sqlite3.connect(self.store) as store:
                store.execute(damage)
            self.assertTrue(self.gavel("show", "evening", codes=(0,)).json["damaged"]["damaged"], damage)
            gone = self.gavel("delete", "evening", "--yes", codes=(0,)).json
            self.assertEqual((True, True), (gone["deleted"], "is damaged" in gone["damaged"]), damage)
            self.assertEqual([], self.gavel("list", codes=(0,)).json)

    def test_at_a_terminal_deleting_is_asked_about(self):
        """[B-14]"""
        self.begin()
        for word, code, left in (("\n", 1, 1), ("no\n", 1, 1), ("y\n", 0, 0)):
            main, other = pty.openpty()
            os.write(main, word.encode())
            done = subprocess.run([program.GAVEL, "campaign", "delete", "evening", "--store", self.store], stdin=other, stderr=other,
                                  stdout=subprocess.PIPE, env=program.environment(NO_COLOR="1"), timeout=60, check=False)
            os.close(other)
            said = all_from(main).decode()
            self.assertEqual(code, done.returncode, said)
            self.assertIn("(The bell)", said)
            self.assertEqual(left, len(self.gavel("list", codes=(0,)).json))

    def test_a_campaign_has_every_field_of_the_document(self):
        """[R001-01] fields of Campaign"""
        shown = self.begin()
        for path in ("campaign_id title created_at updated_at selected.world_id selected.map_id selected.party_character_ids "
                     "selected.active_actor_id goal.ultimate_goal_text goal.is_hidden milestone.value "
                     "milestone.last_advanced_at_turn milestone.advance_policy settings_snapshot state_refs.world_state_id "
                     "state_refs.map_state_id state_refs.summary_state_id dialog.dialog_type_selected "
                     "dialog.future_route_decision checkpoints rollback_pending.is_pending rollback_pending.from_turn_id "
                     "rollback_pending.to_turn_id rollback_pending.can_undo summary.summary_text summary.facts_json "
                     "summary.pins").split():
            at = shown
            for name in path.split("."):
                self.assertIn(name, at, path)
                at = at[name]
        for entry in shown["checkpoints"]:
            self.assertEqual({"turn_id", "timestamp", "label", "state_snapshot_ref"}, set(entry))
        self.assertEqual("scene", shown["dialog"]["dialog_type_selected"])
        for key in ("context.full_context_enabled", "context.compress_enabled", "rules.hp_zero_ends_game",
                    "rollback.max_checkpoints", "dialog.manual_type"):
            self.assertIn(key, shown["settings_snapshot"])

    def test_turns_are_taken_resent_taken_back_and_branched(self):
        """[R001-16] over separate processes"""
        self.begin()
        first = self.turn(to_street(), "--turn", "t-1", "--user", "我出门。")
        self.assertEqual(("accepted", 1), (first["outcome"], first["version"]))
        self.assertEqual(first, self.turn(to_street(), "--turn", "t-1", "--user", "我出门。"))
        other = self.gavel("turn", "evening", "--turn", "t-1", "--text", "another text", "--now", NOW)
        self.assertEqual((2, "turn.conflict"), (other.code, other.json["error"]["code"]))
        before = self.hp()
        hurt = call("hp_delta", target_character_id="lin_qiu", delta=-5, cause="a dog")
        self.assertEqual("accepted", self.turn(hurt)["outcome"])
        self.assertEqual(before - 5, self.hp())
        self.assertEqual(before, self.hp("--at", "t-1"))
        self.assertTrue(self.gavel("rollback", "evening", "t-1").json["rollback_pending"]["can_undo"])
        self.assertEqual(before, self.hp())
        self.assertEqual(0, self.gavel("undo", "evening").code)
        self.assertEqual(before - 5, self.hp())
        self.gavel("rollback", "evening", "t-1")
        again = self.gavel("turn", "evening", "--turn", "t-2", "--text", hurt, "--now", NOW)
        self.assertEqual("turn.rolled_back", again.json["error"]["code"])
        branched = self.turn(call("hp_delta", target_character_id="lin_qiu", delta=-1, cause="a thorn"))
        self.assertEqual("t-2.2", branched["turn"])
        timeline = self.gavel("show", "evening", "timeline").json
        self.assertEqual(["main", "at-t-2.2"], [branch["id"] for branch in timeline["branches"]])
        self.assertEqual(2, self.gavel("undo", "evening").code)
        self.assertEqual(0, self.gavel("restore", "evening", "t-2").code)
        self.assertEqual(before - 5, self.hp())
        self.assertEqual([], self.gavel("verify", "evening").json["findings"])
        self.assertEqual([], self.gavel("rebuild", "evening", "--workers", "2").json["findings"])

    def test_a_lie_is_retried_and_three_are_reported(self):
        """[R001-11] [R001-12] [R001-13] a scripted model"""
        self.begin()
        state = self.gavel("show", "evening", "state").json
        lie = "林秋失去7点生命值，倒在地上。"
        for attempt, outcome in ((1, "retry"), (2, "retry"), (3, "conflict_report")):
            verdict = self.turn(lie + "！" * attempt, "--turn", "t-1")
            self.assertEqual((outcome, attempt), (verdict["outcome"], verdict["attempt"]))
            debug = verdict["feedback"]["conflict_debug"][0]
            for name in ("expected_state_snippet", "mismatch_reason", "instructions"):
                self.assertTrue(debug[name])
        self.assertEqual(state, self.gavel("show", "evening", "state").json)
        exported = self.gavel("export", "evening").out
        holders = {json.loads(line)["kind"] for line in exported.splitlines() if "失去7点" in line}
        self.assertEqual({"attempt"}, holders)
        verdict = self.turn("林秋站在旅店里。")
        self.assertEqual("accepted", verdict["outcome"])

    def test_a_campaign_moves_to_another_store_whole_or_not_at_all(self):
        self.begin()
        self.turn(to_street(), "--turn", "t-1")
        exported = str(self.folder / "evening.gavel")
        self.assertEqual(0, self.gavel("export", "evening", "--out", exported).code)
        other = str(self.folder / "other.db")
        whole = pathlib.Path(exported).read_bytes()
        half = self.file("half.gavel", whole[: len(whole) // 2])
        refused = run("campaign", "import", half, "--store", other)
        self.assertEqual((2, "store.corrupt"), (refused.code, refused.json["error"]["code"]))
        self.assertEqual([], run("campaign", "list", "--store", other).json)
        self.assertEqual(0, run("campaign", "import", exported, "--store", other).code)
        self.assertEqual("store.exists", run("campaign", "import", exported, "--store", other).json["error"]["code"])
        rebuilt = run("campaign", "rebuild", "evening", "--store", other)
        self.assertEqual([], rebuilt.json["findings"])
        self.assertEqual(self.gavel("show", "evening", "state").json,
                         run("campaign", "show", "evening", "state", "--store", other).json)

    def test_a_rebuild_needs_no_file_of_the_rules_and_any_number_of_states_gives_the_same(self):
        """[B-09] in other processes, rules and plugins gone from the disk"""
        rules, plugins = str(self.folder / "rules"), str(self.folder / "plugins")
        shutil.copytree(TABLETOP, rules)
        shutil.copytree(HOUSE / "plugins", plugins)
        self.gavel("new", "evening", "--ruleset", rules, "--plugins", plugins, "--now", NOW, "--seed", "fog")
        for number in range(1, 21):
            delta = 3 if number % 2 else -2
            calls = [{"id": "c", "tool": "hp_delta", "args": {"target_character_id": "a_tie", "delta": delta}}]
            if number % 4 == 0:
                calls.append({"id": "d", "tool": "strike", "args": {"target_character_id": "lin_qiu", "dice": "1d4"}})
            if number % 5 == 0:
                self.turn(f"林秋失去{number}点生命值。", "--turn", f"t-{number}")
            self.assertEqual("accepted", self.turn("雾很浓。\n" + json.dumps({"tool_calls": calls}), "--turn",
                                                   f"t-{number}")["outcome"])
        exported = self.gavel("export", "evening").out
        shutil.rmtree(rules)
        shutil.rmtree(plugins)
        for workers in ("1", "2", "5"):
            self.assertEqual([], self.gavel("rebuild", "evening", "--workers", workers).json["findings"], workers)
        self.assertEqual(exported, self.gavel("export", "evening").out)

    def test_an_altered_turn_is_named(self):
        """[B-08] a byte flipped in the file, and a record rewritten with care"""
        self.begin()
        for number in range(1, 6):
            self.turn(call("hp_delta", target_character_id="lin_qiu", delta=-1, cause=f"cause{number}"), "--turn",
                      f"t-{number}")
        base = sqlite3.connect(self.store)
        base.execute("pragma wal_checkpoint(truncate)")
        base.close()
        path = pathlib.Path(self.store)
        whole = path.read_bytes()
        at = whole.rindex(b"cause3")
        path.write_bytes(whole[:at] + b"cause9" + whole[at + 6 :])
        found = self.gavel("verify", "evening", codes=(1,))
        self.assertTrue(any(one["turn"] == "t-3" or "t-3" in one["what"] for one in found.json["findings"]),
                        found.json)

    def test_what_is_wrong_is_said_and_changes_nothing(self):
        nowhere = self.gavel("list")
        self.assertEqual((2, "store.unknown"), (nowhere.code, nowhere.json["error"]["code"]))
        self.assertFalse(pathlib.Path(self.store).exists())
        self.begin()
        unknown = self.gavel("show", "nobody")
        self.assertEqual((2, "store.unknown_campaign"), (unknown.code, unknown.json["error"]["code"]))
        for args, code in ((("new", "evening", "--ruleset", TABLETOP), "store.exists"),
                           (("new", "x", "--ruleset", str(self.folder)), "plugin.invalid"),
                           (("settings", "evening", "dialog.manual_tpye=action"), None),
                           (("settings", "evening", "dialog.manual_type=shout"), None),
                           (("settings", "evening", "context.full_context_enabled=true"), None),
                           (("rollback", "evening", "t-9"), "store.unknown"),
                           (("undo", "evening"), "store.invalid"),
                           (("restore", "evening", "t-9"), "store.unknown"),
                           (("turn", "evening", "--text", "x", "--now", "yesterday"), "usage"),
                           (("turn", "evening", "--text", "x", "--actor", "tool"), "usage")):
            answer = self.gavel(*args)
            self.assertEqual(2, answer.code, args)
            if code:
                self.assertEqual(code, answer.json["error"]["code"], args)
            self.assertTrue(answer.err.strip(), args)
        self.assertEqual("scene", self.gavel("show", "evening").json["dialog"]["dialog_type_selected"])
        wrong = run("campaign", "turns", codes=(2,))
        self.assertIn("--help", wrong.err)
        broken = self.file("broken.db", b"this is no database, but long enough to be taken for one" * 100)
        self.assertEqual(2, run("campaign", "list", "--store", broken).code)

    def test_whoever_only_asks_of_a_store_that_is_not_there_makes_none(self):
        run("new", "ruleset", "harbour", "--in", str(self.folder), codes=(0,))
        game = str(self.folder / "harbour")
        for args in (("campaign", "show", "evening", "--json"), ("prompt", "--campaign", "evening", "--json"),
                     ("explain", "turn", "evening", "--json"), ("run", TABLETOP, "tool:move", "--campaign", "evening", "--json"),
                     ("new", "scenario", "storm", "--in", game, "--from", "evening", "--json")):
            refused = run(*args, "--store", self.store)
            with self.subTest(args[0]):
                error = refused.json["error"]
                self.assertEqual((2, "store.unknown"), (refused.code, error["code"]))
                self.assertIn(self.store, error["message"])
                self.assertIn("--store", error["hint"])
                self.assertFalse(pathlib.Path(self.store).exists())

    def test_settings_hold_from_the_next_turn(self):
        """[R001-04] [R001-05] through the CLI"""
        self.begin()
        self.turn("雾很浓。", "--turn", "t-1")
        self.assertEqual(0, self.gavel("settings", "evening", "dialog.manual_type=action").code)
        self.turn("雾更浓了。", "--turn", "t-2")
        turns = self.gavel("show", "evening", "turns").json
        self.assertEqual(["scene", "action"], [turn["settings_snapshot"]["dialog.manual_type"] for turn in turns])
        definitions = self.gavel("settings", "evening").json["definitions"]
        for one in definitions:
            for name in ("key", "type", "default", "scope", "validation", "ui_hint", "effect_tags"):
                self.assertIn(name, one)

    def test_the_audit_is_searched(self):
        """[R000-14] by path, actor, code and tag"""
        self.begin()
        tagged = json.dumps([{"action": "push", "key": "story.clues", "value": "a key", "options": {"tags": ["clue"], "reason": "found"}}])
        self.turn(json.dumps({"tavern_commands": json.loads(tagged)}), "--turn", "t-1")
        hits = self.gavel("audit", "evening", "--tag", "clue").json["records"]
        self.assertEqual(["t-1"], [hit["turn"] for hit in hits])
        self.assertEqual("found", hits[0]["record"]["reason"])
        self.assertEqual([], self.gavel("audit", "evening", "--tag", "nothing").json["records"])
        self.assertEqual(1, len(self.gavel("audit", "evening", "--path", "story").json["records"]))
        self.assertEqual([], self.gavel("audit", "evening", "--actor", "operator").json["records"])

    def test_a_summary_has_versions_and_pins_and_rolls_back(self):
        """[R001-01] SummaryState"""
        self.begin()
        summary = self.file("summary.json", json.dumps({"summary_text": "They came by ship.", "facts_json": {"ship": "lost"},
                                                        "pins": ["the letter"]}))
        self.turn("雾很浓。", "--turn", "t-1", "--summary", summary)
        shown = self.gavel("show", "evening").json["summary"]
        self.assertEqual((1, "They came by ship.", {"ship": "lost"}, ["the letter"]),
                         (shown["version"], shown["summary_text"], shown["facts_json"], shown["pins"]))
        self.gavel("rollback", "evening", "")
        self.assertEqual(0, self.gavel("show", "evening").json["summary"]["version"])
        bad = self.file("bad.json", json.dumps({"summary_text": 5}))
        self.assertEqual(2, self.gavel("turn", "evening", "--text", "x", "--summary", bad).code)


    def test_other_rules_are_tried_dry_then_exchanged_and_a_rollback_brings_the_old_ones_back(self):
        """[B-05] through the CLI"""
        self.begin()
        hurt = call("hp_delta", target_character_id="lin_qiu", delta=-5, cause="a dog")
        self.turn(hurt, "--turn", "t-1")
        rules = self.folder / "stricter"
        shutil.copytree(TABLETOP, rules)
        file = rules / "ruleset.yaml"
        file.write_text(file.read_text().replace("damage_per_turn: 12", "damage_per_turn: 3").replace(
            "version: 1.1.0", "version: 1.2.0", 1))
        before = self.gavel("show", "evening").json
        dry = self.gavel("swap", "evening", "--ruleset", str(rules), "--now", NOW, codes=(0, 1))
        self.assertEqual([], dry.json["problems"])
        self.assertFalse(dry.json["applied"])
        self.assertEqual([("t-1", False)], [(turn["turn_id"], turn["same"]) for turn in dry.json["turns"]])
        self.assertEqual(before, self.gavel("show", "evening").json)
        done = self.gavel("swap", "evening", "--ruleset", str(rules), "--apply", "--turn", "s-1", "--now", NOW)
        self.assertEqual((0, True), (done.code, done.json["applied"]))
        self.assertEqual("1.2.0", self.gavel("show", "evening").json["ruleset"]["version"])
        hp = self.hp()
        self.turn(hurt, "--turn", "t-2")
        self.assertEqual(hp - 3, self.hp())
        self.gavel("rollback", "evening", "t-1")
        self.assertEqual("1.1.0", self.gavel("show", "evening").json["ruleset"]["version"])
        self.turn(hurt, "--turn", "t-3")
        self.assertEqual(hp - 5, self.hp())
        self.assertEqual([], self.gavel("verify", "evening").json["findings"])
        self.assertEqual([], self.gavel("rebuild", "evening").json["findings"])
        broken = self.gavel("swap", "evening", "--ruleset", str(self.folder / "none"))
        self.assertEqual((2, "plugin.invalid"), (broken.code, broken.json["error"]["code"]))


class Successors(program.Base):
    """A running game of one ruleset that ships goes on as the one that grew from it, and back."""

    def gavel(self, *args, codes=(0, 2)):
        return run("campaign", *args, "--store", str(self.folder / "games.db"), codes=codes)

    def swap(self, ruleset, *args, codes=(0,)):
        return self.gavel("swap", "night", "--ruleset", str(HOUSE / "rulesets" / ruleset), "--now", NOW, *args, codes=codes).json

    def play(self, turn, oil, narration="The lamp burns."):
        text = narration + json.dumps({"tool_calls": [{"id": turn, "tool": "tend", "args": {"oil": oil}}]})
        answer = self.gavel("turn", "night", "--turn", turn, "--user", "I look after it.", "--text", text, "--now", NOW, codes=(0,)).json
        self.assertEqual("accepted", answer["outcome"], answer)

    def data(self):
        return self.gavel("show", "night", "state").json["data"]

    def rules(self):
        return self.gavel("show", "night").json["ruleset"]["ruleset"]

    def begin_night(self):
        self.gavel("new", "night", "--ruleset", str(HOUSE / "rulesets" / "minimal"), "--now", NOW, codes=(0,))
        self.play("t-1", 9)  # of 15 a rule leaves 10
        self.play("t-2", -4)

    def test_a_dry_run_shows_what_becomes_of_the_state_and_of_the_last_turns_and_stores_nothing_B_05(self):
        """[B-05]"""
        self.begin_night()
        before = self.gavel("show", "night", "state").json
        report = self.swap("lighthouse")
        self.assertEqual((False, [], "minimal", "lighthouse"), (report["applied"], report["problems"], report["from"]["ruleset"], report["to"]["ruleset"]))
        ran = report["migrated"][0]
        self.assertEqual(("lantern", "1.0.0", "2.0.0", "up"), (ran["plugin"], ran["from"], ran["to"], ran["ran"][0]["direction"]))
        self.assertIn("one_lamp.lua", ran["ran"][0]["at"])
        changes = {".".join(map(str, change["path"])): change.get("after") for change in report["changes"]}
        self.assertEqual((6, 30, None), (changes["lamps.stairs.oil"], changes["lamps.stairs.light"], changes["lamp.oil"]))
        # The first turn would come out otherwise: this lamp holds 20.
        self.assertEqual([("t-1", False), ("t-2", False)], [(turn["turn_id"], turn["same"]) for turn in report["turns"]])
        self.assertEqual((before, "minimal"), (self.gavel("show", "night", "state").json, self.rules()))

    def test_a_swap_takes_the_game_along_and_a_rollback_leads_back_over_it_B_05(self):
        """[B-05]"""
        self.begin_night()
        self.assertTrue(self.swap("lighthouse", "--apply", "--turn", "s-1")["applied"])
        self.assertEqual({"diary": [], "lamps": {"stairs": {"oil": 6, "light": 30}}}, self.data())
        self.play("t-3", 9)  # 15, and no rule minds
        self.assertEqual({"oil": 15, "light": 75}, self.data()["lamps"]["stairs"])
        self.gavel("rollback", "night", "t-2", codes=(0,))
        self.assertEqual(("minimal", {"oil": 6, "light": 60}), (self.rules(), self.data()["lamp"]))
        self.gavel("undo", "night", codes=(0,))
        self.assertEqual("lighthouse", self.rules())
        back = self.swap("minimal", "--apply", "--turn", "s-2")
        self.assertEqual(("down", True), (back["migrated"][0]["ran"][0]["direction"], back["applied"]))
        self.assertEqual({"diary": [], "lamp": {"oil": 10, "light": 100}}, self.data())
        for proof in ("verify", "rebuild"):
            self.assertEqual([], self.gavel(proof, "night").json["findings"])

    def test_a_dry_run_to_a_game_of_another_kind_says_what_would_be_lost_B_05(self):
        """[B-05]"""
        self.begin_night()
        report = self.swap("tabletop")
        notes = {one["plugin"]: one["note"] for one in report["migrated"]}
        self.assertIn("gone", notes["lantern"])
        self.assertIn("new", notes["vitals"])
        self.assertEqual({"retry"}, {turn["outcome"] for turn in report["turns"]})
        self.assertEqual(("minimal", 6), (self.rules(), self.data()["lamp"]["oil"]))


class DemoTest(program.Base):
    def test_the_story_is_played_and_proven_the_same_each_time(self):
        first = run("demo", "--language", "en", codes=(0,))
        self.assertEqual(first.out, run("demo", "--language", "en", codes=(0,)).out)
        for piece in ("retry", "tool.rejected", "20 became 5", "Rollback to t-5", "at-t-7", "verify:", "rebuild:"):
            self.assertIn(piece, first.out)
        self.assertIn("回滚", run("demo", "--language", "zh", codes=(0,)).out)
        self.assertNotIn("\033", first.out)
        steps = run("demo", "--json", codes=(0,)).json
        outcomes = [step["verdict"]["outcome"] for step in steps if "verdict" in step]
        self.assertEqual(3, outcomes.count("retry"))
        self.assertEqual(9, outcomes.count("accepted"))

    def test_the_story_can_be_kept(self):
        store = str(self.folder / "kept.db")
        run("demo", "--store", store, codes=(0,))
        self.assertEqual([], run("campaign", "verify", "demo", "--store", store).json["findings"])
        self.assertEqual(2, run("demo", "--store", store).code)


if __name__ == "__main__":
    program.main()
