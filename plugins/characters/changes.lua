-- What becomes of a sheet that there is: attributes, and whether somebody lives.
local unknown = { unknown_character = { en = "there is no such character", zh = "没有这个角色" } }

tool "attribute_set" {
  summary = { en = "Set an attribute.", zh = "设定一项属性。" },
  guidance = { en = "Call it whenever an attribute changes.", zh = "属性变化时必须调用。" },
  args = { character_id = str{ min = 1, max = 64, id_of = params.characters }, attribute = str{ min = 1, max = 64 }, value = any{} },
  rejects = unknown,
  settles = { "sheet_change" },
  run = function(args, ctx)
    if not ctx.has({ params.characters, args.character_id }) then return reject("unknown_character", args.character_id) end
    ctx.set({ params.characters, args.character_id, "attributes", args.attribute }, args.value)
    return { value = args.value }
  end,
  -- What it was before, nobody knows.
  back = function(args, ctx)
    local path = { params.characters, args.character_id, "attributes", args.attribute }
    if ctx.has(path) then ctx.delete(path) end
  end,
}

tool "status_set" {
  summary = { en = "Set whether somebody lives.", zh = "设定某人的存活状态。" },
  guidance = { en = "Call it before you tell of a death or a return.", zh = "叙述死亡或复生之前先调用。" },
  args = { target_character_id = str{ min = 1, max = 64, id_of = params.characters }, alive_state = str{ min = 1, max = 64 } },
  rejects = unknown,
  settles = { "death", "revival" },
  run = function(args, ctx)
    if not ctx.has({ params.characters, args.target_character_id }) then return reject("unknown_character", args.target_character_id) end
    ctx.set({ params.characters, args.target_character_id, "status", "alive_state" }, args.alive_state)
    return { alive_state = args.alive_state }
  end,
  back = function(args, ctx)
    local path = { params.characters, args.target_character_id, "status", "alive_state" }
    if ctx.has(path) then ctx.delete(path) end
  end,
}
