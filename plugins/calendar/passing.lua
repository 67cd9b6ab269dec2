-- Time that passes: once, at the end of a turn, from what stood before it to what stands now.
--
-- Events: day_changed {from, to, days}; day_reversed {from, to, days} for a date that was corrected backwards, after
-- which nothing grows; midnight_passed and year_begun where the date or the year had to follow.
local days = require "days"

local function year_at(ctx, read, date)
  return date.year or params.era ~= "" and days.year_of(read(params.era)) or nil
end

local function is_other_world(ctx)
  return params.world ~= "" and ctx.before(params.world) ~= ctx.get(params.world)
end

-- The clock went far back and the date stayed: midnight lies between.
local function pass_midnight(ctx, before)
  if params.clock == "" or params.overnight == 0 or ctx.get(params.date) ~= ctx.before(params.date) then return end
  local from, to = days.minutes(ctx.before(params.clock)), days.minutes(ctx.get(params.clock))
  if not from or not to or from - to < params.overnight * 60 then return end
  local year = year_at(ctx, ctx.get, before)
  ctx.set(params.date, days.write(days.next(before, year), before))
  ctx.emit("midnight_passed", { to = ctx.get(params.date) })
end

-- The date went back by more than half a year and the year stayed: a new one has begun.
local function begin_year(ctx, from, to, year)
  if not params.new_year or to.year or to.counted or from.counted or year == nil or params.era == "" then return false end
  if ctx.get(params.era) ~= ctx.before(params.era) then return false end
  if days.index(from, year) - days.index(to, year) <= days.in_year // 2 then return false end
  local era = ctx.get(params.era)
  local written = string.find(era, tostring(year), 1, true)
  if not written then return false end
  ctx.set(params.era, string.sub(era, 1, written - 1) .. (year + 1) .. string.sub(era, written + #tostring(year)))
  ctx.emit("year_begun", { year = year + 1 })
  return true
end

automation "pass" {
  summary = { en = "Tells how many days have passed.", zh = "计算并通知经过的天数。" },
  on = "turn_end",
  run = function(_, ctx)
    local before = days.read(ctx.before(params.date))
    if not before or is_other_world(ctx) then return end
    pass_midnight(ctx, before)
    local now = days.read(ctx.get(params.date))
    if not now then return end
    local from, to = year_at(ctx, ctx.before, before), year_at(ctx, ctx.get, now)
    if begin_year(ctx, before, now, to) then to = to + 1 end
    if from == nil or to == nil then from, to = 1, 1 end
    local passed = days.between(before, now, from, to)
    if passed == 0 then return end
    ctx.emit(passed > 0 and "day_changed" or "day_reversed",
             { from = ctx.before(params.date), to = ctx.get(params.date), days = math.abs(passed) })
  end,
}
