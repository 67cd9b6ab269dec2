-- Breaking through into the next realm. Whoever wants to be told of it has to call: a realm is never just written down.
local p = params

local function keys(path, ...)
  local out = {}
  for key in string.gmatch(path, "[^.]+") do out[#out + 1] = key end
  for _, key in ipairs({ ... }) do out[#out + 1] = key end
  return out
end

local at = { name = keys(p.at, p.name), progress = keys(p.at, p.progress) }

local function place_of(name)
  for place, realm in ipairs(p.realms) do
    if realm.name == name then return place end
  end
end

rule "known" {
  summary = { en = "A realm is one of those there are.", zh = "境界只能取已定义的名称。" },
  path = p.at .. "." .. p.name,
  run = function(effect)
    if place_of(effect.after) then return allow() end
    return deny({ en = "there is no such realm", zh = "没有这个境界" })
  end,
}

-- What the aid adds, and that one of it is used up; or why there is none.
local function take_aid(ctx, id)
  if id == "" then return 0 end
  local item = ctx.get(keys(p.items, id))
  local adds = type(item) == "table" and p.aids[item[p.kind]]
  if not adds then return nil, reject("no_aid", id) end
  local left = (item[p.count] or 1) - 1
  if left < 0 then return nil, reject("no_aid", id) end
  if left == 0 then ctx.delete(keys(p.items, id)) else ctx.set(keys(p.items, id, p.count), left) end
  return adds
end

tool "break_through" {
  summary = { en = "Try to break through into the next realm.", zh = "尝试突破到下一境界。" },
  guidance = {
    en = "Call it when the character tries to break through; the host rolls, and the answer says whether it succeeded. Never write the realm yourself.",
    zh = "角色尝试突破时调用；由宿主掷骰，结果说明成败。不得自行改写境界。",
  },
  args = { aid_item_id = str{ max = 64, default = "" } },
  rejects = {
    highest = { en = "there is no higher realm", zh = "已是最高境界" },
    not_ready = { en = "not enough progress", zh = "修为不足" },
    no_aid = { en = "that is nothing that helps", zh = "没有可辅助突破的这件物品" },
  },
  settles = { "realm", "roll" },
  run = function(args, ctx)
    local place = place_of(ctx.get(at.name)) or 0
    local realm, progress = p.realms[place + 1], ctx.get(at.progress) or 0
    if realm == nil then return reject("highest", tostring(ctx.get(at.name))) end
    if progress < realm.needs then return reject("not_ready", progress .. "/" .. realm.needs) end
    local adds, refusal = take_aid(ctx, args.aid_item_id)
    if not adds then return refusal end
    local shown = ctx.roll("1d100")
    local success = shown + adds >= realm.target
    local taken = success and realm.needs or math.floor(realm.needs * p.lost)
    ctx.set(at.progress, progress - taken)
    if success then ctx.set(at.name, realm.name) end
    ctx.emit("broke_through", { success = success, realm = ctx.get(at.name) })
    return { success = success, shown = shown, adds = adds, target = realm.target, realm = ctx.get(at.name), progress = ctx.get(at.progress) }
  end,
}
