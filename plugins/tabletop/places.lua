-- Moving between places, and making new ones.
tool "move" {
  summary = { en = "Go from one place to a neighbouring one.", zh = "从一处移动到相邻的另一处。" },
  guidance = { en = "Call it before you tell of an arrival.", zh = "叙述抵达之前先调用。" },
  args = { actor_id = str{ min = 1, max = 64 }, from_area_id = str{ max = 64 }, to_area_id = str{ min = 1, max = 64 }, path_id = str{ max = 64, default = "" } },
  rejects = {
    unknown_character = { en = "there is no such character", zh = "没有这个角色" },
    unknown_area = { en = "there is no such place", zh = "没有这个地点" },
    elsewhere = { en = "the character is somewhere else", zh = "角色不在该处" },
    no_way = { en = "no way leads there", zh = "没有通往那里的路" },
  },
  settles = { "location" },
  run = function(args, ctx)
    local character = ctx.get({ params.characters, args.actor_id })
    if character == nil then return reject("unknown_character", args.actor_id) end
    local from, to = ctx.get({ params.areas, args.from_area_id }), ctx.get({ params.areas, args.to_area_id })
    if from == nil or to == nil then return reject("unknown_area", from == nil and args.from_area_id or args.to_area_id) end
    if character.location ~= args.from_area_id then return reject("elsewhere", tostring(character.location)) end
    local leads = false
    for _, exit in ipairs(from.exits or {}) do leads = leads or exit == args.to_area_id end
    if not leads then return reject("no_way") end
    ctx.set({ params.characters, args.actor_id, "location" }, args.to_area_id)
    return { location = args.to_area_id }
  end,
  back = function(args, ctx)
    ctx.set({ params.characters, args.actor_id, "location" }, args.from_area_id)
  end,
}

tool "map_generate" {
  summary = { en = "Add a place to the map.", zh = "在地图上新增地点。" },
  guidance = { en = "Call it before you tell of a place or a way that is new.", zh = "叙述新地点或新通路之前先调用。" },
  args = { area_id = str{ min = 1, max = 64 }, name = str{ min = 1, max = 64 }, exits = list{ of = str{ max = 64 }, max = 32, default = {} } },
  rejects = { exists = { en = "there is such a place already", zh = "该地点已存在" }, unknown_area = { en = "an exit leads nowhere", zh = "出口指向未知地点" } },
  settles = { "map_change" },
  run = function(args, ctx)
    if ctx.has({ params.areas, args.area_id }) then return reject("exists", args.area_id) end
    for _, exit in ipairs(args.exits) do
      if not ctx.has({ params.areas, exit }) then return reject("unknown_area", exit) end
    end
    ctx.set({ params.areas, args.area_id }, { name = args.name, exits = args.exits })
    for _, exit in ipairs(args.exits) do ctx.push({ params.areas, exit, "exits" }, args.area_id) end
    return { area_id = args.area_id }
  end,
  back = function(args, ctx)
    if ctx.has({ params.areas, args.area_id }) then ctx.delete({ params.areas, args.area_id }) end
  end,
}
