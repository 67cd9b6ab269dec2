#!/usr/bin/env python3
"""What an earlier Gavel stored and judged, held against this one.

`campaigns.tar.xz`: the exported campaigns of every scenario that ships, as they came out before the code was put in
order. They import, verify, and rebuild without a difference, texts apart. `verdicts.jsonl.xz`: for every text of
tests/conformance, what came of it, texts apart.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/golden/golden_test.py [--write]
--write makes verdicts.jsonl.xz anew: only when a verdict is meant to change, and CHANGELOG says so.
"""

import concurrent.futures
import json
import lzma
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
HOUSE = HERE.parent.parent
GAVEL = os.environ.get("GAVEL", str(HOUSE / "build/dev/gavel"))
VERDICTS = HERE / "verdicts.jsonl.xz"
TEXTS = HOUSE / "tests" / "conformance"
# Campaigns in which turns are judged differently since, and what is new in all of their findings.
CHANGED = {
    # A reply sets an object in the place of a fuller one, which is warned of now.
    "rulesets+xianxia+scenarios+backpack.yaml.gavel": "set.dropped",
    "rulesets+xianxia+scenarios+limits.yaml.gavel": "set.dropped",
}
# Sentences may change; what they are about may not.
SENTENCES = {"message", "hint", "why", "content", "until", "note", "example", "corrected", "expected", "at"}


def run(*words, stdin=b""):
    return subprocess.run([GAVEL, *words], input=stdin, capture_output=True, timeout=300, check=False)


def without_sentences(value):
    if isinstance(value, dict):
        return {name: without_sentences(inner) for name, inner in value.items() if name not in SENTENCES}
    if isinstance(value, list):
        return [without_sentences(inner) for inner in value]
    return value


def judged(case):
    """The id of a case, and what came of it."""
    text = "".join(piece * times for piece, times in case["text_repeat"]) if "text_repeat" in case else case["text"]
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder, "state.json")
        state.write_text(json.dumps(case.get("state", {}), ensure_ascii=False), encoding="utf-8")
        done = run("apply", "--state", str(state), "--now", "2025-09-20T08:00:00Z", "--seed", "1", "--format", "json",
                   "--dialect", case.get("dialect", "auto"), stdin=text.encode("utf-8", "surrogatepass"))
    verdict = json.loads(done.stdout) if done.returncode == 0 else {"exit": done.returncode}
    return case["id"], without_sentences(verdict)


def all_verdicts():
    cases = [json.loads(line) for name in ("conformance.jsonl", "spec_examples.jsonl")
             for line in (TEXTS / name).read_text(encoding="utf-8").splitlines() if line.strip()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(judged, cases))


class Golden(unittest.TestCase):
    maxDiff = None

    def test_every_text_comes_to_the_same(self):
        stored = dict(json.loads(line) for line in lzma.open(VERDICTS, "rt", encoding="utf-8"))
        now = all_verdicts()
        self.assertGreater(len(stored), 200)
        for name, verdict in stored.items():
            with self.subTest(name):
                self.assertEqual(verdict, now.get(name))

    def test_campaigns_of_an_earlier_version_import_verify_and_rebuild(self):
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(HERE / "campaigns.tar.xz") as archive:
                archive.extractall(folder, filter="data")
            files = sorted(pathlib.Path(folder, "campaigns").iterdir())
            self.assertGreaterEqual(len(files), 20)
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                for file, said in zip(files, pool.map(self.proved, files)):
                    with self.subTest(file.name):
                        self.assertEqual("", said)

    def test_a_turn_that_an_earlier_version_told_in_other_words_is_explained_without_a_difference(self):
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(HERE / "campaigns.tar.xz") as archive:
                archive.extractall(folder, filter="data")
            store = str(pathlib.Path(folder, "store.db"))
            run("campaign", "import", f"{folder}/campaigns/rulesets+first+scenarios+003-mvu.yaml.gavel", "--store", store)
            told = json.loads(run("explain", "turn", "scenario", "t-2", "--store", store, "--json").stdout)
            self.assertEqual([], told["differences"])

    @staticmethod
    def proved(file):
        """What is wrong with a campaign; empty: nothing."""
        store = str(file.with_suffix(".db"))
        steps = [("import", str(file)), ("verify", "scenario"), ("rebuild", "scenario")]
        for step, what in steps:
            done = run("campaign", step, what, "--store", store, "--json")
            new = CHANGED.get(file.name) if step == "rebuild" else None
            if new is not None and done.returncode == 1:
                others = [one for one in json.loads(done.stdout)["findings"]
                          if one["code"] != "engine.changed" or new not in one["what"]]
                if not others:
                    continue
            if done.returncode != 0 or new is not None:
                return f"{step} ended with {done.returncode}: {done.stdout[-2000:].decode()}{done.stderr[-2000:].decode()}"
        return ""


def main():
    if "--write" in sys.argv:
        with lzma.open(VERDICTS, "wt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as out:
            for entry in sorted(all_verdicts().items()):
                out.write(json.dumps(entry, ensure_ascii=False) + "\n")
        return
    unittest.main()


if __name__ == "__main__":
    main()
