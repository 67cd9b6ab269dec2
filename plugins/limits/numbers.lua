-- Numbers: how far one command moves them, where they end, and how much comes together in a window.
local places = require "places_of"

local function said(limit, en, zh) return limit.why or { en = en, zh = zh } end

-- A value that is gone cannot be cut down to what is left of it: it is refused.
local function answer(limit, effect, value, text)
  if limit.over == "deny" or effect.after == nil then return deny(text) end
  return amend(value, text)
end

local function step_of(limit)
  local up, down = limit.step or math.huge, limit.step_down or limit.step or math.huge
  if up == math.huge and down == math.huge then return end
  rule(limit.id .. "_step") {
    summary = { en = "How far one command moves it.", zh = "单条指令的变化幅度。" },
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
