-- Narration: what a claim plugin reads: the clauses of a text with who is in them, and what of it is asserted.
--
--   claim "death" (narration.claim { shape = params, words = { death = words }, cues = { "death.dies" }, find = function(story, ctx)
--     for clause, hits in story:each("death") do
--       for _, hit in ipairs(hits) do
--         if not story:doubt(clause, hit.b) then … story:doer(clause, hit.b) … end
--
-- A narration is read once for all claims of a turn, and only if one of them hears a cue in it. Everything is linear in the
-- text; names and words are found by the host in one pass, however many there are.
local grammar = require "grammar"
local lexicon = require "lexicon"
local moods = require "moods"
local numerals = require "numerals"
local pages = require "pages"
local narration = {}

local Story = {}
Story.__index = Story

local function keys(dotted)
  local all = array {}
  for key in string.gmatch(dotted, "[^.]+") do all[#all + 1] = key end
  return all
end

-- What the host is asked to read of a narration; `shape` says where the state keeps what has names: characters, areas, and
-- `others`, patterns of people without a sheet; with `area_keys` a place is also called by its own key.
local function reading_of(shape)
  local people, areas = shape.characters .. ".*", shape.areas .. ".*"
  local who = { { path = people, names = { "name", "aliases" }, parts = true } }
  for _, path in ipairs(shape.others or {}) do who[#who + 1] = { path = path, names = { "name", "aliases" }, keys = true } end
  return {
    who = who,
    where = { { path = areas, names = { "name", "aliases" }, keys = shape.area_keys or nil } },
    role = { { path = people, names = { "job", "race", "title" } } },
    people = { path = keys(shape.characters), called = { "title", "name", "job", "aliases" } },
    actor = shape.actor,
    words = grammar.words,
    grammar = grammar.sets,
  }
end

-- A claim that reads narrations: `spec` has words, cues, shape, and find = function(story, ctx).
function narration.claim(spec)
  local find, words = spec.find, { numbers = numerals.words }
  for name, list in pairs(spec.words) do words[name] = list end
  return {
    summary = spec.summary,
    words = words,
    cues = spec.cues,
    reading = reading_of(spec.shape),
    find = function(text, ctx, reading)
      local story = setmetatable({ text = text, ctx = ctx, heard = {} }, Story)
      story.clauses, story.sentences, story.actor, story.named = pages.open(reading, text)
      return find(story, ctx)
    end,
  }
end

-- Two lists of cues as one.
function narration.with(cues, more)
  for _, one in ipairs(more) do cues[#cues + 1] = one end
  return cues
end

-- The words of a list, flat: b, e, class, …
function Story:found(name)
  if not self.heard[name] then self.heard[name] = self.ctx.find_words(self.text, name) end
  return self.heard[name]
end

-- The clauses in which words of a list stand, in order, each with all of them; of the list's classes in `wanted`, { class = true },
-- one must be there. The others are not even opened.
function Story:each(name, wanted)
  local flat, clauses, at, number = self:found(name), self.clauses, 1, 1
  return function()
    while flat[at] do
      local here, b, e = clauses:behind(flat[at], number)
      if not here then return nil end
      number = here
      local from, any = nil, false
      while flat[at] and flat[at] <= e do
        if flat[at] >= b and flat[at + 1] <= e then
          from = from or at
          any = any or not wanted or wanted[flat[at + 2]]
        end
        at = at + 3
      end
      if any then
        local hits = {}
        for one = from, at - 3, 3 do
          if flat[one + 1] <= e then hits[#hits + 1] = lexicon.hit(self.text, flat[one], flat[one + 1], flat[one + 2]) end
        end
        return clauses[here], hits
      end
    end
  end
end

-- The numbers in a piece of the text (numerals.lua).
function Story:numbers(from, to) return numerals.find(self.text, self:found("numbers"), from, to) end

-- The words of a list in one clause.
function Story:words(clause, name)
  local flat, hits = self:found(name), {}
  local low, high = 0, #flat // 3
  while low < high do
    local middle = (low + high) // 2
    if flat[middle * 3 + 1] < clause.b then low = middle + 1 else high = middle end
  end
  for at = low * 3 + 1, #flat, 3 do
    if flat[at] > clause.e then break end
    if flat[at + 1] <= clause.e then hits[#hits + 1] = lexicon.hit(self.text, flat[at], flat[at + 1], flat[at + 2]) end
  end
  return hits
end

-- Cues of words that are of use only where somebody is spoken of: each with a name, or a pronoun of a person.
function narration.of_people(shape, words)
  local all = {}
  for _, word in ipairs(words) do
    for _, who in ipairs({ { path = shape.characters .. ".*", names = { "name", "aliases" }, parts = true }, "pronouns.he", "pronouns.she", "pronouns.you" }) do
      all[#all + 1] = { word, who }
    end
  end
  return all
end

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
