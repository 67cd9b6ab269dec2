---- R-001 a loop while loading
-- expect: problem
while true do end
---- R-002 memory while loading
-- expect: problem
local s = "x" while true do s = s .. s end
---- R-003 recursion while loading
-- expect: problem
local function f() return 1 + f() end f()
---- R-004 a syntax error
-- expect: problem
-- line: 2
tool "t" {
---- R-005 an error raised while loading
-- expect: problem
error("no")
---- R-006 an error that is a table
-- expect: problem
error({})
---- R-007 an error whose __tostring loops
-- expect: problem
error(setmetatable({}, { __tostring = function() while true do end end }))
---- R-008 the same tool twice
-- expect: problem
tool "t" { $m, run = function() return {} end }
tool "t" { $m, run = function() return {} end } --!
---- R-009 two kinds with one id
-- expect: harmless
tool "t" { $m, run = function() return {} end }
callback "t" { args = {}, run = function() return {} end } --!
---- R-010 the neighbour's id
-- expect: problem
tool "good" { $m, run = function() return { stolen = true } end } --!
---- R-011 a tool with no run
-- expect: problem
tool "t" { $m }
---- R-012 a run that is a text
-- expect: problem
tool "t" { $m, run = "return {}" }
---- R-013 a run that is a table with __call
-- expect: problem
tool "t" { $m, run = setmetatable({}, { __call = function() return {} end }) }
---- R-014 a library function as run
-- expect: harmless
tool "t" { $m, run = string.rep }
---- R-015 an id with a capital
-- expect: problem
tool "Bad" { $m, run = function() return {} end }
---- R-016 an id with a path
-- expect: problem
tool "../t" { $m, run = function() return {} end }
---- R-017 an id of a kilobyte
-- expect: problem
tool(("x"):rep(1000)) { $m, run = function() return {} end }
---- R-018 an id that is a number
-- expect: problem
tool(5) { $m, run = function() return {} end }
---- R-019 an id that is nothing
-- expect: problem
tool(nil) { $m, run = function() return {} end }
---- R-020 no spec
-- expect: problem
tool "t" --!
---- R-021 a spec that is a text
-- expect: problem
tool "t" "spec"
---- R-022 a spec that is itself
-- expect: problem
local t = {} t.run = t tool "t" (t)
---- R-023 an unknown member
-- expect: problem
tool "t" { $m, colour = "red", run = function() return {} end }
---- R-024 a spec with a lying metatable
-- expect: problem
tool "t" (setmetatable({}, { __index = function() while true do end end }))
---- R-025 a spec of NaN
-- expect: problem
tool "t" { $m, weight = 0 / 0, run = function() return {} end }
---- R-026 args of a loop
-- expect: problem
local a = {} a.a = a tool "t" { summary = $s, guidance = $s, args = a, rejects = {}, settles = {}, run = function() return {} end }
---- R-027 args of a shape that is none
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = { a = 5 }, rejects = {}, settles = {}, run = function() return {} end }
---- R-028 a shape whose min is above its max
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = 5, max = 1 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-029 a shape with a limit of NaN
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = 0 / 0 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-030 a shape with a limit that is a text
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = "0" } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-031 a default that does not fit
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = { a = int{ max = 1, default = 5 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-032 a tool without texts, rejects and settles
-- expect: problem
tool "t" { args = {}, run = function() return {} end }
---- R-033 a word misspelt
-- expect: problem
tolo "t" { }
---- R-034 a word replaced
-- expect: problem
tool = function() return function() end end --!
---- R-035 a library replaced
-- expect: problem
string = { format = function() return "stolen" end } --!
---- R-036 a library's member replaced
-- expect: problem
string.format = function() return "stolen" end --!
---- R-037 a member added to a library
-- expect: problem
math.stolen = 1 --!
---- R-038 pairs replaced
-- expect: problem
pairs = function() return function() end end --!
---- R-039 tostring replaced
-- expect: problem
function tostring() return "stolen" end --!
---- R-040 _ENV replaced for the rest of the file
-- expect: harmless
local _ENV = setmetatable({}, { __index = function() return function() return function() end end end })
tool "t" { }
---- R-041 _ENV assigned to
-- expect: problem
-- line: 1
_ENV = {} --!
tool "t" { $m, run = function() return {} end }
---- R-042 a metatable for _ENV
-- expect: harmless
setmetatable(_ENV, { __index = function() return 1 end }) --!
---- R-043 a rule without a path
-- expect: problem
rule "r" { run = function() return allow() end }
---- R-044 a rule whose path is a loop
-- expect: problem
local p = {} p[1] = p rule "r" { path = p, run = function() return allow() end }
---- R-045 a rule of an unknown mode
-- expect: problem
rule "r" { path = "x", mode = "sometimes", run = function() return allow() end }
---- R-046 a rule whose pattern does not parse
-- expect: problem
rule "r" { path = "a.[", run = function() return allow() end }
---- R-047 a rule of a hundred segments
-- expect: problem
rule "r" { path = ("a."):rep(100) .. "b", run = function() return allow() end }
---- R-048 a rule of many double stars
-- expect: harmless
rule "r" { path = ("**."):rep(40) .. "b", run = function() return allow() end }
---- R-049 a budget whose max is negative
-- expect: problem
budget "b" { path = "x", max = -1, counts = "increase", window = function() return 1 end, over = "deny" }
---- R-050 a budget whose max is infinite
-- expect: problem
budget "b" { path = "x", max = math.huge, counts = "increase", window = function() return 1 end, over = "deny" }
---- R-051 a budget that counts what is none
-- expect: problem
budget "b" { path = "x", max = 1, counts = "everything", window = function() return 1 end, over = "deny" }
---- R-052 a derive on the neighbour's place
-- expect: problem
derive "d" { path = "good.twice", run = function() return 0 end } --!
---- R-053 two derives on one place
-- expect: problem
derive "a" { path = "y", run = function() return 0 end }
derive "b" { path = "y", run = function() return 1 end } --!
---- R-054 an automation on nothing
-- expect: problem
automation "a" { run = function() end }
---- R-055 an automation on an event that is a function
-- expect: problem
automation "a" { on = function() end, run = function() end }
---- R-056 an automation on changed with a broken pattern
-- expect: problem
automation "a" { on = "changed(a[)", run = function() end }
---- R-057 a claim without find
-- expect: problem
claim "c" { }
---- R-058 a claim whose cues name no words
-- expect: problem
claim "c" { cues = { "nowhere.nothing" }, find = function() end }
---- R-059 a claim whose words are a loop
-- expect: problem
local w = {} w.w = w claim "c" { words = w, cues = { "w" }, find = function() end }
---- R-060 a milestone with params that are none
-- expect: problem
milestone "m" { params = { n = 5 }, run = function() return true end }
---- R-061 a setting of the host's own name
-- expect: problem
setting "context.compress_enabled" { type = "bool", default = true }
---- R-062 a setting whose default does not fit
-- expect: problem
setting "a.b" { type = "bool", default = "yes" }
---- R-063 a setting of an unknown type
-- expect: problem
setting "a.b" { type = "anything", default = 1 }
---- R-064 a setting with a validation that is a function
-- expect: problem
setting "a.b" { type = "bool", default = true, validation = function() while true do end end }
---- R-065 a migration from nothing
-- expect: problem
migrate { up = function() end }
---- R-066 a migration from what is not a version
-- expect: problem
migrate { from = "yesterday", up = function() end }
---- R-067 two migrations from the same
-- expect: harmless
migrate { from = "0.x", up = function() end }
migrate { from = "0.x", up = function() end }
---- R-068 ten thousand and one registrations
-- expect: problem
for i = 1, 10001 do callback("c" .. i) { args = {}, run = function() return {} end } end
---- R-069 a registration by pcall, whose error is swallowed
-- expect: problem
pcall(function() tool "t" { nonsense = true } end) --!
---- R-070 a registration in a metamethod
local t = setmetatable({}, { __index = function(_, k) tool(k) { $m, run = function() return {} end } return 1 end })
local _ = t.made
-- expect: harmless
---- R-071 ctx while loading
-- expect: problem
return ctx.get("n")
---- R-072 require of a file that is not there
-- expect: problem
require "nothing"
---- R-073 require of itself
-- expect: problem
require "init"
---- R-074 require of a neighbour
-- expect: problem
require "good"
---- R-075 require with dots
-- expect: problem
require "../good/init"
---- R-076 params that are not declared
-- expect: problem
tool "t" { $m, max = params.nothing.at.all, run = function() return {} end }
---- R-077 params changed while loading
-- expect: harmless
params.step = 5 --!
---- R-078 a spec changed after it was given
local s = { $m, run = function() return { v = 1 } end }
tool "t" (s)
s.run = function() return { v = 2 } end
-- calls: t
-- result: {"v":1}
---- R-079 nested specs changed after they were given
local a = { v = int{ default = 1 }, n = int{ default = 0 } }
tool "t" { summary = $s, guidance = $s, args = a, rejects = {}, settles = {}, run = function(args) return { v = args.v, n = args.n } end }
a.v = str{ default = "stolen" }
-- calls: t
-- results: [{"v":1,"n":1},{"v":1,"n":2},{"v":1,"n":3}]
---- R-080 a shared table of two specs
local shared = { $m, run = function() return { v = 1 } end }
tool "t" (shared) tool "u" (shared)
-- calls: t
-- result: {"v":1}
---- R-081 the registering function kept for later
local register = tool
tool "t" { $m, run = function() register "late" { $m, run = function() return {} end } end } --!
-- calls: t
-- expect: plugin.error
---- R-082 the half of a registration kept for later
-- line: 1
local half = tool "late"
tool "t" { $m, run = function() half { $m, run = function() return {} end } end } --!
-- calls: t
-- expect: problem
---- R-083 goto continue over a local
-- expect: problem
goto done local x = 1 ::done:: print(x)
---- R-084 two hundred locals and one
-- expect: problem
$locals
---- R-085 a thousand nested parentheses
-- expect: problem
-- line: 0
return $parens
---- R-086 a text that does not end
-- expect: problem
local s = "abc
---- R-087 a comment that does not end
-- expect: problem
-- line: 2
--[[ abc
---- R-088 a number that is none
-- expect: problem
local n = 1e
---- R-089 an escape that is none
-- expect: problem
local s = "\q"
---- R-090 a break outside of a loop
-- expect: problem
-- line: 1
break
---- R-091 a label twice
-- expect: problem
-- line: 2
::a:: ::a::
---- R-092 a variable of attribute close
-- expect: problem
local x <close> = setmetatable({}, { __close = function() while true do end end })
tool "t" { $m, run = function() return {} end }
---- R-093 a constant assigned to
-- expect: problem
local x <const> = 1 x = 2
---- R-094 a return in the middle
-- expect: problem
return 1 tool "t" {}
---- R-095 varargs of the file
local a, b = ...
tool "t" { $m, run = function() return { n = a == nil and b == nil } end }
-- calls: t
-- result: {"n":true}
---- R-096 the order of pairs over what is registered
for k in pairs({ cc = 1, aa = 2, bb = 3 }) do callback(k) { args = {}, run = function() return {} end } end
-- expect: harmless
---- R-097 a manifest's words as globals
-- expect: problem
return plugin or version --!
---- R-098 a spec with a hundred thousand members
-- expect: problem
-- line: 0
local args = {} for i = 1, 100000 do args["a" .. i] = int{} end
tool "t" { summary = $s, guidance = $s, args = args, rejects = {}, settles = {}, run = function() return {} end }
---- R-099 a summary of a megabyte
-- expect: harmless
tool "t" { summary = { en = ("x"):rep(1000000), zh = "z" }, guidance = $s, args = {}, rejects = {}, settles = {}, run = function() return {} end }
---- R-100 a summary of bytes
-- expect: problem
tool "t" { summary = { en = "\xff", zh = "z" }, guidance = $s, args = {}, rejects = {}, settles = {}, run = function() return {} end }
---- R-101 a reason of refusal with a name that is none
-- expect: harmless
tool "t" { summary = $s, guidance = $s, args = {}, rejects = { ["not a name\n"] = "x" }, settles = {}, run = function() return {} end }
---- R-102 settles that is no list
-- expect: problem
tool "t" { summary = $s, guidance = $s, args = {}, rejects = {}, settles = { a = 1 }, run = function() return {} end }
---- R-104 a library function as a handler, called
tool "t" { $m, run = string.rep }
-- calls: t
-- expect: plugin.error
---- R-105 an error handler of the loader's: raise while registering, after half of it
-- expect: problem
tool "t" { $m, run = function() return {} end } error("half way") --!
---- R-106 a word of the vocabulary as a local, then the real one
local tool = tool tool "t" { $m, run = function() return { v = 1 } end }
-- calls: t
-- result: {"v":1}
---- R-107 a rule whose pattern has forty double stars, against a deep path
-- state: any
rule "r" { path = ("**."):rep(40) .. "zz", run = function() return deny("no") end }
tool "t" { $m, run = function(args, ctx) local p = {} for i = 1, 60 do p[i] = "d" end ctx.set(p, 1) return { v = 1 } end }
-- calls: t
-- expect: harmless
---- R-108 many rules on everything
-- state: any
for i = 1, 500 do rule("r" .. i) { path = "**", run = function() return allow() end } end
tool "t" { $m, run = function(args, ctx) ctx.set("x", args.n) return { v = 1 } end }
-- calls: t
-- expect: harmless
---- R-109 a when that is a library function
tool "t" { $m, when = string.len, run = function() return {} end }
-- calls: t
-- expect: plugin.error
---- R-110 two handlers that are one function with an upvalue
local n = 0
local function both() n = n + 1 return { n = n } end --!
tool "t" { $m, run = both } callback "u" { args = {}, run = both }
-- calls: t
-- expect: plugin.error
---- R-111 a claim that listens for a hundred thousand words
local w = {} for i = 1, 100000 do w[i] = "w" .. i end claim "c" { words = { a = { a = w } }, cues = { "a.a" }, find = function() return {} end }
-- expect: harmless
---- R-112 a claim whose words are bytes
-- expect: problem
claim "c" { words = { a = { a = { "\xff" } } }, cues = { "a.a" }, find = function() return {} end }
---- R-113 a claim that listens for the empty word
-- expect: problem
claim "c" { words = { a = { a = { "" } } }, cues = { "a.a" }, find = function() return {} end }
---- R-114 a shape whose list of values is a loop
-- expect: problem
local v = {} v[1] = v tool "t" { summary = $s, guidance = $s, args = { a = str{ values = v } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-115 an automation that raises the event that it hears
automation "a" { on = "again", run = function(event, ctx) ctx.emit("again", {}) ctx.set("x", ctx.get("x") + 1) end }
tool "t" { $m, run = function(args, ctx) ctx.emit("again", {}) return {} end }
-- calls: t
-- expect: automation.loop
---- R-116 two automations that wake each other
automation "a" { on = "ping", run = function(event, ctx) ctx.emit("pong", {}) end }
automation "b" { on = "pong", run = function(event, ctx) ctx.emit("ping", {}) end }
tool "t" { $m, run = function(args, ctx) ctx.emit("ping", {}) return {} end }
-- calls: t
-- expect: automation.loop
---- R-117 an automation that raises ever more of them
-- warns: automation.failed
automation "a" { on = "storm", run = function(event, ctx) for i = 1, 1000 do ctx.emit("storm", {}) end end }
tool "t" { $m, run = function(args, ctx) ctx.emit("storm", {}) return {} end }
-- calls: t
-- expect: harmless
---- R-118 derived values in a circle
derive "a" { path = "out.a", run = function(ctx) return (ctx.get("out.b") or 0) + 1 end }
derive "b" { path = "out.b", run = function(ctx) return (ctx.get("out.a") or 0) + 1 end }
tool "t" { $m, run = function() return {} end }
-- calls: t
-- expect: automation.loop
---- R-119 a derived value that grows what it is derived from
derive "a" { path = "out.a", run = function(ctx) return (ctx.get("x") or 0) + 1 end }
automation "b" { on = "changed(out.a)", run = function(event, ctx) ctx.set("x", event.after) end }
tool "t" { $m, run = function(args, ctx) ctx.set("x", 5) return {} end }
-- calls: t
-- expect: automation.loop
---- R-120 a word of the sandbox as a global of one's own
-- expect: problem
null = 5 --!
---- R-121 the name of a word as a local of one's own
local rule = 5
tool "t" { $m, run = function() return { v = rule } end }
-- calls: t
-- result: {"v":5}
---- R-122 a global of one's own, set twice while loading
mine = 1 mine = 2
tool "t" { $m, run = function() return { v = mine } end }
-- calls: t
-- result: {"v":2}
