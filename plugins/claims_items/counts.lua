-- Counts: how many of a thing somebody is told to have, to have left, or to be poorer by. What these say is the number itself, so
-- that it is held against the state, whatever was settled.
local numerals = require "numerals"
local things = require "things"
local counts = {}

-- 灵符只剩三张, "three torches left": how many there are.
function counts:left(clause)
  local text = self.text
  for _, thing in ipairs(self.known) do
    if thing.b >= clause.b and thing.e <= clause.e and not self.story:doubt(clause, thing.b) then
      local number = nil
      for _, word in ipairs({ "只剩下", "只剩", "还剩下", "还剩", "仅剩", "剩下" }) do
        if string.sub(text, thing.e + 1, thing.e + #word) == word then number = number or numerals.at(text, thing.e + 1 + #word) end
      end
      -- 箭囊里只剩十七支箭
      for _, one in ipairs(self.story:numbers(clause.b, thing.b - 1)) do
        local lead = string.sub(text, math.max(clause.b, one.b - 9), one.b - 1)
        if thing.b - one.e <= 4 and (string.find(lead, "只剩", 1, true) or string.find(lead, "还剩", 1, true) or string.find(lead, "剩下", 1, true) or string.find(lead, "仅剩", 1, true)) then number = number or one end
        -- 弹匣里只有四发子弹
        local inside = string.sub(text, math.max(clause.b, one.b - 9), one.b - 1)
        if thing.b - one.e <= 4 and (inside == "里只有" or inside == "里还有" or inside == "上只有" or inside == "上还有" or inside == "中只有" or inside == "里仅有") then number = number or one end
      end
      local tail = string.match(string.lower(string.sub(text, thing.e + 1, thing.e + 12)), "^%s+(%a+)")
      if tail == "left" or tail == "remain" or tail == "remains" or tail == "remaining" then
        for _, one in ipairs(self.story:numbers(clause.b, thing.b - 1)) do
          if thing.b - one.e <= 3 then number = one end
        end
      end
      local who, owners = nil, 0
      for id in pairs(thing.owners) do who, owners = id, owners + 1 end
      if owners > 1 then
        local one = #clause.subjects == 1 and clause.subjects[1] or self:topics(clause.number - 1)[1]
        who = one and thing.owners[one] and one or nil
      end
      if number and not number.share and who then self:count(who, thing, number) end
    end
  end
  if clause.han then self:rest_in_han(clause) else self:rest(clause) end
end

-- "poorer by six coins", "six silver coins poorer", "lighter by eight gold pieces": 1 more, -1 less, nil neither.
local kBy = { poorer = -1, lighter = -1, short = -1, down = -1, richer = 1, heavier = 1 }
function counts:richer(clause)
  local text = self.text
  for _, thing in ipairs(self.known) do
    if thing.b >= clause.b and thing.e <= clause.e then
      local one = things.counted(self, clause.b, thing)
      local tail = string.match(string.lower(string.sub(text, thing.e + 1, thing.e + 12)), "^%s+(%a+)")
      local lead = string.match(string.lower(string.sub(text, clause.b, thing.b - 1)), "(%a+) by [%w%s%-]+$")
      local sign = one.low and (kBy[tail or ""] or kBy[lead or ""])
      local who = #clause.subjects == 1 and clause.subjects[1]
      if sign and who and not self.story:doubt(clause, thing.b) then self:say(sign > 0 and "item_gain" or "item_loss", who, one, thing.b, thing.e) end
    end
  end
end

-- "five left in the box", "that leaves her two", "leaving her with four": of the thing named last.
function counts:rest(clause)
  local text = self.text
  for _, number in ipairs(clause.han and {} or self.story:numbers(clause.b, clause.e)) do
    local tail = string.match(string.gsub(string.lower(string.sub(text, number.e + 1, number.e + 24)), "^%s+of them", ""), "^%s+(%a+)")
    local lead = string.lower(string.sub(text, clause.b, number.b - 1))
    local leaves = string.find(lead, "leav%a+ %a+ $") or string.find(lead, "leav%a+ %a+ with $") or string.find(lead, "leav%a+ %a+ with only $") or string.find(lead, "leav%a+ %a+ only $")
    local remains = tail == "left" or tail == "remain" or tail == "remaining" or tail == "remains"
    if not number.share and (leaves or remains) and not self.story:doubt(clause, number.b) then
      local thing = things.last_named(self, clause, number.b, 4)
      local named = false
      for _, one in ipairs(self.known) do named = named or one.b > number.e and one.e <= clause.e and one.b - number.e < 20 end
      local who = self:owner_meant(clause, thing)
      if who and not named and not thing.counted then self:count(who, thing, number) end
    end
  end
end

-- Whose of a thing's owners is meant: the subject, or the only one.
function counts:owner_meant(clause, thing)
  local who, owners, only = nil, 0, nil
  for id in pairs(thing and thing.owners or {}) do
    owners, only = owners + 1, id
    if #clause.subjects == 1 and clause.subjects[1] == id then who = id end
  end
  return who or owners == 1 and only or nil
end

-- 用最后一颗子弹打穿了锁芯: the last one is used, whatever for; unless it is only held.
local kHolds = { "攥", "握", "捏着", "藏", "揣", "收", "放回", "装", "塞", "数", "举", "递", "给", "交", "留", "拿", "看" }
function counts:last_one(clause)
  local text, story = self.text, self.story
  for _, thing in ipairs(clause.han and self.known or {}) do
    if thing.b >= clause.b and thing.e < clause.e then
      local lead = string.sub(text, math.max(clause.b, thing.b - 24), thing.b - 1)
      local last = (string.find(lead, "用最后", 1, true) or string.find(lead, "把最后", 1, true) or string.find(lead, "将最后", 1, true))
      local who = last and self:owner_meant(clause, thing)
      local rest = string.sub(text, thing.e + 1, clause.e)
      for _, word in ipairs(last and kHolds or {}) do
        if string.find(rest, word, 1, true) then who = nil end
      end
      if who and #rest >= 6 and not story:doubt(clause, thing.b) then self:say("item_loss", who, things.counted(self, clause.b, thing), thing.b, thing.e) end
    end
  end
end

-- 只剩最后一只了, 一只也没剩下, 里头空空如也: of the thing named last, a number and what counts it.
local kRemains = { "只剩下", "只剩", "还剩下", "还剩", "仅剩下", "仅剩", "剩下", "只余" }
local kNone = { "也没剩", "也不剩", "都没剩", "都不剩", "也没有了", "都没有了", "也没了", "都没了", "也没留", "也不见了", "不剩", "没剩" }
function counts:rest_in_han(clause)
  local text, story = self.text, self.story
  for _, thing in ipairs(self.known) do
    if thing.b >= clause.b and thing.e <= clause.e then return end
  end
  for _, number in ipairs(story:numbers(clause.b, clause.e)) do
    local counter = not number.share and things.counter_at(text, number.e + 1)
    local lead = string.sub(text, math.max(clause.b, number.b - 15), number.b - 1)
    lead = string.gsub(lead, "最后$", "")
    local tail = counter and string.sub(text, number.e + 1 + #counter, clause.e) or ""
    local left, none = false, false
    for _, word in ipairs(kRemains) do left = left or string.sub(lead, -#word) == word end
    for _, word in ipairs(kNone) do none = none or number.low == 1 and string.sub(tail, 1, #word) == word end
    if counter and (left or none) and not story:unreal(clause, number.b) then
      local thing = things.last_named(self, clause, number.b, 5)
      local who = self:owner_meant(clause, thing)
      if who then self:count(who, thing, none and { low = 0, b = number.b, e = number.e } or number) end
      return
    end
  end
end

-- "He has forty dollars", "has no bullets left", 身上还有三支冷烟火: how many of a known thing somebody is told to have.
local kHas = { " has ", " have ", " had ", " carries ", " counts ", " owns " }
function counts:has(clause)
  local text, story = self.text, self.story
  for _, thing in ipairs(self.known) do
    if thing.b >= clause.b and thing.e <= clause.e then
      local who, mention = story:doer(clause, thing.b)
      local lead = mention and string.lower(string.sub(text, mention.e + 1, thing.b - 1)) or ""
      local own = mention and who and thing.owners[who] and mention.kind == "who" and not mention.possessive
      local verb = nil
      for _, word in ipairs(kHas) do verb = verb or string.sub(lead, 1, #word) == word and word or nil end
      if not verb and string.find(lead, "^ still has ") then verb = " still has " end
      local rest = verb and string.sub(lead, #verb + 1) or ""
      local tail = string.lower(string.sub(text, thing.e + 1, thing.e + 12))
      if own and verb and not story:unreal(clause, thing.b) then
        local number = numerals.at(rest, string.match(rest, "^exactly ()") or string.match(rest, "^only ()") or string.match(rest, "^just ()") or 1)
        if string.find(rest, "^no%s") or string.find(rest, "^no more%s") then number = { low = 0, b = thing.b, e = thing.e } end
        local article = string.find(rest, "^an?%s")
        if number and not article and not number.share and not string.find(tail, "^ of ") and #rest < 24 then self:count(who, thing, { low = number.low, b = thing.b, e = thing.e }) end
      elseif own and string.find(lead, "no longer has ", 1, true) and not story:unreal(clause, thing.b) then
        self:count(who, thing, { low = 0, b = thing.b, e = thing.e })
      end
    end
  end
end

function counts:count(who, thing, number)
  local has = 0
  for key, item in pairs(self.ctx.get(self:path_of(who)) or {}) do
    local name = type(item) == "table" and (params.keyed and key or item[params.item_name])
    if name and name == thing.name then has = has + (item[params.item_count] or 1) end
  end
  local fact = self:amount_of(number.low < has and "item_loss" or "item_gain", who, thing)
  fact.equals = number.low
  self.out:add(fact, thing.b, math.max(number.e, thing.e))
end

return counts
