-- Things that change hands: one call, so that nothing is there twice or lost on the way.
local holders = require "holders"
local places = require "places"

local function count_of(item)
  local count = type(item) == "table" and item[params.count] or nil
  return type(count) == "number" and count or nil
end

-- Adds to what is there, or puts a copy.
local function receive(ctx, to, item, count)
  local there = count_of(ctx.get(to))
  if there then return ctx.set(places.below(to, params.count), there + count) end
  ctx.set(to, item)
  ctx.set(places.below(to, params.count), count)
end

tool "item_transfer" {
  summary = { en = "Give a thing from one to another.", zh = "把物品从一方转交给另一方。" },
  guidance = {
    en = "Call it whenever a thing changes hands; never write both sides yourself. Leave out count to hand over all of it.",
    zh = "物品转手时必须调用，不要自行改写双方的物品。省略 count 表示全部转交。",
  },
  args = {
    from = str{ min = 1, max = 64 },
    to = str{ min = 1, max = 64 },
    item = str{ min = 1, max = 64 },
    count = int{ min = 1, max = 1000000, optional = true },
  },
  rejects = {
    unknown_holder = { en = "there is nobody who could hold things", zh = "没有这个持有者" },
    same_holder = { en = "both sides are the same", zh = "双方是同一持有者" },
    unknown_item = { en = "no such thing is held there", zh = "对方没有这件物品" },
    too_few = { en = "there are fewer of it", zh = "数量不足，仅有" },
    in_the_way = { en = "another thing of that name is held there", zh = "接收方已有同名的其他物品" },
  },
  settles = { "item_gain", "item_loss" },
  run = function(args, ctx)
    local from, to = holders.of(ctx, args.from), holders.of(ctx, args.to)
    if not from then return reject("unknown_holder", args.from) end
    if not to then return reject("unknown_holder", args.to) end
    if args.from == args.to then return reject("same_holder") end
    local source, target = places.below(from, args.item), places.below(to, args.item)
    local item = ctx.get(source)
    if item == nil then return reject("unknown_item", args.item) end
    local held = count_of(item)
    local count = args.count or held or 1
    if count > (held or 1) then return reject("too_few", tostring(held or 1)) end
    if ctx.has(target) and not (held and count_of(ctx.get(target))) then return reject("in_the_way", args.item) end
    if not ctx.has(to) then ctx.set(to, {}) end
    if count == (held or 1) and not ctx.has(target) then
      ctx.move(source, target)
    elseif count == held then
      ctx.delete(source)
      receive(ctx, target, item, count)
    else
      ctx.set(places.below(source, params.count), held - count)
      receive(ctx, target, item, count)
    end
    return { item = args.item, count = count, left = ctx.get(places.below(source, params.count)) or 0 }
  end,
}
