-- Deeper only one bond at a time, and only where there is liking enough; looser at any time.
local bonds = params.bonds

local function place_of(name)
  for place, bond in ipairs(bonds) do
    if bond.name == name then return place end
  end
end

-- The keys of what stands beside the place.
local function beside(match)
  local keys, met = {}, 0
  for key in string.gmatch(params.path, "[^.]+") do
    if key == "*" then met = met + 1 end
    keys[#keys + 1] = key == "*" and match[met] or key
  end
  keys[#keys] = params.beside
  return keys
end

-- Each with what it takes: "朋友 20".
local function told()
  local each = {}
  for _, bond in ipairs(bonds) do each[#each + 1] = bond.name .. (bond.from > 0 and " " .. bond.from or "") end
  return table.concat(each, " → ")
end

rule "deepens" {
  guidance = { en = "one step at a time, each with the " .. params.beside .. " it takes: " .. told(), zh = "逐级加深，须有所需的" .. params.beside .. "：" .. told() },
  summary = { en = "A bond deepens by one, with enough liking.", zh = "关系每次加深一级，且好感须足够。" },
  path = params.path,
  run = function(effect, ctx)
    local after = place_of(effect.after)
    if effect.after == nil then return allow() end
    if not after then
      local names = {}
      for _, bond in ipairs(bonds) do names[#names + 1] = bond.name end
      return deny({ en = "there is no such bond", zh = "没有这种关系" },
        { en = "there are " .. table.concat(names, ", "), zh = "可用的关系：" .. table.concat(names, "、") })
    end
    local before = place_of(effect.before) or 1
    if after <= before then return allow() end
    if after > before + 1 then
      return deny({ en = "the next is " .. bonds[before + 1].name, zh = "下一步只能是“" .. bonds[before + 1].name .. "”" })
    end
    local liking = ctx.get(beside(effect.match))
    if type(liking) == "number" and liking >= bonds[after].from then return allow() end
    return deny({ en = "that takes " .. params.beside .. " of " .. bonds[after].from .. "; it is " .. tostring(liking),
      zh = "“" .. bonds[after].name .. "”需要" .. params.beside .. "达到 " .. bonds[after].from .. "，现在是 " .. tostring(liking) })
  end,
}
