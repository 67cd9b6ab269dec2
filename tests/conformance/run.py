#!/usr/bin/env python3
"""Whole texts through the real `gavel apply`: every case of a file is judged alone and compared with what it expects.

Run by ctest, one group a test, or by hand:
  GAVEL=build/dev/gavel python3 tests/conformance/run.py tests/conformance/conformance.jsonl [-v] [GROUP or ID ...]

A case is a line of JSON: id, group, state, text (or text_repeat: [[piece, times], ...]), dialect, expect, why. Of
`expect`, each member that is there is looked at; README.md says what each means.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

GAVEL = os.environ.get("GAVEL", "build/dev/gavel")
ABSENT = object()


def same(a, b):
    """JSON equality: numbers by value, no truth value is a number, the order of keys does not matter."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def look(value, pointer):
    """What a JSON Pointer leads to, or ABSENT."""
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return ABSENT
    return value


def below(value):
    """The value and everything in it."""
    yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inner:
        yield from below(item)


def shown(value):
    text = "nothing" if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:300] + "…"


class Case:
    """One case and the verdict it got; each method named after a member of `expect` yields what is wrong."""

    def __init__(self, line, verdict):
        self.line, self.verdict, self.state = line, verdict, verdict["state"]

    def at(self, wanted):
        for pointer, value in wanted.items():
            found = look(self.state, pointer)
            if found is ABSENT or not same(found, value):
                yield f"at {pointer} stands {shown(found)}, not {shown(value)}"

    def not_at(self, unwanted):
        for pointer, value in unwanted.items():
            found = look(self.state, pointer)
            if found is not ABSENT and same(found, value):
                yield f"at {pointer} stands {shown(value)}"

    def holds(self, wanted):
        for pointer, value in wanted.items():
            found = look(self.state, pointer)
            if found is ABSENT or not any(same(item, value) for item in below(found)):
                yield f"nowhere at or below {pointer} is {shown(value)}: {shown(found)}"

    def absent(self, pointers):
        for pointer in pointers:
            found = look(self.state, pointer)
            if found is not ABSENT:
                yield f"at {pointer} stands {shown(found)} that must not be there"

    def unchanged(self, wanted):
        if wanted and not same(self.state, self.line["state"]):
            yield f"the state became {shown(self.state)}"

    def statuses(self, wanted):
        found = [command["status"] for command in self.verdict["commands"]]
        fits = len(found) == len(wanted) and all(want == "*" or status in want.split("|")
                                                 for status, want in zip(found, wanted))
        if not fits:
            yield f"the commands are {shown(found)}, not {shown(wanted)}"

    def codes(self, wanted):
        found = {item["code"] for item in below(self.verdict) if isinstance(item, dict) and isinstance(item.get("code"), str)}
        for code in wanted:
            if code not in found:
                yield f"no {code} anywhere, only {shown(sorted(found))}"

    def min_warnings(self, least):
        found = self.verdict.get("warnings", [])
        if len(found) < least:
            yield f"{len(found)} warnings, at least {least} wanted"


def text_of(line):
    if "text" in line:
        return line["text"]
    return "".join(piece * times for piece, times in line["text_repeat"])


def troubles(line, seconds):
    """Everything in which the program's answer to one case is not what it should be."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as state:
        json.dump(line["state"], state, ensure_ascii=False)
        state.flush()
        command = [GAVEL, "apply", "--json", "--state", state.name]
        if line["dialect"] != "auto":
            command += ["--dialect", line["dialect"]]
        try:
            done = subprocess.run(command + ["-"], input=text_of(line).encode(), capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return [f"no answer within {seconds:g} s"]
    if done.returncode != 0:
        return [f"ended with {done.returncode}: {done.stderr.decode(errors='replace')[:500]}"]
    try:
        verdict = json.loads(done.stdout)
        case = Case(line, verdict)
        if not isinstance(verdict["commands"], list):
            return ["the verdict's commands are no list"]
    except (ValueError, KeyError, TypeError) as error:
        return [f"no verdict: {error!r} in {shown(done.stdout.decode(errors='replace'))}"]
    found = []
    for member, wanted in line["expect"].items():
        check = getattr(case, member, None)
        found += check(wanted) if check else [f"nothing is known about \"{member}\" in expect"]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("wanted", nargs="*", metavar="GROUP|ID", help="only these")
    parser.add_argument("-v", "--verbose", action="store_true", help="every case, with its text when it fails")
    parser.add_argument("--seconds", type=float, default=10, help="for each case (default 10)")
    given = parser.parse_args()

    with open(given.file, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    lines = [line for line in lines if not given.wanted or line["group"] in given.wanted or line["id"] in given.wanted]
    if not lines:
        sys.exit("nothing of that name: " + " ".join(given.wanted))
    failed, counts = 0, {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for line, found in zip(lines, pool.map(lambda line: troubles(line, given.seconds), lines)):
            count = counts.setdefault(line["group"], [0, 0])
            count[0] += not found
            count[1] += 1
            failed += bool(found)
            if given.verbose and not found:
                print(f"pass  {line['id']}")
            if found:
                print(f"FAIL  {line['id']}  ({line['why']})")
                print("".join(f"        {trouble}\n" for trouble in found), end="")
            if given.verbose and found:
                print("        text: " + shown(text_of(line)))
    for group, (good, total) in counts.items():
        print(f"{'PASS' if good == total else 'FAIL'}  {group}: {good} of {total}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
