-- Hit points, will and the like: written by the game, and always between 0 and a maximum that is computed.
local places = require "places"

for number, pool in ipairs(params.pools) do
  rule("pool_" .. number) {
    summary = { en = "A pool stays between 0 and its maximum.", zh = "资源池始终在 0 与上限之间。" },
    path = pool.at,
    guidance = { en = "0 to " .. pool.max, zh = "0 到 " .. pool.max },
    mode = "amend",
    run = function(effect, ctx)
      local after, most = effect.after, ctx.get(places.fill(pool.max, effect.match))
      if type(after) ~= "number" then return abstain() end
      if after < 0 then return amend(0, { en = "it does not fall below 0", zh = "不低于 0" }) end
      if type(most) == "number" and after > most then return amend(most, { en = "at most " .. most, zh = "不超过 " .. most }) end
      return allow()
    end,
  }

  automation("shrink_" .. number) {
    summary = { en = "A pool falls with its maximum.", zh = "上限降低时，资源池随之降低。" },
    on = "changed(" .. pool.max .. ")",
    run = function(event, ctx)
      local at = places.fill(pool.at, event.match)
      local value = ctx.get(at)
      if type(value) == "number" and type(event.after) == "number" and value > event.after then ctx.set(at, event.after) end
    end,
  }
end
