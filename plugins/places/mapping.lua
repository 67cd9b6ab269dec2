-- New parts of the map. A new part hangs on one place of the old map at most: between places that were there
-- before, no new way can arise, so that no lock is walked around.
local lists = require "lists"

-- The new places by id, or why they cannot be.
local function read_areas(args, ctx)
  local fresh = {}
  for _, area in ipairs(args.areas) do
    local id = area.area_id
    if not lists.is_id(id) then return nil, reject("bad_id", id) end
    if fresh[id] or ctx.has({ params.areas, id }) then return nil, reject("exists", id) end
    fresh[id] = { name = area.name, aliases = area.aliases, description = area.description, exits = array{} }
  end
  if lists.count(ctx.get(params.areas)) + #args.areas > params.max_areas then return nil, reject("map_full", params.max_areas) end
  return fresh
end

-- All the ways of the new part: {from, to, path?}.
local function read_ways(args, ctx, fresh)
  if lists.count(ctx.get(params.paths)) + #args.paths > params.max_paths then return nil, reject("map_full", params.max_paths) end
  local ways, ids = {}, {}
  local function known(id) return fresh[id] ~= nil or ctx.has({ params.areas, id }) end
  for _, area in ipairs(args.areas) do
    for _, to in ipairs(area.exits) do
      if not known(to) then return nil, reject("unknown_area", to) end
      if to == area.area_id then return nil, reject("to_itself", to) end
      ways[#ways + 1] = { from = area.area_id, to = to }
    end
  end
  for _, path in ipairs(args.paths) do
    if not lists.is_id(path.path_id) then return nil, reject("bad_id", path.path_id) end
    if ids[path.path_id] or ctx.has({ params.paths, path.path_id }) then return nil, reject("exists", path.path_id) end
    for _, area in ipairs({ path.from_area_id, path.to_area_id }) do
      if not known(area) then return nil, reject("unknown_area", area) end
    end
    if path.from_area_id == path.to_area_id then return nil, reject("to_itself", path.to_area_id) end
    ids[path.path_id] = true
    ways[#ways + 1] = { from = path.from_area_id, to = path.to_area_id, path = path }
  end
  return ways
end

-- The one old place that the new ones hang on, and whether all of them do.
local function anchor_of(ctx, fresh, ways, first)
  local anchor = nil
  for _, way in ipairs(ways) do
    for _, id in ipairs({ way.from, way.to }) do
      if not fresh[id] then
        if anchor ~= nil and anchor ~= id then return nil, reject("shortcut", anchor .. " – " .. id) end
        anchor = id
      end
    end
  end
  local start = anchor or first
  if anchor == nil and lists.count(ctx.get(params.areas)) > 0 then return nil, reject("cut_off", first) end
  local next_to, reached, todo = {}, { [start] = true }, { start }
  for _, way in ipairs(ways) do
    for from, to in pairs({ [way.from] = way.to, [way.to] = way.from }) do
      next_to[from] = next_to[from] or {}
      table.insert(next_to[from], to)
    end
  end
  while #todo > 0 do
    for _, to in ipairs(next_to[table.remove(todo)] or {}) do
      if not reached[to] then
        reached[to] = true
        todo[#todo + 1] = to
      end
    end
  end
  for id in pairs(fresh) do
    if not reached[id] then return nil, reject("cut_off", id) end
  end
  return anchor or ""
end

local function add_exit(exits, to)
  for _, one in ipairs(exits) do
    if one == to then return end
  end
  exits[#exits + 1] = to
end

local function draw(ctx, fresh, ways, anchor)
  local beside = {}
  for _, way in ipairs(ways) do
    for _, ends in ipairs({ { way.from, way.to }, { way.to, way.from } }) do
      add_exit(fresh[ends[1]] and fresh[ends[1]].exits or beside, ends[2])
    end
  end
  for id, area in pairs(fresh) do ctx.set({ params.areas, id }, area) end
  for _, id in ipairs(beside) do ctx.push({ params.areas, anchor, "exits" }, id, { dedupe = true }) end
  for _, way in ipairs(ways) do
    local path = way.path
    if path then
      ctx.set({ params.paths, path.path_id }, {
        from = way.from, to = way.to, one_way = path.one_way, locked = path.locked,
        key = path.key_item_id, disabled_until = path.disabled_until,
      })
    end
  end
end

local kId = { min = 1, max = 64 }

tool "map_generate" {
  summary = { en = "Add places, and the ways between them, to the map.", zh = "在地图上新增地点及其通路。" },
  guidance = {
    en = "Call it before you tell of places that are new: all of them at once, hanging on one place that there is. What is on the map already cannot be changed. An area is {area_id, name, aliases, description, exits}, its exits the ids of its neighbours; paths, only for ways that are one-way, locked or closed, are {path_id, from_area_id, to_area_id, one_way, locked, key_item_id, disabled_until}.",
    zh = "叙述新地点之前先调用：一次给出全部新地点，并接在一处已有地点上。地图上已有的内容不可更改。areas 每项为 {area_id, name, aliases, description, exits}，exits 是相邻地点的标识；单向、上锁或暂闭的通路才写 paths，每项为 {path_id, from_area_id, to_area_id, one_way, locked, key_item_id, disabled_until}。",
  },
  args = {
    areas = list{ min = 1, max = 32, of = object{ of = {
      area_id = str(kId),
      name = str(kId),
      aliases = list{ of = str(kId), max = 8, default = {} },
      description = str{ max = 500, default = "" },
      exits = list{ of = str(kId), max = 32, default = {} },
    } } },
    paths = list{ max = 64, default = {}, of = object{ of = {
      path_id = str(kId),
      from_area_id = str(kId),
      to_area_id = str(kId),
      one_way = bool{ default = false },
      locked = bool{ default = false },
      key_item_id = str{ max = 64, optional = true },
      disabled_until = str{ max = 64, optional = true },
    } } },
  },
  rejects = {
    bad_id = { en = "an id is a word without blanks, dots, quotes or slashes", zh = "标识须为不含空格、句点、引号与斜杠的词" },
    exists = { en = "there is such a place or path already", zh = "该地点或通路已存在" },
    unknown_area = { en = "a way leads to a place that there is not", zh = "通路指向未知地点" },
    to_itself = { en = "a way leads back to where it starts", zh = "通路的两端相同" },
    cut_off = { en = "no way leads there from the map", zh = "该地点与现有地图不相通" },
    shortcut = { en = "that would join places that there are in a new way", zh = "这会在已有地点之间形成新的通路" },
    map_full = { en = "the map holds no more places, or no more paths", zh = "地图的地点数或通路数已达上限" },
  },
  settles = { "map_change" },
  run = function(args, ctx)
    local fresh, ways, anchor, refused
    fresh, refused = read_areas(args, ctx)
    if not fresh then return refused end
    ways, refused = read_ways(args, ctx, fresh)
    if not ways then return refused end
    anchor, refused = anchor_of(ctx, fresh, ways, args.areas[1].area_id)
    if not anchor then return refused end
    draw(ctx, fresh, ways, anchor)
    return { areas = #args.areas, paths = #args.paths, anchor = anchor }
  end,
  -- One place may be told as it was by earlier versions: {area_id, name, exits}.
  back = function(args, ctx)
    for _, area in ipairs(args.areas or { args }) do
      if ctx.has({ params.areas, area.area_id }) then ctx.delete({ params.areas, area.area_id }) end
    end
    for _, path in ipairs(args.paths or {}) do
      if ctx.has({ params.paths, path.path_id }) then ctx.delete({ params.paths, path.path_id }) end
    end
  end,
}
