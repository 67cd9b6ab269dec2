---- R-001 a loop while loading
while true do end
---- R-002 memory while loading
local s = "x" while true do s = s .. s end
---- R-003 recursion while loading
local function f() return 1 + f() end f()
---- R-004 a syntax error
tool "t" {
---- R-005 an error raised while loading
error("no")
---- R-006 an error that is a table
error({})
---- R-007 an error whose __tostring loops
error(setmetatable({}, { __tostring = function() while true do end end }))
---- R-008 the same tool twice
tool "t" { $m, run = function() return {} end }
tool "t" { $m, run = function() return {} end } --!
---- R-009 two kinds with one id
tool "t" { $m, run = function() return {} end }
callback "t" { args = {}, run = function() return {} end } --!
---- R-010 the neighbour's id
tool "good" { $m, run = function() return { stolen = true } end } --!
---- R-011 a tool with no run
tool "t" { $m }
---- R-012 a run that is a text
tool "t" { $m, run = "return {}" }
---- R-013 a run that is a table with __call
tool "t" { $m, run = setmetatable({}, { __call = function() return {} end }) }
---- R-014 a library function as run
tool "t" { $m, run = string.rep }
---- R-015 an id with a capital
tool "Bad" { $m, run = function() return {} end }
---- R-016 an id with a path
tool "../t" { $m, run = function() return {} end }
---- R-017 an id of a kilobyte
tool(("x"):rep(1000)) { $m, run = function() return {} end }
---- R-018 an id that is a number
tool(5) { $m, run = function() return {} end }
---- R-019 an id that is nothing
tool(nil) { $m, run = function() return {} end }
---- R-020 no spec
tool "t" --!
---- R-021 a spec that is a text
tool "t" "spec"
---- R-022 a spec that is itself
local t = {} t.run = t tool "t" (t)
---- R-023 an unknown member
tool "t" { $m, colour = "red", run = function() return {} end }
---- R-024 a spec with a lying metatable
tool "t" (setmetatable({}, { __index = function() while true do end end }))
---- R-025 a spec of NaN
tool "t" { $m, weight = 0 / 0, run = function() return {} end }
---- R-026 args of a loop
local a = {} a.a = a tool "t" { summary = $s, guidance = $s, args = a, rejects = {}, settles = {}, run = function() return {} end }
---- R-027 args of a shape that is none
tool "t" { summary = $s, guidance = $s, args = { a = 5 }, rejects = {}, settles = {}, run = function() return {} end }
---- R-028 a shape whose min is above its max
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = 5, max = 1 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-029 a shape with a limit of NaN
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = 0 / 0 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-030 a shape with a limit that is a text
tool "t" { summary = $s, guidance = $s, args = { a = int{ min = "0" } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-031 a default that does not fit
tool "t" { summary = $s, guidance = $s, args = { a = int{ max = 1, default = 5 } }, rejects = {}, settles = {}, run = function() return {} end }
---- R-032 a tool without texts, rejects and settles
tool "t" { args = {}, run = function() return {} end }
---- R-033 a word misspelt
tolo "t" { }
---- R-034 a word replaced
tool = function() return function() end end --!
---- R-035 a library replaced
string = { format = function() return "stolen" end } --!
---- R-036 a library's member replaced
string.format = function() return "stolen" end --!
---- R-037 a member added to a library
math.stolen = 1 --!
---- R-038 pairs replaced
pairs = function() return function() end end --!
---- R-039 tostring replaced
function tostring() return "stolen" end --!
---- R-040 _ENV replaced for the rest of the file
local _ENV = setmetatable({}, { __index = function() return function() return function() end end end })
tool "t" { }
---- R-041 _ENV assigned to
_ENV = {} --!
tool "t" { $m, run = function() return {} end }
---- R-042 a metatable for _ENV
setmetatable(_ENV, { __index = function() return 1 end }) --!
---- R-043 a rule without a path
rule "r" { run = function() return allow() end }
---- R-044 a rule whose path is a loop
local p = {} p[1] = p rule "r" { path = p, run = function() return allow() end }
---- R-045 a rule of an unknown mode
rule "r" { path = "x", mode = "sometimes", run = function() return allow() end }
---- R-046 a rule whose pattern does not parse
rule "r" { path = "a.[", run = function() return allow() end }
---- R-047 a rule of a hundred segments
rule "r" { path = ("a."):rep(100) .. "b", run = function() return allow() end }
---- R-048 a rule of many double stars
rule "r" { path = ("**."):rep(40) .. "b", run = function() return allow() end }
---- R-049 a budget whose max is negative
budget "b" { path = "x", max = -1, counts = "increase", window = function() return 1 end, over = "deny" }
---- R-050 a budget whose max is infinite
budget "b" { path = "x", max = math.huge, counts = "increase", window = function() return 1 end, over = "deny" }
---- R-051 a budget that counts what is none
budget "b" { path = "x", max = 1, counts = "everything", window = function() return 1 end, over = "deny" }
---- R-052 a derive on the neighbour's place
derive "d" { path = "good.twice", run = function() return 0 end } --!
---- R-053 two derives on one place
derive "a" { path = "y", run = function() return 0 end }
derive "b" { path = "y", run = function() return 1 end } --!
---- R-054 an automation on nothing
automation "a" { run = function() end }
---- R-055 an automation on an event that is a function
automation "a" { on = function() end, run = function() end }
---- R-056 an automation on changed with a broken pattern
automation "a" { on = "changed(a[)", run = function() end }
---- R-057 a claim without find
claim "c" { }
---- R-058 a claim whose cues name no words
claim "c" { cues = { "nowhere.nothing" }, find = function() end }
---- R-059 a claim whose words are a loop
local w = {} w.w = w claim "c" { words = w, cues = { "w" }, find = function() end }
---- R-060 a milestone with params that are none
milestone "m" { params = { n = 5 }, run = function() return true end }
---- R-061 a setting of the host's own name
setting "context.compress_enabled" { type = "bool", default = true }
---- R-062 a setting whose default does not fit
setting "a.b" { type = "bool", default = "yes" }
---- R-063 a setting of an unknown type
setting "a.b" { type = "anything", default = 1 }
---- R-064 a setting with a validation that is a function
setting "a.b" { type = "bool", default = true, validation = function() while true do end end }
---- R-065 a migration from nothing
migrate { up = function() end }
---- R-066 a migration from what is no version
migrate { from = "yesterday", up = function() end }
---- R-067 two migrations from the same
migrate { from = "0.x", up = function() end }
migrate { from = "0.x", up = function() end }
---- R-068 ten thousand and one registrations
for i = 1, 10001 do callback("c" .. i) { args = {}, run = function() return {} end } end
---- R-069 a registration by pcall, whose error is swallowed
pcall(function() tool "t" { nonsense = true } end) --!
---- R-070 a registration in a metamethod
local t = setmetatable({}, { __index = function(_, k) tool(k) { $m, run = function() return {} end } return 1 end })
local _ = t.made
-- expect: harmless
---- R-071 ctx while loading
return ctx.get("n")
---- R-072 require of a file that is not there
require "nothing"
---- R-073 require of itself
require "init"
---- R-074 require of a neighbour
require "good"
---- R-075 require with dots
require "../good/init"
---- R-076 params that are not declared
tool "t" { $m, max = params.nothing.at.all, run = function() return {} end }
---- R-077 params changed while loading
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
local half = tool "late"
tool "t" { $m, run = function() half { $m, run = function() return {} end } end } --!
-- calls: t
-- expect: plugin.error
---- R-083 goto continue over a local
goto done local x = 1 ::done:: print(x)
---- R-084 two hundred locals and one
$locals
---- R-085 a thousand nested parentheses
return $parens
---- R-086 a text that does not end
local s = "abc
---- R-087 a comment that does not end
--[[ abc
---- R-088 a number that is none
local n = 1e
---- R-089 an escape that is none
local s = "\q"
---- R-090 a break outside of a loop
break
---- R-091 a label twice
::a:: ::a::
---- R-092 a variable of attribute close
local x <close> = setmetatable({}, { __close = function() while true do end end })
tool "t" { $m, run = function() return {} end }
---- R-093 a constant assigned to
local x <const> = 1 x = 2
---- R-094 a return in the middle
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
return plugin or version --!
---- R-098 a spec with a hundred thousand members
local args = {} for i = 1, 100000 do args["a" .. i] = int{} end
tool "t" { summary = $s, guidance = $s, args = args, rejects = {}, settles = {}, run = function() return {} end }
---- R-099 a summary of a megabyte
tool "t" { summary = { en = ("x"):rep(1000000), zh = "z" }, guidance = $s, args = {}, rejects = {}, settles = {}, run = function() return {} end }
---- R-100 a summary of bytes
tool "t" { summary = { en = "\xff", zh = "z" }, guidance = $s, args = {}, rejects = {}, settles = {}, run = function() return {} end }
---- R-101 a reason of refusal with a name that is none
tool "t" { summary = $s, guidance = $s, args = {}, rejects = { ["not a name\n"] = "x" }, settles = {}, run = function() return {} end }
---- R-102 settles that is no list
tool "t" { summary = $s, guidance = $s, args = {}, rejects = {}, settles = { a = 1 }, run = function() return {} end }
---- R-104 a library function as a handler, called
tool "t" { $m, run = string.rep }
-- calls: t
-- expect: plugin.error
---- R-105 an error handler of the loader's: raise while registering, after half of it
tool "t" { $m, run = function() return {} end } error("half way") --!
---- R-106 a word of the vocabulary as a local, then the real one
local tool = tool tool "t" { $m, run = function() return { v = 1 } end }
-- calls: t
-- result: {"v":1}
---- R-107 a rule whose pattern has forty double stars, against a deep path
rule "r" { path = ("**."):rep(40) .. "zz", run = function() return deny("no") end }
tool "t" { $m, run = function(args, ctx) local p = {} for i = 1, 60 do p[i] = "d" end ctx.set(p, 1) return { v = 1 } end }
-- calls: t
-- expect: harmless
---- R-108 many rules on everything
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
local w = {} for i = 1, 100000 do w[i] = "w" .. i end claim "c" { words = { a = w }, cues = { "a" }, find = function() return {} end }
-- expect: harmless
---- R-112 a claim whose words are bytes
claim "c" { words = { a = { "\xff" } }, cues = { "a" }, find = function() return {} end }
---- R-113 a claim that listens for the empty word
claim "c" { words = { a = { "" } }, cues = { "a" }, find = function() return {} end }
---- R-114 a shape whose list of values is a loop
local v = {} v[1] = v tool "t" { summary = $s, guidance = $s, args = { a = str{ values = v } }, rejects = {}, settles = {}, run = function() return {} end }
