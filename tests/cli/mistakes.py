"""Mistakes that authors make, each as a change to a small game that is right, with the command that tells of it and
what it says, word for word. Data of mistakes_test.py, and the source of plugins/MISTAKES.md.

A row: the mistake in a few words; the file; what stands there and what is written instead; the message. `command`
is `check` unless said otherwise; a dict as message gives other things that must be said, too.
"""

GAME = {
    "ruleset.yaml": """\
ruleset: lamps
version: 0.1.0
title: {en: Lamps, zh: 灯}
plugins:
  - {id: lamp, with: {holds: 10}}
fields:
  - {path: "lamp.oil", write: [tool, automation], type: integer, min: 0}
  - {path: "lamp.light", write: [derive]}
  - {path: "lamp.glow", write: [derive]}
  - {path: "**", write: [model, player, tool, automation, operator]}
retry: {on: []}
state: initial.yaml
""",
    "initial.yaml": """\
lamp: {oil: 5, light: 50, wick: 3}
day: 1
""",
    "plugins/lamp/plugin.yaml": """\
plugin: lamp
version: 0.1.0
api: 1
summary: {en: A lamp that burns oil., zh: 一盏油灯。}
files: [lamp.lua]
params:
  holds: {type: integer, min: 1, summary: {en: How much oil it holds., zh: 容量。}}
""",
    "plugins/lamp/lamp.lua": """\
-- A lamp that burns oil.
tool "fill" {
  summary = { en = "Pour oil into the lamp.", zh = "为灯添油。" },
  guidance = { en = "Call it whenever oil is poured.", zh = "添油时必须调用。" },
  args = { oil = int{ min = 1, max = 100 } },
  rejects = { full = { en = "it is full", zh = "已满" } },
  settles = {},
  run = function(args, ctx)
    local oil = ctx.get("lamp.oil")
    if oil + args.oil > params.holds then return reject("full") end
    ctx.set("lamp.oil", oil + args.oil)
    return { oil = oil + args.oil }
  end,
}

rule "brim" {
  path = "lamp.oil",
  run = function(effect, ctx)
    if type(effect.after) ~= "number" or effect.after <= params.holds then return allow() end
    return deny({ en = "it holds " .. params.holds, zh = "最多 " .. params.holds })
  end,
}

budget "wear" {
  path = "lamp.wick",
  max = 2,
  counts = "decrease",
  window = function(ctx) return ctx.get("day") end,
}

derive "light" {
  path = "lamp.light",
  run = function(ctx) return ctx.get("lamp.oil") * 10 end,
}

automation "night" {
  on = "changed(day)",
  run = function(event, ctx)
    local left = math.max(0, ctx.get("lamp.oil") - 1)
    ctx.set("lamp.oil", left)
    ctx.log("a night passed: day", event.after, "oil", left)
  end,
}
""",
}

LUA = "plugins/lamp/lamp.lua"
YAML = "plugins/lamp/plugin.yaml"
RULES = "ruleset.yaml"
FILL = '{"tool_calls":[{"id":"c","tool":"fill","args":{"oil":1}}]}'
DAY = '_.set("day", 2);'

MISTAKES = [
    ("A misspelt name", LUA, "math.max(0", "mth.max(0", ""),
    ("A misspelt local", LUA, "return { oil = oil + args.oil }", "return { oil = oli + args.oil }", ""),
    ("A misspelt library function", LUA, "math.max(0", "math.maximum(0", ""),
    ("Lua's own chance", LUA, "math.max(0", "math.random(0", ""),
    ("A function of ctx misspelt", LUA, 'ctx.set("lamp.oil", left)', 'ctx.sett("lamp.oil", left)', ""),
    ("A function of ctx with a colon", LUA, 'ctx.get("day")', 'ctx:get("day")', ""),
    ("A member of a registration misspelt", LUA, 'counts = "decrease"', 'count = "decrease"', ""),
    ("A member of an effect misspelt", LUA, "effect.after <= params", "effect.aftr <= params", ""),
    ("A rule that returns nothing", LUA, "return deny({", "local _ = deny({", ""),
    ("A derived value without return", LUA, 'return ctx.get("lamp.oil") * 10', 'local _ = ctx.get("lamp.oil") * 10', ""),
    ("An answer that is not called", LUA, "then return allow() end", "then return allow end", ""),
    ("An answer that is not returned", LUA, "then return allow() end", "then allow() end", ""),
    ("deny misspelt", LUA, "return deny({", "return denny({", ""),
    ("amend without mode = \"amend\"", LUA, 'return deny({ en = "it holds " .. params.holds, zh = "最多 " .. params.holds })', "return amend(params.holds)", ""),
    ("A rule that writes", LUA, "return deny({", 'ctx.set("lamp.oil", 1) return deny({', ""),
    ("A derived value that rolls dice", LUA, 'ctx.get("lamp.oil") * 10', 'ctx.get("lamp.oil") * ctx.roll("1d6")', ""),
    ("ctx where the effect is", LUA, "run = function(event, ctx)", "run = function(ctx)", ""),
    ("Setting a place to nil", LUA, 'ctx.set("lamp.oil", left)', 'ctx.set("lamp.oil", nil)', ""),
    ("Setting a place to what is not there", LUA, 'ctx.set("lamp.oil", left)', 'ctx.set("lamp.oil", ctx.get("lamp.fuel"))', ("turn", DAY, "")),
    ("return misspelt", LUA, "return deny({", "retrun deny({", ""),
    ("function misspelt", LUA, "run = function(event, ctx)", "run = fucntion(event, ctx)", ""),
    ("Keeping something in a local between calls", LUA, 'automation "night" {\n  on = "changed(day)",\n  run = function(event, ctx)\n', 'local nights = 0\nautomation "night" {\n  on = "changed(day)",\n  run = function(event, ctx)\n    nights = nights + 1\n', ""),
    ("A reason that is not declared", LUA, 'reject("full")', 'reject("brimful")', ""),
    ("A tool without settles", LUA, "  settles = {},\n", "", ""),
    ("An argument's form that there is not", LUA, "int{ min = 1, max = 100 }", "integer{ min = 1 }", ""),
    ("An argument's bounds the wrong way round", LUA, "min = 1, max = 100", "min = 100, max = 1", ""),
    ("A forgotten language", LUA, 'guidance = { en = "Call it whenever oil is poured.", zh = "添油时必须调用。" }', 'guidance = { en = "Call it whenever oil is poured." }', ""),
    ("A budget of nothing less than nothing", LUA, "max = 2,", "max = -1,", ""),
    ("A budget without a window", LUA, '  window = function(ctx) return ctx.get("day") end,\n', "", ""),
    ("A pattern that is none", LUA, 'path = "lamp.wick"', 'path = "lamp..wick"', ""),
    ("A pattern that matches nothing", LUA, 'path = "lamp.wick"', 'path = "lamp.wik"', ""),
    ("A placeholder in a pattern", LUA, 'path = "lamp.wick"', 'path = "{name}.wick"', ""),
    ("An event that nothing emits", LUA, 'on = "changed(day)"', 'on = "new_day"', ""),
    ("A write that the fields table denies", RULES, '{path: "lamp.oil", write: [tool, automation],', '{path: "lamp.oil", write: [automation],', ""),
    ("Two registrations of one name", LUA, 'derive "light"', 'rule "brim" { path = "lamp.oil", run = function() return allow() end }\n\nderive "light"', ""),
    ("A syntax error in Lua", LUA, 'path = "lamp.wick",\n', 'path = "lamp.wick"\n', ""),
    ("An int in plugin.yaml", YAML, "type: integer", "type: int", ""),
    ("A name in the manifest misspelt", YAML, "files: [lamp.lua]", "file: [lamp.lua]", ""),
    ("A parameter that the ruleset does not give", RULES, "{id: lamp, with: {holds: 10}}", "lamp", ""),
    ("A parameter that there is not", RULES, "with: {holds: 10}", "with: {holds: 10, hold: 3}", ""),
    ("A parameter of the wrong type", RULES, "with: {holds: 10}", 'with: {holds: "ten"}', ""),
    ("A plugin that there is not", RULES, "id: lamp,", "id: lanp,", ""),
    ("Plugins that require one another", YAML, "api: 1\n", "api: 1\nrequires: [lamp]\n", ""),
    ("A tab in YAML", RULES, '  - {path: "lamp.light"', '\t- {path: "lamp.light"', ""),
    ("A key twice in YAML", RULES, "version: 0.1.0\n", "version: 0.1.0\nversion: 0.2.0\n", ""),
    ("A state that breaks its own fields", "initial.yaml", "oil: 5", 'oil: "five"', ""),
    ("Derived values that depend on one another", LUA, 'return ctx.get("lamp.oil") * 10 end,\n}', 'return (ctx.get("lamp.glow") or 0) + 1 end,\n}\nderive "glow" { path = "lamp.glow", run = function(ctx) return (ctx.get("lamp.light") or 0) + 1 end }', ""),
    ("Calculating with what is not there", LUA, 'ctx.get("lamp.oil") - 1', 'ctx.get("lamp.fuel") - 1', ("turn", DAY, "")),
    ("Joining text with what is not there", LUA, 'ctx.log("a night passed: day", event.after,', 'ctx.log("a night passed: " .. ctx.get("night"),', ("turn", DAY, "")),
    ("Asking what is not there for a member", LUA, 'ctx.log(', 'local wick = ctx.get("wick")\n    ctx.log(wick.length,', ("turn", DAY, "")),
    ("Comparing what is not there", LUA, 'ctx.log(', 'if ctx.get("lamp.fuel") < 1 then return end ctx.log(', ("turn", DAY, "")),
    ("Calling what is no function", LUA, 'ctx.log(', 'event.after() ctx.log(', ("turn", DAY, "")),
    ("Calling what is not there", LUA, 'ctx.log(', 'local lamps = {} lamps.burn(left) ctx.log(', ("turn", DAY, "")),
    ("Counting what is not there", LUA, 'ctx.log(', 'local wicks = ctx.get("wicks")\n    ctx.log(#wicks,', ("turn", DAY, "")),
    ("Rounding what is not there", LUA, 'ctx.log(', 'ctx.log(math.floor(ctx.get("lamp.fuel")),', ("turn", DAY, "")),
    ("Giving a shared module what is not there", LUA, 'automation "night" {\n  on = "changed(day)",\n  run = function(event, ctx)\n', 'local lists = require "lists"\nautomation "night" {\n  on = "changed(day)",\n  run = function(event, ctx)\n    ctx.log(lists.is_id(ctx.get("lamp.name")))\n', ("turn", DAY, "")),
    ("A module that is taken by a handler", LUA, 'ctx.log(', 'ctx.log(require("lists").is_id("lamp"),', ("turn", DAY, "")),
    ("Calculating with a table", LUA, 'ctx.log(', 'ctx.log(ctx.get("lamp") + 1,', ("turn", DAY, "")),
    ("Calculating with a text", LUA, 'ctx.log(', 'local count = "3"\n    ctx.log(count + 1,', ("turn", DAY, "")),
    ("Dividing by nothing", LUA, 'ctx.log(', 'ctx.log(left // 0,', ("turn", DAY, "")),
    ("Keeping something in a global between calls", LUA, 'ctx.log(', 'nights = left ctx.log(', ("turn", DAY, "")),
    ("A loop without end", LUA, "ctx.log(", "while left >= 0 do left = left + 1 end ctx.log(", ("turn", DAY, "")),
    ("An automation that sets itself off", LUA, 'ctx.set("lamp.oil", left)', 'ctx.set("lamp.oil", left) ctx.add("day", 1)', ("turn", DAY, "")),
]
