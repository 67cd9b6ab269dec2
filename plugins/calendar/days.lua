-- Dates of the calendar that the parameters describe: {year, month, day}, and how a text writes them.
local numbers = require "day_numbers"

local days = {}

local function month_days(month, leap)
  return params.months[month].days + (leap and params.leap.month == month and 1 or 0)
end

local function is_leap(year)
  local leap = params.leap
  if leap.month == nil then return false end
  return year % leap.every == 0 and (leap.but == nil or year % leap.but ~= 0 or leap.though ~= nil and year % leap.though == 0)
end

-- Leap years from 1 to a year.
local function leaps(year)
  local leap = params.leap
  if leap.month == nil then return 0 end
  local count = year // leap.every
  if leap.but then count = count - year // leap.but end
  if leap.though then count = count + year // leap.though end
  return count
end

local kYear = 0
for month in ipairs(params.months) do kYear = kYear + month_days(month, false) end
days.in_year = kYear

function days.count(year, month) return month_days(month, is_leap(year or 1)) end

-- Days since the first day of year 1; of days that are only counted, since the first of them.
function days.index(date, year)
  if date.counted then return date.counted - 1 end
  local y = (date.year or year or 1) - 1
  local sum = y * kYear + leaps(y) + date.day - 1
  for month = 1, date.month - 1 do sum = sum + month_days(month, is_leap(y + 1)) end
  return sum
end

-- The number in front of a unit, and the text behind the unit.
local function number_of(text, unit)
  local b, e = string.find(text, unit, 1, true)
  if not b then return nil, text end
  return numbers.at_end(string.sub(text, 1, b - 1)), string.sub(text, e + 1)
end

local function named_month(text)
  for number, month in ipairs(params.months) do
    local b, e = string.find(text, month.name or "\0", 1, true)
    if b then return number, string.sub(text, e + 1) end
  end
end

local function with_units(text)
  local date, rest = {}, text
  date.year, rest = number_of(rest, params.units.year)
  local behind
  date.month, behind = named_month(rest)
  if date.month then
    date.named = true
  else
    date.month, behind = number_of(rest, params.units.month)
  end
  if not date.month then return nil end
  date.day = number_of(behind, params.units.day)
  if not date.day then date.day = numbers.at_end(behind) end
  return date
end

local function with_dashes(text)
  local year, month, day = string.match(text, "(%d%d?%d?%d?%d?%d?)[-/.](%d%d?)[-/.](%d%d?)")
  if year then return { year = tonumber(year), month = tonumber(month), day = tonumber(day), dashed = 3 } end
  month, day = string.match(text, "(%d%d?)[-/.](%d%d?)")
  if month then return { month = tonumber(month), day = tonumber(day), dashed = 2 } end
end

-- "第3天", "Day 3": days that are counted, without months.
local function counted(text)
  local number = tonumber(string.match(text, "^%s*[Dd]ay%s*(%d%d?%d?%d?%d?%d?)") or "")
  local rest = string.match(text, "^%s*第(.*)$")
  for _, unit in ipairs({ "天", params.units.day }) do
    if rest and not number then number = number_of(rest, unit) end
  end
  return number and { counted = number }
end

-- nil, and why: the text is no date of this calendar.
function days.read(text)
  if type(text) ~= "string" or #text > 200 then return nil, { en = "a date is a short text", zh = "日期是一段简短的文字" } end
  local date = with_units(text) or with_dashes(text)
  if not date then
    date = counted(text)
    if date then return date end
  end
  if not date or not date.day then return nil, { en = "that is no date", zh = "这不是日期" } end
  if date.month < 1 or date.month > #params.months then return nil, { en = "a year has " .. #params.months .. " months", zh = "一年有 " .. #params.months .. " 个月" } end
  local most = days.count(date.year or 4, date.month)
  if date.day < 1 or date.day > most then return nil, { en = "that month has " .. most .. " days", zh = "该月有 " .. most .. " 天" } end
  return date
end

-- The year that a text of an era holds; nil: it holds none.
function days.year_of(text)
  if type(text) ~= "string" then return nil end
  local year = number_of(text, params.units.year)
  return year or tonumber(string.match(text, "%d%d?%d?%d?%d?%d?") or "")
end

-- A date as one like `like` is written; with its year, if that is given.
function days.write(date, like, year)
  local function two(number) return string.format("%02d", number) end
  local units = params.units
  if date.counted then return "第" .. date.counted .. "天" end
  if like.dashed then
    local y = year or like.dashed == 3 and date.year
    return (y and y .. "-" or "") .. two(date.month) .. "-" .. two(date.day)
  end
  local month = like.named and params.months[date.month].name or date.month .. units.month
  local y = year or like.year and date.year
  return (y and y .. units.year or "") .. month .. date.day .. units.day
end

-- Days from one date to another; 0 where one is counted and the other has months.
function days.between(from, to, from_year, to_year)
  if (from.counted == nil) ~= (to.counted == nil) then return 0 end
  return days.index(to, to_year) - days.index(from, from_year)
end

-- The day after a date.
function days.next(date, year)
  if date.counted then return { counted = date.counted + 1 } end
  local y = date.year or year
  if date.day < days.count(y or 1, date.month) then return { year = y, month = date.month, day = date.day + 1 } end
  if date.month < #params.months then return { year = y, month = date.month + 1, day = 1 } end
  return { year = y and y + 1, month = 1, day = 1 }
end

-- Minutes since midnight; nil: the text is no time of day.
function days.minutes(text)
  if type(text) ~= "string" then return nil end
  local hour, minute = string.match(text, "(%d%d?)%s*[:：时点]+%s*(%d?%d?)")
  if not hour or tonumber(hour) > 24 then return nil end
  return tonumber(hour) * 60 + (tonumber(minute) or 0)
end

return days
