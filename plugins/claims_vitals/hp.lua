-- Hit points that the narrator gives a number, a share or a bar: changes and values.
local facts = require "facts"
local narration = require "narration"
local numerals = require "numerals"
local places = require "places"
local words = require "hp_words"
local wounds = require "wounds"

local function path_of(who, which) return places.of(params.characters, who, which) end

-- The nearest of `hits` that ends before `place`, and the nearest that starts behind `place`.
local function around(hits, b, e)
  local left, right = nil, nil
  for _, hit in ipairs(hits) do
    if hit.class ~= "noun" then
      if hit.e < b then left = hit end
      if hit.b > e and not right then right = hit end
    end
  end
  return left, right
end

local function has(hits, class)
  for _, hit in ipairs(hits) do
    if hit.class == class then return hit end
  end
end

-- What a number counts: "hp" where it says so, "points" where it only says points; and where that ends.
local function unit_of(text, number)
  local behind = string.match(text, "^ *()", number.e + 1)
  for _, unit in ipairs(words.units) do
    -- 一半的血; of 李四的血 the four is not a number.
    local part = string.sub(unit, 1, 3) ~= "的" or number.share
    if part and string.sub(text, behind, behind + #unit - 1) == unit then return "hp", behind + #unit - 1 end
  end
  local rest = string.lower(string.sub(text, behind, behind + 30))
  for _, unit in ipairs({ "hit points?", "points? of damage", "points? of %a+ damage", "%a+ damage%f[%A]", "of %a+['’]?s hit points", "of [hdtmy][hiey][eirsu]?i?r? hit points", "more hit points?", "points? of health", "points? of life", "health points?", "points? of hp", "hp%f[%A]", "damage%f[%A]", "health%f[%A]" }) do
    local _, stop = string.find(rest, "^" .. unit)
    if stop then return "hp", behind + stop - 1 end
  end
  if string.sub(text, behind, behind + 2) == "点" then return "points", behind + 2 end
  local _, stop = string.find(rest, "^points?%f[%A]")
  if stop then return "points", behind + stop - 1 end
  return nil, number.e
end

local function near(text, number, which)
  local before = string.lower(string.sub(text, math.max(1, number.b - 24), number.b - 1))
  local after = string.sub(text, number.e + 1, number.e + 18)
  for _, word in ipairs(which) do
    local from = string.find(before, word, 1, true)
    if from and #before - from < 24 or (word == "左右" or word == "上下") and string.find(after, word, 1, true) then return true end
  end
  return false
end

local function span_of(text, number)
  local low, high = number.low, number.high
  if near(text, number, words.about) then low, high = low * 0.8, high * 1.2 end
  if near(text, number, words.least) then high = math.huge end
  return low, high
end

local Hp = {}
Hp.__index = Hp

function Hp:change(who, sign, number, b, e)
  if not who or not self:has_hp(who) then return end
  local low, high = span_of(self.text, number)
  high = math.min(high, 1000000000)
  local fact = { kind = "hp_change", subject = who, path = path_of(who, params.hp), delta = sign > 0 and { low, high } or { -high, -low } }
  self.numbered[who] = true
  self.out:add(fact, b, e)
end

function Hp:value(who, number, b, e)
  if not who or not self:has_hp(who) then return end
  local low, high = span_of(self.text, number)
  local fact = { kind = "hp_value", subject = who, path = path_of(who, params.hp) }
  self.numbered[who] = true
  if number.share then
    local slack = low == high and 0.07 or 0.03
    fact.share, fact.of = { low - slack, high + slack }, path_of(who, params.max)
  elseif low == high then
    fact.equals = number.low
  else
    fact.within = { low, math.min(high, 1000000000) }
  end
  self.out:add(fact, b, e)
end

function Hp:has_hp(who) return self.ctx.get(path_of(who, params.hp)) ~= nil end

-- Whose bar a panel or a line shows: the name before it, else the one that the talk is about.
-- A line of its own, "> HP 26/32 · Gold 5", is whose story it is.
function Hp:is_line(place)
  local lead = string.match(string.sub(self.text, math.max(1, place - 24), place - 1), "([^\n]*)$")
  return #lead < 20 and string.find(lead, "%w") == nil and not string.find(lead, "[\xE4-\xE9]") and (place <= 24 or string.sub(self.text, place - #lead - 1, place - #lead - 1) == "\n")
end

-- Of two whose bar it may be, the one who can have that much at most.
function Hp:by_most(one, other, most)
  if not one or not other or one == other or not most then return one or other end
  local of_one, of_other = self.ctx.get(path_of(one, params.max)), self.ctx.get(path_of(other, params.max))
  return of_other == most and of_one ~= most and other or one
end

function Hp:owner(clause, place, most)
  local found = nil
  for _, one in ipairs(clause.people) do
    if one.b < place and one.id then found = one.id end
  end
  if found then return found end
  for number = clause.number - 1, math.max(1, clause.number - 2), -1 do
    local before = self.story.clauses[number]
    if clause.panel and before.panel and #before.subjects == 1 then return before.subjects[1] end
  end
  if self.story.actor and not clause.panel and self:is_line(place) then return self.story.actor end
  if #clause.subjects == 1 and not clause.panel then return self:by_most(clause.subjects[1], self.story.actor, most) end
  if clause.panel then return self:by_most(self:last_topic(clause), self.story.actor, most) end
  return self.story.actor
end

-- The one whom the talk was about before a panel.
function Hp:last_topic(clause)
  for number = clause.number - 1, 1, -1 do
    local before = self.story.clauses[number]
    if #before.subjects == 1 and not before.panel then return before.subjects[1] end
  end
end

local kBars = { "❤️", "❤", "♥", "HP", "hp", "Hp", "生命值", "生命", "血量", "气血", "体力值", "体力", "血条", "Health", "health", "HEALTH", "血", "hit points", "Hit Points", "Life", "Vitality" }

-- Bars: "HP 20/60", "生命：20/60（-3）", "HP 45→40", "HP: 12", "HP -5".
function Hp:bar(clause)
  local text, done = self.text, {}
  local piece, base = string.sub(self.text, clause.b, clause.e), clause.b - 1
  if not string.find(piece, "%d") and not string.find(piece, "\xEF\xBC") then return end
  for _, name in ipairs(kBars) do
    local place = 1
    while true do
      local b, e = string.find(piece, name, place, true)
      if not b then break end
      place, b, e = e + 1, base + b, base + e
      local at = string.match(text, "^[%s:：=　%*_|`]*()", e + 1)
      while string.find(text, "^　", at) or string.find(text, "^：", at) do at = string.match(text, "^%s*()", at + 3) end
      local sign = string.match(text, "^[+%-]", at)
      local number = numerals.at(text, sign and at + 1 or at)
      if number and number.e <= clause.e and string.find(text, "^[%d\xEF]", number.b) and not done[number.b] then
        done[number.b] = true
        local slash = string.match(text, "^%s*[/／]%s*()%d", number.e + 1)
        local who = self:owner(clause, b, slash and numerals.at(text, slash).low)
        local arrow = string.match(text, "^%s*→%s*()%d", number.e + 1) or string.match(text, "^%s*%->%s*()%d", number.e + 1)
        if slash then
          local most = numerals.at(text, slash)
          self:value(who, { b = number.b, e = number.e, low = number.low, high = number.low }, b, most.e)
          local change = string.match(text, "^%s*[(（]([+%-]%d+)", most.e + 1) or string.match(text, "^%s*（([+%-]%d+)", most.e + 1)
          if change and tonumber(change) ~= 0 then self:change(who, tonumber(change), { b = most.e, e = most.e, low = math.abs(tonumber(change)), high = math.abs(tonumber(change)) }, b, most.e + 1) end
          self.bars[#self.bars + 1] = { b, most.e }
        elseif arrow then
          local now = numerals.at(text, arrow)
          self:value(who, now, b, now.e)
          self.bars[#self.bars + 1] = { b, now.e }
        elseif sign then
          self:change(who, sign == "+" and 1 or -1, number, b, number.e)
          self.bars[#self.bars + 1] = { b, number.e }
        elseif clause.panel or string.find(string.sub(text, e + 1, number.b - 1), "[:=]") or string.find(string.sub(text, e + 1, number.b - 1), "：", 1, true) then
          self:value(who, number, b, number.e)
          self.bars[#self.bars + 1] = { b, number.e }
        end
      end
    end
  end
end

function Hp:in_bar(number)
  for _, bar in ipairs(self.bars) do
    if number.b >= bar[1] and number.e <= bar[2] then return true end
  end
  return false
end

-- Who loses or gains by what is said at a place.
function Hp:whose(clause, hit, agent)
  local story = self.story
  -- "come flooding back into Juno's body"
  local into = story:after(clause, hit.e)
  local way = into and into.id and hit.class == "gains" and string.match(string.lower(string.sub(self.text, hit.e + 1, into.b - 1)), "^%s*(%a+)%s+$")
  if way == "into" or way == "to" or way == "through" then return into.id end
  if not agent then
    local who, mention = story:doer(clause, hit.b)
    if who or mention then return who end
    if clause.explicit and not mention then return story:sufferer(clause, hit.b) end
  end
  local sufferer = story:sufferer(clause, hit.b)
  if sufferer then return sufferer end
  local before = story:previous(clause)
  while before do
    local other = nil
    for _, one in ipairs(before.people) do
      if one.id and (not one.subject or agent == nil) then other = one.id end
    end
    if other then return other end
    if #before.people > 0 then break end
    before = story:previous(before)
  end
  if not agent or #clause.people == 0 then return #clause.subjects == 1 and clause.subjects[1] or nil end
end

-- A possessive right before the noun decides whose life it is: "Lady Mirelle's life", "李四的血量".
function Hp:owner_of_noun(clause, noun)
  local found = nil
  for _, one in ipairs(clause.people) do
    if one.e < noun.b and one.possessive and noun.b - one.e < 14 then found = one.id end
  end
  return found
end

function Hp:talks_of_hp(clause, hits)
  if has(hits, "noun") then return true end
  local sentence = self.story.sentences[clause.sentence]
  for number = sentence.first, clause.number - 1 do
    if self.of_hp[number] then return true end
  end
  return false
end

-- 生命又掉了一截，少说也有十点: the amount of what the clause before says.
function Hp:goes_on(clause, number, unit_end)
  local before = self.story:previous(clause)
  if not before or #clause.people > 0 then return end
  local hits = self.story:words(before, "hp")
  local noun, verb = has(hits, "noun"), has(hits, "loses") or has(hits, "gains")
  if noun and verb and #self.story:numbers(verb.b, before.e) <= 1 and not self.story:doubt(before, verb.b) and not self.story:doubt(clause, number.b) then
    self:change(self:owner_of_noun(before, noun) or self:whose(before, verb, false), verb.class == "gains" and 1 or -1, number, number.b, unit_end)
  end
end

-- "at 11 of 25", where 25 is all that there can be.
function Hp:of_all(clause, number)
  local at = string.match(self.text, "^%s+of%s+()%w", number.e + 1) or string.match(self.text, "^%s+out of%s+()%w", number.e + 1) or string.match(self.text, "^%s*/%s*()%d", number.e + 1)
  local most = at and numerals.at(self.text, at)
  if not most or number.share then return false end
  local who = self.story:doer(clause, number.b)
  -- "（34/60）" stands in a clause of its own, behind the one that says of whom.
  local before = self.story:previous(clause)
  if not who and before and #before.subjects == 1 and #clause.people == 0 then who = before.subjects[1] end
  if not who or self.ctx.get(path_of(who, params.max)) ~= most.low or self.story:doubt(clause, number.b) then return false end
  self:value(who, number, number.b, most.e)
  return true
end

-- "at full health", 生命恢复到满: all of it.
local kFull = { "full health", "full hp", "full hit points", "full strength", "满血", "恢复到满", "回复到满", "恢复至满", "全满", "回满", "恢复到了满", "生命全满", "血量全满", "毫发无损地满血" }
function Hp:full(clause)
  local piece = string.lower(string.sub(self.text, clause.b, clause.e))
  for _, word in ipairs(kFull) do
    local b, e = string.find(piece, word, 1, true)
    if b and not self.story:doubt(clause, clause.b + b - 1) then
      local hit = { b = clause.b + b - 1, e = clause.b + e - 1 }
      local who = self:whose(clause, hit, false)
      if string.find(word, "满") and not self.of_hp[clause.number] and word ~= "满血" then who = nil end
      return self:value(who, { b = hit.b, e = hit.e, low = 1, high = 1, share = true }, hit.b, hit.e)
    end
  end
end

-- "lost a quarter of his health": of all that there can be.
function Hp:share(clause, number, verb, owner, b, e)
  local who = owner or self:whose(clause, verb, verb.class == "takes")
  local most = who and self.ctx.get(path_of(who, params.max))
  if type(most) ~= "number" then return end
  local slack = 0.07
  self:change(who, verb.class == "gains" and 1 or -1, { b = number.b, e = number.e, low = math.max(0, number.low - slack) * most, high = (number.high + slack) * most }, b, e)
end

-- "hits Hank for seven": of hit points, where nothing else is counted.
local kHits = { hit = true, hits = true, strikes = true, struck = true, clips = true, clipped = true, tags = true, tagged = true, burns = true, bites = true, slashes = true, stabs = true, cuts = true, shoots = true, catches = true, slams = true }
function Hp:struck_for(clause, number)
  if number.share then return false end
  local piece, at = string.lower(string.sub(self.text, clause.b, number.b - 1)), nil
  if not string.find(piece, "%f[%a]for%s+$") then return false end
  for verb, behind in string.gmatch(piece, "(%a+)%s+()") do at = kHits[verb] and behind or at end
  if not at then return false end
  local tail = string.sub(self.text, number.e + 1, number.e + 8)
  if string.find(tail, "^%s+%a") and not string.find(tail, "^%s+damage") and not string.find(tail, "^%s+p[ot]") then return false end
  local place = clause.b + at - 1
  for _, one in ipairs(clause.people) do
    if one.b == place and one.id and not one.possessive and not self.story:doubt(clause, one.b) then
      self:change(one.id, -1, number, one.b, number.e)
      return true
    end
  end
  return false
end

function Hp:number(clause, number, hits)
  local text, story = self.text, self.story
  local unit, unit_end = unit_of(text, number)
  local noun = has(hits, "noun")
  if self:of_all(clause, number) then return end
  if (not unit or unit == "hp" or unit == "points") and self:struck_for(clause, number) then return end
  local context = unit == "hp" or self:talks_of_hp(clause, hits)
  if not context then return end
  if unit == "hp" then self.of_hp[clause.number] = true end
  local sign = unit == "hp" and string.match(string.sub(text, number.b - 1, number.b - 1), "[+%-]")
  if sign then
    if story:doubt(clause, number.b) then return end
    return self:change(self:owner(clause, number.b), sign == "+" and 1 or -1, number, number.b - 1, unit_end)
  end
  local left, right = around(hits, number.b, unit_end)
  if not left and not right and unit then return self:goes_on(clause, number, unit_end) end
  if left and left.e < number.b and number.b - left.e > 40 then left = nil end
  if right and right.b - unit_end > 24 then right = nil end
  local where = left or right
  if not where then return end
  if story:doubt(clause, left and left.b or number.b) then return end
  local owner = noun and self:owner_of_noun(clause, noun)
  local b, e = math.min(where.b, number.b), math.max(where.e, unit_end)
  local adjacent = left and number.b - left.e <= 14
  if left and left.class == "value" and adjacent or right and right.class == "left" and not (left and (left.class == "loses" or left.class == "takes") and adjacent) then
    if number.share and not noun then return end
    if not unit and not noun and not (left and #left.word >= 6 and string.byte(left.word) >= 0x80) then return end
    if left and (left.word == "is" or left.word == "of" or left.word == "to" or left.word == "at" or left.word == "has" or left.word == "have" or left.word == "only" or left.word == "just" or left.word == "为" or left.word == "是") and not (unit == "hp" or noun) then return end
    if string.find(text, "^%s+points? of", number.e + 1) and not right and left and left.word == "has" then return end
    return self:value(owner or self:whose(clause, where, false), number, b, e)
  end
  -- 生命值下降十一: nothing else is counted.
  local bare = left and noun and (left.class == "loses" or left.class == "gains") and noun.e < left.b and left.b - noun.e <= 9 and number.b - left.e <= 6 and string.byte(left.word) >= 0x80 and #noun.word >= 6 and number.e >= clause.e
  if not unit and not bare and not (noun and number.share) and not (left and left.word == "minus") then return end
  local verb = left and (left.class == "loses" or left.class == "takes" or left.class == "gains") and left or right
  if not verb or verb.class == "value" or verb.class == "left" then return end
  if number.share then return self:share(clause, number, verb, owner, b, e) end
  local damage = string.find(string.lower(string.sub(text, number.b, unit_end)), "damage", 1, true) or string.find(string.sub(text, number.b, unit_end), "伤害", 1, true)
  if verb.class == "gains" and damage then return end
  if verb.class == "takes" and not (damage or unit == "hp" or noun) then return end
  local agent = verb.class == "takes"
  local who = owner or self:whose(clause, verb, agent)
  -- "HP减少了8点": nobody is named, so it is whose story it is.
  if not who and noun and #clause.people == 0 and #clause.subjects == 0 then who = story.actor end
  self:change(who, verb.class == "gains" and 1 or -1, number, b, e)
end

-- The sentences in which hit points may be spoken of, in order.
local function sentences_of(story)
  local all, seen = {}, {}
  for clause in story:each("hp", { noun = true }) do seen[clause.sentence] = true end
  for clause in story:each("amounts") do seen[clause.sentence] = true end
  for number in pairs(seen) do all[#all + 1] = number end
  table.sort(all)
  return all
end

claim "hp" (narration.claim {
  summary = { en = "Hit points that are told: changes, values, wounds.", zh = "叙事中的生命值：增减、数值与伤口。" },
  shape = params,
  words = { hp = words.numbers, amounts = words.amounts, wounds = words.wounds, death = require("death_words").lexicon },
  cues = { "hp.noun", "amounts.unit", "amounts.digit", { "wounds.opens", "wounds.part" }, { "wounds.hits", "wounds.part" }, { "wounds.bloodword", "wounds.flows" }, "wounds.blood", "wounds.heals", { "wounds.injury", "wounds.mends" } },
  find = function(story, ctx)
    local text = story.text
    local self = setmetatable({ text = text, ctx = ctx, story = story, out = facts.new(), bars = {}, of_hp = {}, numbered = {} }, Hp)
    for _, which in ipairs(sentences_of(story)) do
      local sentence = story.sentences[which]
      for place = sentence.first, sentence.last do
        local clause = story.clauses[place]
        if not clause.why then self:bar(clause) end
        local hits = story:words(clause, "hp")
        if has(hits, "noun") then self.of_hp[clause.number] = true end
        self:full(clause)
        for _, number in ipairs(self.story:numbers(clause.b, clause.e)) do
          if not self:in_bar(number) then self:number(clause, number, hits) end
        end
      end
    end
    wounds.find(story, ctx, self.out, self.numbered)
    return self.out.all
  end,
})
