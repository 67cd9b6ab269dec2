"""gavel new, from outside: whatever it makes passes check and test as it is, in both languages, and nothing is overwritten."""

import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = ("tool", "rule", "budget", "derive", "automation", "claim", "milestone", "callback", "setting", "migrate")
LANGUAGES = ("en", "zh")
LUACHECK = os.environ.get("LUACHECK") or shutil.which("luacheck")


class New(program.Base):
    def new(self, *args, codes=(0,)):
        return run("new", *args, "--in", str(self.folder), codes=codes)

    def assert_good(self, place, tests=True):
        """Not one finding, and every test passes."""
        found = run("check", str(place), "--json", codes=(0, 1)).json
        self.assertEqual([], found["problems"])
        if tests:
            answer = run("test", str(place), codes=(0, 1, 2))
            self.assertEqual(0, answer.code, answer.out + answer.err)
            self.assertNotIn("warning", answer.out)
            self.assertNotRegex(answer.out, r"\b0 passed")

    def test_a_plugin_of_each_kind_passes_check_and_test_as_it_is(self):
        """[B-14]"""
        for kind, language in itertools.product(KINDS, LANGUAGES):
            with self.subTest(kind=kind, language=language):
                name = f"{kind}_{language}"
                self.new("plugin", name, "--kind", kind, "--language", language)
                self.assert_good(self.folder / name)
                text = (self.folder / name / f"{kind}.lua").read_text(encoding="utf-8")
                self.assertEqual(language == "zh", any("\u4e00" <= char <= "\u9fff" for char in text.splitlines()[0]))
                self.assertNotIn("{{", text)
                self.assertNotRegex(text, r"(?m)^\s*:[a-z|,]+:")

    def test_all_kinds_go_together_and_their_readme_and_test_are_of_one_language(self):
        """[B-14]"""
        for language in LANGUAGES:
            name = f"all_{language}"
            self.new("plugin", name, "--kind", ",".join(KINDS), "--language", language)
            self.assert_good(self.folder / name)

    def test_tool_and_rule_are_what_a_plugin_begins_with(self):
        made = json.loads(self.new("plugin", "tides", "--json").out)
        names = {pathlib.Path(file).relative_to(self.folder / "tides").as_posix() for file in made["files"] if not file.endswith("/")}
        self.assertEqual({"plugin.yaml", "tool.lua", "rule.lua", "tides_test.lua", "README.md", ".luarc.json", ".luacheckrc"}, names)
        self.assertTrue(any("gavel test" in line for line in made["next"]))
        config = json.loads((self.folder / "tides" / ".luarc.json").read_text(encoding="utf-8"))
        self.assertEqual([".gavel"], config["workspace.library"])
        self.assertEqual("Lua 5.4", config["runtime.version"])
        stub = (self.folder / "tides" / ".gavel" / "game.lua").read_text(encoding="utf-8")
        self.assertIn("---@field most integer", stub)
        self.assertIn("---@class gavel.args.tides_take\n", stub)

    def test_a_ruleset_passes_check_and_test_as_it_is_with_shipped_plugins_too(self):
        """[B-14]"""
        for language in LANGUAGES:
            name = f"harbour_{language}"
            self.new("ruleset", name, "--with", "calendar,milestones", "--language", language)
            self.assert_good(self.folder / name)
            self.assertIn("plugins: [calendar, milestones, cookies]", (self.folder / name / "ruleset.yaml").read_text(encoding="utf-8"))

    def test_a_plugin_in_a_ruleset_is_named_in_it_and_comments_stay(self):
        """[B-14]"""
        self.new("ruleset", "harbour", "--language", "en")
        game = self.folder / "harbour"
        before = (game / "ruleset.yaml").read_text(encoding="utf-8")
        run("new", "plugin", "tides", "--in", str(game), "--add", "--kind", "rule,derive", codes=(0,))
        after = (game / "ruleset.yaml").read_text(encoding="utf-8")
        self.assertEqual(before.replace("plugins: [cookies]", "plugins: [cookies, tides]"), after)
        self.assertFalse((game / "plugins" / "tides" / ".gavel").exists())  # the game's own stubs serve
        self.assert_good(game)
        run("docs", str(game), "--stubs", str(game / ".gavel"), codes=(0,))
        self.assertIn("---@field most integer", (game / ".gavel" / "game.lua").read_text(encoding="utf-8"))
        run("docs", str(game), "--stubs", str(game / ".gavel"), "--check", codes=(0,))
        told = run("new", "plugin", "winds", "--in", str(game), "--language", "en", codes=(0,)).out
        self.assertIn("add winds to `plugins`", told)

    def test_a_list_of_plugins_is_added_to_however_it_is_written(self):
        forms = {
            "plugins: []\n": "plugins: [{}]\n",
            "plugins: [cookies, ]  # ours\n": None,
            "plugins:   # ours\n  - cookies  # sweet\n\n# more\nversion: 1.0.0\n": "plugins:   # ours\n  - cookies  # sweet\n  - {}\n\n# more\nversion: 1.0.0\n",
            "plugins:\n- {{id: cookies}}\nversion: 1.0.0\n".replace("{{", "{").replace("}}", "}"): "plugins:\n- {{id: cookies}}\n- {}\nversion: 1.0.0\n",
            'plugins: ["cookies", # ] not here\n  {id: calendar, with: {date: "]"}}\n  ]\nversion: 1.0.0\n':
                'plugins: ["cookies", # ] not here\n  {{id: calendar, with: {{date: "]"}}}}, {}\n  ]\nversion: 1.0.0\n',
            "version: 1.0.0\n": "version: 1.0.0\nplugins: [{}]\n",
        }
        for number, (form, wanted) in enumerate(forms.items()):
            with self.subTest(form=form):
                game = self.folder / f"g{number}"
                game.mkdir()
                text = "ruleset: g\n" + form
                (game / "ruleset.yaml").write_text(text, encoding="utf-8")
                answer = run("new", "plugin", "tides", "--in", str(game), "--add", codes=(0, 2))
                now = (game / "ruleset.yaml").read_text(encoding="utf-8")
                if wanted is None:
                    self.assertIn(answer.code, (0, 2))
                    self.assertEqual(answer.code == 2, now == text)
                else:
                    self.assertEqual(0, answer.code, answer.err)
                    self.assertEqual("ruleset: g\n" + wanted.format("tides"), now)
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "ruleset.yaml").write_text("plugins: {a: 1}\n", encoding="utf-8")
        answer = run("new", "plugin", "tides", "--in", str(broken), "--add", codes=(2,))
        self.assertIn("by hand", answer.err)
        self.assertEqual(["ruleset.yaml"], sorted(path.name for path in broken.iterdir()))

    def test_every_kind_of_schema_passes_check_alone_and_in_a_ruleset(self):
        """[B-14]"""
        self.new("ruleset", "harbour")
        for kind, language in itertools.product(("core", "extension", "rule", "mode"), LANGUAGES):
            with self.subTest(kind=kind, language=language):
                name = f"{kind}_{language}"
                self.new("schema", name, "--kind", kind, "--language", language)
                self.assert_good(self.folder / f"{name}.yaml", tests=False)
                run("new", "schema", name, "--kind", kind, "--in", str(self.folder / "harbour"), codes=(0,))
        self.assert_good(self.folder / "harbour")

    def test_a_scenario_passes_as_it_is(self):
        """[B-14]"""
        self.new("ruleset", "harbour")
        for language in LANGUAGES:
            run("new", "scenario", f"storm_{language}", "--in", str(self.folder / "harbour"), "--language", language, codes=(0,))
        self.assert_good(self.folder / "harbour")
        self.assertIn("not a ruleset folder", run("new", "scenario", "storm", "--in", str(self.folder), codes=(2,)).err)

    def test_a_scenario_is_recorded_from_a_campaign_and_comes_out_the_same(self):
        """[B-14]"""
        self.new("ruleset", "harbour", "--language", "en")
        game, store = str(self.folder / "harbour"), str(self.folder / "gavel.db")
        take = 'Crumbs. {"tool_calls": [{"id": "a", "tool": "take_cookies", "args": {"number": 2}}]}'
        run("campaign", "new", "evening", "--ruleset", game, "--store", store, "--now", "2025-09-20T08:00:00Z", codes=(0,))
        for number, text in enumerate((take, 'A line.\n<variable_update>\n[[PUSH, diary, "a line"]]\n</variable_update>', "Nothing.")):
            run("campaign", "turn", "evening", "--store", store, "--user", f"Turn {number}.", "--text", text,
                "--now", f"2025-09-20T08:0{number + 1}:00Z", codes=(0,))
        made = self.folder / "harbour" / "scenarios" / "evening.yaml"
        run("new", "scenario", "evening", "--in", game, "--from", "evening", "--store", store, codes=(0,))
        text = made.read_text(encoding="utf-8")
        for piece in ("jar.cookies", "Turn 2.", "[PUSH, diary", "- applied"):
            self.assertIn(piece, text)
        self.assert_good(self.folder / "harbour")
        made.write_text(text.replace('jar.cookies: 4', 'jar.cookies: 5'), encoding="utf-8")
        run("test", game, codes=(1,))
        run("new", "scenario", "shorter", "--in", game, "--from", "evening", "--turn", "t-1", "--store", store, codes=(0,))
        self.assertNotIn("Turn 1.", (made.parent / "shorter.yaml").read_text(encoding="utf-8"))
        self.assertIn("no store", run("new", "scenario", "x", "--in", game, "--from", "evening", "--store", "gone.db", codes=(2,)).err)

    def test_a_recording_expects_what_stands_at_each_place_in_the_end(self):
        """[B-14]"""
        self.new("ruleset", "harbour", "--language", "en")
        game, store = str(self.folder / "harbour"), str(self.folder / "gavel.db")
        rules = self.folder / "harbour" / "ruleset.yaml"
        rules.write_text(rules.read_text(encoding="utf-8").replace("fields:\n", 'fields:\n  - {path: "free.**", write: [model]}\n', 1), encoding="utf-8")
        initial = self.folder / "harbour" / "initial.yaml"
        initial.write_text(initial.read_text(encoding="utf-8") + "\nfree: {mood: 0, gone: 1}\n", encoding="utf-8")
        many = "".join(f"_.set('free.n{i}', {i});" for i in range(45))
        run("campaign", "new", "evening", "--ruleset", game, "--store", store, codes=(0,))
        run("campaign", "turn", "evening", "--store", store, "--text",
            "<UpdateVariable>\n_.set('free.mood', 1);\n_.set('free.mood', 2);\n_.set('free.gone', 3);\n_.delete('free.gone');\n"
            + many + "\n</UpdateVariable>", codes=(0,))
        run("new", "scenario", "evening", "--in", game, "--from", "evening", "--store", store, codes=(0,))
        text = (self.folder / "harbour" / "scenarios" / "evening.yaml").read_text(encoding="utf-8")
        self.assertEqual(1, text.count("free.mood: "), text)
        self.assertIn("free.mood: 2\n", text)
        self.assertNotIn("free.gone: ", text)
        self.assertIn('absent: ["free.gone"]', text)
        self.assertIn("# … and 7 more places", text)
        run("test", game, codes=(0,))

    def test_nothing_is_overwritten_and_a_failure_leaves_nothing_behind(self):
        """[B-14]"""
        (self.folder / "tides").mkdir()
        self.assertIn("already there", self.new("plugin", "tides", codes=(2,)).err)
        (self.folder / "winds").symlink_to(self.folder / "nowhere")
        self.assertIn("already there", self.new("plugin", "winds", codes=(2,)).err)
        self.file("mist.yaml", "mine")
        self.assertIn("already there", self.new("schema", "mist", codes=(2,)).err)
        answer = self.new("ruleset", "harbour", "--with", "calender", codes=(2,))
        self.assertIn("calendar", answer.err)  # the nearest
        self.assertIn("was not made", answer.err)
        # Where the ruleset would lie, and not where it was tried.
        self.assertRegex(answer.err, rf"(?m)^{re.escape(str(self.folder / 'harbour'))}/ruleset\.yaml:[0-9]+:")
        self.assertEqual(["mist.yaml", "tides", "winds"], sorted(path.name for path in self.folder.iterdir()))
        self.assertEqual([], list((self.folder / "tides").iterdir()))

    def test_a_wrong_name_or_kind_is_told_with_what_would_do(self):
        for name, near in (("My Plugin", "my_plugin"), ("9lives", "lives"), ("../up", "up"), ("x" * 80, "x" * 58)):
            answer = self.new("plugin", name, codes=(2,))
            self.assertIn("is not a name", answer.err)
            self.assertIn(f"such as {near}", answer.err)
        answer = self.new("plugin", "tides", "--kind", "rule,bugdet", codes=(2,))
        self.assertIn('there is no kind "bugdet"', answer.err)
        self.assertIn("budget", answer.err)
        self.new("plugin", "tides")
        inside = run("new", "plugin", "more", "--in", str(self.folder / "tides"), codes=(2,))
        self.assertIn("cannot be nested", inside.err)
        self.assertIn("--add needs a ruleset", self.new("plugin", "winds", "--add", codes=(2,)).err)
        self.assertIn("no such folder", run("new", "plugin", "winds", "--in", str(self.folder / "gone"), codes=(2,)).err)
        self.assertEqual(["tides"], sorted(path.name for path in self.folder.iterdir()))

    def test_names_are_held_against_the_same_rule_whatever_is_made(self):
        self.new("ruleset", "harbour")
        for kind in ("plugin", "ruleset", "schema", "scenario"):
            for name in ("My Tides", "x" * 60):
                answer = run("new", kind, name, "--in", str(self.folder / "harbour"), codes=(2,))
                self.assertIn("is not a name", answer.err, kind)
        self.assertEqual(["harbour"], sorted(path.name for path in self.folder.iterdir()))
        self.assertFalse(list((self.folder / "harbour").rglob("*My*")) + list((self.folder / "harbour").rglob("*xx*")))

    def test_lists_of_kinds_are_taken_as_they_are_typed_and_what_is_none_is_told(self):
        self.new("plugin", "tides", "--kind", "rule, derive,rule")
        self.assertIn("files: [rule.lua, derive.lua]\n", (self.folder / "tides/plugin.yaml").read_text(encoding="utf-8"))
        self.assertIn("--kind names no kind", self.new("plugin", "winds", "--kind", ",", codes=(2,)).err)
        self.assertIn("a schema is of one kind", self.new("schema", "mist", "--kind", "core,mode", codes=(2,)).err)
        self.new("ruleset", "harbour")
        alone = run("new", "scenario", "storm", "--in", str(self.folder / "harbour"), "--turn", "t-1", codes=(2,))
        self.assertIn("--turn needs --from", alone.err)
        self.assertEqual(["harbour", "tides"], sorted(path.name for path in self.folder.iterdir()))

    def test_what_comes_next_can_be_typed_as_it_stands(self):
        odd = self.folder / "it's here"
        odd.mkdir()
        for name, *kind in (("plugin", "tides"), ("ruleset", "harbour")):
            made = json.loads(run("new", name, *kind, "--in", str(odd), "--json", codes=(0,)).out)
            lines = [shlex.split(line) for line in made["next"] if line.startswith("gavel ")]
            self.assertIn(["gavel", "check", made["made"]], lines)
            for line in lines:
                run(*line[1:], codes=(0,))
        game = str(odd / "harbour")
        told = json.loads(run("new", "plugin", "winds", "--in", game, "--json", codes=(0,)).out)["next"]
        self.assertIn(["gavel", "docs", game, "--stubs", game + "/.gavel"], [shlex.split(line) for line in told if line.startswith("gavel ")])
        told = json.loads(run("new", "schema", "mist", "--in", game, "--json", codes=(0,)).out)["next"]
        self.assertIn(f"add mist to `schemas` in {game}/ruleset.yaml", told)

    def test_the_terminals_language_is_taken_and_whoever_names_one_has_it(self):
        for name, language, args, wanted in (("a", "zh_CN.UTF-8", (), "zh"), ("b", "en_GB.UTF-8", (), "en"), ("c", "zh_CN.UTF-8", ("--language", "en"), "en")):
            out = run("new", "plugin", name, "--in", str(self.folder), *args, codes=(0,), LC_ALL=language, LANG=language).out
            self.assertIn("接下来：" if wanted == "zh" else "Next:", out)
            self.assertEqual(wanted == "zh", any("\u4e00" <= char <= "\u9fff" for char in (self.folder / name / "rule.lua").read_text(encoding="utf-8").splitlines()[0]))

    def test_what_it_says_is_for_programs_too(self):
        failed = run("new", "plugin", "No", "--in", str(self.folder), "--json", codes=(2,))
        self.assertEqual("usage", failed.json["error"]["code"])

    @unittest.skipUnless(LUACHECK, "luacheck is not installed")
    def test_luacheck_has_nothing_to_say_of_a_new_plugin(self):
        """[B-14]"""
        self.new("plugin", "tides", "--kind", ",".join(KINDS))
        done = subprocess.run([LUACHECK, ".", "--formatter", "plain"], cwd=self.folder / "tides", capture_output=True, text=True, check=False)
        self.assertEqual((0, ""), (done.returncode, done.stdout + done.stderr))


if __name__ == "__main__":
    program.main()
