-- Going from one place to another. A place's `exits` are the places next to it. Between two of them there may be
-- paths with more to them: {from, to, one_way, locked, key, disabled_until}; then one of those must let pass.
local lists = require "lists"

local function joins(path, from, to)
  return path.from == from and path.to == to or not path.one_way and path.from == to and path.to == from
end

local function has_key(ctx, who, path)
  if path.key == nil then return false end
  for _, item in ipairs(ctx.get({ params.characters, who, "inventory" }) or {}) do
    if item.id == path.key and (item.count or 1) > 0 then return true end
  end
  return false
end

-- Until when it is closed; nil: it is not.
local function closed_until(ctx, path)
  local to, now = path.disabled_until, ctx.get(params.clock)
  if to == nil or to == null or to == "" then return nil end
  if type(now) == type(to) and now >= to then return nil end
  return to
end

-- Nil: it lets pass.
local function refusal(ctx, who, id, path)
  if path.locked and not has_key(ctx, who, path) then
    return reject("locked", { path_id = id, key_item_id = path.key })
  end
  local to = closed_until(ctx, path)
  if to ~= nil then return reject("closed", { path_id = id, disabled_until = tostring(to) }) end
end

-- The way from here to there. Nil: there is one.
local function blocked(ctx, who, from, to, wanted)
  local all = ctx.get(params.paths) or {}
  if wanted ~= "" then
    local path = all[wanted]
    if path == nil then return reject("unknown_path", wanted) end
    if not joins(path, from, to) then return reject("wrong_path", wanted) end
    return refusal(ctx, who, wanted, path)
  end
  local why, met = nil, false
  for id, path in pairs(all) do
    if path.from == from and path.to == to or path.from == to and path.to == from then met = true end
    if joins(path, from, to) then
      local refused = refusal(ctx, who, id, path)
      if refused == nil then return nil end
      why = why or refused
    end
  end
  if why ~= nil then return why end
  -- Two places between which only one-way paths lead are not next to each other the other way round.
  if not met and lists.has(ctx.get({ params.areas, from, "exits" }), to) then return nil end
  return reject("no_way", to)
end

tool "move" {
  summary = { en = "Go from one place to a neighbouring one.", zh = "从一处移动到相邻的另一处。" },
  guidance = {
    en = "Call it before you tell of an arrival, one call for each character and step, from where they stand to one of its exits; an arrival without it did not happen. Leave path_id out unless several paths lead there; a locked one lets whoever carries the thing its key names pass.",
    zh = "叙述抵达之前先调用，每名角色每一步一次，从其所在处到相邻的一处（exits）；没有调用就没有抵达。path_id 只在两处之间有几条通路时才写；上锁的通路，持有其 key 所指物品者可以通过。",
  },
  args = {
    actor_id = str{ min = 1, max = 64, id_of = params.characters },
    from_area_id = str{ max = 64, id_of = params.areas },
    to_area_id = str{ min = 1, max = 64, id_of = params.areas },
    path_id = str{ max = 64, default = "", id_of = params.paths },
  },
  rejects = {
    unknown_character = { en = "there is no such character", zh = "没有这个角色" },
    cannot_act = { en = "the character is in no state to move", zh = "角色的状态使其无法移动" },
    unknown_area = { en = "there is no such place", zh = "没有这个地点" },
    elsewhere = { en = "the character is somewhere else", zh = "角色不在该处，而在" },
    already_there = { en = "the character is there already", zh = "角色已在该处" },
    unknown_path = { en = "there is no such path", zh = "没有这条通路" },
    wrong_path = { en = "that path does not lead there from here", zh = "这条通路不连接这两处" },
    no_way = { en = "no way leads there from here", zh = "没有从此处通往那里的路" },
    locked = { en = "the way is locked", zh = "通路上锁，尚未解除" },
    closed = { en = "the way is closed for now", zh = "通路暂时封闭" },
  },
  settles = { "location" },
  run = function(args, ctx)
    local who, from, to = args.actor_id, args.from_area_id, args.to_area_id
    if not ctx.has({ params.characters, who }) then return reject("unknown_character", who) end
    local state = ctx.get({ params.characters, who, "status", "alive_state" })
    if lists.has(params.still, state) then return reject("cannot_act", state) end
    for _, area in ipairs({ from, to }) do
      if not ctx.has({ params.areas, area }) then return reject("unknown_area", area) end
    end
    local at = { params.characters, who, "location" }
    if ctx.get(at) ~= from then return reject("elsewhere", tostring(ctx.get(at))) end
    if from == to then return reject("already_there", to) end
    local why = blocked(ctx, who, from, to, args.path_id)
    if why ~= nil then return why end
    ctx.set(at, to)
    return { location = ctx.get(at) }
  end,
  back = function(args, ctx)
    ctx.set({ params.characters, args.actor_id, "location" }, args.from_area_id)
  end,
}

tool "unlock" {
  summary = { en = "Open a locked path for everybody.", zh = "打开上锁的通路，此后人人可过。" },
  guidance = {
    en = "Call it before you tell that a lock is opened; whoever does it stands at one end of the path and carries the thing that its key names. It stays open. Unlocking and moving may be in one reply, in that order.",
    zh = "叙述开锁之前先调用；开锁者须站在通路的一端，并持有其 key 所指物品。打开后不再上锁。可以在同一回复里先 unlock 再 move。",
  },
  args = { actor_id = str{ min = 1, max = 64, id_of = params.characters }, path_id = str{ min = 1, max = 64, id_of = params.paths } },
  rejects = {
    unknown_character = { en = "there is no such character", zh = "没有这个角色" },
    cannot_act = { en = "the character is in no state to open it", zh = "角色的状态使其无法开锁" },
    unknown_path = { en = "there is no such path", zh = "没有这条通路" },
    not_locked = { en = "that path is not locked", zh = "这条通路没有上锁" },
    too_far = { en = "the character is at neither end of that path", zh = "角色不在这条通路的任何一端" },
    no_key = { en = "the character does not have its key", zh = "角色没有它的钥匙" },
  },
  settles = { "map_change" },
  run = function(args, ctx)
    local who, path = args.actor_id, ctx.get({ params.paths, args.path_id })
    if not ctx.has({ params.characters, who }) then return reject("unknown_character", who) end
    local state = ctx.get({ params.characters, who, "status", "alive_state" })
    if lists.has(params.still, state) then return reject("cannot_act", state) end
    if path == nil then return reject("unknown_path", args.path_id) end
    if not path.locked then return reject("not_locked", args.path_id) end
    local here = ctx.get({ params.characters, who, "location" })
    if here ~= path.from and here ~= path.to then return reject("too_far", tostring(here)) end
    if not has_key(ctx, who, path) then return reject("no_key", path.key) end
    ctx.set({ params.paths, args.path_id, "locked" }, false)
    return { path_id = args.path_id, locked = false }
  end,
  back = function(args, ctx)
    if ctx.has({ params.paths, args.path_id }) then ctx.set({ params.paths, args.path_id, "locked" }, true) end
  end,
}
