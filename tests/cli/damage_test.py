"""Damaged campaigns: one byte of every stored column altered, one at a time, and every row missing once. What is sound stays usable,
`verify` names the damage, and `gavel campaign repair` makes the campaign whole."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import sqlite3

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
TABLETOP = str(HOUSE / "rulesets" / "tabletop")
NOW = ("--now", "2025-09-20T08:00:00Z")
COLUMNS = {
    "campaign": "id branch version turn hash revision record seal",
    "origin": "campaign bytes seal",
    "branch": "campaign id parent fork_turn fork_version fork_hash label seal",
    "turn": "campaign id branch version text_hash hash parent attempt previous time seal record verdict audit",
    "attempt": "campaign turn number text_hash last time seal record verdict",
    "checkpoint": "campaign turn version label time seal bytes",
    "pack": "hash bytes",
    "campaign_pack": "campaign hash",
}

def call(start, end):
    args = {"actor_id": "lin_qiu", "from_area_id": start, "to_area_id": end}
    return json.dumps({"tool_calls": [{"id": "c1", "tool": "move", "args": args}]})


def altered(value):
    """The value with one byte changed."""
    if isinstance(value, int):
        return value ^ 64
    if isinstance(value, bytes):
        at = len(value) // 2
        return value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :] if value else b"\x01"
    return value[:-1] + chr(ord(value[-1]) ^ 16) if value else "x"


def some_of(cases):
    """Each third one: the others wait for `scripts/test --long`."""
    return cases if os.environ.get("GAVEL_ALL_DAMAGE") else cases[::3]


class Damage(program.Base):
    def gavel(self, store, *args, codes=(0, 1, 2)):
        return run("campaign", *args, "--store", store, codes=codes)

    def turn(self, store, text, *more):
        answer = self.gavel(store, "turn", "evening", "--text", text, "--user", "on", *NOW, *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def play(self):
        """Four turns with a failed attempt, a checkpoint, and a branch of two turns on which the campaign goes on."""
        store = str(self.folder / "whole.db")
        self.assertEqual(self.gavel(store, "new", "evening", "--ruleset", TABLETOP, *NOW).code, 0)
        for text in (call("inn", "street"), "It rains.", call("inn", "street"), call("street", "inn"), "Night."):
            self.turn(store, text)
        self.assertEqual(self.gavel(store, "checkpoint", "evening", "--at", "t-2", "--label", "rain", *NOW).code, 0)
        self.assertEqual(self.gavel(store, "branch", "evening", "side", "--at", "t-2", *NOW).code, 0)
        self.turn(store, "Fog.")
        self.turn(store, call("street", "inn"))
        return store

    def damaged(self, store, name, sql, *values):
        copy = str(self.folder / f"{name}.db")
        shutil.copyfile(store, copy)
        with sqlite3.connect(copy) as database:
            database.execute("PRAGMA foreign_keys=OFF")
            database.execute("PRAGMA ignore_check_constraints=ON")
            database.execute(sql, values)
        database.close()
        return copy

    def cases(self, store):
        """(name, table, the turn that the row is of, SQL, values)"""
        with sqlite3.connect(store) as database:
            for table, columns in COLUMNS.items():
                for row in database.execute(f"SELECT rowid, {', '.join(columns.split())} FROM {table}").fetchall():
                    values = dict(zip(columns.split(), row[1:]))
                    turn = values.get("id") if table == "turn" else values.get("turn") if table in ("attempt", "checkpoint") else None
                    for column, value in values.items():
                        yield (f"{table}-{row[0]}-{column}", table, turn, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (altered(value), row[0]))
                    yield (f"{table}-{row[0]}-gone", table, turn, f"DELETE FROM {table} WHERE rowid = ?", (row[0],))
        database.close()

    def test_attack_st_checkpoint_a_state_is_never_another_campaigns(self):
        """the number that links a checkpoint to its campaign altered: with the seal of now, and with that of an earlier Gavel"""
        store = str(self.folder / "two.db")
        for name in ("c", "d"):
            self.assertEqual(self.gavel(store, "new", name, "--ruleset", str(HOUSE / "rulesets" / "minimal"), *NOW).code, 0)
            for number in (1, 2, 3):
                text = f"On.\n_.set('{name}{number}', {number});\n"
                self.assertEqual(self.gavel(store, "turn", name, "--turn", f"t-{number}", "--text", text, "--user", "on", *NOW).code, 0)
        self.assertEqual(self.gavel(store, "checkpoint", "c", "--at", "t-2", "--label", "lab", *NOW).code, 0)
        now = {name: self.gavel(store, "show", name, "state").json for name in ("c", "d")}
        with sqlite3.connect(store) as database:
            turn, label, time, data = database.execute("SELECT turn, label, time, bytes FROM checkpoint WHERE label = 'lab'").fetchone()
        database.close()
        columns = [turn.encode(), label.encode(), str(time).encode(), data]
        seal = hashlib.sha256(b"".join(len(one).to_bytes(8, "little") + one for one in columns)).digest()
        sealed = self.damaged(store, "sealed", "UPDATE checkpoint SET seal = ? WHERE label = 'lab'", seal)
        self.assertEqual(self.gavel(sealed, "show", "c", "state").json, now["c"])
        self.assertEqual(self.gavel(sealed, "verify", "c").code, 0)
        for whole in (store, sealed):
            copy = self.damaged(whole, "other", "UPDATE checkpoint SET campaign = (SELECT key FROM campaign WHERE id = 'd') WHERE label = 'lab'")
            shown = self.gavel(copy, "show", "d", "state")
            self.assertIn("damaged", shown.err)
            self.assertEqual(shown.json, now["d"])
            went = self.gavel(copy, "turn", "d", "--turn", "n-1", "--text", "On.", "--user", "on", *NOW)
            self.assertEqual((went.code, "repair" in went.err), (2, True), went.err)
            self.assertEqual(self.gavel(copy, "verify", "d").code, 1)
            self.assertEqual(self.gavel(copy, "show", "c", "state").json, now["c"])
            self.assertEqual(self.gavel(copy, "repair", "d", "--yes", *NOW).code, 0)
            for name in ("c", "d"):
                self.assertEqual(self.gavel(copy, "show", name, "state").json, now[name])
                self.assertEqual(self.gavel(copy, "verify", name).code, 0)

    def check(self, whole, state, name, table, turn, sql, values):
        store = self.damaged(whole, name, sql, *values)
        before = pathlib.Path(store).read_bytes()
        # Nothing tells of a checkpoint that is gone, and needs it; nor of the last turn of a branch where nobody stands.
        if name.endswith("gone") and (turn == "t-4" or (table == "checkpoint" and turn)):
            return self.assertEqual(self.gavel(store, "verify", "evening").code, 0)
        found = self.gavel(store, "verify", "evening")
        self.assertEqual(found.code, 1, (name, found.err, found.out))
        said = json.dumps(found.json["findings"])
        kind = "pack" if table == "campaign_pack" else table
        self.assertTrue((turn or kind) in said or kind in said or "rules" in said or "begin with" in said, (name, said))
        listed = self.gavel(store, "list")
        self.assertEqual(listed.code, 0, name)
        # Everything since the checkpoint at t-2 leads to where the campaign stands, and what it began with.
        if table in ("origin", "branch", "pack") or turn in ("t-3.2", "t-4.2") or (table == "campaign" and not name.endswith("gone")):
            self.assertTrue(any("damaged" in one for one in listed.json), (name, listed.out))
        now = self.gavel(store, "show", "evening", "state")
        if now.code == 0 and "damaged" not in now.err:
            self.assertEqual(now.json, self.now, name)
        if now.code == 0 and turn == "t-4.2":
            self.assertIn("damaged", now.err, name)
        if turn == "t-4.2":
            copy = self.damaged(whole, name + "-turn", sql, *values)
            went = self.gavel(copy, "turn", "evening", "--text", "Wind.", "--user", "on", *NOW)
            self.assertEqual((went.code, "repair" in went.err), (2, True), (name, went.out, went.err))
        looks = [self.gavel(store, "show", "evening"), self.gavel(store, "show", "evening", "timeline"), self.gavel(store, "show", "evening", "turns")]
        for look in looks:
            self.assertEqual(look.code, 2 if name in ("pack-1-bytes", "pack-1-gone") else 0, (name, look.err))
        if looks[0].code == 0 and looks[0].err:
            self.assertIn("damaged", looks[0].json, name)
        if turn != "t-1" and table not in ("pack",):
            at = self.gavel(store, "show", "evening", "state", "--at", "t-1")
            self.assertEqual(at.code, 0, (name, at.err))
            self.assertEqual(at.json, state, name)
        if table == "turn" and turn not in ("t-1",):
            for command in (("rollback", "evening", "t-1"), ("branch", "evening", "anew", "--at", "t-1")):
                copy = self.damaged(whole, name + "-" + command[0], sql, *values)
                went = self.gavel(copy, *command, *NOW)
                self.assertEqual(went.code, 0, (name, went.err))
                self.assertEqual(self.turn(copy, "Another way.", "--turn", "x-1")["outcome"], "accepted", name)
        self.assertIn(self.gavel(store, "rebuild", "evening").code, (0, 1, 2), name)
        if table != "pack":
            file = str(self.folder / f"{name}.gavel")
            out = self.gavel(store, "export", "evening", "--out", file)
            self.assertIn(out.code, (0, 1), (name, out.err))
            back = self.gavel(str(self.folder / f"{name}-back.db"), "import", file)
            self.assertEqual(back.code, 0, (name, back.err))
        self.assertEqual(pathlib.Path(store).read_bytes(), before, name)  # nothing of it was written by looking

        plan = self.gavel(store, "repair", "evening", *(("--ruleset", TABLETOP) if table == "pack" else ()))
        self.assertEqual(plan.code, 1, (name, plan.err, plan.out))
        self.assertEqual(pathlib.Path(store).read_bytes(), before, name)
        done = self.gavel(store, "repair", "evening", "--yes", *(("--ruleset", TABLETOP) if table == "pack" else ()))
        self.assertEqual(done.code, 0, (name, done.err, done.out))
        self.assertTrue(os.path.getsize(done.json["copy"]) > 0, name)
        clean = self.gavel(store, "verify", "evening")
        self.assertEqual(clean.code, 0, (name, clean.out))
        again = self.gavel(store, "rebuild", "evening")
        self.assertEqual(again.code, 0, (name, again.err, again.out))
        self.assertEqual(self.turn(store, "It goes on.", "--turn", "x-1")["outcome"], "accepted", name)
        self.assertEqual(self.gavel(store, "verify", "evening").code, 0, name)
        return None

    def test_every_column_of_every_row(self):
        whole = self.play()
        self.assertEqual(self.gavel(whole, "verify", "evening").code, 0)
        state = self.gavel(whole, "show", "evening", "state", "--at", "t-1").json
        self.now = self.gavel(whole, "show", "evening", "state").json
        cases = list(self.cases(whole))
        self.assertGreater(len(cases), 150)
        only = os.environ.get("GAVEL_DAMAGE", "")
        if not only:
            cases = some_of(cases)
        failed = []

        def one(case):
            try:
                self.check(whole, state, *case)
            except AssertionError as error:
                failed.append(f"{case[0]}: {str(error)[:1500]}")
            for file in self.folder.glob(f"{case[0]}*"):
                file.unlink()

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, [case for case in cases if only in case[0]]))
        self.assertFalse(failed, f"{len(failed)} of {len(cases)} failed\n" + "\n".join(failed))

    # ---- pages and indexes of the file

    def views(self, store):
        for what in ("fields", "timeline", "turns", "state", "verdict"):
            yield ("show", "evening", what)
        for turn in ("t-1", "t-2", "t-4", "t-3.2", "t-4.2"):
            for what in ("state", "verdict"):
                yield ("show", "evening", what, "--at", turn)
        yield ("audit", "evening")
        yield ("export", "evening")

    def pages(self, store):
        """The first page of every index and table, by name."""
        with sqlite3.connect(store) as database:
            size = database.execute("PRAGMA page_size").fetchone()[0]
            roots = dict(database.execute("SELECT name, rootpage FROM sqlite_master").fetchall())
        database.close()
        return size, roots

    def flipped(self, whole, at, bits, name):
        data = bytearray(pathlib.Path(whole).read_bytes())
        data[at] ^= bits
        return self.file(f"{name}.db", bytes(data))

    def check_flipped(self, store, right, name):
        """No view answers otherwise without saying so; `verify` finds it; a repair loses nothing, or says what is left."""
        found = self.gavel(store, "verify", "evening")
        for view in self.views(store):
            seen = self.gavel(store, *view)
            self.assertTrue(seen.code == 2 or "damaged" in seen.err or seen.out == right[view], (name, view, seen.out[:300]))
            self.assertTrue(found.code or seen.out == right[view], (name, view))
        if not found.code:
            return
        done = self.gavel(store, "repair", "evening", "--yes")
        again = self.gavel(store, "verify", "evening")
        self.assertEqual(done.code == 0, again.code == 0, (name, done.out, done.err, again.out))
        self.assertNotIn("repair evening mends", done.err, name)
        if "autoindex" in name:
            self.assertEqual(again.code, 0, (name, done.out, done.err, again.out))
            for view in self.views(store):
                self.assertEqual(self.gavel(store, *view).out, right[view], (name, view))

    def test_a_damaged_index_or_page_is_found_changes_no_answer_and_is_made_new(self):
        whole = self.play()
        right = {view: self.gavel(whole, *view).out for view in self.views(whole)}
        size, roots = self.pages(whole)
        data = pathlib.Path(whole).read_bytes()
        cases = []
        for name, page in sorted(roots.items()):
            used = [at for at in range((page - 1) * size, page * size) if data[at]]
            wanted = sorted({used[3], *used[len(used) // 3 :: max(1, len(used) // 5)], used[-1]})
            cases += [(f"{name}-{at}", at) for at in (wanted if "autoindex" in name else wanted[:1])]
        failed = []

        def one(case):
            try:
                self.check_flipped(self.flipped(whole, case[1], 16, case[0]), right, case[0])
            except AssertionError as error:
                failed.append(f"{case[0]}: {str(error)[:1500]}")
            for file in self.folder.glob(f"{case[0]}.db*"):
                file.unlink()

        self.assertGreater(len(cases), 40)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, some_of(cases)))
        self.assertFalse(failed, f"{len(failed)} of {len(cases)} failed\n" + "\n".join(failed))

    def test_an_entry_of_the_index_by_branch_is_altered(self):
        whole = self.play()
        size, roots = self.pages(whole)
        data = pathlib.Path(whole).read_bytes()
        start = (roots["sqlite_autoindex_turn_2"] - 1) * size
        store = self.flipped(whole, data.index(b"side\x04", start, start + size), 4, "branch")  # of the last turn: "wide"
        right = self.gavel(whole, "show", "evening", "state").json
        self.assertIn("turn_2", self.gavel(store, "verify", "evening").out)
        self.assertIn("damaged", self.gavel(store, "list").out)
        state = self.gavel(store, "show", "evening", "state")
        self.assertEqual((state.code, state.json), (0, right))
        self.assertIn("damaged", state.err)
        self.assertEqual(self.gavel(store, "turn", "evening", "--text", "Wind.", "--user", "on", *NOW).code, 2)
        done = self.gavel(store, "repair", "evening", "--yes").json
        self.assertEqual((done["applied"], done["left"], done["lost"]), (True, [], []))
        self.assertEqual(self.gavel(store, "show", "evening", "timeline").json, self.gavel(whole, "show", "evening", "timeline").json)
        self.assertEqual(self.turn(store, "It goes on.")["outcome"], "accepted")


if __name__ == "__main__":
    program.main()
