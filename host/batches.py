#!/usr/bin/env python3
"""Which sources are compiled as one: `batches.py SIZE --target NAME FILE... --target NAME FILE...`
prints a line `NAME BATCH FILE` for each file.

Reading the same headers once for many sources halves the time of a build. Sources that define the same name are never
put into one batch, so that nobody has to know of it. Used by targets.cmake and by scripts/lint.
"""

import pathlib
import re
import sys

DEFINED = re.compile(r"^(?:(?:struct|class|union|enum(?: class)?) (\w+)|using (\w+) =|"
                     r"(?!namespace |using |static_assert)[A-Za-z](?:[^(={;]*[ &*])?((?![A-Z_]+\b)\w+)(?= ?[\[({=;])|#define (\w+))", re.M)
CALLED = re.compile(r"(?<![.>:\w])[a-z]\w*(?=\()")
OPEN_ENUM = re.compile(r"^enum (?!class)[^{;]*\{([^}]*)\}", re.M)


def defined(source):
    """The names that a source seems to define outside of functions and classes, where lines are not indented."""
    text = pathlib.Path(source).read_text(encoding="utf-8")
    enumerators = re.findall(r"\bk\w+", " ".join(OPEN_ENUM.findall(text)))
    return {name for names in DEFINED.findall(text) for name in names if name}.union(enumerators)


def called(source):
    """The functions that a source seems to call: one of the same name in another source could come in between."""
    return set(CALLED.findall(pathlib.Path(source).read_text(encoding="utf-8")))


def batches(sources, size):
    """The sources in lists of at most `size`, none with a name that another one of its list defines or calls."""
    found = []
    for source in sources:
        names, calls = defined(source), called(source)
        room = next((batch for batch in found if len(batch[0]) < size and batch[1].isdisjoint(names | calls)
                     and batch[2].isdisjoint(names)), None)
        if room is None:
            found.append(room := ([], set(), set()))
        room[0].append(source)
        room[1].update(names)
        room[2].update(calls)
    return [batch[0] for batch in found]


def main(size, words):
    targets = {}
    for word, before in zip(words, ["", *words]):
        if before == "--target":
            sources = targets.setdefault(word, [])
        elif word != "--target":
            sources.append(word)
    for name, sources in targets.items():
        for number, batch in enumerate(batches(sources, size)):
            for path in batch:
                print(name, number, path)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
