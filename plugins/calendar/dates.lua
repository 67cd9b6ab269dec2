-- What stands as a date is one, and the weekday follows from it.
local days = require "days"

rule "date" {
  summary = { en = "A date is one of this calendar.", zh = "日期须为本历法中存在的日期。" },
  path = params.date,
  run = function(effect)
    if effect.after == nil then return deny({ en = "the date does not go away", zh = "日期不可删除" }, { en = "write the date that it is now", zh = "改写为当前日期" }) end
    local date, why = days.read(effect.after)
    if date then return allow() end
    local example = days.write({ month = 1, day = 2 }, {})
    return deny(why, { en = "write for example " .. example, zh = "例如 " .. example })
  end,
}

-- The date, its day number and its year; nil: none stands there.
local function today(ctx)
  local date = days.read(ctx.get(params.date))
  if not date then return nil end
  local year = date.year or params.era ~= "" and days.year_of(ctx.get(params.era)) or nil
  return date, days.index(date, year), year
end

if params.weekday ~= "" and #params.weekdays > 0 then
  derive "weekday" {
    summary = { en = "The weekday follows from the date.", zh = "星期由日期推导。" },
    path = params.weekday,
    run = function(ctx)
      local date, index = today(ctx)
      if not date then return abstain() end
      return params.weekdays[(index + params.first_weekday) % #params.weekdays + 1]
    end,
  }
end
