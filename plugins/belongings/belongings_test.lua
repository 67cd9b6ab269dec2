-- A room and somebody in it: things are given, laid down, taken up and lost.
fixture {
  with = { per_call = 20, most = 50 },
  state = {
    characters = { ann = { inventory = array{} } },
    areas = { hall = { name = "Hall" } },
  },
}

local function add(t, who, item, count) return t.call("inventory_add", { character_id = who, item_id = item, name = item, count = count }) end
local function remove(t, who, item, count) return t.call("inventory_remove", { character_id = who, item_id = item, count = count }) end

test("a thing lies in a place until it is taken", function(t)
  expect.verdict(add(t, "hall", "lamp"), { status = "applied" })
  expect.equal(t.get("areas.hall.inventory"), { { id = "lamp", name = "lamp", count = 1 } })
  expect.verdict(remove(t, "hall", "lamp"), { status = "applied" })
  expect.verdict(add(t, "ann", "lamp"), { status = "applied" })
  expect.equal(t.get("areas.hall.inventory"), array{})
  expect.equal(t.get("characters.ann.inventory[0].id"), "lamp")
  expect.verdict(remove(t, "hall", "lamp"), { status = "rejected", message = "not so many" })
end)

test("of one kind, a call gives so many, and somebody has so many", function(t)
  expect.verdict(add(t, "ann", "coin", 21), { status = "rejected", code = "tool.invalid_args" })
  for _ = 1, 2 do expect.verdict(add(t, "ann", "coin", 20), { status = "applied" }) end
  expect.verdict(add(t, "ann", "coin", 11), { status = "rejected", message = "more of a kind than anybody may have (50)" })
  expect.verdict(add(t, "ann", "coin", 10), { status = "applied" })
  expect.equal(t.get("characters.ann.inventory[0].count"), 50)
end)

test("nobody and nowhere have nothing", function(t)
  expect.verdict(add(t, "moon", "lamp"), { status = "rejected", message = "no such character, nor such a place" })
  expect.verdict(remove(t, "moon", "lamp"), { status = "rejected", message = "not so many" })
end)
