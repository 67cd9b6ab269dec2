---- N-001 the order of pairs over text keys
local t, r = {}, {} for i = 1, 200 do t["k" .. (i * 7919 % 1000)] = i end for k in pairs(t) do r[#r + 1] = k end return { v = table.concat(r, " ") }
-- expect: harmless
---- N-002 the order of pairs over mixed keys
local t, r = { 5, 6, a = 1, b = 2, [1.5] = 3, [-1] = 4, [true] = 5 }, {} for k in pairs(t) do r[#r + 1] = tostring(k) end return { v = table.concat(r, " ") }
-- expect: harmless
---- N-003 the order of next
local t, r = { z = 1, y = 2, x = 3, w = 4 }, {} local k = next(t) while k do r[#r + 1] = k k = next(t, k) end return { v = table.concat(r) }
-- result: {"v":"wxyz"}
---- N-004 the order does not depend on insertion
local a, b, r = {}, {}, {} for _, k in ipairs({ "q", "a", "m" }) do a[k] = 1 end for _, k in ipairs({ "m", "q", "a" }) do b[k] = 1 end for k in pairs(a) do r[#r + 1] = k end for k in pairs(b) do r[#r + 1] = k end return { v = table.concat(r) }
-- result: {"v":"amqamq"}
---- N-005 the clock
-- expect: plugin.error
return os.time()
---- N-006 the processor's clock
-- expect: plugin.error
return os.clock()
---- N-007 the environment's variables
-- expect: plugin.error
return os.getenv("HOME")
---- N-008 random
-- expect: plugin.error
return math.random(6)
---- N-009 the length of a table with holes
local t = { 1, 2, nil, 4 } return { ok = #t == 4 or #t == 2 }
-- result: {"ok":true}
---- N-010 the length after removals
local t = {} for i = 1, 100 do t[i] = i end for i = 100, 51, -1 do t[i] = nil end return { n = #t }
-- result: {"n":50}
---- N-011 an unstable sort
local t = {} for i = 1, 100 do t[i] = { k = i % 3, i = i } end table.sort(t, function(a, b) return a.k < b.k end) local r = {} for i = 1, 100 do r[i] = t[i].i end return { v = table.concat(r, " ") }
-- expect: harmless
---- N-012 tables compared by what they look like as text
return { v = tostring({}) == tostring({}), w = tostring(pcall) == tostring(pcall) }
-- expect: harmless
---- N-013 the dice: two rolls, each call its own
return { a = ctx.roll("1d1000000"), b = ctx.roll("1d1000000") }
-- expect: varies
---- N-014 the dice of a refused call are rolled again the same
-- expect: tool.rejected
local v = ctx.roll("1d1000000") return reject("no", tostring(v))
---- N-015 the turn's clock is the one that was given
return { v = ctx.now }
-- result: {"v":1758355200000}
---- N-016 the place of an error in another file's text
return { v = select(2, pcall(error, "x", 2)) }
-- expect: harmless
---- N-017 the limit of recursion is met at the same depth
-- expect: plugin.memory
local n = 0 local function f(d) n = d return 1 + f(d + 1) end pcall(f, 1) return { n = n }
---- N-018 the fuel that is left is the same
-- expect: plugin.fuel
local n = 0 pcall(function() while true do n = n + 1 end end) return { n = n }
---- N-019 the memory that is left is the same
-- expect: plugin.memory
local n, s = 0, "x" pcall(function() while true do s = s .. s n = n + 1 end end) return { n = n }
---- N-020 texts that are interned or not compare alike
local a, b = ("x"):rep(39), ("x"):rep(41) return { a = a == ("x"):rep(39), b = b == ("x"):rep(41) }
-- result: {"a":true,"b":true}
---- N-021 lower and upper know no locale
return { v = ("\xc3\x84" .. "A"):lower() == "\xc3\x84a", w = ("\xe9"):find("%a") == nil }
-- result: {"v":true,"w":true}
---- N-022 comparison of texts knows no locale
return { v = "Z" < "a", w = "\xc3\xa4" > "z" }
-- result: {"v":true,"w":true}
---- N-023 numbers as text know no locale
return { v = tostring(1.5), w = ("%.2f"):format(2.5), x = tonumber("1,5") == nil }
-- result: {"v":"1.5","w":"2.50","x":true}
---- N-024 the order in which keys were written into the state is kept
-- state: {"y":{"z":1,"a":2}}
ctx.set("y", { z = 1, a = 2 }) local r = {} for _, k in ipairs(ctx.keys("y")) do r[#r + 1] = k end return { v = table.concat(r) }
-- expect: harmless
---- N-025 pairs over a table that grows meanwhile
-- expect: harmless
-- result: {"n": 2}
local t, n = { a = 1, b = 2 }, 0 for k in pairs(t) do n = n + 1 t[k .. k] = 1 if n > 50 then break end end return { n = n }
---- N-026 pairs over a table that shrinks meanwhile
-- expect: harmless
-- result: {"n": 2}
local t, n = { a = 1, b = 2, c = 3 }, 0 for k in pairs(t) do n = n + 1 t.b = nil end return { n = n }
---- N-027 table.remove while ipairs goes
local t, n = { 1, 2, 3, 4 }, 0 for i in ipairs(t) do n = n + 1 table.remove(t, i) end return { n = n }
-- result: {"n":2}
---- N-028 %g and %a of the same number
return { v = ("%g %.3g %a"):format(0.1, 1e21, 1.0) }
-- expect: harmless
---- N-029 minus NaN and NaN look alike
return { v = tostring(0 / 0) == tostring(-(0 / 0)) }
-- expect: harmless
---- N-030 functions made twice are different, and cannot be told apart by order
-- expect: plugin.error
local t = { [function() end] = 1, [function() end] = 2 } local r = {} for _, v in pairs(t) do r[#r + 1] = v end return { v = r }
