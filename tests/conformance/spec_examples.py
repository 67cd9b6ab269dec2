#!/usr/bin/env python3
"""Cuts every example out of the product documents into spec_examples.jsonl.

  python3 tests/conformance/spec_examples.py FOLDER            cuts anew and writes the file; what is written by hand in it stays
  python3 tests/conformance/spec_examples.py FOLDER --check    only says what differs

FOLDER holds the documents as 000_….txt to 004_….txt. An example is known by its id, document:line and kind. Its text comes
from the document; state, dialect, expect and why are written by hand in the file, in the format of run.py. The end is 1 when an
example has no expectation yet, when one was changed, or when the documents no longer hold it.

Kinds: `fence` a code fence as it stands; `bare` what such a fence holds, without it, where that is calls or JSON; `call` one call
on a line of its own; `block` a tagged block, its indentation taken away; `line` a line of prose with a command in inline code;
`json` one JSON object out of a string or out of a fence that holds more; `op` one filament operation, put into its tag.
"""

import argparse
import json
import pathlib
import re
import sys
import textwrap

FILE = pathlib.Path(__file__).resolve().parent / "spec_examples.jsonl"

CALL = re.compile(r"^\s*(?:\*\.)?(?:_\.\w+|memory|set_status|set_attribute|delete)\(['\"].*\);?.*$")
LIKE_A_COMMAND = re.compile(
    r"\b(?:memory|set_status|set_attribute|delete)\(|_\.\(?\\?\w+\(|\"(?:op|action|tool|tavern_inspect)\"|tavern_inspect|\bop[:?]|"
    r"<variable_update|<UpdateVariable|<use_protocol|\[(?:SET|ADD|OPCODE), |failed_calls|checkpoints: \[|\[\"3/d\"")
FENCE = re.compile(r"^\s*((?:\\`){3}|```)(\w+)\s*$")
OPERATION = re.compile(r"\[(?:SET|ADD|OPCODE), [^\]]*\]")
TAGS = ("UpdateVariable", "variable_update")


def balanced(text, start):
    """The end of the JSON that opens at `start`, or None."""
    depth, quoted, at = 0, False, start
    while at < len(text):
        char = text[at]
        if quoted:
            at += char == "\\"
            quoted = char != '"'
        elif char == '"':
            quoted = True
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return None


class Document:
    def __init__(self, path):
        self.name = path.name[:3]
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.found = {}

    def add(self, number, kind, text):
        identity = f"{self.name}:{number + 1} {kind}"
        while identity in self.found:
            identity += "'"
        self.found[identity] = {"id": identity, "group": f"document {self.name}", "text": text}

    def fences(self):
        """(first line, last line, opener) of every fence; those with escaped backticks and those inside others too."""
        for first, line in enumerate(self.lines):
            opener = FENCE.match(line)
            closer = opener and re.compile(rf"^\s*{re.escape(opener[1])}\s*$")
            last = opener and next((n for n in range(first + 1, len(self.lines)) if closer.match(self.lines[n])), None)
            if last:
                yield first, last, opener

    def cut_fence(self, first, last, opener):
        body = self.lines[first + 1:last]
        text = "\n".join(self.lines[first:last + 1])
        if not LIKE_A_COMMAND.search(text):
            return
        if opener[1] != "```":
            self.add(first, "fence", textwrap.dedent(text).replace("\\`", "`"))
            return
        self.add(first, "fence", text)
        inner = textwrap.dedent("\n".join(body))
        calls = [n for n in range(first + 1, last) if CALL.match(self.lines[n])]
        if opener[2] == "json" and inner[:1] in "[{":
            end = balanced(inner, 0)
            whole = end is not None and not inner[end:].strip()
            self.add(first + 1, "bare" if whole else "json", inner if whole else inner[:end])
        elif len(calls) > 1 and opener[2] == "javascript":
            self.add(first + 1, "bare", inner)
        for number in calls:
            self.add(number, "call", self.lines[number].strip())

    def cut_blocks(self):
        for tag in TAGS:
            for first, line in enumerate(self.lines):
                if line.strip() != f"<{tag}>":
                    continue
                last = next((n for n in range(first, len(self.lines)) if self.lines[n].strip() == f"</{tag}>"), None)
                if last is not None:
                    self.add(first, "block", textwrap.dedent("\n".join(self.lines[first:last + 1])))

    def cut_line(self, number):
        line = self.lines[number]
        inline = re.findall(r"`([^`]+)`", line)
        if any(LIKE_A_COMMAND.search(code) or re.match(r"(?:set|push) \S+=", code) for code in inline):
            self.add(number, "line", line.strip())
        elif re.search(r"\b(?:tool_calls|failed_calls|checkpoints): \[", line):
            last = next(n for n in range(number, len(self.lines)) if self.lines[n].strip() in ("]", "}]"))
            self.add(number, "line", "\n".join(self.lines[number:last + 1]))
        for operation in OPERATION.findall(line):
            self.add(number, "op", f"<variable_update>{operation}</variable_update>")
        for start in re.finditer(r"'(?=\{\"op\")", line):
            self.add(number, "json", line[start.end():balanced(line, start.end())])

    def examples(self):
        inside = set()
        for first, last, opener in self.fences():
            inside.update(range(first, last + 1))
            self.cut_fence(first, last, opener)
        self.cut_blocks()
        for number in range(len(self.lines)):
            if number not in inside or OPERATION.search(self.lines[number]) or "'{\"op\"" in self.lines[number]:
                self.cut_line(number)
        return sorted(self.found.values(), key=lambda row: int(re.split(r"[: ]", row["id"])[1]))


def merged(cut, kept):
    """The rows to write, and what is wrong with them."""
    rows, troubles = [], []
    for row in cut:
        old = kept.pop(row["id"], {})
        if old and old["text"] != row["text"]:
            troubles.append(f"{row['id']}: the text changed")
        if not old.get("expect"):
            troubles.append(f"{row['id']}: no expectation")
        by_hand = {name: old.get(name, default) for name, default in
                   (("state", {}), ("dialect", "auto"), ("expect", {}), ("why", ""))}
        rows.append(row | by_hand)
    return rows, troubles + [f"{identity}: no document holds it" for identity in kept]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()

    documents = sorted(given.folder.glob("00[0-4]_*.txt"))
    if len(documents) != 5:
        sys.exit(f"{given.folder}: {len(documents)} documents, not five")
    cut = [row for path in documents for row in Document(path).examples()]
    kept = {}
    if FILE.exists():
        kept = {row["id"]: row for row in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())}
    rows, troubles = merged(cut, kept)
    if not given.check:
        FILE.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print("\n".join(troubles + [f"{len(rows)} examples"]))
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
