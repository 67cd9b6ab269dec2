"""gavel --log, from outside: what is logged while rulesets, stores and campaigns are worked with, and what never is."""

import json
import os
import pty
import shutil
import sqlite3
import subprocess

import program
from program import run

NOW = "2025-09-20T08:00:00Z"
RULESET = """ruleset: mill
version: 1.0.0
language: en
plugins: [mill]
quarantine: 1
fields: [{path: "**", write: [model, player, operator, tool, automation]}]
"""
MANIFEST = "plugin: mill\nversion: 1.0.0\napi: 1\nsummary: {en: A mill., zh: 磨坊。}\nfiles: [mill.lua]\n"
PLUGIN = """automation "bell" { on = "turn_end", run = function(event, ctx) ctx.set("rung", true) end }
"""
BROKEN = """automation "bell" { on = "turn_end", run = function(event, ctx) local none = ctx.get("nowhere") return none.here end }
"""
SECRET = "the miller's daughter"


class LogTest(program.Base):
    def setUp(self):
        super().setUp()
        self.game = self.folder / "mill"
        (self.game / "plugins" / "mill").mkdir(parents=True)
        (self.game / "ruleset.yaml").write_text(RULESET)
        (self.game / "plugins" / "mill" / "plugin.yaml").write_text(MANIFEST)
        self.plugin = self.game / "plugins" / "mill" / "mill.lua"
        self.plugin.write_text(PLUGIN)
        self.store = str(self.folder / "games.db")

    def campaign(self, *args, level="info", codes=(0,), **extra):
        log = ("--log", level) if level else ()
        return run(*log, "campaign", *args, "--store", self.store, codes=codes, **extra)

    def new(self, **options):
        return self.campaign("new", "evening", "--ruleset", str(self.game), "--now", NOW, **options)

    def turn(self, turn, **options):
        return self.campaign("turn", "evening", "--turn", turn, "--user", SECRET, "--text", f"A reply about {SECRET}.", "--now", NOW, **options)

    def events(self, answer):
        """The lines of a log: each one object that begins with time, level and event."""
        lines = [json.loads(line) for line in answer.err.splitlines()]
        for line in lines:
            self.assertEqual(["time", "level", "event"], list(line)[:3])
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        return lines

    def names(self, answer):
        return [line["event"] for line in self.events(answer)]

    def test_a_new_store_is_migrated_opened_and_closed(self):
        lines = self.events(self.new())
        self.assertEqual({"file": self.store, "step": 1}, {name: lines_of(lines, "store.migrated")[0][name] for name in ("file", "step")})
        self.assertEqual("writing", lines_of(lines, "store.opened")[0]["for"])
        self.assertEqual("store.closed", lines[-1]["event"])
        loaded = lines_of(lines, "ruleset.loaded")[0]
        self.assertEqual(("mill", "1.0.0", 1), (loaded["ruleset"], loaded["version"], loaded["plugins"]))
        self.assertEqual([], lines_of(lines, "plugin.loaded"))
        self.assertIn("plugin.loaded", self.names(self.campaign("new", "morning", "--ruleset", str(self.game), level="debug")))
        self.assertNotIn("store.migrated", self.names(self.campaign("list")))

    def test_a_reload_is_logged_whether_or_not_the_new_rules_are_taken(self):
        self.new(level=None)
        self.turn("t-1", level=None)
        self.plugin.write_text(PLUGIN.replace("true", "1"))
        reload = ("reload", "evening", "--ruleset", str(self.game), "--now", NOW)
        exchanged = lines_of(self.events(self.campaign(*reload)), "rules.exchanged")
        self.assertEqual([("evening", "t-2")], [(line["campaign"], line["turn"]) for line in exchanged])
        self.plugin.write_text(BROKEN)
        kept = self.events(self.campaign(*reload, codes=(1,)))
        self.assertEqual([], lines_of(kept, "rules.exchanged"))
        self.assertEqual(["evening"], [line["campaign"] for line in lines_of(kept, "rules.kept")])
        self.plugin.write_text("not Lua")
        refused = lines_of(self.events(self.campaign(*reload, codes=(1,))), "ruleset.refused")
        self.assertEqual([(str(self.game), 1)], [(line["from"], line["errors"]) for line in refused])

    def test_a_quarantine_is_a_warning_that_the_default_level_shows(self):
        self.plugin.write_text(BROKEN)
        self.new(level=None)
        lines = self.events(self.turn("t-1", level=None))
        self.assertEqual([("warn", "plugin.quarantined", "mill/bell", "t-1")],
                         [(line["level"], line["event"], line["handler"], line["turn"]) for line in lines])
        self.assertEqual("", self.turn("t-2", level=None).err)
        self.assertEqual("", self.turn("t-3", level="error").err)

    def test_what_players_and_models_write_is_in_no_event(self):
        self.plugin.write_text(BROKEN)
        self.new()
        for level in ("info", "trace"):
            answer = self.turn("t-" + level, level=level)
            self.assertTrue(answer.err)
            self.assertNotIn(SECRET, answer.err)
            self.assertNotIn(SECRET, self.campaign("reload", "evening", "--ruleset", str(self.game), level=level, codes=(0, 1)).err)

    def test_a_store_that_a_crash_left_is_recovered_and_that_is_said(self):
        self.new(level=None)
        writer = sqlite3.connect(self.store)
        writer.execute("PRAGMA user_version = 7")
        writer.commit()
        left = self.folder / "left"
        left.mkdir()
        for ending in ("", "-wal"):  # as they lie on the disk when a process is killed
            shutil.copy(self.store + ending, left / ("games.db" + ending))
        writer.close()
        self.store = str(left / "games.db")
        recovered = lines_of(self.events(self.turn("t-1")), "store.recovered")
        self.assertEqual(1, len(recovered))
        self.assertIn("frames from WAL file", recovered[0]["what"])

    def test_waiting_for_another_process_is_said(self):
        self.new(level=None)
        self.turn("t-1", level=None)
        holder = sqlite3.connect(self.store, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        process = subprocess.Popen([program.GAVEL, "--log", "info", "campaign", "rollback", "evening", "", "--now", NOW, "--store", self.store],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=program.environment())
        seen = []
        for line in process.stderr:
            seen.append(json.loads(line)["event"])
            if seen[-1] == "store.waiting":
                holder.execute("COMMIT")
        self.assertEqual(0, process.wait(60))
        process.stdout.close()
        process.stderr.close()
        holder.close()
        self.assertIn("store.waiting", seen)

    def test_the_level_comes_from_the_option_else_from_the_environment_else_it_is_warn(self):
        self.new(level=None)
        self.assertEqual("", self.campaign("list", level=None).err)
        self.assertIn("store.opened", self.names(self.campaign("list", level=None, GAVEL_LOG="info")))
        self.assertEqual("", self.campaign("list", level="off", GAVEL_LOG="info").err)
        behind = run("campaign", "list", "--store", self.store, "--log", "info", codes=(0,))
        self.assertIn("store.opened", self.names(behind))
        for wrong in (run("--log", "loud", "campaign", "list", codes=(2,)), run("campaign", "list", codes=(2,), GAVEL_LOG="loud")):
            self.assertIn("trace, debug, info, warn, error or off", wrong.err)

    def test_a_terminal_gets_text(self):
        self.new(level=None)
        main, other = pty.openpty()
        with subprocess.Popen([program.GAVEL, "--log", "info", "campaign", "list", "--store", self.store], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=other, env=program.environment(NO_COLOR="1")) as process:
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
        self.assertRegex(shown.decode(), r"(?m)^\d\d:\d\d:\d\d\.\d{3} info  store\.opened file=\S+games\.db for=reading\r$")


def lines_of(lines, name):
    return [line for line in lines if line["event"] == name]


if __name__ == "__main__":
    program.main()
