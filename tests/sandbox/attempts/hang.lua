---- H-001 while
-- expect: plugin.fuel
while true do end
---- H-002 repeat
-- expect: plugin.fuel
repeat until false
---- H-003 goto
-- expect: plugin.fuel
::again:: goto again
---- H-004 a for whose step goes nowhere near its end
-- expect: plugin.fuel
for i = 1, math.maxinteger do end
---- H-005 a for over floats that never reaches its end
-- expect: plugin.fuel
for i = 1.0, math.huge, 1e-300 do end
---- H-006 a generic for whose iterator never ends
-- expect: plugin.fuel
for i in function() return 1 end do end
---- H-007 tail calls, which need no stack
-- expect: plugin.fuel
local function f() return f() end --!
return f()
---- H-008 two functions that call each other in tail position
-- expect: plugin.fuel
local a, b
a = function() return b() end --!
b = function() return a() end
return a()
---- H-009 pcall around the loop, in a loop
-- expect: plugin.fuel
while true do pcall(function() while true do end end) end
---- H-010 pcall eight deep, each with a loop behind it
-- expect: plugin.fuel
local function spin() while true do end end local function n(d) if d == 0 then spin() end while true do pcall(n, d - 1) end end n(8)
---- H-011 pcall of error for ever
-- expect: plugin.fuel
local ok repeat ok = pcall(error) until ok
---- H-012 pcall of pcall of pcall
-- expect: plugin.fuel
while true do pcall(pcall, pcall, pcall, error) end
---- H-013 the loop caught, and then a value returned
-- expect: plugin.fuel
pcall(function() while true do end end) return { fine = true }
---- H-014 the loop caught, and then an error of its own
-- expect: plugin.fuel
pcall(function() while true do end end) error("mine")
---- H-015 an __index function that never comes back
-- expect: plugin.fuel
local t = setmetatable({}, { __index = function() while true do end end }) return t.x
---- H-016 an __index that asks itself for the next key
-- expect: plugin.error
local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) return t[1]
---- H-017 a long chain of __index tables
-- expect: plugin.error
local t = {} for i = 1, 5000 do t = setmetatable({}, { __index = t }) end return t.x
---- H-018 a chain of __index tables with a loop in it
-- expect: plugin.error
local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a }) return a.x
---- H-019 __newindex that writes the next one
-- expect: plugin.error
local t = setmetatable({}, { __newindex = function(t, k, v) t[k + 1] = v end }) t[1] = 1
---- H-020 __eq that loops
-- expect: plugin.fuel
local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)
---- H-021 __lt that loops
-- expect: plugin.fuel
local m = { __lt = function() while true do end end } return setmetatable({}, m) < setmetatable({}, m)
---- H-022 __le that asks __le
-- expect: plugin.error
local m = {} m.__le = function(a, b) return a <= b end return setmetatable({}, m) <= setmetatable({}, m)
---- H-023 __concat that loops
-- expect: plugin.fuel
local t = setmetatable({}, { __concat = function() while true do end end }) return t .. "x"
---- H-024 __call that calls itself by name
-- expect: plugin.fuel
local t t = setmetatable({}, { __call = function() return t() end }) return t()
---- H-025 __call that is a callable table, many deep
-- expect: plugin.error
local f = function() return 1 end for i = 1, 300 do f = setmetatable({}, { __call = f }) end return f()
---- H-139 __call that is a callable table, not so deep
-- expect: harmless
-- result: 1
local f = function() return 1 end for i = 1, 150 do f = setmetatable({}, { __call = f }) end return f()
---- H-026 __len that loops
-- expect: plugin.fuel
return #setmetatable({}, { __len = function() while true do end end })
---- H-027 __unm that loops
-- expect: plugin.fuel
return -setmetatable({}, { __unm = function() while true do end end })
---- H-028 __add on both sides
-- expect: plugin.error
local m = {} m.__add = function(a, b) return a + b end local t = setmetatable({}, m) return t + t
---- H-029 __tostring that loops, through tostring
-- expect: plugin.fuel
return tostring(setmetatable({}, { __tostring = function() while true do end end }))
---- H-030 __tostring that loops, through string.format
-- expect: plugin.fuel
return string.format("%s", setmetatable({}, { __tostring = function() while true do end end }))
---- H-031 __tostring that loops, in an error value nobody catches
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- H-032 __tostring of an error value that raises the next one
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() error(setmetatable({}, { __tostring = function() error("again") end })) end }))
---- H-033 __pairs that loops
-- expect: plugin.fuel
for k in pairs(setmetatable({}, { __pairs = function() while true do end end })) do end
---- H-034 __close of a variable
-- expect: plugin.error
do local x <close> = setmetatable({}, { __close = function() while true do end end }) end
---- H-035 __close that loops while the call is being stopped
-- expect: plugin.error
local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end
---- H-036 __gc that loops
-- expect: plugin.error
setmetatable({}, { __gc = function() while true do end end }) local t = {} for i = 1, 1e5 do t[i % 100] = {} end
---- H-037 __gc put into the metatable afterwards
-- expect: harmless
-- result: "harmless"
local m = {} local t = setmetatable({}, m) m.__gc = function() while true do end end t = nil local g = {} for i = 1, 1e4 do g[i % 100] = {} end return "harmless"
---- H-038 __mode, so that garbage shows
-- expect: plugin.error
return setmetatable({}, { __mode = "k" })
---- H-039 a pattern of many lazy parts
-- expect: plugin.fuel
return (("a"):rep(30)):find(("a-"):rep(28) .. "b")
---- H-040 a cubic pattern over a long text
-- expect: plugin.fuel
return (("x"):rep(200000)):find(".-.-.-y")
---- H-041 gsub with greedy parts
-- expect: plugin.fuel
return (("a"):rep(100000)):gsub("a*a*a*b", "")
---- H-042 gmatch with an empty match for ever
-- expect: plugin.fuel
local n = 0 for _ in (("x"):rep(4000000)):gmatch("()") do n = n + 1 end return n
---- H-043 balanced brackets over a text of opening ones
-- expect: plugin.fuel
return (("("):rep(200000)):find("%b()")
---- H-044 frontiers in a loop over a long text
-- expect: plugin.fuel
local s = ("ab "):rep(100000) while true do s:find("%f[%w]zz%f[%W]") end
---- H-045 back references that repeat
-- expect: plugin.fuel
return (("a"):rep(3000)):find("(a*)%1(a*)%2b")
---- H-046 a set of a thousand members at each byte
-- expect: plugin.fuel
return (("x"):rep(100000)):find("[" .. ("abcdefgh"):rep(2000) .. "]")
---- H-047 gsub whose replacing function loops
-- expect: plugin.fuel
return ("aaa"):gsub("a", function() while true do end end)
---- H-048 gsub whose replacing function calls gsub on the whole
-- expect: plugin.error
local function f(s) return (("aaaa"):gsub("a", f)) end return f("a")
---- H-049 gsub with a table whose __index loops
-- expect: plugin.fuel
return ("aaa"):gsub("a", setmetatable({}, { __index = function() while true do end end }))
---- H-050 many patterns that are each nearly dear enough
-- expect: plugin.fuel
local s = ("x"):rep(2000) while true do s:find(".-.-y") end
---- H-051 an empty text repeated 2^40 times
-- expect: harmless
-- result: 0
return #string.rep("", 1 << 40)
---- H-052 an empty text repeated 2^62 times with a separator that is empty too
-- expect: harmless
-- result: 0
return #string.rep("", 1 << 62, "")
---- H-053 table.move over 2^60 places
-- expect: plugin.error
table.move({}, 1, 1 << 60, 2)
---- H-054 table.move from the least integer on
-- expect: plugin.error
table.move({}, math.mininteger, math.maxinteger, 1)
---- H-055 table.concat over 2^60 places with __index a C function
-- expect: plugin.error
return table.concat(setmetatable({}, { __index = table.concat }), "", 1, 1 << 60)
---- H-056 table.concat with a separator and no elements to 2^60
-- expect: plugin.error
return table.concat({}, "x", 1, 1 << 60)
---- H-057 table.insert into a table that lies about its length
-- expect: plugin.error
table.insert(setmetatable({}, { __len = function() return 1 << 52 end }), 1, 0)
---- H-058 table.remove from a table that lies about its length
-- expect: plugin.error
table.remove(setmetatable({}, { __len = function() return 1 << 52 end }), 1)
---- H-059 table.sort of a table that lies about its length
-- expect: plugin.error
table.sort(setmetatable({}, { __len = function() return 2147483646 end }), math.type)
---- H-060 table.unpack of a table that lies about its length
-- expect: plugin.error
return table.unpack(setmetatable({}, { __len = function() return 1 << 30 end }))
---- H-061 a comparator that loops
-- expect: plugin.fuel
table.sort({ 3, 1, 2 }, function() while true do end end)
---- H-062 a comparator that is always true
local t = {} for i = 1, 500 do t[i] = i % 7 end
local ok = pcall(table.sort, t, function() return true end)
return { n = #t, first = ok and type(t[1]) or "number" }
-- result: {"n":500,"first":"number"}
---- H-063 a comparator by chance of its own
local n, t = 0, {}
for i = 1, 300 do t[i] = i end
pcall(table.sort, t, function(a, b) n = (n * 75 + 74) % 65537 return n % 2 == 0 end)
local sum = 0 for i = 1, 300 do sum = sum + t[i] end
return { sum = sum }
-- result: {"sum":45150}
---- H-064 a comparator that sorts the table that is being sorted
-- expect: harmless
local t = {} for i = 1, 50 do t[i] = 51 - i end table.sort(t, function(a, b) table.sort(t) return a < b end)
---- H-065 a comparator that takes elements out of the table
-- expect: harmless
local t = {} for i = 1, 200 do t[i] = 201 - i end table.sort(t, function(a, b) table.remove(t) return a < b end)
---- H-066 a comparator that adds elements to the table
-- expect: harmless
-- result: {"n": true}
local t = { 3, 1, 2 } table.sort(t, function(a, b) t[#t + 1] = 0 return a < b end) return { n = #t > 3 }
---- H-067 quadratic insertion at the front
-- expect: plugin.fuel
local t = {} for i = 1, 100000 do table.insert(t, 1, i) end
---- H-068 quadratic removal at the front
-- expect: plugin.fuel
local t = {} for i = 1, 200000 do t[i] = i end while #t > 0 do table.remove(t, 1) end
---- H-069 comparing two megabytes, again and again
-- expect: plugin.fuel
local a = ("x"):rep(2000000) .. "a" local b = ("x"):rep(2000000) .. "b" while true do local _ = a < b end
---- H-070 equality of long texts
-- expect: plugin.fuel
local a, b = ("x"):rep(2000000) .. "a", ("x"):rep(2000000) .. "b" while true do local _ = a == b end
---- H-071 long texts as keys
-- expect: plugin.memory
local t, s = {}, ("x"):rep(2000000) while true do t[s .. "y"] = nil end
---- H-072 upper on a megabyte
-- expect: plugin.fuel
local s = ("x"):rep(1000000) while true do s:upper() end
---- H-073 plain find through a megabyte
-- expect: plugin.fuel
local s = ("a"):rep(1000000) while true do s:find("ab", 1, true) end
---- H-074 plain find of a long needle in a long hay, quadratic
-- expect: harmless
return (("a"):rep(200000)):find(("a"):rep(100000) .. "b", 1, true)
---- H-075 byte of thousands
-- expect: plugin.fuel
local s = ("x"):rep(100000) while true do s:byte(1, 3999) end
---- H-076 reverse, lower, sub
-- expect: plugin.fuel
local s = ("x"):rep(1000000) while true do s:reverse() s:lower() s:sub(2) end
---- H-077 utf8.len over a megabyte
-- expect: plugin.fuel
local s = ("x"):rep(1000000) while true do utf8.len(s) end
---- H-078 utf8.offset to the end and back
-- expect: plugin.fuel
local s = ("\xe4\xbd\xa0"):rep(300000) while true do utf8.offset(s, 299999) utf8.offset(s, -299999) end
---- H-079 utf8.codes, and again
-- expect: plugin.fuel
local s = ("x"):rep(100000) while true do for _ in utf8.codes(s) do end end
---- H-080 utf8.codepoint of many
-- expect: plugin.fuel
local s = ("x"):rep(3999) while true do utf8.codepoint(s, 1, -1) end
---- H-081 unpack of many values
-- expect: plugin.fuel
local t = {} for i = 1, 3999 do t[i] = i end while true do table.unpack(t) end
---- H-082 select from the end of many values
-- expect: plugin.fuel
local t = {} for i = 1, 3999 do t[i] = i end while true do select(-1, table.unpack(t)) end
---- H-083 table.concat of two hundred long texts
-- expect: plugin.fuel
local t = {} for i = 1, 200 do t[i] = ("x"):rep(1000) end while true do table.concat(t) end
---- H-084 string.format with the widest widths
-- expect: plugin.fuel
while true do string.format("%99.99f%99.99f%99.99f", 1e308, 1e308, 1e308) end
---- H-086 pairs over a large table, begun again and again
-- expect: plugin.fuel
local t = {} for i = 1, 8000 do t["k" .. i] = i end while true do for _ in pairs(t) do break end end
---- H-087 the length of a large table
-- expect: plugin.fuel
local t = {} for i = 1, 100000 do t[i] = i end while true do local _ = #t + #t end
---- H-088 tonumber of a long text
-- expect: plugin.fuel
local s = ("1"):rep(1000000) while true do tonumber(s) end
---- H-089 tonumber in another base of a long text
-- expect: plugin.fuel
local s = ("z"):rep(100000) while true do tonumber(s, 36) end
---- H-090 tostring of numbers for ever
-- expect: plugin.fuel
while true do tostring(1e308) end
---- H-091 ctx.get for ever
-- expect: plugin.fuel
while true do ctx.get("n") end
---- H-092 ctx.set to the same place for ever
-- expect: plugin.error
while true do ctx.set("x", 1) end
---- H-093 ctx.set caught for ever
-- expect: authority.denied
-- at: ruleset.yaml:8
while true do pcall(ctx.set, "secret.deep.er", 1) end
---- H-094 ctx.roll for ever
-- expect: plugin.error
while true do ctx.roll("1d6") end
---- H-095 ctx.roll of a million dice with a million sides
-- expect: plugin.error
return ctx.roll("1000000d1000000")
---- H-096 ctx.log for ever
-- expect: plugin.error
while true do ctx.log("x") end
---- H-097 ctx.emit for ever
-- expect: plugin.error
while true do ctx.emit("e", {}) end
---- H-098 ctx.find_names over a long text, again and again
-- expect: plugin.fuel
local s = ("n x list "):rep(50000) while true do ctx.find_names(s, { { path = "*", names = { "name" } } }) end
---- H-099 the names of many closures
-- expect: plugin.fuel
while true do local f = function() return function() return function() end end end f()()() end
---- H-100 a loop behind a table of closures
-- expect: plugin.fuel
local t = {} for i = 1, 100 do t[i] = function() return t[i % 100 + 1]() end end return t[1]() --!
---- H-101 and-or chains that never settle
-- expect: plugin.fuel
local x = true while x and (not x or x) do x = not not x end
---- H-102 integer division and modulo for ever
-- expect: plugin.fuel
local x = math.mininteger while true do x = (x // -1) % -1 end
---- H-103 exponentiation for ever
-- expect: plugin.fuel
local x = 2.0 while true do x = x ^ 1.0000001 end
---- H-104 a loop that counts with a float that stops counting
-- expect: plugin.fuel
local x = 2.0 ^ 53 while x < 2.0 ^ 53 + 2 do x = x + 1 end
---- H-105 a require in a loop
-- expect: plugin.fuel
while true do pcall(require, "nothing") end
---- H-106 pcall of a function that needs all of the stack
-- expect: plugin.memory
local function deep() return 1 + deep() end while true do pcall(deep) end
---- H-107 a varargs function that calls itself with ever more
-- expect: plugin.fuel
local function f(...) return f(1, ...) end return f() --!
---- H-108 error handlers that raise: pcall inside __tostring inside error
-- expect: plugin.error
local m m = { __tostring = function(t) pcall(error, t) return tostring(t) end } error(setmetatable({}, m))
---- H-109 ipairs over a table whose __index never says nil
-- expect: plugin.fuel
for i in ipairs(setmetatable({}, { __index = function(_, i) return i end })) do end
---- H-110 table.concat with __index that counts
-- expect: plugin.error
return table.concat(setmetatable({}, { __index = function(_, i) return "x" end, __len = function() return 1 << 40 end }))
---- H-111 a gsub anchored at each byte with captures
-- expect: plugin.fuel
return (("ab"):rep(100000)):gsub("((((((((((a))))))))))", "%1%2%3%4%5%6%7%8%9")
---- H-112 too many captures
-- expect: plugin.error
return ("x"):find(("()"):rep(40))
---- H-113 a pattern that ends in the middle
-- expect: plugin.error
return ("x"):find("[a-")
---- H-114 a pattern that is a megabyte of brackets
-- expect: plugin.error
return ("x"):find(("("):rep(1000000))
---- H-115 math functions over NaN in a loop
-- expect: plugin.fuel
local x = 0 / 0 while x ~= x do x = math.max(x, x) x = x - x end
---- H-116 goto out of nested loops into themselves
-- expect: plugin.fuel
for i = 1, 2 do ::l:: for j = 1, 2 do goto l end end
---- H-117 more bytes at once than a stack holds
-- expect: plugin.error
return ("x"):rep(10000):byte(1, -1)
---- H-118 more code points at once than a stack holds
-- expect: plugin.error
return utf8.codepoint(("x"):rep(10000), 1, -1)
---- H-119 more values at once than a stack holds
-- expect: plugin.error
local t = {} for i = 1, 10000 do t[i] = i end return table.unpack(t)
---- H-120 a plain find that is nearly there at each byte, again and again
-- expect: plugin.fuel
local hay, needle = ("a"):rep(200000), ("a"):rep(100000) .. "b" while true do hay:find(needle, 1, true) end
---- H-121 numbers as text, as wide as they get, in a loop
-- expect: plugin.fuel
while true do local _ = ("%.99f"):format(-1e308) end
---- H-122 concatenating numbers
-- expect: plugin.fuel
local x = 1e308 while true do local _ = x .. "" end
---- H-123 views that double in the state
-- expect: plugin.fuel
for i = 1, 60 do ctx.set("x", { ctx.get("x"), ctx.get("x") }) end
---- H-124 a view of a large list walked again and again
-- expect: plugin.fuel
local t = {} for i = 1, 5000 do t[i] = i end ctx.set("x", t) while true do local v = ctx.get("x") for _ in ipairs(v) do break end for _ in pairs(v) do break end end
---- H-125 the keys of a large object, again and again
-- expect: plugin.fuel
local t = {} for i = 1, 5000 do t["k" .. i] = i end ctx.set("x", t) while true do ctx.keys("x") end
---- H-126 a large object copied in the state, again and again
-- expect: plugin.fuel
local t = {} for i = 1, 5000 do t["k" .. i] = i end ctx.set("x", t) while true do ctx.set("y", ctx.get("x")) end
---- H-127 views compared
-- expect: plugin.fuel
local v = ctx.get("list") while true do local _ = v == ctx.get("list") end
---- H-128 errors with long traces in a loop
-- expect: plugin.fuel
local function deep(n) if n == 0 then error("deep") end return 1 + deep(n - 1) end while true do pcall(deep, 150) end
---- H-129 errors with long texts in a loop
-- expect: plugin.fuel
local s = ("x"):rep(100000) while true do pcall(error, s) end
---- H-130 refusals made in a loop
-- expect: plugin.fuel
while true do reject("no", "why") end
---- H-131 arrays made in a loop
-- expect: plugin.fuel
while true do array{ 1, 2, 3 } end
---- H-132 a table filled and emptied, then walked
-- expect: plugin.fuel
local t = {} for i = 1, 60000 do t[i] = i end for i = 1, 60000 do t[i] = nil end for i = 1, 1e9 do next(t) end
---- H-133 a table whose members went, counted by its length
-- expect: plugin.fuel
local t = {} for i = 1, 60000 do t[i] = i end for i = 60000, 1, -1 do t[i] = nil end while true do local _ = #t end
---- H-134 pairs over a table that was filled and emptied
-- expect: plugin.fuel
local t = {} for i = 1, 8000 do t["k" .. i] = i end for i = 1, 8000 do t["k" .. i] = nil end while true do for _ in pairs(t) do end end
---- H-135 one plain find that is nearly there at each of four million places
-- limits: {"max_handler_fuel": 5000000}
-- expect: harmless
return (("a"):rep(4000000)):find(("a"):rep(2000000) .. "b", 1, true)
---- H-136 one plain find that is there after as many
-- limits: {"max_handler_fuel": 5000000}
-- result: 1000001
return ((("a"):rep(1000000) .. "b" .. ("a"):rep(1000000)):find(("a"):rep(100) .. "b" .. ("a"):rep(100), 1, true)) + 100
---- H-137 plain finds of every length give what a look at each place gives
-- result: {"wrong":0}
local wrong = 0
local s = ("ab"):rep(60) .. ("aab"):rep(60) .. ("ab"):rep(60)
for from = 1, 200, 7 do
  for size = 60, 70 do
    local wanted, first = s:sub(from, from + size - 1)
    for at = 1, #s - size + 1 do
      if s:sub(at, at + size - 1) == wanted then first = at break end
    end
    if s:find(wanted, 1, true) ~= first then wrong = wrong + 1 end
  end
end
return { wrong = wrong }
---- H-138 keys that share one chain, asked for again and again: the clock ends it, and the turn with it
-- limits: {"max_turn_milliseconds": 300}
-- expect: given_up
local t = {} for i = 1, 8000 do t[i * 8191] = i end while true do local _ = t[8191], t[8191 * 2], t[8191 * 8001] end
