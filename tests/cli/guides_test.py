#!/usr/bin/env python3
"""The guides of plugins/guides, run as a reader would run them: each is one session in an empty folder, from top to bottom.

Above every fence stands a comment that says what it is:

  <!-- file: PATH -->       it is written there          <!-- append: PATH -->   it is added to the end of that file
  <!-- part: PATH -->       it stands in that file       <!-- run -->            bash runs it, and it succeeds
  <!-- run: exit 1 -->      it ends with 1               <!-- output -->         what the run above prints, to the byte
  <!-- output: begins -->   how that begins

What is not the same twice has a name in an output: ‹time› ‹hash› ‹folder› ‹ms›. Both languages of a guide hold the same blocks,
so that one run is for both. GAVEL_HOME is the folder of the repository.

  tests/cli/guides_test.py --update [NAME]   writes what is printed into the guides; read the difference before you keep it
"""

import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import fcntl
import unittest

HOME = pathlib.Path(__file__).resolve().parents[2]
GUIDES = HOME / "plugins" / "guides"
GAVEL = pathlib.Path(os.environ.get("GAVEL", HOME / "build" / "dev" / "gavel")).resolve()
NAMED = {
    "time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z",
    "hash": r"[0-9a-f]{12,64}",
    "folder": r"/[^\s:\"']*",
    "ms": r"\d+(?:\.\d+)? ?(?:ms|µs|us|s)",
}
MARK = re.compile(r"<!-- (file|append|part|run|output)(?:: (.+?))? -->")
SECONDS = 60


class Block:
    def __init__(self, kind, word, line):
        self.kind, self.word, self.line, self.text, self.first, self.last = kind, word, line, "", 0, 0

    @property
    def key(self):
        return (self.kind, self.word, self.text)


class Broken(Exception):
    pass


def read(path):
    """The blocks of a guide. Fails where a fence has no mark, where a mark has no fence, and where code is only indented."""
    blocks, mark, inside, before = [], None, None, ""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        here = f"{path.relative_to(HOME)}:{number}"
        if inside is not None:
            if line == "```":
                inside.last, inside = number, None
            else:
                inside.text += line + "\n"
        elif line.startswith("```"):
            if mark is None:
                raise Broken(f"{here}: a fence without a mark above it")
            inside, mark = mark, None
            inside.first = number
            blocks.append(inside)
        elif mark is not None:
            raise Broken(f"{here}: a mark without a fence below it")
        elif found := MARK.fullmatch(line):
            mark = Block(found[1], found[2], number)
        elif line.startswith("<!--"):
            raise Broken(f"{here}: no such mark: {line}")
        elif line.startswith("    ") and not before.strip():
            raise Broken(f"{here}: code that is only indented; put it into a fence with a mark")
        before = line
    if inside is not None or mark is not None:
        raise Broken(f"{path.name}: the last fence has no end")
    return blocks


def pattern(text):
    parts = re.split(r"‹(\w+)›", text)
    for name in parts[1::2]:
        if name not in NAMED:
            raise Broken(f"‹{name}› is none of {', '.join(NAMED)}")
    return "".join(NAMED[part] if at % 2 else re.escape(part) for at, part in enumerate(parts))


def matches(expected, text, begins):
    whole = re.compile(pattern(expected))
    return (whole.match(text) if begins else whole.fullmatch(text)) is not None


def settled(text):
    """What stands on a terminal in the end: progress that was written over is gone."""
    return "\n".join(line.split("\r")[-1].replace("\033[K", "") for line in text.split("\n"))


class Session:
    """One scratch folder with `gavel` on the path, and a terminal that is wide and has no colours."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.folder = self.root / "guide"
        self.folder.mkdir()
        (self.root / "bin").mkdir()
        os.symlink(GAVEL, self.root / "bin" / "gavel")
        self.environment = {
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "HOME": str(self.root), "GAVEL_HOME": str(HOME),
            "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "TZ": "UTC",
        }

    def path(self, name):
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise Broken(f"{name} is outside of the folder")
        return path

    def run(self, text):
        here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        child = subprocess.Popen(["timeout", str(SECONDS), "bash", "-e", "-u", "-c", text], cwd=self.folder, env=self.environment,
                                 stdin=subprocess.DEVNULL, stdout=there, stderr=there, start_new_session=True)
        os.close(there)
        out = b""
        while True:
            try:
                piece = os.read(here, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            out += piece
        os.close(here)
        return child.wait(), settled(out.decode(errors="replace").replace("\r\n", "\n"))


def play(path, blocks, update=None):
    """Runs a guide; says everything that came out otherwise. `update` is told (block, text) instead of comparing outputs."""
    problems, last = [], None
    with tempfile.TemporaryDirectory() as root:
        session = Session(root)
        for block in blocks:
            here = f"{path.relative_to(HOME)}:{block.first}"
            if block.kind in ("file", "append"):
                target = session.path(block.word)
                target.parent.mkdir(parents=True, exist_ok=True)
                with open(target, "w" if block.kind == "file" else "a", encoding="utf-8") as out:
                    out.write(block.text)
            elif block.kind == "part":
                target = session.path(block.word)
                if not target.exists() or block.text not in target.read_text():
                    problems.append(f"{here}: this does not stand in {block.word}")
            elif block.kind == "run":
                code, last = session.run(block.text)
                wanted = int(block.word.removeprefix("exit ")) if block.word else 0
                if code != wanted:
                    problems.append(f"{here}: ended with {code}, not {wanted}:\n{block.text}{last}")
            elif last is None:
                problems.append(f"{here}: an output without a run above it")
            else:
                begins = block.word == "begins"
                shown = last.replace(str(session.folder.resolve()), "‹folder›").replace(str(HOME), "‹folder›")
                if matches(block.text, last, begins):
                    pass
                elif update:
                    update(block, shown)
                else:
                    problems.append(f"{here}: prints otherwise. Expected:\n{block.text}Printed:\n{last}")
                last = None
    return problems


def guides():
    return sorted(path for path in GUIDES.glob("*.md") if not path.name.endswith(".zh-CN.md") and path.name != "README.md")


def chinese(path):
    return path.with_name(path.name.removesuffix(".md") + ".zh-CN.md")


class Guides(unittest.TestCase):
    maxDiff = None

    def test_both_languages_have_the_same_blocks(self):
        for path in guides():
            with self.subTest(path.name):
                self.assertTrue(chinese(path).exists(), f"{path.name} has no Chinese")
                ours, theirs = read(path), read(chinese(path))
                for one, other in zip(ours, theirs):
                    self.assertEqual(one.key, other.key, f"{path.name}:{one.first} and {chinese(path).name}:{other.first}")
                self.assertEqual(len(ours), len(theirs), f"{path.name}: one language has more blocks")

    def test_no_guide_has_one_language_alone(self):
        english = {path.name.removesuffix(".md") for path in guides()}
        both = {path.name.removesuffix(".zh-CN.md") for path in GUIDES.glob("*.zh-CN.md")} - {"README"}
        self.assertEqual(english, both)

    def test_the_index_names_every_guide(self):
        for index, ending in ((GUIDES / "README.md", ".md"), (GUIDES / "README.zh-CN.md", ".zh-CN.md")):
            text = index.read_text()
            for path in guides():
                self.assertIn(f"({path.name.removesuffix('.md')}{ending})", text, index.name)

    def test_links_lead_somewhere(self):
        for path in GUIDES.glob("*.md"):
            for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", re.sub(r"```.*?```", "", path.read_text(), flags=re.S)):
                if not target.startswith("http"):
                    self.assertTrue((path.parent / target).exists(), f"{path.name}: {target}")

    def test_the_reader_of_guides_finds_what_is_wrong(self):
        with tempfile.TemporaryDirectory(dir=GUIDES) as folder:
            path = pathlib.Path(folder) / "x.md"
            for text, problem in (("```\nx\n```\n", "without a mark"), ("<!-- run -->\n\n```\nx\n```\n", "without a fence"),
                                  ("\n    gavel test\n", "only indented"), ("<!-- shell -->\n```\nx\n```\n", "no such mark"),
                                  ("<!-- run -->\n```\nx\n", "no end")):
                path.write_text(text)
                with self.assertRaisesRegex(Broken, problem):
                    read(path)
            path.write_text("<!-- file: a -->\n```\nb\n```\n<!-- part: a -->\n```\nc\n```\n<!-- run: exit 3 -->\n```\ncat a; exit 3\n```\n"
                            "<!-- output -->\n```\nc\n```\n<!-- run -->\n```\nfalse\n```\n")
            problems = "\n".join(play(path, read(path)))
            for one in ("does not stand in a", "prints otherwise", "ended with 1, not 0"):
                self.assertIn(one, problems)
        self.assertTrue(matches("at ‹time›\n", "at 2025-09-20T08:00:00Z\n", False))
        self.assertFalse(matches("at ‹time›\n", "at noon\n", False))


def add(path):
    def test(self):
        problems = play(path, read(path))
        self.assertEqual(problems, [], "\n" + "\n".join(problems))
    setattr(Guides, f"test_{path.stem.replace('-', '_')}_runs_from_top_to_bottom", test)


for guide in guides():
    add(guide)


def update(names):
    for path in guides():
        if names and path.stem not in names:
            continue
        written = []
        for problem in play(path, read(path), lambda block, text: written.append((block, text))):
            print(problem)
        lines = path.read_text().split("\n")
        for block, text in reversed(written):
            if block.word == "begins":
                text = "".join(text.splitlines(True)[:max(1, block.text.count("\n"))])
            lines[block.first:block.last - 1] = text.rstrip("\n").split("\n")
        path.write_text("\n".join(lines))
        if chinese(path).exists():
            follow(path)
        print(f"{path.name}: {len(written)} outputs written")


def follow(path):
    """Gives the Chinese guide the blocks of the English one, in order, where there are as many."""
    ours, theirs = read(path), read(chinese(path))
    if [b.kind for b in ours] != [b.kind for b in theirs]:
        print(f"{chinese(path).name}: other blocks than {path.name}; not touched")
        return
    lines = chinese(path).read_text().split("\n")
    for one, other in reversed(list(zip(ours, theirs))):
        lines[other.first:other.last - 1] = one.text.removesuffix("\n").split("\n")
    chinese(path).write_text("\n".join(lines))


if __name__ == "__main__":
    if not os.access(GAVEL, os.X_OK):
        sys.exit(f"guides_test.py: there is no program {GAVEL}; set GAVEL")
    if "--update" in sys.argv:
        update([name for name in sys.argv[1:] if name != "--update"])
    else:
        unittest.main()
