-- What people are told to get, to give and to lose.
local counts = require "counts"
local facts = require "facts"
local narration = require "narration"
local places = require "places"
local things = require "things"
local words = require "item_words"

local Items = {}
Items.__index = Items
for name, count in pairs(counts) do Items[name] = count end

function Items:path_of(who) return places.of(params.characters, who, params.inventory) end

-- A fact of how many of a thing somebody has: in a list those of its name, in a map the number under its name.
function Items:amount_of(kind, who, thing)
  local path = self:path_of(who)
  if params.keyed and thing.name then return { kind = kind, subject = who, path = places.below(path, thing.name, params.item_count) } end
  local where = thing.name and { [params.item_name] = thing.name } or nil
  return { kind = kind, subject = who, path = path, field = params.item_count, where = where }
end

-- One fact: so many of a thing more (1) or less (-1). A thing without a name is any that the owner got or lost.
function Items:say(kind, who, thing, b, e)
  if not who or self.ctx.get(self:path_of(who)) == nil then return end
  local sign = kind == "item_gain" and 1 or -1
  local fact = self:amount_of(kind, who, thing)
  local low, high = thing.low, thing.high
  if low then
    fact.delta = sign > 0 and { low, high } or { -high, -low }
  else
    fact.changed = sign > 0 and "up" or "down"
  end
  self.out:add(fact, b, e)
end

function Items:owns(who, thing) return thing.owners ~= nil and thing.owners[who] ~= nil end

-- The one person of the clause who is not the subject: to whom something is given, from whom it is taken.
function Items:other(clause, ids, from, to)
  local found = nil
  for _, one in ipairs(clause.people) do
    if one.id and one.pronoun ~= "it" and one.b >= from and one.b <= to then
      local subject = false
      for _, id in ipairs(ids) do subject = subject or id == one.id end
      if not subject then found = found or one end
    end
  end
  return found
end

function Items:refused(clause)
  for number = clause.number, math.min(self.story.clauses.count, clause.number + 2) do
    for _, hit in ipairs(self.story:words(self.story.clauses[number], "items")) do
      if hit.class == "refuses" then return true end
    end
  end
  return false
end

local function first(hits, class, from)
  for _, hit in ipairs(hits) do
    if hit.class == class and hit.b >= (from or 0) then return hit end
  end
end

-- Whose hand or bag it is: the name before it, else the subject.
function Items:owner_of(clause, container)
  local found = nil
  for _, one in ipairs(clause.people) do
    if one.id and one.e < container.b and (one.possessive or container.b - one.e < 7) then found = one.id end
  end
  return found
end

-- "slips you a letter": somebody right behind the verb is given it.
function Items:is_handed(clause, verb, ids)
  local one = string.byte(verb.word) < 0x80 and self.story:after(clause, verb.e)
  if not one or not one.id or one.possessive or one.b - verb.e > 2 or one.kind ~= "who" then return false end
  for _, id in ipairs(ids) do
    if id == one.id then return false end
  end
  return string.find(verb.word, "^sl[iu]") ~= nil or string.find(verb.word, "^bu?o?[yu]") ~= nil or string.find(verb.word, "^f[ei]tch") ~= nil
end

-- "in her pocket", "in Ana's bag": whose bag it is is said, and it is the subject's.
function Items:is_own(clause, container, who)
  for _, one in ipairs(clause.people) do
    if one.possessive and one.id == who and one.b < container.b and container.b - one.e < 20 then return true end
  end
  return false
end

local kTheft = { "偷", "抢", "顺", "拿走", "收走", "没收", "夺", "摸走", "卷走", "取走", "骗", "搜", "缴", "扣下", "扣走" }
local function is_theft(verb)
  for _, word in ipairs(kTheft) do
    if string.sub(verb.word, 1, #word) == word then return true end
  end
  return string.find(verb.word, "^st[eo][al]") ~= nil or string.find(verb.word, "^snatch") ~= nil or string.find(verb.word, "^swipe") ~= nil or string.find(verb.word, "^lift") ~= nil or string.find(verb.word, "off with$") ~= nil or string.find(verb.word, "^pilfer") ~= nil or string.find(verb.word, "^confiscat") ~= nil or string.find(verb.word, "^seize") ~= nil
end

-- The one owner of a thing, where there is no other.
local function only_owner(thing)
  local owners, only = 0, nil
  for id in pairs(thing.owners or {}) do owners, only = owners + 1, id end
  return owners == 1 and only or nil
end

function Items:gain(clause, verb, hits)
  local ids = self.story:doers(clause, verb.b)
  if self:is_handed(clause, verb, ids) then return self:give(clause, verb, hits) end
  local thing = things.near(self, clause, verb)
  if thing and #ids ~= 1 then return self:taken(clause, verb, thing) end
  if not thing then return end
  local who = ids[1]
  -- "buys a map for three coins"
  local price = thing.owners and string.find(verb.word, "^b[uo][yu]") and string.find(string.lower(string.sub(self.text, verb.e + 1, thing.b - 1)), "%f[%a]for%f[%A]")
  if price then
    if self:owns(who, thing) then self:say("item_loss", who, thing, verb.b, thing.e) end
    thing = { b = verb.b, e = thing.b - 1, counted = true }
  end
  if first(hits, "own") then return end
  local into = first(hits, "container", verb.b)
  local stores = verb.word == "add" or verb.word == "adds" or string.find(verb.word, "^slip") or string.find(verb.word, "^tuck") or string.find(verb.word, "^st[ou][wf]") or string.find(verb.word, "^take") or string.find(verb.word, "^took") or string.find(verb.word, "^pull") or string.find(verb.word, "^塞") or string.find(verb.word, "^装") or string.find(verb.word, "^放进") or string.find(verb.word, "^收进") or string.find(verb.word, "^揣") or string.find(verb.word, "^收起") or string.find(verb.word, "^收好") or string.find(verb.word, "^find") or string.find(verb.word, "^found") or string.find(verb.word, "^grab") or string.find(verb.word, "^lift")
  -- 接过沈青衣手中的长剑: a hand before the thing is where it comes from.
  if into and string.sub(self.text, into.e + 1, into.e + 3) == "的" then into = nil end
  -- "off Helix's belt", "from Ana's bag": that is where it was.
  for _, one in ipairs(into and clause.people or {}) do
    local lead = one.possessive and one.b < into.b and into.b - one.e < 20 and string.match(string.lower(string.sub(self.text, math.max(1, one.b - 6), one.b - 1)), "(%a+)%s+$")
    if lead == "off" or lead == "from" or lead == "of" then into = nil break end
  end
  local holder = into and self:owner_of(clause, into)
  if holder and holder ~= who then return self:give(clause, verb, hits, holder) end
  if self:owns(who, thing) and (stores or not thing.low or self:is_at_hand(verb)) and not thing.bought then
    -- What one has already is only handled, unless the count says more.
    if not (thing.low and string.find(verb.word, "买")) then return end
  end
  local finds = string.find(verb.word, "^f[io][nu][nd]") ~= nil
  if finds and not thing.owners and not (into and self:is_own(clause, into, who)) then return end
  if stores and not thing.owners and not into and not thing.fresh and string.byte(verb.word) < 0x80 then return end
  if stores and not thing.owners and not into and not thing.counted then return end
  self:say("item_gain", who, thing, math.min(verb.b, thing.b), math.max(verb.e, thing.e))
  local loser = self:other(clause, ids, clause.b, verb.b)
  local takes_from = loser and self:owns(loser.id, thing) and (string.find(string.sub(self.text, math.max(clause.b, loser.b - 4), loser.b - 1), "从") or string.find(string.sub(self.text, math.max(clause.b, loser.b - 6), loser.b - 1), "from"))
  if not takes_from then
    loser = self:other(clause, ids, verb.e, clause.e)
    takes_from = loser and self:owns(loser.id, thing) and (loser.possessive or first(hits, "container", loser.b) or string.find(string.sub(self.text, math.max(1, loser.b - 6), loser.b - 1), "from ") or string.find(string.sub(self.text, math.max(1, loser.b - 5), loser.b - 1), " off "))
  end
  if takes_from then return self:say("item_loss", loser.id, thing, math.min(verb.b, thing.b), math.max(verb.e, thing.e)) end
  -- "Hank disarms Ezra and pockets the revolver": whose it was.
  local owner = only_owner(thing)
  for _, one in ipairs(owner and owner ~= who and not thing.low and clause.people or {}) do
    if one.id == owner and one.e < thing.b then return self:say("item_loss", owner, thing, math.min(verb.b, thing.b), math.max(verb.e, thing.e)) end
  end
end

-- 食堂阿姨收走了江澈两张饭票: by whom, nobody knows; from whom, it is said.
function Items:taken(clause, verb, thing)
  local one = self.story:after(clause, verb.e)
  if one and one.id and one.b < thing.b and self:owns(one.id, thing) then return self:say("item_loss", one.id, thing, verb.b, thing.e) end
  local owner = is_theft(verb) and #self.story:doers(clause, verb.b) == 0 and only_owner(thing)
  if owner and (owner == self.story.actor or self:topics(clause.number - 1)[1] == owner) then self:say("item_loss", owner, thing, verb.b, thing.e) end
end

function Items:is_at_hand(verb)
  return string.find(verb.word, "^捡") or string.find(verb.word, "^拾") or string.find(verb.word, "^接") or string.find(verb.word, "手里$") or string.find(verb.word, "^pick") or string.find(verb.word, "^取") or string.find(verb.word, "^摘") or string.find(verb.word, "^翻") or string.find(verb.word, "^抓")
end

local kReceives = {}
for word in string.gmatch("palm hand hands fingers grip fist lap arms pocket pockets bag pack purse belt keeping care possession", "%a+") do kReceives[word] = true end

-- "into Rowan's palm", "in her open hand": what comes there is got.
function Items:is_received(one)
  local before = string.match(string.lower(string.sub(self.text, math.max(1, one.b - 12), one.b - 1)), "(%a+)%s+$")
  if before ~= "into" and before ~= "in" and before ~= "to" and before ~= "onto" then return false end
  local rest = string.gsub(string.sub(self.text, one.e + 1, one.e + 30), "^\u{2019}", "'")
  local first, second = string.match(rest, "^'?s?%s+(%a+)%s*(%a*)")
  return first ~= nil and (kReceives[first] or kReceives[second]) == true
end

function Items:give(clause, verb, hits, receiver)
  local story = self.story
  local ids = story:doers(clause, verb.b)
  local thing = things.near(self, clause, verb)
  if not thing or self:refused(clause) then return end
  local giver = #ids == 1 and ids[1] or nil
  local b, e = math.min(verb.b, thing.b), math.max(verb.e, thing.e)
  local here = string.find(verb.word, "过来", 1, true) or string.find(verb.word, "过去", 1, true) or string.find(verb.word, "来$")
  local after = story:next(clause)
  local next_one = after and after.explicit and #after.subjects == 1 and after.subjects[1] ~= giver and after.subjects[1] or nil
  if not receiver then
    local latin = string.byte(verb.word) < 0x80
    local other = self:other(clause, ids, latin and verb.b or verb.b, clause.e)
    receiver = other and not other.possessive and other.id or other and first(hits, "container", other.b) and other.id or nil
    if latin and other and not (other.b - verb.e <= 2) and not string.find(string.lower(string.sub(self.text, math.max(1, other.b - 12), other.b - 1)), "to ") then receiver = nil end
    if latin and other and other.possessive and self:is_received(other) then receiver = other.id end
    if not receiver and next_one and (here or verb.word == "hand over" or verb.word == "hands over" or verb.word == "handed over") then receiver = next_one end
    if here and not receiver then
      local before = self:topics(clause.number - 1)[2]
      receiver = before and before ~= giver and before or (story.actor ~= giver and story.actor or nil)
    end
  end
  if not receiver then
    -- To somebody whom the state does not know.
    local away = string.find(verb.word, "给") or string.find(verb.word, "^pa[yi]") or string.find(verb.word, "over$") or string.find(string.lower(string.sub(self.text, thing.e + 1, thing.e + 5)), "^%s+to%f[%A]")
    local counted = thing.low and string.byte(verb.word) < 0x80 and string.find(string.lower(string.sub(self.text, thing.e + 1, thing.e + 9)), "^%s+[oaid][ncno][%st][orw]?[os]?")
    if (away or counted) and giver and self:owns(giver, thing) then self:say("item_loss", giver, thing, b, e) end
    return
  end
  if giver == receiver then giver = nil end
  if giver and self:owns(giver, thing) then self:say("item_loss", giver, thing, b, e) end
  local right_behind = self.story:after(clause, verb.e)
  right_behind = right_behind and right_behind.id == receiver and right_behind.b - verb.e <= 2 and string.byte(verb.word) < 0x80
  if giver and not thing.owners and not thing.counted and not right_behind then return end
  self:say("item_gain", receiver, thing, b, e)
end

-- "Ana is handed the radio by Drew": the subject has it; a thing that is told as given to somebody has a subject of its own.
function Items:given(clause, verb)
  local who, mention = self.story:doer(clause, verb.b)
  local thing = who and mention and not mention.possessive and things.near(self, clause, { b = verb.b, e = verb.e, word = verb.word, class = "gains" })
  if not thing or self:owns(who, thing) and not thing.low then return end
  self:say("item_gain", who, thing, verb.b, thing.e)
  local by = self.story:after(clause, thing.e)
  if by and by.id and by.id ~= who and string.find(string.lower(string.sub(self.text, math.max(1, by.b - 5), by.b - 1)), "by $") and self:owns(by.id, thing) then self:say("item_loss", by.id, thing, verb.b, by.e) end
end

-- "The radio passes from Drew to Ana."
function Items:changes_hands(clause, verb)
  local thing = things.before(self, clause, verb)
  local from = thing and thing.owners and self.story:after(clause, verb.e)
  local to = from and from.id and self.story:after(clause, from.e)
  local function led(one, word) return string.find(string.lower(string.sub(self.text, math.max(1, one.b - #word - 1), one.b - 1)), word .. " $") end
  if not to or not to.id or not led(from, "from") or not led(to, "to") or not self:owns(from.id, thing) then return false end
  self:say("item_loss", from.id, thing, thing.b, to.e)
  self:say("item_gain", to.id, thing, thing.b, to.e)
  return true
end

-- "The Queen rewards her with a hundred gold pieces."
function Items:endow(clause, verb)
  local one = self.story:after(clause, verb.e)
  local with = one and one.id and one.b - verb.e <= 2 and select(2, string.find(self.text, "^%s+with%s", one.e + 1))
  local thing = with and things.near(self, clause, { b = with, e = with, word = "with", class = "gives" })
  if not thing then return end
  self:say("item_gain", one.id, thing, verb.b, thing.e)
  local giver = self.story:doer(clause, verb.b)
  if giver and giver ~= one.id and self:owns(giver, thing) then self:say("item_loss", giver, thing, verb.b, thing.e) end
end

-- 用一卷绷带换来…: what is given for it.
function Items:exchange(clause, verb)
  local who = self.story:doer(clause, verb.b)
  for _, thing in ipairs(self.known) do
    if who and thing.b >= clause.b and thing.e < verb.b and self:owns(who, thing) then
      local before = string.sub(self.text, math.max(clause.b, thing.b - 15), thing.b - 1)
      if string.find(before, "用", 1, true) or string.find(before, "拿", 1, true) or string.find(before, "以", 1, true) then
        self:say("item_loss", who, things.counted(self, clause.b, thing), thing.b, verb.e)
        return true
      end
    end
  end
  return false
end

-- "drops the revolver down the well"
local kAway = { down = true, into = true, overboard = true, over = true, out = true, off = true, through = true, away = true }
local function is_away(text, thing)
  local word = string.match(string.lower(string.sub(text, thing.e + 1, thing.e + 14)), "^%s+(%a+)")
  return word ~= nil and kAway[word] == true
end

local function is_last(text, verb, thing)
  local between = string.lower(string.sub(text, verb.e + 1, thing.b - 1))
  return string.find(between, "last", 1, true) ~= nil or string.find(between, "second", 1, true) ~= nil or string.find(between, "third", 1, true) ~= nil or string.find(between, "first", 1, true) ~= nil
    or string.find(between, "every", 1, true) ~= nil or string.find(between, "all ", 1, true) ~= nil or string.find(between, "^%s+an?%s") ~= nil or string.find(between, "final", 1, true) ~= nil
end

local kBehind = { on = true, ["in"] = true, at = true, behind = true, with = true, there = true, where = true, under = true, beside = true, by = true }
local function is_left_behind(text, thing)
  local word = string.match(string.lower(string.sub(text, thing.e + 1, thing.e + 14)), "^%s+(%a+)")
  return word ~= nil and kBehind[word] == true
end

function Items:lose(clause, verb)
  local ids = self.story:doers(clause, verb.b)
  local thing = things.near(self, clause, verb)
  if #ids ~= 1 or not thing or not self:owns(ids[1], thing) then return end
  local latin = string.byte(verb.word) < 0x80
  if latin and (string.find(verb.word, "^drop") or string.find(verb.word, "^sla[mp]") or string.find(verb.word, "^toss") or string.find(verb.word, "^slid") or string.find(verb.word, "^lay") or string.find(verb.word, "^laid") or string.find(verb.word, "^hurl") or string.find(verb.word, "^f?ling") or string.find(verb.word, "^down")) and not thing.low and not is_away(self.text, thing) then return end
  -- "fires the revolver", "lights the torch": only what is counted is used up.
  if latin and (string.find(verb.word, "^fire") or string.find(verb.word, "^shoo?t") or string.find(verb.word, "^loose") or string.find(verb.word, "^launch")) and not (thing.low or is_last(self.text, verb, thing)) then return end
  -- "left his revolver on the table"
  if latin and (verb.word == "left" or string.find(verb.word, "^leave") or verb.word == "leaving") and (verb.e + 16 < thing.b or not is_left_behind(self.text, thing)) then return end
  self:say("item_loss", ids[1], thing, math.min(verb.b, thing.b), math.max(verb.e, thing.e))
end

-- 火把不见了, "Edith's candle is gone": of the thing itself.
-- "shatters the lock" is done to something else.
local kObject = {}
for word in string.gmatch("the a an his her my your their its our this that these those every both one two three", "%a+") do kObject[word] = true end
local function is_transitive(text, clause, verb)
  if not string.find(verb.word, "^break") and not string.find(verb.word, "^snap") and not string.find(verb.word, "^shatter") and not string.find(verb.word, "^splinter") and not string.find(verb.word, "^burst") and not string.find(verb.word, "^sink") then return false end
  local word = string.match(string.sub(text, verb.e + 1, clause.e), "^%s+(%a+)")
  return word ~= nil and (kObject[string.lower(word)] == true or string.find(word, "^%u") ~= nil)
end

function Items:gone(clause, verb)
  if is_transitive(self.text, clause, verb) then return end
  local thing = things.before(self, clause, verb)
  if not thing or not thing.owners then return end
  local who = nil
  for _, one in ipairs(clause.people) do
    if one.id and one.b < verb.b and self:owns(one.id, thing) then who = one.id end
  end
  if not who then
    for _, id in ipairs(clause.subjects) do
      if self:owns(id, thing) then who = who or id end
    end
  end
  local owners, only = 0, nil
  for id in pairs(thing.owners) do owners, only = owners + 1, id end
  who = who or (owners == 1 and #clause.people == 0 and only or nil)
  if who then self:say("item_loss", who, thing, thing.b, verb.e) end
end

-- A thing that comes to lie in somebody's bag.
function Items:comes(clause, verb, hits)
  local into = first(hits, "container", verb.e)
  if not into and string.byte(verb.word) >= 0x80 and (string.find(verb.word, "^掉") or string.find(verb.word, "^落") or string.find(verb.word, "^滚") or string.find(verb.word, "^滑")) then return self:gone(clause, verb) end
  local thing = into and things.before(self, clause, verb)
  if not thing then return end
  local who = self:owner_of(clause, into)
  if not who or self:owns(who, thing) and not thing.low then return end
  self:say("item_gain", who, thing, thing.b, into.e)
  local owner = only_owner(thing)
  if owner and owner ~= who and not thing.low then self:say("item_loss", owner, thing, thing.b, into.e) end
end

-- "… the brass key is Garrick's"
function Items:belongs(clause)
  local text = self.text
  for _, one in ipairs(clause.people) do
    if one.id and one.e >= clause.e - 3 and (one.possessive or string.find(text, "^['’]s", one.e + 1) or string.find(text, "^\xE2\x80\x99s", one.e + 1)) then
      local before = string.lower(string.sub(text, math.max(clause.b, one.b - 12), one.b - 1))
      local thing = string.find(before, "%f[%a]is now $") or string.find(before, "%f[%a]is $")
      thing = thing and things.before(self, clause, { b = one.b, e = one.e, word = "is" })
      if thing and thing.owners and not self.story:doubt(clause, one.b) then self:say("item_gain", one.id, thing, thing.b, one.e) end
    end
  end
end

-- Whom the talk was about last, and before that, up to a clause.
function Items:topics(number)
  local last = nil
  for at = number, math.max(1, number - 40), -1 do
    local subjects = self.story.clauses:is_told(at) and self.story.clauses[at].subjects or {}
    if #subjects == 1 and subjects[1] ~= last then
      if last then return { last, subjects[1] } end
      last = subjects[1]
    end
  end
  return { last }
end

function Items:clause(clause, hits)
  self:left(clause)
  self:richer(clause)
  self:has(clause)
  self:last_one(clause)
  for _, verb in ipairs(hits) do
    local class = verb.class
    local speaks = class == "gains" or class == "loses" or class == "gives" or class == "gone" or class == "comes" or class == "endows" or class == "given"
    if speaks and not self.story:doubt(clause, verb.b) then
      local passive = string.find(string.sub(self.text, clause.b, verb.b), "被") and class ~= "gone"
      if passive then
        self:gone(clause, verb)
      elseif class == "gains" then
        local paid = (string.find(verb.word, "^换") or string.find(verb.word, "^兑换")) and self:exchange(clause, verb)
        -- 换了一件衣服 is no purchase.
        if verb.word ~= "换了一" or paid then self:gain(clause, verb, hits) end
      elseif class == "given" then
        self:given(clause, verb)
      elseif class == "endows" then
        self:endow(clause, verb)
      elseif class == "gives" then
        if not self:changes_hands(clause, verb) then self:give(clause, verb, hits) end
      elseif class == "loses" then
        local other = self:other(clause, self.story:doers(clause, verb.b), verb.e, clause.e)
        if other and string.find(verb.word, "给$") then self:give(clause, verb, hits, other.id) else self:lose(clause, verb) end
      elseif class == "comes" then
        self:comes(clause, verb, hits)
      else
        self:gone(clause, verb)
      end
    end
  end
  self:belongs(clause)
end

-- 【获得：腰牌×1】, "Obtained: Silver Locket x1", "+1 Silver Locket": what a panel or a line of its own says that somebody got or lost.
local function count_in(piece)
  local number = string.match(piece, "[x×%*]%s*(%d+)%s*$") or string.match(piece, "\xC3\x97%s*(%d+)%s*$") or string.match(piece, "^%s*[+%-](%d+)%s")
  return number and tonumber(number) or nil
end

function Items:shown(clause)
  local text, e = self.text, clause.e
  local piece = string.sub(text, clause.b, e)
  local sign, label = nil, nil
  for _, one in ipairs(words.shown) do
    if not label and string.sub(string.lower(piece), 1, #one[1]) == one[1] then label, sign = one[1], one[2] end
  end
  local signed = not label and string.match(piece, "^([+%-])%d+%s+%u")
  if not label and not signed then return end
  sign = sign or (signed == "+" and 1 or -1)
  local b = clause.b + (label and #label or 0)
  b = string.match(text, "^[%s:%*]*()", b)
  while string.sub(text, b, b + 2) == "：" do b = string.match(text, "^[%s:]*()", b + 3) end
  if b > e then
    local after = self.story.clauses[clause.number + 1]
    if not after or after.b - e > 6 or not (clause.panel or after.sentence == clause.sentence) then return end
    b, e = after.b, after.e
  elseif not clause.panel and not signed and b == clause.b + #label then
    return
  end
  local thing = nil
  for _, one in ipairs(self.known) do
    if not thing and one.b >= b and one.e <= e then thing = one end
  end
  local name = string.sub(text, b, e)
  if not thing and (sign < 0 or #name < 3 or #name > 48 or words.no_thing(name)) then return end
  thing = { b = b, e = e, name = thing and thing.name or nil, owners = thing and thing.owners or nil }
  local count = count_in(name) or signed and tonumber(string.match(piece, "%d+")) or nil
  thing.low, thing.high = count, count
  local who = self.story.actor
  for number = clause.number, math.max(1, clause.number - 3), -1 do
    local before = self.story.clauses[number]
    if before.panel ~= clause.panel then break end
    for _, one in ipairs(before.people) do
      if one.id and one.b < b and not one.pronoun and one.kind == "who" then who = one.id end
    end
  end
  if who and (sign > 0 or self:owns(who, thing)) then self:say(sign > 0 and "item_gain" or "item_loss", who, thing, b, e) end
end

-- Words that tell of something got or lost.
local kTelling = { given = true, gains = true, gives = true, endows = true, comes = true, loses = true, gone = true }

-- The clauses with a verb of these or a thing that somebody owns, in order.
local function clauses_of(story, known)
  local all, hits_of = {}, {}
  -- Only what somebody has can be lost.
  local telling = #known > 0 and kTelling or { given = true, gains = true, gives = true, endows = true, comes = true }
  for clause, hits in story:each("items", telling) do hits_of[clause.number] = hits end
  for clause in story:each("shown") do hits_of[clause.number] = hits_of[clause.number] or {} end
  local number = 1
  for _, thing in ipairs(known) do
    number = story.clauses:behind(thing.b, number) or story.clauses.count
    hits_of[number] = hits_of[number] or {}
  end
  for one in pairs(hits_of) do all[#all + 1] = one end
  table.sort(all)
  return all, hits_of
end

local kCarried = { path = params.characters .. ".*." .. params.inventory .. ".*", plural = true }
if params.keyed then kCarried.keys = true else kCarried.names = { params.item_name } end

-- The ends of their names, by which the talk goes on of them.
local kHeads = { path = kCarried.path, names = kCarried.names, keys = kCarried.keys, plural = true, heads = words.no_heads }

claim "items" (narration.claim {
  summary = { en = "What people are told to get, give and lose.", zh = "叙事中谁得到、交出或失去了什么。" },
  shape = params,
  words = { items = words.lexicon, shown = words.labels },
  cues = narration.with({ { kCarried }, "shown.label", { "items.loses", kHeads }, { "items.gone", kHeads } }, narration.of_people(params, { "items.gains", "items.gives", "items.given", "items.endows", "items.container" })),
  find = function(story, ctx)
    local self = setmetatable({ text = story.text, ctx = ctx, story = story, out = facts.new() }, Items)
    local spoken = { [story.actor or ""] = true }
    for _, id in ipairs(story.named) do spoken[id] = true end
    self.known = things.known(story.text, ctx, { kCarried, kHeads }, spoken, function(who) return self:path_of(who) end)
    local numbers, hits_of = clauses_of(story, self.known)
    for _, number in ipairs(numbers) do
      if story.clauses:is_told(number) then self:clause(story.clauses[number], hits_of[number]) end
      if story.clauses[number].panel or not story.clauses[number].why then self:shown(story.clauses[number]) end
    end
    return self.out.all
  end,
})
