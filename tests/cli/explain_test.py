#!/usr/bin/env python3
"""gavel explain, from outside: why a turn, a rule, a path or a code is as it is.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/explain_test.py [-v] [name]
"""

import json
import pathlib
import re
import shutil
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


if __name__ == "__main__":
    program.main()
