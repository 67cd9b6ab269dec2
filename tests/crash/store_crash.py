#!/usr/bin/env python3
"""Kills a process that takes turns on a SQLite store, again and again, and looks for lost or doubled turns.

Run by ctest, or by hand: STORE_CRASH=build/dev/tests/store_crash python3 tests/crash/store_crash.py [--kills N]
A kill leaves what was written in the system's cache: this shows recovery, not the loss of power.
"""

import argparse
import os
import pathlib
import random
import signal
import subprocess
import tempfile

PROGRAM = os.environ.get("STORE_CRASH", "build/dev/tests/store_crash")
SESSIONS = 3


def call(*args, expected=0):
    run = subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=120)
    if expected is not None and run.returncode != expected:
        raise SystemExit(f"store_crash: {args} ended with {run.returncode}\n{run.stdout}{run.stderr}")
    return run


def versions(path):
    return {name: int(version) for name, version in
            (line.split() for line in call("check", path).stdout.splitlines())}


def killed_run(path, lines_wanted):
    """Lets it run until it has said so many lines, kills it, and returns all that it said."""
    with subprocess.Popen([PROGRAM, "run", path, str(SESSIONS)], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        said = b""
        while said.count(b"\n") < lines_wanted:
            part = os.read(process.stdout.fileno(), 65536)
            if not part:
                raise SystemExit(f"store_crash: it ended by itself\n{process.stderr.read().decode()}")
            said += part
        os.kill(process.pid, signal.SIGKILL)
        said += process.stdout.read()
    return [line.split() for line in said.decode().splitlines()]


def kills(scratch, count, seed):
    """Every acknowledged turn is there once: a campaign's turns are numbered, and its chain is checked whole."""
    path = scratch / "killed.db"
    chance = random.Random(seed)
    names = [f"c-{i}" for i in range(SESSIONS)]
    acknowledged = dict.fromkeys(names, 0)
    # Each kill may leave one turn stored that it could not say any more.
    unsaid = dict.fromkeys(names, 0)

    def stands(name, version, least, most):
        if not least <= version <= most:
            raise SystemExit(f"store_crash: {name} is at {version}, acknowledged was {acknowledged[name]}, "
                             f"so {least} to {most} are possible; kill {number}, seed {seed}")

    for number in range(count):
        # Some are killed before their first answer: while the file is opened, recovered or made.
        heard = set()
        for name, turn in killed_run(path, chance.choice([0, 0, 1, 3, 10, 40, 150])):
            version, after = int(turn.removeprefix("t-")), acknowledged[name] + 1
            stands(name, version, after, after if name in heard else after + unsaid[name])
            heard.add(name)
            acknowledged[name] = version
            unsaid[name] = 0
        unsaid = {name: most + 1 for name, most in unsaid.items()}
        if number % 10 == 9 or number == count - 1:
            there = versions(path)
            for name in names:
                stands(name, there.get(name, 0), acknowledged[name], acknowledged[name] + unsaid[name])
                acknowledged[name] = there.get(name, 0)
                unsaid[name] = 0
    print(f"{count} kills, {sum(acknowledged.values())} turns, none lost, none doubled")


def full_disk(scratch):
    """A file system without room: turns are refused, what is there stays whole, and goes on with room again."""
    place = scratch / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", place], capture_output=True).returncode != 0:
        print("no right to mount a small file system: a full disk was not tried here")
        return
    try:
        path = place / "store.db"
        code, version = call("fill", path).stdout.split()
        if code != "store.full" or int(version) < 10:
            raise SystemExit(f"store_crash: a full disk gave {code} at version {version}")
        subprocess.run(["mount", "-o", "remount,size=6m", place], check=True)
        if versions(path) != {"c-0": int(version)}:
            raise SystemExit("store_crash: a full disk lost turns")
        code, more = call("fill", path).stdout.split()
        if code != "store.full" or int(more) <= int(version):
            raise SystemExit("store_crash: no turn was taken after room was made")
        subprocess.run(["mount", "-o", "remount,size=9m", place], check=True)
        if versions(path) != {"c-0": int(more)}:
            raise SystemExit("store_crash: the second full disk lost turns")
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
        run = call("fill", path, expected=1)
        if "store.read_only" not in run.stderr:
            raise SystemExit(f"store_crash: a read-only disk gave {run.stderr}")
        print(f"full disk: refused at {version} turns, then at {more}, none lost; read-only: refused")
    finally:
        subprocess.run(["umount", place], check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--long", action="store_true", help="1000 kills")
    parser.add_argument("--seed", type=int, default=20260114)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        kills(scratch, 1000 if options.long else options.kills, options.seed)
        full_disk(scratch)


if __name__ == "__main__":
    main()
