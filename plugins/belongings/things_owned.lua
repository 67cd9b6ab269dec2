-- What people own.
local function number_of(list, item)
  for number, one in ipairs(list or {}) do
    if one.id == item then return number, one end
  end
end

local function give(ctx, who, item, name, count)
  local path = { params.characters, who, "inventory" }
  local number, one = number_of(ctx.get(path), item)
  if number then
    ctx.set({ params.characters, who, "inventory", number - 1, "count" }, one.count + count)
  else
    ctx.push(path, { id = item, name = name, count = count })
  end
end

local function take(ctx, who, item, count)
  local number, one = number_of(ctx.get({ params.characters, who, "inventory" }), item)
  if not number then return end
  if one.count > count then
    ctx.set({ params.characters, who, "inventory", number - 1, "count" }, one.count - count)
  else
    ctx.delete({ params.characters, who, "inventory", number - 1 })
  end
end

local unknown = { unknown_character = { en = "there is no such character", zh = "没有这个角色" } }

tool "inventory_add" {
  summary = { en = "Give somebody a thing.", zh = "让某人得到一件物品。" },
  guidance = { en = "Call it whenever somebody gets something.", zh = "有人得到物品时必须调用。" },
  args = { character_id = str{ min = 1, max = 64 }, item_id = str{ min = 1, max = 64 }, name = str{ min = 1, max = 64 }, count = int{ min = 1, max = 1000000, default = 1 } },
  rejects = unknown,
  settles = { "item_gain" },
  run = function(args, ctx)
    if not ctx.has({ params.characters, args.character_id, "inventory" }) then return reject("unknown_character", args.character_id) end
    give(ctx, args.character_id, args.item_id, args.name, args.count)
    return { count = args.count }
  end,
  back = function(args, ctx) take(ctx, args.character_id, args.item_id, args.count or 1) end,
}

tool "inventory_remove" {
  summary = { en = "Take a thing from somebody.", zh = "让某人失去一件物品。" },
  guidance = { en = "Call it whenever somebody gives, uses up or loses something.", zh = "有人交出、用掉或丢失物品时必须调用。" },
  args = { character_id = str{ min = 1, max = 64 }, item_id = str{ min = 1, max = 64 }, count = int{ min = 1, max = 1000000, default = 1 } },
  rejects = { too_few = { en = "there are not so many", zh = "数量不足" } },
  settles = { "item_loss" },
  run = function(args, ctx)
    local _, one = number_of(ctx.get({ params.characters, args.character_id, "inventory" }), args.item_id)
    if one == nil or one.count < args.count then return reject("too_few", args.item_id) end
    take(ctx, args.character_id, args.item_id, args.count)
    return { count = args.count }
  end,
  back = function(args, ctx) give(ctx, args.character_id, args.item_id, args.item_id, args.count or 1) end,
}
