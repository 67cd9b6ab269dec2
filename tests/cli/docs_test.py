"""gavel docs, from outside: both documents of every plugin, and whether those that are kept are up to date."""

import pathlib
import shutil

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
SHIPPED = ("docs", str(HOUSE / "plugins"), str(HOUSE / "rulesets" / "xianxia"))


class Docs(program.Base):
    def test_the_manual_and_the_guidance_that_are_kept_are_those_of_the_registry(self):
        """[R001-18] scripts/manuals writes them"""
        answer = run(*SHIPPED, "--out", str(HOUSE / "plugins"), "--check", codes=(0, 1))
        self.assertEqual((0, ""), (answer.code, answer.err))

    def test_every_plugin_has_its_part_and_every_tool_what_each_reader_needs(self):
        """[R001-18] [R001-17]"""
        parts = {part["plugin"]: part for part in run(*SHIPPED, "--json", codes=(0,)).json}
        folders = {path.parent.name for path in (HOUSE / "plugins").glob("*/plugin.yaml")}
        self.assertEqual(folders, set(parts))
        vitals = parts["vitals"]
        for piece in ("### tool `hp_delta`", "delta: integer, -999 to 999", "already_dead", "damage_per_turn",
                      "plugins/vitals/hp.lua:"):
            self.assertIn(piece, vitals["manual"]["en"])
        self.assertIn("死者无法受伤", vitals["manual"]["zh"])
        self.assertIn("`hp_delta`: Call it whenever hit points change", vitals["guidance"]["en"])
        self.assertIn("生命值变化时必须调用", vitals["guidance"]["zh"])

    def test_a_tool_that_is_added_makes_the_kept_documents_stale(self):
        plugins, out = self.folder / "plugins", str(self.folder)
        shutil.copytree(HOUSE / "plugins" / "vitals", plugins / "vitals")
        self.assertEqual(0, run("docs", str(plugins), "--out", out, codes=(0,)).code)
        self.assertEqual(0, run("docs", str(plugins), "--out", out, "--check", codes=(0,)).code)
        with (plugins / "vitals" / "hp.lua").open("a", encoding="utf-8") as file:
            file.write('tool "rest" { summary = { en = "Rest.", zh = "休息。" }, guidance = { en = "Call it.", zh = "调用。" },\n'
                       "  args = {}, rejects = {}, settles = {}, run = function() end }\n")
        stale = run("docs", str(plugins), "--out", out, "--check", codes=(1,))
        self.assertEqual(4, stale.err.count("out of date"))

    def test_what_cannot_be_documented_is_said(self):
        self.assertIn("no ruleset and no plugin", run("docs", str(self.folder), codes=(2,)).err)
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "plugin.yaml").write_text("plugin: broken\n", encoding="utf-8")
        self.assertIn("plugin.yaml:1:1", run("docs", str(broken), codes=(2,)).err)


if __name__ == "__main__":
    program.main()
