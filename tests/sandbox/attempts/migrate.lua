---- M-001 a migration that loops
-- kind: up
-- expect: plugin.fuel
while true do end
---- M-002 a migration that doubles a text
-- kind: up
-- expect: plugin.memory
local s = "x" while true do s = s .. s end
---- M-003 a migration that recurses
-- kind: up
-- expect: plugin.memory
local function f() return 1 + f() end return f()
---- M-004 a migration that writes, then raises
-- kind: up
-- expect: authority.denied
ctx.set("x", 5) error("after")
---- M-005 a migration that raises a table
-- kind: up
-- expect: plugin.error
error({})
---- M-006 a migration that writes what only the operator writes
-- kind: up
-- expect: authority.denied
ctx.set("secret", 1)
---- M-007 a migration that writes what nobody lets migrations write
-- kind: up
-- expect: authority.denied
ctx.set("x", 5)
---- M-008 a migration that writes a text that no document holds
-- kind: up
-- expect: plugin.error
ctx.set("x", ("x"):rep(1100000))
---- M-009 a migration that refuses
-- kind: up
-- expect: plugin.error
return reject("no")
---- M-010 a migration that registers
-- kind: up
-- expect: plugin.error
rule "late" { path = "x", run = function() return allow() end }
---- M-011 a migration that writes NaN
-- kind: up
-- expect: plugin.error
ctx.set("x", 0 / 0)
---- M-012 a migration that writes the protected
-- kind: up
-- expect: path.invalid
ctx.delete("")
