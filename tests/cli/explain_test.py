#!/usr/bin/env python3
"""gavel explain, from outside: why a turn, a rule, a path or a code is as it is.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/explain_test.py [-v] [name]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent

RULESET = """ruleset: camp
version: 1.0.0
language: en
plugins: [p]
state: state.yaml
fields:
  - {path: "hero.level", write: [tool]}
  - {path: "hero.hp", type: integer, min: 0, max: 20}
  - {path: "hero.double", write: [derive]}
  - {path: "secret", read: [operator], write: [operator]}
  - {path: "**", write: [model, player, tool, automation, derive, operator]}
retry: {max: 1, on: [tool, conflict]}
limits: {max_string_bytes: 2000}
"""

STATE = """hero: {hp: 10, gold: 5, level: 1, double: 10, mood: calm}
chest: {_is_protected: true, open: false}
log: []
day: 1
secret: 7
"""

MANIFEST = """plugin: p
version: 1.2.0
api: 1
summary: {en: Camp, zh: 营地}
files: [init.lua]
"""

INIT = """rule "halve" { path = "hero.gold", mode = "amend", summary = { en = "Large finds are halved.", zh = "减半。" },
  run = function(effect)
    if effect.delta and effect.delta > 10 then return amend(effect.before + 10, "ten at once") end
    return allow()
  end }
rule "calm" { path = "hero.mood", run = function(effect)
  if effect.after == "angry" then return deny("nobody is angry here", "say calm") end
  return allow()
end }
budget "daily" { path = "hero.gold", max = 12, counts = "increase", window = function(ctx) return ctx.get("day") end }
derive "double" { path = "hero.double", run = function(ctx) return ctx.get("hero.hp") * 2 end }
automation "note" { on = "changed(hero.level)", run = function(event, ctx) ctx.push("log", "level") end }
automation "peek" { on = "changed(hero.mood)", run = function(event, ctx) ctx.set("secret", 1) end }
tool "rest" {
  summary = { en = "Rest.", zh = "休息。" }, guidance = { en = "Call it to rest.", zh = "休息时调用。" },
  args = { hours = int{ min = 1, max = 8 } },
  rejects = { awake = { en = "the hero is wide awake", zh = "毫无睡意" } },
  settles = { "sleep" },
  when = function(ctx) return ctx.get("hero.mood") == "calm" end,
  run = function(args, ctx)
    if args.hours == 8 then return reject("awake") end
    ctx.set("hero.level", ctx.get("hero.level") + 1)
    return { slept = args.hours }
  end }
claim "sleep" { find = function(narration, ctx)
  local b, e = narration:find("the hero sleeps", 1, true)
  if not b then return {} end
  return { { kind = "sleep", subject = "hero", span = { b, e }, path = "hero.level", changed = "up" } }
end }
"""

REPLY = """<think>secret plans: _.set('hero.hp', 1);</think>
The camp is quiet.
```json
[{"op":"assign","path":["hero","hp"],"value":12},
 {"op":"assign","path":["hero","level"],"value":9},
 {"op":"assign","path":["hero","gold"],"value":500},
 {"op":"assign","path":["hero","mood"],"value":"angry"}]
```
"""


class Explain(program.Base):
    def setUp(self):
        super().setUp()
        game = self.folder / "camp"
        (game / "plugins" / "p").mkdir(parents=True)
        (game / "ruleset.yaml").write_text(RULESET)
        (game / "state.yaml").write_text(STATE)
        (game / "plugins" / "p" / "plugin.yaml").write_text(MANIFEST)
        (game / "plugins" / "p" / "init.lua").write_text(INIT)
        self.game = str(game)
        self.store = str(self.folder / "gavel.db")

    def explain(self, *args, codes=(0,)):
        return program.run("explain", *args, codes=codes)

    def told(self, text, *args):
        return self.explain("turn", "--ruleset", self.game, self.file("reply.txt", text), "--json", *args).json

    def campaign(self, *args, codes=(0,)):
        return program.run("campaign", *args, "--store", self.store, "--json", codes=codes)

    def line_of(self, text, where):
        return next(i for i, line in enumerate(where.splitlines(), 1) if text in line)

    def asked(self, story, who, **members):
        """All testimonies of that kind, wherever they stand."""
        lists = [c["asked"] for c in story["commands"]] + [f["asked"] for f in story["following"]]
        every = [one for some in [story["before"], *lists, story["behind"]] for one in some]
        return [one for one in every if one["who"] == who and all(one.get(k) == v for k, v in members.items())]


class Turns(Explain):
    def test_a_turn_is_told_from_its_bytes_to_what_was_kept_B_02(self):
        """[B-02] bytes, regions, proposals, commands, who was asked, answers with file:line, changes and causes."""
        story = self.told(REPLY)
        self.assertEqual(story["outcome"], "accepted")
        text = story["texts"][0]
        kinds = [part["kind"] for part in text["regions"]]
        self.assertEqual(kinds[0], "reasoning")
        self.assertIn("narration", kinds)
        self.assertIn("envelope", kinds)
        at = 0
        for part in text["regions"]:  # every byte is told once
            self.assertEqual(part["span"][0], at)
            at = part["span"][1]
        self.assertEqual(at, len(REPLY.encode()))
        first, second, third, fourth = story["commands"]
        for command in story["commands"]:
            begin, end = command["span"]
            self.assertEqual(command["written"], REPLY.encode()[begin:end].decode())
        self.assertEqual(first["command"]["verb"], "set")
        self.assertEqual((first["status"], second["status"], third["status"], fourth["status"]),
                         ("applied", "rejected", "amended", "rejected"))
        level = f"ruleset.yaml:{self.line_of('hero.level', RULESET)}"
        self.assertEqual((second["code"], second["rule"], second["at"]), ("authority.denied", "hero.level", level))
        self.assertEqual(self.asked(story, "fields", answer="deny")[0]["at"], level)
        checks = self.asked(story, "fields", path=["hero", "hp"])[0]["more"]["checks"]
        self.assertEqual(checks[0]["at"], f"ruleset.yaml:{self.line_of('hero.hp', RULESET)}")
        halve = self.asked(story, "rule", id="p/halve")[0]
        self.assertEqual((halve["answer"], halve["said"][0], halve["before"], halve["after"]), ("amend", 15, 5, 500))
        self.assertEqual(halve["said_at"], f"plugins/p/init.lua:{self.line_of('ten at once', INIT)}")
        budget = self.asked(story, "budget", id="p/daily")[-1]
        self.assertEqual((budget["answer"], budget["more"]["left"], budget["more"]["takes"], budget["more"]["left_after"]),
                         ("allow", 12, 10, 2))
        self.assertEqual(budget["more"]["window"], 1)
        denied = self.asked(story, "rule", id="p/calm")[0]
        self.assertEqual((denied["answer"], fourth["at"]), ("deny", f"plugins/p/init.lua:{self.line_of('nobody is angry', INIT)}"))
        causes = {change["cause"] for change in story["changes"]}
        self.assertEqual(causes, {"command 0", "command 2", "derive p/double"})
        self.assertEqual(self.asked(story, "derive")[0]["said"], 24)

    def test_a_turn_that_is_tried_again_says_why_and_what_the_model_is_told_B_02(self):
        """[B-02] tools, writes inside them, claims with their words, the decision's reasons, the feedback."""
        text = 'At night the hero sleeps.\n{"tool_calls":[{"id":"c1","tool":"rest","args":{"hours":8}}]}'
        story = self.told(text)
        self.assertEqual(story["outcome"], "retry")
        fact = self.asked(story, "fact")[0]
        self.assertEqual((fact["answer"], fact["more"]["words"]), ("conflict", "the hero sleeps"))
        begin, end = story["conflicts"][0]["span"]
        self.assertEqual(text.encode()[begin:end].decode(), "the hero sleeps")
        why = {(one["kind"], one["asks_for_retry"]) for one in story["decision"]["why"]}
        self.assertEqual(why, {("tool", True), ("conflict", True)})
        self.assertEqual(story["changes"], [])
        self.assertIn("wide awake", json.dumps(story["messages"]))
        shown = self.explain("turn", "--ruleset", self.game, self.file("reply.txt", text)).out
        for words in ("the hero sleeps", "wide awake", "plugins/p/init.lua:", "asks for a retry"):
            self.assertIn(words, shown)
        self.assertNotIn("\033", shown)
        chinese = self.explain("turn", "--ruleset", self.game, self.file("reply.txt", text), "--language", "zh").out
        for words in ("裁决", "与状态矛盾", "要求重试", "叙事中的断言"):
            self.assertIn(words, chinese)

    def test_what_a_tool_writes_and_what_follows_stand_under_it(self):
        story = self.told('{"tool_calls":[{"id":"c1","tool":"rest","args":{"hours":3}}]}')
        command = story["commands"][0]
        order = [(one["who"], one.get("which"), one["depth"]) for one in command["asked"]]
        self.assertEqual(order[:3], [("tool", "when", 0), ("tool", "run", 0), ("write", "set", 1)])
        self.assertEqual(order[3][0], "fields")
        self.assertEqual(self.asked(story, "automation", id="p/note")[0]["more"]["event"], "changed")

    def test_a_stored_turn_is_judged_anew_and_comes_out_the_same_B_02(self):
        """[B-02] of every attempt too; the record says so byte for byte."""
        self.campaign("new", "c", "--ruleset", self.game, "--seed", "7")
        bad = self.file("bad.txt", "the hero sleeps.")
        self.campaign("turn", "c", bad, "--turn", "t-1", "--user", "I rest.")
        self.campaign("turn", "c", self.file("good.txt", REPLY), "--turn", "t-1", "--user", "I rest.")
        self.campaign("turn", "c", self.file("next.txt", "_.set('hero.hp', 12, 11);"), "--turn", "t-2")
        for turn, attempt in (("t-1", "1"), ("t-1", "2"), ("t-2", "1")):
            story = self.explain("turn", "c", turn, "--attempt", attempt, "--store", self.store, "--json").json
            self.assertEqual(story["differences"], [])
            self.assertEqual(str(story["attempt"]), attempt)
        story = self.explain("turn", "c", "--store", self.store, "--json").json
        self.assertEqual((story["turn"], story["after"], story["outcome"]), ("t-2", "t-1", "accepted"))
        self.assertIn("every byte came out as stored", self.explain("turn", "c", "t-1", "--store", self.store).out)
        shown = self.campaign("show", "c", "verdict", "--at", "t-2").json
        self.assertEqual([c["path"] for c in shown["changes"]], [c["path"] for c in story["changes"]])

    def test_every_word_is_answered_with_the_nearest(self):
        self.campaign("new", "evening", "--ruleset", self.game, "--seed", "7")
        self.campaign("turn", "evening", self.file("r.txt", "quiet"), "--turn", "t-dawn")
        for args, hint in ((("turn", "evenin", "--store", self.store), "evening"),
                           (("turn", "evening", "t-dwn", "--store", self.store), "t-dawn"),
                           (("trun", "evening"), "turn"),
                           (("turn", "--ruleset", str(self.folder / "camb"), "x"), "camp")):
            answer = self.explain(*args, codes=(2,))
            self.assertIn(hint, answer.err, args)
        answer = self.explain("turn", "evening", "t-dawn", "--attempt", "3", "--store", self.store, codes=(2,))
        self.assertIn("--attempt 1", answer.err)
        answer = self.explain("turn", "evenin", "--store", self.store, "--json", codes=(2,))
        self.assertIn("evening", answer.json["error"]["hint"])


class Refusals(Explain):
    def test_every_refusal_cites_its_rule_file_and_line_B_02(self):
        """[B-02] whoever refuses: rules, budgets, rows of fields, derived values, tools, plugins, limits, guards."""
        tool = '{{"tool_calls":[{{"id":"c","tool":"{}","args":{}}}]}}'
        where = {
            "nobody is angry": INIT, 'budget "daily"': INIT, 'derive "double"': INIT, 'tool "rest"': INIT, "return reject": INIT,
            "hero.level": RULESET, "hero.hp": RULESET, '"secret"': RULESET, "max_string_bytes": RULESET,
        }
        at = {text: ("plugins/p/init.lua:" if file is INIT else "ruleset.yaml:") + str(self.line_of(text, file))
              for text, file in where.items()}
        for text, code, rule, place in (
                ("_.set('hero.mood', 'angry');", "rule.denied", "p/calm", at["nobody is angry"]),
                ("_.set('hero.gold', 15);\n_.set('hero.gold', 20);", "budget.exceeded", "p/daily", at['budget "daily"']),
                ("_.set('hero.level', 3);", "authority.denied", "hero.level", at["hero.level"]),
                ("_.set('secret', 3);", "authority.denied", "secret", at['"secret"']),
                ("_.set('hero.hp', 300);", "value.range", "hero.hp", at["hero.hp"]),
                ("_.set('hero.hp', 'x');", "type.mismatch", "hero.hp", at["hero.hp"]),
                ("_.set('hero.double', 3);", "authority.denied", "p/double", at['derive "double"']),
                ("_.set('hero.note', '" + "a" * 2500 + "');", "limit.size", "limits.max_string_bytes", at["max_string_bytes"]),
                ('{"tavern_commands":[{"action":"delete","key":"chest"}]}', "protected", "protection", None),
                (tool.format("rest", '{"hours":"x"}'), "tool.invalid_args", "p/rest", at['tool "rest"']),
                (tool.format("rest", '{"hours":8}'), "tool.rejected", "p/rest", at["return reject"]),
        ):
            with self.subTest(text[:60]):
                line = program.run("apply", "--ruleset", self.game, "--text", text, "--json").json["commands"][-1]
                self.assertEqual((line["code"], line["rule"], line.get("at")), (code, rule, place))

    def test_thousands_of_refusals_are_told_with_their_lines_at_once(self):
        """[B-02] long texts before the commands, and a thousand protected places, cost each refusal nothing."""
        text = "Words, and no end of them.\n" * 12000 + "_.delete('gone');\n" * 6000
        self.assertEqual([one["basis"]["line"] for one in self.told(text)["commands"]], list(range(12001, 18001)))
        names = ["place_%04d" % number for number in range(1000)]
        state = {"hero": {"hp": 10, "level": 1, "mood": "calm", "gold": 5}, "log": [], "day": 1, "secret": 7, **{name: {"_is_protected": True} for name in names}}
        (pathlib.Path(self.game) / "state.json").write_text(json.dumps(state))
        (pathlib.Path(self.game) / "ruleset.yaml").write_text(RULESET.replace("state.yaml", "state.json"))
        text = "".join("_.delete('%s');\n" % name for name in names * 3)
        self.assertEqual([one["basis"]["path"] for one in self.told(text)["commands"]], [[name, "_is_protected"] for name in names * 3])

    def test_what_no_rule_of_the_game_refused_says_what_it_rests_on_B_02(self):
        """[B-02] protection names the line of the state's file, the kernel's own rules the code and the line of the text."""
        text = 'Words.\n{"tavern_commands":[{"action":"delete","key":"chest"}]}\n_.set(\'hero.hp\', 11);\n_.add(\'hero.mood\', 3);\n'
        first, second, third = self.told(text)["commands"]
        at = self.line_of("_is_protected", STATE)
        self.assertEqual(first["basis"], {"kind": "protection", "path": ["chest", "_is_protected"], "at": f"state.yaml:{at}"})
        self.assertNotIn("basis", second)
        self.assertEqual(third["basis"], {"kind": "kernel", "see": f"gavel explain {third['code']}", "line": 4})
        shown = self.explain("turn", "--ruleset", self.game, self.file("reply.txt", text), "--color", "never").out
        self.assertIn(f"by            protection by chest._is_protected  state.yaml:{at}\n", shown)
        self.assertIn(f"by            the kernel's own rule, in every game; the command stands in line 4 of the text: gavel explain {third['code']}\n", shown)
        # What protects it may stand inside, and in JSON; what came in play stands in no file.
        state = {"hero": {"hp": 10, "level": 1, "mood": "calm", "gold": 5}, "room": {"box": {"open": 1, "_is_protected": True}}, "log": [], "day": 1, "secret": 7}
        (pathlib.Path(self.game) / "state.json").write_text(json.dumps(state, indent=1))
        (pathlib.Path(self.game) / "ruleset.yaml").write_text(RULESET.replace("state.yaml", "state.json"))
        line = self.line_of("_is_protected", json.dumps(state, indent=1))
        self.assertEqual(self.told('{"tavern_commands":[{"action":"delete","key":"room"}]}')["commands"][0]["basis"],
                         {"kind": "protection", "path": ["room", "box", "_is_protected"], "at": f"state.json:{line}"})

    def test_what_an_automation_may_not_write_is_told_with_its_line_B_02(self):
        """[B-02] the warning names the row of fields that refused it."""
        plugin = pathlib.Path(self.game) / "plugins" / "p" / "init.lua"
        plugin.write_text(INIT.replace('effect.after == "angry"', "false"))
        verdict = program.run("apply", "--ruleset", self.game, "--text", "_.set('hero.mood', 'happy');", "--json").json
        warning = next(one for one in verdict["warnings"] if one["code"] == "automation.failed")
        self.assertIn("p/peek", warning["message"])
        self.assertEqual(warning["at"], f"ruleset.yaml:{self.line_of('secret', RULESET)}")


class Looking(Explain):
    def test_a_rule_says_who_registers_it_where_it_applies_and_what_stands_beside_it_B_14(self):
        """[B-14]"""
        story = self.explain("rule", self.game, "p/halve", "--json").json
        self.assertEqual((story["kind"], story["plugin"]["version"], story["places"]["list"]), ("rule", "1.2.0", [["hero", "gold"]]))
        self.assertEqual(story["at"], f"plugins/p/init.lua:{self.line_of('halve', INIT)}")
        self.assertEqual(story["asked"], "before the guards")
        beside = [(one["id"], one["registered"]) for one in story["alongside"]]
        self.assertEqual(beside, [("p/daily", "behind")])
        self.assertEqual(story["fields"][0]["at"], f"ruleset.yaml:{self.line_of('**', RULESET)}")
        self.assertEqual((story["load"]["step"], story["load"]["of"]), (1, 1))
        self.assertEqual(self.explain("rule", self.game, "daily", "--json").json["left"][0]["left"], 12)
        tool = self.explain("rule", self.game, "p/rest", "--json").json
        self.assertEqual(tool["tool"]["settles"][0]["claims"][0]["id"], "p/sleep")
        claim = self.explain("rule", self.game, "p/sleep", "--json").json
        self.assertEqual(claim["settled_by"][0]["id"], "p/rest")
        chinese = self.explain("rule", self.game, "p/halve", "--language", "zh").out
        for words in ("现在作用于", "减半。", "守卫之前", "加载顺序"):
            self.assertIn(words, chinese)
        self.assertIn("p/halve", self.explain("rule", self.game, "p/halfe", codes=(2,)).err)
        self.assertIn("camp", self.explain("rule", self.game + "x", "p/halve", codes=(2,)).err)

    def test_a_rule_beside_another_plugins_says_where_its_settings_come_from_and_who_was_first_B_14(self):
        """[B-14] parameters, load order, shadow, allowed tools, events, names that two plugins have."""
        game = pathlib.Path(self.game)
        (game / "plugins" / "q").mkdir()
        (game / "plugins" / "q" / "plugin.yaml").write_text(MANIFEST.replace("plugin: p", "plugin: q") + "requires: [p]\n"
            "params: {far: {type: integer, default: 3}, near: {type: integer}}\n")
        (game / "plugins" / "q" / "init.lua").write_text("""rule "calm" { path = "hero.mood", run = function(effect) return allow() end }
rule "all" { path = "hero.*", run = function(effect) return allow() end }
automation "dawn" { on = "dawn", run = function(event, ctx) ctx.log(params.far + params.near) end }
tool "ring" { summary = { en = "a", zh = "a" }, guidance = { en = "a", zh = "a" }, args = {}, rejects = {}, settles = {},
  run = function(args, ctx) ctx.emit("dawn") end }
""")
        rules = RULESET.replace("plugins: [p]", "plugins:\n  - p\n  - {id: q, with: {near: 2}}") + "shadow: [p/calm]\ntools: {allow: [ring]}\n"
        (game / "ruleset.yaml").write_text(rules)
        at = {text: f"ruleset.yaml:{self.line_of(text, rules)}" for text in ("near", "shadow", "allow")}
        story = {rule: self.explain("rule", self.game, rule, "--json").json for rule in ("p/calm", "q/calm", "q/all", "q/dawn", "q/ring", "p/rest")}
        self.assertEqual(story["q/calm"]["params"], [{"name": "far", "value": 3, "set": "default"}, {"name": "near", "value": 2, "set": at["near"]}])
        self.assertEqual((story["p/calm"].get("shadow"), story["q/calm"].get("shadow")), (at["shadow"], None))
        self.assertEqual((story["q/calm"]["load"]["step"], story["q/calm"]["load"]["of"]), (2, 2))
        self.assertIn("p", story["q/calm"]["load"]["because"])
        self.assertEqual([(one["id"], one["registered"]) for one in story["q/calm"]["alongside"]], [("p/calm", "before"), ("q/all", "behind")])
        self.assertEqual({row["pattern"]: row["places"] for row in story["q/all"]["fields"]}, {"**": 3, "hero.level": 1, "hero.double": 1})
        self.assertEqual((story["q/dawn"]["awaits"], story["q/ring"]["file_emits"]), (["dawn"], ["dawn"]))
        self.assertEqual([(story[tool]["tool"]["allowed"], story[tool]["tool"].get("at")) for tool in ("q/ring", "p/rest")], [(True, at["allow"]), (False, None)])
        self.assertIn("one of p/calm, q/calm", self.explain("rule", self.game, "calm", codes=(2,)).err)

    def test_a_path_says_who_decides_and_who_loses_B_14(self):
        """[B-14] the row of fields, rules, budgets, derives, automations, the prompt"""
        story = self.explain("path", self.game, "hero.hp", "--json").json
        write = story["fields"]["write"]
        self.assertEqual(write["decides"]["at"], f"ruleset.yaml:{self.line_of('**', RULESET)}")
        self.assertEqual(story["fields"]["values"][0]["at"], f"ruleset.yaml:{self.line_of('hero.hp', RULESET)}")
        self.assertEqual(story["read_by"], [{"id": "p/double", "at": f"plugins/p/init.lua:{self.line_of('derive', INIT)}",
                                             "path": ["hero", "double"]}])
        level = self.explain("path", self.game, "hero.level", "--json").json
        self.assertEqual((level["fields"]["write"]["decides"]["pattern"], level["actor"]["may_write"]), ("hero.level", False))
        lost = level["fields"]["write"]["lost"][0]
        self.assertEqual((lost["pattern"], lost["precedence"]), ("**", {"segment": 1, "mine": "hero", "its": "**"}))
        self.assertEqual([one["id"] for one in level["automations"]], ["p/note"])
        self.assertIn({"id": "p/rest", "kind": "tool", "at": f"plugins/p/init.lua:{self.line_of('ctx.set(', INIT.replace('ctx.set(', '', 1)) }"},
                      level["mentioned_by"])
        double = self.explain("path", self.game, "hero.double", "--json").json
        self.assertEqual(double["derived_by"][0]["reads"], [["hero", "hp"]])
        secret = self.explain("path", self.game, "secret", "--json").json
        self.assertEqual((secret["prompt"]["shown"], secret["actor"]["may_read"]), (False, False))
        self.assertEqual(self.explain("path", self.game, "chest.open", "--json").json["protected"], ["chest"])
        missing = self.explain("path", self.game, "hero.gould", "--json").json
        self.assertEqual((missing["exists"], missing["nearest"]), (False, ["hero", "gold"]))
        for words in ("字段表", "落选", "更具体"):
            self.assertIn(words, self.explain("path", self.game, "hero.level", "--language", "zh").out)

    def test_each_list_of_a_path_has_its_rows_and_people_see_them_B_14(self):
        """[B-14] the row of fields, rules, budgets, derives, automations, sources; as JSON and in words."""
        at = {text: f"plugins/p/init.lua:{self.line_of(text, INIT)}" for text in ("halve", "daily", "derive", "calm", 'automation "note"', "when =")}
        note = at['automation "note"']
        gold = self.explain("path", self.game, "hero.gold", "--json").json
        self.assertEqual([(one["id"], one["mode"], one["pattern"], one["at"]) for one in gold["rules"]], [("p/halve", "amend", "hero.gold", at["halve"])])
        self.assertEqual(gold["budgets"], [{"id": "p/daily", "at": at["daily"], "pattern": "hero.gold", "counts": "increase", "window": 1, "most": 12, "used": 0, "left": 12}])
        mood = self.explain("path", self.game, "hero.mood", "--json").json
        self.assertEqual([(one["id"], one["kind"], one["at"]) for one in mood["mentioned_by"]],
                         [("p/calm", "rule", at["calm"]), ("p/rest", "tool", at["when ="])])
        self.assertEqual(self.explain("path", self.game, "hero.double", "--json").json["derived_by"][0]["value"], 20)
        self.assertEqual([one["id"] for one in self.explain("path", self.game, "hero", "--json").json["read_by"]], ["p/double"])
        secret = self.explain("path", self.game, "secret", "--json").json
        self.assertEqual([one["pattern"] for one in secret["fields"]["write"]["lost"]], ["**"])
        self.assertEqual(secret["fields"]["read"]["lost"], [])  # no other row says who reads
        level = self.explain("path", self.game, "hero.level", "--json").json
        self.assertEqual(level["actor"], {"name": "model", "may_write": False, "may_read": True})
        for path, parts in (
                ("hero.gold", (f"rule p/halve  amend  hero.gold  {at['halve']}", f"budget p/daily  12 left of 12 in 1  hero.gold  {at['daily']}")),
                ("hero.double", (f"Derived by  p/double  {at['derive']}\n  reads         hero.hp\n",)),
                ("hero.hp", (f"Derived values that read it\n  p/double  hero.double  {at['derive']}\n",)),
                ("hero.level", (f"Automations that hear of it\n  p/note  changed(hero.level)  {note}\n", "Sources that name it\n  p/rest  tool  "))):
            for part in parts:
                self.assertIn(part, self.explain("path", self.game, path, "--color", "never").out)

    def test_a_path_says_what_fails_what_is_hidden_and_where_it_is_mounted_B_14(self):
        """[B-14] budgets and derives that fail, prompt.leave_out and prompt.state, described pairs, names put together."""
        game = pathlib.Path(self.game)
        plugin, rules = game / "plugins" / "p" / "init.lua", game / "ruleset.yaml"
        plugin.write_text(INIT.replace('return ctx.get("day")', 'return ctx.get("nobody").name').replace('ctx.get("hero.hp") * 2', 'ctx.get("hero.nothing") * 2')
                          + 'automation "deep" { on = "turn_end", run = function(event, ctx) ctx.log(ctx.get("hero" .. ".bag.rope")) end }\n')
        self.assertIn("index", self.explain("path", self.game, "hero.gold", "--json").json["budgets"][0]["failed"])
        self.assertRegex(self.explain("path", self.game, "hero.gold", "--color", "never").out, "budget p/daily  .*index")
        self.assertIn("arithmetic", self.explain("path", self.game, "hero.double", "--json").json["derived_by"][0]["failed"])
        self.assertEqual([one["id"] for one in self.explain("path", self.game, "hero.bag.rope", "--json").json["mentioned_by"]], ["p/deep"])
        rules.write_text(RULESET + 'described_pairs: ["hero.*"]\nprompt: {leave_out: ["log"], state: ["hero", "log"]}\n'
                         'mounts: {memory: {status: hero, attribute: hero}}\n')
        gold = self.explain("path", self.game, "hero.gold", "--json").json
        self.assertEqual(gold["described_pairs"], "hero.*")
        self.assertEqual([(one["dialect"], one["path"], one.get("says")) for one in gold["mounts"]],
                         [("tavern", "hero.gold", None), ("memory", "gold", "set_status"), ("memory", "gold", "set_attribute")])
        shown = {path: self.explain("path", self.game, path, "--json").json["prompt"] for path in ("hero", "log", "day")}
        self.assertEqual(shown, {"hero": {"shown": True, "why": "prompt.state: hero"}, "log": {"shown": False, "why": "prompt.leave_out: log"},
                                 "day": {"shown": False, "why": "prompt.state names other places only"}})

    def test_in_a_campaign_a_path_has_its_history_and_what_is_left_B_14(self):
        """[B-14]"""
        self.campaign("new", "c", "--ruleset", self.game, "--seed", "7")
        for turn, gold in (("t-1", 7), ("t-2", 9)):
            self.campaign("turn", "c", self.file("r.txt", f"_.set('hero.gold', {gold});"), "--turn", turn)
        where = ("--campaign", "c", "--store", self.store, "--json")
        story = self.explain("path", "hero.gold", *where).json
        self.assertEqual((story["value"], story["budgets"][0]["left"]), (9, 8))
        self.assertEqual([(one["turn"], one["before"], one["after"], one["cause"]) for one in story["history"]],
                         [("t-1", 5, 7, "command 0"), ("t-2", 7, 9, "command 0")])
        self.assertRegex(self.explain("path", "hero.gold", *where[:-1], "--color", "never").out,
                         r"Its last changes in this campaign\n  t-1  .*5.*7.*command 0.*\n  t-2  .*7.*9.*command 0")
        for word, what in (("p/halve", "rule"), ("hero.gold", "path"), ("t-2", "turn"), ("plugin.fuel", "code")):
            self.assertEqual(self.explain(word, *where).json["taken_for"], what)
        # It only looks.
        self.assertEqual(self.campaign("rebuild", "c").code, 0)
        self.assertEqual(self.explain(self.game, "hero.gold", "--json").json["taken_for"], "path")


class Codes(program.Base):
    all = None

    def setUp(self):
        super().setUp()
        if Codes.all is None:
            Codes.all = program.run("explain", "codes", "--json").json
        self.codes = {one["code"]: one for one in Codes.all["codes"]}

    # What needs a disk that is full or protected, a crowd, or an embedding program; each says so.
    NO_EXAMPLE = {"store.moved", "store.full", "store.read_only", "embedder.failed", "host.failed", "engine.changed"}

    def play(self, one):
        """The example, as its reader would run it; everything that its last command said."""
        folder = self.folder / one["code"]
        for name, text in Codes.all["game"].items():
            file = folder / "game" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        if "reply" in one["example"]:
            (folder / "reply.txt").write_text(one["example"]["reply"])
        bin_ = self.folder / "bin"
        bin_.mkdir(exist_ok=True)
        if not (bin_ / "gavel").exists():
            (bin_ / "gavel").symlink_to(pathlib.Path(program.GAVEL).resolve())
            (bin_ / "python3").symlink_to(sys.executable)
        env = program.environment(PATH=f"{bin_}:/usr/bin:/bin")
        env.pop("GAVEL_STORE", None)
        for line in one["example"]["run"]:
            done = subprocess.run(["sh", "-c", line], cwd=folder, env=env, capture_output=True, timeout=100, check=False)
        return (done.stdout + done.stderr).decode(errors="replace")

    def test_every_example_comes_to_its_code_B_14(self):
        """[B-14] and what a code is said to come from, it comes from: each example is run as it stands."""
        game = "\n".join(Codes.all["game"].values())
        for one in Codes.all["codes"]:
            with self.subTest(one["code"]):
                if "example" not in one:
                    continue
                self.assertIn(one["example"].get("given", ""), game)
                said = self.play(one)
                self.assertRegex(said, rf'"code": ?"{re.escape(one["code"])}"|{re.escape(one["code"])}: ', said[-1500:])

    def test_every_code_is_told_in_both_languages_B_14(self):
        """[B-14] all of base/codes and every warning that some source gives."""
        for one in Codes.all["codes"]:
            for what in ("meaning", "fix"):
                self.assertTrue(one[what]["en"], one["code"])
                self.assertRegex(one[what]["zh"], "[\u4e00-\u9fff]", one["code"])
            for other in one["related"]:
                self.assertIn(other, self.codes)
        names = [one["code"] for one in Codes.all["codes"]]
        self.assertEqual(len(names), len(set(names)))
        found = {name for name in names if self.codes[name]["kind"] == "finding"}
        self.assertEqual({name for name in names if "example" not in self.codes[name]} - found,
                         self.NO_EXAMPLE)
        self.assertEqual({name for name in names if "unshown" in self.codes[name]}, self.NO_EXAMPLE)
        for name in self.NO_EXAMPLE:
            self.assertRegex(self.codes[name]["unshown"]["zh"], "[\u4e00-\u9fff]")
            self.assertIn(self.codes[name]["unshown"]["en"], program.run("explain", name).out.replace("\n", " "))

    def test_no_code_is_missing_B_14(self):
        """[B-14] the sources are searched for texts that look like codes."""
        source = (HOUSE / "host/engine/base/codes.cpp").read_text()
        known = set(re.findall(r'Row\{Code::\w+,\s*"([a-z_.]+)"', source))
        self.assertGreater(len(known), 50)
        self.assertEqual(known - set(self.codes), set())
        found = {"lowered"}
        for folder in ("engine/dialects", "engine/command", "engine/ruleset", "engine/rules", "engine/claims", "engine/turn",
                       "engine/prompts", "service/campaign"):
            for path in sorted((HOUSE / "host" / folder).rglob("*.cpp")):
                if path.name == "words.cpp":
                    continue  # the words of plugins, which have dots too
                text = path.read_text()
                found |= set(re.findall(r'(?:\{|warn\(|warn_of_commands\(|warning_of\()\s*"([a-z]+\.[a-z_]+)"', text))
                found |= {f"repair.{what}" for what in re.findall(r'(?:Mended\{|mended\()"([a-z_]+)"', text)}
        self.assertGreater(len(found), 40)
        self.assertEqual(found - set(self.codes) - {"a.b", "game.lua"}, set())

    def test_a_code_alone_is_explained_and_slips_are_answered(self):
        alone = program.run("explain", "rule.denied").out
        self.assertEqual(alone, program.run("explain", "code", "rule.denied").out)
        self.assertIn("nobody gets angry here", alone)
        self.assertIn("怎么改", program.run("explain", "rule.denied", "--language", "zh").out)
        self.assertEqual(program.run("explain", "repair.comment", "--json").json["kind"], "warning")
        self.assertIn("rule.denied", program.run("explain", "code", "rule.denid").err)
        self.assertIn("rule.denied", program.run("explain", "rule.denid").err)

    def test_the_documents_of_codes_are_up_to_date_B_14(self):
        """[B-14] and a stale one is told of."""
        done = program.run("explain", "codes", "--out", str(HOUSE / "plugins"), "--check", codes=(0, 1))
        self.assertEqual((done.code, done.err), (0, ""), "scripts/manuals writes them anew")
        for name in ("CODES.md", "CODES.zh-CN.md"):
            shutil.copy(HOUSE / "plugins" / name, self.folder / name)
        (self.folder / "CODES.md").write_text("old")
        done = program.run("explain", "codes", "--out", str(self.folder), "--check", codes=(1,))
        self.assertIn("CODES.md is out of date", done.err)
        self.assertEqual((self.folder / "CODES.md").read_text(), "old")


if __name__ == "__main__":
    program.main()
