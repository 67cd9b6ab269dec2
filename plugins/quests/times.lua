-- The present goes forward, clues are texts, and the time line only grows.
local words = require "words"
local moments = require "moments"
local p = params
local at = { current = p.time .. "." .. p.current, clues = p.time .. "." .. p.clues, timeline = p.time .. "." .. p.timeline }

-- Operators may set the clock back, and automations may shorten the line.
local players = { "model", "player", "tool" }

rule "present" {
  summary = { en = "The present is a text, and does not go back where times can be compared.", zh = "当前时间为文本；可以比较先后时不可倒退。" },
  path = at.current,
  actors = players,
  run = function(effect, ctx)
    local before, after = effect.before, ctx.get(at.current)
    if after == nil then return deny({ en = "there is always a present", zh = "当前时间不可删除" }) end
    if not words.is_text(after, p.max_text) then
      return deny({ en = "the present is a text", zh = "当前时间应为文本" })
    end
    if type(before) ~= "string" then return allow() end
    local order = moments.compare(after, before, p.moments)
    if order == nil and p.strict then
      return deny({ en = "this is not told like the present, " .. before, zh = "纪年方式与当前时间不一致：" .. before },
        { en = "write era, year, month and day the same way", zh = "请沿用同样的年号与年月日写法" })
    end
    if order == nil or order >= 0 then return allow() end
    return deny({ en = "time does not go back; it is " .. before, zh = "时间不能倒退，现在是" .. before },
      { en = "write a later time", zh = "请写更晚的时间" })
  end,
}

if p.date ~= "" then
  derive "date" {
    summary = { en = "The date of the present, in one spelling.", zh = "当前时间的日期（统一写法）。" },
    path = p.time .. "." .. p.date,
    run = function(ctx)
      local present = ctx.get(at.current)
      return type(present) == "string" and moments.date(present) or nil
    end,
  }
end

rule "clue" {
  summary = { en = "A clue is a text; there are only so many.", zh = "线索为文本，数量有上限。" },
  path = at.clues .. ".*",
  run = function(effect, ctx)
    if effect.after == nil then return allow() end
    if not words.is_text((ctx.get(at.clues) or {})[(effect.match[1] or 0) + 1], p.max_text) then
      return deny({ en = "a clue is a text of at most " .. p.max_text .. " characters", zh = "线索应为不超过 " .. p.max_text .. " 字的文本" })
    end
    if (ctx.len(at.clues) or 0) <= p.max_clues then return allow() end
    return deny({ en = "at most " .. p.max_clues .. " clues", zh = "最多 " .. p.max_clues .. " 条线索" },
      { en = "pull one that is settled first", zh = "先用 pull 移除已无用的线索" })
  end,
}

local function is_entry(entry)
  if type(entry) ~= "table" then return false end
  for field, value in pairs(entry) do
    local needed = field == p.entry.when or field == p.entry.event
    if not needed and field ~= p.entry.reason or not words.is_text(value, p.max_text) then return false end
  end
  return entry[p.entry.when] ~= nil and entry[p.entry.event] ~= nil
end

rule "line" {
  summary = { en = "The time line is added to at its end; what it tells stays.", zh = "时间轴只能在末尾追加，已有条目不可更改。" },
  path = at.timeline .. ".*",
  actors = players,
  run = function(effect, ctx)
    local index, line = effect.match[1], ctx.get(at.timeline)
    local fixed = effect.before ~= nil
    if not fixed and index ~= #line - 1 then
      local was = ctx.before(at.timeline)
      fixed = was ~= nil and index < #was
    end
    if fixed then
      return deny({ en = "the time line is only added to at its end", zh = "时间轴只能在末尾追加，已有条目不可更改" },
        { en = "use push", zh = "请用 push 追加" })
    end
    if is_entry(line[index + 1]) then return allow() end
    local shape = "{" .. p.entry.when .. ", " .. p.entry.event .. ", " .. p.entry.reason .. "}"
    return deny({ en = "an entry of the time line is " .. shape .. ", all texts", zh = "时间轴条目应为 " .. shape .. "，均为文本" })
  end,
}
