"""Hostile plugins as data: what a row of attempts/*.lua says, and the game that is built around it."""

import json
import os
import pathlib
import re

ROWS = pathlib.Path(__file__).resolve().parent / "attempts"
HEAD = re.compile(r"---- ([A-Z]-\d{3}) (.+)")
FIELD = re.compile(r"-- (kind|limits|expect|result|results|state|says|warns|calls|line|at): (.*)")

TEXTS = 'summary = { en = "e", zh = "z" }, guidance = { en = "e", zh = "z" }'
TOOL = TEXTS + ', args = { n = int{ default = 0 } }, rejects = { no = "no" }, settles = {}'
SHORT = {
    "$m": TEXTS + ', args = { n = int{ default = 0 } }, rejects = {}, settles = {}',
    "$s": '{ en = "e", zh = "z" }',
    "$locals": " ".join(f"local v{number} = 1" for number in range(201)),
    "$parens": "(" * 1000 + "1" + ")" * 1000,
}

# Each kind of handler: what stands before and after its body, and the name that errors give to it.
KINDS = {
    "tool": ('tool "$id" { ' + TOOL + ", run = function(args, ctx)", "end }", "run"),
    "when": ('tool "$id" { ' + TOOL + ", run = function() return {} end, when = function(ctx)", "end }", "when"),
    "callback": ('callback "$id" { args = {}, run = function(args, ctx)', "end }", "run"),
    "rule": ('rule "$id" { path = "in.rule", run = function(effect, ctx)', "end }", "run"),
    "amend": ('rule "$id" { path = "in.amend", mode = "amend", run = function(effect, ctx)', "end }", "run"),
    "budget": ('budget "$id" { path = "in.budget", max = 3, counts = "increase", over = "deny", window = function(ctx)', "end }", "window"),
    "derive": ('derive "$id" { path = "out.derive", run = function(ctx)', "end }", "run"),
    "automation": ('automation "$id" { on = "changed(in.automation)", run = function(event, ctx)', "end }", "run"),
    "claim": ('claim "$id" { find = function(narration, ctx)', "end }", "find"),
    "milestone": ('milestone "$id" { run = function(campaign, ctx)', "end }", "run"),
    "up": ('migrate { from = "0.x", up = function(ctx)', "end }", "up"),
    "load": ("", "", ""),
}
# A failing handler of these kinds is a warning; the others refuse the line that they were asked about.
WARNS = {"derive": "derive.failed", "automation": "automation.failed", "claim": "claim.failed", "milestone": "milestone.failed"}

STATE = {"n": 1, "x": 2, "list": [1, 2, 3], "secret": 42, "in": {"rule": 0, "amend": 0, "budget": 0, "automation": 0},
         "out": {}, "guarded": {"_is_protected": True, "v": 7}, "good": {"v": 1}}

RULESET = """ruleset: scratch
version: 1.0.0
title: {en: Scratch, zh: 试}
language: en
plugins: [PLUGINS]
dialects: [tools, mvu]
fields:
  - {path: "secret", read: [operator], write: [operator]}
  - {path: "good.twice", write: [derive]}
  - {path: "**", write: [model, player, tool, automation, derive, operator]}
retry: {on: []}
state: initial.json
limits: LIMITS
"""
# A slow machine must not turn an answer of the fuel into one of the clock.
LIMITS = {"max_turn_milliseconds": 60000, "max_handler_fuel": 1000000}

# What a stranger's plugin must not be able to touch: the libraries, the order of things, its memory, its rules.
GOOD = """
local kept = { word = "mine" }
tool "good" { TEXTS, args = { v = int{} }, rejects = {}, settles = {}, run = function(args, ctx)
  local list, names = { 3, 1, 2 }, {}
  table.sort(list)
  for name in pairs({ b = 1, c = 2, a = 3 }) do names[#names + 1] = name end
  ctx.set("good.v", args.v)
  ctx.memory.calls = (ctx.memory.calls or 0) + 1
  return {
    calls = ctx.memory.calls, roll = ctx.roll("1d6") <= 6, kept = kept.word, twice = args.v * 2,
    text = ("%05d|%s|%s"):format(args.v, ("ab"):rep(2), ("x"):upper()),
    list = table.concat(list, ","), names = table.concat(names), stolen = pcall(function() return stolen end),  -- gavel: allow unknown_global
    most = math.max(1, 2), kind = math.type(1), pair = select("#", table.unpack(list)), wide = utf8.len("\\u{4f60}"),
    found = ("a.b"):find(".", 1, true), swapped = (("ab"):gsub("(a)(b)", "%2%1")),
  }
end }
rule "cap" { path = "good.v", run = function(effect)
  if math.type(effect.after) ~= "integer" or effect.after > 100 then return deny("too much") end
  return allow()
end }
derive "twice" { path = "good.twice", run = function(ctx) return ctx.get("good.v") * 2 end }
""".replace("TEXTS", TEXTS)


def good_result(v, calls):
    return {"calls": calls, "roll": True, "kept": "mine", "twice": v * 2, "text": f"{v:05d}|abab|X", "list": "1,2,3", "names": "abc", "stolen": False,
            "most": 2, "kind": "integer", "pair": 3, "wide": 1, "found": 2, "swapped": "ba"}


class Attempt:
    def __init__(self, name, title, lines):
        self.name, self.title = name, title
        fields = dict(FIELD.fullmatch(line).groups() for line in lines if FIELD.fullmatch(line))
        body = [line for line in lines if not FIELD.fullmatch(line)]
        self.plugin = name.lower().replace("-", "_")
        self.kind = fields.get("kind", "load" if name[0] == "R" else "tool")
        self.expect = fields.get("expect", "harmless" if {"result", "results"} & set(fields) else None)
        self.results = json.loads(fields["results"]) if "results" in fields else None
        self.result = json.loads(fields["result"]) if "result" in fields else None
        self.patch = json.loads(fields["state"]) if fields.get("state", "any") != "any" else {}
        self.says = fields.get("says", "")
        self.warns = fields.get("warns", "")
        self.calls = fields.get("calls")
        self.limits = json.loads(fields.get("limits", "{}"))
        self.place = fields.get("at")
        self.any_state = fields.get("state") == "any"
        self.lua, self.line = self.source(body, fields.get("line"))
        self.handler = KINDS[self.kind][2]

    def source(self, body, line):
        opening, closing, _ = KINDS[self.kind]
        cut = body.index("-- run:") if "-- run:" in body else None
        top, run = ([], body) if cut is None else (body[:cut], body[cut + 1:])
        lines = [*top, opening, *run, closing] if self.kind != "load" else body
        marked = [number for number, text in enumerate(lines, 1) if text.endswith("--!")]
        number = int(line) if line else marked[0] if marked else len(top) + 2 if len(run) == 1 and self.kind != "load" else 1 if self.kind == "load" else None
        text = "\n".join(lines) + "\n"
        for short, long in SHORT.items():
            text = text.replace(short, long)
        return text.replace("$id", self.plugin), number

    @property
    def at(self):
        return self.place or f"plugins/{self.plugin}/init.lua:{self.line}"

    def trigger(self, number):
        """What a model would write to bring the handler to run for the n-th time."""
        if self.kind in ("tool", "when") or self.calls:
            return tool_call(self.calls or self.plugin, n=number)
        if self.kind == "callback":
            return f"_.callback('{self.plugin}');\n"
        if self.kind in ("rule", "amend", "budget", "automation"):
            return f"_.set('in.{self.kind}', {number});\n"
        return ""


def tool_call(tool, **args):
    return json.dumps({"tool_calls": [{"id": f"{tool}-{len(args)}", "tool": tool, "args": args}]}) + "\n"


def read(name):
    """All rows of one file, each id once."""
    attempts, lines = [], None
    for text in (ROWS / f"{name}.lua").read_text(encoding="utf-8").splitlines():
        head = HEAD.fullmatch(text)
        if head:
            lines = []
            attempts.append((head[1], head[2], lines))
        elif lines is not None:
            lines.append(text)
    return [Attempt(*attempt) for attempt in attempts]


def build(folder, attempts):
    """A ruleset of the attempts' plugins and the well-behaved neighbour, which stands between them."""
    names = [attempt.plugin for attempt in attempts]
    text = RULESET.replace("PLUGINS", ", ".join(names[: len(names) // 2] + ["good"] + names[len(names) // 2:]))
    text = text.replace("LIMITS", json.dumps({**LIMITS, **(attempts[0].limits if len(attempts) == 1 else {})}))
    if len(attempts) == 1 and attempts[0].kind == "milestone":
        text += f"milestone: {{policy: {attempts[0].plugin}}}\n"
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    (folder / "initial.json").write_text(json.dumps(STATE), encoding="utf-8")
    for name, lua in [*((attempt.plugin, attempt.lua) for attempt in attempts), ("good", GOOD)]:
        place = folder / "plugins" / name
        place.mkdir(parents=True)
        (place / "plugin.yaml").write_text(f"plugin: {name}\nversion: 1.0.0\napi: 1\nsummary: {{en: e, zh: z}}\n", encoding="utf-8")
        (place / "init.lua").write_text(lua, encoding="utf-8")


PLUGIN = "plugin: f\nversion: 1.0.0\napi: 1\nsummary: {en: e, zh: z}\n"


def folders():
    return [json.loads(line) for line in (ROWS / "folders.jsonl").read_text(encoding="utf-8").splitlines()]


def put(path, content):
    """A file of a row: a text, bytes, a text many times, a link, a pipe; null: none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if content is None:
        return
    if isinstance(content, str):
        path.write_bytes(content.encode())
    elif "hex" in content:
        path.write_bytes(bytes.fromhex(content["hex"]))
    elif "repeat" in content:
        path.write_text(content["repeat"][0] * content["repeat"][1], encoding="utf-8")
    elif "link" in content:
        path.symlink_to(content["link"])
    else:
        os.mkfifo(path)


def build_folder(folder, row):
    """A ruleset of a plugin f, made of the row's files, and the neighbour. Names that begin with / are the ruleset's."""
    build(folder, [])
    text = (folder / "ruleset.yaml").read_text(encoding="utf-8").replace("plugins: [good]", "plugins: [f, good]")
    given = row["files"].pop("/ruleset.yaml", "")
    if given.startswith("PLUGINS: "):
        text = text.replace("[f, good]", given.removeprefix("PLUGINS: "))
    if given.startswith("STATE: "):
        text = text.replace("initial.json", given.removeprefix("STATE: "))
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    for name, content in {"plugin.yaml": PLUGIN, "init.lua": "local x = 1\n", **row["files"]}.items():
        put(folder / name[1:] if name.startswith("/") else folder / "plugins" / "f" / name, content)
