-- Time that goes on because the story says so: a tool that moves the clock, and the date with it.
local days = require "days"

local kDay = 24 * 60

-- Minutes from one time of day to the next time that the clock shows another; nil: that is no time of day.
local function until_next(now, wanted)
  local to = days.minutes(wanted)
  if not to then return nil end
  local wait = (to - now) % kDay
  return wait == 0 and kDay or wait
end

-- The clock's text with another time of day, and with another date where the date is part of it.
local function clock_text(text, minutes, old_date, new_date)
  local b, e = string.find(text, old_date, 1, true)
  if b then text = string.sub(text, 1, b - 1) .. new_date .. string.sub(text, e + 1) end
  local from, hour, sign, behind = string.match(text, "()(%d%d?)(%s*[:：时点]+%s*)%d?%d?()")
  return string.sub(text, 1, from - 1) .. string.format("%0" .. #hour .. "d%s%02d", minutes // 60, sign, minutes % 60)
    .. string.sub(text, behind)
end

-- The date so many days later, written as the old one was.
local function date_after(ctx, text, passed)
  local like = days.read(text)
  local year = like.year or params.era ~= "" and days.year_of(ctx.get(params.era)) or nil
  local date = like
  for _ = 1, passed do
    date = days.next(date, year)
    year = date.year or year
  end
  return passed == 0 and text or days.write(date, like)
end

if params.clock ~= "" then
  local most = params.most_minutes
  tool "pass_time" {
    summary = { en = "Let time pass.", zh = "让时间流逝。" },
    guidance = {
      en = "Call it before you tell that time passes, with one of two: minutes, at most " .. most
        .. ", or to, the next time that the clock shows it, such as 06:00 for the coming dawn. Clock and date follow; never write them.",
      zh = "叙述时间流逝之前先调用，二者写其一：minutes 为经过的分钟，一次至多 " .. most
        .. "；to 为下一次到达的时刻，如 06:00 即等到天亮。钟点与日期随之改变，不要自己写。",
    },
    args = {
      minutes = int{ min = 1, max = most, optional = true },
      to = str{ min = 1, max = 16, optional = true },
      why = str{ max = 200, default = "" },
    },
    rejects = {
      one_of_two = { en = "say either minutes or to", zh = "minutes 与 to 写且只写一个" },
      bad_time = { en = "that is no time of day; write for example 06:00", zh = "不是时刻；例如 06:00" },
      too_long = { en = "that is longer than one call may take", zh = "超过一次能经过的时间" },
      no_clock = { en = "the game's clock or date cannot be read", zh = "无法读出当前的钟点或日期" },
    },
    settles = { "date" },
    run = function(args, ctx)
      local clock, date = ctx.get(params.clock), ctx.get(params.date)
      local now = days.minutes(clock)
      if not now or not days.read(date) then return reject("no_clock") end
      if (args.minutes == nil) == (args.to == nil) then return reject("one_of_two") end
      local passed = args.minutes or until_next(now, args.to)
      if not passed then return reject("bad_time", args.to) end
      if passed > most then return reject("too_long", most) end
      local later = now + passed
      local new_date = date_after(ctx, date, later // kDay)
      ctx.set(params.clock, clock_text(clock, later % kDay, date, new_date))
      if new_date ~= date then ctx.set(params.date, new_date) end
      return { clock = ctx.get(params.clock), date = ctx.get(params.date), minutes = passed }
    end,
  }
end
