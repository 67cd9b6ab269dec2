#!/usr/bin/env python3
"""Lets the benchmark programs of two builds measure round by round in turn, and shows for each row how much slower the newer
build is: the median of its rounds against the median of the older one's."""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import compare

PROGRAMS = ["documents", "dialects", "lua", "turn"]
DISK = re.compile(r"SQLite|open campaigns")
MOST = 1.05
MOST_ON_DISK = 1.15
LUA_ROW = re.compile(r"^(?P<row>\S.*?)\s{2,}(?P<value>[\d.]+) (?P<unit>ns|us|ms|KB|x)\b")
TURN_ROWS = [
    re.compile(r"^(?P<row>\S.*?)\s{2,}(?P<value>\d+) (?P<unit>turns/s)"),
    re.compile(r"^(?P<row>\S.*?)\s{2,}.*?(?P<value>\d+) (?P<unit>bytes on disk a turn)"),
    re.compile(r"^(?P<row>\d+ open campaigns.*?)\s{2,}(?P<value>\d+) (?P<unit>KB each)"),
]
MORE_IS_BETTER = {"turns/s", "MB/s"}


def from_samples(samples, texts):
    """Rows of gavel_bench: (case, column, unit) with their values."""
    fast = {"1 MiB"} if texts else {case for _, unit, _, rows in compare.TABLES if unit == "MB/s" for case, _, _ in rows}
    return {(f"{case}, {shape}".rstrip(", "), "MB/s" if case in fast else ""): values for (case, shape), values in samples.items()}


def of_gavel_bench(builds, rounds, texts, quick):
    """Samples of both builds, which live side by side and are asked for a round by turns."""
    samples = [{} for _ in builds]
    with tempfile.TemporaryDirectory() as folder:
        extra = (["--dialects", folder] if texts else []) + (["--quick"] if quick else [])
        programs = [compare.Program(str(build), [build / "gavel_bench"] + extra) for build in builds]
        for program, seen in zip(programs, samples):
            program.read(seen)
        for i in range(rounds):
            compare.say(f"round {i + 1} of {rounds}")
            for k in ((0, 1), (1, 0))[i % 2]:
                programs[k].round(samples[k])
        for program in programs:
            program.close()
    return [from_samples(seen, texts) for seen in samples]


def of_text(builds, rounds, name, patterns, quick):
    """Rows of a program that prints lines for people; one run is a round."""
    found = [{} for _ in builds]
    command = [f"gavel_bench_{name}"] + (["--quick"] if quick and name == "turn" else [])
    for i in range(rounds):
        compare.say(f"round {i + 1} of {rounds}")
        for k in ((0, 1), (1, 0))[i % 2]:
            text = subprocess.run([builds[k] / command[0]] + command[1:], check=True, capture_output=True, text=True).stdout
            for row in filter(None, (pattern.match(line) for line in text.splitlines() for pattern in patterns)):
                found[k].setdefault((row["row"], row["unit"]), []).append(float(row["value"]))
    return found


def figures(name, older, newer):
    rows = []
    for key in older:
        if key not in newer:
            sys.exit(f"bench: the newer build has no row {key[0]}")
        was, now = statistics.median(older[key]), statistics.median(newer[key])
        if was > 0 and now > 0:
            slower = was / now if key[1] in MORE_IS_BETTER else now / was
            most = MOST_ON_DISK if DISK.search(key[0]) else MOST
            rows.append({"program": name, "row": key[0], "unit": key[1], "older": was, "newer": now, "ratio": round(slower, 3),
                         "at most": most, "met": slower <= most})
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("older", type=pathlib.Path, help="the older build's folder of benchmark programs")
    parser.add_argument("newer", type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=PROGRAMS, help="of the programs, this one")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    builds = [given.older.resolve(), given.newer.resolve()]
    rows = []
    for name in given.only or PROGRAMS:
        compare.say(f"{name}: {given.rounds} rounds of each build, by turns")
        if name in ("documents", "dialects"):
            older, newer = of_gavel_bench(builds, given.rounds, name == "dialects", given.quick)
        else:
            older, newer = of_text(builds, given.rounds, name, [LUA_ROW] if name == "lua" else TURN_ROWS, given.quick)
        rows += figures(name, older, newer)
    if given.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for row in sorted(rows, key=lambda row: -row["ratio"]):
        print(f"{row['ratio']:6.3f}x  {'      ' if row['met'] else 'MISSED'}  {row['program']:<10} {row['row']:<72} "
              f"{row['older']:>12,.2f} {row['newer']:>12,.2f} {row['unit']}")
    missed = sum(not row["met"] for row in rows)
    print(f"\n{len(rows)} rows, {missed} of them slower than allowed (5 %, on disk 15 %)")


if __name__ == "__main__":
    main()
