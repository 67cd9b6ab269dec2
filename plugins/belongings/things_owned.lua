-- What people own, and what lies in places: each holder has an inventory.
local function number_of(list, item)
  for number, one in ipairs(list or {}) do
    if one.id == item then return number, one end
  end
end

-- Where the things of a holder are; nil: there is no such character, nor such a place.
local function place_of(ctx, holder)
  if ctx.has({ params.characters, holder, "inventory" }) then return { params.characters, holder, "inventory" } end
  if params.areas ~= "" and ctx.has({ params.areas, holder }) then return { params.areas, holder, "inventory" } end
end

local function below(place, number, key) return { place[1], place[2], place[3], number - 1, key } end

local function give(ctx, place, item, name, count)
  if not ctx.has(place) then ctx.set(place, array{}) end
  local number, one = number_of(ctx.get(place), item)
  if number then
    ctx.set(below(place, number, "count"), one.count + count)
  else
    ctx.push(place, { id = item, name = name, count = count })
  end
end

local function take(ctx, place, item, count)
  local number, one = number_of(ctx.get(place), item)
  if not number then return end
  if one.count > count then
    ctx.set(below(place, number, "count"), one.count - count)
  else
    ctx.delete(below(place, number))
  end
end

local unknown = { en = "there is no such character, nor such a place", zh = "没有这个角色，也没有这个地点" }
local kId = { min = 1, max = 64 }
local kCount = { min = 1, max = params.per_call, default = 1 }

tool "inventory_add" {
  summary = { en = "Give somebody a thing, or put it in a place.", zh = "让某人得到一件物品，或把物品放在某处。" },
  guidance = {
    en = "Call it whenever somebody gets something, at most " .. params.per_call .. " of a kind at once. character_id may be the id of a place: the thing lies there. What changes hands is an inventory_remove from one and an inventory_add to the other.",
    zh = "有人得到物品时必须调用，同种物品一次至多 " .. params.per_call .. " 件。character_id 也可以写地点标识，物品就放在那里。转手即从一方 inventory_remove，再给另一方 inventory_add。",
  },
  args = { character_id = str{ min = 1, max = 64, id_of = params.characters }, item_id = str(kId), name = str(kId), count = int(kCount) },
  rejects = {
    unknown_character = unknown,
    too_many = { en = "more of a kind than anybody may have", zh = "超过同种物品的持有上限" },
  },
  settles = { "item_gain" },
  run = function(args, ctx)
    local place = place_of(ctx, args.character_id)
    if not place then return reject("unknown_character", args.character_id) end
    local _, one = number_of(ctx.get(place), args.item_id)
    if (one and one.count or 0) + args.count > params.most then return reject("too_many", params.most) end
    give(ctx, place, args.item_id, args.name, args.count)
    return { count = args.count }
  end,
  back = function(args, ctx)
    local place = place_of(ctx, args.character_id)
    if place then take(ctx, place, args.item_id, args.count or 1) end
  end,
}

tool "inventory_remove" {
  summary = { en = "Take a thing from somebody, or from a place.", zh = "让某人失去一件物品，或从某处取走物品。" },
  guidance = {
    en = "Call it whenever somebody gives, uses up or loses something, or takes it from a place: then character_id is the place's id.",
    zh = "有人交出、用掉或丢失物品时必须调用；从某处取走物品时也要调用，character_id 写那个地点的标识。",
  },
  args = { character_id = str{ min = 1, max = 64, id_of = params.characters }, item_id = str(kId), count = int(kCount) },
  rejects = { too_few = { en = "there are not so many", zh = "数量不足" } },
  settles = { "item_loss" },
  run = function(args, ctx)
    local place = place_of(ctx, args.character_id)
    local _, one = number_of(place and ctx.get(place), args.item_id)
    if one == nil or one.count < args.count then return reject("too_few", args.item_id) end
    take(ctx, place, args.item_id, args.count)
    return { count = args.count }
  end,
  back = function(args, ctx)
    local place = place_of(ctx, args.character_id)
    if place then give(ctx, place, args.item_id, args.item_id, args.count or 1) end
  end,
}
