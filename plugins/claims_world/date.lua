-- What day it is told to be: "today is 3月8日", "it is now November 3". Only where it is said of now.
local facts = require "facts"
local lexicon = require "lexicon"
local narration = require "narration"
local list = lexicon.list

local words = lexicon.new {
  now = { list "今天是 今日是 今天已是 今日已是 现在是 此刻是 已经是 日期是 日历翻到 日历翻到了 日历上写着",
          "today is", "today's date is", "the date is", "it is now", "it is already", "the calendar says" },
}

local kMonths = {}
for number, name in ipairs(list "january february march april may june july august september october november december") do
  kMonths[name] = number
end

-- Month and day of a date of the state; nil: it has none.
local function month_and_day(text)
  if type(text) ~= "string" then return nil end
  local month, day = string.match(text, "(%d+)月(%d+)日")
  if not month then month, day = string.match(text, "%d+%-(%d+)%-(%d+)") end
  return tonumber(month), tonumber(day)
end

-- Month and day right behind a word, and where they end.
local function told_in_han(story, from, to)
  local month = nil
  for _, number in ipairs(story:numbers(from, to)) do
    local unit = string.sub(story.text, number.e + 1, number.e + 3)
    if unit == "月" then month = number.low end
    if month and (unit == "日" or unit == "号") then return month, number.low, number.e + 3 end
  end
end

local function told_in_letters(text, from, to)
  local piece = string.lower(string.sub(text, from, to))
  local name, day, e = string.match(piece, "^%s+(%a+)%s+(%d%d?)()")
  if not kMonths[name] then day, name, e = string.match(piece, "^%s+the%s+(%d%d?)%a%a%s+of%s+(%a+)()") end
  if kMonths[name] then return kMonths[name], tonumber(day), from + e - 2 end
end

-- As the state writes dates.
local function written(text, month, day)
  if string.find(text, "月", 1, true) then return month .. "月" .. day .. "日" end
  return (string.gsub(text, "(%d+%-)%d+%-%d+", function(year) return year .. string.format("%02d-%02d", month, day) end))
end

if params.date ~= "" then
  claim "date" (narration.claim {
    summary = { en = "The day that it is told to be.", zh = "叙事中的今天是哪一天。" },
    shape = params,
    words = { dates = words },
    cues = { "dates.now" },
    find = function(story, ctx)
      local out, state = facts.new(), ctx.get(params.date)
      local now_month, now_day = month_and_day(state)
      for clause, hits in story:each("dates") do
        for _, hit in ipairs(now_day and hits or {}) do
          local month, day, e = told_in_han(story, hit.e + 1, math.min(clause.e, hit.e + 40))
          if not month then month, day, e = told_in_letters(story.text, hit.e + 1, math.min(clause.e, hit.e + 40)) end
          if month and (month ~= now_month or day ~= now_day) and not clause.why and not story:doubt(clause, hit.b) then
            out:add({ kind = "date", subject = "date", path = params.date, equals = written(state, month, day) }, hit.b, e)
          end
        end
      end
      return out.all
    end,
  })
end
