---- K-001 a when that loops
-- kind: when
-- expect: plugin.fuel
while true do end
---- K-002 a when that loops behind pcall
-- kind: when
-- expect: plugin.fuel
while true do pcall(error) end
---- K-003 a when that doubles a text
-- kind: when
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-004 a when that recurses
-- kind: when
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-005 a when that raises a table
-- kind: when
-- expect: plugin.error
error({})
---- K-006 a when that raises nothing
-- kind: when
-- expect: plugin.error
error(nil)
---- K-007 a when that raises with a hostile __tostring
-- kind: when
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-008 a when that returns a function
-- line: 1
-- kind: when
-- expect: plugin.error
return function() end
---- K-009 a when that returns a cycle
-- line: 1
-- kind: when
-- expect: plugin.error
local t = {} t.t = t return t
---- K-010 a when that returns NaN
-- line: 1
-- kind: when
-- expect: plugin.error
return 0 / 0
---- K-011 a when that returns bytes
-- line: 1
-- kind: when
-- expect: plugin.error
return "\xff"
---- K-012 a when that returns nesting
-- line: 1
-- kind: when
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-013 a when that keeps a counter
-- line: 2
-- kind: when
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-014 a when that registers
-- kind: when
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-015 a when that writes
-- kind: when
-- expect: plugin.error
ctx.set("x", 1)
---- K-016 a when that emits
-- kind: when
-- expect: plugin.error
ctx.emit("e", {})
---- K-017 a when that writes memory
-- kind: when
-- expect: plugin.error
ctx.memory.n = 1
---- K-018 a rule that loops
-- kind: rule
-- expect: plugin.fuel
while true do end
---- K-019 a rule that loops behind pcall
-- kind: rule
-- expect: plugin.fuel
while true do pcall(error) end
---- K-020 a rule that doubles a text
-- kind: rule
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-021 a rule that recurses
-- kind: rule
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-022 a rule that raises a table
-- kind: rule
-- expect: plugin.error
error({})
---- K-023 a rule that raises nothing
-- kind: rule
-- expect: plugin.error
error(nil)
---- K-024 a rule that raises with a hostile __tostring
-- kind: rule
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-025 a rule that returns a function
-- line: 1
-- kind: rule
-- expect: plugin.error
return function() end
---- K-026 a rule that returns a cycle
-- line: 1
-- kind: rule
-- expect: plugin.error
local t = {} t.t = t return t
---- K-027 a rule that returns NaN
-- line: 1
-- kind: rule
-- expect: plugin.error
return 0 / 0
---- K-028 a rule that returns bytes
-- line: 1
-- kind: rule
-- expect: plugin.error
return "\xff"
---- K-029 a rule that returns nesting
-- line: 1
-- kind: rule
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-030 a rule that keeps a counter
-- line: 2
-- kind: rule
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-031 a rule that registers
-- kind: rule
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-032 a rule that writes
-- kind: rule
-- expect: plugin.error
ctx.set("x", 1)
---- K-033 a rule that emits
-- kind: rule
-- expect: plugin.error
ctx.emit("e", {})
---- K-034 a rule that writes memory
-- kind: rule
-- expect: plugin.error
ctx.memory.n = 1
---- K-035 a rule that gives nothing
-- line: 1
-- kind: rule
-- expect: plugin.error
return
---- K-036 a rule that gives true
-- line: 1
-- kind: rule
-- expect: plugin.error
return true
---- K-037 a rule that gives a number
-- line: 1
-- kind: rule
-- expect: plugin.error
return 5
---- K-038 a rule that gives a reject of tools
-- line: 1
-- kind: rule
-- expect: plugin.error
return reject("no")
---- K-039 a rule that gives a text
-- line: 1
-- kind: rule
-- expect: plugin.error
return 'no'
---- K-040 a rule that denies with a table
-- kind: rule
-- expect: rule.denied
return deny({})
---- K-041 a rule that denies with a megabyte
-- kind: rule
-- expect: rule.denied
return deny(("x"):rep(1000000))
---- K-042 a rule that changes the effect
-- kind: rule
-- expect: plugin.error
effect.after = 7 return allow()
---- K-043 a rule that amends to a function
-- kind: rule
-- expect: plugin.error
return amend(function() end, "x")
---- K-044 a rule that amends to NaN
-- kind: rule
-- expect: plugin.error
return amend(0 / 0, "x")
---- K-045 a rule that amends to a cycle
-- kind: rule
-- expect: plugin.error
local t = {} t.t = t return amend(t, "x")
---- K-046 a rule that amends to nothing
-- line: 1
-- kind: rule
-- expect: plugin.error
return amend(nil, "x")
---- K-047 a rule that puts a metatable on the effect
-- kind: rule
-- expect: plugin.error
setmetatable(effect, {}) return allow()
---- K-048 a rule that asks for a roll
-- kind: rule
-- expect: harmless
ctx.roll("1d6") return allow()
---- K-049 an amend that loops
-- kind: amend
-- expect: plugin.fuel
while true do end
---- K-050 an amend that loops behind pcall
-- kind: amend
-- expect: plugin.fuel
while true do pcall(error) end
---- K-051 an amend that doubles a text
-- kind: amend
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-052 an amend that recurses
-- kind: amend
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-053 an amend that raises a table
-- kind: amend
-- expect: plugin.error
error({})
---- K-054 an amend that raises nothing
-- kind: amend
-- expect: plugin.error
error(nil)
---- K-055 an amend that raises with a hostile __tostring
-- kind: amend
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-056 an amend that returns a function
-- line: 1
-- kind: amend
-- expect: plugin.error
return function() end
---- K-057 an amend that returns a cycle
-- line: 1
-- kind: amend
-- expect: plugin.error
local t = {} t.t = t return t
---- K-058 an amend that returns NaN
-- line: 1
-- kind: amend
-- expect: plugin.error
return 0 / 0
---- K-059 an amend that returns bytes
-- line: 1
-- kind: amend
-- expect: plugin.error
return "\xff"
---- K-060 an amend that returns nesting
-- line: 1
-- kind: amend
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-061 an amend that keeps a counter
-- line: 2
-- kind: amend
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-062 an amend that registers
-- kind: amend
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-063 an amend that writes
-- kind: amend
-- expect: plugin.error
ctx.set("x", 1)
---- K-064 an amend that emits
-- kind: amend
-- expect: plugin.error
ctx.emit("e", {})
---- K-065 an amend that writes memory
-- kind: amend
-- expect: plugin.error
ctx.memory.n = 1
---- K-066 an amend that gives nothing
-- line: 1
-- kind: amend
-- expect: plugin.error
return
---- K-067 an amend that gives true
-- line: 1
-- kind: amend
-- expect: plugin.error
return true
---- K-068 an amend that gives a number
-- line: 1
-- kind: amend
-- expect: plugin.error
return 5
---- K-069 an amend that gives a reject of tools
-- line: 1
-- kind: amend
-- expect: plugin.error
return reject("no")
---- K-070 an amend that gives a text
-- line: 1
-- kind: amend
-- expect: plugin.error
return 'no'
---- K-071 an amend that denies with a table
-- kind: amend
-- expect: rule.denied
return deny({})
---- K-072 an amend that denies with a megabyte
-- kind: amend
-- expect: rule.denied
return deny(("x"):rep(1000000))
---- K-073 an amend that changes the effect
-- kind: amend
-- expect: plugin.error
effect.after = 7 return allow()
---- K-074 an amend that amends to a function
-- kind: amend
-- expect: plugin.error
return amend(function() end, "x")
---- K-075 an amend that amends to NaN
-- kind: amend
-- expect: plugin.error
return amend(0 / 0, "x")
---- K-076 an amend that amends to a cycle
-- kind: amend
-- expect: plugin.error
local t = {} t.t = t return amend(t, "x")
---- K-077 an amend that amends to nothing
-- state: any
-- kind: amend
-- expect: harmless
return amend(nil, "x")
---- K-078 an amend that puts a metatable on the effect
-- kind: amend
-- expect: plugin.error
setmetatable(effect, {}) return allow()
---- K-079 an amend that asks for a roll
-- kind: amend
-- expect: harmless
ctx.roll("1d6") return allow()
---- K-080 a budget that loops
-- kind: budget
-- expect: plugin.fuel
while true do end
---- K-081 a budget that loops behind pcall
-- kind: budget
-- expect: plugin.fuel
while true do pcall(error) end
---- K-082 a budget that doubles a text
-- kind: budget
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-083 a budget that recurses
-- kind: budget
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-084 a budget that raises a table
-- kind: budget
-- expect: plugin.error
error({})
---- K-085 a budget that raises nothing
-- kind: budget
-- expect: plugin.error
error(nil)
---- K-086 a budget that raises with a hostile __tostring
-- kind: budget
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-087 a budget that returns a function
-- line: 1
-- kind: budget
-- expect: plugin.error
return function() end
---- K-088 a budget that returns a cycle
-- line: 1
-- kind: budget
-- expect: plugin.error
local t = {} t.t = t return t
---- K-089 a budget that returns NaN
-- line: 1
-- kind: budget
-- expect: plugin.error
return 0 / 0
---- K-090 a budget that returns bytes
-- line: 1
-- kind: budget
-- expect: plugin.error
return "\xff"
---- K-091 a budget that returns nesting
-- line: 1
-- kind: budget
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-092 a budget that keeps a counter
-- line: 2
-- kind: budget
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-093 a budget that registers
-- kind: budget
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-094 a budget that writes
-- kind: budget
-- expect: plugin.error
ctx.set("x", 1)
---- K-095 a budget that emits
-- kind: budget
-- expect: plugin.error
ctx.emit("e", {})
---- K-096 a budget that writes memory
-- kind: budget
-- expect: plugin.error
ctx.memory.n = 1
---- K-097 a budget that gives a table as a window
-- kind: budget
-- expect: harmless
return {}
---- K-098 a budget that gives a megabyte as a window
-- kind: budget
-- expect: harmless
return ("x"):rep(1000000)
---- K-099 a budget that gives nothing as a window
-- kind: budget
-- expect: harmless
return nil
---- K-100 a budget that gives true as a window
-- kind: budget
-- expect: harmless
return true
---- K-101 a derive that loops
-- kind: derive
-- expect: plugin.fuel
while true do end
---- K-102 a derive that loops behind pcall
-- kind: derive
-- expect: plugin.fuel
while true do pcall(error) end
---- K-103 a derive that doubles a text
-- kind: derive
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-104 a derive that recurses
-- kind: derive
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-105 a derive that raises a table
-- kind: derive
-- expect: plugin.error
error({})
---- K-106 a derive that raises nothing
-- kind: derive
-- expect: plugin.error
error(nil)
---- K-107 a derive that raises with a hostile __tostring
-- kind: derive
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-108 a derive that returns a function
-- line: 1
-- kind: derive
-- expect: plugin.error
return function() end
---- K-109 a derive that returns a cycle
-- line: 1
-- kind: derive
-- expect: plugin.error
local t = {} t.t = t return t
---- K-110 a derive that returns NaN
-- line: 1
-- kind: derive
-- expect: plugin.error
return 0 / 0
---- K-111 a derive that returns bytes
-- line: 1
-- kind: derive
-- expect: plugin.error
return "\xff"
---- K-112 a derive that returns nesting
-- line: 1
-- kind: derive
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-113 a derive that keeps a counter
-- line: 2
-- kind: derive
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-114 a derive that registers
-- kind: derive
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-115 a derive that writes
-- kind: derive
-- expect: plugin.error
ctx.set("x", 1)
---- K-116 a derive that emits
-- kind: derive
-- expect: plugin.error
ctx.emit("e", {})
---- K-117 a derive that writes memory
-- kind: derive
-- expect: plugin.error
ctx.memory.n = 1
---- K-118 a derive that rolls dice
-- kind: derive
-- expect: plugin.error
return ctx.roll("1d6")
---- K-119 a derive that asks for the time
-- line: 1
-- kind: derive
-- expect: plugin.error
return ctx.now
---- K-120 a derive that asks for the turn
-- line: 1
-- kind: derive
-- expect: plugin.error
return ctx.turn
---- K-121 a derive that uses itself
-- kind: derive
-- expect: automation.loop
return ctx.get("out.derive")
---- K-122 a derive that gives nothing
-- kind: derive
-- expect: harmless
return nil
---- K-123 an automation that loops
-- kind: automation
-- expect: plugin.fuel
while true do end
---- K-124 an automation that loops behind pcall
-- kind: automation
-- expect: plugin.fuel
while true do pcall(error) end
---- K-125 an automation that doubles a text
-- kind: automation
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-126 an automation that recurses
-- kind: automation
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-127 an automation that raises a table
-- kind: automation
-- expect: plugin.error
error({})
---- K-128 an automation that raises nothing
-- kind: automation
-- expect: plugin.error
error(nil)
---- K-129 an automation that raises with a hostile __tostring
-- kind: automation
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-130 an automation that returns a function
-- line: 1
-- kind: automation
-- expect: plugin.error
return function() end
---- K-131 an automation that returns a cycle
-- line: 1
-- kind: automation
-- expect: plugin.error
local t = {} t.t = t return t
---- K-132 an automation that returns NaN
-- line: 1
-- kind: automation
-- expect: plugin.error
return 0 / 0
---- K-133 an automation that returns bytes
-- line: 1
-- kind: automation
-- expect: plugin.error
return "\xff"
---- K-134 an automation that returns nesting
-- line: 1
-- kind: automation
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-135 an automation that keeps a counter
-- line: 2
-- kind: automation
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-136 an automation that registers
-- kind: automation
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-137 an automation that writes what only the operator writes
-- at: ruleset.yaml:8
-- kind: automation
-- expect: plugin.error
ctx.set("secret", 1)
---- K-138 an automation that writes what a rule forbids
-- at: plugins/good/init.lua:18
-- kind: automation
-- expect: plugin.error
ctx.set("good.v", 5000)
---- K-139 an automation that writes what it listens to
-- kind: automation
-- expect: automation.loop
ctx.set("in.automation", ctx.get("in.automation") + 1)
---- K-140 an automation that raises its own event
-- kind: automation
-- expect: harmless
ctx.emit("again", {})
---- K-141 an automation that writes, then fails
-- kind: automation
-- expect: plugin.error
ctx.set("x", 5) error("after")
---- K-142 an automation that changes the event
-- kind: automation
-- expect: plugin.error
event.x = 1
---- K-143 an automation that gives a result
-- kind: automation
-- expect: harmless
return { a = 1 }
---- K-144 an automation that refuses
-- kind: automation
-- expect: plugin.error
return reject("no")
---- K-145 a claim that loops
-- kind: claim
-- expect: plugin.fuel
while true do end
---- K-146 a claim that loops behind pcall
-- kind: claim
-- expect: plugin.fuel
while true do pcall(error) end
---- K-147 a claim that doubles a text
-- kind: claim
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-148 a claim that recurses
-- kind: claim
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-149 a claim that raises a table
-- kind: claim
-- expect: plugin.error
error({})
---- K-150 a claim that raises nothing
-- kind: claim
-- expect: plugin.error
error(nil)
---- K-151 a claim that raises with a hostile __tostring
-- kind: claim
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-152 a claim that returns a function
-- line: 1
-- kind: claim
-- expect: plugin.error
return function() end
---- K-153 a claim that returns a cycle
-- line: 1
-- kind: claim
-- expect: plugin.error
local t = {} t.t = t return t
---- K-154 a claim that returns NaN
-- line: 1
-- kind: claim
-- expect: plugin.error
return 0 / 0
---- K-155 a claim that returns bytes
-- line: 1
-- kind: claim
-- expect: plugin.error
return "\xff"
---- K-156 a claim that returns nesting
-- line: 1
-- kind: claim
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-157 a claim that keeps a counter
-- line: 2
-- kind: claim
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-158 a claim that registers
-- kind: claim
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-159 a claim that writes
-- kind: claim
-- expect: plugin.error
ctx.set("x", 1)
---- K-160 a claim that emits
-- kind: claim
-- expect: plugin.error
ctx.emit("e", {})
---- K-161 a claim that writes memory
-- kind: claim
-- expect: plugin.error
ctx.memory.n = 1
---- K-162 a claim that gives a number
-- line: 1
-- kind: claim
-- expect: plugin.error
return 5
---- K-163 a claim that gives facts without a form
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n", span = { 1, 2 } } }
---- K-164 a claim that gives a span beyond the text
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n", span = { 1, 1 << 40 }, equals = 1 } }
---- K-165 a claim that gives a negative span
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n", span = { -5, -9 }, equals = 1 } }
---- K-166 a claim that gives two forms
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n", span = { 1, 2 }, equals = 1, exists = true } }
---- K-167 a claim that gives a path that is none
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n[", span = { 1, 2 }, equals = 1 } }
---- K-168 a claim that gives ten thousand facts
-- line: 1
-- kind: claim
-- expect: plugin.error
local r = {} for i = 1, 10000 do r[i] = { kind = "k", subject = "s", path = "n", span = { 1, 2 }, equals = 1 } end return r
---- K-169 a claim that gives an unknown member
-- line: 1
-- kind: claim
-- expect: plugin.error
return { { kind = "k", subject = "s", path = "n", span = { 1, 2 }, equals = 1, extra = pcall } }
---- K-170 a milestone that loops
-- kind: milestone
-- expect: plugin.fuel
while true do end
---- K-171 a milestone that loops behind pcall
-- kind: milestone
-- expect: plugin.fuel
while true do pcall(error) end
---- K-172 a milestone that doubles a text
-- kind: milestone
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-173 a milestone that recurses
-- kind: milestone
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-174 a milestone that raises a table
-- kind: milestone
-- expect: plugin.error
error({})
---- K-175 a milestone that raises nothing
-- kind: milestone
-- expect: plugin.error
error(nil)
---- K-176 a milestone that raises with a hostile __tostring
-- kind: milestone
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-177 a milestone that returns a function
-- line: 1
-- kind: milestone
-- expect: plugin.error
return function() end
---- K-178 a milestone that returns a cycle
-- line: 1
-- kind: milestone
-- expect: plugin.error
local t = {} t.t = t return t
---- K-179 a milestone that returns NaN
-- line: 1
-- kind: milestone
-- expect: plugin.error
return 0 / 0
---- K-180 a milestone that returns bytes
-- line: 1
-- kind: milestone
-- expect: plugin.error
return "\xff"
---- K-181 a milestone that returns nesting
-- line: 1
-- kind: milestone
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-182 a milestone that keeps a counter
-- line: 2
-- kind: milestone
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-183 a milestone that registers
-- kind: milestone
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- K-184 a milestone that writes
-- kind: milestone
-- expect: plugin.error
ctx.set("x", 1)
---- K-185 a milestone that emits
-- kind: milestone
-- expect: plugin.error
ctx.emit("e", {})
---- K-186 a milestone that writes memory
-- kind: milestone
-- expect: plugin.error
ctx.memory.n = 1
---- K-187 a milestone that gives a number
-- line: 1
-- kind: milestone
-- expect: plugin.error
return 1
---- K-188 a milestone that gives a text
-- line: 1
-- kind: milestone
-- expect: plugin.error
return 'yes'
---- K-189 a milestone that changes the campaign
-- kind: milestone
-- expect: harmless
campaign.turns = 99 return true
---- K-190 a callback that loops
-- kind: callback
-- expect: plugin.fuel
while true do end
---- K-191 a callback that loops behind pcall
-- kind: callback
-- expect: plugin.fuel
while true do pcall(error) end
---- K-192 a callback that doubles a text
-- kind: callback
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- K-193 a callback that recurses
-- kind: callback
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- K-194 a callback that raises a table
-- kind: callback
-- expect: plugin.error
error({})
---- K-195 a callback that raises nothing
-- kind: callback
-- expect: plugin.error
error(nil)
---- K-196 a callback that raises with a hostile __tostring
-- kind: callback
-- expect: plugin.error
error(setmetatable({}, { __tostring = function() while true do end end }))
---- K-197 a callback that returns a function
-- line: 1
-- kind: callback
-- expect: plugin.error
return function() end
---- K-198 a callback that returns a cycle
-- line: 1
-- kind: callback
-- expect: plugin.error
local t = {} t.t = t return t
---- K-199 a callback that returns NaN
-- line: 1
-- kind: callback
-- expect: plugin.error
return 0 / 0
---- K-200 a callback that returns bytes
-- line: 1
-- kind: callback
-- expect: plugin.error
return "\xff"
---- K-201 a callback that returns nesting
-- line: 1
-- kind: callback
-- expect: plugin.error
local t = {} for i = 1, 1000 do t = { t } end return t
---- K-202 a callback that keeps a counter
-- line: 2
-- kind: callback
-- expect: plugin.error
local kept = 0
-- run:
kept = kept + 1
---- K-203 a callback that registers
-- kind: callback
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
