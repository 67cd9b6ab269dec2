#!/usr/bin/env python3
"""Plugins from strangers, each of which tries to break a promise of SECURITY.md, against the real program.

Every row of attempts/*.lua is loaded beside a well-behaved neighbour. Asked for: an end, an exit status that is no crash, an error that
names plugin, handler, file and line, a state in which nothing is left of the attempt, the neighbour right in the same text and in
the next one, and the same bytes when it is all done again.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/sandbox/attempts_test.py [-v] [name]; ONLY=H-001,E-002 picks rows.
"""

import concurrent.futures
import copy
import json
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))

import attempts  # noqa: E402
import program  # noqa: E402

NOW = ("--now", "2025-09-20T08:00:00Z")
ONLY = set(filter(None, os.environ.get("ONLY", "").split(",")))
# What no message may be longer than, whatever a plugin says in it.
MOST_MESSAGE = 8192


class Broken(AssertionError):
    """A promise that did not hold."""


def same(found, wanted, what):
    if found != wanted:
        raise Broken(f"{what}: {json.dumps(found, ensure_ascii=False)[:700]}\n  instead of {json.dumps(wanted, ensure_ascii=False)[:700]}")


def has(text, part, what):
    if part not in text:
        raise Broken(f"{what}: no {part!r} in {text[:700]!r}")


def apply(folder, *args):
    return program.run("apply", "--json", *NOW, "--ruleset", str(folder), *args)


class Trial:
    """One attempt, alone with its neighbour."""

    def __init__(self, attempt, folder):
        self.attempt, self.folder = attempt, folder
        attempts.build(folder, [attempt])

    def run(self):
        if self.attempt.expect == "problem":
            return self.does_not_load()
        if self.attempt.kind == "milestone":
            return self.in_campaign()
        if self.attempt.kind == "up":
            return self.in_swap()
        first = self.text("first.txt", (1, 20), (2, 21))
        second = self.text("second.txt", (3, 22))
        document = self.folder / "document.json"
        before = apply(self.folder, "--out", str(document), first)
        again = apply(self.folder, first)
        if self.attempt.expect == "given_up":
            return self.given_up(before)
        # Chance and the clock are inputs: another process gives the same bytes.
        same(again.out, before.out, "another process")
        same(before.code, 0, f"exit status, {before.err[:700]}")
        after = apply(self.folder, "--document", str(document), second)
        same(after.code, 0, f"exit status of the next text, {after.err[:700]}")
        if self.attempt.expect == "automation.loop":
            return self.taken_back(before.json)
        self.judge(before.json, (1, 2), ((20, 1), (21, 2)))
        self.judge(after.json, (3,), ((22, 3),))
        return None

    def text(self, name, *rounds):
        parts = ["The tale goes on.\n"]
        for number, v in rounds:
            parts += [self.attempt.trigger(number), attempts.tool_call("good", v=v)]
        path = self.folder / name
        path.write_text("".join(parts), encoding="utf-8")
        return str(path)

    def in_campaign(self):
        """Milestones are asked where turns follow one another."""
        store = ("--store", str(self.folder / "store.db"), "--json", *NOW)
        program.run("campaign", "new", "c", *store, "--ruleset", str(self.folder), "--seed", "0")
        for name, rounds, goods in (("t-1", ((1, 20), (2, 21)), ((20, 1), (21, 2))), ("t-2", ((3, 22),), ((22, 3),))):
            verdict = program.run("campaign", "turn", "c", *store, "--turn", name, self.text(name, *rounds))
            same(verdict.code, 0, f"exit status, {verdict.err[:700]}")
            found = verdict.json
            found["state"] = json.loads(program.run("campaign", "show", "c", "state", *store).out)["data"]
            self.judge(found, tuple(number for number, _ in rounds), goods)
        same(program.run("campaign", "rebuild", "c", *store, codes=(0, 1)).code, 0, "judged anew")

    def in_swap(self):
        """A migration that fails leaves the campaign with its old rules, its old state, and its next turn right."""
        old = self.folder / "old"
        old.mkdir()
        attempts.build(old, [self.attempt])
        (old / "plugins" / self.attempt.plugin / "init.lua").write_text("", encoding="utf-8")
        manifest = old / "plugins" / self.attempt.plugin / "plugin.yaml"
        manifest.write_text(manifest.read_text(encoding="utf-8").replace("1.0.0", "0.9.0"), encoding="utf-8")
        store = ("--store", str(self.folder / "store.db"), "--json", *NOW)
        program.run("campaign", "new", "c", *store, "--ruleset", str(old))
        program.run("campaign", "turn", "c", *store, self.text("first.txt", (1, 20)))
        before = program.run("campaign", "show", "c", "state", *store).out
        swap = program.run("campaign", "swap", "c", *store, "--ruleset", str(self.folder), "--apply", codes=(1, 2))
        has(swap.out, f"{self.attempt.plugin}/", "who")
        has(swap.out, self.attempt.at, "the place")
        has(swap.out, self.attempt.expect, "the code")
        same(program.run("campaign", "show", "c", "state", *store).out, before, "the state")
        after = program.run("campaign", "turn", "c", *store, self.text("second.txt", (2, 21))).json
        same(after["commands"][0].get("result"), attempts.good_result(21, 2), "the neighbour")
        same(program.run("campaign", "verify", "c", *store, codes=(0, 1)).code, 0, "the chain")

    def does_not_load(self):
        """The problem has its place; a game that does not load changes no document."""
        answer = program.run("check", "--json", str(self.folder), codes=(1,))
        problem = answer.json["problems"][0]
        has(problem["file"], f"plugins/{self.attempt.plugin}/init.lua", "the problem's file")
        if self.attempt.line:
            same(problem["line"], self.attempt.line, "the problem's line")
        has(problem["what"], self.attempt.says, "what is wrong")
        if len(problem["what"]) > MOST_MESSAGE:
            raise Broken(f"what is wrong has {len(problem['what'])} characters")
        same(program.run("check", "--json", str(self.folder), codes=(1,)).out, answer.out, "another process")
        document = self.folder / "document.json"
        document.write_text("untouched", encoding="utf-8")
        same(apply(self.folder, "--out", str(document), self.text("first.txt", (1, 20))).code, 2, "exit status of apply")
        same(document.read_text(encoding="utf-8"), "untouched", "the document")

    def given_up(self, answer):
        """What the clock ends decides nothing: the turn is given up, by the name of the limit."""
        same(answer.code, 0, f"exit status, {answer.err[:700]}")
        for line in answer.json["commands"]:
            same((line["status"], line["code"]), ("rejected", "plugin.deadline"), "the line")
            has(line["message"], "max_turn_milliseconds", "the line")
            has(line["message"], f"{self.attempt.plugin}/", "the line")
        same(answer.json["state"], attempts.STATE, "the state")

    def taken_back(self, verdict):
        """What never comes to rest takes the whole text with it, and says who it was."""
        for line in verdict["commands"]:
            same((line["status"], line["code"]), ("rejected", "automation.loop"), "the line")
        has(json.dumps(verdict["commands"]), self.attempt.plugin, "the lines")
        same(verdict["state"], attempts.STATE, "the state")

    def judge(self, verdict, numbers, goods):
        own = [line for line in verdict["commands"] if line["path"][0] != "good"]
        good = [line for line in verdict["commands"] if line["path"][0] == "good"]
        for line, (v, calls) in zip(good, goods, strict=True):
            same(line.get("result"), attempts.good_result(v, calls), "the neighbour")
        for number, line in zip(numbers, own, strict=bool(self.attempt.trigger(1))):
            self.line(number, line)
        for said in [*(line.get("message", "") for line in verdict["commands"]), *(warning["message"] for warning in verdict["warnings"])]:
            if len(said) > MOST_MESSAGE:
                raise Broken(f"a message of {len(said)} characters")
        self.warnings(verdict["warnings"])
        self.state(verdict["state"], numbers[-1], goods[-1][0])

    def line(self, number, line):
        attempt = self.attempt
        if attempt.kind in attempts.WARNS or attempt.expect in ("harmless", "varies"):
            same(line["status"] in ("applied", "amended"), True, f"the line {line.get('code')} {line.get('message', '')[:300]}")
            if attempt.result is not None:
                same(line.get("result"), attempt.result, "the result")
            wanted = attempt.results[number - 1] if attempt.results else None
            if wanted is not None:
                same(line.get("result"), wanted, f"the result of call {number}")
            return
        same((line["status"], line.get("code")), ("rejected", attempt.expect), f"the line, {line.get('message', '')[:300]}")
        self.blames(line["message"], line.get("at"), line.get("rule"))

    def blames(self, message, at, who):
        """An error names the plugin, the handler, the file and the line."""
        attempt = self.attempt
        has(message, attempt.says, "what is said")
        if attempt.place != "any":
            same(at, attempt.at, "the place")
        has(message if attempt.expect.startswith("plugin") else f"{message} {who}", f"{attempt.plugin}/", "who")

    def warnings(self, found):
        if self.attempt.kind not in attempts.WARNS or self.attempt.expect in ("harmless", "varies"):
            codes = {warning["code"] for warning in found if warning["code"].endswith("failed")}
            same(sorted(codes), [self.attempt.warns] if self.attempt.warns else [], "warnings")
            return
        code = attempts.WARNS[self.attempt.kind]
        failed = [warning for warning in found if warning["code"] == code]
        if not failed:
            raise Broken(f"nothing was said of the failure: {found}")
        for warning in failed:
            self.blames(warning["message"], warning.get("at"), None)

    def state(self, found, number, v):
        wanted = copy.deepcopy(attempts.STATE)
        wanted["good"] = {"v": v, "twice": v * 2}
        kind = self.attempt.kind
        if kind == "automation" or kind in ("rule", "amend", "budget") and self.attempt.expect == "harmless":
            wanted["in"][kind] = number
        for key, value in self.attempt.patch.items():
            wanted[key] = value
        if self.attempt.any_state:
            found = {key: found.get(key) for key in ("good", "secret")}
            wanted = {key: wanted[key] for key in ("good", "secret")}
        same(found, wanted, "the state")


def trial(attempt):
    with tempfile.TemporaryDirectory() as folder:
        try:
            Trial(attempt, pathlib.Path(folder)).run()
        except (AssertionError, KeyError, ValueError, OSError) as error:
            return f"{attempt.name} {attempt.title}: {type(error).__name__}: {error}"
    return None


def folder_trial(row):
    """What a folder holds is judged before any of it runs, with its place; what is fine, loads and leaves the neighbour right."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        attempts.build_folder(folder, row)
        try:
            answer = program.run("check", "--json", str(folder), codes=(0, 1))
            same(program.run("check", "--json", str(folder), codes=(0, 1)).out, answer.out, "another process")
            problems = answer.json["problems"]
            same(answer.code, 1 if row["expect"] == "problem" else 0, f"exit status, {problems[:2]}")
            first = next((problem for problem in problems if problem["severity"] == "error"), {})
            for problem in problems:
                if not problem["what"] or len(problem["what"]) > MOST_MESSAGE:
                    raise Broken(f"what is wrong: {problem['what'][:300]!r}")
            if "file" in row:
                has(first["file"], f"plugins/f/{row['file']}", "the file")
            if "line" in row:
                same(first["line"], row["line"], "the line")
            good = apply(folder, "--text", attempts.tool_call("good", v=20))
            same(good.code, 2 if row["expect"] == "problem" else 0, "exit status of apply")
            if row["expect"] != "problem":
                same(good.json["commands"][0]["result"], attempts.good_result(20, 1), "the neighbour")
        except (AssertionError, KeyError, ValueError, OSError) as error:
            return f"{row['id']} {row['title']}: {type(error).__name__}: {error}"
    return None


def crowd_trial(crowd):
    """Many attempts in one Lua state, one after the other, twice: each is answered as it is alone, and none leaves anything to the next."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        attempts.build(folder, crowd)
        parts, goods = [], []
        for number in (1, 2):
            for attempt in crowd:
                goods.append((20 + len(goods) % 60, len(goods) + 1))
                parts += [attempt.trigger(number), attempts.tool_call("good", v=goods[-1][0])]
        (folder / "all.txt").write_text("".join(parts), encoding="utf-8")
        lone, broken = Trial.__new__(Trial), []
        try:
            answer = apply(folder, str(folder / "all.txt"))
            same(answer.code, 0, f"exit status, {answer.err[:700]}")
            lines = answer.json["commands"]
            same(len(lines), 4 * len(crowd), "the number of lines")
        except AssertionError as error:
            return [f"the crowd of {crowd[0].name}: {error}"]
        for at, line in enumerate(lines):
            attempt, number = crowd[at // 2 % len(crowd)], 1 + at // (2 * len(crowd))
            try:
                if at % 2:
                    same(line.get("result"), attempts.good_result(*goods[at // 2]), "the neighbour behind it")
                else:
                    lone.attempt = attempt
                    lone.line(number, line)
            except (AssertionError, KeyError) as error:
                broken.append(f"{attempt.name} {attempt.title}, in a crowd, {number}: {error}")
        return broken


def chosen(*names):
    return [attempt for name in names for attempt in attempts.read(name) if not ONLY or attempt.name in ONLY]


class Attempts(unittest.TestCase):
    def holds(self, *names):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            broken = [text for text in pool.map(trial, chosen(*names)) if text]
        if broken:
            self.fail(f"{len(broken)} promises broken\n" + "\n".join(broken))

    def test_what_hangs(self):
        self.holds("hang")

    def test_what_allocates(self):
        self.holds("allocate")

    def test_what_escapes(self):
        self.holds("escape")

    def test_what_keeps(self):
        self.holds("persist")

    def test_what_lies(self):
        self.holds("lie")

    def test_what_writes(self):
        self.holds("write")

    def test_what_is_not_the_same_every_time(self):
        self.holds("nondeterminism")

    def test_every_kind_of_handler(self):
        self.holds("kinds")

    def test_what_migrates(self):
        self.holds("migrate")

    def test_what_registers(self):
        self.holds("register")

    def test_what_a_folder_holds(self):
        rows = [row for row in attempts.folders() if not ONLY or row["id"] in ONLY]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            broken = [text for text in pool.map(folder_trial, rows) if text]
        if broken:
            self.fail(f"{len(broken)} promises broken\n" + "\n".join(broken))

    def test_a_state_that_all_others_have_dirtied_answers_as_a_fresh_one(self):
        alone = [attempt for attempt in chosen("hang", "allocate", "escape", "persist", "lie", "write", "nondeterminism")
                 if attempt.expect not in ("problem", "given_up", "varies") and not attempt.limits and not attempt.patch and not attempt.any_state
                 and (attempt.results is None or len(attempt.results) > 1)]
        # Few enough that a turn of theirs ends long before the clock ends it, on any machine and under sanitizers.
        crowds = [alone[at:at + 5] for at in range(0, len(alone), 5)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            broken = [text for texts in pool.map(crowd_trial, crowds) for text in texts]
        if broken:
            self.fail(f"{len(broken)} promises broken\n" + "\n".join(broken))

    def test_every_row_has_a_name_of_its_own(self):
        names = [attempt.name for file in sorted(attempts.ROWS.glob("*.lua")) for attempt in attempts.read(file.stem)]
        names += [row["id"] for row in attempts.folders()]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreaterEqual(len(names), 200)


if __name__ == "__main__":
    program.main()
