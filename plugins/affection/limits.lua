-- One command moves it by at most `step`, down by at most `step_down`; what asks for more gets as much.
rule "step" {
  summary = { en = "How far one command moves it.", zh = "单条指令最多改变多少。" },
  path = params.path,
  guidance = (params.step_down or params.step) == params.step
    and { en = "at most ±" .. params.step .. " at once", zh = "一次最多 ±" .. params.step }
    or { en = "at most +" .. params.step .. ", -" .. params.step_down .. " at once", zh = "一次最多 +" .. params.step .. "、-" .. params.step_down },
  mode = "amend",
  run = function(effect)
    local up, down = params.step, params.step_down or params.step
    local delta = effect.delta
    if not delta or delta <= up and delta >= -down then return abstain() end
    local most = delta > 0 and up or -down
    local why = delta > 0 and { en = "at most +" .. up .. " at once", zh = "一次最多增加 " .. up }
      or { en = "at most -" .. down .. " at once", zh = "一次最多减少 " .. down }
    -- What is struck out cannot be cut down to a part of it.
    if effect.after == nil then return deny(why, { en = "nobody is forgotten at once", zh = "好感不会凭空消失" }) end
    return amend((effect.before or 0) + most, why)
  end,
}

-- And it is a number wherever it stands.
rule "number" {
  summary = { en = "It is a whole number.", zh = "只能是整数。" },
  path = params.path,
  run = function(effect)
    if effect.after ~= nil and math.type(effect.after) ~= "integer" then
      return deny({ en = "it must be a whole number", zh = "只能是整数" }, { en = "write a number such as 5", zh = "请写整数，例如 5" })
    end
    return allow()
  end,
}

-- However often it is asked for, a day gives no more than this.
budget "per_day" {
  summary = { en = "The most that it rises in a day.", zh = "每天累计最多上升多少。" },
  path = params.path,
  guidance = { en = "at most +" .. params.per_day .. " a day", zh = "一天最多 +" .. params.per_day },
  max = params.per_day,
  counts = "increase",
  over = "clamp",
  window = function(ctx) return ctx.get(params.date) end,
}

-- Nor takes a day more than that.
if params.per_day_down then
  budget "per_day_down" {
    summary = { en = "The most that it falls in a day.", zh = "每天累计最多下降多少。" },
    path = params.path,
    guidance = { en = "at most -" .. params.per_day_down .. " a day", zh = "一天最多 -" .. params.per_day_down },
    max = params.per_day_down,
    counts = "decrease",
    over = "clamp",
    window = function(ctx) return ctx.get(params.date) end,
  }
end
