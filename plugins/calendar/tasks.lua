-- A task with a limit in days: when the limit is set, the date is written down; the days left follow from both.
local days = require "days"

local function is_number(value) return type(value) == "number" end

if params.limit ~= "" then
  automation "start" {
    summary = { en = "Writes down on which date a limit was set.", zh = "时限设定时记录起始日期。" },
    on = params.world == "" and "changed(" .. params.limit .. ")" or { "changed(" .. params.limit .. ")", "changed(" .. params.world .. ")" },
    run = function(_, ctx)
      local date = days.read(ctx.get(params.date))
      local start = null
      if is_number(ctx.get(params.limit)) and date then
        local year = date.year or params.era ~= "" and days.year_of(ctx.get(params.era)) or nil
        start = days.write(date, date, year)
      end
      if ctx.get(params.start) ~= start then ctx.set(params.start, start) end
    end,
  }

  derive "left" {
    summary = { en = "The days left: the limit without the days since it was set, at least 0.", zh = "剩余天数：时限减去设定以来经过的天数，不小于 0。" },
    path = params.left,
    run = function(ctx)
      local limit, start, date = ctx.get(params.limit), days.read(ctx.get(params.start)), days.read(ctx.get(params.date))
      if not is_number(limit) or not start or not date then return null end
      local year = date.year or params.era ~= "" and days.year_of(ctx.get(params.era)) or nil
      local passed = days.between(start, date, year, year)
      return math.max(0, limit - math.max(0, passed))
    end,
  }

  automation "time_up" {
    summary = { en = "Tells when a task has no days left.", zh = "剩余天数归零时发出通知。" },
    on = "changed(" .. params.left .. ")",
    run = function(event, ctx)
      if event.after == 0 and is_number(event.before) and event.before > 0 then ctx.emit("time_is_up", { limit = ctx.get(params.limit) }) end
    end,
  }
end
