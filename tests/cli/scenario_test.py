"""gavel test, from outside: what a scenario says of a ruleset, and what is said of a scenario."""

import program
from program import run

RULESET = """ruleset: lantern
version: 1.0.0
plugins: [lantern]
dialects: [tools, tavern]
retry: {max: 1, on: [tool, conflict]}
fields:
  - {path: "oil", write: [tool], type: integer, min: 0}
  - {path: "**", write: [model, player, operator]}
state: initial.yaml
"""

PLUGIN = """tool "burn" {
  summary = { en = "Burn oil.", zh = "燃油。" }, guidance = { en = "Call it.", zh = "调用。" },
  args = { n = int{ min = 1, max = 100 } }, rejects = { dry = "there is not so much" }, settles = {},
  run = function(args, ctx)
    if ctx.get("oil") < args.n then return reject("dry") end
    ctx.add("oil", -args.n)
    return { oil = ctx.get("oil") }
  end,
}
"""

GOOD = """scenario: "Oil burns until there is none [R001-08]"
rows: [R001-08]
given:
  state: {"room.lamp": lit}
  settings: {rollback.max_checkpoints: 5}
turns:
  - user: I light the lamp.
    model: |-
      The lamp burns.
      {"tool_calls": [{"id": "a", "tool": "burn", "args": {"n": 4}}]}
    expect:
      outcome: accepted
      commands: [{status: applied, verb: call}]
      tool_results: [{tool: burn, status: ok, result: {oil: 6}}]
      state: {oil: 6, room.lamp: lit}
      narration: The lamp burns.
      log: {turn_id: t-1, user_input: I light the lamp., settings_snapshot: {rollback.max_checkpoints: 5}}
  - model:
      - '{"tool_calls": [{"id": "b", "tool": "burn", "args": {"n": 7}}]}'
      - 'It is dark. {"tavern_commands": [{"action": "set", "key": "room.lamp", "value": "out"}]}'
    expect:
      attempts: [{outcome: retry, feedback: {failed_calls: [{id: b, status: rejected}]}}, accepted]
      refused: []
      state: {oil: 6, room.lamp: out}
      absent: [room.oil]
  - rollback: t-1
    expect:
      state: {room.lamp: lit}
      campaign: {rollback_pending: {is_pending: true, from_turn_id: t-2, can_undo: true}}
  - undo: true
    expect: {state: {room.lamp: out}}
  - undo: true
    expect: {error: {message: no rollback to undo}}
  - swap: /etc
    expect: {error: {code: path.forbidden, message: is absolute, hint: beside the ruleset}}
  - swap: ../../../../../etc
    expect: {error: {code: path.forbidden, message: is outside of the folder}}
"""


class ScenarioTest(program.Base):
    def setUp(self):
        super().setUp()
        self.ruleset = self.folder / "lantern"
        plugin = self.ruleset / "plugins" / "lantern"
        plugin.mkdir(parents=True)
        (self.ruleset / "scenarios").mkdir()
        (self.ruleset / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
        (self.ruleset / "initial.yaml").write_text("oil: 10\nroom: {lamp: out, door: shut}\n", encoding="utf-8")
        (plugin / "plugin.yaml").write_text("plugin: lantern\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [burn.lua]\n", encoding="utf-8")
        (plugin / "burn.lua").write_text(PLUGIN, encoding="utf-8")

    def write(self, text, name="story.yaml"):
        path = self.ruleset / "scenarios" / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def gavel_test(self, *args, codes):
        return run("test", *(args or [str(self.ruleset)]), codes=codes)

    def failures(self, text, code=1):
        """The lines about a scenario: what stands behind its file's name."""
        path = self.write(text)
        answer = self.gavel_test(codes=(code,))
        return [line[len(path) + 1:] for line in answer.out.splitlines() if line.startswith(path)]

    def expecting(self, expect, story="The lamp burns. {\"tool_calls\": [{\"id\": \"a\", \"tool\": \"burn\", \"args\": {\"n\": 4}}]}"):
        return self.failures(f"scenario: s\nturns:\n  - user: I light it.\n    model: '{story}'\n    expect:\n      {expect}\n")

    def test_a_story_that_comes_out_as_told_passes_and_is_counted(self):
        self.write(GOOD)
        answer = self.gavel_test(codes=(0,))
        self.assertIn("✓ Oil burns until there is none", answer.out)
        self.assertTrue(answer.out.endswith("1 passed, 0 failed\n"), answer.out)
        self.assertEqual(answer.out, self.gavel_test(codes=(0,)).out)

    def test_programs_get_the_same_as_json(self):
        good, bad = self.write(GOOD), self.write("scenario: b\nturns:\n  - model: x\n    expect:\n      outcome: retry\n", "worse.yaml")
        answer = self.gavel_test(str(self.ruleset), "--json", codes=(1,)).json
        self.assertEqual((answer["passed"], answer["failed"]), (1, 1))
        first, second = answer["scenarios"]
        self.assertEqual((first["file"], first["status"], first["rows"], first["failures"]), (good, "passed", ["R001-08"], []))
        failure = second["failures"][0]
        self.assertEqual((failure["file"], failure["line"], failure["column"], failure["step"]), (bad, 5, 16, "t-1"))
        self.assertEqual((failure["found"], failure["expected"]), ('"accepted"', '"retry"'))

    def test_each_expectation_that_fails_is_told_at_its_place(self):
        cases = [
            ("outcome: retry", '6:16: error: t-1: outcome differs; found "accepted"; expected "retry"'),
            ("attempts: [retry, accepted]", '6:17: error: t-1: the number of attempts differs; found 1: "accepted"; expected 2'),
            ("state: {oil: 5}", "6:20: error: t-1: state oil differs; found 6; expected 5"),
            ("state: {room.lmap: out}", '6:26: error: t-1: state room.lmap differs; found nothing; expected "out"'),
            ("absent: [oil]", "6:16: error: t-1: state oil is there; found 6; expected nothing"),
            ("commands: []", '6:17: error: t-1: the number of commands differs; found 1: "applied"; expected 0'),
            ("commands: [rejected]", '6:18: error: t-1: command 0 differs; found "applied"; expected "rejected"'),
            ("commands: [{status: applied, rule: x}]", '6:42: error: t-1: command 0.rule differs; found nothing; expected "x"'),
            ("refused: [rule.denied]", "6:16: error: t-1: the number of refused commands differs; found 0: ; expected 1"),
            ("conflicts: [location]", "6:18: error: t-1: the number of conflicts differs; found 0: ; expected 1"),
            ("tool_results: [{tool: burn, result: {oil: 7}}]", "6:49: error: t-1: tool result 0.result.oil differs; found 6; expected 7"),
            ("narration: [The lamp is out]", '6:19: error: t-1: narration lacks a text; found "The lamp burns. "; expected "The lamp is out"'),
            ("narration_lacks: burns", '6:24: error: t-1: narration holds a text; found "The lamp burns. "; expected nothing of "burns"'),
            ("feedback: again", '6:17: error: t-1: feedback lacks a text; found ""; expected "again"'),
            ("events: [dark]", "6:15: error: t-1: the number of events differs; found 0: ; expected 1"),
            ("warnings: [x.y]", "6:17: error: t-1: the number of warnings differs; found 0: ; expected 1"),
            ("displays: [{tag: live}]", "6:17: error: t-1: the number of displays differs; found 0: ; expected 1"),
            ("campaign: {head: {turn: t-2}}", '6:31: error: t-1: campaign.head.turn differs; found "t-1"; expected "t-2"'),
            ("log: {turn_di: t-1}", '6:22: error: t-1: log.turn_di differs; found nothing; expected "t-1"'),
            ("verdict: {version: 2}", "6:26: error: t-1: verdict.version differs; found 1; expected 2"),
            ("error: turn.conflict", '6:14: error: t-1: the step was taken; found no error; expected "turn.conflict"'),
        ]
        for expect, line in cases:
            self.assertEqual(self.expecting(expect)[0], line, expect)

    def test_what_the_turn_refused_stands_with_what_came_out_otherwise(self):
        dark = '{"tool_calls": [{"id": "a", "tool": "burn", "args": {"n": 40}}]}'
        told = "5:5: warning: t-1: call burn was rejected: tool.rejected: lantern/burn: dry: there is not so much (plugins/lantern/burn.lua:5)"
        self.assertEqual(self.expecting("outcome: accepted", dark)[1], told)
        # Nothing of it where it was asked about, or where all came out as told.
        self.assertEqual(len(self.expecting("{outcome: accepted, refused: [tool.rejected]}", dark)), 1)
        self.assertEqual(self.failures(f"scenario: s\nturns:\n  - model: '{dark}'\n    expect: {{outcome: retry}}\n", code=0), [])

    def test_an_attempt_may_have_a_time_of_its_own(self):
        burn = self.ruleset / "plugins" / "lantern" / "burn.lua"
        burn.write_text(PLUGIN + 'tool "look" { summary = { en = "L", zh = "看" }, guidance = { en = "L", zh = "看" }, args = {}, settles = {}, rejects = {},\n'
                        'run = function(args, ctx) ctx.set("oil", ctx.now % 100000 // 1000) end }\n', encoding="utf-8")
        dark = '{"tool_calls": [{"id": "a", "tool": "burn", "args": {"n": 40}}]}'
        look = '{"tool_calls": [{"id": "a", "tool": "look", "args": {}}]}'
        story = f"""scenario: s
turns:
  - now: "2026-01-01T00:00:10Z"
    model:
      - '{dark}'
      - {{text: '{look}', now: "2026-01-01T00:00:30Z"}}
    expect: {{attempts: [retry, accepted], state: {{oil: 30}}}}
  - after: 5
    model: ['{look}']
    expect: {{state: {{oil: 35}}}}
"""
        self.assertEqual(self.failures(story, code=0), [])
        wrong = self.failures("scenario: s\nturns:\n  - model:\n      - {txt: a}\n      - {text: a, now: soon}\n      - 3\n", code=2)
        self.assertEqual([line.split(";")[0] for line in wrong],
                         ["4:10: error: unknown name `txt`", '5:24: error: "soon" is not a time', "6:9: error: this is the number 3"])

    def test_a_given_state_that_the_fields_forbid_is_told(self):
        lines = self.failures("scenario: s\ngiven: {state: {oil: much}}\nturns:\n  - expect: {state: {oil: much}}\n", code=0)
        self.assertEqual(lines, ["2:9: warning: given: the fields table forbids what is given: oil must be integer, not string"])

    def test_a_derived_value_that_fails_is_told_in_every_turn_whoever_judges(self):
        burn = self.ruleset / "plugins" / "lantern" / "burn.lua"
        story = "scenario: s\nturns:\n  - model: x\n    expect: {warnings: [%s]}\n  - model: '%s'\n    expect: {outcome: retry, warnings: [%s]}\n" \
                "  - model: x\n    expect: {warnings: [%s]}\n  - model: x\n    expect: {warnings: [%s]}\n"
        dark = '{"tool_calls": [{"id": "a", "tool": "burn", "args": {"n": 40}}]}'
        for code, light in (("derive.refused", 'ctx.get("oil") * 10'), ("derive.failed", 'ctx.get("oli") * 10')):
            burn.write_text(PLUGIN + 'derive "light" { path = "glow", run = function(ctx) return ' + light + " end }\n", encoding="utf-8")
            self.assertEqual(self.failures(story % (code, dark, code, code, code), code=0), [])
        checked = run("check", str(self.ruleset), codes=(0,)).out
        self.assertIn("lantern/light can never be written: `fields` does not let derive write glow", checked)

    def test_a_place_that_is_nearly_right_is_named(self):
        path = self.write("scenario: s\nturns:\n  - model: x\n    expect:\n      state: {room.lmap: out}\n      absent: [room.dor]\n")
        answer = self.gavel_test(codes=(1,)).out
        self.assertIn("fix: did you mean room.lamp?", answer)
        self.assertIn(path + ":6:16: warning: t-1: there never was a value at room.dor\n  fix: did you mean room.door?", answer)

    def test_a_step_that_is_refused_fails_where_nobody_expects_it(self):
        self.assertEqual(self.failures("scenario: s\nturns:\n  - rollback: t-9\n")[0].split(";")[0].split(":")[:4], ["3", "5", " error", " rollback to t-9"])
        self.assertEqual(self.failures("scenario: s\nturns:\n  - rollback: t-9\n    expect: {error: store.unknown}\n", code=0), [])

    def test_everything_that_is_wrong_with_a_file_is_told_at_once_and_nothing_is_played(self):
        lines = self.failures(
            "scenario: s\nrows: [R1, R001-09]\ngiven: {stat: {}, now: noon}\nturns:\n  - user: a\n    modle: b\n    expect: {outcom: accepted, commands: [aplied], refused: [{cod: x}]}\n"
            "  - rollback: t-1\n    undo: true\n  - note: {en: nothing}\n  - settings: {}\n    actor: x\n    expect: {narration: x}\n", code=2)
        for line in ("2:8: error: this is not the id of a requirement", "3:9: error: unknown name `stat`", "3:24: error:",
                     "6:5: error: unknown name `modle`", "7:14: error: unknown name `outcom`", "7:43: error: unknown word \"aplied\"", "7:63: error: unknown name `cod`",
                     "9:5: error: a step with `rollback` has no `undo`", "10:5: error: this step does nothing", "12:5: error: `actor` belongs to a turn",
                     "13:14: error: `narration` is about a turn's verdict"):
            self.assertTrue(any(found.startswith(line) for found in lines), (line, lines))
        answer = self.gavel_test(codes=(2,)).out
        for meant in ("state", "model", "outcome", "applied", "code"):
            self.assertIn(f'did you mean "{meant}"?', answer)

    def test_a_slip_in_the_given_state_is_no_new_place(self):
        lines = self.failures('scenario: s\ngiven:\n  state:\n    room.lapm: lit\n    rom.lamp: lit\n    "oil.x": 1\n    "a..b": 1\n    cellar.door: shut\nturns:\n  - expect: {state: {cellar.door: shut}}\n', code=2)
        self.assertEqual([line.split(" error")[0] for line in lines], ["4:5:", "5:5:", "6:5:", "7:5:"], lines)
        answer = self.gavel_test(codes=(2,)).out
        self.assertIn("did you mean room.lamp?", answer)
        self.assertIn("did you mean room?", answer)

    def test_what_cannot_be_played_is_no_failure_of_a_story(self):
        self.write(GOOD)
        for args, code, said in [
            ((str(self.ruleset), "--filter", "nobody"), 2, 'no scenario holds "nobody"'),
            ((str(self.folder / "none"),), 2, "there is no such folder"),
            ((str(self.folder / "lantern" / "plugins"),), 2, "holds no ruleset with scenarios"),
        ]:
            answer = self.gavel_test(*args, codes=(code,))
            self.assertIn(said, answer.err)
        (self.ruleset / "ruleset.yaml").write_text(RULESET.replace("lantern]", "lanten]"), encoding="utf-8")
        answer = self.gavel_test(codes=(2,))
        self.assertIn("ruleset.yaml:3:11: error:", answer.out)
        self.assertTrue(answer.out.endswith("0 passed, 1 failed\n"))

    def test_everything_that_is_wrong_with_a_game_is_told_at_once_with_its_place_and_the_nearest_name(self):
        self.write("scenario: s\nturns:\n  - model: x\n    expct: {}\n")
        (self.ruleset / "ruleset.yaml").write_text(
            "ruleset: lantern\nversion: 1.0.0\nplugins: [lantren, lantern, lantern]\nschemas: [love_sytem_simple]\n"
            'fields:\n  - {path: "*.oil", write: [tool]}\n  - {path: "*.oil", write: [model]}\n  - {path: "room.door", type: integer}\nstate: initial.yaml\n',
            encoding="utf-8")
        answer = self.gavel_test(codes=(2,)).out
        for line in ("ruleset.yaml:3:11: error: there is no plugin lantren", 'fix: did you mean "lantern"?',
                     "ruleset.yaml:3:29: error: two plugins are called lantern; the first at 3:20",
                     "ruleset.yaml:4:11: error: there is no schema \"love_sytem_simple\"", 'fix: did you mean "love_system_simple"?',
                     'ruleset.yaml:7:12: error: the pattern "*.oil" appears twice; first at 6:12',
                     "initial.yaml:2:25: error: the initial state: room.door must be integer, not string",
                     "story.yaml:4:5: error: unknown name `expct`", 'fix: did you mean "expect"?'):
            self.assertIn(line, answer)

    def test_stories_are_chosen_by_file_folder_and_text(self):
        self.write(GOOD)
        other = self.write("scenario: other\nrows: [B-04]\nturns:\n  - expect: {state: {oil: 10}}\n", "other.yaml")
        for args, count in [((str(self.folder),), 2), ((other,), 1), ((str(self.ruleset), "--filter", "B-04"), 1), ((str(self.ruleset), "--filter", "Oil"), 1)]:
            self.assertIn(f"{count} passed, 0 failed\n", self.gavel_test(*args, codes=(0,)).out)

    def test_a_handler_that_fails_beside_a_story_that_passes_is_told(self):
        plugin = self.ruleset / "plugins" / "lantern" / "burn.lua"
        plugin.write_text(PLUGIN + 'automation "smoke" { on = "changed(oil)", run = function(event, ctx) ctx.push("soot", 1) end }\n', encoding="utf-8")
        story = 'scenario: s\nturns:\n  - model: \'{"tool_calls": [{"id": "a", "tool": "burn", "args": {"n": 4}}]}\'\n    expect: {state: {oil: 6}%s}\n'
        self.write(story % "")
        answer = self.gavel_test(codes=(0,)).out
        self.assertRegex(answer, r"story.yaml:4:5: warning: t-1: automation.failed: lantern/smoke .*automation may not write soot")
        self.write(story % ", warnings: [automation.failed]")
        self.assertNotIn("warning:", self.gavel_test(codes=(0,)).out)

    def test_a_story_in_a_yml_file_is_played(self):
        self.write(GOOD, "story.yml")
        self.assertIn("1 passed, 0 failed\n", self.gavel_test(codes=(0,)).out)


if __name__ == "__main__":
    program.main()
