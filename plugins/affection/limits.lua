-- One command moves it by at most `step`; what asks for more gets `step`.
rule "step" {
  path = params.path,
  mode = "amend",
  run = function(effect, ctx)
    local step = ctx.params.step
    if not effect.delta then return abstain() end
    if effect.delta > step then return amend((effect.before or 0) + step, "at most +" .. step .. " at once") end
    if effect.delta < -step then return amend((effect.before or 0) - step, "at most -" .. step .. " at once") end
    return allow()
  end,
}

-- And it is a number wherever it stands.
rule "number" {
  path = params.path,
  run = function(effect)
    if effect.after ~= nil and math.type(effect.after) ~= "integer" then
      return deny("it is a whole number", "write a number such as 5")
    end
    return allow()
  end,
}

-- However often it is asked for, a day gives no more than this.
budget "per_day" {
  path = params.path,
  max = params.per_day,
  counts = "increase",
  over = "clamp",
  window = function(ctx) return ctx.get(ctx.params.date) end,
}
