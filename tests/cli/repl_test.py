"""gavel repl, from outside: piped, as programs drive it, and at a terminal, as people do."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import time

import program
from program import run
from run_test import INITIAL, MANIFEST, PLUGIN, RULESET


PROMPT = "mill (tool)> "


class Game(program.Base):
    def setUp(self):
        super().setUp()
        (self.folder / "plugins" / "mill").mkdir(parents=True)
        self.file("ruleset.yaml", RULESET)
        self.file("initial.yaml", INITIAL)
        self.file("plugins/mill/plugin.yaml", MANIFEST)
        self.file("plugins/mill/mill.lua", PLUGIN + "ten = 10\nfunction twice(n) return n * 2 end\n")

    def lines(self, *lines, codes=(0,), more=("--json",)):
        text = "\n".join(lines) + "\n"
        return run("repl", str(self.folder), "--now", "2025-09-20T08:00:00Z", *more, stdin=text.encode(), codes=codes)

    def ask(self, *lines, codes=(0, 1)):
        return [json.loads(line) for line in self.lines(*lines, codes=codes).out.splitlines()]

    def shown(self, *lines, codes=(0,)):
        return self.lines(*lines, codes=codes, more=()).out


class Piped(Game):
    def test_an_expression_shows_its_value_and_the_state_is_read_as_data(self):
        """[B-14]"""
        answers = self.ask("1 + 1", "ctx.get('flour'), 'two', nil", "ctx.get('sacks')", "twice(ten)", "x = 3", "x")
        self.assertEqual([[2], [10, "two", None], [{"north": {"grain": 3, "sand": 1}, "south": {"grain": 5, "sand": 0}}], [20], [], [3]],
                         [one["values"] for one in answers])
        self.assertEqual("10\n\"two\"\nnil\n", self.shown("ctx.get('flour'), 'two', nil"))
        self.assertEqual("{ north = { grain = 3, sand = 1 }, south = { grain = 5, sand = 0 } }\n", self.shown("ctx.get('sacks')"))

    def test_lines_see_the_names_of_the_plugin_that_was_chosen(self):
        """[B-14]"""
        (self.folder / "plugins" / "oven").mkdir()
        self.file("ruleset.yaml", RULESET.replace("plugins: [mill]", "plugins: [mill, oven]"))
        self.file("plugins/oven/plugin.yaml", MANIFEST.replace("plugin: mill", "plugin: oven").replace("mill.lua", "oven.lua"))
        self.file("plugins/oven/oven.lua", "loaves = 3\n")
        answers = self.ask(":as tool mill", "ten", ":as tool oven", "loaves", ":as tool ovn", "loaves", ":as rule mill", "ten")
        self.assertEqual([[10], [3], [3], [10]], [one["values"] for one in answers if "values" in one])
        self.assertIn("tool of oven", answers[2]["said"])
        self.assertIn('did you mean "oven"?', answers[4]["error"]["message"])

    def test_what_is_set_is_set_by_the_operator_whom_rules_see_as_such(self):
        """[B-14]"""
        self.file("plugins/mill/mill.lua", PLUGIN + 'rule "who" { path = "day", run = function(effect, ctx)\n'
                  '  if ctx.actor ~= "operator" then return deny("not by " .. ctx.actor) end\n  return allow()\nend }\n')
        self.ask(":set day 4", ":set secret 1", codes=(0,))
        refused = self.ask('ctx.set("day", 5)', codes=(1,))
        self.assertIn("not by ", json.dumps(refused))

    def test_any_value_can_be_shown_and_long_ones_are_cut(self):
        """[B-14]"""
        self.assertEqual("function (plugins/mill/mill.lua:%d)\n" % (PLUGIN.count("\n") + 2), self.shown("twice"))
        self.assertEqual('deny("no")\n', self.shown("deny('no')"))
        self.assertEqual("{ itself = the table around it, n = 1 }\n", self.shown("t = {n = 1} t.itself = t", "t"))
        long = self.shown("t = {} for i = 1, 500 do t[i] = i end", "t")
        self.assertIn("… 400 more", long)
        self.assertLess(len(long.splitlines()), 120)
        deep = self.shown("t = {} for i = 1, 60 do t = { inner = t } end", "t")
        self.assertIn("… 1 more", deep)

    def test_what_ctx_gave_an_earlier_line_is_shown_as_such_and_using_it_names_the_line_and_the_remedy(self):
        """[B-14]"""
        answers = self.ask("v = ctx.get('sacks')", "v", "v.north.grain", "v = ctx.get('sacks') return v.north.grain", ":call grind n=1")
        self.assertEqual("a value of ctx from an earlier line; read it again", answers[1]["shown"].strip())
        self.assertEqual([None], answers[1]["values"])
        self.assertEqual(("a value of ctx was used after its call; read it again through ctx", "line 3:1"),
                         (answers[2]["error"]["message"], answers[2]["error"]["at"]))
        self.assertEqual(([3], "applied"), (answers[3]["values"], answers[4]["status"]))

    def test_lines_go_on_until_they_are_whole_and_locals_end_with_their_line(self):
        """[B-14]"""
        answers = self.ask("function f(n)", "  return n + 1", "end", "f(1)", "local y = 5", "y")
        self.assertEqual([[], [2], []], [one["values"] for one in answers[:3]])
        self.assertIn("there is no global 'y'", answers[3]["error"]["message"])
        cut = self.ask("f(", codes=(1,))
        self.assertIn("not complete", cut[0]["error"]["message"])

    def test_a_line_writes_as_a_tool_and_is_judged_and_what_it_wrote_can_be_undone(self):
        """[B-14]"""
        answers = self.ask("ctx.set('flour', 18)", "ctx.get('flour')", ":undo", "ctx.get('flour')", ":redo", "ctx.get('flour')",
                           "ctx.set('flour', 99) error('no')", "ctx.get('flour')", ":undo", ":undo")
        self.assertEqual([{"path": ["flour"], "before": 10, "after": 15}], answers[0]["effects"])
        self.assertEqual([15], answers[1]["values"])
        self.assertEqual([10], answers[3]["values"])
        self.assertEqual([15], answers[5]["values"])
        self.assertEqual(([15], "there is nothing to undo"), (answers[7]["values"], answers[9]["error"]["message"]))

    def test_a_line_cannot_do_what_a_plugin_cannot(self):
        """[B-14] the sandbox holds at the prompt"""
        refused = {
            "rule 'x' { path = 'a', run = function() end }": "registers while the plugin loads",
            "require 'other'": "only while the plugin loads",
            "load('return 1')": "not available",
            "io.open('/etc/passwd')": "not available",
            "os.execute('true')": "not available",
            "string.rep = nil": "read-only",
            "ctx.set('sacks.north.weight', 5)": "weight",
            "\x1bLua": "binary chunk",
            "string = 5": "the sandbox's own",
            "debug.getregistry()": "not available",
            "coroutine.create(print)": "not available",
        }
        answers = self.ask(*refused, "flour_was = 1", "ten = 11", ":call grind n=1", codes=(1,))
        for (line, why), answer in zip(refused.items(), answers):
            self.assertIn(why, answer.get("error", {}).get("message", str(answer)), line)
        self.assertEqual("applied", answers[-1]["status"])
        reads = self.ask(":as rule", "ctx.get('flour')", "ctx.set('flour', 1)", ":as ruel", ":as rule mil")
        self.assertEqual([10], reads[1]["values"])
        self.assertIn("ctx.set is not allowed here", reads[2]["error"]["message"])
        self.assertIn('did you mean "rule"', reads[3]["error"]["message"])
        self.assertIn('did you mean "mill"', reads[4]["error"]["message"])

    def test_a_runaway_line_ends_with_the_limit_and_the_session_goes_on(self):
        """[B-14]"""
        answers = self.ask("while true do end", "s = 'x' while true do s = s .. s end", "function f() return 1 + f() end f()",
                           "string.rep('x', 10)", "pcall(function() while true do end end)", "1")
        self.assertEqual(["plugin.fuel", "plugin.memory", "plugin.memory", None, "plugin.fuel", None],
                         [answer.get("error", {}).get("code") for answer in answers])
        self.assertIn("limits.max_handler_fuel", answers[0]["error"]["message"])
        self.assertEqual([1], answers[5]["values"])

    def test_an_error_names_the_line_and_shows_it_and_one_in_the_plugin_its_file(self):
        """[B-14]"""
        answers = self.ask("1 +* 2", "local t", "t = {}", "t.x.y", ":call breaks")
        self.assertIn("unexpected symbol near '*'", answers[0]["error"]["message"])
        self.assertIn("attempt to index a nil value", answers[3]["error"]["message"])
        self.assertIn("--> ", answers[3]["error"]["detail"])
        self.assertRegex(answers[4]["error"]["at"], r"^plugins/mill/mill.lua:\d+$")

    def test_turns_are_taken_explained_and_undone(self):
        """[B-14]"""
        text = 'The mill turns. {"tool_calls": [{"id": "a", "tool": "grind", "args": {"n": 4}}]}'
        file = self.file("reply.txt", text)
        answers = self.ask(":explain", ":user I grind.", f":turn {file}", "ctx.get('sacks.north.weight')", ":explain", ":diff", ":undo",
                           ":diff", ":turn " + text)
        self.assertIn("no turn has been played yet", answers[0]["error"]["message"])
        self.assertEqual(("accepted", "The mill turns."), (answers[2]["outcome"], answers[2]["narration"].strip()))
        self.assertEqual([7], answers[3]["values"])
        self.assertEqual(("accepted", "call"), (answers[4]["outcome"], answers[4]["commands"][0]["verb"]))
        self.assertIn("mill/step", [one.get("id") for one in answers[4]["commands"][0]["asked"]])
        self.assertIn("flour", [row["path"][0] for row in answers[5]["effects"]])
        self.assertEqual([], answers[7]["effects"])
        self.assertEqual("accepted", answers[8]["outcome"])

    def test_why_tells_what_was_refused_where_how_to_mend_it_and_what_the_code_means(self):
        """[B-14]"""
        code = json.loads(run("explain", "rule.denied", "--json", codes=(0,)).out)
        code.pop("taken_for")
        line = PLUGIN[:PLUGIN.index('deny("the bin is full"')].count("\n") + 1
        self.file("initial.yaml", INITIAL.replace("flour: 10", "flour: 19"))
        answers = self.ask(":why", ":set day 9", ":why", ":set day 2", ":state", ":set flour 22", ":why", ":state day", ":why",
                           "nothing.here", ":why", ":call step day=2", ":why", ":why rule.denied", ":why rule.dneied", ":why")
        self.assertIn("nothing has been run yet, so there is nothing to explain", answers[0]["error"]["message"])
        self.assertEqual({"refusals": [], "codes": []}, answers[2])
        why = answers[6]["refusals"]
        self.assertEqual([("rule.denied", "mill/most", f"plugins/mill/mill.lua:{line}", "sell some")],
                         [tuple(row[name] for name in ("code", "rule", "at", "hint")) for row in why])
        self.assertEqual([code], answers[6]["codes"])
        self.assertEqual(answers[6], answers[8])
        self.assertEqual("line 1:1", answers[10]["refusals"][0]["at"])
        self.assertIn("it was not asked: ", answers[12]["refusals"][0]["message"])
        self.assertEqual(code, answers[13])
        self.assertIn("rule.denied", answers[14]["error"]["hint"])
        self.assertEqual(answers[12], answers[15])

    def test_why_tells_of_every_refusal_of_a_turn_and_of_its_code_once(self):
        """[B-14]"""
        self.file("ruleset.yaml", RULESET.replace("language: en", "language: zh").replace("retry: {on: []}", "retry: {on: [command]}"))
        answers = self.ask(":turn _.set('secret', 1); _.set('sacks.north.weight', 2); _.set('day', 2); There are 99 pounds of flour.", ":why")
        self.assertEqual(["set secret", "set sacks.north.weight"], [row["what"] for row in answers[1]["refusals"]][:2])
        self.assertEqual(len({row["code"] for row in answers[1]["refusals"] if "code" in row}), len(answers[1]["codes"]))
        self.assertIn("99", answers[1]["refusals"][2]["message"])
        self.assertNotIn("batch.rolled_back", str(answers[1]))
        text = self.shown(":turn _.set('secret', 1);", ":why", codes=(1,))
        self.assertIn("含义", text)
        self.assertIn(":why authority.denied", text)

    def test_the_state_can_be_looked_at_written_loaded_and_saved(self):
        """[B-14]"""
        saved = str(self.folder / "game.json")
        other = self.file("other.json", '{"flour": 1, "day": 3, "sacks": {}, "log": []}')
        answers = self.ask(":state sacks.north", ":state sacks.nroth", ":set flour 12", ":set secret 1", f":save {saved}", f":load {other}",
                           ":state", ":undo", ":state flour", ":load nowhere.json")
        self.assertEqual({"grain": 3, "sand": 1}, answers[0]["value"])
        self.assertIn("sacks.north", answers[1]["error"]["hint"])
        self.assertEqual(("applied", "applied"), (answers[2]["status"], answers[3]["status"]))
        self.assertEqual(12, json.loads((self.folder / "game.json").read_text())["data"]["flour"])
        self.assertEqual(3, answers[6]["value"]["day"])
        self.assertEqual(12, answers[8]["value"])
        self.assertIn("nowhere.json", answers[9]["error"]["message"])

    def test_what_was_undone_is_gone_once_something_else_is_written(self):
        answers = self.ask(":set flour 12", ":undo", ":set day 5", ":redo", ":state flour", ":state day")
        self.assertIn("error", answers[3])
        self.assertEqual([10, 5], [one["value"] for one in answers[4:]])
        other = self.file("other.json", '{"flour": 1, "day": 3, "sacks": {}, "log": []}')
        changes = self.ask(f":load {other}", ":set day 4", ":diff")[-1]
        self.assertEqual([["day"]], [row["path"] for row in changes["effects"]])  # since what was loaded

    def test_a_line_has_its_number_however_long_it_is(self):
        answers = self.ask("function f(n)", "  return n + 1", "end", "error('no')")
        self.assertIn("line 2", json.dumps(answers[-1]["error"]))

    def test_undoing_a_load_brings_back_what_the_state_is_compared_with(self):
        """[B-14]"""
        other = self.file("other.json", '{"flour": 1, "day": 3, "sacks": {}, "log": []}')
        answers = self.ask(":set day 2", f":load {other}", ":diff", ":set day 5", ":diff", ":undo", ":undo", ":diff", ":redo", ":diff",
                           ":redo", ":diff")
        days = [[(row["path"], row.get("before"), row["after"]) for row in answers[i]["effects"]] for i in (2, 4, 7, 9, 11)]
        self.assertEqual([[], [(["day"], 3, 5)], [(["day"], 1, 2)], [], [(["day"], 3, 5)]], days)

    def test_the_clock_the_dice_and_the_trace_can_be_set(self):
        """[B-14]"""
        answers = self.ask(":seed x", "ctx.roll('3d100')", ":seed y", "ctx.roll('3d100')", ":now 2020-01-01T00:00:00Z", "ctx.now", ":now later",
                           ":undoo")
        self.assertNotEqual(answers[1]["values"], answers[3]["values"])
        self.assertEqual([1577836800000], answers[5]["values"])
        self.assertIn("error", answers[6])
        self.assertIn('did you mean ":undo"', answers[7]["error"]["message"])
        traced = self.shown(":trace on", "ctx.get('flour')")
        self.assertRegex(traced, r'line 1:1 +ctx.get\("flour"\) → 10')

    def test_a_reload_takes_new_rules_and_keeps_the_state_and_a_broken_one_changes_nothing(self):
        """[B-06] at the prompt"""
        plugin = self.folder / "plugins" / "mill" / "mill.lua"
        process = subprocess.Popen([program.GAVEL, "repl", str(self.folder), "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   text=True, env=program.environment())

        def say(line):
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        self.assertEqual(15, say(":call grind n=9")["effects"][0]["after"])
        good = plugin.read_text()
        plugin.write_text(good.replace("effect.before + 5", "effect.before + 1").replace("effect.delta > 5", "effect.delta > 1"))
        changed = say(":reload")
        self.assertTrue(changed["exchanged"])
        self.assertIn("rule mill/step: changed", changed["changes"][0] + changed["changes"][-1] + str(changed["changes"]))
        self.assertEqual(16, say(":call grind n=9")["effects"][0]["after"])
        plugin.write_text(good + 'automation "mad" { on = "changed(day)", run = function(event, ctx) ctx.add("day", 1) end }\n'
                          'automation "start" { on = "turn_start", run = function(event, ctx) ctx.add("day", 1) end }\n')
        restless = say(":reload")
        self.assertFalse(restless["exchanged"])
        self.assertIn("still changing things after", restless["problems"][0]["what"])
        plugin.write_text("rule (")
        broken = say(":reload")
        self.assertEqual((False, 1), (broken["exchanged"], broken["problems"][0]["line"]))
        self.assertEqual(17, say(":call grind n=9")["effects"][0]["after"])
        process.stdin.close()
        self.assertEqual(1, process.wait(timeout=60))
        process.stdout.close()

    def test_a_game_that_does_not_load_ends_at_once(self):
        """[B-14]"""
        self.file("plugins/mill/mill.lua", "tool (")
        self.assertIn("mill.lua:1", self.lines("1", codes=(2,)).err)


class Terminal(Game):
    """At a terminal that a person sits at."""

    def setUp(self):
        super().setUp()
        self.file("ruleset.yaml", RULESET + "limits: {max_handler_fuel: 1000000000, max_turn_fuel: 20000000000, max_turn_milliseconds: 60000}\n")
        main, other = pty.openpty()
        self.main = main
        self.process = subprocess.Popen([program.GAVEL, "repl", str(self.folder)], stdin=other, stdout=other, stderr=other,
                                        start_new_session=True, env=program.environment(NO_COLOR="1", COLUMNS="100"),
                                        preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0))
        os.close(other)
        self.seen = ""
        self.addCleanup(self.end)
        self.until(PROMPT)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.main)

    def read(self):
        try:
            more = os.read(self.main, 4096)
        except OSError:
            raise AssertionError(f"it ended: {self.seen!r}") from None
        self.seen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", more.decode(errors="replace"))

    def until(self, text):
        """Reads until the text stands there; what stood before it and with it."""
        deadline = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.main], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise AssertionError(f"{text!r} never came: {self.seen!r}")
            self.read()
        at = self.seen.index(text) + len(text)
        said, self.seen = self.seen[:at], self.seen[at:]
        return said

    def interrupt_until(self, text):
        """Ctrl-C until it has had its effect: nobody outside can know when a line has begun to run."""
        while text not in self.seen:
            os.killpg(self.process.pid, signal.SIGINT)
            ready, _, _ = select.select([self.main], [], [], 0.2)
            if ready:
                self.read()
        return self.until(text)

    def type(self, text):
        os.write(self.main, text.encode())

    def line(self, text):
        self.type(text + "\r")
        return self.until(PROMPT)

    def test_lines_are_answered_and_ctrl_d_ends(self):
        """[B-14]"""
        self.assertIn("\r\n20", self.line("twice(10)"))
        self.type("function g()\r")
        self.until(". ")
        self.type("return 4 end\r")
        self.until(PROMPT)
        self.assertIn("\r\n4", self.line("g()"))
        self.type("\x04")
        self.assertEqual(0, self.process.wait(timeout=60))

    def test_ctrl_c_ends_the_line_that_runs_and_not_the_session(self):
        """[B-14]"""
        self.type("while true do end\r")
        self.until("end\r\n")
        self.interrupt_until("was stopped")
        self.until(PROMPT)
        self.assertIn("\r\n2", self.line("1 + 1"))
        self.type("1 + (\x03")
        self.until(PROMPT)
        self.assertIn("\r\n6", self.line("2 * 3"))

    def test_tab_completes_names_paths_commands_and_members_and_the_arrows_go_back(self):
        """[B-14]"""
        if "Tab completes" not in self.line(":help"):
            self.skipTest("built without libedit")
        self.assertIn("\r\n8", self.line("twi\t(4)"))
        self.assertIn("\r\n3", self.line("ctx.get('sacks.no\t.grain')"))
        self.assertIn("nothing to undo", self.line(":und\t"))
        self.assertIn("\r\n10", self.line("ctx.g\t('flour')"))
        self.assertIn("\r\n20", self.line("twice(10)"))
        self.assertIn("\r\n20", self.line("\x1b[A"))
        self.type("ctx.h\t")
        self.until("ctx.has  ctx.history")
        self.until(PROMPT)
        self.assertIn("\r\n9", self.line("\x15" + "4 + 5"))
        self.assertIn("grind", self.line(":call gri\tn=1"))
        self.assertIn("rule.denied", self.line(":why rule.den\t"))


if __name__ == "__main__":
    program.main()
