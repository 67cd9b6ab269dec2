-- One limit of each kind, and what becomes of writes that meet it.
local places = require "places_of"

fixture {
  with = {
    limits = {
      { id = "mood", path = "people.*.mood", min = -10, max = 100, step = 5, step_down = 20 },
      { id = "hp", path = "people.*.hp", min = 0, max_beside = "hp_max" },
      { id = "gold", path = "gold", rise = 30, over = "deny", why = { en = "the day's pay is spent", zh = "今日已领完" } },
      { id = "bag", path = "people.*.bag", size = 3 },
      { id = "log", path = "log", grows = true },
      { id = "born", path = "people.*.born", once = true },
      { id = "items", path = "items", key = "id", actors = { "model" } },
    },
  },
  state = {
    people = { ann = { mood = 10, hp = 5, hp_max = 12, bag = { "rope" }, born = "spring" } },
    gold = 0,
    log = array{ "begun" },
    items = {},
  },
}

test("a step is cut down to what one command may do, up and down by themselves", function(t)
  expect.verdict(t.set("people.ann.mood", 50), { status = "amended", proposed = 50, effective = 15, rule = "limits/mood_step" })
  expect.verdict(t.add("people.ann.mood", -50), { status = "amended", effective = -20 })
  expect.equal(t.get("people.ann.mood"), -5)
end)

test("a range ends where its own numbers end", function(t)
  t.state{ ["people.ann.mood"] = 98 }
  expect.verdict(t.add("people.ann.mood", 5), { status = "amended", rule = "limits/mood_range" })
  expect.equal(t.get("people.ann.mood"), 100)
  expect.verdict(t.add("people.ann.mood", -5), { status = "applied" })
end)

test("the greatest value may stand beside the place", function(t)
  expect.verdict(t.set("people.ann.hp", 40), { status = "amended", effective = 12, rule = "limits/hp_range" })
  t.state{ ["people.ann.hp_max"] = 9 }
  expect.verdict(t.set("people.ann.hp", 40), { status = "amended", effective = 9 })
  expect.verdict(t.set("people.ann.hp", -1), { status = "amended", effective = 0 })
end)

test("what rises in one turn is counted together, and the limit's own words are said", function(t)
  local v = t.turn('_.add("gold", 20);//a\n_.add("gold", 20);//b')
  expect.verdict(v, { commands = { "applied", { status = "rejected", code = "budget.exceeded", message = "the day's pay is spent" } } })
  expect.equal(t.get("gold"), 20)
  -- Another turn is another window.
  expect.verdict(t.add("gold", 20), { status = "applied" })
end)

test("a list holds so many entries, however they come", function(t)
  expect.verdict(t.push("people.ann.bag", "lamp"), { status = "applied" })
  expect.verdict(t.push("people.ann.bag", "bread"), { status = "applied" })
  expect.verdict(t.push("people.ann.bag", "tent"), { status = "rejected", rule = "limits/bag_size", message = "at most 3" })
  expect.verdict(t.set("people.ann.bag", array{ "a", "b", "c", "d" }), { status = "rejected", rule = "limits/bag_size" })
  expect.equal(t.len("people.ann.bag"), 3)
end)

test("a list that grows is written at its end alone", function(t)
  expect.verdict(t.push("log", "gone on"), { status = "applied" })
  for _, line in ipairs{ t.set("log[0]", "never"), t.delete("log[0]"), t.push("log", "before", { position = "head" }) } do
    expect.verdict(line, { status = "rejected", rule = "limits/log_grows" })
  end
  expect.equal(t.get("log"), { "begun", "gone on" })
  -- Operators may repair.
  expect.verdict(t.set("log[0]", "begun again", { actor = "operator" }), { status = "applied" })
end)

test("what stands there once stays", function(t)
  expect.verdict(t.set("people.ann.born", "autumn"), { status = "rejected", rule = "limits/born_once" })
  expect.verdict(t.set("people.bob.born", "autumn"), { status = "applied" })
end)

test("entries stand under their own key, for those whom it binds", function(t)
  expect.verdict(t.set("items.rope", { id = "rope" }), { status = "applied" })
  expect.verdict(t.set("items.lamp", { id = "rope" }), { status = "rejected", rule = "limits/items_key" })
  expect.verdict(t.set("items.lamp", { id = "rope" }, { actor = "player" }), { status = "applied" })
end)

test("a path's wildcards are filled with what they met", function(t)
  expect.equal(places.at("people.*.bag.*", { "ann", 2 }), { "people", "ann", "bag", 2 })
  expect.equal(places.at("gold", {}), { "gold" })
end)

test("a limit that cannot be meant stops the loading", function(t)
  local taken = { mood = true }
  for wrong, limit in pairs{
    ["has the id of an earlier one"] = { id = "mood", path = "a", min = 1, moves = true },
    ["lowercase letters"] = { id = "Mood", path = "a", min = 1, moves = true },
    ["min is above max"] = { id = "a", path = "a", min = 2, max = 1, moves = true },
    ["limits nothing"] = { id = "b", path = "a", moves = true },
    ["plain names and *"] = { id = "c", path = "a[0]", once = true, moves = true },
    ["make two of it"] = { id = "d", path = "a", size = 1, min = 0, moves = true },
  } do
    expect.error(function() places.check(1, limit, taken) end, wrong)
  end
end)
