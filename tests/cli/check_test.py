#!/usr/bin/env python3
"""What `gavel check` finds, silences, mends and how it says it, from outside. [B-14]

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/check_test.py [-v] [name]
"""

import json
import os
import pathlib
import re
import subprocess
import unittest

import mistakes
import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent


def check(*args):
    return program.run("check", *args, codes=(0, 1, 2))


class Checking(program.Base):
    def game(self, **changes):
        """The small game of mistakes.py, with texts exchanged: lua=("right", "wrong")."""
        files = {"lua": mistakes.LUA, "yaml": mistakes.YAML, "rules": mistakes.RULES}
        wrong = {files[name]: change for name, change in changes.items()}
        game = self.folder / "game"
        for name, text in mistakes.GAME.items():
            path = game / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if name in wrong:
                self.assertIn(wrong[name][0], text)
                text = text.replace(*wrong[name])
            path.write_text(text, encoding="utf-8")
        return game

    def test_everything_that_ships_is_without_findings_B_14(self):
        """[B-14]"""
        places = [*sorted((HOUSE / "rulesets").iterdir()), *sorted((HOUSE / "plugins").iterdir()), HOUSE / "scripts/lib"]
        for place in places:
            if not place.is_dir() or not any(place.glob("*.yaml")) and place.name != "lib":
                continue
            with self.subTest(place.name):
                answer = check(str(place), "--json")
                self.assertEqual([f"{one['file']}:{one['line']}: {one['what']}" for one in answer.json["problems"]], [])

    def test_every_form_says_the_same(self):
        game = self.game(lua=("math.max(0", "math.maxx(0"))
        lua = str(game / mistakes.LUA)
        people = check(str(game))
        self.assertEqual(people.code, 1)
        self.assertIn(f"{lua}:39:23: error: there is no math.maxx [unknown_member]\n  fix: did you mean max?", people.out)
        problem = check(str(game), "--json").json["problems"][0]
        self.assertEqual([problem[key] for key in ("severity", "code", "file", "line", "column", "fixable")], ["error", "check.unknown_member", lua, 39, 23, True])
        gcc = check(str(game), "--format", "gcc").out.splitlines()
        self.assertEqual(gcc, [f"{lua}:39:23: error: there is no math.maxx [check.unknown_member]", f"{lua}:39:23: note: fix: did you mean max?"])
        github = check(str(game), "--format", "github").out
        self.assertEqual(github, f"::error file={lua},line=39,col=23,title=check.unknown_member::there is no math.maxx%0Afix: did you mean max?\n")

    def test_what_is_wrong_in_the_ruleset_hides_nothing_of_the_plugins_B_14(self):
        """[B-14]"""
        game = self.game(
            rules=("holds: 10", "holdz: 10"),
            yaml=("min: 1,", "min: 1, default: 10,"),
            lua=('automation "night"', 'local spare = 1\nrul "dusk" {}\nautomation "night"'),
        )
        told = [(pathlib.Path(one["file"]).name, one["line"], one["what"]) for one in check(str(game), "--json").json["problems"]]
        self.assertIn(("lamp.lua", 37, "lamp: there is no global 'rul'; did you mean 'rule'?"), told)
        self.assertIn(("lamp.lua", 36, "the local 'spare' is never read"), told)
        self.assertEqual([name for name, _, what in told if "holdz" in what], ["ruleset.yaml"])
        self.assertEqual(len(told), 3, told)
        # Without a parameter that it needs, a plugin says only what does not follow from that.
        self.game(rules=("holds: 10", 'holds: "ten"'), lua=("return deny({", "retrun deny({"))
        answer = [(pathlib.Path(one["file"]).name, one["what"]) for one in check(str(game), "--json").json["problems"]]
        self.assertEqual({name for name, _ in answer}, {"ruleset.yaml", "lamp.lua"}, answer)

    def test_names_that_nobody_reads_are_told_with_the_right_ones_B_14(self):
        """[B-14]"""
        game = self.game()
        (game / "scenario").mkdir()
        (game / "plugins/lamp/test_oil.lua").write_text("return {}\n", encoding="utf-8")
        answer = check(str(game), "--json")
        told = {(one["file"], one["severity"], one["fix"]) for one in answer.json["problems"]}
        self.assertEqual(told, {(str(game / "scenario"), "warning", "rename it to scenarios"), (str(game / "plugins/lamp/test_oil.lua"), "warning", "rename it to oil_test.lua")})
        self.assertIn("rename it to scenarios", program.run("test", str(game), codes=(2,)).err)
        os.replace(game / "plugins/lamp/plugin.yaml", game / "plugins/lamp/plugin.yml")
        self.assertIn("fix: rename plugin.yml to plugin.yaml\n", check(str(game)).out)
        os.replace(game / "ruleset.yaml", game / "ruleset.yml")
        problems = [(one["file"], one["fix"]) for one in check(str(game), "--json").json["problems"] if one["severity"] == "error"]
        self.assertEqual(problems, [(str(game / "ruleset.yml"), "rename it to ruleset.yaml")])
        self.assertIn("rename ruleset.yml to ruleset.yaml", program.run("run", str(game), codes=(2,)).err)

    def test_what_fails_only_in_the_game_or_means_nothing_is_told_at_its_place(self):
        for change, line, what in (
            (('return deny({ en = "it holds " .. params.holds, zh = "最多 " .. params.holds })', "return deny({})"), 20, "deny is given no text to say"),
            (('ctx.set("lamp.oil", left)', 'for x in ctx.keys("lamp") do ctx.log(x, left) end'), 40, "ctx.keys answers with a value, and `for … in` calls it"),
        ):
            problem = check(str(self.game(lua=change)), "--json").json["problems"][0]
            self.assertEqual((problem["code"], problem["line"], problem["what"]), ("check.wrong_answer", line, what))
        self.game(lua=('ctx.set("lamp.oil", left)', 'for _, x in ipairs(ctx.keys("lamp")) do ctx.log(x, left) end'))
        self.assertNotIn("[wrong_answer]", check(str(self.folder / "game")).out)
        optional = check(str(self.game(lua=("max = 100 }", 'max = 100, optional = "yes" }')))).out
        self.assertIn('`oil`: optional is true or false, not "yes"', optional)

    def test_a_requirement_of_a_plugin_that_there_is_not_names_the_nearest(self):
        for written in ("calender", "{id: calender, version: ^1.2}"):
            game = self.game(yaml=("files:", f"requires: [{written}]\nfiles:"))
            problem = check(str(game), "--json").json["problems"][0]
            self.assertEqual((problem["line"], problem["fix"]), (5, 'did you mean "calendar"?'), problem)

    def test_what_was_found_and_expected_belongs_to_the_sentence_and_a_warning_is_called_one(self):
        game = self.game(rules=("holds: 10", 'holds: "ten"'))
        gcc = check(str(game), "--format", "gcc").out
        self.assertRegex(gcc, rf"(?m)^{re.escape(str(game / mistakes.RULES))}:5:[0-9]+: error: .*; found .*ten.*; expected integer.* \[[a-z.]+\]$")
        file = self.file("a.lua", "local a = 1\nreturn mth.max(1)\n")
        self.assertTrue(check(file).out.endswith("1 file, 1 error, 1 warning; --fix fixes 1\n"))
        answer = check(file, "--json").json
        self.assertEqual((answer["errors"], answer["warnings"]), (1, 1))
        self.assertEqual([line.split(": ")[1] for line in check(file, "--format", "gcc").out.splitlines()], ["warning", "note", "error", "note"])
        odd = self.folder / "a,b:c"
        odd.mkdir()
        (odd / "a.lua").write_text("local a = 1\n", encoding="utf-8")
        github = check(str(odd), "--format", "github").out
        self.assertTrue(github.startswith(f"::warning file={str(odd).replace(',', '%2C').replace(':', '%3A')}/a.lua,line=1,col=7,"), github)

    def test_stubs_and_tests_in_a_folder_of_lua_are_no_modules(self):
        folder = self.folder / "lib"
        folder.mkdir()
        (folder / "stub.lua").write_text("---@meta\nnobody = 1\n", encoding="utf-8")
        (folder / "a_test.lua").write_text('test("a", function() end)\nlocal spare = 1\n', encoding="utf-8")
        (folder / "a.lua").write_text("return {}\n", encoding="utf-8")
        self.assertEqual(check(str(folder)).out, "1 file, 0 errors, 0 warnings\n")

    def test_a_misspelt_word_of_lua_is_a_syntax_error_told_once_and_mended(self):
        game = self.game(lua=("return deny({", "retrun deny({"))
        problems = check(str(game), "--json").json["problems"]
        self.assertEqual((problems[0]["code"], problems[0]["fix"]), ("plugin.invalid", "did you mean return?"))
        self.assertNotIn("check.unknown_global", [one["code"] for one in problems])
        self.assertEqual(check(str(game), "--fix").code, 0)
        self.assertEqual((game / mistakes.LUA).read_text(encoding="utf-8"), mistakes.GAME[mistakes.LUA])

    def test_what_is_allowed_where_it_stands_is_silent_and_unknown_names_are_told(self):
        spare = 'local spare = 1\nautomation "night"'
        game = self.game(lua=('automation "night"', spare))
        self.assertIn("[unused_local]", check(str(game)).out)
        self.game(lua=('automation "night"', "-- gavel: allow unused_local\n" + spare))
        self.assertEqual(check(str(game)).out.splitlines()[-1], "lamps: 1 plugin, 5 registrations, 0 errors, 0 warnings")
        self.game(lua=('automation "night"', 'local spare = 1 -- gavel: allow shadowed_local, unused_local\nautomation "night"'))
        self.assertNotIn("warning:", check(str(game)).out)
        self.game(lua=('automation "night"', "-- gavel: allow unused_locl\n" + spare))
        out = check(str(game)).out
        self.assertIn('lamp.lua:36:17: warning: there is no finding "unused_locl" to allow [unknown_allow]\n  fix: did you mean "unused_local"?', out)
        self.assertIn("[unused_local]", out)
        check(str(game), "--fix")
        self.assertNotIn("warning:", check(str(game)).out)
        self.game(lua=('automation "night"', 'local spare = "gavel: allow unused_local, "\nautomation "night"'))
        self.assertIn("[unused_local]", check(str(game)).out)  # only a comment allows
        self.game(rules=("title: {en: Lamps, zh: 灯}", "title: {en: Lamps}  # gavel: allow missing_language"))
        self.assertNotIn("warning:", check(str(game)).out)

    def test_many_unknown_globals_are_read_in_bounds(self):
        many = "".join(f"do local v{i} = nope{i} end\n" for i in range(24000))
        for text in (many, ("if a then " + "elseif a then " * 1000 + "end\n") * 70):
            out = check(self.file("many.lua", text), "--json").json["problems"]
            self.assertEqual(sum(one["code"] == "check.unknown_global" for one in out), 200)

    def test_what_is_certain_is_mended_and_told_and_the_rest_stays(self):
        game = self.game(lua=('ctx.get("day")', 'ctx:get("day")'), yaml=("type: integer", "type: int"), rules=("retry:", "retri:"))
        answer = check(str(game), "--fix")
        self.assertEqual(answer.code, 0, answer.out)
        self.assertIn(f'fixed {game / mistakes.LUA}:28:36: ":" is now "."', answer.out)
        self.assertIn(f'fixed {game / mistakes.YAML}:7:17: "int" is now "integer"', answer.out)
        self.assertIn(f'fixed {game / mistakes.RULES}:11:1: "retri" is now "retry"', answer.out)
        for name, text in mistakes.GAME.items():
            self.assertEqual((game / name).read_text(encoding="utf-8"), text)
        self.assertEqual(check(str(game), "--fix").out.count("fixed"), 0)
        self.game(lua=('ctx.get("day")', 'ctx:get("day")'))
        self.assertEqual(check(str(game), "--fix", "--json").json["fixed"], [f'{game / mistakes.LUA}:28:36: ":" is now "."'])

    def test_a_change_finds_its_place_behind_chinese_and_beside_another_and_lays_bare_the_next(self):
        game = self.game(lua=('ctx.log("a night passed: day", event.after, "oil", left)', 'ctx.log("夜", math.maxx(1, 2), math.minn(1, 2), event.after)'))
        self.assertEqual(check(str(game), "--fix").out.count("fixed"), 2)
        self.assertIn('ctx.log("夜", math.max(1, 2), math.min(1, 2), event.after)', (game / mistakes.LUA).read_text(encoding="utf-8"))
        game = self.game(lua=("math.max(0", "math.maxx(0"), yaml=("params:", "parms:"))
        answer = check(str(game), "--fix")
        self.assertEqual((answer.code, answer.out.count("fixed")), (0, 2), answer.out)

    def test_a_change_that_an_error_and_a_warning_of_its_line_ask_for_is_made_once(self):
        game = self.game(lua=('automation "night"', 'for day, oil in pairs({}) do local _ = oil end error("not today")\nautomation "night"'))
        self.assertEqual(check(str(game), "--fix").out.count('"day" is now "_"'), 1)
        self.assertIn("for _, oil in", (game / mistakes.LUA).read_text(encoding="utf-8"))

    def test_two_near_names_are_no_certainty(self):
        game = self.game(lua=('ctx.set("lamp.oil", left)', 'ctx.et("lamp.oil", left)'))
        before = (game / mistakes.LUA).read_bytes()
        check(str(game), "--fix")
        self.assertEqual((game / mistakes.LUA).read_bytes(), before)

    def test_only_the_folder_that_is_checked_is_changed(self):
        game = self.game(lua=('ctx.get("day")', 'ctx:get("day")'))
        shelf = self.folder / "shelf"
        shelf.mkdir()
        os.replace(game / "plugins/lamp", shelf / "lamp")
        before = (shelf / "lamp/lamp.lua").read_bytes()
        answer = check(str(game), "--plugins", str(shelf), "--fix")
        self.assertIn("[colon_call]", answer.out)
        self.assertEqual((shelf / "lamp/lamp.lua").read_bytes(), before)

    def test_what_cannot_be_written_is_left_whole_and_told(self):
        if os.geteuid() == 0:
            self.skipTest("root writes everywhere")
        game = self.game(lua=('ctx.get("day")', 'ctx:get("day")'))
        os.chmod(game / "plugins/lamp", 0o500)
        self.addCleanup(os.chmod, game / "plugins/lamp", 0o700)
        answer = check(str(game), "--fix")
        self.assertEqual(answer.code, 1)
        self.assertIn("not mended", answer.out)

    def test_one_file_of_lua_is_checked_as_an_editor_asks(self):
        file = self.file("a.lua", "local a = 1\nreturn ab\n")
        answer = check(file, "--format", "gcc")
        self.assertEqual(answer.out.splitlines()[0], f"{file}:1:7: warning: the local 'a' is never read [check.unused_local]")
        self.assertEqual(answer.code, 1)
        broken = check(self.file("b.lua", "rule ("), "--format", "gcc")
        self.assertRegex(broken.out, r"b\.lua:1:1: error: .* \[plugin\.invalid\]")

    def test_test_files_are_read_with_the_words_of_tests_B_14(self):
        """[B-14]"""
        game = self.game()
        clean = check(str(game)).out
        test = game / "plugins/lamp/lamp_test.lua"
        own = game / "tests/evening_test.lua"
        own.parent.mkdir()
        good = 'local words = require "words"\ntest(words.first, function(t)\n  t.state({ ["lamp.note"] = { en = "full" } })\n  expect.equal(t.get("lamp.oil"), words.oil)\nend)\n'
        (own.parent / "words.lua").write_text('return { first = "it burns", oil = 3 }\n', encoding="utf-8")
        own.write_text(good, encoding="utf-8")
        test.write_text(good.replace("words.first", '"it burns"').replace("words.oil", "3").split("\n", 1)[1], encoding="utf-8")
        self.assertEqual(check(str(game)).out, clean)
        own.write_text(good.replace("t.get(", "t:get(").replace("equal", "equl"), encoding="utf-8")
        test.write_text('local spare = 1 -- gavel: allow unused_local\ntest("it burns", function(t)\n  t.set("lamp.oil" 3)\nend)\n', encoding="utf-8")
        out = check(str(game)).out
        self.assertIn(f"{test}:3: error: ')' expected near '3'\n  fix: ", out)
        self.assertIn(f"{own}:4:10: error: there is no expect.equl [unknown_member]\n  fix: did you mean equal?", out)
        self.assertIn(f"{own}:4:16: error: the functions of t are called with a dot, not with a colon [colon_call]\n  fix: write t.get(…)", out)
        test.write_text('local spare = 1 -- gavel: allow unused_local\ntest("it burns", function(t)\n  t.sett("lamp.oil", 3)\nend)\n', encoding="utf-8")
        alone = check(str(test), "--json").json["problems"]
        self.assertEqual([(one["line"], one["column"], one["code"]) for one in alone], [(3, 5, "check.unknown_ctx")])
        self.assertIn(f'fixed {own}:4:16: ":" is now "."', check(str(game), "--fix").out)
        self.assertEqual(own.read_text(encoding="utf-8"), good)
        self.assertIn("t.set(", test.read_text(encoding="utf-8"))

    def test_a_link_in_the_place_of_a_test_is_not_followed(self):
        """[B-14] nothing of what lies outside is quoted, or changed."""
        game = self.game()
        outside = self.folder / "outside.txt"
        outside.write_text("root:x:0:0:secret\nloacl a = 1\n", encoding="utf-8")
        (game / "tests").mkdir()
        for link in (game / "plugins/lamp/leak_test.lua", game / "tests/leak_test.lua"):
            link.symlink_to(outside)
            for place in (game, link):
                for out in (check(str(place)).out, check(str(place), "--fix").out):
                    self.assertIn(f"{link}: error: ", out)
                    self.assertIn("is a link", out)
                    self.assertNotIn("secret", out)
                    self.assertNotIn("loacl", out)
            link.unlink()
        # Nor in a folder of modules; but a file that is named is meant.
        (self.folder / "words").mkdir()
        link = self.folder / "words/leak.lua"
        link.symlink_to(outside)
        (link.parent / "good.lua").write_text("return {}\n", encoding="utf-8")
        out = check(str(link.parent)).out
        self.assertIn(f"{link}: error: ", out)
        self.assertNotIn("secret", out)
        self.assertIn("secret", check(str(link)).out)
        self.assertIn("loacl", outside.read_text(encoding="utf-8"))

    def test_every_place_can_be_opened_from_where_one_stands_B_14(self):
        """[B-14] of a plugin alone, in its folder or beside it, and of a ruleset that has it from elsewhere."""
        game = self.game()
        lamp = self.folder / "shelf" / "lamp"
        lamp.parent.mkdir()
        os.replace(game / "plugins/lamp", lamp)
        needs = check(str(lamp), "--json").json["problems"][0]
        self.assertIn("needs the parameter `holds`", needs["what"])
        self.assertEqual(needs["file"], str(lamp / "plugin.yaml"))
        manifest, lua = (lamp / "plugin.yaml").read_text(encoding="utf-8"), (lamp / "lamp.lua").read_text(encoding="utf-8")
        (lamp.parent / "wick").mkdir()
        (lamp.parent / "wick/plugin.yaml").write_text("plugin: wick\nversion: 1.0.0\napi: 1\nsummary: {en: W, zh: 芯}\nfiles: [w.lua]\nrequires: [lamp]\n", encoding="utf-8")
        (lamp.parent / "wick/w.lua").write_text("", encoding="utf-8")
        for more, code, what in (
                ("requires: [nowhere]\n", "", "nowhere"),
                ('requires: {wick: ">=9.0.0"}\n', "", "wick"),
                ("requires: [wick]\n", "", "require each other"),
                ("", 'automation "night" { on = "turn_end", run = function() end }\n', "registered twice")):
            (lamp / "plugin.yaml").write_text(manifest.replace("min: 1,", "min: 1, default: 10,") + more, encoding="utf-8")
            (lamp / "lamp.lua").write_text(lua + code, encoding="utf-8")
            for stands, args in ((self.folder, ("shelf/lamp",)), (lamp, (".",)), (lamp.parent, ("lamp",)), (game, (".", "--plugins", "../shelf"))):
                done = subprocess.run([os.path.abspath(program.GAVEL), "check", *args, "--json"], cwd=stands, env=program.environment(),
                                      capture_output=True, check=False)
                # In the ruleset it stops at what the ruleset does not list.
                what = "does not list" if stands == game and more else what
                told = [one for one in json.loads(done.stdout)["problems"] if what in one["what"]]
                self.assertTrue(told, done.stdout)
                for one in told:
                    place = stands / one["file"]
                    self.assertTrue(place.is_file(), (one, str(stands)))
                    lines = place.read_text(encoding="utf-8").splitlines()
                    self.assertIn("night" if code else "requires", lines[one["line"] - 1])
                    for named in re.findall(r"first at (\S+):\d+", one["what"]):
                        self.assertTrue((stands / named).is_file(), one["what"])

    def test_the_findings_are_listed_with_what_they_mean(self):
        rows = check("--codes", "--json").json
        self.assertGreater(len(rows), 25)
        for row in rows:
            self.assertEqual(row["code"], "check." + row["allow"])
            self.assertTrue(row["meaning"] and row["fix"])
        self.assertIn("unused_local (warning)", check("--codes").out)

    def test_an_output_that_cannot_be_written_is_a_failure(self):
        self.assert_unwritable_output_is_a_failure("check", str(self.game()))


if __name__ == "__main__":
    program.main()
