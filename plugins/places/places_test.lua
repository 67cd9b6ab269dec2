-- A house of three rooms: an open way, a locked one, and one that opens at noon.
fixture {
  state = {
    characters = { ann = { location = "hall", inventory = array{}, status = { alive_state = "alive" } } },
    areas = {
      hall = { name = "Hall", exits = array{ "yard", "cellar", "attic" } },
      yard = { name = "Yard", exits = array{ "hall" } },
      cellar = { name = "Cellar", exits = array{ "hall" } },
      attic = { name = "Attic", exits = array{ "hall" } },
    },
    paths = {
      door = { from = "hall", to = "cellar", locked = true, key = "iron_key" },
      hatch = { from = "hall", to = "attic", disabled_until = "12:00" },
    },
    world = { clock = "09:00" },
  },
}

local function move(t, from, to, path)
  return t.call("move", { actor_id = "ann", from_area_id = from, to_area_id = to, path_id = path })
end

test("one goes along an open way, and back", function(t)
  expect.verdict(move(t, "hall", "yard"), { status = "applied", result = { location = "yard" } })
  expect.verdict(move(t, "yard", "hall"), { status = "applied" })
  expect.equal(t.get("characters.ann.location"), "hall")
end)

test("a locked way opens to whoever carries its key", function(t)
  expect.verdict(move(t, "hall", "cellar"), { status = "rejected", message = "locked" })
  expect.equal(t.get("characters.ann.location"), "hall")
  t.state{ ["characters.ann.inventory"] = array{ { id = "iron_key", count = 0 } } }
  expect.verdict(move(t, "hall", "cellar"), { status = "rejected", message = "locked" })
  t.state{ ["characters.ann.inventory"] = array{ { id = "iron_key", count = 1 } } }
  expect.verdict(move(t, "hall", "cellar", "door"), { status = "applied" })
end)

test("a way that is closed until a time opens at it", function(t)
  expect.verdict(move(t, "hall", "attic"), { status = "rejected", message = "closed" })
  t.state{ ["world.clock"] = "12:00" }
  expect.verdict(move(t, "hall", "attic"), { status = "applied" })
end)

test("whoever cannot, is elsewhere, or names what is not there, does not move", function(t)
  for why, args in pairs{
    ["somewhere else"] = { "yard", "hall" },
    ["there already"] = { "hall", "hall" },
    ["no such place"] = { "hall", "moon" },
    ["no such path"] = { "hall", "yard", "tunnel" },
    ["does not lead there"] = { "hall", "yard", "door" },
  } do
    expect.verdict(move(t, args[1], args[2], args[3]), { status = "rejected", message = why })
  end
  t.state{ ["characters.ann.location"] = "yard" }
  expect.verdict(move(t, "yard", "attic"), { status = "rejected", message = "no way leads there" })
  t.state{ ["characters.ann.status.alive_state"] = "downed" }
  expect.verdict(move(t, "yard", "hall"), { status = "rejected", message = "in no state to move" })
end)

test("new places hang on one old place, and the way goes both ways", function(t)
  local line = t.call("map_generate", { areas = {
    { area_id = "well", name = "Well", exits = { "yard" } },
    { area_id = "shaft", name = "Shaft", exits = { "well" } },
  } })
  expect.verdict(line, { status = "applied", result = { areas = 2, paths = 0, anchor = "yard" } })
  expect.equal(t.get("areas.yard.exits"), { "hall", "well" })
  expect.equal(t.get("areas.well.exits"), { "yard", "shaft" })
  t.state{ ["characters.ann.location"] = "yard" }
  expect.verdict(move(t, "yard", "well"), { status = "applied" })
end)

test("no new way arises between places that were there, and nothing hangs in the air", function(t)
  local before = t.get("areas")
  for why, areas in pairs{
    ["join places that there are in a new way"] = { { area_id = "well", name = "W", exits = { "yard", "cellar" } } },
    ["no way leads there from the map"] = { { area_id = "well", name = "W", exits = array{} } },
    ["leads to a place that there is not"] = { { area_id = "well", name = "W", exits = { "moon" } } },
    ["there is such a place"] = { { area_id = "yard", name = "Y", exits = { "hall" } } },
    ["a word without blanks"] = { { area_id = "a b", name = "W", exits = { "yard" } } },
  } do
    expect.verdict(t.call("map_generate", { areas = areas }), { status = "rejected", message = why })
  end
  expect.equal(t.get("areas"), before)
end)

test("whoever has the key opens a way for everybody, from either end", function(t)
  local function unlock(path) return t.call("unlock", { actor_id = "ann", path_id = path }) end
  expect.verdict(unlock("door"), { status = "rejected", message = "does not have its key" })
  t.state{ ["characters.ann.inventory"] = array{ { id = "iron_key", count = 1 } }, ["characters.ann.location"] = "yard" }
  expect.verdict(unlock("door"), { status = "rejected", message = "at neither end of that path (yard)" })
  t.state{ ["characters.ann.location"] = "cellar" }
  expect.verdict(unlock("door"), { status = "applied" })
  expect.equal(t.get("paths.door.locked"), false)
  expect.verdict(unlock("door"), { status = "rejected", message = "not locked" })
  expect.verdict(unlock("hatch"), { status = "rejected", message = "not locked" })
  expect.verdict(unlock("tunnel"), { status = "rejected", message = "no such path" })
  t.state{ ["characters.ann.inventory"] = array{}, ["characters.ann.location"] = "hall" }
  expect.verdict(move(t, "hall", "cellar"), { status = "applied" })
end)
