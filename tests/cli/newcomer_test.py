#!/usr/bin/env python3
"""The path of somebody who writes a first rule, at a terminal: new, a mistake and its message, test, run, repl, a
reload of a running campaign, and why. Everything in the game's own folder, with no option that is not needed."""

import os
import pathlib
import pty
import re
import select
import subprocess

import program

RULE = """-- Guests get hungry: by at most 3 at a time, and never above `most`.
rule "appetite" {
  path = "guests.*.hunger",
  mode = "amend",
  summary = { en = "Hunger grows by 3 at most.", zh = "饥饿一次最多增加 3。" },
  run = function(effect, ctx)
    if type(effect.after) ~= "number" then
      retrun deny({ en = "hunger is a number", zh = "饥饿是数字" })
    end
    local top = math.min((effect.before or 0) + 3, ctx.params.most)
    if effect.after > top then
      return amend(top, { en = "hunger grows slowly", zh = "饥饿慢慢增加" })
    end
    return allow()
  end,
}
"""
STATE = "jar: {cookies: 6}\nguests:\n  anna: {hunger: 2}\n  ben: {hunger: 9}\ndiary: []\n"
TEST = """fixture { state = { guests = { anna = { hunger = 2 } } } }

test("hunger grows by three", function(t)
  t.set("guests.anna.hunger", 9)
  expect.equal(t.get("guests.anna.hunger"), 5)
end)
"""


class Newcomer(program.Base):
    def gavel(self, *args, code=0, typed=(), until="> "):
        """What stands on a terminal after the command; `typed` line by line, each when it is asked for."""
        here, there = pty.openpty()
        environment = program.environment(GAVEL_STORE="", NO_COLOR="1", LANG="C.UTF-8")
        done = subprocess.Popen([pathlib.Path(program.GAVEL).resolve(), *args], cwd=self.at, stdin=there, stdout=there, stderr=there, env=environment)
        os.close(there)
        told, asked, lines = b"", 0, list(typed)
        while True:
            if not select.select([here], [], [], 60)[0]:
                done.kill()
                raise AssertionError(f"{args} waits: {told.decode(errors='replace')}")
            try:
                some = os.read(here, 65536)
            except OSError:  # its end is closed
                break
            if not some:
                break
            told += some
            if lines and told[asked:].endswith(until.encode()):
                asked = len(told)
                os.write(here, lines.pop(0).encode() + b"\r")
        os.close(here)
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told.decode()).replace("\r", "")
        self.assertEqual(done.wait(60), code, text)
        return text

    def test_from_nothing_to_a_rule_that_runs_and_says_why(self):
        """[B-14]"""
        self.at = self.folder
        self.assertIn("Next:\n  gavel check kitchen\n", self.gavel("new", "ruleset", "kitchen"))
        self.at = self.folder / "kitchen"
        self.gavel("new", "plugin", "hunger", "--kind", "rule", "--add")
        # As made, in the game's own folder: nothing to say, and nothing fails.
        self.assertIn("kitchen: 2 plugins, 2 registrations, 2 schemas, 0 errors, 0 warnings\n", self.gavel("check"))
        self.assertIn("2 passed, 0 failed\n", self.gavel("test"))

        rule = self.at / "plugins" / "hunger" / "rule.lua"
        rule.write_text(RULE, encoding="utf-8")
        (self.at / "initial.yaml").write_text(STATE, encoding="utf-8")
        (self.at / "plugins" / "hunger" / "hunger_test.lua").write_text(TEST, encoding="utf-8")
        told = self.gavel("check", code=1)
        self.assertIn("plugins/hunger/rule.lua:8: error: syntax error near 'deny'\n  fix: did you mean return?\n", told)
        self.assertIn("1 error, 0 warnings; --fix fixes 1\n", told)
        told = self.gavel("check", "--fix")
        self.assertIn('"retrun" is now "return"', told)
        self.assertIn("0 errors, 0 warnings\n", told)
        self.assertEqual(rule.read_text(encoding="utf-8"), RULE.replace("retrun", "return"))

        self.assertIn("✓ hunger grows by three\n", self.gavel("test"))
        self.assertIn("rule:hunger/appetite", self.gavel("run"))
        told = self.gavel("run", ".", "rule:appetite", "guests.anna.hunger=9")
        self.assertIn("guests.anna.hunger  9 became 5  hunger grows slowly\n  by hunger/appetite, plugins/hunger/rule.lua:2\n", told)
        self.assertIn("guests.anna.hunger  2 → 5\n", told)
        self.assertIn("\n1 host call, ", told)

        told = self.gavel("repl", typed=("ctx.get('guests.ben.hunger') + 1", ":turn _.set('guests.ben.hunger', 12);", ":undo", ":turn Ben waits. _.set('guests.ben.hunger', 12);", ":q"))
        self.assertIn("\n10\n", told)
        self.assertIn("12 became 10  hunger grows slowly", told)
        self.assertIn("one step back\n", told)
        self.assertIn("! call.in_sentence  a call in the middle of a sentence is narration;", told)

        self.gavel("campaign", "new", "evening", "--ruleset", ".")
        reply = "Anna smells the bread.\n_.set('guests.anna.hunger', 9);"
        self.assertIn("9 became 5  hunger grows slowly\n", self.gavel("campaign", "turn", "evening", "--text", reply))
        rule.write_text(rule.read_text(encoding="utf-8").replace("+ 3", "+ 1"), encoding="utf-8")
        told = self.gavel("campaign", "reload", "evening")
        self.assertIn("  ≠ t-1  accepted\n      set guests.anna.hunger  was amended to 5 by hunger/appetite, now amended to 3 by hunger/appetite\n"
                      "      guests.anna.hunger  was 2 → 5, now 2 → 3\n", told)
        self.assertIn("✓ exchanged, as turn t-2: plugins/hunger/rule.lua changed (1 registration)", told)
        self.assertIn("9 became 6  hunger grows slowly\n", self.gavel("campaign", "turn", "evening", "--text", reply))

        told = self.gavel("explain", "turn", "evening")
        self.assertIn("replayed from the recorded inputs: every byte came out as stored\n", told)
        self.assertIn("rule hunger/appetite  guests.anna.hunger  5 → 9  amend [6,", told)
        told = self.gavel("explain", "guests.anna.hunger", "--campaign", "evening")
        self.assertIn("rule hunger/appetite  amend  guests.*.hunger  plugins/hunger/rule.lua:2\n", told)
        self.assertIn("t-3  5 → 6  command 0  model\n", told)


if __name__ == "__main__":
    program.main()
