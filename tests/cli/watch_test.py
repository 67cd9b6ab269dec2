#!/usr/bin/env python3
"""`--watch` from outside: what an author sees who leaves it running beside the editor. [B-14]

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/watch_test.py [-v] [name]
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import unittest

import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
MINIMAL = HOUSE / "rulesets" / "minimal"


class Watched:
    """A running `gavel … --watch`, read round by round: it says when it waits."""

    def __init__(self, *args):
        self.process = subprocess.Popen([program.GAVEL, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=program.environment())

    def round(self):
        lines = []
        for line in self.process.stdout:
            if line.startswith("waiting") or line.startswith('{"waiting"'):
                return lines
            lines.append(line.rstrip("\n"))
        raise AssertionError(f"it ended: {lines} {self.process.stderr.read()}")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


class WatchOfCheck(program.Base):
    def setUp(self):
        super().setUp()
        self.game = self.folder / "game"
        shutil.copytree(MINIMAL, self.game)
        self.lua = self.game / "plugins/lantern/lantern.lua"

    def watch(self, *args):
        watched = Watched("check", str(self.game), "--watch", *args)
        self.addCleanup(watched.process.stdout.close)
        self.addCleanup(watched.process.stderr.close)
        self.addCleanup(watched.process.wait)
        self.addCleanup(watched.process.kill)
        return watched

    def test_a_change_is_told_at_once_and_so_is_its_mending_B_14(self):
        """[B-14]"""
        watched = self.watch()
        self.assertIn("0 errors", watched.round()[-1])
        whole = self.lua.read_text(encoding="utf-8")
        self.lua.write_text(whole + "\nrule (", encoding="utf-8")
        told = watched.round()
        self.assertIn("── changed: " + str(self.lua), told[1])
        self.assertIn("lantern.lua:", told[2])
        self.assertIn("1 error", told[-1])
        # As editors save: a new file is moved over the old one.
        beside = self.lua.with_suffix(".lua.new")
        beside.write_text(whole, encoding="utf-8")
        os.replace(beside, self.lua)
        self.assertIn("0 errors", watched.round()[-1])
        code, out, err = watched.interrupt()
        self.assertEqual((code, out.strip(), err), (0, "", ""))

    def test_files_that_come_in_new_folders_are_seen(self):
        watched = self.watch()
        watched.round()
        (self.game / "ruleset.yaml").write_text((self.game / "ruleset.yaml").read_text(encoding="utf-8").replace("[lantern]", "[lantern, bell]"), encoding="utf-8")
        self.assertIn("1 error", watched.round()[-1])
        bell = self.folder / "bell"
        bell.mkdir()
        (bell / "plugin.yaml").write_text("plugin: bell\nversion: 1.0.0\napi: 1\nsummary: {en: A bell., zh: 钟。}\nfiles: [bell.lua]\n", encoding="utf-8")
        (bell / "bell.lua").write_text("-- nothing yet\n", encoding="utf-8")
        os.replace(bell, self.game / "plugins" / "bell")
        self.assertIn("0 errors", watched.round()[-1])
        (self.game / "plugins/bell/bell.lua").write_text("rule (", encoding="utf-8")
        self.assertIn("1 error", watched.round()[-1])
        self.assertEqual(watched.interrupt()[0], 1)

    def test_programs_read_a_line_for_each_thing(self):
        watched = self.watch("--json")
        watched.round()
        self.lua.touch()
        self.lua.write_text(self.lua.read_text(encoding="utf-8"), encoding="utf-8")
        told = watched.round()
        self.assertEqual(json.loads(told[0]), {"changed": [str(self.lua)]})
        self.assertEqual(json.loads("\n".join(told[1:]))["errors"], 0)
        self.assertEqual(watched.interrupt()[0], 0)

    def test_what_cannot_be_watched_is_said(self):
        nowhere = Watched("check", "/proc/nowhere/at/all", "--watch")
        nowhere.round()
        self.assertEqual(nowhere.interrupt()[0], 1)


if __name__ == "__main__":
    program.main()
