"""The program in bad surroundings: files that are no stores, stores that cannot be written, closed and full outputs, file size limits, and
exports in which one field was altered."""

import hashlib
import json
import os
import pathlib
import pty
import resource
import sqlite3
import subprocess

import program
from program import GAVEL, run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
TABLETOP = str(HOUSE / "rulesets" / "tabletop")
NOW = ("--now", "2025-09-20T08:00:00Z")
NOBODY = 65534


def move(start, end):
    args = {"actor_id": "lin_qiu", "from_area_id": start, "to_area_id": end}
    return json.dumps({"tool_calls": [{"id": "c1", "tool": "move", "args": args}]})


class Surroundings(program.Base):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.store = str(self.folder / "games.db")

    def campaign(self, *args, codes=(0, 1, 2), store=None):
        return run("campaign", *args, "--store", store or self.store, codes=codes)

    def play(self):
        self.assertEqual(self.campaign("new", "evening", "--ruleset", TABLETOP, *NOW).code, 0)
        for text in (move("inn", "street"), "It rains.", move("inn", "street"), "Night."):
            self.assertEqual(self.campaign("turn", "evening", "--text", text, "--user", "on", *NOW).code, 0)
        self.assertEqual(self.campaign("checkpoint", "evening", "--at", "t-2", *NOW).code, 0)
        self.assertEqual(self.campaign("branch", "evening", "side", "--at", "t-2", "--label", "fog", *NOW).code, 0)
        self.assertEqual(self.campaign("turn", "evening", "--text", "Fog.", "--user", "on", *NOW).code, 0)

    # ---- files that are no stores

    def test_what_is_no_store_stays_as_it_is(self):
        other = self.folder / "other.db"
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE notes (text)")
        database.close()
        foreign = self.folder / "foreign.db"
        with sqlite3.connect(foreign) as database:
            database.execute("PRAGMA application_id=77")
            database.execute("PRAGMA journal_mode=WAL")
        database.close()
        self.play()
        whole = pathlib.Path(self.store).read_bytes()
        files = {"one": b"x", "text": b"dear diary\n" * 200, "nul": b"\0" * 5000, "magic": b"SQLite format 3\0", "cut": whole[:300],
                 "half": whole[: len(whole) // 2 // 16384 * 16384], "odd": whole[:20001], "other": other.read_bytes(), "foreign": foreign.read_bytes(),
                 "header": whole[:68] + b"\x01\x02\x03\x04" + whole[72:]}
        for name, content in files.items():
            path = self.file(name, content)
            for command in (("new", "e2", "--ruleset", TABLETOP), ("list",), ("turn", "evening", "--text", "x"), ("import", "-")):
                answer = self.campaign(*command, store=path)
                self.assertEqual(answer.code, 2, (name, command, answer.out))
                self.assertIn("store.", answer.err)
                self.assertEqual(pathlib.Path(path).read_bytes(), content, (name, command))
                self.assertFalse([one for one in self.folder.glob(name + "-*")], (name, command))

    def test_folders_pipes_and_devices_are_no_stores(self):
        pipe = str(self.folder / "pipe")
        os.mkfifo(pipe)
        for path in (str(self.folder), pipe, "/dev/null", "/dev/full"):
            for command in (("new", "e2", "--ruleset", TABLETOP), ("list",), ("verify", "evening")):
                self.assertEqual(self.campaign(*command, store=path).code, 2, (path, command))

    def test_an_empty_file_is_a_store_only_for_who_makes_one(self):
        path = self.file("empty", b"")
        self.assertEqual(self.campaign("list", store=path).code, 2)
        self.assertEqual(os.path.getsize(path), 0)
        self.file("empty-wal", b"changes")
        self.assertEqual(self.campaign("new", "e2", "--ruleset", TABLETOP, store=path).code, 2)
        self.assertEqual((self.folder / "empty-wal").read_bytes(), b"changes")
        (self.folder / "empty-wal").unlink()
        self.assertEqual(self.campaign("new", "e2", "--ruleset", TABLETOP, *NOW, store=path).code, 0)

    # ---- stores that cannot be written

    LOOKS = (("list",), ("show", "evening"), ("show", "evening", "timeline"), ("show", "evening", "state", "--at", "t-1"), ("verify", "evening"),
             ("audit", "evening"), ("export", "evening"), ("settings", "evening"), ("rebuild", "evening"))

    def as_nobody(self, *args):
        return subprocess.run([GAVEL, *args], capture_output=True, check=False, env=program.environment(), timeout=120,
                              **({"user": NOBODY} if os.geteuid() == 0 else {}))

    def test_reading_needs_no_right_to_write(self):
        self.play()
        os.chmod(self.store, 0o444)
        self.folder.chmod(0o555)
        before = sorted(os.listdir(self.folder))
        try:
            for look in self.LOOKS:
                done = self.as_nobody("campaign", *look, "--store", self.store)
                self.assertEqual(done.returncode, 0, (look, done.stderr))
            done = self.as_nobody("explain", "turn", "evening", "t-1", "--store", self.store)
            self.assertEqual(done.returncode, 0, done.stderr)
            done = self.as_nobody("campaign", "turn", "evening", "--text", "x", "--store", self.store)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"store.", done.stderr)
        finally:
            self.folder.chmod(0o755)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_changes_in_a_log_that_cannot_be_read_are_said(self):
        self.play()
        pathlib.Path(self.store + "-wal").write_bytes(b"\x37\x7f\x06\x82" + b"\0" * 5000)
        os.chmod(self.store, 0o444)
        self.folder.chmod(0o555)
        try:
            done = self.as_nobody("campaign", "list", "--store", self.store)
        finally:
            self.folder.chmod(0o755)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"-wal", done.stderr)
        self.assertIn(b"copy", done.stderr)

    def test_looking_writes_nothing(self):
        self.play()
        before = pathlib.Path(self.store).read_bytes(), sorted(os.listdir(self.folder))
        for look in self.LOOKS:
            self.assertEqual(self.campaign(*look).code, 0, look)
        self.assertEqual((pathlib.Path(self.store).read_bytes(), sorted(os.listdir(self.folder))), before)

    # ---- inputs, outputs, signals

    COMMANDS = (("--help",), ("--version",), ("campaign", "--help"), ("apply", "--text", "[]"), ("check", TABLETOP), ("check", "--codes"), ("explain", "codes"),
                ("convert", "--to", "ops", str(HOUSE / "README.md")), ("test", str(HOUSE / "rulesets" / "minimal")), ("prompt", TABLETOP), ("run", TABLETOP), ("demo", "--list"),
                ("docs", "--reference"))

    def test_output_that_does_not_arrive_is_a_failure(self):
        self.play()
        looks = [("campaign", *look, "--store", self.store) for look in self.LOOKS]
        for command in (*self.COMMANDS, *looks):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([GAVEL, *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
            self.assertEqual(done.returncode, 2, command)
            done = subprocess.run([GAVEL, *command], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, timeout=120, preexec_fn=lambda: os.close(1))
            self.assertEqual(done.returncode, 2, (command, done.stderr))
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([GAVEL, *command], stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=120)
            os.close(writer)
            self.assertEqual(done.returncode, 2, (command, done.stderr))

    def unheard(self, *command):
        with open("/dev/full", "wb") as full:
            return subprocess.run([GAVEL, *command], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)

    def test_attack_exit2_changed_what_was_done_is_told_apart_from_what_was_not(self):
        """2 says that nothing was changed; 3 that it was done and only the answer is lost."""
        self.play()
        exported = str(self.folder / "evening.gavel")
        self.assertEqual(self.campaign("export", "evening", "--out", exported).code, 0)
        store = ("--store", self.store)

        def looks(*look):
            return self.campaign(*look).out

        changes = ((("turn", "evening", "--text", "Dawn.", *NOW, *store), lambda: looks("show", "evening", "turns")),
                   (("rollback", "evening", "t-1", *NOW, *store), lambda: looks("show", "evening", "turns")),
                   (("undo", "evening", *NOW, *store), lambda: looks("show", "evening", "turns")),
                   (("branch", "evening", "other", "--at", "t-1", *NOW, *store), lambda: looks("show", "evening", "timeline")),
                   (("new", "morning", "--ruleset", TABLETOP, *NOW, *store), lambda: looks("list")),
                   (("delete", "morning", "--yes", *store), lambda: looks("list")),
                   (("delete", "evening", "--yes", *store), lambda: looks("list")),
                   (("import", exported, *store), lambda: looks("list")))
        for change, look in changes:
            before = look()
            done = self.unheard("campaign", *change)
            self.assertEqual(done.returncode, 3, (change, done.stderr))
            self.assertIn(b"was done", done.stderr)
            self.assertIn(b"standard output", done.stderr)
            self.assertNotEqual(before, look(), change)

    def test_attack_exit2_changed_what_was_refused_or_only_looks_is_an_error(self):
        self.play()
        store = ("--store", self.store)
        for command in (("campaign", "turn", "nobody", "--text", "x", *store), ("campaign", "rollback", "evening", "t-99", *NOW, *store, "--json"),
                        ("campaign", "new", "evening", "--ruleset", TABLETOP, *store, "--json"), ("campaign", "show", "evening", *store),
                        ("campaign", "swap", "evening", "--ruleset", TABLETOP, *store), ("campaign", "repair", "evening", *store)):
            done = self.unheard(*command)
            self.assertEqual(done.returncode, 2, (command, done.stderr))
            self.assertNotIn(b"was done", done.stderr)

    def test_attack_exit2_changed_files_that_were_written_and_answers_that_were_lost(self):
        out = self.folder / "state.json"
        done = self.unheard("apply", "--text", "_.set('a', 1);", "--out", str(out))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertTrue(out.exists())
        done = self.unheard("new", "ruleset", "harbour", "--in", str(self.folder))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertTrue((self.folder / "harbour" / "ruleset.yaml").exists())
        for name in ("harbour", "Harbour"):
            done = self.unheard("new", "ruleset", name, "--in", str(self.folder), "--json")
            self.assertEqual(done.returncode, 2, done.stderr)
        for command in (("docs", TABLETOP), ("docs", "--json"), ("docs", "--for", "authors"), ("demo", "--list"), ("demo",)):
            done = self.unheard(*command)
            self.assertEqual(done.returncode, 2, (command, done.stderr))
            self.assertIn(b"cannot write to standard output: No space left on device", done.stderr)

    def test_a_closed_input_is_a_failure(self):
        self.play()
        for command in (("apply", "-"), ("convert", "--to", "ops", "-"), ("campaign", "turn", "evening", "--store", self.store), ("campaign", "import", "-", "--store", self.store)):
            done = subprocess.run([GAVEL, *command], capture_output=True, check=False, timeout=120, preexec_fn=lambda: os.close(0))
            self.assertEqual(done.returncode, 2, command)
            self.assertIn(b"standard input", done.stderr)
        self.assertEqual(self.campaign("verify", "evening").code, 0)

    def test_a_file_size_limit_ends_nothing_and_loses_nothing(self):
        self.play()
        size = os.path.getsize(self.store)
        for more in (-size + 1000, 0, 4096, 20000):
            bound = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size + more, size + more))  # noqa: E731,B023
            for number in range(3):
                before = self.campaign("show", "evening", "timeline").json
                done = subprocess.run([GAVEL, "campaign", "turn", "evening", "--text", "Long. " * 3000, *NOW, "--store", self.store], capture_output=True,
                                      check=False, timeout=120, preexec_fn=bound)
                self.assertIn(done.returncode, (0, 2), (more, number, done.stderr))
                after = self.campaign("show", "evening", "timeline").json
                self.assertEqual(len(after["turns"]) - len(before["turns"]), 1 if done.returncode == 0 else 0)
        self.assertEqual(self.campaign("verify", "evening").code, 0)
        out = self.folder / "out.gavel"
        done = subprocess.run([GAVEL, "campaign", "export", "evening", "--out", str(out), "--store", self.store], capture_output=True, check=False, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse(out.exists())

    # ---- exports

    FREE = {("campaign", "revision"), ("campaign", "record"), ("branch", "label"), ("checkpoint", "label"), ("checkpoint", "time"), ("attempt", "verdict"), ("attempt", "record")}

    def test_no_field_of_an_export_can_be_altered_alone(self):
        self.play()
        file = self.campaign("export", "evening").out
        lines = file.splitlines()[:-1]
        tried = 0
        for number, line in enumerate(lines):
            row = json.loads(line)
            for name, value in row.items():
                if name == "kind" or (row["kind"], name) in self.FREE or (row["kind"], name) == ("campaign", "record"):
                    continue
                changed = dict(row)
                if isinstance(value, int):
                    changed[name] = value + 1
                elif isinstance(value, str):
                    changed[name] = value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"
                else:
                    changed[name] = {"altered": True} if isinstance(value, dict) else [{"altered": True}]
                body = "".join(text + "\n" for text in [*lines[:number], json.dumps(changed, ensure_ascii=False, separators=(",", ":")), *lines[number + 1 :]])
                end = {"kind": "end", "lines": len(lines), "sha256": hashlib.sha256(body.encode()).hexdigest()}
                store = str(self.folder / "import.db")
                answer = run("campaign", "import", "-", "--store", store, stdin=(body + json.dumps(end, separators=(",", ":")) + "\n").encode())
                self.assertEqual(answer.code, 2, (row["kind"], name, answer.out))
                if row["kind"] == "turn" and name == "text_hash":
                    self.assertIn(f'turn "{row["id"]}"', answer.err)
                tried += 1
        self.assertGreater(tried, 60)
        self.assertEqual(self.campaign("list", store=store).json, [])

    # ---- what people see of a turn

    def test_a_turn_at_a_terminal_tells_shadow_notes_and_logs(self):
        game = self.folder / "game"
        plugin = game / "plugins" / "talk"
        plugin.mkdir(parents=True)
        (game / "ruleset.yaml").write_text("ruleset: talkative\nversion: 1.0.0\nplugins: [talk]\nshadow: [talk/no]\nstate: initial.yaml\n")
        (game / "initial.yaml").write_text("a: 1\n")
        (plugin / "plugin.yaml").write_text("plugin: talk\nversion: 1.0.0\napi: 1\nsummary: {en: Talks., zh: 说话。}\n")
        (plugin / "init.lua").write_text('rule("no", { path = "a", run = function(effect, ctx) ctx.log("heard") return deny("never") end })\n')
        made = self.campaign("new", "talk", "--ruleset", str(game), *NOW)
        self.assertEqual(made.code, 0, made.err)
        master, terminal = pty.openpty()
        done = subprocess.run([GAVEL, "campaign", "turn", "talk", "--text", '_.set("a", 2);//x', "--store", self.store], stdout=terminal, stderr=subprocess.PIPE,
                              check=False, timeout=120, env=program.environment())
        os.close(terminal)
        said = os.read(master, 65536).decode()
        os.close(master)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("in shadow", said)
        self.assertIn("talk/no", said)
        self.assertIn("heard", said)


if __name__ == "__main__":
    program.main()
