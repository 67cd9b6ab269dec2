#!/usr/bin/env python3
"""Typical mistakes of authors and what Gavel says to each, word for word. [B-14]

`mistakes.py` has the mistakes; what is said stands in plugins/MISTAKES.md, which is written from the real program
and read by people. A message that changes turns this red; look at it, and write the document anew:

    GAVEL=build/dev/gavel python3 tests/cli/mistakes_test.py --write
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import mistakes
import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
DOCUMENT = HOUSE / "plugins" / "MISTAKES.md"
PLACE = re.compile(r"^(game|plugins)/\S+:\d+(:\d+)?: (error|warning): ")
AT = re.compile(r"^(plugins/\S+:\d+: [a-z]+\.[a-z]+: |lib/\S+:\d+: [a-z]+\.[a-z]+: .*; called at plugins/\S+:\d+$)")
FIX = re.compile(r"^fix: \S.{8,}")


def gavel(folder, *args):
    done = subprocess.run([program.GAVEL, *args], cwd=folder, capture_output=True, text=True, timeout=120, env=program.environment(), check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{args}: {done.returncode} {done.stderr}")
    return done


def make_game(folder, file=None, right="", wrong=""):
    for name, text in mistakes.GAME.items():
        path = folder / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == file:
            if text.count(right) < 1:
                raise AssertionError(f"{name} does not hold {right!r}")
            text = text.replace(right, wrong, 1)
        path.write_text(text, encoding="utf-8")


def said_by_check(folder):
    """Each problem with its fix, without the source around it."""
    said = []
    for line in gavel(folder, "check", "game").stdout.splitlines()[:-1]:
        if PLACE.match(line):
            said.append([line])
        elif line.startswith("  fix: ") and said:
            said[-1].append(line.strip())
    return said


def said_by_turn(folder, text):
    verdict = json.loads(gavel(folder, "apply", "--ruleset", "game", "--now", "2025-09-20T08:00:00Z", "--json", "--text", text).stdout)
    said = []
    for one in [*verdict["commands"], *verdict["warnings"], verdict.get("error", {})]:
        message = one.get("message", "")
        if not message:
            continue
        place = one.get("at", "")
        said.append([(place + ": " if place else "") + one.get("code", "") + ": " + message, *(["fix: " + one["hint"]] if one.get("hint") else [])])
    return said


def said_to(mistake):
    title, file, right, wrong, how = mistake
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        make_game(folder, file, right, wrong)
        return said_by_turn(folder, how[1]) if how and how[0] == "turn" else said_by_check(folder)


def cell(text):
    # What ships lies elsewhere on every machine.
    return "``" + text.replace(f"{HOUSE}/", "").replace("\n", " ⏎ ").replace("|", "\\|").replace("\t", "→").strip() + "``"


def document():
    lines = [
        "# Typical mistakes, and what Gavel says to them",
        "",
        "Written by `tests/cli/mistakes_test.py --write` from the real program, and held against it by every test run. The",
        "game that each mistake is made in, and the mistakes: `tests/cli/mistakes.py`. Every message names the file, the line and the",
        "way out; `gavel check --fix` makes those changes that are certain.",
        "",
        "| mistake | right | wrong | what is said |",
        "|---|---|---|---|",
    ]
    for mistake in mistakes.MISTAKES:
        title, _, right, wrong, how = mistake
        by = "a turn" if how else "check"
        said = "<br>".join("<br>".join(cell(line) for line in one) for one in said_to(mistake))
        lines.append(f"| {title} ({by}) | {cell(right)} | {cell(wrong) if wrong else '(left out)'} | {said} |")
    return "\n".join(lines) + "\n"


class Mistakes(unittest.TestCase):
    def test_the_game_without_mistakes_is_right(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            make_game(folder)
            self.assertEqual(said_by_check(folder), [])
            self.assertEqual([said_by_turn(folder, text) for text in (mistakes.FILL, mistakes.DAY)], [[], []])

    def test_there_are_thirty_and_more_and_each_is_told_with_its_line_and_its_mending_B_14(self):
        """[B-14]"""
        self.assertGreaterEqual(len(mistakes.MISTAKES), 30)
        for mistake in mistakes.MISTAKES:
            with self.subTest(mistake[0]):
                said = said_to(mistake)
                self.assertTrue(said, "nothing was said")
                for one in said:
                    self.assertRegex(one[0], AT if mistake[4] else PLACE)
                    self.assertEqual(len(one), 2, f"without a fix: {one}")
                    self.assertRegex(one[1], FIX)

    def test_what_is_said_is_what_the_document_says(self):
        self.assertEqual(DOCUMENT.read_text(encoding="utf-8"), document(), "run mistakes_test.py --write, and look at what has changed")


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        DOCUMENT.write_text(document(), encoding="utf-8")
    else:
        program.main()
