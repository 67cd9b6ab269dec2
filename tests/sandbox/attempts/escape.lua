---- E-001 os
-- expect: plugin.error
return os.execute("id")
---- E-002 io
-- expect: plugin.error
return io.open("/etc/passwd"):read("a")
---- E-003 package
-- expect: plugin.error
return package.loadlib("/lib/x86_64-linux-gnu/libc.so.6", "system")
---- E-004 debug
-- expect: plugin.error
return debug.getregistry()
---- E-005 debug.sethook
-- expect: plugin.error
debug.sethook() while true do end
---- E-006 load
-- expect: plugin.error
return load("return _G")()
---- E-007 loadstring of older Luas
-- expect: plugin.error
return loadstring("return 1")()
---- E-008 loadfile
-- expect: plugin.error
return loadfile("/etc/passwd")
---- E-009 dofile
-- expect: plugin.error
return dofile("/etc/passwd")
---- E-010 string.dump
-- expect: plugin.error
return string.dump(function() end)
---- E-011 coroutine
-- expect: plugin.error
return coroutine.create(function() end)
---- E-012 collectgarbage
-- expect: plugin.error
return collectgarbage("count")
---- E-013 print
-- expect: plugin.error
print("x")
---- E-014 warn
-- expect: plugin.error
warn("@on")
---- E-015 xpcall
-- expect: plugin.error
return xpcall(error, function(e) return e end)
---- E-016 rawset
-- expect: plugin.error
return rawset({}, 1, 2)
---- E-017 rawget
-- expect: plugin.error
return rawget({}, 1)
---- E-018 _G
-- expect: plugin.error
return _G.string
---- E-019 _ENV's own metatable
-- expect: harmless
return getmetatable(_ENV)
---- E-020 a new metatable for _ENV
-- expect: plugin.error
return setmetatable(_ENV, { __index = function(_, k) return k end })
---- E-021 a new _ENV in the function: hides names, opens nothing
local _ENV = {} return { a = string == nil, b = tool == nil }
-- result: {"a":true,"b":true}
---- E-022 _ENV as upvalue replaced
-- expect: plugin.error
-- line: 1
local old = _ENV
_ENV = { string = false } --!
return 1
---- E-023 _ENV changed
-- expect: plugin.error
_ENV.string = nil
---- E-024 _ENV changed by index with a computed name
-- expect: plugin.error
_ENV["str" .. "ing"] = { format = function() return "stolen" end }
---- E-025 a global made
-- expect: plugin.error
stolen = 1
---- E-026 a function global made
-- expect: plugin.error
function stolen() return 1 end
---- E-027 string.format replaced
-- expect: plugin.error
string.format = function() return "stolen" end
---- E-028 string.format taken away
-- expect: plugin.error
string.format = nil
---- E-029 a new member of math
-- expect: plugin.error
math.stolen = 1
---- E-030 table.insert used to write into string
-- expect: plugin.error
table.insert(string, "x")
---- E-031 table.move used to write into math
-- expect: plugin.error
table.move({ 1, 2 }, 1, 2, 1, math)
---- E-032 table.sort used on a library
-- expect: plugin.error
return table.sort(table)
---- E-033 table.remove used on a library
-- expect: plugin.error
return { x = table.remove(utf8) == nil }
---- E-034 setmetatable on string
-- expect: plugin.error
setmetatable(string, { __index = function() return 1 end })
---- E-035 getmetatable of a text
-- expect: harmless
-- result: {"v": "boolean"}
return { v = type(getmetatable("")) }
---- E-036 the method table of texts, through __index
-- expect: plugin.error
return getmetatable("").__index
---- E-037 setmetatable on a text
-- expect: plugin.error
setmetatable("", {})
---- E-038 setmetatable on a function
-- expect: plugin.error
setmetatable(pcall, {})
---- E-039 setmetatable on a number
-- expect: plugin.error
setmetatable(0, {})
---- E-040 setmetatable on nil
-- expect: plugin.error
setmetatable(nil, { __index = function() return 1 end })
---- E-041 setmetatable on the boolean
-- expect: plugin.error
setmetatable(true, {})
---- E-042 getmetatable of a function, of a number, of nil
return { a = getmetatable(pcall) == nil, b = getmetatable(1) == nil, c = getmetatable(nil) == nil }
-- result: {"a":true,"b":true,"c":true}
---- E-043 getmetatable of ctx
-- expect: harmless
-- result: {"v": "boolean"}
return { v = type(getmetatable(ctx)) }
---- E-044 getmetatable of a view
-- expect: harmless
-- result: {"v": "boolean"}
return { v = type(getmetatable(ctx.get("list"))) }
---- E-045 setmetatable on ctx
-- expect: plugin.error
setmetatable(ctx, {})
---- E-046 setmetatable on a view
-- expect: plugin.error
setmetatable(ctx.get("list"), {})
---- E-047 setmetatable on args
-- expect: harmless
setmetatable(args, { __index = function() return 1 end })
---- E-048 __gc of a view called by hand
-- expect: harmless
return ctx.get("list").__gc
---- E-049 the name __index of a view
return { a = ctx.get("list").__index == nil, b = ctx.get("list").__name == nil }
-- result: {"a":true,"b":true}
---- E-050 __metatable that hides, then a new metatable
-- expect: plugin.error
local t = setmetatable({}, { __metatable = false }) setmetatable(t, {})
---- E-051 arithmetic on texts, by their metatable
-- expect: plugin.error
return "10" + 1
---- E-052 indexing texts gives only the library
-- expect: plugin.error
return { v = ("x").nothing == nil }
---- E-053 a method that the library does not have
-- expect: plugin.error
return ("x"):dump()
---- E-054 string.pack to read what is not its own
-- expect: plugin.error
return string.pack("s4", "x")
---- E-055 string.unpack past the end
-- expect: plugin.error
return string.unpack("z", "abc")
---- E-056 string.format %p, an address
-- expect: plugin.error
return string.format("%p", {})
---- E-057 tostring of a table, an address
return { v = tostring({}):find("0x", 1, true) == nil and tostring({}):find("%x%x%x%x%x%x") == nil }
-- result: {"v":true}
---- E-058 tostring of functions, an address
return { v = (tostring(pcall) .. tostring(function() end)):find("%x%x%x%x%x%x") == nil }
-- result: {"v":true}
---- E-059 an address by the order of tables as keys
-- expect: plugin.error
local a, b = {}, {} local t = { [a] = 1, [b] = 2 } for k, v in pairs(t) do return v end
---- E-060 an address by next
-- expect: plugin.error
local t = { [{}] = 1, [{}] = 2 } return select(2, next(t))
---- E-061 a file outside by require
-- expect: plugin.error
return require "../good/init"
---- E-062 an absolute file by require
-- expect: plugin.error
return require "/etc/passwd"
---- E-063 a file with NUL in its name by require
-- expect: plugin.error
return require "init\0.txt"
---- E-064 the handler's own file by require, to register again
-- expect: plugin.error
return require "init"
---- E-065 require with a table
-- expect: plugin.error
return require({})
---- E-066 require of something with dots
-- expect: plugin.error
return require "..good.init"
---- E-067 the loader's words in a handler
-- expect: plugin.error
tool "late" { summary = { en = "e", zh = "z" }, guidance = { en = "e", zh = "z" }, args = {}, rejects = {}, settles = {}, run = function() return {} end }
---- E-068 rule in a handler
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- E-069 a shape in a handler
-- expect: plugin.error
return type(str{ max = 5 })
---- E-070 error with a level, to blame somebody else
-- expect: plugin.error
error("x", 50)
---- E-071 error with a level of the greatest integer
-- expect: plugin.error
error("x", math.maxinteger)
---- E-072 select with a negative number too far
-- expect: plugin.error
return select(-5, 1)
---- E-073 string.byte out of range in both directions
return { n = select("#", ("abc"):byte(math.mininteger, math.maxinteger)) }
-- result: {"n":3}
---- E-074 string.sub with the extremes
return { v = ("abc"):sub(math.mininteger, math.maxinteger), w = ("abc"):sub(math.maxinteger, math.mininteger) }
-- result: {"v":"abc","w":""}
---- E-075 string.find from beyond
return { a = ("abc"):find("", math.maxinteger) == nil, b = ("abc"):find("b", math.mininteger) }
-- result: {"a":true,"b":2}
---- E-076 string.rep of a negative number
return { v = ("x"):rep(math.mininteger) }
-- result: {"v":""}
---- E-077 utf8.char beyond Unicode
-- expect: plugin.error
-- line: 1
return utf8.char(0x7FFFFFFF)
---- E-078 utf8.char of a negative number
-- expect: plugin.error
return utf8.char(-1)
---- E-079 utf8.codepoint at a broken place
-- expect: plugin.error
return utf8.codepoint("\xff", 1)
---- E-080 utf8.offset with the extremes
-- expect: harmless
-- result: {"v": true, "w": true}
return { v = utf8.offset("abc", math.mininteger) == nil, w = utf8.offset("abc", math.maxinteger) == nil }
---- E-081 table.insert at the greatest place
-- expect: plugin.error
table.insert({}, math.maxinteger, 1)
---- E-082 table.concat from the greatest place
-- expect: harmless
-- result: "x"
return table.concat({ [math.maxinteger] = "x" }, ",", math.maxinteger, math.maxinteger)
---- E-083 table.unpack of one at the greatest place
return { v = table.unpack({ [math.maxinteger] = "x" }, math.maxinteger, math.maxinteger) }
-- result: {"v":"x"}
---- E-084 math.random is not there
-- expect: plugin.error
return math.random()
---- E-085 math.randomseed is not there
-- expect: plugin.error
math.randomseed(1)
---- E-086 math.abs of the least integer
return { v = math.abs(math.mininteger) == math.mininteger, w = math.mininteger // -1 == math.mininteger, x = math.mininteger % -1 }
-- result: {"v":true,"w":true,"x":0}
---- E-087 integer division by zero
-- expect: plugin.error
return 1 // 0
---- E-088 modulo by zero
-- expect: plugin.error
return 1 % 0
---- E-089 math.fmod by zero
-- expect: plugin.error
return math.fmod(1, 0)
---- E-090 math.tointeger of odd things
-- expect: harmless
-- result: {"a": true, "b": true, "c": true}
return { a = math.tointeger(2^63) == nil, b = math.tointeger("8") == nil, c = math.tointeger(0/0) == nil }
---- E-091 shifts beyond 64
return { a = 1 << 64, b = 1 << -1, c = -1 >> 63, d = 1 << math.mininteger }
-- result: {"a":0,"b":0,"c":1,"d":0}
---- E-092 NaN as a key
-- expect: plugin.error
local t = {} t[0 / 0] = 1
---- E-093 nil as a key
-- expect: plugin.error
local t = {} t[nil] = 1
---- E-094 a for with step 0
-- expect: plugin.error
for i = 1, 2, 0 do end
---- E-095 a variable attribs: assigning a constant is a matter of loading
local x <const> = 1 return { x = x }
-- result: {"x":1}
---- E-096 calling what is not a function
-- expect: plugin.error
return (1)()
---- E-097 comparing a table with a number
-- expect: plugin.error
return {} < 1
---- E-098 pcall without anything
-- expect: plugin.error
return pcall()
---- E-099 ipairs of nothing
-- expect: plugin.error
for _ in ipairs(nil) do end
---- E-100 next with a key that is not there
-- expect: harmless
return next({ a = 1 }, "b")
---- E-101 next on a view
-- expect: harmless
-- result: {"v": true}
return { v = select(2, pcall(next, ctx.get("list"))) ~= nil }
---- E-102 rawlen, rawequal with what is not a table
-- expect: plugin.error
return rawlen(5)
---- E-103 tostring of a view, no address
return { v = tostring(ctx.get("list")):find("%x%x%x%x%x%x") == nil }
-- result: {"v":true}
---- E-104 ctx of another turn, by history
return { n = #ctx.history(5) }
-- result: {"n":0}
---- E-105 operator's secret through ctx.get: plugins are the operator's, the player's texts are not
return { v = ctx.get("secret") }
-- result: {"v":42}
---- E-106 __name, which error messages would show
-- expect: plugin.error
return setmetatable({}, { __name = ("x"):rep(1000) }) + 1
---- E-107 type told otherwise by __name
return { v = type(setmetatable({}, { __name = "number" })) }
-- result: {"v":"table"}
---- E-108 an error object with a fine message of the host's own
-- expect: plugin.error
error({ code = "plugin.fuel", message = "used up its fuel" })
---- E-109 an error text that looks like a place of the host
-- expect: plugin.error
error("plugins/good/init.lua:1: not mine", 0)
---- E-110 an error text with escapes for terminals
-- expect: plugin.error
error("\27[31mred\27[0m\7\r\nplugins/good/init.lua:1", 0)
---- E-111 a place of its own invention in the message: it says nothing of where
-- expect: plugin.error
error("plugins/good/init.lua:5: in somebody else's name")
---- E-112 a place of its own invention, from a function without a line
-- expect: plugin.error
string.rep("plugins/good/init.lua:1: x", -1, {})
---- E-113 a place of its own invention, by assert
-- expect: plugin.error
assert(false, "plugins/good/init.lua:1: not mine")
---- E-114 a place of its own invention, through pcall and error
-- expect: plugin.error
local _, e = pcall(error, "plugins/good/init.lua:1: not mine", 0) error(e, 0)
---- E-115 a place with a number too great for a line
-- expect: plugin.error
error("plugins/good/init.lua:99999999999999999999: x", 0)
---- E-116 a library function as metamethod
return { v = pcall(function() return setmetatable({}, { __index = string.rep }).x end) }
-- result: {"v":false}
---- E-117 pcall as metamethod
return { v = type(setmetatable({}, { __index = pcall }).x) }
-- result: {"v":"boolean"}
---- E-118 ctx.set as metamethod
-- expect: plugin.error
setmetatable({}, { __newindex = ctx.set }).x = 1
---- E-119 error as comparator
-- expect: plugin.error
table.sort({ 2, 1, 3 }, error)
---- E-120 tostring as comparator
-- expect: harmless
-- result: {"fine": true}
table.sort({ 2, 1, 3 }, tostring) return { fine = true }
---- E-121 ctx.get as gsub's function
return { v = (("n x"):gsub("%w", ctx.get)) }
-- result: {"v":"1 2"}
---- E-122 ctx.set as gsub's function
-- expect: plugin.error
return { v = (("n"):gsub("(n)", ctx.set)) }
---- E-123 ctx itself as metatable
-- expect: plugin.error
setmetatable({}, ctx)
---- E-124 a view as metatable
-- expect: plugin.error
setmetatable({}, ctx.get("good"))
---- E-125 a library as metatable
-- expect: harmless
-- result: {"v": true}
return { v = setmetatable({}, string).x == nil }
---- E-126 a view as __index
-- result: {"v":0}
return { v = setmetatable({}, { __index = ctx.get("in") }).rule }
---- E-127 ctx as __index
return { v = setmetatable({}, { __index = ctx }).get("n") }
-- result: {"v":1}
---- E-128 a text as the limit of a loop
-- expect: plugin.error
local n = "3" local sum = 0 for i = 1, n do sum = sum + i end return sum
---- E-129 a text as the beginning of a loop
-- expect: plugin.error
for i = "1", 3 do end return 1
---- E-130 a text as the step of a loop
-- expect: plugin.error
for i = 1, 3, "1" do end return 1
---- E-131 a text from a length event
-- expect: plugin.error
local t = setmetatable({}, { __len = function() return "3" end }) for i = 1, #t do end return 1
---- E-132 a text behind two signs
-- expect: plugin.error
for i = 1, -setmetatable({}, { __unm = function() return "3" end }) do end return 1
---- E-133 a loop in the operand of a loop
-- expect: plugin.error
for i = 1, (function() for j = 1, "2" do end return 1 end)() do end return 1
---- E-134 numbers of every kind still count
local sum = 0
for i = 1, 3 do sum = sum + i end
for i = 3, 1, -1 do sum = sum + i end
for i = (function() return 1, "x" end)(), math.floor(2.5) do for j = -1, i do sum = sum + 1 end end
for i = 1, #{ 1, 2 } do sum = sum + 1 end
for k, v in pairs({ a = "1" }) do sum = sum + 1 end
return { sum = sum }
-- result: {"sum":22}
