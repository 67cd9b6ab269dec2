-- Numbers: how far one command moves them, where they end, and how much comes together in a window.
local places = require "places_of"

local function said(limit, en, zh) return limit.why or { en = en, zh = zh } end

-- A value that is gone cannot be cut down to what is left of it: it is refused.
local function answer(limit, effect, value, text)
  if limit.over == "deny" or effect.after == nil then return deny(text) end
  return amend(value, text)
end

-- What models are told before they write.
local function step_told(up, down)
  if up == down then return { en = "at most ±" .. up .. " at once", zh = "一次最多 ±" .. up } end
  local en, zh = {}, {}
  if up ~= math.huge then en[1], zh[1] = "+" .. up, "+" .. up end
  if down ~= math.huge then en[#en + 1], zh[#zh + 1] = "-" .. down, "-" .. down end
  return { en = "at most " .. table.concat(en, ", ") .. " at once", zh = "一次最多 " .. table.concat(zh, "、") }
end

local function range_told(limit)
  local most, most_zh = limit.max, limit.max
  if limit.max_beside then most, most_zh = "its " .. limit.max_beside, limit.max_beside end
  if most == nil then return { en = "at least " .. limit.min, zh = "不低于 " .. limit.min } end
  if limit.min == nil then return { en = "at most " .. most, zh = "不超过 " .. most_zh } end
  return { en = limit.min .. " to " .. most, zh = limit.min .. " 到 " .. most_zh }
end

local function purse_told(limit, sign, most)
  local en = limit.window and "until " .. limit.window .. " changes" or "a turn"
  local zh = limit.window and limit.window .. " 不变期间" or "一回合"
  return { en = "at most " .. sign .. most .. " " .. en, zh = zh .. "最多 " .. sign .. most }
end

local function step_of(limit)
  local up, down = limit.step or math.huge, limit.step_down or limit.step or math.huge
  if up == math.huge and down == math.huge then return end
  rule(limit.id .. "_step") {
    summary = { en = "How far one command moves it.", zh = "单条指令的变化幅度。" },
    guidance = step_told(up, down),
    path = limit.path,
    actors = limit.actors,
    mode = "amend",
    run = function(effect)
      local delta = effect.delta
      if delta == nil then return abstain() end
      if delta > up then return answer(limit, effect, (effect.before or 0) + up, said(limit, "at most +" .. up .. " at once", "一次最多增加 " .. up)) end
      if delta < -down then return answer(limit, effect, (effect.before or 0) - down, said(limit, "at most -" .. down .. " at once", "一次最多减少 " .. down)) end
      return allow()
    end,
  }
end

-- The greatest value: a number of the limit's own, or what stands beside the place.
local function most_of(limit, effect, ctx)
  if limit.max_beside == nil then return limit.max end
  local beside = places.at(limit.path, effect.match)
  beside[#beside] = limit.max_beside
  local most = ctx.get(beside)
  if math.type(most) == nil then return limit.max end
  return limit.max and math.min(limit.max, most) or most
end

local function range_of(limit)
  local least = limit.min
  if least == nil and limit.max == nil and limit.max_beside == nil then return end
  rule(limit.id .. "_range") {
    summary = { en = "Where it begins and ends.", zh = "取值范围。" },
    guidance = range_told(limit),
    path = limit.path,
    actors = limit.actors,
    mode = "amend",
    run = function(effect, ctx)
      local now = effect.after
      if math.type(now) == nil then return abstain() end
      local most = most_of(limit, effect, ctx)
      if most ~= nil and now > most then return answer(limit, effect, most, said(limit, "at most " .. most, "最多为 " .. most)) end
      if least ~= nil and now < least then return answer(limit, effect, least, said(limit, "at least " .. least, "最少为 " .. least)) end
      return allow()
    end,
  }
end

local function window_of(limit)
  return function(ctx)
    if limit.window == nil then return ctx.turn end
    return ctx.get(limit.window)
  end
end

local function purse_of(limit, name, most, counts)
  if most == nil then return end
  budget(limit.id .. name) {
    summary = { en = "How much of it a window has.", zh = "一个周期内的累计变化。" },
    guidance = purse_told(limit, counts == "increase" and "+" or "-", most),
    path = limit.path,
    actors = limit.actors,
    max = most,
    counts = counts,
    over = limit.over,
    why = limit.why,
    window = window_of(limit),
  }
end

local taken = {}
for number, limit in ipairs(params.limits) do
  places.check(number, limit, taken)
  step_of(limit)
  range_of(limit)
  purse_of(limit, "_rise", limit.rise, "increase")
  purse_of(limit, "_fall", limit.fall, "decrease")
end
