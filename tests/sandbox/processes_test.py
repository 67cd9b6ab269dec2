#!/usr/bin/env python3
"""attack hash-border: the same turn in fifty processes, each with hashes and addresses of its own, is the same bytes; and one of
them judges again what another stored.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/sandbox/processes_test.py
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))

import program  # noqa: E402

NOW = ("--now", "2025-09-20T08:00:00Z")
PROCESSES = 50

# Each tries to read a seed, an address or an order of hashes.
BODIES = {
    "mixed": "local t = {} for i = 1, 16 do t['k' .. i] = true end for i = 1, 16 do t['k' .. i] = nil end "
             "t[1], t[2], t[3], t[5], t[6], t[7], t[8] = 1, 2, 3, 5, 6, 7, 8 t['z' .. n] = true return #t",
    "tables": "local t = {} for i = 1, 16 do t[{}] = true end t[1], t[2], t[4], t[5], t[8], t[9] = 1, 2, 4, 5, 8, 9 "
              "t[{}] = n return #t",
    "functions": "local t = { [print_ or pcall] = 1, [string.len] = 2, [ctx] = 3, [null] = 4, [function() return n end] = 5 } "
                 "t[1], t[2], t[4], t[5], t[8], t[9] = 1, 2, 4, 5, 8, 9 return #t",
    "long": "local t = {} for i = 1, 9 do t[('x'):rep(40 + i)] = i end t[2], t[1], t[4], t[5], t[7] = 1, 2, 4, 5, 7 return #t",
    "unpack": "local t = { a = 1, ['b' .. n] = 2 } t[1], t[2], t[3], t[4], t[8] = 1, 2, 3, 4, 8 t[3] = nil "
              "return { select('#', table.unpack(t)), table.concat({ pcall(table.concat, t) and 'joined' or 'not' }) }",
    "insert": "local t = { a = 1, ['b' .. n] = 2 } t[1], t[2], t[4], t[8], t[16] = 1, 2, 4, 8, 16 table.insert(t, 'x') "
              "table.insert(t, 1, 'y') table.remove(t) return #t",
    "frozen": "return { #LATE, #LATER, select('#', table.unpack(LATER)) }",
    "twokeys": "local ok, e = pcall(ctx.log, { [{}] = 1, [1.5] = 2, [true] = 3, [function() end] = 4 }) return e",
    "keys": "local ok, e = pcall(ctx.log, { ['\\255' .. n] = 1, ['\\254'] = 2, ['\\253'] = 3, ['\\252'] = 4 }) return e",
    "beside": "local t = { 1 } for i = 1, 30 do t['k' .. i] = i end local ok, e = pcall(ctx.log, t) return e",
    "pairs": "local t = { [{}] = 1, [pcall] = 2, [ctx] = 3 } for i = 1, 200 do t['k' .. i] = 1 end "
             "local ok, e = pcall(pairs, t) return e",
    "upvalues": "local ok = pcall(function() CHANGE.z() CHANGE.a() CHANGE.m() end) return ok",
    "names": "local t = {} for i = 1, 40 do t['k' .. i] = i end local s = '' for k in pairs(t) do s = s .. k end return s",
}

PLUGIN = """LATE, LATER = {}, { z = 1 }
for i = 1, 40 do LATE['k' .. i] = true end
for i = 1, 40 do LATE['k' .. i] = nil end
for _, i in ipairs{ 1, 2, 3, 5, 6, 7, 8, 9, 12, 13, 16, 17, 33 } do LATE[i] = i LATER[i] = i end
local a, b, c = 1, 2, 3
CHANGE = { z = function() a = 0 end, a = function() b = 0 end, m = function() c = 0 end }
"""

TOOL = """tool "%s" {
  summary = { en = "e", zh = "z" }, guidance = { en = "e", zh = "z" }, args = {}, rejects = { no = "no" }, settles = {},
  run = function(args, ctx)
    local all = {}
    for n = 1, 12 do all[n] = (function(n) %s end)(n) end
    return all
  end,
}
"""


class Processes(program.Base):
    def setUp(self):
        super().setUp()
        leak = self.folder / "plugins" / "leak"
        leak.mkdir(parents=True)
        (leak / "plugin.yaml").write_text("plugin: leak\nversion: 0.1.0\napi: 1\nsummary: {en: x, zh: x}\nfiles: [leak.lua]\n")
        (leak / "leak.lua").write_text(PLUGIN + "".join(TOOL % row for row in BODIES.items()))
        self.file("ruleset.yaml", "ruleset: scratch\nversion: 1.0.0\ntitle: {en: Scratch, zh: 试}\nlanguage: en\nplugins: [leak]\n"
                                  "dialects: [tools]\nretry: {on: []}\nstate: initial.json\n")
        self.file("initial.json", '{"n":1}')
        calls = [{"id": f"c_{name}", "name": name, "arguments": {}} for name in BODIES]
        self.text = self.file("t.txt", f"<tool_calls>{json.dumps(calls)}</tool_calls>")

    def test_fifty_processes_say_the_same(self):
        first = program.run("apply", "--json", *NOW, "--ruleset", str(self.folder), self.text)
        said = {row["id"]: row.get("result") or row["message"] for row in first.json["commands"]}
        self.assertEqual(len(said), len(BODIES))
        for name, result in said.items():
            self.assertTrue(name == "c_upvalues" or "plugin.error" not in str(result), (name, result))
        for _ in range(PROCESSES - 1):
            self.assertEqual(program.run("apply", "--json", *NOW, "--ruleset", str(self.folder), self.text).out, first.out)

    def test_another_process_rebuilds_what_one_has_stored(self):
        store = {"GAVEL_STORE": str(self.folder / "s.db")}
        program.run("campaign", "new", "c", "--ruleset", str(self.folder), codes=(0,), **store)
        for turn in range(3):
            program.run("campaign", "turn", "c", "--turn", f"t-{turn}", "--user", "hi", self.text, **store)
        for _ in range(5):
            program.run("campaign", "rebuild", "c", codes=(0,), **store)


if __name__ == "__main__":
    program.main()
