"""gavel docs, from outside: the documents of every plugin, the stubs, and whether those that are kept are up to date."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
SHIPPED = ("docs", str(HOUSE / "plugins"), str(HOUSE / "rulesets" / "xianxia"), str(HOUSE / "rulesets" / "galgame"))
LUACHECK = os.environ.get("LUACHECK") or shutil.which("luacheck")

# Asks for every function of ctx, without arguments: what is not allowed says so, what is complains of its arguments.
PROBE = """local names = { %s }
local function probe(who, ctx)
  local may = {}
  for _, name in ipairs(names) do
    local ok, why = pcall(function() return ctx[name]() end)
    if ok or not string.find(why, "is not allowed here", 1, true) then may[#may + 1] = name end
  end
  ctx.log(who .. "=" .. table.concat(may, ","))
end
tool "probe" { summary = { en = "a", zh = "b" }, guidance = { en = "a", zh = "b" }, args = {}, rejects = {}, settles = {},
  when = function(ctx) probe("tool.when", ctx) return true end,
  run = function(_, ctx) probe("tool.run", ctx) ctx.set("a.b", 1) ctx.add("a.c", 1) end }
rule "r" { path = "a.b", run = function(_, ctx) probe("rule.run", ctx) return allow() end }
budget "b" { path = "a.c", max = function(ctx) probe("budget.max", ctx) return 9 end,
  window = function(ctx) probe("budget.window", ctx) return 1 end }
derive "d" { path = "a.d", run = function(ctx) probe("derive.run", ctx) return ctx.get("a.b") end }
automation "u" { on = "turn_start", run = function(_, ctx) probe("automation.run", ctx) end }
claim "k" { find = function(_, ctx) probe("claim.find", ctx) end }
callback "cb" { args = {}, run = function(_, ctx) probe("callback.run", ctx) end }
"""


def classes(stub):
    """The functions of each class of ctx, with those of its parents; and the class of each handler."""
    own, parents = {}, dict(re.findall(r"^---@class (gavel\.\w+): (gavel\.\w+)$", stub, re.M))
    for name in re.findall(r"^---@class (gavel\.\w*Context)", stub, re.M):
        own[name] = set(re.findall(rf"^function {name[6:]}\.(\w+)\(", stub, re.M))
    for name in own:
        above = parents.get(name)
        while above:
            own[name] = own[name] | own[above]
            above = parents.get(above)
    handlers, kind = {}, ""
    for line in stub.splitlines():
        if found := re.match(r"---@class gavel\.(\w+)Spec", line):
            kind = found[1].lower()
        elif found := re.match(r"---@field (\w+)\?? .*fun\(.*ctx: (gavel\.\w+)", line):
            handlers[f"{kind}.{found[1]}"] = found[2]
    return own, handlers


class Docs(program.Base):
    def test_the_manual_and_the_guidance_that_are_kept_are_those_of_the_registry(self):
        """[R001-18] scripts/manuals writes them"""
        answer = run(*SHIPPED, "--out", str(HOUSE / "plugins"), "--check", codes=(0, 1))
        self.assertEqual((0, ""), (answer.code, answer.err))

    def test_every_plugin_has_its_part_and_every_tool_what_each_reader_needs(self):
        """[R001-18] [R001-17]"""
        parts = {part["plugin"]: part for part in run(*SHIPPED, "--json", codes=(0,)).json}
        folders = {path.parent.name for path in (HOUSE / "plugins").glob("*/plugin.yaml")}
        self.assertEqual(folders, set(parts))
        vitals = parts["vitals"]
        for piece in ("### tool `hp_delta`", "delta: integer, -999 to 999", "already_dead", "damage_per_turn",
                      "plugins/vitals/hp.lua:"):
            self.assertIn(piece, vitals["manual"]["en"])
        self.assertIn("死者无法受伤", vitals["manual"]["zh"])
        self.assertIn("`hp_delta`: Call it whenever hit points change", vitals["guidance"]["en"])
        self.assertIn("生命值变化时必须调用", vitals["guidance"]["zh"])

    def test_a_tool_that_is_added_makes_the_kept_documents_stale(self):
        plugins, out = self.folder / "plugins", str(self.folder)
        shutil.copytree(HOUSE / "plugins" / "vitals", plugins / "vitals")
        self.assertEqual(0, run("docs", str(plugins), "--out", out, codes=(0,)).code)
        self.assertEqual(0, run("docs", str(plugins), "--out", out, "--check", codes=(0,)).code)
        with (plugins / "vitals" / "hp.lua").open("a", encoding="utf-8") as file:
            file.write('tool "rest" { summary = { en = "Rest.", zh = "休息。" }, guidance = { en = "Call it.", zh = "调用。" },\n'
                       "  args = {}, rejects = {}, settles = {}, run = function() end }\n")
        stale = run("docs", str(plugins), "--out", out, "--check", codes=(1,))
        self.assertEqual(4, stale.err.count("out of date"))  # the reference is of no plugin

    def test_what_cannot_be_documented_is_said(self):
        self.assertIn("no ruleset and no plugin", run("docs", str(self.folder), codes=(2,)).err)
        broken = self.folder / "broken"
        broken.mkdir()
        (broken / "plugin.yaml").write_text("plugin: broken\n", encoding="utf-8")
        self.assertIn("plugin.yaml:1:1", run("docs", str(broken), codes=(2,)).err)


    def test_the_reference_and_the_stubs_that_are_kept_are_those_of_the_registry(self):
        """[R001-18] [B-14] scripts/manuals writes them"""
        answer = run(*SHIPPED, "--out", str(HOUSE / "plugins"), "--stubs", str(HOUSE / "plugins" / "library"), "--check", codes=(0, 1))
        self.assertEqual((0, ""), (answer.code, answer.err))

    def test_a_stub_that_is_stale_or_left_over_or_missing_is_named(self):
        """[B-14]"""
        out = self.folder / "library"
        make = (*SHIPPED, "--stubs", str(out))
        run(*make, codes=(0,))
        run(*make, "--check", codes=(0,))
        text = (out / "gavel.lua").read_text(encoding="utf-8")
        (out / "gavel.lua").write_text(text.replace("function tool(name) end", "function tool(name, more) end"), encoding="utf-8")
        (out / "lists.lua").unlink()
        (out / "gone.lua").write_text("---@meta gone\n", encoding="utf-8")
        stale = run(*make, "--check", codes=(1,)).err
        for piece in ("gavel.lua is out of date; gavel docs --stubs writes it", "lists.lua is out of date", "gone.lua describes something that no longer exists"):
            self.assertIn(piece, stale)
        self.assertIn("--check needs --out or --stubs", run("docs", "--check", codes=(2,)).err)

    def test_stubs_leave_alone_what_is_an_authors_and_a_check_writes_nothing(self):
        """[B-14]"""
        stubs = self.folder / ".gavel"
        first = str(HOUSE / "rulesets" / "first")
        run("docs", first, "--stubs", str(stubs), "--check", codes=(1,))
        self.assertEqual([], list(self.folder.iterdir()))
        own = {".luarc.json": "{}\n", ".luacheckrc": "std = 'lua54'\n"}
        for name, text in own.items():
            self.file(name, text)
        run("docs", first, "--stubs", str(stubs), codes=(0,))
        self.assertEqual(own, {name: (self.folder / name).read_text(encoding="utf-8") for name in own})
        (stubs / "notes.txt").write_text("mine\n", encoding="utf-8")
        self.assertEqual("", run("docs", first, "--stubs", str(stubs), "--check", codes=(0,)).err)
        (stubs / "gone.lua").write_text("---@meta gone\n", encoding="utf-8")
        run("docs", first, "--stubs", str(stubs), codes=(0,))
        self.assertIn("gone.lua", run("docs", first, "--stubs", str(stubs), "--check", codes=(1,)).err)

    def test_each_handler_may_ask_what_its_class_of_ctx_has(self):
        """[B-14] the stubs against what really runs"""
        stub = (HOUSE / "plugins" / "library" / "gavel.lua").read_text(encoding="utf-8")
        own, handlers = classes(stub)
        names = sorted(set().union(*own.values()) - {"get", "has", "len", "keys"})
        game = self.folder / "game"
        plugin = game / "plugins" / "p"
        plugin.mkdir(parents=True)
        (plugin / "plugin.yaml").write_text("plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [p.lua]\n", encoding="utf-8")
        (plugin / "p.lua").write_text(PROBE % ", ".join(f'"{name}"' for name in names), encoding="utf-8")
        (game / "ruleset.yaml").write_text("ruleset: game\nversion: 1.0.0\nplugins: [p]\nstate: initial.yaml\n", encoding="utf-8")
        (game / "initial.yaml").write_text("a: {b: 0, c: 0, d: 0}\n", encoding="utf-8")
        text = """It begins. {"tool_calls": [{"id": "x", "tool": "probe", "args": {}}]}\n_.callback('cb');"""
        verdict = run("apply", "--ruleset", str(game), "--text", text, codes=(0,)).json
        told = dict(line["text"].split("=") for line in verdict["logs"])
        for handler in ("milestone.run", "migrate.up", "migrate.down", "tool.back"):  # these do not run in a turn
            self.assertIn(handler, handlers)
            del handlers[handler]
        self.assertEqual(set(handlers), set(told))
        for handler, name in handlers.items():
            self.assertEqual(sorted(own[name] - {"get", "has", "len", "keys"}), sorted(told[handler].split(",")), handler)

    def test_the_stub_of_a_module_has_what_the_module_gives(self):
        """[B-14]"""
        modules = sorted(path.stem for path in (HOUSE / "scripts" / "lib").glob("*.lua"))
        game = self.folder / "game"
        plugin = game / "plugins" / "p"
        plugin.mkdir(parents=True)
        (plugin / "plugin.yaml").write_text("plugin: p\nversion: 1.0.0\napi: 1\nsummary: {en: a, zh: b}\nfiles: [p.lua]\n", encoding="utf-8")
        gather = "".join(f'found["{name}"] = {{}}\nfor key, value in pairs(require "{name}") do\n'
                         f'  if type(value) == "function" then table.insert(found["{name}"], key) end\nend\n' for name in modules)
        (plugin / "p.lua").write_text(
            "local found = {}\n" + gather + 'automation "u" { on = "turn_start", run = function(_, ctx)\n'
            '  for name, all in pairs(found) do ctx.log(name .. "=" .. table.concat(all, ",")) end\nend }\n', encoding="utf-8")
        (game / "ruleset.yaml").write_text("ruleset: game\nversion: 1.0.0\nplugins: [p]\n", encoding="utf-8")
        verdict = run("apply", "--ruleset", str(game), "--text", "Nothing happens.", codes=(0,)).json
        told = dict(line["text"].split("=") for line in verdict["logs"])
        self.assertEqual(modules, sorted(told))
        for name in modules:
            stub = (HOUSE / "plugins" / "library" / f"{name}.lua").read_text(encoding="utf-8")
            self.assertEqual(sorted(filter(None, told[name].split(","))), sorted(re.findall(r"^function M\.(\w+)\(", stub, re.M)), name)

    def test_a_games_own_stub_types_its_parameters_arguments_settings_and_places(self):
        """[B-14]"""
        run("docs", str(HOUSE / "rulesets" / "tabletop"), "--stubs", str(self.folder), "--language", "zh", codes=(0,))
        stub = (self.folder / "game.lua").read_text(encoding="utf-8")
        for piece in ("---@class gavel.args.hp_delta\n", "---@field delta integer\n", '---@field ["rules.hp_zero_ends_game"] boolean',
                      "---@class gavel.Params\n", "---@alias gavel.KnownPath ", '"characters"|'):
            self.assertIn(piece, stub)

    @unittest.skipUnless(LUACHECK, "luacheck is not installed")
    def test_luacheck_finds_no_name_in_the_shipped_plugins_that_the_sandbox_has_not(self):
        """[B-14]"""
        done = subprocess.run([LUACHECK, str(HOUSE / "plugins"), str(HOUSE / "scripts" / "lib"), "--exclude-files", "**/library/*", "**/*_test.lua",
                               "--config", str(HOUSE / "plugins" / ".luacheckrc"), "--only", "1", "--codes", "--formatter", "plain"],
                              capture_output=True, text=True, check=False)
        self.assertEqual((0, ""), (done.returncode, done.stdout + done.stderr))


if __name__ == "__main__":
    program.main()
