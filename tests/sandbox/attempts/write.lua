---- W-001 a place that only the operator writes
ctx.set("secret", 1)
---- W-002 the refusal caught, and a result given
pcall(ctx.set, "secret", 1)
return { fine = true }
---- W-003 the root replaced
ctx.set("", { mine = true })
---- W-004 the root replaced by an array path that is empty
ctx.set({}, { mine = true })
---- W-005 the root deleted
ctx.delete("")
---- W-006 the secret moved away
ctx.move("secret", "mine")
---- W-007 the secret overwritten by a move
ctx.move("x", "secret")
---- W-008 a merge at the root that holds the secret
ctx.merge("", { secret = 0 })
---- W-009 the derived value of another plugin
ctx.set("good.twice", 5)
---- W-010 the derived value deleted with its parent
ctx.set("good", {}) ctx.delete("good")
---- W-011 what the neighbour's rule forbids
ctx.set("good.v", 5000)
---- W-012 what the neighbour's rule forbids, through the parent
ctx.merge("good", { v = 5000 })
---- W-013 what the neighbour's rule forbids, and another write after it
pcall(ctx.set, "good.v", 5000)
ctx.set("x", 7)
return {}
---- W-014 __proto__
ctx.set("__proto__.x", 1)
---- W-015 constructor in the middle
ctx.set({ "x", "constructor", "y" }, 1)
---- W-016 prototype as a key of a value
ctx.set("y", { prototype = 1 })
---- W-017 __version
ctx.set("__version", 9)
---- W-018 a member of a number
ctx.set("n.x", 1)
---- W-019 an index beyond the end
ctx.set("list[9]", 1)
---- W-020 a negative index
ctx.set({ "list", -1 }, 1)
---- W-021 an index that is a float
ctx.set({ "list", 1.5 }, 1)
---- W-022 an index that is a text of a number
ctx.set({ "list", "0" }, 1)
---- W-023 a path with a bracket that never closes
ctx.set("list[", 1)
---- W-024 a path that is a number
ctx.set(5, 1)
---- W-025 a path that is nothing
ctx.set(nil, 1)
---- W-026 a path that is a function
ctx.set(function() end, 1)
---- W-027 a path with NUL
ctx.set("a\0b", 1)
---- W-028 a path with bytes that are no text
ctx.set("\xff", 1)
---- W-029 a path array with a table in it
ctx.set({ "a", {} }, 1)
---- W-030 a path array with holes
ctx.set({ "a", nil, "b" }, 1)
---- W-031 a path array with a metatable
ctx.set(setmetatable({}, { __index = function(_, i) return i < 3 and "m" or nil end, __len = function() return 2 end }), 1)
---- W-032 no value
ctx.set("x")
---- W-033 a value that is nil
ctx.set("x", nil)
---- W-034 a function as a value
ctx.set("x", function() end)
---- W-035 NaN as a value
ctx.set("x", 0 / 0)
---- W-036 infinity in a list as a value
ctx.set("x", { 1, math.huge })
---- W-037 bytes as a value
ctx.set("x", "\xff")
---- W-038 a cycle as a value
local t = {} t.t = t ctx.set("x", t)
---- W-039 ctx as a value
ctx.set("x", ctx)
---- W-040 the state within itself
ctx.set("x", ctx.get("")) return { n = ctx.get("x.n") }
---- W-041 a view of the parent put into the child, many times
for i = 1, 40 do ctx.set("list", { ctx.get("list"), ctx.get("list") }) end
---- W-042 push onto what is no list
ctx.push("n", 1)
---- W-043 pull of nothing from a list
ctx.pull("list", 99)
---- W-044 delete of what is not there
ctx.delete("nothing.at.all")
---- W-045 move into its own child
ctx.move("good", "good.inside")
---- W-046 move onto itself
ctx.move("x", "x")
---- W-047 insert with an odd key
ctx.insert("list", 1, { position = "nowhere" })
---- W-048 emit of an event that is not a text
ctx.emit(5, {})
---- W-049 emit of an event of the host's own
ctx.emit("turn_end", {})
---- W-050 emit with a cycle
local t = {} t.t = t ctx.emit("e", t)
---- W-051 emit with a function
ctx.emit("e", { f = function() end })
---- W-052 an event with an empty name
ctx.emit("", {})
---- W-053 roll without dice
ctx.roll()
---- W-054 roll of nonsense
ctx.roll("six")
---- W-055 roll of no dice
ctx.roll("0d6")
---- W-056 roll of dice with no sides
ctx.roll("1d0")
---- W-057 roll with negative dice
ctx.roll("-1d6")
---- W-058 roll with a bonus that does not fit
ctx.roll("1d6+99999999999999999999")
---- W-059 roll, then a failure, does not use up the dice
local v = ctx.roll("1d1000000") error("rolled " .. v)
---- W-060 a write, then a failure
ctx.set("x", 5) error("after the write")
---- W-061 a write, then a refusal
ctx.set("x", 5) return reject("no")
---- W-062 a write, then a wrong result
ctx.set("x", 5) return { f = pcall }
---- W-063 a write, then the end of the fuel
ctx.set("x", 5) while true do end
---- W-064 a write, then the end of the memory
ctx.set("x", 5) local s = "x" while true do s = s .. s end
---- W-065 ten thousand writes, then a failure
for i = 1, 9000 do ctx.set("x", i) end error("after all")
---- W-066 get of a path that does not parse
return ctx.get("a[")
---- W-067 get of nothing
return ctx.get()
---- W-069 keys of a number
return { v = ctx.keys("n") == nil }
---- W-070 len of a number
return { v = ctx.len("n") == nil }
---- W-071 before, of a place that this call wrote
ctx.set("x", 5) return { v = ctx.before("x") }
---- W-072 a method call with a colon
return ctx:get("n")
---- W-073 a word of ctx that is not there
return ctx.write("n", 1)
---- W-074 settings that do not exist
return { v = ctx.settings["nothing.here"] == nil }
---- W-075 log of a table
ctx.log({})
---- W-076 log of escapes for terminals
ctx.log("\27[2J\27]0;x\7") return {}
-- result: {}
---- W-077 now written
ctx.now = 5
---- W-078 actor written
ctx.actor = "operator"
---- W-079 who speaks cannot be told otherwise
return { v = ctx.actor }
-- result: {"v":"model"}
---- W-080 the protected mark
ctx.set("guarded.v", 1)
---- W-081 the protected mark taken off
ctx.delete("guarded._is_protected")
---- W-082 what is protected deleted with its parent
ctx.delete("guarded")
---- W-083 a great number written with an exponent into an integer's place
ctx.set("good.v", 1e300)
---- W-084 a text where another plugin wants a number
ctx.set("good.v", "many")
---- W-085 a path table with names for keys
return ctx.get({ a = 1 })
---- W-086 an automation's events of the host, raised by a tool
ctx.emit("turn_start", {})
---- W-087 a changed() of one's own
ctx.emit("changed(x)", {})
---- W-088 the tool itself as what it writes about: callbacks are not called from handlers
return ctx.call("good", { v = 5 })
---- W-089 the neighbour's memory
return { v = ctx.get("meta.memory.good") == nil, w = ctx.memory.calls == nil }
-- result: {"v":true,"w":true}
---- W-090 the host's own members of the state
return { v = ctx.get("__version") == nil, w = ctx.get("meta") == nil }
-- result: {"v":true,"w":true}
