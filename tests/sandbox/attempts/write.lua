---- W-001 a place that only the operator writes
-- expect: authority.denied
-- at: ruleset.yaml:8
ctx.set("secret", 1)
---- W-002 the refusal caught, and a result given
-- expect: authority.denied
-- at: ruleset.yaml:8
-- line: 1
pcall(ctx.set, "secret", 1)
return { fine = true }
---- W-003 the root replaced
-- expect: authority.denied
-- at: any
ctx.set("", { mine = true })
---- W-004 the root replaced by an array path that is empty
-- expect: plugin.error
ctx.set({}, { mine = true })
---- W-005 the root deleted
-- expect: authority.denied
-- at: ruleset.yaml:9
ctx.delete("")
---- W-006 the secret moved away
-- expect: authority.denied
-- at: ruleset.yaml:8
ctx.move("secret", "mine")
---- W-007 the secret overwritten by a move
-- expect: authority.denied
-- at: ruleset.yaml:8
ctx.move("x", "secret")
---- W-008 a merge at the root that holds the secret
-- expect: authority.denied
-- at: ruleset.yaml:9
ctx.merge("", { secret = 0 })
---- W-009 the derived value of another plugin
-- at: any
-- expect: authority.denied
ctx.set("good.twice", 5)
---- W-011 what the neighbour's rule forbids
-- expect: rule.denied
-- at: plugins/good/init.lua:18
ctx.set("good.v", 5000)
---- W-012 what the neighbour's rule forbids, through the parent
-- expect: rule.denied
-- at: plugins/good/init.lua:18
ctx.merge("good", { v = 5000 })
---- W-013 what the neighbour's rule forbids, and another write after it
-- expect: rule.denied
-- at: plugins/good/init.lua:18
pcall(ctx.set, "good.v", 5000)
ctx.set("x", 7)
return {}
---- W-014 __proto__
-- expect: path.forbidden
ctx.set("__proto__.x", 1)
---- W-015 constructor in the middle
-- expect: path.forbidden
ctx.set({ "x", "constructor", "y" }, 1)
---- W-016 prototype as a key of a value
-- expect: path.forbidden
ctx.set("y", { prototype = 1 })
---- W-017 __version
-- expect: authority.denied
ctx.set("__version", 9)
---- W-018 a member of a number
-- expect: type.mismatch
ctx.set("n.x", 1)
---- W-019 an index beyond the end
-- expect: path.invalid
ctx.set("list[9]", 1)
---- W-020 a negative index
-- expect: plugin.error
ctx.set({ "list", -1 }, 1)
---- W-021 an index that is a float
-- expect: plugin.error
ctx.set({ "list", 1.5 }, 1)
---- W-022 an index that is a text of a number
-- expect: harmless
ctx.set({ "list", "0" }, 1)
---- W-023 a path with a bracket that never closes
-- expect: path.invalid
ctx.set("list[", 1)
---- W-024 a path that is a number
-- expect: plugin.error
ctx.set(5, 1)
---- W-025 a path that is nothing
-- expect: plugin.error
ctx.set(nil, 1)
---- W-026 a path that is a function
-- expect: plugin.error
ctx.set(function() end, 1)
---- W-027 a path with NUL
-- expect: path.invalid
ctx.set("a\0b", 1)
---- W-028 a path with bytes that are no text
-- expect: plugin.error
ctx.set("\xff", 1)
---- W-029 a path array with a table in it
-- expect: plugin.error
ctx.set({ "a", {} }, 1)
---- W-030 a path array with holes
-- expect: plugin.error
ctx.set({ "a", nil, "b" }, 1)
---- W-031 a path array with a metatable
-- expect: plugin.error
ctx.set(setmetatable({}, { __index = function(_, i) return i < 3 and "m" or nil end, __len = function() return 2 end }), 1)
---- W-032 no value
-- expect: plugin.error
ctx.set("x")
---- W-033 a value that is nil
-- expect: plugin.error
ctx.set("x", nil)
---- W-034 a function as a value
-- expect: plugin.error
ctx.set("x", function() end)
---- W-035 NaN as a value
-- expect: plugin.error
ctx.set("x", 0 / 0)
---- W-036 infinity in a list as a value
-- expect: plugin.error
ctx.set("x", { 1, math.huge })
---- W-037 bytes as a value
-- expect: plugin.error
ctx.set("x", "\xff")
---- W-038 a cycle as a value
-- expect: plugin.error
local t = {} t.t = t ctx.set("x", t)
---- W-039 ctx as a value
-- expect: plugin.error
ctx.set("x", ctx)
---- W-040 the state within itself
-- expect: harmless
-- result: {"n": 1}
-- state: any
ctx.set("x", ctx.get("")) return { n = ctx.get("x.n") }
---- W-041 a view of the parent put into the child, many times
-- expect: plugin.fuel
for i = 1, 40 do ctx.set("list", { ctx.get("list"), ctx.get("list") }) end
---- W-042 push onto what is no list
-- expect: type.mismatch
ctx.push("n", 1)
---- W-043 pull of nothing from a list
-- expect: harmless
ctx.pull("list", 99)
---- W-044 delete of what is not there
-- expect: path.unknown
ctx.delete("nothing.at.all")
---- W-045 move into its own child
-- expect: path.invalid
ctx.move("good", "good.inside")
---- W-046 move onto itself
-- expect: harmless
ctx.move("x", "x")
---- W-047 insert with an odd key
-- expect: plugin.error
ctx.insert("list", 1, { position = "nowhere" })
---- W-048 emit of an event that is not a text
-- expect: plugin.error
ctx.emit(5, {})
---- W-049 emit of an event of the host's own
-- expect: plugin.error
ctx.emit("turn_end", {})
---- W-050 emit with a cycle
-- expect: plugin.error
local t = {} t.t = t ctx.emit("e", t)
---- W-051 emit with a function
-- expect: plugin.error
ctx.emit("e", { f = function() end })
---- W-052 an event with an empty name
-- expect: plugin.error
ctx.emit("", {})
---- W-053 roll without dice
-- expect: plugin.error
ctx.roll()
---- W-054 roll of nonsense
-- expect: plugin.error
ctx.roll("six")
---- W-055 roll of no dice
-- expect: plugin.error
ctx.roll("0d6")
---- W-056 roll of dice with no sides
-- expect: plugin.error
ctx.roll("1d0")
---- W-057 roll with negative dice
-- expect: plugin.error
ctx.roll("-1d6")
---- W-058 roll with a bonus that does not fit
-- expect: plugin.error
ctx.roll("1d6+99999999999999999999")
---- W-059 roll, then a failure, does not use up the dice
-- expect: plugin.error
local v = ctx.roll("1d1000000") error("rolled " .. v)
---- W-060 a write, then a failure
-- expect: plugin.error
ctx.set("x", 5) error("after the write")
---- W-061 a write, then a refusal
-- expect: tool.rejected
ctx.set("x", 5) return reject("no")
---- W-062 a write, then a wrong result
-- expect: plugin.error
-- line: 1
ctx.set("x", 5) return { f = pcall }
---- W-063 a write, then the end of the fuel
-- expect: plugin.fuel
ctx.set("x", 5) while true do end
---- W-064 a write, then the end of the memory
-- expect: plugin.memory
ctx.set("x", 5) local s = "x" while true do s = s .. s end
---- W-065 ten thousand writes, then a failure
-- expect: plugin.error
for i = 1, 9000 do ctx.set("x", i) end error("after all")
---- W-066 get of a path that does not parse
-- expect: plugin.error
return ctx.get("a[")
---- W-067 get of nothing
-- expect: plugin.error
return ctx.get()
---- W-069 keys of a number
-- expect: plugin.error
return { v = ctx.keys("n") == nil }
---- W-070 len of a number
-- expect: plugin.error
return { v = ctx.len("n") == nil }
---- W-071 before, of a place that this call wrote
-- expect: harmless
-- results: [{"v": 2}, {"v": 2}, {"v": 5}]
-- state: {"x": 5}
ctx.set("x", 5) return { v = ctx.before("x") }
---- W-072 a method call with a colon
-- expect: plugin.error
return ctx:get("n")
---- W-073 a word of ctx that is not there
-- expect: plugin.error
return ctx.write("n", 1)
---- W-074 settings that do not exist
-- expect: harmless
-- result: {"v": true}
return { v = ctx.settings["nothing.here"] == nil }
---- W-075 log of a table
-- expect: harmless
ctx.log({})
---- W-076 log of escapes for terminals
ctx.log("\27[2J\27]0;x\7") return {}
-- result: {}
---- W-077 now written
-- expect: plugin.error
ctx.now = 5
---- W-078 actor written
-- expect: plugin.error
ctx.actor = "operator"
---- W-079 who speaks cannot be told otherwise
return { v = ctx.actor }
-- result: {"v":"model"}
---- W-080 the protected mark
-- expect: harmless
-- state: {"guarded": {"_is_protected": true, "v": 1}}
ctx.set("guarded.v", 1)
---- W-081 the mark of protection is for models and players; tools may take it off, and put it back
-- expect: harmless
ctx.delete("guarded._is_protected") ctx.set("guarded", { _is_protected = true, v = 7 })
---- W-083 a great number written with an exponent into an integer's place
-- expect: rule.denied
-- at: plugins/good/init.lua:18
ctx.set("good.v", 1e300)
---- W-084 a text where another plugin wants a number
-- expect: rule.denied
-- at: plugins/good/init.lua:18
ctx.set("good.v", "many")
---- W-085 a path table with names for keys
-- expect: plugin.error
return ctx.get({ a = 1 })
---- W-086 an automation's events of the host, raised by a tool
-- expect: plugin.error
ctx.emit("turn_start", {})
---- W-087 a changed() of one's own
-- expect: plugin.error
ctx.emit("changed(x)", {})
---- W-088 the tool itself as what it writes about: callbacks are not called from handlers
-- expect: plugin.error
return ctx.call("good", { v = 5 })
---- W-089 the neighbour's memory
return { v = ctx.get("meta.memory.good") == nil, w = ctx.memory.calls == nil }
-- result: {"v":true,"w":true}
---- W-090 the host's own members of the state
return { v = ctx.get("__version") == nil, w = ctx.get("meta") == nil }
-- result: {"v":true,"w":true}
