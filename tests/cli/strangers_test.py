"""Folders that a stranger made, as they come out of an archive: their links, pipes and texts against whoever looks at them with the program."""

import os
import pathlib
import shutil
import subprocess

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
CODES = (0, 1, 2)


class Strangers(program.Base):
    def setUp(self):
        super().setUp()
        self.game = self.folder / "game"
        shutil.copytree(HOUSE / "rulesets" / "first", self.game)
        self.mine = self.folder / "mine"
        self.mine.mkdir()
        (self.mine / "note").write_text("precious: {a: b}\n", encoding="utf-8")

    def found(self, folder):
        return sorted((str(path.relative_to(folder)), path.read_bytes() if path.is_file() else b"") for path in folder.rglob("*"))

    def link(self, name, to):
        place = self.game / name
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        place.unlink(missing_ok=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(to)
        return place

    def assert_refused(self, *args, cwd=None):
        """The command ends with an error that names a link or a special file, and neither my files nor the game's change."""
        before = self.found(self.mine), self.found(self.game)
        here = os.getcwd()
        os.chdir(cwd or here)
        try:
            answer = run(*args, codes=CODES)
        finally:
            os.chdir(here)
        self.assertEqual(2, answer.code, (args, answer.out, answer.err))
        self.assertRegex(answer.err + answer.out, r"is a link|is no plain file", args)
        self.assertEqual(before, (self.found(self.mine), self.found(self.game)), args)

    def test_attack_stubs_through_links_nothing_is_written_through_one(self):
        game, note, away = str(self.game), self.mine / "note", self.mine
        targets = {
            ".gavel/game.lua": (note, ("docs", game, "--stubs", game + "/.gavel")),
            ".gavel/gavel.lua": (self.mine / "not_there", ("docs", game, "--stubs", game + "/.gavel/")),
            ".gavel": (away, ("docs", game, "--stubs", game + "/.gavel")),
            ".luarc.json": (self.mine / "not_there", ("docs", game, "--stubs", game + "/.gavel")),
            ".luacheckrc": (self.mine / "not_there", ("docs", game, "--stubs", game + "/.gavel")),
            "docs/MANUAL.md": (note, ("docs", game, "--out", game + "/docs")),
            "docs/REFERENCE.zh-CN.md": (note, ("docs", game, "--out", game + "/docs")),
            "out": (away, ("docs", game, "--out", game + "/out")),
            "deep": (away, ("docs", game, "--stubs", game + "/deep/er")),
            "scenarios": (away, ("new", "scenario", "storm", "--in", game)),
            "plugins": (away, ("new", "plugin", "tides", "--in", game, "--add")),
            "schemas": (away, ("new", "schema", "tea", "--in", game)),
            "saved": (away, ("test", game, "--fuzz", "3", "--save", game + "/saved")),
            "state.json": (note, ("apply", "--ruleset", game, "--text", "[]", "--out", game + "/state.json")),
            "codes": (away, ("explain", "codes", "--out", game + "/codes")),
            "junit.xml": (note, ("test", game, "--junit", game + "/junit.xml")),
        }
        for name, (to, command) in targets.items():
            if name == "saved":
                continue  # nothing is saved where nothing is found; its way is the one function that the others ask
            with self.subTest(name):
                shutil.rmtree(self.game)
                shutil.copytree(HOUSE / "rulesets" / "first", self.game)
                self.link(name, to)
                self.assert_refused(*command)

    def test_attack_stubs_through_links_from_within_and_through_a_link_of_my_own(self):
        self.link(".gavel", self.mine)
        self.assert_refused("docs", ".", "--stubs", ".gavel", cwd=self.game)
        self.assert_refused("docs", "..", "--stubs", "../.gavel", cwd=self.game / "scenarios")
        (self.folder / "short").symlink_to(self.game)
        self.assert_refused("docs", str(self.game), "--stubs", str(self.folder / "short" / ".gavel"))
        self.link("scenarios/out", self.mine)
        (self.folder / "inner").symlink_to(self.game / "scenarios")
        self.assert_refused("docs", str(self.game), "--out", str(self.folder / "inner" / "out"))

    def test_attack_stubs_through_links_a_folder_of_plugins_is_a_strangers_too(self):
        plugins = self.folder / "plugins"
        shutil.copytree(HOUSE / "plugins" / "calendar", plugins / "calendar")
        (plugins / ".gavel").symlink_to(self.mine)
        before = self.found(self.mine)
        self.assertEqual(2, run("docs", str(plugins), "--stubs", str(plugins / ".gavel"), codes=CODES).code)
        self.assertEqual(before, self.found(self.mine))

    def test_attack_stubs_through_links_a_ruleset_that_is_a_link_is_not_added_to(self):
        text = (self.game / "ruleset.yaml").read_text(encoding="utf-8")
        (self.mine / "ruleset.yaml").write_text(text, encoding="utf-8")
        self.link("ruleset.yaml", self.mine / "ruleset.yaml")
        self.assert_refused("new", "plugin", "tides", "--in", str(self.game), "--add")

    def test_a_store_is_written_through_no_link(self):
        """The default store of the folder, one below a folder that is a link, and what SQLite writes beside a store."""
        new = ("campaign", "new", "evening", "--ruleset", ".")
        for name in ("gavel.db", "gavel.db-wal", "gavel.db-shm", "gavel.db-journal"):
            with self.subTest(name):
                link = self.link(name, self.mine / "not_there")
                self.assert_refused(*new, cwd=self.game)
                link.unlink()
        self.link("saves", self.mine)
        self.assert_refused(*new, "--store", "saves/s.db", cwd=self.game)
        self.assert_refused("demo", "galgame", "--store", str(self.game / "saves" / "s.db"))

    def test_the_store_of_a_folder_is_read_through_no_link_that_nobody_named(self):
        mine = str(self.mine / "s.db")
        run("campaign", "new", "evening", "--ruleset", str(self.game), "--store", mine, codes=(0,))
        self.link("gavel.db", mine)
        self.link("saves", self.mine)
        self.assert_refused("campaign", "list", cwd=self.game)
        self.assert_refused("campaign", "turn", "evening", "--text", "Rain.", cwd=self.game)
        self.assertEqual(0, run("campaign", "list", "--store", str(self.game / "saves" / "s.db"), codes=CODES).code)  # named by me
        self.assert_refused("campaign", "repair", "evening", "--yes", "--store", mine, "--copy", str(self.game / "saves" / "copy"))
        (self.game / "gavel.db").unlink()
        run("campaign", "new", "evening", "--ruleset", str(self.game), "--store", str(self.game / "gavel.db"), codes=(0,))

    def test_pipes_and_devices_in_the_place_of_a_file_keep_nobody_waiting(self):
        (self.game / ".gavel").mkdir()
        os.mkfifo(self.game / ".gavel" / "game.lua")
        answer = run("docs", str(self.game), "--stubs", str(self.game / ".gavel"), codes=CODES)
        self.assertEqual(2, answer.code)
        self.assertIn("no plain file", answer.err)
        self.assertEqual(["game.lua"], os.listdir(self.game / ".gavel"))
        for name in ("ruleset.yaml", "invariants.yaml"):
            (self.game / name).unlink(missing_ok=True)
            os.mkfifo(self.game / name)
            for command in (("check", str(self.game)), ("test", str(self.game), "--fuzz", "3")):
                self.assertIn(run(*command, codes=CODES).code, (1, 2), command)

    def test_plain_folders_and_links_of_my_own_are_written_as_before(self):
        out = self.folder / "out"
        out.mkdir()
        (self.folder / "short").symlink_to(out)
        run("docs", str(self.game), "--out", str(self.folder / "short"), codes=(0,))
        self.assertIn("MANUAL.md", os.listdir(out))
        run("docs", str(self.game), "--stubs", str(self.game / ".gavel"), codes=(0,))
        run("docs", str(self.game), "--stubs", str(self.game / ".gavel"), codes=(0,))
        self.file("real.json", "{}")
        (self.folder / "state.json").symlink_to("real.json")
        run("apply", "--ruleset", str(self.game), "--text", "[]", "--out", str(self.folder / "state.json"), codes=(0,))
        self.assertTrue((self.folder / "state.json").is_symlink())
        self.assertIn("data", (self.folder / "real.json").read_text(encoding="utf-8"))

    # ---- what is read

    def test_attack_scenario_links_no_scenario_or_test_is_read_through_a_link(self):
        secret = self.mine / "secret.yaml"
        secret.write_text("hush_of_mine: [1\n", encoding="utf-8")
        for name in ("scenarios/a.yaml", "scenarios/b.yml", "tests/a_test.lua", "plugins/relations/a_test.lua", "invariants.yaml"):
            with self.subTest(name):
                place = self.link(name, secret)
                for command in (("test", str(self.game)), ("test", str(place)), ("test", str(self.game), "--json"), ("test", str(self.game), "--fuzz", "2"),
                                ("check", str(self.game))):
                    answer = run(*command, codes=CODES)
                    self.assertNotIn("hush_of_mine", answer.out + answer.err, command)
                self.assertIn(run("test", str(self.game), "--fuzz", "2", codes=CODES).code if name == "invariants.yaml" else
                              run("test", str(self.game), codes=CODES).code, (1, 2))
                place.unlink()

    def test_attack_scenario_links_a_folder_of_scenarios_that_is_a_link(self):
        (self.mine / "secret.yaml").write_text("hush_of_mine: [1\n", encoding="utf-8")
        self.link("scenarios", self.mine)
        answer = run("test", str(self.game), codes=CODES)
        self.assertNotEqual(0, answer.code)
        self.assertNotIn("hush_of_mine", answer.out + answer.err)
        self.assertIn("is a link", answer.out + answer.err)

    def test_attack_scenario_links_a_pipe_keeps_nobody_waiting(self):
        for name in ("scenarios/a.yaml", "tests/b_test.lua"):
            (self.game / name).parent.mkdir(exist_ok=True)
            os.mkfifo(self.game / name)
        self.assertNotEqual(0, run("test", str(self.game), codes=CODES).code)
        self.assertIn("a.yaml", run("test", str(self.game), codes=CODES).out)

    def test_attack_luacheckrc_size_what_lies_there_is_read_within_a_limit(self):
        """a sparse file of 3 GB took all memory, and ended the program"""
        game, place = str(self.game), self.game / ".luacheckrc"
        place.unlink(missing_ok=True)
        with open(place, "wb") as file:
            file.truncate(3 << 30)
        for more in (("--check",), ()):
            answer = self.bounded("docs", game, "--stubs", game + "/.gavel", *more)
            self.assertIn(answer.returncode, CODES, answer.stderr)
        self.assertEqual(3 << 30, place.stat().st_size)  # an author's own
        place.unlink()
        run("docs", game, "--stubs", game + "/.gavel", codes=(0,))
        for name, size in ((".luacheckrc", 1 << 20), (".gavel/game.lua", 3 << 30)):
            with self.subTest(name):
                text = (self.game / name).read_bytes()
                with open(self.game / name, "r+b") as file:
                    file.truncate(size)
                answer = self.bounded("docs", game, "--stubs", game + "/.gavel", "--check")
                self.assertEqual(1, answer.returncode, answer.stderr)
                self.assertIn(b"is out of date", answer.stderr)
                (self.game / name).write_bytes(text)
        run("docs", game, "--stubs", game + "/.gavel", "--check", codes=(0,))

    def test_attack_luacheckrc_size_what_is_no_plain_file_is_not_read(self):
        game, place = str(self.game), self.game / ".luacheckrc"
        run("docs", game, "--stubs", game + "/.gavel", codes=(0,))
        for name in (".gavel/game.lua", ".gavel/gavel.lua"):
            with self.subTest(name):
                text = (self.game / name).read_bytes()
                (self.mine / "copy").write_bytes(text)
                self.link(name, self.mine / "copy")
                self.assert_refused("docs", game, "--stubs", game + "/.gavel", "--check")
                (self.game / name).unlink()
                (self.game / name).write_bytes(text)
        place.unlink()
        with open(self.mine / "rc", "wb") as file:
            file.truncate(3 << 30)
        place.symlink_to(self.mine / "rc")
        for more in (("--check",), ()):
            self.assertEqual(0, self.bounded("docs", game, "--stubs", game + "/.gavel", *more).returncode)
        self.assertTrue(place.is_symlink())
        place.unlink()
        os.mkfifo(place)
        self.assert_refused("docs", game, "--stubs", game + "/.gavel", "--check")

    def bounded(self, *args):
        """As run(), within 2 GB of addresses; the sanitizers need more."""
        limit = [] if "asan" in program.GAVEL or "tsan" in program.GAVEL else ["prlimit", "--as=2000000000"]
        return subprocess.run([*limit, program.GAVEL, *args], capture_output=True, timeout=120, env=program.environment(), check=False)

    def test_attack_fixture_ruleset_tests_of_a_game_reach_no_game_beside_it(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "ruleset.yaml").write_text("ruleset: other\nversion: 1.0.0\nstate: s.yaml\n", encoding="utf-8")
        (other / "s.yaml").write_text("goal: hush_of_mine\n", encoding="utf-8")
        shutil.copytree(other, self.game / "inner")
        (self.game / "link").symlink_to("../other")
        (self.game / "more").mkdir()
        (self.game / "more" / "up").symlink_to(self.folder)
        (self.game / "more" / "inner").symlink_to("../inner")
        plugin, own = self.leak(self.game / "plugins" / "leak"), self.game / "tests"
        own.mkdir(exist_ok=True)
        for folder, up in ((plugin, "../../"), (own, "../")):
            test = folder / "x_test.lua"
            for name in ("../other", "link", "more/up/other", "more/inner", "more/../../other"):
                for given in (self.game, folder, test):
                    if given == own:
                        continue
                    with self.subTest(f"{up}{name} of {given}"):
                        test.write_text(f"fixture {{ ruleset = '{up}{name}' }} test('x', function(t) error(tostring(t.get('goal'))) end)\n", encoding="utf-8")
                        answer = run("test", str(given), codes=CODES)
                        self.assertNotIn("hush_of_mine", answer.out + answer.err)
                        self.assertRegex(answer.out, "is outside of the folder|is a link")
            for name in ("inner", "more/../inner", "inner/"):
                test.write_text(f"fixture {{ ruleset = '{up}{name}' }} test('x', function(t) expect.equal(t.get('goal'), 'hush_of_mine') end)\n", encoding="utf-8")
                self.assertIn("x_test.lua", run("test", str(test), codes=(0,)).out)
            test.unlink()

    def leak(self, folder):
        folder.mkdir(parents=True)
        (folder / "plugin.yaml").write_text("plugin: leak\nversion: 0.1.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [leak.lua]\n", encoding="utf-8")
        (folder / "leak.lua").write_text("", encoding="utf-8")
        return folder

    def test_attack_fixture_ruleset_a_plugin_or_tests_that_are_a_link_are_not_run(self):
        away = self.leak(self.mine / "leak")
        (away / "x_test.lua").write_text("test('x', function(t) error('hush_of_mine') end)\n", encoding="utf-8")
        for name in ("plugins/leak", "plugins", "tests"):
            with self.subTest(name):
                place = self.link(name, self.mine if name == "plugins" else away)
                answer = run("test", str(self.game), codes=CODES)
                self.assertNotIn("hush_of_mine", answer.out + answer.err)
                self.assertIn("is a link", answer.out + answer.err)
                self.assertNotEqual(0, answer.code)
                place.unlink()

    # ---- what is shown

    STEERING = {"esc": "\x1b[31m", "osc": "\x1b]0;title\x07", "c1": "\u009b31m", "bidi": "\u202e", "isolate": "\u2066", "line": "\u2028", "del": "\x7f", "cr": "\r"}

    def hostile(self):
        """A game that says everything in characters that steer a terminal."""
        nasty = "".join(self.STEERING.values())
        quoted = '"' + nasty.encode("unicode_escape").decode().replace("\\x", "\\x") + ' says"'
        lua = '"' + "".join(f"\\{byte}" if byte > 99 else f"\\0{byte}" if byte > 9 else f"\\00{byte}" for byte in nasty.encode()) + ' says"'
        shutil.rmtree(self.game)
        plugin = self.game / "plugins" / "loud"
        plugin.mkdir(parents=True)
        (self.game / "scenarios").mkdir()
        (self.game / "scenarios" / "a.yaml").write_text(f"title: {quoted}\nsteps:\n  - model: {quoted}\n    expect: {{outcome: committed}}\n", encoding="utf-8")
        (self.game / "ruleset.yaml").write_text(
            f"ruleset: loud\nversion: 1.0.0\ntitle: {{en: {quoted}, zh: {quoted}}}\nlanguage: en\nplugins: [loud]\nstate: initial.yaml\n", encoding="utf-8")
        (self.game / "initial.yaml").write_text(f"hp: 3\nnote: {quoted}\n{quoted}: 1\n", encoding="utf-8")
        (plugin / "plugin.yaml").write_text(
            f"plugin: loud\nversion: 1.0.0\napi: 1\nsummary: {{en: {quoted}, zh: {quoted}}}\n"
            f"params:\n  word: {{type: string, default: {quoted}, summary: {{en: {quoted}, zh: {quoted}}}}}\n", encoding="utf-8")
        (plugin / "init.lua").write_text(
            f"tool \"shout\" {{\n  summary = {{ en = {lua}, zh = {lua} }}, guidance = {{ en = {lua}, zh = {lua} }},\n"
            f"  args = {{ s = str{{ default = {lua} }} }}, rejects = {{ no = {lua} }}, settles = {{}},\n"
            f"  run = function(args, ctx) ctx.log({lua} .. params.word) return {{ v = {lua} }} end }}\n"
            f"rule \"grumble\" {{ path = \"hp\", run = function(effect, ctx) return deny({lua}) end }}\n", encoding="utf-8")

    def commands(self):
        game = str(self.game)
        call = '{"tool_calls": [{"id": "a", "tool": "shout", "args": {}}]} _.set(\'hp\', 4);'
        yield from (("docs", game), ("docs", game, "--for", "models"), ("docs", game, "--language", "zh"), ("prompt", game, "--user", "hi"),
                    ("prompt", game, "--explain"), ("check", game), ("test", game), ("run", game, "tool:shout"), ("run", game, "--trace", "tool:shout"), ("run", game),
                    ("apply", "--ruleset", game, "--text", call), ("apply", "--ruleset", game, "--explain", "--text", call),
                    ("explain", "rule", game, "grumble"), ("explain", "path", game, "hp"), ("test", game, "--fuzz", "5"))
        yield ("prompt", game, "--tools", "openai")

    def at_terminal(self, *args):
        """What a terminal would get: of a pseudo-terminal, its own line ends taken out."""
        reader, writer = os.openpty()
        child = subprocess.Popen([program.GAVEL, *args], stdin=subprocess.DEVNULL, stdout=writer, stderr=writer, env=program.environment(NO_COLOR="1"))
        os.close(writer)
        pieces = []
        while True:
            try:
                piece = os.read(reader, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            pieces.append(piece)
        os.close(reader)
        child.wait(120)
        return b"".join(pieces).decode("utf-8", errors="replace").replace("\r\n", "\n")

    def assert_steers_nothing(self, text, why, files=False):
        for name, mark in self.STEERING.items():
            if files and name in ("bidi", "isolate", "line"):
                continue
            for character in mark if name in ("c1", "bidi", "isolate", "line", "del", "cr") else mark[0]:
                if character.isprintable() and character.isascii():
                    continue
                self.assertNotIn(character, text, (why, name))

    def test_attack_terminal_docs_no_text_of_a_stranger_steers_a_terminal(self):
        self.hostile()
        heard = 0
        for command in self.commands():
            for form in ((), ("--json",)):
                args = (*command, *form)
                text = self.at_terminal(*args)
                heard += text.count("says")
                self.assert_steers_nothing(text, args)
                if form:
                    self.assert_steers_nothing(run(*args, codes=CODES).out, args)
        self.assertGreater(heard, 60)

    def test_attack_terminal_docs_json_says_the_same_as_before(self):
        self.hostile()
        parts = run("docs", str(self.game), "--json", codes=(0,)).json
        manual = next(part for part in parts if part["plugin"] == "loud")["manual"]["en"]
        for name in ("c1", "bidi", "isolate"):
            self.assertIn(self.STEERING[name], manual)

    def test_attack_terminal_docs_files_hold_no_control_characters(self):
        self.hostile()
        out = self.folder / "out"
        out.mkdir()
        run("docs", str(self.game), "--out", str(out), "--stubs", str(self.folder / "stubs"), codes=(0,))
        for path in (*out.iterdir(), *(self.folder / "stubs").iterdir()):
            self.assert_steers_nothing(path.read_bytes().decode("utf-8"), path, files=True)
        self.assertIn("\u202e", (out / "MANUAL.md").read_text(encoding="utf-8"))
        run("docs", str(self.game), "--out", str(out), "--stubs", str(self.folder / "stubs"), "--check", codes=(0,))

    def test_attack_terminal_excerpt_no_line_of_source_below_an_error_steers_a_terminal(self):
        nasty = "".join(mark for name, mark in self.STEERING.items() if name in ("c1", "bidi", "isolate", "line", "del"))
        game, plugin = str(self.game), self.game / "plugins" / "q"
        shutil.rmtree(self.game)
        plugin.mkdir(parents=True)
        (self.game / "ruleset.yaml").write_text("ruleset: g\nversion: 1.0.0\nplugins: [q]\n", encoding="utf-8")
        (plugin / "plugin.yaml").write_text("plugin: q\nversion: 1.0.0\napi: 1\nsummary: {en: e, zh: z}\n", encoding="utf-8")
        store = str(self.folder / "s.db")
        test = plugin / "tests" / "a_test.lua"
        test.parent.mkdir()
        loads = [("check", game), ("apply", "--ruleset", game, "--text", "hi"), ("test", game), ("test", game, "--fuzz", "2"), ("docs", game),
                 ("prompt", game), ("run", game), ("campaign", "new", "c", "--ruleset", game, "--store", store), ("explain", "path", game, "x"),
                 ("repl", game), ("check", game, "--format", "gcc"), ("check", game, "--format", "github"), ("check", game, "--json"),
                 ("apply", "--ruleset", game, "--format", "people", "--text", "hi")]
        told = 0
        for source in (f'local x = "says {nasty}" error(x)\n', f'local x = nil + "says {nasty}"\n', f'local x says {nasty} = = 1\n'):
            (plugin / "init.lua").write_text(source, encoding="utf-8")
            for args in loads:
                for text in (self.at_terminal(*args), (answer := run(*args, codes=CODES)).out + answer.err):
                    told += text.count("says")
                    self.assert_steers_nothing(text, args)
        (plugin / "init.lua").write_text("", encoding="utf-8")
        test.write_text(f'test("a", function(t) local x = "says {nasty}" error(x) end)\n', encoding="utf-8")
        for args in (("test", game), ("test", game, "--junit", str(self.folder / "x.xml"))):
            for text in (self.at_terminal(*args), (answer := run(*args, codes=CODES)).out + answer.err):
                told += text.count("says")
                self.assert_steers_nothing(text, args)
        self.assert_steers_nothing((self.folder / "x.xml").read_text(encoding="utf-8"), "JUnit")
        self.assertGreater(told, 60)


if __name__ == "__main__":
    program.main()
