---- P-001 a counter in an upvalue
-- expect: plugin.error
-- line: 2
local n = 0
-- run:
n = n + 1 --!
return { n = n }
---- P-002 a counter in an upvalue, in a function beside the handler
-- expect: plugin.error
-- line: 3
local n = 0
local function count() n = n + 1 return n end --!
-- run:
return { n = count() }
---- P-003 the change caught by pcall
-- expect: plugin.error
-- line: 2
local n = 0
-- run:
pcall(function() n = n + 1 end) --!
return { n = n }
---- P-004 the change undone before the end
-- expect: harmless
-- result: {"n": 0}
local n = 0
-- run:
n = 1 n = 0
return { n = n }
---- P-005 a change of an upvalue of an upvalue
-- expect: plugin.error
-- line: 3
local function outer() local n = 0 return function() n = n + 1 return n end end --!
local count = outer()
-- run:
return { n = count() }
---- P-006 a table that is closed over
-- expect: plugin.error
local t = { n = 0 }
-- run:
t.n = t.n + 1 --!
---- P-007 a table in a table that is closed over
-- expect: plugin.error
local t = { deep = { er = { n = 0 } } }
-- run:
t.deep.er.n = 1 --!
---- P-008 table.insert into a table that is closed over
-- expect: plugin.error
local t = {}
-- run:
table.insert(t, 1) --!
---- P-009 table.remove from a table that is closed over
-- expect: plugin.error
local t = { 1, 2 }
-- run:
return { v = table.remove(t) } --!
---- P-010 table.sort of a table that is closed over
-- expect: plugin.error
local t = { 2, 1 }
-- run:
table.sort(t) --!
---- P-011 table.move onto a table that is closed over
-- expect: plugin.error
local t = {}
-- run:
table.move({ 1, 2, 3 }, 1, 3, 1, t) --!
---- P-012 a metatable put on a table that is closed over
-- expect: plugin.error
local t = {}
-- run:
setmetatable(t, { __index = function() return 1 end }) --!
---- P-013 __index of a closed-over metatable changed
-- expect: plugin.error
local m = { __index = { v = 1 } }
local t = setmetatable({}, m)
-- run:
m.__index = { v = 2 } --!
return { v = t.v }
---- P-014 the table behind __index changed
-- expect: plugin.error
local behind = { v = 1 }
local t = setmetatable({}, { __index = behind })
-- run:
behind.v = 2 --!
---- P-015 __newindex that keeps things in another table
-- expect: plugin.error
local kept = {}
local t = setmetatable({}, { __newindex = function(_, k, v) kept[k] = v end })
-- run:
t.v = 1 --!
---- P-016 a memo in a table that has __call
-- expect: plugin.error
local memo = setmetatable({}, { __call = function(self, k) self[k] = k return k end }) --!
-- run:
return { v = memo("a") }
---- P-017 a table kept in a global while loading
-- expect: plugin.error
cache = {}
-- run:
cache.v = 1 --!
---- P-018 a global made while loading, changed in a call
-- expect: plugin.error
count = 0
-- run:
count = count + 1 --!
---- P-019 ctx kept in an upvalue
-- expect: plugin.error
-- line: 2
local kept
-- run:
kept = ctx --!
---- P-020 ctx kept in a table
-- expect: plugin.error
local kept = {}
-- run:
kept[1] = ctx --!
---- P-021 args changed
-- expect: harmless
-- result: {"n": 7}
args.n = 7 return { n = args.n }
---- P-022 args changed by table.insert
-- expect: harmless
-- result: {"ok": true}
return { ok = pcall(table.insert, args, 5) }
---- P-023 ctx changed
-- expect: plugin.error
ctx.get = function() return "stolen" end
---- P-024 ctx extended
-- expect: plugin.error
ctx.mine = 1
---- P-025 ctx.params changed
-- expect: plugin.error
ctx.params.v = 1
---- P-026 ctx.settings changed
-- expect: plugin.error
ctx.settings.v = 1
---- P-027 ctx.campaign changed
-- expect: plugin.error
ctx.campaign.turns = 1
---- P-028 params changed
-- expect: plugin.error
params.v = 1
---- P-029 a view changed
-- expect: plugin.error
ctx.get("list")[1] = 5
---- P-030 a view changed by table.insert
-- expect: plugin.error
table.insert(ctx.get("list"), 5)
---- P-031 a view changed by table.sort
-- expect: plugin.error
table.sort(ctx.get("list"))
---- P-032 a view kept in the memory
ctx.memory.v = ctx.get("list")
ctx.set("list[0]", ctx.get("list[0]"))
return { v = #ctx.memory.v }
-- result: {"v":3}
---- P-033 a function kept in the memory
-- expect: plugin.error
ctx.memory.f = function() end
---- P-034 a handle: ctx kept in the memory
-- expect: plugin.error
ctx.memory.c = ctx
---- P-035 a cycle kept in the memory
-- expect: plugin.error
local t = {} t.t = t ctx.memory.t = t
---- P-036 NaN kept in the memory
-- expect: plugin.error
ctx.memory.v = 0 / 0
---- P-037 bytes that are no text kept in the memory
-- expect: plugin.error
ctx.memory.v = "\xff"
---- P-038 memory replaced as a whole
-- expect: plugin.error
ctx.memory = { v = 1 }
---- P-039 memory of a call that fails is not kept
-- expect: plugin.error
ctx.memory.n = (ctx.memory.n or 0) + 1
error("n is " .. ctx.memory.n) --!
-- says: n is 1
---- P-040 memory of a call that refuses is not kept
-- expect: tool.rejected
-- line: 3
ctx.memory.n = (ctx.memory.n or 0) + 1
return reject("no", "n is " .. ctx.memory.n)
-- says: n is 1
---- P-041 memory of a call that goes well is kept, and goes on
ctx.memory.n = (ctx.memory.n or 0) + 1
return { n = ctx.memory.n }
-- results: [{"n":1},{"n":2},{"n":3}]
---- P-042 an iterator that is closed over
-- expect: plugin.error
local step = ("abc"):gmatch(".")
-- run:
return { v = step() }
---- P-043 an iterator of utf8.codes that is closed over
local f, s, i = utf8.codes("abc")
-- run:
local _, c = f(s, i) return { c = c }
-- result: {"c":97}
---- P-044 pairs begun while loading, gone on with in calls
-- expect: plugin.error
local f, s, k = pairs({ a = 1, b = 2 })
-- run:
return { k = f(s, k) }
---- P-045 weak tables as a clock of the garbage collector
-- expect: problem
local t = setmetatable({}, { __mode = "v" }) --!
-- run:
return { n = #t }
---- P-046 a text that is interned is nobody's message
local s = ("x"):rep(100)
-- run:
return { same = s == ("x"):rep(100) }
-- result: {"same":true}
---- P-047 a default argument that is a table
local function f(t) t = t or {} t[#t + 1] = 1 return #t end
-- run:
return { n = f() }
-- result: {"n":1}
---- P-048 a constructor's table that the handler returns
local answer = { n = 0 }
-- run:
return answer
-- result: {"n":0}
---- P-049 a table given to ctx.set and changed afterwards
-- state: {"x":{"v":1}}
local t = { v = 1 } ctx.set("x", t) t.v = 2 return { v = ctx.get("x").v }
-- result: {"v":1}
---- P-050 a view read, the state written, the view read again
-- state: any
local l = ctx.get("list") local before = #l ctx.push("list", 9) local after = #l return { b = before > 2, s = before == after or before + 1 == after }
-- result: {"b":true,"s":true}
---- P-051 a view whose place is deleted below it
-- expect: harmless
-- result: {"gone":true}
local l = ctx.get("list") ctx.delete("list") local gone = l[1] == nil ctx.set("list", { 1, 2, 3 }) return { gone = gone }
---- P-052 a view whose place becomes another kind
-- expect: harmless
-- results: [{"n": 0}, {"n": 4}, {"n": 4}]
-- state: {"list": "text"}
local l = ctx.get("list") ctx.set("list", "text") return { n = #l }
---- P-053 upvalues shared by two handlers
-- expect: plugin.error
-- line: 3
local shared = 0
callback "other" { args = {}, run = function() shared = 1 return {} end }
-- run:
shared = shared + 1 --!
---- P-054 a local function redefined by the handler
-- expect: plugin.error
-- line: 2
local function helper() return 1 end
-- run:
helper = function() return 2 end --!
return { v = helper() }
---- P-055 a handler that replaces its own library's function
-- expect: plugin.error
local lib = { f = function() return 1 end }
-- run:
lib.f = function() return 2 end --!
---- P-056 a varargs upvalue: select over the chunk's own arguments
-- expect: harmless
-- result: {"n": 0}
local given = select("#", ...)
-- run:
return { n = given }
---- P-057 a loop variable captured by closures
-- expect: plugin.error
-- line: 3
local list = {}
for i = 1, 3 do list[i] = function() i = i + 1 return i end end --!
-- run:
return { v = list[1]() }
---- P-058 an upvalue changed in a comparator
-- expect: plugin.error
-- line: 2
local n = 0
-- run:
table.sort({ 2, 1, 3 }, function(a, b) n = n + 1 return a < b end) --!
return { n = n }
---- P-059 an upvalue changed in gsub's function
-- expect: plugin.error
-- line: 2
local n = 0
-- run:
("abc"):gsub(".", function() n = n + 1 end) --!
---- P-060 an upvalue changed in a metamethod
-- expect: plugin.error
-- line: 3
local n = 0
local t = setmetatable({}, { __index = function() n = n + 1 return n end }) --!
-- run:
return { v = t.x }
---- P-061 an upvalue changed by a call that is refused
-- expect: plugin.error
-- line: 2
local n = 0
-- run:
n = n + 1 --!
return reject("no")
---- P-062 an upvalue changed by a call that runs out of fuel
-- expect: plugin.fuel
local n = 0
-- run:
n = n + 1
while true do end --!
---- P-063 an upvalue changed, and looked at by the next call
-- expect: plugin.error
-- line: 2
-- says: changed 'n'
local n = 5
-- run:
if n ~= 5 then error("it was kept") end
n = 6
---- P-064 a table in an upvalue replaced by another
-- expect: plugin.error
-- line: 2
local t = { v = 1 }
-- run:
t = { v = 2 } --!
---- P-065 an upvalue set to the value it has
local n = 1
-- run:
n = 1
return { n = n }
-- result: {"n":1}
---- P-066 an upvalue that becomes NaN, which is like nothing
-- expect: plugin.error
-- line: 2
local n = 1
-- run:
n = 0 / 0 --!
return { n = 1 }
---- P-067 an upvalue from 1 to 1.0
-- expect: plugin.error
-- line: 2
local n = 1
-- run:
n = 1.0 --!
return { t = math.type(n) }
---- P-068 an upvalue from 0.0 to -0.0
-- line: 2
-- expect: plugin.error
local n = 0.0
-- run:
n = -0.0 --!
return { v = 1 / n > 0 }
---- P-069 the environment's metatable replaced while loading
-- expect: plugin.error
-- line: 3
setmetatable(_ENV, { __index = { tool = tool, int = int, setmetatable = setmetatable } })
-- run:
count = (count or 0) + 1
return { n = count }
---- P-070 the environment's metatable with a table that keeps
-- expect: plugin.error
-- line: 4
local kept = { tool = tool, int = int }
setmetatable(_ENV, { __newindex = kept, __index = kept })
-- run:
count = (count or 0) + 1
return { n = count }
---- P-071 the environment's metatable with a function that keeps
-- expect: plugin.error
-- line: 4
local kept = { tool = tool, int = int }
setmetatable(_ENV, { __newindex = function(_, k, v) kept[k] = v end, __index = function(_, k) return kept[k] end })
-- run:
count = (count or 0) + 1
return { n = count }
---- P-072 minus zero in an upvalue, which compares as if it were the same
-- line: 2
-- expect: plugin.error
local n = 0.0
-- run:
local before = 1 / n
n = -0.0 --!
return { v = before > 0 }
---- P-073 an upvalue between two texts that are equal
local s = "ab"
-- run:
s = "a" .. "b"
return { s = s }
-- result: {"s":"ab"}
---- P-074 a fresh table in the place of an equal one
-- expect: plugin.error
-- line: 2
local t = {}
-- run:
t = {} --!
---- P-075 a bit kept by which of two equal functions stands in an upvalue
-- expect: plugin.error
-- line: 4
local function one() return 1 end
local function two() return 2 end
local now = one
-- run:
local before = now()
now = two --!
return { v = before }
---- P-076 a closure made while loading, over a loop's upvalues, called by the handler
-- expect: plugin.error
-- line: 2
local step do local n = 0 step = function() n = n + 1 return n end end --!
-- run:
return { n = step() }
---- P-077 an upvalue changed after the fuel has gone
-- says: used up its fuel
-- expect: plugin.fuel
local n = 0
-- run:
if n ~= 0 then error("kept " .. n) end
n = 1
pcall(function() while true do end end) --!
---- P-078 an upvalue changed, and then all the memory used
-- says: allocated too much
-- expect: plugin.memory
local n = 0
-- run:
if n ~= 0 then error("kept " .. n) end
n = 1
local s = "x" while true do s = s .. s end --!
---- P-079 an upvalue changed, and then the stack used up
-- says: nested its calls
-- expect: plugin.memory
local n = 0
-- run:
if n ~= 0 then error("kept " .. n) end
n = 1
local function f() return 1 + f() end f() --!
---- P-080 an upvalue changed by two handlers' common function
-- expect: plugin.error
-- line: 4
local n = 0
local function bump() n = n + 1 return n end --!
callback "other" { args = {}, run = function() return { n = bump() } end }
-- run:
return { n = bump() }
---- P-081 a metatable whose members are filled in while a call runs
-- expect: plugin.error
local m = {}
local class = setmetatable({}, m)
-- run:
m.__call = function() return 1 end --!
return class()
---- P-082 a table of the handler's own, with a frozen metatable, is writable
local m = { __index = { kind = "thing" } }
-- run:
local t = setmetatable({}, m) t.n = (t.n or 0) + 1 return { n = t.n, kind = t.kind }
-- result: {"n":1,"kind":"thing"}
---- P-083 state in the path of a table that is written by ctx.set and read again stays in the call
-- expect: plugin.error
ctx.set("x", { n = 1 }) ctx.get("x").n = 2
---- P-084 the dice are no memory: which call it is, is all that shows
return { v = ctx.roll("1d1") }
-- result: {"v":1}
---- P-085 the environment's metatable with a function that keeps, and is not asked
-- expect: plugin.error
-- line: 4
local kept = { tool = tool, int = int }
setmetatable(_ENV, { __newindex = function(_, k, v) kept[k] = v end, __index = kept })
-- run:
count = 1
