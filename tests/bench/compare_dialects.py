#!/usr/bin/env python3
"""Lets gavel_bench --dialects and peers/dialects.mjs measure round by round in turn, and shows medians and a verdict for each
target: megabytes of text a second, microseconds of a message, and what a text of nothing but openers costs when it doubles."""

import json
import pathlib
import statistics
import tempfile
import time

import compare

DIALECTS = ["tavern", "ops", "mvu", "patch", "filament", "memory", "tools", "ir"]
PEERS = ["expressions of 003", "expressions of 003, JSON.parse", "json5, patch bodies", "jsonrepair + JSON.parse, patch bodies"]
LEAST_MB_S = 400
MOST_US = 10
MOST_DOUBLED = 2.2


class Figures:
    def __init__(self, samples):
        self.samples = samples

    def median(self, case, shape):
        return statistics.median(self.samples[case, shape])

    def openers(self):
        return [case for case, shape in self.samples if shape == "doubled"]

    def machine(self):
        return {case: round(max(self.samples[case, ""]) / min(self.samples[case, ""]), 2) for case in ("arithmetic", "memory")}


def targets(figures):
    rows = []
    for dialect in DIALECTS:
        speed = figures.median("1 MiB", dialect)
        rows.append({"target": f"1 MiB with 1,000 commands, {dialect}", "at least": LEAST_MB_S, "figure": round(speed, 1),
                     "unit": "MB/s", "met": speed >= LEAST_MB_S})
    for dialect in DIALECTS:
        took = figures.median("message", dialect)
        rows.append({"target": f"a message of 2-3 KB with ten commands, {dialect}", "at most": MOST_US, "figure": round(took, 2),
                     "unit": "us", "met": took < MOST_US})
    worst = max(figures.openers(), key=lambda opener: figures.median(opener, "doubled"))
    slow = [opener for opener in figures.openers() if figures.median(opener, "doubled") > MOST_DOUBLED]
    rows.append({"target": f"openers doubled, the worst of {len(figures.openers())}: {worst}", "at most": MOST_DOUBLED,
                 "figure": round(figures.median(worst, "doubled"), 2), "unit": "x", "met": not slow, "missed by": slow})
    return rows


def show(figures, quick):
    rows = [[dialect, f"{figures.median('1 MiB', dialect):,.0f}", f"{figures.median('message', dialect):,.2f}"] for dialect in DIALECTS]
    rows += [[peer, f"{figures.median(peer, '1 MiB'):,.1f}", f"{figures.median(peer, 'message'):,.2f}"] for peer in PEERS]
    print(compare.table("Reading a text", "MB/s and us", ["1 MiB", "message"], rows))
    openers = sorted(figures.openers(), key=lambda opener: -figures.median(opener, "doubled"))
    rows = [[opener, f"{figures.median(opener, 'opener ns'):,.1f}", f"{figures.median(opener, 'doubled'):.2f}x"] for opener in openers]
    print(compare.table("Texts of nothing but openers", "ns per byte", ["once", "doubled"], rows))
    scatter = figures.machine()
    print(f"Slowest round against fastest, same work: arithmetic {scatter['arithmetic']:.2f}x, memory {scatter['memory']:.2f}x.\n")
    compare.show_targets(targets(figures), quick)


def main():
    given = compare.arguments(__doc__, "peers/dialects.mjs")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        samples = compare.measure({"gavel_bench": [given.gavel_bench, "--dialects", folder] + given.extra,
                                   "the JavaScript parsers": ["node", given.peers, folder] + given.extra}, given.rounds)
        sizes = {path.stem: path.stat().st_size for path in sorted(pathlib.Path(folder).iterdir())}
    compare.say(f"measured for {time.monotonic() - began:.0f} s")
    figures = Figures(samples)
    if given.json:
        cases = {case: {shape: {"median": round(statistics.median(values), 4), "min": min(values), "max": max(values)}
                        for (name, shape), values in samples.items() if name == case} for case, _ in samples}
        print(json.dumps({"quick": given.quick, "rounds": given.rounds, "bytes": sizes, "scatter": figures.machine(),
                          "targets": targets(figures), "cases": cases}, ensure_ascii=False, indent=1))
    else:
        show(figures, given.quick)


if __name__ == "__main__":
    main()
