-- Narration: what a claim plugin reads: the clauses of a text with who is in them, and what of it is asserted.
--
--   local story = narration.read(text, ctx, { characters = "characters", areas = "areas", actor = "active_actor" })
--   for _, clause in ipairs(story.clauses) do
--     for _, hit in ipairs(story:words(clause, lexicon)) do
--       if not story:doubt(clause, hit.b) then … story:doer(clause, hit.b) … end
--
-- Everything is linear in the text; names are found by the host in one pass, however many there are.
local letters = require "letters"
local lexicon = require "lexicon"
local mentions = require "mentions"
local moods = require "moods"
local places = require "places"
local sentences = require "sentences"
local narration = {}

local Story = {}
Story.__index = Story

-- 李四喜 is not 李四: a letter that ends given names makes the name another one, unless it begins a word.
local kGiven = letters.set("娘喜之儿子山海峰明华芳玉珍强伟军平福贵财宝柱根生林龙虎凤梅兰菊花英雄杰豪")
local kBegins = { "喜滋", "喜欢", "喜出", "喜不", "喜道", "喜极", "喜怒", "喜形", "喜得", "之", "儿时", "明明", "明白", "明显", "明知", "平静", "平时", "平日", "平稳", "平生",
  "生怕", "生前", "生气", "生生", "生命", "生死", "生性", "生得", "生还", "生于", "根本", "海里", "强忍", "强撑", "强行", "强迫", "强打", "花了", "花费", "子弹", "子时", "山上", "山下", "山中", "玉佩", "宝刀", "宝剑", "龙行", "英勇",
  "林间", "林中", "龙骨", "凤眼", "雄赳", "梅花", "花容", "豪迈", "豪气", "儿子" }

local function goes_on(text, behind)
  local char, after = letters.at(text, behind)
  if not kGiven[char] then return false end
  if char == "之" then
    local next_char = letters.at(text, after)
    return not letters.is_han(next_char)
  end
  for _, word in ipairs(kBegins) do
    if string.sub(text, behind, behind + #word - 1) == word then return false end
  end
  return true
end

local function acceptable(text, hit, kind)
  local first = string.byte(text, hit.b)
  if first >= 0x80 then return kind ~= "who" or not goes_on(text, hit.e + 1) end
  if letters.is_upper(first) or letters.has_han(hit.name) or string.find(hit.name, "^%d") then return true end
  -- A name in small letters is a thing or a place, and then only "the" one; of people, aliases such as "the drone".
  if kind == "who" then return string.find(hit.name, "^%l") ~= nil end
  return string.find(string.lower(string.sub(text, math.max(1, hit.b - 5), hit.b - 1)), "the $") ~= nil or string.find(hit.name, "^%l") ~= nil
end

-- The names of the story as mentions, by kind; a name that several have is nobody's.
local function find_names(text, ctx, shape)
  local sources = {
    { path = shape.characters .. ".*", names = { "name", "aliases" }, parts = true },
    { path = shape.areas .. ".*", names = { "name", "aliases" } },
    { path = shape.characters .. ".*", names = { "job", "race", "title" } },
  }
  local kinds, found = { "who", "where", "role" }, {}
  for _, hit in ipairs(ctx.find_names(text, sources)) do
    local of = nil
    for _, one in ipairs(hit.of) do
      if not of or one.from < of.from then of = one end
    end
    local owners = 0
    for _, one in ipairs(hit.of) do
      if one.from == of.from and one.match[1] ~= of.match[1] then owners = owners + 1 end
    end
    local kind = kinds[of.from]
    if kind == "role" and (letters.is_upper(string.byte(text, hit.b)) or string.find(text, "^们", hit.e + 1) or hit.name == "人类" or #hit.name < 4) then kind = nil end
    if kind and owners == 0 and acceptable(text, hit, kind == "where" and kind or "who") then
      found[#found + 1] = { b = hit.b, e = hit.e, id = of.match[1], kind = kind, name = hit.name }
    end
  end
  return found
end

-- Deals the names out to their clauses; both are in order.
local function deal(clauses, found)
  local at = 1
  for _, clause in ipairs(clauses) do
    clause.people, clause.places = {}, {}
    while found[at] and found[at].b < clause.b do at = at + 1 end
    while found[at] and found[at].e <= clause.e do
      local one = found[at]
      local into = one.kind == "where" and clause.places or clause.people
      into[#into + 1] = one
      at = at + 1
    end
  end
end

local Resolver = {}
Resolver.__index = Resolver

local function ids_of(list)
  local ids, seen = {}, {}
  for _, one in ipairs(list) do
    for _, id in ipairs(one.ids or { one.id }) do
      if not seen[id] then
        seen[id], ids[#ids + 1] = true, id
      end
    end
  end
  return ids
end

-- All that somebody is called.
function Resolver:names_of(id)
  local names = {}
  for _, which in ipairs({ "title", "name", "job", "aliases" }) do
    local value = self.ctx.get(places.of(self.shape.characters, id, which))
    if type(value) == "string" then names[#names + 1] = value end
    if type(value) == "table" then
      for _, one in ipairs(value) do names[#names + 1] = type(one) == "string" and one or nil end
    end
  end
  return names
end

function Resolver:fits(id, class)
  local gender = self.genders[id]
  if gender == nil then
    gender = mentions.gender(self:names_of(id)) or "any"
    self.genders[id] = gender
  end
  return gender == "any" or class == gender
end

-- Whom a pronoun stands for: somebody of this clause where it owns something, else the topic, else whoever was named last.
function Resolver:resolve(pronoun, clause)
  if pronoun.pronoun == "you" then return self.actor end
  if pronoun.pronoun == "they" then return nil end
  -- "rewards her": not the one who does it.
  local itself = {}
  for _, one in ipairs(clause.people) do
    if one.subject and not pronoun.subject and not pronoun.possessive and one.b < pronoun.b and one.id and not string.find(self.text, "^[Hh][ei][rm]sel", pronoun.b) then itself[one.id] = true end
  end
  local candidates = {}
  for _, one in ipairs(clause.people) do
    if one.b < pronoun.b and not itself[one.id or ""] and (one.subject or pronoun.possessive or not one.pronoun) then candidates[#candidates + 1] = one.id end
  end
  if #candidates > 0 and not pronoun.possessive then candidates = { candidates[#candidates] } end
  for _, id in ipairs(self.topic) do candidates[#candidates + 1] = not itself[id] and id or nil end
  for place = #self.recent, math.max(1, #self.recent - 4), -1 do
    if not itself[self.recent[place]] then candidates[#candidates + 1] = self.recent[place] end
  end
  -- Somebody known to be a she goes before somebody of whom nobody can say.
  if pronoun.pronoun ~= "it" then
    for _, id in ipairs(candidates) do
      if self:fits(id, pronoun.pronoun) and self.genders[id] == pronoun.pronoun then return id end
    end
  end
  for _, id in ipairs(candidates) do
    if self:fits(id, pronoun.pronoun) then
      if pronoun.pronoun ~= "it" then self.genders[id] = pronoun.pronoun end
      return id
    end
  end
  -- Nobody named fits: whom the story is about.
  if pronoun.pronoun ~= "it" and self.actor and not itself[self.actor] and self:fits(self.actor, pronoun.pronoun) then return self.actor end
end

-- 两人, "they": those of whom the talk is, where it is clear who.
function Resolver:several(clause)
  if #self.topic >= 2 then return self.topic end
  local ids, seen = {}, {}
  for _, list in ipairs({ self.last_people or {}, clause.people }) do
    for _, one in ipairs(list) do
      if one.id and not one.ids and not seen[one.id] then
        seen[one.id], ids[#ids + 1] = true, one.id
      end
    end
    if #ids == 2 then return ids end
  end
  return nil
end

local kOwnSubject = { the = true, a = true, an = true, his = true, her = true, its = true, their = true, something = true, someone = true,
  somebody = true, nobody = true, nothing = true, everything = true, everyone = true, this = true, that = true, these = true, those = true,
  there = true, no = true, all = true, both = true, one = true, two = true, three = true, it = true, they = true, we = true, what = true, who = true }

-- Whether an English clause brings a subject of its own that is nobody the state knows.
local function has_other_subject(text, clause)
  if letters.has_han(string.sub(text, clause.b, clause.e)) then return false end
  local first, behind = string.match(text, "^%A*(%a+)()", clause.b)
  if not first then return false end
  if kOwnSubject[string.lower(first)] then return true end
  local second = string.match(text, "^%s+(%a+)", behind)
  -- "Goblets jump", "Sirens start": a capital that is no conjunction, before a verb.
  return letters.is_upper(string.byte(first)) and clause.first and second ~= nil and string.find(first, "s$") ~= nil
end

function Resolver:clause(clause)
  local text = self.text
  local pronouns = mentions.pronouns(text, clause)
  local people = {}
  for _, one in ipairs(clause.people) do people[#people + 1] = one end
  for _, one in ipairs(pronouns) do
    local covered = false
    for _, name in ipairs(clause.people) do covered = covered or (one.b >= name.b and one.e <= name.e) end
    if not covered then people[#people + 1] = one end
  end
  table.sort(people, function(a, b) return a.b < b.b end)
  clause.people = people
  mentions.mark(text, clause, people)
  for _, one in ipairs(people) do
    if one.pronoun == "they" and not one.possessive then
      one.ids = self:several(clause)
    elseif one.pronoun then
      one.id = self:resolve(one, clause)
    end
  end
  local subjects, others = {}, {}
  for _, one in ipairs(people) do
    local list = one.subject and subjects or others
    list[#list + 1] = one
  end
  clause.subjects = ids_of(subjects)
  clause.explicit = #subjects > 0
  clause.part = subjects[1] and subjects[1].possessive and #subjects == 1 or nil
  if not clause.explicit and not has_other_subject(text, clause) and not clause.panel then clause.subjects = self.topic end
  if clause.explicit and #clause.subjects > 0 then
    self.topic = clause.subjects
  elseif #others > 0 and not clause.explicit then
    local named = {}
    for _, one in ipairs(others) do
      if not one.pronoun and one.id then named = { one.id } end
    end
    -- 暗器钉进了铁无双的肩头，鲜血…: who was hit is what the sentence goes on about.
    if #named > 0 and (#self.topic == 0 or clause.first) then self.topic = named end
  end
  for _, one in ipairs(people) do
    if one.id then self.recent[#self.recent + 1] = one.id end
  end
  if #people > 0 then self.last_people = people end
end

-- Reads a narration. `shape` says where the state keeps what has names.
function narration.read(text, ctx, shape)
  local found = find_names(text, ctx, shape)
  local inside, stops = {}, {}
  for _, one in ipairs(found) do
    stops[one.b] = one.e
    for place = one.b, one.e do inside[place] = true end
  end
  local clauses, all = sentences.split(text, function(place) return inside[place] end, function(place) return stops[place] end)
  deal(clauses, found)
  moods.mark(text, clauses, all, function(place) return inside[place] end)
  local actor = ctx.get(shape.actor)
  if type(actor) ~= "string" then actor = nil end
  local resolver = setmetatable({ text = text, ctx = ctx, shape = shape, actor = actor, topic = {}, recent = {}, genders = {} }, Resolver)
  for number, clause in ipairs(clauses) do
    clause.number = number
    clause.first = all[clause.sentence] and all[clause.sentence].first == number
    resolver:clause(clause)
  end
  moods.carry(clauses, all)
  return setmetatable({ text = text, clauses = clauses, sentences = all, actor = actor, names = found }, Story)
end

function Story:words(clause, index) return lexicon.find(index, self.text, clause.b, clause.e) end
function Story:doubt(clause, place) return moods.doubt(self.text, clause, place) end
function Story:unreal(clause, place) return moods.unreal(self.text, clause, place) end
function Story:negation(clause, place) return moods.negation(self.text, clause, place) end
function Story:sub(one) return string.sub(self.text, one.b, one.e) end

-- The clause before, in the same sentence.
function Story:previous(clause)
  local before = self.clauses[clause.number - 1]
  return before and before.sentence == clause.sentence and before or nil
end

function Story:next(clause)
  local after = self.clauses[clause.number + 1]
  return after and after.sentence == clause.sentence and after or nil
end

-- Who does what is said at a place: the subject named last before it, or the one that goes on from before.
function Story:doers(clause, place)
  local ids, at = nil, nil
  for _, one in ipairs(clause.people) do
    if one.subject and one.b < place then
      if one.joined and ids then
        ids = ids_of({ { ids = ids }, one })
      else
        ids = ids_of({ one })
      end
      at = one
    end
  end
  if ids then return ids, at end
  if clause.explicit then return {}, nil end
  return clause.subjects, nil
end

function Story:doer(clause, place)
  local ids, at = self:doers(clause, place)
  if #ids == 1 then return ids[1], at end
end

-- To whom something happens that is said at a place: named between the subject and the place, else behind it, else in the clause before.
function Story:sufferer(clause, place)
  local found = nil
  for _, one in ipairs(clause.people) do
    if one.b < place and not one.subject and one.id then found = one.id end
  end
  if found then return found end
  for _, one in ipairs(clause.people) do
    if one.b > place and one.id then return one.id end
  end
end

-- The nearest name or pronoun behind a place in the clause.
function Story:after(clause, place)
  for _, one in ipairs(clause.people) do
    if one.b > place then return one end
  end
end

return narration
