"""Running the real gavel from outside: what the tests of its subcommands share."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

GAVEL = os.environ.get("GAVEL", "build/dev/gavel")


class Answer:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


def environment(**extra):
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    return {**clean, "TERM": "xterm-256color", **extra}


def run(*args, stdin=b"", answer=Answer, codes=(0, 2), **extra):
    """Runs gavel in a pipe. Fails on a signal: a crash is never an answer."""
    done = subprocess.run([GAVEL, *args], input=stdin, capture_output=True, timeout=120, env=environment(**extra), check=False)
    if done.returncode not in codes:
        raise AssertionError(f"{args!r:.300} ended with {done.returncode}: {done.stderr[-2000:].decode(errors='replace')}")
    return answer(done.returncode, done.stdout.decode(errors="surrogateescape"), done.stderr.decode(errors="replace"))


class Base(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def assert_unwritable_output_is_a_failure(self, *args):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([GAVEL, *args], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr)


def main():
    if not os.access(GAVEL, os.X_OK):
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: there is no program {GAVEL}; set GAVEL")
    unittest.main()
