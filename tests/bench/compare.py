#!/usr/bin/env python3
"""Lets gavel_bench and peers/bench.mjs measure round by round in turn, so that both see the same machine, and shows
medians, ratios, and a verdict for each target of the benchmark."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

SIZES = ["1e2", "1e3", "1e4", "1e5", "1e6", "wide"]
TEXTS = ["200 KB", "10 MB"]
IN_PLACE = [
    "_.set",
    "_.get + _.set",
    "fast-json-patch, mutating",
    "fast-json-patch, validating",
    "immer produce",
    "immer produceWithPatches",
]
CLONING = ["_.cloneDeep + _.set", "structuredClone + _.set"]

# Every table: title, unit, columns, and rows as (case, divisor, digits).
TABLES = [
    ("One set at depth 4", "ns", SIZES, [(c, 1, 0) for c in ("set", "set, effects once a turn", "put", "find")]),
    ("Undo of a turn of 10 sets", "us", SIZES,
     [(c, 1000, 2) for c in ("undo last turn", "undo old turn", "rollback last turn")]),
    ("A turn of 10 sets with history", "us", SIZES, [("gavel", 1, 2)] + [(c, 1, 2) for c in IN_PLACE + CLONING]),
    ("One command, layer by layer", "us", SIZES,
     [(c, 1000, 2) for c in ("execute", "execute, guards", "execute, guards, effect rows", "judge_batch of 10",
                             "run_turn of 10 from text")]),
    ("Memory", "bytes per leaf", SIZES,
     [(c, 1, 1) for c in ("bytes per leaf", "resident bytes per leaf", "resident bytes per leaf, nlohmann::json")]),
    ("JSON text", "MB/s", TEXTS,
     [(c, 1, 0) for c in ("read_json", "nlohmann::json::parse", "nlohmann::ordered_json::parse", "to_text", "canonical",
                          "nlohmann::json::dump")]),
]


def say(text):
    print(text, file=sys.stderr, flush=True)


def arguments(description, peers):
    """The command line of a comparison; `extra` is what goes on to the programs."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("gavel_bench")
    parser.add_argument("peers", help=peers)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=0, help="15, or 2 with --quick")
    given = parser.parse_args()
    given.rounds = given.rounds or (2 if given.quick else 15)
    given.extra = ["--quick"] if given.quick else []
    return given


class Program:
    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, samples):
        for line in self.process.stdout:
            sample = json.loads(line)
            if "end" in sample:
                return
            samples.setdefault((sample["case"], sample["shape"]), []).append(sample["value"])
        sys.exit(f"bench: {self.name} ended too early, with status {self.process.wait()}")

    def round(self, samples):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        self.read(samples)

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit(f"bench: {self.name} failed with status {self.process.returncode}")


def measure(commands, rounds):
    samples = {}
    programs = []
    for name, command in commands.items():
        say(f"preparing {name}")
        programs.append(Program(name, command))
        programs[-1].read(samples)
    for i in range(rounds):
        say(f"round {i + 1} of {rounds}")
        for program in programs:
            program.round(samples)
    for program in programs:
        program.close()
    return samples


class Figures:
    """Medians and minima of the samples; `gavel` is the turn that the peers' turn is compared with."""

    def __init__(self, samples):
        self.samples = dict(samples)
        for size in SIZES:
            if ("set", size) in samples:
                self.samples["gavel", size] = [10 * ns / 1000 for ns in samples["set", size]]

    def has(self, case, column):
        return (case, column) in self.samples

    def median(self, case, column):
        return statistics.median(self.samples[case, column])

    def least(self, case, column):
        return min(self.samples[case, column])

    def missing(self):
        wanted = {(case, column) for _, _, columns, rows in TABLES for case, _, _ in rows for column in columns}
        wanted -= {(case, "1e6") for case in CLONING}
        wanted |= {("arithmetic", ""), ("memory", "")}
        return sorted(f"{case} at {column}" for case, column in wanted if not self.has(case, column))

    def machine(self):
        """Of the work that is always the same: how the slowest round compares with the fastest."""
        scatter = {case: max(self.samples[case, ""]) / min(self.samples[case, ""]) for case in ("arithmetic", "memory")}
        return {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1),
                "memory ns": round(self.median("memory", ""), 1), "least memory ns": round(self.least("memory", ""), 1),
                "more waits of a set": round((self.median("set", "1e6") - self.median("set", "1e3")) / self.median("memory", ""), 2),
                "scatter of arithmetic": round(scatter["arithmetic"], 2), "scatter of memory": round(scatter["memory"], 2)}


def targets(figures):
    """What must hold: figures with their bounds."""
    rows = []

    def at_most(what, bound, figure, unit):
        rows.append({"target": what, "at most": bound, "figure": round(figure, 3), "unit": unit, "met": figure <= bound})

    def at_least(what, bound, figure):
        rows.append({"target": what, "at least": bound, "figure": round(figure, 3), "unit": "x", "met": figure >= bound})

    at_most("one set at 1e5 leaves", 1, figures.median("set", "1e5") / 1000, "us")
    at_most("one set, 1e6 leaves against 1e3", 4, figures.median("set", "1e6") / figures.median("set", "1e3"), "x")
    for case in ("undo last turn", "undo old turn"):
        at_most(f"{case}, 1e6 leaves", 5, figures.median(case, "1e6") / 1000, "us")
    own = figures.median("gavel", "1e4")
    for case in CLONING:
        at_least(f"a turn at 1e4 leaves against {case}", 100, figures.median(case, "1e4") / own)
    best = min(IN_PLACE, key=lambda case: figures.median(case, "1e4"))
    at_least(f"a turn at 1e4 leaves against the best in place, {best}", 1, figures.median(best, "1e4") / own)
    return rows


def table(title, unit, columns, rows):
    width = max(len(row[0]) for row in rows) + 2
    lines = [f"{title + ', ' + unit:<{width}}" + "".join(f"{column:>11}" for column in columns)]
    lines += [f"{row[0]:<{width}}" + "".join(f"{cell:>11}" for cell in row[1:]) for row in rows]
    return "\n".join(lines) + "\n"


def show(figures, quick):
    for title, unit, columns, rows in TABLES:
        lines = []
        for case, divisor, digits in rows:
            def cells(value):
                return [f"{value(case, c) / divisor:,.{digits}f}" if figures.has(case, c) else "-" for c in columns]
            lines.append([case] + cells(figures.median))
            if case in ("set", "gavel") or case.startswith("undo"):
                lines.append(["  least"] + cells(figures.least))
        print(table(title, unit, columns, lines))
    ratios = [[case] + [f"{figures.median(case, c) / figures.median('gavel', c):,.1f}x" if figures.has(case, c) else "-"
                        for c in SIZES] for case in IN_PLACE + CLONING]
    print(table("Gavel's turn is faster by", "ratio of medians", SIZES, ratios))
    machine = figures.machine()
    print(f"The machine: {machine['cores']} cores, load {machine['load']}. One step through 64 MiB at random waits "
          f"{machine['memory ns']:.0f} ns\n(least {machine['least memory ns']:.0f}). Slowest round against fastest, same work: "
          f"arithmetic {machine['scatter of arithmetic']:.2f}x, memory {machine['scatter of memory']:.2f}x.\n"
          f"A set in 1e6 leaves waits for memory {machine['more waits of a set']:.1f} such steps longer than one in 1e3.\n")
    show_targets(targets(figures), quick)


def show_targets(rows, quick):
    for row in rows:
        bound = next(f"{side} {row[side]}" for side in ("at most", "at least") if side in row)
        print(f"{'met   ' if row['met'] else 'MISSED'}  {row['target']}: {row['figure']:,.2f} {row['unit']} ({bound})")
        for case in row.get("missed by", []):
            print(f"          {case}")
    if quick:
        print("\nA quick run: it shows that everything runs; its times mean nothing.")


def as_json(figures, rounds, quick):
    cases = {}
    for (case, column), values in figures.samples.items():
        unit = next((unit for _, unit, _, rows in TABLES for name, _, _ in rows if name == case), "ns")
        divisor = next((divisor for _, _, _, rows in TABLES for name, divisor, _ in rows if name == case), 1)
        entry = cases.setdefault(case, {"unit": unit, "by size": {}})
        entry["by size"][column] = {"median": round(statistics.median(values) / divisor, 4),
                                    "min": round(min(values) / divisor, 4), "rounds": len(values)}
    return {"quick": quick, "rounds": rounds, "machine": figures.machine(), "targets": targets(figures), "cases": cases}


def main():
    given = arguments(__doc__, "peers/bench.mjs")
    began = time.monotonic()
    samples = measure({"gavel_bench": [given.gavel_bench] + given.extra,
                       "the JavaScript libraries": ["node", given.peers] + given.extra}, given.rounds)
    say(f"measured for {time.monotonic() - began:.0f} s")
    figures = Figures(samples)
    if missing := figures.missing():
        sys.exit("bench: these figures are missing:\n  " + "\n  ".join(missing))
    if given.json:
        print(json.dumps(as_json(figures, given.rounds, given.quick), indent=1))
    else:
        show(figures, given.quick)


if __name__ == "__main__":
    main()
