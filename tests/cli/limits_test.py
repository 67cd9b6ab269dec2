"""Every limit that a ruleset may set, at its least and at odd values, against every ruleset that ships: an answer, or an error that says
what is wrong; never an abort, a crash or a hang. The limits are read from their table, so that a new one is tried, too."""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
RULESETS = sorted(file.parent.name for file in (HOUSE / "rulesets").glob("*/ruleset.yaml"))
NOW = ("--now", "2025-09-20T08:00:00Z")
REPLY = 'She nods.\n<UpdateVariable>\n_.set("a.b.c", 1);//why\n_.add("hp", -5);\n</UpdateVariable>\n'


def limits():
    """name, least, most"""
    text = (HOUSE / "host/engine/base/limit_table.cpp").read_text()
    for name, least, most in re.findall(r'LimitRow\{"(\w+)", &Limits::\w+, ([^,]+), (.+)\},$', text, re.M):
        number = lambda word: eval(re.sub(r"std::size_t\{(\d+)\}", r"\1", word).replace("U", "").replace("'", "_"))  # noqa: E731
        yield name, number(least), number(most)


class Limits(program.Base):
    def answer(self, what, *args, stdin=b""):
        done = run(*args, stdin=stdin, codes=(0, 1, 2))
        if done.code == 2 and "--json" in args:
            error = json.loads(done.out)["error"]
            self.assertTrue(error["code"] and error["message"], what)
        elif done.code != 0:
            self.assertTrue(done.err.strip() or done.out.strip(), what)
        return done

    def play(self, name, value, ruleset):
        what = f"{name}={value} of {ruleset}"
        folder = self.folder / f"{ruleset}-{name}-{value}"
        shutil.copytree(HOUSE / "rulesets" / ruleset, folder, ignore=shutil.ignore_patterns("scenarios", "*.md"))
        file = folder / "ruleset.yaml"
        file.write_text(file.read_text() + f"\nlimits:\n  {name}: {value}\n")
        plugins = ("--plugins", str(HOUSE / "plugins"))
        store = ("--store", str(folder / "games.db"))
        if self.answer(what, "check", str(folder), *plugins).code == 0:
            self.answer(what, "apply", "--ruleset", str(folder), *plugins, "--json", "-", stdin=REPLY.encode())
            begun = self.answer(what, "campaign", "new", "c", "--ruleset", str(folder), *plugins, "--json", *NOW, *store)
            if begun.code == 0:
                self.answer(what, "campaign", "turn", "c", "--text", REPLY, "--user", "on", "--json", *NOW, *store)
                self.answer(what, "prompt", "--campaign", "c", "--user", "on", "--json", *store)
                self.assertEqual(self.answer(what, "campaign", "verify", "c", *store).code, 0, what)
        else:
            self.answer(what, "apply", "--ruleset", str(folder), *plugins, "--json", "-", stdin=REPLY.encode())
        shutil.rmtree(folder)

    def test_every_limit_at_its_least_and_at_odd_values(self):
        table = list(limits())
        self.assertGreater(len(table), 35)
        cases = [(name, value, ruleset) for name, least, most in table
                 for value in sorted({max(least, 1), min(2 * least + 1, most)}) for ruleset in RULESETS]
        only = os.environ.get("GAVEL_LIMITS", "")
        failed = []

        def one(case):
            try:
                self.play(*case)
            except (AssertionError, ValueError, KeyError) as error:
                failed.append(f"{case}: {error!s:.600}")

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, [case for case in cases if only in case[0]]))
        self.assertFalse(failed, f"{len(failed)} of {len(cases)} failed\n" + "\n".join(failed))

    def small(self, **limits):
        folder = self.folder / "small"
        folder.mkdir(exist_ok=True)
        told = ", ".join(f"{name}: {value}" for name, value in limits.items())
        (folder / "ruleset.yaml").write_text(f"ruleset: small\nversion: 1.0.0\nlimits: {{{told}}}\n", encoding="utf-8")
        return str(folder)

    def test_attack_number_chars_every_reader_of_numbers_keeps_the_limit(self):
        game = self.small(max_number_chars=3)
        long, short = ("1234", "-123", "+1234", "1.25", "1e10", "111111111111111111", "1234+1"), ("123", "-12", "1.5")
        forms = {"mvu": "_.set('n',{});", "tavern": '{{"tavern_commands":[{{"action":"set","key":"n","value":{}}}]}}', "patch": '<JSONPatch>[{{"op":"add","path":"/n","value":{}}}]</JSONPatch>',
                 "ir": '[{{"verb":"set","path":"n","value":{}}}]', "filament": "<variable_update><path>n</path><value>{}</value></variable_update>"}
        tried = 0
        for dialect, form in forms.items():
            for number in (*long, *short):
                answer = run("apply", "--ruleset", game, "--json", "--dialect", dialect, "--text", form.format(number), codes=(0, 2))
                if answer.code != 0:
                    continue
                state = answer.json["state"]
                if number in long:
                    self.assertNotIsInstance(state.get("n"), (int, float), (dialect, number))
                    if dialect in ("mvu", "ir", "patch", "tavern") and number != "1234+1":  # a sum is text unless sums are asked for
                        self.assertNotIn("n", state, (dialect, number))
                tried += number in short and isinstance(state.get("n"), (int, float))
        self.assertGreaterEqual(tried, 9)
        told = run("apply", "--ruleset", game, "--json", "--text", "_.set('n',111111111111111111);", codes=(0,)).json["commands"][0]
        self.assertEqual("limit.size", told["code"])
        self.assertIn("max_number_chars", told["message"])
        for name, text in (("state.json", '{"n": 1234}'), ("state.yaml", "n: 1234\n")):
            answer = run("apply", "--ruleset", game, "--state", self.file(name, text), "--text", "x", codes=(0, 2))
            self.assertEqual(2, answer.code, name)
            self.assertIn("max_number_chars", answer.err)

    def test_attack_limit_unnamed_a_message_about_a_limit_names_it(self):
        deep = "[" * 9 + "]" * 9
        for limit, value, text, name in (("max_input_bytes", 5, "a long text", None), ("max_text_bytes", 5, "a long text", None), ("max_depth", 4, f"_.set('a', {deep});", None),
                                         ("max_depth", 4, '{"tavern_commands": [' + deep + "]}", None), ("max_commands", 1, "_.set('a',1);_.set('b',1);", None),
                                         ("max_state_bytes", 5, "x", "state.json"), ("max_path_segments", 4, "_.set('a.b.c.d.e.f',1);", None),
                                         ("max_string_bytes", 3, "_.set('a','abcdefgh');", None), ("max_key_bytes", 3, "_.set('a',{abcdefgh: 1});", None)):
            game = self.small(**{limit: value})
            state = ("--state", self.file(name, '{"a": 1234567}')) if name else ()
            answer = run("apply", "--ruleset", game, "--json", *state, "-", stdin=text.encode(), codes=(0, 2))
            told = answer.out + answer.err
            if "limit." in told:
                self.assertIn(limit, told, (limit, text))
            if limit in ("max_input_bytes", "max_state_bytes", "max_text_bytes"):
                self.assertIn(limit, told)


if __name__ == "__main__":
    program.main()
