---- L-001 NaN
-- expect: plugin.error
-- line: 1
return { v = 0 / 0 }
---- L-002 infinity
-- expect: plugin.error
-- line: 1
return { v = math.huge }
---- L-003 minus infinity deep inside
-- expect: plugin.error
-- line: 1
return { a = { b = { c = -math.huge } } }
---- L-004 minus zero
-- expect: harmless
-- result: {"v": -0.0}
return { v = -0.0 }
---- L-005 2^63 as a float
-- expect: harmless
-- result: {"v": 9.223372036854776e+18}
return { v = 2.0 ^ 63 }
---- L-006 the extreme integers
return { a = math.maxinteger, b = math.mininteger }
-- result: {"a":9223372036854775807,"b":-9223372036854775808}
---- L-007 1.0 stays a float and 1 an integer
return { a = 1.0, b = 1 }
-- result: {"a":1.0,"b":1}
---- L-008 bytes that are no UTF-8
-- expect: plugin.error
-- line: 1
return { v = "\xff\xfe" }
---- L-009 bytes that are no UTF-8, in a key
-- expect: plugin.error
-- line: 1
return { ["\xff"] = 1 }
---- L-010 surrogates in UTF-8
-- expect: plugin.error
-- line: 1
return { v = "\xed\xa0\x80" }
---- L-011 overlong UTF-8
-- expect: plugin.error
-- line: 1
return { v = "\xc0\xaf" }
---- L-012 UTF-8 beyond U+10FFFF
-- expect: plugin.error
-- line: 1
return { v = utf8.char(0x10FFFF) .. "\xf4\x90\x80\x80" }
---- L-013 half a character at the end
-- expect: plugin.error
-- line: 1
return { v = "\xe4\xbd" }
---- L-014 NUL in a text is kept
return { v = "admin\0guest" }
-- result: {"v":"admin\u0000guest"}
---- L-015 a cycle
-- expect: plugin.error
-- line: 1
local t = {} t.t = t return t
---- L-016 a cycle of two
-- expect: plugin.error
-- line: 1
local a, b = {}, {} a.b = b b.a = a return a
---- L-017 nested a hundred thousand deep
-- expect: plugin.error
-- line: 1
local t = {} for i = 1, 100000 do t = { t } end return t
---- L-018 nested one deeper than allowed
-- expect: plugin.error
-- line: 1
local t = 1 for i = 1, 65 do t = { t } end return { t = t }
---- L-019 a list with holes
-- expect: plugin.error
-- line: 1
return { [1] = 1, [3] = 3 }
---- L-020 a list with a far element
-- expect: plugin.error
-- line: 1
return { [1] = 1, [1 << 40] = 1 }
---- L-021 keys 1 and "1"
-- expect: plugin.error
-- line: 1
return { [1] = "a", ["1"] = "b" }
---- L-022 keys of both kinds
-- expect: plugin.error
-- line: 1
return { 1, 2, x = 3 }
---- L-023 a float as a key
-- expect: plugin.error
-- line: 1
return { [1.5] = 1 }
---- L-024 a boolean as a key
-- expect: plugin.error
-- line: 1
return { [true] = 1 }
---- L-025 a table as a key
-- expect: plugin.error
-- line: 1
return { [{}] = 1 }
---- L-026 a function as a key
-- expect: plugin.error
-- line: 1
return { [pcall] = 1 }
---- L-027 a negative key
-- expect: plugin.error
-- line: 1
return { [-1] = 1 }
---- L-028 key 0
-- expect: plugin.error
-- line: 1
return { [0] = 1, [1] = 2 }
---- L-029 a function as a value
-- expect: plugin.error
-- line: 1
return { f = function() end }
---- L-030 a library function as a value
-- expect: plugin.error
-- line: 1
return { f = string.len }
---- L-031 ctx as a value
-- expect: plugin.error
-- line: 1
return { c = ctx }
---- L-032 a library as a value
-- expect: plugin.error
-- line: 1
return { s = string }
---- L-033 the environment as a value
-- expect: harmless
-- result: {"e": {"params": {}}}
return { e = _ENV }
---- L-034 a result that is a number
return 5
-- result: 5
---- L-035 a result that is a text
return "ok"
-- result: "ok"
---- L-036 a result that is false
-- expect: harmless
-- result: false
return false
---- L-037 no result
-- expect: harmless
return
---- L-038 nil, and a message, as Lua's own functions have it
-- expect: harmless
return nil, "failed"
---- L-039 three results
-- expect: harmless
-- result: {"a": 1}
return { a = 1 }, { b = 2 }, { c = 3 }
---- L-040 ten thousand results
-- expect: plugin.error
local t = {} for i = 1, 10000 do t[i] = i end return table.unpack(t)
---- L-041 a result that is a function
-- expect: plugin.error
-- line: 1
return function() end
---- L-042 a table with __index, __len and __pairs that loop: read raw
return setmetatable({}, { __index = function() while true do end end, __len = function() while true do end end })
-- result: {}
---- L-043 a table with __pairs
-- expect: harmless
-- result: {"a": 1}
return setmetatable({ a = 1 }, { __pairs = function() return next, { b = 2 } end })
---- L-044 the same table in two places is no cycle
local t = { v = 1 } return { a = t, b = t }
-- result: {"a":{"v":1},"b":{"v":1}}
---- L-045 a bomb of tables that share: 2^30 leaves
-- expect: plugin.fuel
-- line: 1
local t = {} for i = 1, 30 do t = { t, t } end return { t = t }
---- L-046 an empty table, an empty array
return { a = {}, b = array{} }
-- result: {"a":{},"b":[]}
---- L-047 null
return { a = null, b = array{ null, 1 } }
-- result: {"a":null,"b":[null,1]}
---- L-048 a key of the prototype
-- expect: harmless
-- result: {"__proto__": 1}
return { __proto__ = 1 }
---- L-049 a key that is empty
return { [""] = 1 }
-- result: {"":1}
---- L-050 a key of two kilobytes
-- expect: plugin.error
-- line: 1
return { [("k"):rep(2000)] = 1 }
---- L-051 raising nothing
-- expect: plugin.error
error()
---- L-052 raising nil
-- expect: plugin.error
error(nil)
---- L-053 raising a number
-- expect: plugin.error
error(42)
---- L-054 raising false
-- expect: plugin.error
error(false)
---- L-055 raising a table
-- expect: plugin.error
error({ code = 1 })
---- L-056 raising a function
-- expect: plugin.error
error(function() end)
---- L-057 raising ctx
-- expect: plugin.error
error(ctx)
---- L-058 raising a table whose __tostring gives a number
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() return 5 end }))
---- L-059 raising a text of bytes that are none
-- expect: plugin.error
error("\xff\xfe\0after")
---- L-060 raising an empty text
-- expect: plugin.error
error("")
---- L-061 raising a text of a hundred lines
-- expect: plugin.error
error(("line\n"):rep(100))
---- L-062 a reason of refusal that was not declared
-- expect: tool.rejected
return reject("never_declared")
---- L-063 a refusal without a reason
-- expect: plugin.error
return reject()
---- L-064 a refusal with a table that is a cycle
-- line: 2
-- expect: plugin.error
local t = {} t.t = t return reject("no", t)
---- L-065 a refusal with bytes
-- line: 2
-- expect: plugin.error
return reject("no", "\xff")
---- L-066 what looks like a refusal but was not made by reject
return { reject = "no" }
-- result: {"reject":"no"}
---- L-067 allow() of a rule as a tool's result
-- expect: plugin.error
-- line: 1
return allow()
---- L-068 deny() of a rule as a tool's result
-- line: 2
-- expect: plugin.error
return deny("no")
---- L-069 amend() of a rule as a tool's result
-- line: 2
-- expect: plugin.error
return amend(5, "x")
---- L-070 a reject inside a table
-- expect: plugin.error
-- line: 1
return { r = reject("no") }
---- L-071 a reject made, and not returned
reject("no") return { fine = true }
-- result: {"fine":true}
---- L-072 assert with a table
-- expect: plugin.error
assert(false, { 1 })
---- L-073 assert with nothing
-- expect: plugin.error
assert()
---- L-074 an error in the metatable of an error in pcall
return { v = type(select(2, pcall(error, setmetatable({}, { __tostring = function() error("x") end })))) }
-- result: {"v":"table"}
---- L-075 a text as long as allowed and one longer
-- expect: plugin.error
-- line: 1
return { v = #("x"):rep(1048577), w = ("x"):rep(1048577) }
---- L-076 a thousand keys: the order is the same each time
local t = {} for i = 1000, 1, -1 do t["k" .. i] = i end return t
-- expect: harmless
---- L-077 a float with seventeen digits comes back as it was
return { v = 0.1 + 0.2 }
-- result: {"v":0.30000000000000004}
---- L-078 a subnormal
return { v = 5e-324 }
-- result: {"v":5e-324}
---- L-079 the greatest float
return { v = 1.7976931348623157e308 }
-- result: {"v":1.7976931348623157e308}
