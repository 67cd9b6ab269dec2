#!/usr/bin/env python3
"""What the requests of shipped games show as a model's replies, judged on those games; and gavel check and test,
which refuse a game that shows a reply it would not accept.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/examples_test.py [-v] [name]
"""

import json
import pathlib

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
# Each shipped game, and what its examples use at least: dialects that its request teaches, and tools of each group.
GAMES = {
    "tabletop": ({"tavern", "tools"}, {"move", "hp_delta", "inventory_add", "pass_time", "character_generate"}),
    "harbour": ({"tavern", "tools"}, {"move", "hp_delta", "inventory_add", "pass_time", "character_generate"}),
    "wuxian": ({"memory", "tools"}, {"roll_check", "item_transfer", "world_enter"}),
    "xianxia": ({"tavern", "tools"}, {"break_through"}),
    "galgame": ({"filament"}, set()),
    "lighthouse": ({"filament", "tools"}, {"tend"}),
    "minimal": ({"filament", "tools"}, {"tend"}),
    "first": ({"filament", "tools"}, {"strike"}),
}
RULESET = """\
ruleset: tea
version: 1.0.0
language: en
schemas: [variable_update_base, pouring{more}]
fields:
  - {{path: pot.lid, write: [operator]}}
  - {{path: "**", write: [model, player, operator]}}
state: state.json
"""
SCHEMA = """\
meta: {{id: {id}}}
instruction: Pour.
examples:
  - input: I pour.
    output:
      en: |
        It steams.
        <variable_update>[[{en}]]</variable_update>
      zh: |
        It steams.
        <variable_update>[[{zh}]]</variable_update>
"""
FINE = "SET, pot.tea, 3"


class Shipped(program.Base):
    def replies(self, game, language):
        prompt = run("prompt", str(HOUSE / "rulesets" / game), "--language", language, "--tokens", "100000",
                     "--json").json
        return [one["content"] for one in prompt["messages"] if one["role"] == "assistant"]

    def test_every_reply_that_a_request_shows_is_applied_whole(self):
        """[R004-05] in both languages, on the initial state, each command as it is written"""
        for game, (dialects, tools) in GAMES.items():
            for language in ("zh", "en"):
                used, called = set(), set()
                replies = self.replies(game, language)
                self.assertTrue(replies, game)
                for reply in replies:
                    verdict = run("apply", "--ruleset", str(HOUSE / "rulesets" / game), "--text", reply,
                                  "--json").json
                    place = (game, language, reply, verdict["commands"], verdict.get("conflicts"))
                    self.assertEqual(verdict["outcome"], "accepted", place)
                    self.assertTrue(verdict["commands"], place)
                    self.assertEqual({one["status"] for one in verdict["commands"]}, {"applied"}, place)
                    self.assertEqual([one["code"] for one in verdict["warnings"]], [], place)
                    used |= {one["dialect"] for one in verdict["commands"]}
                    called |= {one["tool"] for one in verdict.get("tool_results", [])}
                self.assertLessEqual(dialects, used, (game, language))
                self.assertLessEqual(tools, called, (game, language))

    def test_check_and_test_agree(self):
        """[R004-05] no shipped game has one that would be refused"""
        for game in GAMES:
            self.assertNotIn("refused_example", run("check", str(HOUSE / "rulesets" / game), "--json").out)


class Refused(program.Base):
    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")

    def game(self, en=FINE, zh=FINE, more="", offered=None):
        self.write("tea/ruleset.yaml", RULESET.format(more=more))
        self.write("tea/state.json", {"pot": {"tea": 1, "lid": "on"}})
        self.write("tea/schemas/pouring.yaml", SCHEMA.format(id="pouring", en=en, zh=zh))
        if offered:
            self.write("tea/schemas/offered.yaml", SCHEMA.format(id="offered", en=offered, zh=FINE))
        self.write("tea/scenarios/one.yaml", "scenario: nothing\nturns: [{model: It steams., expect: {outcome: accepted}}]\n")
        return str(self.folder / "tea")

    def problems(self, folder, code=1):
        found = run("check", folder, "--json", codes=(code,)).json["problems"]
        return [one for one in found if one.get("code") == "check.refused_example"]

    def test_one_that_fits_is_no_problem(self):
        """[R004-05]"""
        self.assertEqual(self.problems(self.game(), 0), [])

    def test_a_refused_command_is_told_at_the_example(self):
        """[R004-05] with the language, the reason and what to do"""
        (problem,) = self.problems(self.game(en="SET, pot.lid, off"))
        self.assertTrue(problem["file"].endswith("tea/schemas/pouring.yaml"), problem)
        self.assertEqual(problem["line"], 6)
        self.assertIn("example 1 of pouring (en)", problem["what"])
        self.assertIn("pot.lid", problem["what"])
        self.assertTrue(problem["fix"])

    def test_each_language_and_what_is_only_offered(self):
        """[R004-05]"""
        self.assertEqual(len(self.problems(self.game(en="ADD, pot.milk, 1", zh="ADD, pot.lid, 1"))), 2)
        (problem,) = self.problems(self.game(more=", {id: offered, active: false}", offered="DELETE, pot.lid"))
        self.assertIn("offered", problem["file"])

    def test_test_refuses_it_as_well(self):
        """[R004-05] a failed test, with the place"""
        result = run("test", self.game(en="SET, pot.lid, off"), "--json", codes=(1,)).json
        self.assertEqual((result["passed"], result["failed"]), (1, 1))
        self.assertIn("pouring.yaml", json.dumps(result))
        self.assertEqual(run("test", self.game(), "--json").json["failed"], 0)


if __name__ == "__main__":
    program.main()
