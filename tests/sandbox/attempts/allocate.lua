---- A-001 tables in a table
-- expect: plugin.fuel
local t = {} while true do t[#t + 1] = {} end
---- A-002 a text doubled
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- A-003 a text doubled inside pcall
-- expect: plugin.memory
local s = "x" while true do pcall(function() s = s .. s end) end
---- A-004 string.rep of a gigabyte
-- expect: plugin.error
return #("x"):rep(1 << 30)
---- A-005 string.rep whose size overflows
-- expect: plugin.error
return #("xx"):rep(math.maxinteger)
---- A-006 string.rep with a separator whose size overflows
-- expect: plugin.error
return #("x"):rep(1 << 62, ("y"):rep(100))
---- A-007 string.rep just below the cap, many at once
-- expect: plugin.fuel
local t = {} for i = 1, 1000 do t[i] = ("x"):rep(8388608) .. i end
---- A-008 closures
-- expect: plugin.fuel
local t = {} while true do t[#t + 1] = function() return t end end
---- A-009 closures with their own upvalues
-- expect: plugin.fuel
local t = {} while true do local a, b, c = {}, {}, {} t[#t + 1] = function() return a, b, c end end
---- A-010 recursion that is no tail call
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- A-011 recursion with wide frames
-- expect: plugin.memory
local function f(...) local a, b, c, d, e, g, h = ... return 1 + f(a, b, c, d, e, g, h) end return f()
---- A-012 recursion through pcall
-- expect: plugin.error
local function f() pcall(f) error("x") end f()
---- A-013 recursion through a metamethod
-- expect: plugin.error
local t t = setmetatable({}, { __index = function(_, k) return t[k .. "x"] end }) return t.a
---- A-014 recursion through string.gsub
-- expect: plugin.error
local function f(s) return (s:gsub(".", f)) end return f("a")
---- A-015 recursion through table.sort
-- expect: plugin.error
local function f() table.sort({ 2, 1 }, function(a, b) f() return a < b end) end f()
---- A-016 recursion through tostring
-- expect: plugin.error
local t t = setmetatable({}, { __tostring = function() return tostring(t) end }) return tostring(t)
---- A-017 recursion through ctx.get and __index of a path
-- expect: plugin.error
local p p = setmetatable({}, { __index = function() return ctx.get(p) end }) return ctx.get(p)
---- A-018 unpack of ten million nothings
-- expect: plugin.error
return select("#", table.unpack({}, 1, 10000000))
---- A-019 unpack from the least to the greatest integer
-- expect: plugin.error
return select("#", table.unpack({}, math.mininteger, math.maxinteger))
---- A-020 unpack near the top
-- expect: harmless
-- result: 2
return select("#", table.unpack({}, math.maxinteger - 1, math.maxinteger))
---- A-021 varargs that grow by themselves
-- expect: plugin.fuel
local function f(...) return f(..., ...) end return f(1)
---- A-022 varargs doubled
-- expect: plugin.memory
local function f(...) return select("#", ...) > 1e6 and 0 or f(1, table.unpack({ ..., ... })) end return f(1, 2, 3)
---- A-023 table.pack of many
-- expect: plugin.fuel
local t = {} for i = 1, 3999 do t[i] = i end local k = {} while true do k[#k + 1] = table.pack(table.unpack(t)) end
---- A-024 a constructor with a gap
local t = {} t[1] = 1 t[1 << 40] = 1 t[math.mininteger] = 1 return { n = #t }
-- result: {"n":1}
---- A-025 a table with keys of every kind
-- expect: plugin.memory
local t = {} for i = 1, 1e7 do t[i + 0.5] = i end
---- A-026 a table with text keys
-- expect: plugin.memory
local t = {} for i = 1, 1e7 do t["k" .. i] = true end
---- A-027 a hash that is emptied and filled
-- expect: plugin.fuel
local t = {} while true do for i = 1, 1000 do t[{}] = i end t = {} end
---- A-028 gsub that makes each byte a hundred thousand
-- expect: plugin.error
return #(("x"):rep(100000):gsub("", ("y"):rep(100000)))
---- A-029 gsub that doubles
-- expect: plugin.fuel
local s = "x" while true do s = s:gsub(".", "%0%0") end
---- A-030 string.format of two megabytes, put together
-- expect: plugin.fuel
local s = ("x"):rep(2000000) return #string.format("%s%s%s%s%s%s%s%s", s, s, s, s, s, s, s, s)
---- A-031 string.format with a width that is no width
-- expect: plugin.error
return string.format("%1000000000d", 1)
---- A-032 string.format with a million directives
-- expect: plugin.error
return string.format(("%s"):rep(1000000))
---- A-033 string.format %q of a megabyte
-- expect: plugin.fuel
return #string.format("%q", ("\0"):rep(3000000))
---- A-034 table.concat over the cap
-- expect: plugin.error
local s, t = ("x"):rep(1000000), {} for i = 1, 100 do t[i] = s end return #table.concat(t)
---- A-035 table.concat with a long separator
-- expect: plugin.error
local t = {} for i = 1, 10000 do t[i] = "" end return #table.concat(t, ("x"):rep(1000000))
---- A-036 string.char of many
-- expect: plugin.fuel
local t = {} for i = 1, 3999 do t[i] = 65 end local k = {} while true do k[#k + 1] = string.char(table.unpack(t)) .. #k end
---- A-037 utf8.char of many
-- expect: plugin.fuel
local t = {} for i = 1, 3999 do t[i] = 0x10FFFF end local k = {} while true do k[#k + 1] = utf8.char(table.unpack(t)) .. #k end
---- A-038 a table of slices of one long text
-- expect: plugin.fuel
local s, t = ("x"):rep(1000000), {} for i = 1, 1e6 do t[i] = s:sub(i) end
---- A-039 garbage: nothing is kept, but much is asked for
-- expect: plugin.fuel
while true do local _ = ("x"):rep(1000000) end
---- A-040 garbage of tables
-- expect: plugin.fuel
while true do local _ = { {}, {}, {} } end
---- A-041 concat of many operands
-- expect: harmless
-- result: 10000000
local s = ("x"):rep(500000) return #(s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s .. s)
---- A-042 views: ctx.get of a list, many times kept
-- expect: plugin.fuel
local t = {} while true do t[#t + 1] = ctx.get("list") end
---- A-043 a state that is set to a long text, many times
-- expect: plugin.fuel
for i = 1, 100 do ctx.set("k" .. i, ("x"):rep(1000000) .. i) end
---- A-044 one value over the cap for texts
-- expect: plugin.error
ctx.set("x", ("x"):rep(1100000))
---- A-045 a result that is too large
-- expect: plugin.fuel
local t = {} for i = 1, 30 do t[i] = ("x"):rep(1000000) .. i end return { t = t }
---- A-046 an event that is too large
-- expect: plugin.error
for i = 1, 30 do ctx.emit("e", { v = ("x"):rep(1000000) .. i }) end
---- A-047 memory that is too large
-- expect: plugin.error
for i = 1, 30 do ctx.memory["k" .. i] = ("x"):rep(1000000) end
---- A-048 logs that are too long
-- expect: plugin.error
for i = 1, 100 do ctx.log(("x"):rep(100000)) end
---- A-049 an error text of eight megabytes
-- expect: plugin.fuel
error(("x"):rep(8000000))
---- A-050 a reason of refusal of a megabyte
-- expect: tool.rejected
return reject("no", ("x"):rep(1000000))
---- A-051 a path of a megabyte
-- expect: limit.size
ctx.set(("a."):rep(500000) .. "b", 1)
---- A-052 a path array of ten thousand
-- expect: plugin.error
local p = {} for i = 1, 10000 do p[i] = "a" end ctx.set(p, 1)
---- A-053 a key of two kilobytes
-- expect: limit.size
ctx.set({ ("k"):rep(2000) }, 1)
---- A-054 hundreds of thousands of children
-- expect: plugin.fuel
local t = {} for i = 1, 300000 do t[i] = 1 end ctx.set("big", t)
---- A-055 a value nested deeper than documents are
-- expect: plugin.error
local t = 1 for i = 1, 100 do t = { t } end ctx.set("deep", t)
---- A-056 a value nested by writing one level at a time
-- expect: plugin.error
local p = {} for i = 1, 200 do p[i] = "d" ctx.set(p, {}) end
---- A-057 pushing onto a list ten thousand times
-- expect: plugin.error
for i = 1, 10001 do ctx.push("list", i) end
---- A-058 the history of all turns
-- expect: harmless
-- result: []
return ctx.history(1 << 40)
---- A-059 a history of a negative number
-- expect: plugin.error
return ctx.history(-1)
---- A-060 a table that is its own key and value, nested
-- expect: plugin.error
-- line: 1
local t = {} t[t] = t return t
---- A-061 a text in the memory that is longer than documents hold
-- expect: plugin.error
ctx.memory.v = ("x"):rep(1100000)
---- A-062 a text in a list in the state that is longer than documents hold
-- expect: plugin.error
ctx.set("x", { a = { ("x"):rep(1100000) } })
---- A-063 a key in the state that is longer than documents hold
-- expect: plugin.error
ctx.set("x", { [("k"):rep(2000)] = 1 })
---- A-064 a key in the memory that is longer than documents hold
-- expect: plugin.error
ctx.memory[("k"):rep(2000)] = 1
---- A-065 a list in the memory that is nested deeper than documents hold
local t = 1 for i = 1, 60 do t = { t } end ctx.memory.v = { t }
return { ok = true }
-- result: {"ok":true}
---- A-066 the memory nested deeper by writing it into itself
-- expect: plugin.error
for i = 1, 130 do ctx.memory.v = { ctx.memory.v or 1 } end
---- A-067 the state nested deeper by writing it into itself
-- expect: limit.depth
for i = 1, 130 do ctx.set("x", { ctx.get("x") }) end
---- A-068 dice in a call that fails are not kept, and cost the neighbour nothing
-- expect: plugin.error
for i = 1, 1999 do ctx.roll("100d1000000") end error("after the dice") --!
---- A-069 events in a call that fails are not kept, and cost the neighbour nothing
-- expect: plugin.error
for i = 1, 7 do ctx.emit("e", { v = ("x"):rep(700000) }) end error("after the events") --!
---- A-070 memory in a call that fails is not kept, and costs the neighbour nothing
-- expect: plugin.error
for i = 1, 3 do ctx.memory["k" .. i] = ("x"):rep(700000) end error("after the memory") --!
---- A-071 logs in a call that fails
-- expect: plugin.error
for i = 1, 10 do ctx.log(("x"):rep(1000)) end error("after the logs") --!
---- A-072 what a refused call gave is not kept either
-- expect: tool.rejected
for i = 1, 7 do ctx.emit("e", { v = ("x"):rep(700000) }) end return reject("no", "after the events")
