-- Formulas as authors write them, and sheets whose values follow from them.
local formula = require "formula"

fixture {
  with = {
    names = { strength = "attributes.strength", level = "level" },
    formulas = {
      { id = "power", at = "derived.power", is = "strength * 2 + level" },
      { id = "hp_max", at = "hp.max", is = "max(10, strength * 3)" },
    },
    pools = { { at = "characters.*.hp.current", max = "characters.*.hp.max" } },
    beyond = { at = "derived.beyond", from = "power", above = 20 },
  },
  state = { characters = { ann = { level = 1, attributes = { strength = 8 }, derived = {}, hp = { current = 20 } } } },
}

local function value(text, names)
  local known = {}
  for name in pairs(names or {}) do known[name] = name end
  return formula.value(formula.read(text, known), function(name) return names[name] end)
end

test("formulas bind as in school, and whole numbers stay whole", function(t)
  expect.equal(value("1 + 2 * 3"), 7)
  expect.equal(value("(1 + 2) * -3"), -9)
  expect.equal(value("2 - 3 - 4"), -5)
  expect.equal(value("8 / 2 / 2"), 2)
  expect.near(value("1 / 3"), 0.3333, 0.0001)
  expect.equal(math.type(value("6 / 3")), "integer")
  expect.equal(value("floor(7 / 2) + ceil(7 / 2)"), 7)
  expect.equal(value("min(4, max(1, 2, 3), 9)"), 3)
  expect.equal(value("a * -b", { a = 3, b = 2 }), -6)
end)

test("what cannot be computed is nothing, and never a wrong number", function(t)
  expect.equal(value("1 / 0"), nil)
  expect.equal(value("1 +"), nil)
  expect.equal(value("min()"), nil)
  -- Integers that would wrap around become floats.
  expect.near(value("9007199254740993 * 9007199254740993"), 8.1e31, 1e30)
end)

test("a formula that is no formula stops the loading, with what is wrong in it", function(t)
  for text, why in pairs{
    ["(1 + 2"] = "leaves a bracket open",
    ["1 + 2)"] = "closes a bracket that was not opened",
    ["(1, 2)"] = "a comma outside of a function",
    ["* 2"] = "has nothing before *",
    ["strength + luck"] = 'knows no "luck"',
  } do
    expect.error(function() formula.read(text, { strength = "s" }) end, why)
  end
end)

test("what follows from a sheet is computed, and follows again", function(t)
  t.turn("")
  expect.equal(t.get("characters.ann.derived.power"), 17)
  expect.equal(t.get("characters.ann.hp.max"), 24)
  t.set("characters.ann.attributes.strength", 12)
  expect.equal(t.get("characters.ann.derived"), { power = 25, beyond = 5 })
  -- What is missing counts as 0; a sheet without any of the names has nothing.
  t.set("characters.bob", { level = 3, derived = {} })
  t.set("characters.cat", { mood = "calm", derived = {} })
  expect.equal(t.get("characters.bob.derived.power"), 3)
  expect.equal(t.get("characters.cat.derived.power"), nil)
end)

test("nobody writes what is derived", function(t)
  for _, actor in ipairs{ "model", "player", "operator" } do
    expect.verdict(t.set("characters.ann.hp.max", 99, { actor = actor }), { status = "rejected" })
  end
  expect.equal(t.get("characters.ann.hp.max"), 24)
end)

test("a pool stays between 0 and its maximum, and falls with it", function(t)
  t.turn("")
  expect.verdict(t.set("characters.ann.hp.current", 99), { status = "amended", effective = 24, rule = "attributes/pool_1" })
  expect.verdict(t.set("characters.ann.hp.current", -5), { status = "amended", effective = 0 })
  t.set("characters.ann.hp.current", 24)
  local line = t.set("characters.ann.attributes.strength", 4)
  expect.equal(t.get("characters.ann.hp"), { current = 12, max = 12 })
  expect.is_true(#line.changes >= 3, "the strength, the maximum and what it cut")
end)
