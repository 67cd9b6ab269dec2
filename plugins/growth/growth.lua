-- Stocks of places: [rate, stock], such as ["3/d", 100]. Only days that passed count, never commands.

local places = require "places"

local kMostRate = 1000000000

-- "3/d" is 3, "-0.5/天" is -0.5; nil: the text is no rate.
local function rate_of(text)
  if type(text) ~= "string" then return nil end
  local number, unit = string.match(text, "^%s*([+-]?%d+%.?%d*)%s*/%s*(%S+)%s*$")
  for _, known in ipairs(params.units) do
    if unit == known then
      local rate = tonumber((string.gsub(number, "^%+", "")))
      return math.abs(rate) <= kMostRate and rate or nil
    end
  end
end

local function is_stock(value)
  return type(value) == "table" and #value == 2 and rate_of(value[1]) ~= nil and type(value[2]) == "number"
end

local function check(effect)
  if effect.after == nil or rate_of(effect.after) then return allow() end
  return deny({ en = "that is no rate", zh = "这不是每日产出" },
    { en = "write for example [\"3/d\", 100]: 3 a day, 100 in stock; -2/d uses up", zh = "例如 [\"3/d\", 100]：每日产出 3，存量 100；-2/d 表示每日消耗" })
end

rule "rate" {
  summary = { en = "A stock begins with its rate.", zh = "产出项的首个元素为每日产出。" },
  path = params.root .. ".**." .. params.key .. "[0]",
  run = check,
}

rule "rates" {
  summary = { en = "A stock begins with its rate.", zh = "产出项的首个元素为每日产出。" },
  path = params.root .. ".**." .. params.key .. ".*[0]",
  run = check,
}

local function grow(ctx, path, stock, days)
  local held = math.abs(stock[2]) < 2 ^ 53 and stock[2] or stock[2] + 0.0  -- an integer must not wrap around
  local amount = math.max(params.least, held + rate_of(stock[1]) * days)
  amount = math.tointeger(amount) or amount
  if amount ~= stock[2] then ctx.set(places.below(path, 1), amount) end
end

-- A place's own: one stock, or several by name.
local function grow_all(ctx, path, held, days)
  if is_stock(held) then return grow(ctx, path, held, days) end
  if type(held) ~= "table" then return end
  for name, stock in pairs(held) do
    if is_stock(stock) then grow(ctx, places.below(path, type(name) == "number" and name - 1 or name), stock, days) end
  end
end

automation "grow" {
  summary = { en = "Adds what places yield in the days that passed.", zh = "按经过的天数更新各地点的存量。" },
  on = "day_changed",
  run = function(event, ctx)
    local todo, seen, found = { { ctx.get(params.root), places.path(params.root) } }, 0, {}
    while #todo > 0 do
      local value, path = todo[#todo][1], todo[#todo][2]
      todo[#todo] = nil
      for name, member in pairs(type(value) == "table" and value or {}) do
        seen = seen + 1
        if seen > params.max_places then return ctx.log("more places than growth.max_places: nothing grew") end
        if type(member) == "table" then
          local at = places.below(path, type(name) == "number" and name - 1 or name)
          if name == params.key then found[#found + 1] = { at, member } else todo[#todo + 1] = { member, at } end
        end
      end
    end
    for _, one in ipairs(found) do grow_all(ctx, one[1], one[2], event.data.days) end
  end,
}
