#!/usr/bin/env python3
"""What gavel says about its own commands: help, its width, the version, colour, completions in the shells that are here."""

import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from program import GAVEL, Base, environment, main, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXTS = ROOT / "host" / "tools" / "cli" / "texts" / "help.yaml"


def commands():
    """Every command by its words, from the help itself."""
    waiting, found = [()], []
    while waiting:
        words = waiting.pop(0)
        found.append(words)
        listed = re.search(r"\nSubcommands:\n((?:  .*\n)+)", run(*words, "--help", COLUMNS="300").out)
        names = re.findall(r"^  (\S+)", listed.group(1), re.M) if listed else []
        waiting += [(*words, name) for name in names]
    return found


def described(words):
    """{option: what the help says of it}"""
    out = run(*words, "--help", COLUMNS="300").out.split("\nExamples:")[0]
    found = {}
    for part in re.findall(r"\n(?:Positionals|Options|Random games):\n((?:  .*\n)+)", out):
        for line in re.sub(r"\n {10,}", "   ", part).splitlines():
            name, _, text = line.strip().partition("   ")
            found[name] = text.strip()
    return found


def columns(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def at_terminal(*args, width=None, **extra):
    """What gavel prints at a terminal so many columns wide."""
    ours, theirs = pty.openpty()
    if width:
        import fcntl, struct, termios
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    child = subprocess.Popen([GAVEL, *args], stdout=theirs, stderr=theirs, stdin=theirs, env=environment(**extra))
    os.close(theirs)
    out = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    child.wait()
    os.close(ours)
    return out.decode()


class Help(Base):
    def test_every_command_and_option_is_described_and_has_an_example(self):
        for words in commands():
            with self.subTest(" ".join(words)):
                out = run(*words, "--help").out
                self.assertRegex(out.split("\n")[0], r"\w")
                self.assertIn("\nExamples:\n  ", out)
                for name, text in described(words).items():
                    self.assertTrue(text, name)

    def test_no_text_is_left_over(self):
        text, shared, path = TEXTS.read_text(), {}, None
        known = {" ".join(words) or "gavel": words for words in commands()}
        options = {}
        for line in text.splitlines():
            if match := re.match(r"(\w[\w ]*):$", line):
                path = match.group(1)
            elif path == "shared" and (match := re.match(r"  (\S[^:]*?): ", line)):
                shared[match.group(1).split()[0].split(",")[-1]] = False
            elif path and path != "shared" and (match := re.match(r"    ((?:-|[A-Z=]+\b)[^:]*?): ", line)):
                options.setdefault(path, []).append(match.group(1))
        self.assertEqual(set(), {path for path in options if path not in known and path != "new"})
        for path, words in known.items():
            names = {name.split()[0].split(",")[-1] for name in described(words)}
            for name in names & set(shared):
                shared[name] = True
            if path in ("new",):
                continue
            for option in options.get(path, []):
                self.assertIn(option.split()[0].split(",")[-1], names, path)
        self.assertEqual([], [name for name, used in shared.items() if not used])

    def test_gavel_help_is_the_same_as_the_flag(self):
        for words in ((), ("apply",), ("campaign", "turn")):
            self.assertEqual(run(*words, "--help").out, run("help", *words).out)
        wrong = run("help", "campain")
        self.assertEqual(2, wrong.code)
        self.assertIn('did you mean campaign?', wrong.err)

    def test_help_is_as_wide_as_the_terminal(self):
        for width in (40, 60, 80, 132):
            for words in ((), ("apply",), ("convert",), ("run",), ("campaign", "reload")):
                out = run(*words, "--help", COLUMNS=str(width)).out.split("\nExamples:")[0]
                longest = max((line for line in out.split("\n") if " " in line.strip() and not line.startswith("    ")), key=columns)
                self.assertLessEqual(columns(longest), width, longest)
        self.assertLessEqual(max(map(columns, run("docs", "--help").out.split("\nExamples:")[0].split("\n"))), 80)
        self.assertLessEqual(max(map(columns, at_terminal("docs", "--help", width=50).split("\r\nExamples:")[0].split("\r\n"))), 50)

    def test_what_people_read_is_as_wide_as_the_terminal(self):
        for args in (("check", "--codes"), ("explain", "rule.denied"), ("demo", "--list")):
            for width in (60, 100):
                lines = re.sub(r"\x1b\[\d*m", "", at_terminal(*args, width=width)).split("\r\n")
                self.assertLessEqual(max(columns(line) for line in lines if " " in line.strip()), width, args)
        whole = run("check", "--codes").out
        self.assertEqual(whole.split(), at_terminal("check", "--codes", width=60).split())

    def test_the_version_for_people_and_programs(self):
        self.assertRegex(run("-V").out, r"^gavel \d+\.\d+\.\d+\n$")
        self.assertEqual(run("-V").out, run("--version").out)
        version = run("--version", "--json").json
        self.assertEqual("gavel " + version["version"] + "\n", run("-V").out)
        self.assertEqual(2, run("--json", "demo").code)

    def test_a_dumb_terminal_and_NO_COLOR_get_no_colour(self):
        self.assertIn("\033[", at_terminal("demo", "--list"))
        self.assertNotIn("\033[", at_terminal("demo", "--list", TERM="dumb"))
        self.assertNotIn("\033[", at_terminal("demo", "--list", NO_COLOR="1"))
        self.assertNotIn("\033[", at_terminal("demo", "--list", "--color", "never"))
        self.assertIn("\033[", at_terminal("demo", "--list", "--color", "always", TERM="dumb"))


class Json(Base):
    def test_what_can_be_read_by_programs_can(self):
        """every command that has --json answers in JSON, also what it refuses"""
        game = str(ROOT / "rulesets" / "first")
        out = str(self.folder / "out")
        for args in (("docs", "--for", "authors"), ("docs", str(ROOT / "plugins" / "vitals"), "--out", str(self.folder)), ("docs", "nowhere"),
                     ("demo", "nothing"), ("demo", "--list"), ("convert", "--draft", out, "--initial", self.file("s.json", "{}")), ("convert", "--draft", out),
                     ("explain", "codes", "--out", str(self.folder)), ("new", "ruleset", "harbour", "--in", str(self.folder)), ("new", "schema", "No"),
                     ("check", game), ("check", "--codes"), ("prompt", game), ("prompt", "nowhere"), ("run", game), ("run", "nowhere"), ("repl", "nowhere"),
                     ("test", game, "--list"), ("test", "nowhere"), ("test", "nowhere", "--fuzz", "1"), ("claims", "nowhere"), ("apply", "--state", "nowhere")):
            answer = run(*args, "--json", codes=(0, 1, 2))
            with self.subTest(args):
                self.assertTrue(json.loads(answer.out))
                self.assertEqual(answer.code == 2, isinstance(answer.json, dict) and "error" in answer.json)

    def test_an_empty_state_says_what_to_write(self):
        for name in ("empty.json", "empty.yaml"):
            empty = self.file(name, "")
            answer = run("apply", "--state", empty, "--text", "[]", "--json")
            self.assertEqual(2, answer.code)
            self.assertIn("is empty", answer.json["error"]["message"])
            subprocess.run(answer.json["error"]["hint"], shell=True, check=True)
            self.assertEqual({}, run("apply", "--state", empty, "--text", "[]").json["state"])


BASH = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_gavel
printf '%s\\n' "${COMPREPLY[@]}"
"""


@unittest.skipUnless(shutil.which("bash"), "no bash here")
class Bash(Base):
    def complete(self, *words, cwd=None):
        script = self.file("gavel.bash", run("completions", "bash").out)
        done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", script, "gavel", *words], capture_output=True, text=True, check=True, cwd=cwd)
        self.assertEqual("", done.stderr)
        return [word for word in done.stdout.splitlines() if word]

    def test_commands_options_values_and_files_are_completed(self):
        self.assertEqual(["campaign"], self.complete("cam"))
        self.assertEqual({"checkpoint"}, set(self.complete("campaign", "check")))
        self.assertEqual(["--dialect", "--document"], sorted(self.complete("apply", "--d")))
        self.assertEqual(["--json"], self.complete("campaign", "turn", "evening", "--js"))
        self.assertEqual(["always"], self.complete("apply", "--color", "al"))
        self.assertEqual(["always"], self.complete("apply", "--color", "=", "al"))
        self.assertEqual(["bash", "fish", "zsh"], sorted(self.complete("completions", "")))
        self.assertEqual(["timeline"], self.complete("campaign", "show", "evening", "ti"))
        self.assertEqual(["turn"], self.complete("help", "campaign", "tu"))
        (self.folder / "here").mkdir()
        self.file("here/state.json", "{}")
        (self.folder / "here" / "stories").mkdir()
        self.assertEqual(["state.json", "stories"], sorted(self.complete("apply", "--state", "st", cwd=self.folder / "here")))
        self.assertEqual(["stories"], self.complete("check", "--plugins", "st", cwd=self.folder / "here"))
        self.assertEqual([], self.complete("apply", "--seed", ""))

    def test_every_command_offers_the_options_of_its_help(self):
        for words in commands():
            wanted = {option for name in described(words) for option in re.findall(r"--[\w-]+", name.split()[0])}
            self.assertEqual(wanted, set(self.complete(*words, "--")), words)


class OtherShells(Base):
    def test_the_scripts_are_well_formed(self):
        for shell in ("zsh", "fish"):
            script = self.file(shell, run("completions", shell).out)
            self.assertIn("gavel campaign|command|turn|", pathlib.Path(script).read_text())
            if shutil.which(shell):
                subprocess.run([shell, "-n", script], check=True)


if __name__ == "__main__":
    main()
