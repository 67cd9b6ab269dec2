-- What a thing holds: that it stays, how many entries it has, that it only grows, and by which keys they stand.
local places = require "places_of"

-- Operators may repair, and automations may tidy up.
local players = { "model", "player", "tool" }

local function said(limit, en, zh) return limit.why or { en = en, zh = zh } end

local function once_of(limit)
  rule(limit.id .. "_once") {
    summary = { en = "What stands there stays.", zh = "已有内容不可改变。" },
    guidance = { en = "written once", zh = "只写一次" },
    path = limit.path,
    actors = limit.actors or players,
    run = function(effect, ctx)
      if ctx.before(places.at(limit.path, effect.match)) == nil then return allow() end
      return deny(said(limit, "it stays as it is", "已经确定，不可再改变"))
    end,
  }
end

local function stays_of(limit)
  rule(limit.id .. "_stays") {
    summary = { en = "It is not moved about.", zh = "不可移动。" },
    path = limit.path,
    actors = limit.actors or players,
    run = function(effect)
      if effect.verb ~= "move" then return allow() end
      return deny(said(limit, "it is not moved from place to place", "不可在不同位置之间移动"),
        { en = "write what goes and what comes", zh = "请分别写明减少与增加" })
    end,
  }
end

-- How many entries it has: a list by its length, a map by its keys.
local function size_of(limit)
  rule(limit.id .. "_size") {
    summary = { en = "How many entries there may be.", zh = "条目数上限。" },
    guidance = { en = "at most " .. limit.size .. " entries", zh = "最多 " .. limit.size .. " 条" },
    path = limit.path .. ".*",
    actors = limit.actors,
    run = function(effect, ctx)
      if effect.before ~= nil then return allow() end
      local many = ctx.len(places.at(limit.path, effect.match)) or 0
      if many <= limit.size then return allow() end
      return deny(said(limit, "at most " .. limit.size .. " entries", "最多 " .. limit.size .. " 条"),
        { en = "take one out first", zh = "先移除一条" })
    end,
  }
end

local function grows_of(limit)
  rule(limit.id .. "_grows") {
    summary = { en = "Only its end grows.", zh = "只能在末尾追加。" },
    guidance = { en = "only pushed to its end, never changed", zh = "只在末尾追加，不可更改" },
    path = limit.path .. ".*",
    actors = limit.actors or players,
    run = function(effect, ctx)
      local place = places.at(limit.path, effect.match)
      local index = effect.match[#effect.match]
      if effect.before == nil then
        if index == (ctx.len(place) or 0) - 1 then return allow() end
        local was = ctx.before(place)
        if was == nil or math.type(index) == "integer" and index >= #was then return allow() end
      end
      return deny(said(limit, "entries are only added at its end", "只能在末尾追加，已有条目不可更改"),
        { en = "use push", zh = "请用 push 追加" })
    end,
  }
end

local function key_of(limit)
  rule(limit.id .. "_key") {
    summary = { en = "Every entry stands under its own key.", zh = "每个条目以自身字段为键。" },
    guidance = { en = "its " .. limit.key .. " is its key", zh = "它的 " .. limit.key .. " 就是它的键" },
    path = limit.path .. ".*",
    actors = limit.actors,
    run = function(effect, ctx)
      local place = places.at(limit.path, effect.match)
      local key = effect.match[#effect.match]
      place[#place + 1] = key
      local entry = ctx.get(place)
      if entry == nil then return allow() end
      if type(entry) == "table" and tostring(entry[limit.key]) == tostring(key) then return allow() end
      return deny(said(limit, "the field " .. limit.key .. " of an entry is its key", "条目的字段“" .. limit.key .. "”必须等于它的键"),
        { en = "add it with uniqueBy, or write the key into the field", zh = "用 uniqueBy 添加，或把键写进该字段" })
    end,
  }
end

for _, limit in ipairs(params.limits) do
  if limit.once then once_of(limit) end
  if not limit.moves then stays_of(limit) end
  if limit.size ~= nil then size_of(limit) end
  if limit.grows then grows_of(limit) end
  if limit.key ~= nil then key_of(limit) end
end
